"""One AI turn: every decision in a row that a bot's seat has, each from a resampled world and nothing else."""

import random
from dataclasses import dataclass
from typing import Protocol

import grpc

import engine
from engine.bots import Perspective, make_bot
from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.common.errors import detail_of

OVERTAKEN = (
    ErrorReason.ERROR_REASON_STALE_VERSION,
    ErrorReason.ERROR_REASON_NOT_YOUR_TURN,
    ErrorReason.ERROR_REASON_MATCH_OVER,
    ErrorReason.ERROR_REASON_FORBIDDEN,
    ErrorReason.ERROR_REASON_UNKNOWN_MATCH,
)
"""The turn is no longer ours: it was taken, its person came back, or the match is over."""


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
    """`played`, `overtaken` or `idle`."""
    bot: str
    decisions: int


def play_turn(
    table: Engine, match_id: str, seat: int, version: int, out_of_time: tuple[type[Exception], ...] = ()
) -> Played:
    """Decide for the seat for as long as it is asked. Idempotent: a turn already taken is left alone.

    `out_of_time` is what interrupts a bot that thinks for too long."""
    decisions = 0
    bot = ""
    while True:
        try:
            world = table.sample(pb.SampleRequest(match_id=match_id, seat=seat))
            if not world.to_decide or not world.bot or world.version < version:
                return Played("played" if decisions else "idle", bot, decisions)
            bot = world.bot
            table.submit(
                pb.SubmitRequest(
                    match_id=match_id,
                    seat=seat,
                    version=world.decision_version,
                    index=decide(world, seat, bot, out_of_time),
                    request_id=f"ai.{seat}.{world.decision_version}.{world.version}",
                )
            )
        except grpc.RpcError as error:
            if detail_of(error).reason in OVERTAKEN:
                return Played("overtaken", bot, decisions)
            raise
        decisions += 1


def decide(world: pb.SampleResponse, seat: int, bot: str, out_of_time: tuple[type[Exception], ...] = ()) -> int:
    """The bot's choice. Out of time, or where no world fits, any option will do: the match must go on."""
    if not world.snapshots:
        return random.randrange(world.options)
    try:
        view = Perspective(engine.restore(world.snapshots[0]), seat)
        return make_bot(bot).choose(view)
    except out_of_time:
        return random.randrange(world.options)
