"""People who write down what the server told them, to be held against the record when the match is over."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import grpc

from engine import Record
from services.api import engine_pb2
from services.api.archive_pb2 import ArchivedRecord, GetRequest, VerifyRequest
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.errors_pb2 import ErrorReason
from services.client import Seat
from services.process.refusals import detail_of

TIMEOUT_SECONDS = 280.0
"""After these seconds what is waited for has failed; a quiet machine needs a tenth of it."""
RETRY_SECONDS = 0.1
TRANSIENT = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)
Answer = TypeVar("Answer")


async def retrying(call: Callable[[], Awaitable[Answer]], seconds: float = TIMEOUT_SECONDS) -> Answer:
    """A call that is repeated while the server is away."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return await call()
        except grpc.RpcError as error:
            if error.code() not in TRANSIENT or time.monotonic() > deadline:
                raise
            await asyncio.sleep(RETRY_SECONDS)


async def verified(archive: ArchiveServiceStub, match_id: str) -> ArchivedRecord:
    """The record of a match, once it is kept, with every fault looked for."""
    record = await asyncio.wait_for(_archived(archive, match_id), TIMEOUT_SECONDS)
    answer = await retrying(lambda: archive.Verify(VerifyRequest(match_id=match_id), timeout=10))
    assert answer.ok, answer.faults
    return record


async def _archived(archive: ArchiveServiceStub, match_id: str) -> ArchivedRecord:
    while True:
        try:
            return (await archive.Get(GetRequest(match_id=match_id), timeout=5)).record
        except grpc.RpcError as error:
            not_yet = detail_of(error).reason == ErrorReason.ERROR_REASON_UNKNOWN_RECORD
            if not not_yet and error.code() not in TRANSIENT:
                raise
            await asyncio.sleep(0.3)


class Witness(Protocol):
    """Somebody who has written down what was sent and what was acknowledged."""

    sent: dict[int, int]
    acknowledged: dict[int, int]


class Careful:
    """A person who writes down what was sent, what the server acknowledged, and how long that took."""

    def __init__(self, address: str, token: engine_pb2.SeatToken, thinking_seconds: float) -> None:
        self._seat = Seat(address, token.token, token.seat)
        self._thinking_seconds = thinking_seconds
        self._rng = random.Random(token.token)
        self.sent: dict[int, int] = {}
        """By decision version: the index last sent."""
        self.acknowledged: dict[int, int] = {}
        """By decision version: the index that an update confirmed."""
        self.sent_at: dict[int, float] = {}
        """By decision version: when a choice was first sent."""
        self.waits: list[tuple[float, float]] = []
        """For each acknowledged choice: when it was first sent, and when it was acknowledged."""
        self.turns: list[tuple[float, float]] = []
        """For each choice but the last: when it was first sent, and when the next was asked for."""

    async def play(self) -> int:
        """Play to the end; the last version."""
        async with self._seat:
            open_at = last = -1
            async for update in self._seat:
                now = update.decision.version if update.HasField("decision") else -1
                if open_at >= 0 and now != open_at:
                    self._acknowledge(open_at)
                    last = open_at
                if now >= 0 and now != open_at and last >= 0:
                    self.turns.append((self.sent_at[last], time.monotonic()))
                open_at = now
                if self._seat.decision is not None:
                    await self._answer(now, len(update.decision.options))
            return update.version

    def _acknowledge(self, version: int) -> None:
        self.acknowledged[version] = self.sent[version]
        self.waits.append((self.sent_at[version], time.monotonic()))

    async def _answer(self, version: int, options: int) -> None:
        """Choose, after some thought, and the same again if a connection was lost over it."""
        if version not in self.sent:
            self.sent[version] = self._rng.randrange(options)
            await asyncio.sleep(self._thinking_seconds)
            self.sent_at[version] = time.monotonic()
        await self._seat.choose(self.sent[version])


def lost_choices(record: Record, seat: int, person: Witness) -> int:
    """How many of the choices that a person was told of are not in the record in their place."""
    acknowledged = [person.acknowledged[version] for version in sorted(person.acknowledged)]
    chosen = _choices_of(record, seat)
    return sum(told != stored for told, stored in zip(acknowledged, chosen, strict=False)) + max(
        0, len(acknowledged) - len(chosen)
    )


def doubled_choices(record: Record, seat: int, person: Witness) -> int:
    """How many more choices the record has of a person than were made."""
    return max(0, len(_choices_of(record, seat)) - len(person.sent))


def _choices_of(record: Record, seat: int) -> list[int]:
    return [index for chooser, index in record.choices if chooser == seat]
