"""A bot that runs outside and plays every match that its account has a seat in, such as those of ladders."""

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any

import grpc

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.match_pb2 import Update
from services.client.channel import bearer, open_channel
from services.client.refusal import is_connection_lost, refusal_of
from services.client.seat import Seat

LOOK_SECONDS = 0.5
"""How often it looks for new matches."""


class OutsideBot:
    """The seats of one account at the engines of one game, as an async context manager."""

    def __init__(
        self,
        address: str,
        name: str,
        token: Callable[[], Awaitable[str]],
        policy: Callable[[Update], int],
        *,
        credentials: grpc.ChannelCredentials | None = None,
    ) -> None:
        """`address` is that of the engines, `name` the account's. `token` gives a player token that is good for some
        minutes; `policy` is given an update with an open decision and its observation, and gives the index of an
        option. `credentials` are for a server with TLS."""
        self._address = address
        self._name = name
        self._token = token
        self._policy = policy
        self._credentials = credentials
        self._channel = open_channel(address, credentials)
        self._stub: Any = EngineServiceStub(self._channel)
        self._seats: dict[tuple[str, int], asyncio.Task[None]] = {}
        """By match and seat: the task that plays it."""

    async def __aenter__(self) -> "OutsideBot":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._seats.values():
            task.cancel()
        await asyncio.gather(*self._seats.values(), return_exceptions=True)
        await self._channel.close(None)

    async def play(self) -> None:
        """Play whatever there is to play, until cancelled."""
        while True:
            await self._sit_down()
            await asyncio.sleep(LOOK_SECONDS)

    async def _sit_down(self) -> None:
        """Begin to play at every seat that is new; what a seat failed with is raised."""
        for place, task in list(self._seats.items()):
            if task.done():
                del self._seats[place]
                task.result()
        request = pb.ListLiveMatchesRequest(player=self._name, limit=100)
        try:
            matches = (await self._stub.ListLiveMatches(request, metadata=bearer(await self._token()))).matches
        except grpc.RpcError as error:
            if not is_connection_lost(error):
                raise refusal_of(error) from error
            return
        for match in matches:
            for number, player in enumerate(match.players):
                if player == self._name and (match.match_id, number) not in self._seats:
                    task = asyncio.create_task(self._play_seat(match.match_id, number))
                    self._seats[match.match_id, number] = task

    async def _play_seat(self, match_id: str, number: int) -> None:
        seat = Seat(
            self._address,
            await self._token(),
            number,
            match_id=match_id,
            observations=True,
            credentials=self._credentials,
        )
        async with seat:
            await seat.play(self._policy)
