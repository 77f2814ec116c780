"""One AI turn: every decision in a row that a bot's seat has, each made from a world of what the seat sees."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import grpc

from engine import restore
from engine.bots import Bot, Perspective, make_bot
from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.bots.thinking_time import ThinkingTime, TimeUp
from services.process.logs import logger
from services.process.refusals import detail_of

OVERTAKEN_REASONS = (
    ErrorReason.ERROR_REASON_STALE_VERSION,
    ErrorReason.ERROR_REASON_NOT_YOUR_TURN,
    ErrorReason.ERROR_REASON_MATCH_OVER,
    ErrorReason.ERROR_REASON_FORBIDDEN,
    ErrorReason.ERROR_REASON_UNKNOWN_MATCH,
)
"""Why an engine refuses a turn that is no longer ours: it was taken, its person came back, or the match is over."""

TurnResult: TypeAlias = Literal["played", "fault", "late", "overtaken", "idle"]
"""How a turn ended. `fault`: the bot failed, `late`: its time was up, and any option was chosen for it; `overtaken`:
somebody else took the turn; `idle`: there was nothing to decide."""
ChoiceResult: TypeAlias = Literal["played", "fault", "late"]
"""How one choice was made, in the words of `TurnResult`."""


class Engine(Protocol):
    """The calls to an engine that a turn makes, each with a deadline."""

    def deal_worlds(self, request: pb.DealWorldsRequest) -> pb.DealWorldsResponse:
        """Deal a world of what the seat sees."""

    def choose(self, request: pb.ChooseRequest) -> pb.ChooseResponse:
        """Choose an option for the seat."""


@dataclass(frozen=True, slots=True)
class TurnReport:
    """What became of a turn."""

    result: TurnResult
    bot: str
    decisions: int
    """How many decisions were made in it."""


def play_turn(engine: Engine, match_id: str, seat: int, version: int, thinking_time: ThinkingTime) -> TurnReport:
    """Decide for the seat for as long as it has decisions. Idempotent: a turn already taken is left alone.

    The time is for the whole turn: once it is up, the decisions left are made without asking the bot."""
    decisions = 0
    bot = ""
    result: ChoiceResult = "played"
    while True:
        try:
            world = engine.deal_worlds(pb.DealWorldsRequest(match_id=match_id, seat=seat))
            if not world.has_decision or not world.bot or world.version < version:
                return TurnReport(result if decisions else "idle", bot, decisions)
            bot = world.bot
            index, choice_result = choose_option(world, seat, bot, thinking_time)
            if choice_result != "played":
                result = choice_result
            answer = engine.choose(
                pb.ChooseRequest(match_id=match_id, seat=seat, version=world.decision_version, index=index)
            )
        except grpc.RpcError as error:
            if detail_of(error).reason in OVERTAKEN_REASONS:
                return TurnReport("overtaken", bot, decisions)
            raise
        decisions += 1
        if not answer.update.HasField("decision"):
            return TurnReport(result, bot, decisions)


def ask_for_choice(bot: Bot, view: Perspective) -> int:
    """The option that a bot takes."""
    return bot.choose(view)


def choose_option(
    world: pb.DealWorldsResponse,
    seat: int,
    bot: str,
    thinking_time: ThinkingTime,
    ask: Callable[[Bot, Perspective], int] = ask_for_choice,
) -> tuple[int, ChoiceResult]:
    """The index of the bot's choice, and how it was made.

    It is a random option where the bot fails or has no time left, for the match must go on, and where no world fits
    what the seat has seen."""
    anything = random.randrange(world.option_count)
    if not world.worlds:
        return anything, "played"
    if thinking_time.is_up:
        return anything, "late"

    def think() -> int:
        index = ask(make_bot(bot), Perspective(restore(world.worlds[0]), seat))
        if not 0 <= index < world.option_count:
            raise ValueError(f"the bot chose option {index!r} of {world.option_count}")
        return index

    try:
        return thinking_time.spend_on(think), "played"
    except TimeUp:
        logger().warning("a bot thought for too long", game=world.game, seat=seat, bot=bot)
        return anything, "late"
    except Exception as error:
        logger().error("a bot failed", game=world.game, seat=seat, bot=bot, exc_info=error)
        return anything, "fault"
