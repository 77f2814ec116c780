"""Tournaments and the ratings of people: who may enter by theirs, and which matches change them."""

import math
from collections.abc import AsyncIterator
from typing import NamedTuple

import grpc
import pytest

from services.api import tournaments_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.players_pb2 import GetRatingsRequest, ListRatingHistoryRequest, Rating
from services.api.players_pb2_grpc import PlayersServiceStub
from services.client import Seat
from services.players.__main__ import setup as players_setup
from services.process.ports import free_port
from services.process.refusals import detail_of
from tests.services.conftest import channel_to, eventually
from tests.services.players.conftest import sign_up
from tests.services.tournaments.conftest import Hall, open_hall, setup
from tests.services.tournaments.people import Person, playing

MATCH = pb.Stage(swiss=pb.SwissStage(rounds=1, table="match"))


class Club(NamedTuple):
    """A hall whose people have accounts."""

    hall: Hall
    players: PlayersServiceStub

    async def ratings(self, player: str) -> list[Rating]:
        return list((await self.players.GetRatings(GetRatingsRequest(player=player))).ratings)

    async def rated_matches(self, player: str) -> list[str]:
        """The matches that have changed somebody's ratings, the latest first."""
        answer = await self.players.ListRatingHistory(ListRatingHistoryRequest(player=player, game="barrow"))
        return [one.match_id for one in answer.changes]

    async def held(self, *stages: pb.Stage, rated: bool) -> str:
        """A tournament that was played, in which ann won all that she played against bob."""
        tournament = await self.hall.create(*stages, rated=rated)
        await self.hall.enter(tournament, "ann", "bob")
        await self.hall.start(tournament)
        people = [
            kind(name, self.hall.stub, self.hall.auth(name)) for kind, name in ((Person, "ann"), (Quitter, "bob"))
        ]
        async with playing(tournament, *people):
            await self.hall.finished(tournament)
        return tournament

    async def refusal(self, tournament: str, player: str) -> str:
        """Why somebody may not enter."""
        with pytest.raises(grpc.RpcError) as refused:
            await self.hall.enter(tournament, player)
        detail = detail_of(refused.value)
        assert detail.reason == ErrorReason.ERROR_REASON_AGAINST_TOURNAMENT_RULES
        return detail.message


class Quitter(Person):
    """Somebody who concedes every match at once."""

    async def _sit(self, one: pb.TableAssignment) -> None:
        async with Seat(one.engine_address, one.token, one.seat) as seat:
            async for update in seat:
                if update.HasField("end"):
                    return
                await seat.concede()


@pytest.fixture
async def club(settings, store, admin, keyring, tmp_path) -> AsyncIterator[Club]:
    """A hall with a players service, where ann and bob have accounts."""
    port = free_port()
    with_players = settings.having(players_address=f"127.0.0.1:{port}")
    async with open_hall(with_players, keyring, admin, tmp_path, setup) as hall:
        own = settings.having(
            port=port, archive_address=hall.archive_address, database_url=f"sqlite:///{tmp_path}/players.db"
        )
        async with channel_to(players_setup, own) as channel:
            players = PlayersServiceStub(channel)
            for name in ("ann", "bob"):
                await sign_up(players, name)
            yield Club(hall, players)


async def test_matches_of_rated_tournaments_alone_change_ratings(club: Club) -> None:
    await club.held(MATCH, rated=False)
    rated = await club.held(MATCH, rated=True)
    await eventually(lambda: club.ratings("bob"))
    assert await club.rated_matches("ann") == await club.rated_matches("bob") == [f"{rated}-1-1-1-1"]
    [[ann], [bob]] = [await club.ratings(name) for name in ("ann", "bob")]
    assert ann.rating > 1500 > bob.rating


async def test_matches_of_deals_that_all_share_are_rated_too(club: Club) -> None:
    """They are hidden while they are played, as private ones are, and no less between people who met by the rules."""
    rated = await club.held(pb.Stage(duplicate=pb.DuplicateStage(deals=1)), rated=True)
    await eventually(lambda: club.ratings("bob"))
    assert all(match.startswith(rated) for match in await club.rated_matches("ann"))


async def test_who_is_out_of_bounds_is_told_why(club: Club) -> None:
    await club.held(MATCH, rated=True)
    [bob] = await eventually(lambda: club.ratings("bob"))
    [ann] = await club.ratings("ann")
    for_strong = await club.hall.create(registration=pb.Registration(least_rating=1500))
    for_weak = await club.hall.create(registration=pb.Registration(most_rating=1500))
    assert await club.refusal(for_strong, "bob") == (
        f"A rating of at least 1500 is needed; bob has {math.floor(bob.rating)}."
    )
    assert await club.refusal(for_weak, "ann") == (
        f"A rating of at most 1500 is needed; ann has {math.ceil(ann.rating)}."
    )
    for tournament in (for_strong, for_weak):
        assert "eve has no account" in await club.refusal(tournament, "eve")
    await club.hall.enter(for_strong, "ann")
    await club.hall.enter(for_weak, "bob")
    request = pb.ListTournamentEntrantsRequest(tournament_id=for_weak)
    [entrant] = (await club.hall.stub.ListTournamentEntrants(request)).entrants
    assert entrant.rating == pytest.approx(bob.rating)
