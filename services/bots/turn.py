"""One AI turn: every decision in a row that a bot's seat has, each from a resampled world and nothing else."""

import random
from dataclasses import dataclass
from typing import Protocol

import grpc

from engine import restore
from engine.bots import Perspective, make_bot
from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.bots.patience import Patience, TimeUp
from services.process.logs import logger
from services.process.refusals import detail_of

OVERTAKEN = (
    ErrorReason.ERROR_REASON_STALE_VERSION,
    ErrorReason.ERROR_REASON_NOT_YOUR_TURN,
    ErrorReason.ERROR_REASON_MATCH_OVER,
    ErrorReason.ERROR_REASON_FORBIDDEN,
    ErrorReason.ERROR_REASON_UNKNOWN_MATCH,
)
"""The turn is no longer ours: it was taken, its person came back, or the match is over."""

PLAYED = "played"
FAULT = "fault"
LATE = "late"


class Engine(Protocol):
    """What a turn needs of an engine, each with a deadline."""

    def deal_worlds(self, request: pb.DealWorldsRequest) -> pb.DealWorldsResponse:
        """A world as the seat sees it."""

    def choose(self, request: pb.ChooseRequest) -> pb.ChooseResponse:
        """Choose."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a turn went."""

    result: str
    """`played`, `overtaken` or `idle`; `fault` when the bot failed, `late` when its time was up, and any option was
    taken for it."""
    bot: str
    decisions: int


def play_turn(engine: Engine, match_id: str, seat: int, version: int, patience: Patience) -> Played:
    """Decide for the seat for as long as it has decisions. Idempotent: a turn already taken is left alone.

    The bot's time is for the turn: once it is up, what is left to decide is decided without asking the bot."""
    decisions = 0
    bot = ""
    result = PLAYED
    while True:
        try:
            world = engine.deal_worlds(pb.DealWorldsRequest(match_id=match_id, seat=seat))
            if not world.has_decision or not world.bot or world.version < version:
                return Played(result if decisions else "idle", bot, decisions)
            bot = world.bot
            index, how = decide(world, seat, bot, patience)
            if how != PLAYED:
                result = how
            answer = engine.choose(
                pb.ChooseRequest(
                    match_id=match_id,
                    seat=seat,
                    version=world.decision_version,
                    index=index,
                    request_id=f"ai.{seat}.{world.decision_version}.{world.version}",
                )
            )
        except grpc.RpcError as error:
            if detail_of(error).reason in OVERTAKEN:
                return Played("overtaken", bot, decisions)
            raise
        decisions += 1
        if not answer.update.HasField("decision"):
            return Played(result, bot, decisions)


def decide(world: pb.DealWorldsResponse, seat: int, bot: str, patience: Patience) -> tuple[int, str]:
    """The bot's choice, and how it was made. Where the bot fails or has no time left it is any option, for the match
    must go on; so it is where no world fits what the seat has seen."""
    anything = random.randrange(world.option_count)
    if not world.worlds:
        return anything, PLAYED
    if patience.is_over:
        return anything, LATE

    def think() -> int:
        index = make_bot(bot).choose(Perspective(restore(world.worlds[0]), seat))
        if not 0 <= index < world.option_count:
            raise ValueError(f"the bot chose option {index!r} of {world.option_count}")
        return index

    try:
        return patience.spend(think), PLAYED
    except TimeUp:
        logger().warning("a bot thought for too long", game=world.game, seat=seat, bot=bot)
        return anything, LATE
    except Exception as error:
        logger().error("a bot failed", game=world.game, seat=seat, bot=bot, exc_info=error)
        return anything, FAULT
