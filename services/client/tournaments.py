"""Tournaments for one player: enter, check in, play the tables that one is given, follow what happens."""

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any

import grpc

from services.api import tournaments_pb2 as pb
from services.api.match_pb2 import Language
from services.api.tournaments_pb2_grpc import TournamentServiceStub
from services.client.channel import FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, bearer, open_channel
from services.client.refusal import is_connection_lost, raising_refusals, refusal_of
from services.client.seat import Seat


class Tournaments:
    """The tournaments service, as an async context manager."""

    def __init__(self, address: str, token: str = "", *, credentials: grpc.ChannelCredentials | None = None) -> None:
        """`token` is a player token, which all but reading needs; `credentials` are for a server with TLS."""
        self._channel = open_channel(address, credentials)
        self._credentials = credentials
        self._stub: Any = TournamentServiceStub(self._channel)
        self._auth = bearer(token)

    async def __aenter__(self) -> "Tournaments":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close(None)

    async def get(self, tournament_id: str) -> pb.Tournament:
        """A tournament."""
        tournament: pb.Tournament = (
            await self._call("GetTournament", pb.GetTournamentRequest(tournament_id=tournament_id))
        ).tournament
        return tournament

    async def register(self, tournament_id: str, **fields: Any) -> pb.TournamentEntrant:
        """Enter a tournament; `fields` are the other fields of the API's RegisterRequest."""
        answer = await self._call("Register", pb.RegisterRequest(tournament_id=tournament_id, **fields))
        entrant: pb.TournamentEntrant = answer.entrants[0]
        return entrant

    async def check_in(self, tournament_id: str, contribution: bytes = b"", name: str = "") -> None:
        """Say that one is here, or one's team, and contribute to the deals."""
        await self._call(
            "CheckIn", pb.CheckInRequest(tournament_id=tournament_id, contribution=contribution, name=name)
        )

    async def withdraw(self, tournament_id: str, name: str = "") -> None:
        """Leave a tournament, or take one's team out of it."""
        await self._call("Withdraw", pb.WithdrawRequest(tournament_id=tournament_id, name=name))

    async def come_back(self, tournament_id: str, name: str = "") -> None:
        """Play on after leaving."""
        await self._call("ComeBack", pb.ComeBackRequest(tournament_id=tournament_id, name=name))

    async def my_tables(self, tournament_id: str = "") -> list[pb.TableAssignment]:
        """The matches that wait for one, in one tournament or in all."""
        return list((await self._call("ListMyTables", pb.ListMyTablesRequest(tournament_id=tournament_id))).tables)

    def seat(self, table: pb.TableAssignment, **how: Any) -> Seat:
        """The seat of a match; `how` are the other arguments of Seat."""
        return Seat(table.engine_address, table.token, table.seat, credentials=self._credentials, **how)

    async def watch(
        self,
        tournament_id: str,
        after: int | None = None,
        language: "Language.ValueType" = Language.LANGUAGE_UNSPECIFIED,
    ) -> AsyncIterator[pb.TournamentEvent]:
        """What happens, after the event of a number or from now on, until the tournament is over; a lost connection is
        made again and nothing is missed."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            request = pb.WatchTournamentRequest(tournament_id=tournament_id, after=after, language=language)
            try:
                async for update in self._stub.WatchTournament(request, metadata=self._auth):
                    pause = FIRST_PAUSE_SECONDS
                    for event in update.events:
                        yield event
                        after = event.number
                return
            except grpc.RpcError as error:
                if not is_connection_lost(error):
                    raise refusal_of(error) from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    async def _call(self, method: str, request: Any) -> Any:
        with raising_refusals():
            return await getattr(self._stub, method)(request, metadata=self._auth)
