"""Calls to the engines, for tables with people: makes their matches, looks who came, lets bots sit in, ends them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import grpc

from services.api import engine_pb2
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import MatchInfo
from services.process.chunks import chunks
from services.process.refusals import detail_of
from services.rpc.clients import ServiceClients

MATCHES_PER_CALL = 50
CALLS_AT_ONCE = 3
CALL_SECONDS = 15.0
TRANSIENT_REASONS = (
    ErrorReason.ERROR_REASON_UNSPECIFIED,
    ErrorReason.ERROR_REASON_UNAVAILABLE,
    ErrorReason.ERROR_REASON_INTERNAL,
    ErrorReason.ERROR_REASON_RATE_LIMITED,
)
"""Why a match was not made that may be made later."""
ENGINE_FAILURES = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.RESOURCE_EXHAUSTED)
"""Why a call about several matches fails whichever they are."""
GONE_REASONS = (ErrorReason.ERROR_REASON_UNKNOWN_MATCH, ErrorReason.ERROR_REASON_MATCH_OVER)


class EngineTables:
    """The engines of one game, as the director of a tournament calls them.

    A call that fails keeps no other from being made: it says for which matches it failed, and keeps the error."""

    def __init__(self, clients: ServiceClients, game: str) -> None:
        self._clients = clients
        self._game = game
        self._error: grpc.RpcError | None = None

    def take_error(self) -> grpc.RpcError | None:
        """The last error since this was asked."""
        error, self._error = self._error, None
        return error

    async def _each(self, match_ids: Sequence[str], call: Callable[[Sequence[str]], Awaitable[None]]) -> set[str]:
        """Call for matches, some at a time; for one after the other where one of them spoils it. Those that failed."""
        failed: set[str] = set()
        for some in chunks(match_ids, MATCHES_PER_CALL):
            try:
                await call(some)
            except grpc.RpcError as error:
                self._error = error
                if len(some) == 1 or error.code() in ENGINE_FAILURES:
                    failed.update(some)
                else:
                    for one in some:
                        failed |= await self._each([one], call)
        return failed

    async def create(
        self, requests: Sequence[engine_pb2.CreateMatchRequest]
    ) -> AsyncIterator[list[tuple[int, engine_pb2.CreatedMatch]]]:
        """Have matches made: answers as they come, some at a time, each with the place of its request."""
        free = asyncio.Semaphore(CALLS_AT_ONCE)
        numbered = list(enumerate(requests))
        calls = [asyncio.ensure_future(self._create(some, free)) for some in chunks(numbered, MATCHES_PER_CALL)]
        try:
            for call in asyncio.as_completed(calls):
                yield await call
        finally:
            for one in calls:
                one.cancel()
            await asyncio.gather(*calls, return_exceptions=True)

    async def _create(
        self, numbered: Sequence[tuple[int, engine_pb2.CreateMatchRequest]], free: asyncio.Semaphore
    ) -> list[tuple[int, engine_pb2.CreatedMatch]]:
        request = engine_pb2.CreateMatchesRequest(matches=[one for _, one in numbered])
        async with free:
            try:
                answer = await self._clients.engine(self._game).CreateMatches(
                    request, metadata=self._clients.metadata(), timeout=CALL_SECONDS
                )
            except grpc.RpcError as error:
                self._error = error
                return []
        return [(number, made) for (number, _), made in zip(numbered, answer.matches, strict=True)]

    async def look(self, match_ids: Sequence[str]) -> tuple[dict[str, MatchInfo], set[str]]:
        """By id: matches that are in play, or have just ended; and those of which nothing could be found out."""
        infos: dict[str, MatchInfo] = {}

        async def call(some: Sequence[str]) -> None:
            request = engine_pb2.GetMatchesRequest(match_ids=some)
            answer = await self._clients.engine(self._game).GetMatches(
                request, metadata=self._clients.metadata(), timeout=CALL_SECONDS
            )
            infos.update({one.match_id: one for one in answer.matches})

        return infos, await self._each(match_ids, call)

    async def annul(self, match_ids: Sequence[str], reason: str) -> set[str]:
        """End matches without a winner; those that have ended stay as they are. The ones that could not be ended."""

        async def call(some: Sequence[str]) -> None:
            request = engine_pb2.AnnulMatchesRequest(match_ids=some, reason=reason)
            await self._clients.engine(self._game).AnnulMatches(
                request, metadata=self._clients.metadata(), timeout=CALL_SECONDS
            )

        return await self._each(match_ids, call)

    async def hand_over(self, match_id: str, seat: int) -> bool:
        """Let a bot hold a seat, unless the match is over; whether that is done."""
        request = engine_pb2.HandOverSeatRequest(match_id=match_id, seat=seat)
        try:
            await self._clients.engine(self._game).HandOverSeat(
                request, metadata=self._clients.metadata(), timeout=CALL_SECONDS
            )
        except grpc.RpcError as error:
            if detail_of(error).reason not in GONE_REASONS:
                self._error = error
                return False
        return True
