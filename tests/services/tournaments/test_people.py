"""Tournaments of people: they are given seats, and who does not come, comes late or leaves holds up nobody."""

import random

import grpc
import pytest

from services.api import tournaments_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.process.refusals import detail_of
from tests.services.conftest import eventually
from tests.services.tournaments.conftest import PATIENCE, Hall
from tests.services.tournaments.people import Habits, Person, playing

SECOND = 1 / 60


def person(hall: Hall, name: str, **habits) -> Person:
    return Person(name, hall.stub, hall.auth(name), Habits(**habits), random.Random(name))


def kinds(events: list[pb.TournamentEvent]) -> list[str]:
    return [one.kind for one in events]


async def test_people_play_their_tables_to_the_end(hall: Hall) -> None:
    tournament = await hall.create(pb.Stage(swiss=pb.SwissStage(rounds=2)))
    names = ["ann", "bob", "cat", "dan"]
    await hall.enter(tournament, *names)
    await hall.start(tournament)
    async with playing(tournament, *(person(hall, name) for name in names)):
        await hall.finished(tournament)
    standings = await hall.standings(tournament)
    assert sorted(one.entrant for one in standings) == names
    assert sum(one.points for one in standings) == 2 * 2 * 2
    pairings = await hall.pairings(tournament, round=1)
    assert len(pairings.tables) == 2
    assert {place.entrant for table in pairings.tables for place in table.places} == set(names)
    assert all(match.counts for table in pairings.tables for match in table.matches)
    assert await hall.faults(tournament) == []


async def test_who_does_not_come_forfeits_and_who_does_it_twice_is_withdrawn(hall: Hall) -> None:
    tournament = await hall.create(
        pb.Stage(swiss=pb.SwissStage(rounds=3)), pace=pb.Pace(first_choice_minutes=1.5 * SECOND)
    )
    names = ["ann", "bob", "cat", "dan"]
    await hall.enter(tournament, *names)
    await hall.start(tournament)
    async with playing(tournament, *(person(hall, name) for name in names[:3])):
        await hall.finished(tournament)
    events = await hall.events(tournament)
    assert kinds(events).count("forfeited") == 2
    [withdrawal] = [one for one in events if one.kind == "withdrew"]
    assert (withdrawal.actor, withdrawal.why) == ("director", "did not come 2 times")
    by_name = {one.entrant: one for one in await hall.standings(tournament)}
    assert by_name["dan"].points == 0
    assert by_name["dan"].rank == 4
    for table in (await hall.pairings(tournament, round=1, entrant="dan")).tables:
        outings = {place.entrant: place.outing for place in table.places}
        assert outings.pop("dan") == pb.TABLE_OUTING_LOST_BY_FORFEIT
        assert set(outings.values()) == {pb.TABLE_OUTING_WON_BY_FORFEIT}
    assert "matches-ended" in kinds(events), "the matches that waited for him are over"
    assert await hall.faults(tournament) == []


async def test_a_bot_sits_in_for_who_does_not_come(hall: Hall, settings) -> None:
    from tests.services.bots.test_bots import start_worker

    tournament = await hall.create(
        pb.Stage(swiss=pb.SwissStage(rounds=1)),
        pace=pb.Pace(first_choice_minutes=1.5 * SECOND, no_show="bot"),
    )
    await hall.enter(tournament, "ann", "bob")
    await hall.start(tournament)
    async with start_worker(hall.settings), playing(tournament, person(hall, "ann")):
        await hall.finished(tournament)
    [table] = (await hall.pairings(tournament)).tables
    assert {place.entrant: place.bot_sits_in for place in table.places} == {"ann": False, "bob": True}
    assert all(match.counts for match in table.matches)
    assert await hall.faults(tournament) == []


async def test_late_entrants_play_from_then_on_and_those_too_late_are_told(hall: Hall) -> None:
    tournament = await hall.create(pb.Stage(swiss=pb.SwissStage(rounds=3)), pace=pb.Pace(advance="hand"))
    await hall.enter(tournament, "ann", "bob")
    await hall.start(tournament)

    async def round_is(number: int) -> bool:
        return (await hall.get(tournament)).round == number

    async def begin() -> None:
        request = pb.BeginRoundRequest(tournament_id=tournament)
        await hall.stub.BeginRound(request, metadata=hall.auth("gandalf"))

    people = [person(hall, name) for name in ("ann", "bob", "cat", "dan")]
    async with playing(tournament, *people):
        await eventually(lambda: round_is(1), PATIENCE)
        await hall.enter(tournament, "cat", "dan")
        await begin()
        await eventually(lambda: round_is(2), PATIENCE)
        with pytest.raises(grpc.RpcError, match="too late to enter") as refused:
            await hall.enter(tournament, "eve")
        assert detail_of(refused.value).reason == ErrorReason.ERROR_REASON_AGAINST_TOURNAMENT_RULES
        for number in (2, 3):
            await eventually(lambda number=number: round_is(number), PATIENCE)
            await begin()
        await hall.finished(tournament)
    assert [len((await hall.pairings(tournament, round=number)).tables) for number in (1, 2, 3)] == [1, 2, 2]
    assert await hall.faults(tournament) == []


async def test_who_withdraws_loses_the_table_and_may_come_back(hall: Hall) -> None:
    tournament = await hall.create(pb.Stage(swiss=pb.SwissStage(rounds=2)))
    await hall.enter(tournament, "ann", "bob", "cat", "dan")  # the other table keeps the round open
    await hall.start(tournament)

    async def tables() -> list[pb.TableAssignment]:
        request = pb.ListMyTablesRequest(tournament_id=tournament)
        return list((await hall.stub.ListMyTables(request, metadata=hall.auth("ann"))).tables)

    first = await eventually(tables, PATIENCE)
    assert len(first) == 1, "the other side of the deal comes when this one is played"
    assert first[0].opponents[0] in {"bob", "cat", "dan"}
    withdraw = pb.WithdrawRequest(tournament_id=tournament)
    assert (await hall.stub.Withdraw(withdraw, metadata=hall.auth("ann"))).entrant.withdrawn

    async def is_settled() -> bool:
        [table] = (await hall.pairings(tournament, round=1, entrant="ann")).tables
        return not table.open

    await eventually(is_settled, PATIENCE)
    assert not [one for one in await tables() if one.round == 1]
    back = await hall.stub.ComeBack(pb.ComeBackRequest(tournament_id=tournament), metadata=hall.auth("ann"))
    assert not back.entrant.withdrawn


async def test_a_password_is_asked_for_and_has_to_be_right(hall: Hall) -> None:
    tournament = await hall.create(registration=pb.Registration(password="mellon"))
    for password, reason in (("", "A password is needed to enter."), ("friend", "The password is wrong.")):
        with pytest.raises(grpc.RpcError) as refused:
            await hall.enter(tournament, "ann", password=password)
        assert detail_of(refused.value).message == reason
    await hall.enter(tournament, "ann", password="mellon")
    assert (await hall.get(tournament)).entrants == 1
