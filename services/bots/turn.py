"""One AI turn: every decision in a row that a bot's seat has, each from a resampled world and nothing else."""

import random
from dataclasses import dataclass
from typing import Protocol

import grpc

import engine
from engine.bots import Perspective, make_bot
from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.bots.patience import Patience, TimeUp
from services.common.errors import detail_of
from services.common.logs import logger

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

    def sample(self, request: pb.SampleRequest) -> pb.SampleResponse:
        """A world as the seat sees it."""

    def submit(self, request: pb.SubmitRequest) -> pb.SubmitResponse:
        """Choose."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a turn went."""

    result: str
    """`played`, `overtaken` or `idle`; `fault` when the bot failed, `late` when its time was up, and any option was
    taken for it."""
    bot: str
    decisions: int


def play_turn(table: Engine, match_id: str, seat: int, version: int, patience: Patience) -> Played:
    """Decide for the seat for as long as it is asked. Idempotent: a turn already taken is left alone.

    The bot's time is for the turn: once it is up, what is left to decide is decided without asking the bot."""
    decisions = 0
    bot = ""
    result = PLAYED
    while True:
        try:
            world = table.sample(pb.SampleRequest(match_id=match_id, seat=seat))
            if not world.to_decide or not world.bot or world.version < version:
                return Played(result if decisions else "idle", bot, decisions)
            bot = world.bot
            index, how = decide(world, seat, bot, patience)
            if how != PLAYED:
                result = how
            table.submit(
                pb.SubmitRequest(
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


def decide(world: pb.SampleResponse, seat: int, bot: str, patience: Patience) -> tuple[int, str]:
    """The bot's choice, and how it was made. Where the bot fails or has no time left it is any option, for the match
    must go on. The same where no world fits what the seat has seen."""
    anything = random.randrange(world.options)
    if not world.snapshots:
        return anything, PLAYED
    if patience.is_over:
        return anything, LATE

    def think() -> int:
        index = make_bot(bot).choose(Perspective(engine.restore(world.snapshots[0]), seat))
        if not 0 <= index < world.options:
            raise ValueError(f"the bot chose option {index!r} of {world.options}")
        return index

    try:
        return patience.spend(think), PLAYED
    except TimeUp:
        logger().warning("a bot thought for too long", game=world.game, seat=seat, bot=bot)
        return anything, LATE
    except Exception as error:
        logger().error("a bot failed", game=world.game, seat=seat, bot=bot, exc_info=error)
        return anything, FAULT
