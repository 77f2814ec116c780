"""Matches to play over gRPC."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.engine.__main__ import setup
from services.process.settings import Settings
from tests.services.conftest import bearer, channel_to


@dataclass
class NewMatch:
    """A match made for a test, and the tokens of its seats."""

    id: str
    tokens: dict[int, str] = field(default_factory=dict)
    spectator: str = ""

    def auth(self, seat: int):
        """Metadata of a seat's call."""
        return bearer(self.tokens[seat])

    def watcher(self):
        """Metadata of a spectator's call; a match that is not private needs none."""
        return bearer(self.spectator) if self.spectator else ()


class Engine:
    """An engine worker, as a test talks to it."""

    def __init__(self, channel, admin) -> None:
        self.stub = EngineServiceStub(channel)
        self.admin = admin

    async def new_match(self, people: int = 2, bots: int = 0, game="barrow", scenario="duel", **more) -> NewMatch:
        """A new match with so many people, then so many bots."""
        players = [pb.SeatHolder(player=f"p{n}") for n in range(people)] + [pb.SeatHolder(bot="random")] * bots
        request = pb.CreateMatchRequest(game=game, scenario=scenario, seats=players, **more)
        created = await self.stub.CreateMatch(request, metadata=self.admin)
        return NewMatch(
            created.match.match_id, {one.seat: one.token for one in created.tokens}, created.spectator_token
        )

    async def see(self, match: NewMatch, seat: int | None = None, language=0):
        """What a seat sees now."""
        auth = match.auth(seat) if seat is not None else match.watcher()
        request = pb.ObserveRequest(match_id=match.id, seat=seat, language=language)
        return (await self.stub.Observe(request, metadata=auth)).update

    async def choose(self, match: NewMatch, seat: int, index: int = 0, version: int | None = None, **more):
        """Choose for a seat; by default in answer to its open decision."""
        if version is None:
            version = (await self.see(match, seat)).decision.version
        request = pb.ChooseRequest(match_id=match.id, seat=seat, version=version, index=index, **more)
        return (await self.stub.Choose(request, metadata=match.auth(seat))).update

    async def play_out(self, match: NewMatch) -> pb.GetMatchResponse:
        """Let people take the first option until the match is over."""
        while True:
            info = (await self.stub.GetMatch(pb.GetMatchRequest(match_id=match.id), metadata=self.admin)).match
            if info.HasField("end"):
                return info
            for seat in info.waiting_for:
                await self.choose(match, seat)


@pytest.fixture
async def worker(settings: Settings, store, admin) -> AsyncIterator[Engine]:
    """An engine worker."""
    async with channel_to(setup, settings) as channel:
        yield Engine(channel, admin)


@pytest.fixture
async def other(settings: Settings, store, admin) -> AsyncIterator[Engine]:
    """Another worker of the same pool."""
    async with channel_to(setup, settings) as channel:
        yield Engine(channel, admin)
