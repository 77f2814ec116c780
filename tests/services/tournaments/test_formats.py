"""Every format through the services, played by bots: who met, what counted, and that all of it can be verified."""

import csv
import io
from collections import Counter

import grpc
import pytest

from services.api import tournaments_pb2 as pb
from services.api.archive_pb2 import Filter, GetRequest, ListRequest
from tests.services.bots.test_bots import start_worker
from tests.services.conftest import eventually
from tests.services.tournaments.conftest import PATIENCE, Hall
from tests.services.tournaments.people import Person, playing

COMPANY = pb.TournamentSetting(game="barrow", scenario="company")
DUEL = pb.TournamentSetting(game="barrow", scenario="duel")
MIRKWOOD = pb.TournamentSetting(game="lotr", scenario="passage-through-mirkwood", seats=1)
EIGHT = ["random", "greedy", "greedy:blunder=0.5", "random:blunder=0.5"] * 2

EVENTS = {
    "round robin, groups and a final": (
        DUEL,
        [
            pb.Stage(round_robin=pb.RoundRobinStage(groups=2, take=2)),
            pb.Stage(elimination=pb.EliminationStage(third_place=True)),
        ],
        2 * 6 + 4,
    ),
    "double round robin of matches": (
        DUEL,
        [pb.Stage(round_robin=pb.RoundRobinStage(double=True, groups=2, table="match"))],
        2 * 2 * 6,
    ),
    "double elimination": (DUEL, [pb.Stage(elimination=pb.EliminationStage(double=True, best_of=3))], None),
    "swiss of matches": (DUEL, [pb.Stage(swiss=pb.SwissStage(rounds=3, table="match", accelerated=True))], 12),
    "pods": (COMPANY, [pb.Stage(pods=pb.PodsStage(rounds=2, sizes=[3]))], 2 * 2),
    "duplicate against the field": (DUEL, [pb.Stage(duplicate=pb.DuplicateStage(deals=3))], 3 * 4),
    "duplicate against a bot": (
        DUEL,
        [pb.Stage(duplicate=pb.DuplicateStage(deals=2, against="bot", bot="random", timing="window"))],
        2 * 8,
    ),
    "swiss of what is played together": (MIRKWOOD, [pb.Stage(swiss=pb.SwissStage(rounds=1))], 4),
    "score contest": (MIRKWOOD, [pb.Stage(score=pb.ScoreStage(deals=2))], 2 * 8),
}
"""By name: what is played, in which stages, and how many tables that makes."""

TIE_BREAKS = {
    "double elimination": [],
    "duplicate against the field": ["score"],
    "duplicate against a bot": ["score"],
    "score contest": ["score"],
}
"""By name: what breaks ties where that is not what the host chose."""


async def tables_of(hall: Hall, tournament: str) -> list[pb.TournamentTable]:
    """The tables of all rounds of all stages."""
    tables = []
    for stage in range(1, (await hall.get(tournament)).stage + 1):
        number = 1
        while True:
            try:
                answer = await hall.pairings(tournament, stage=stage, round=number, page_size=500)
            except grpc.RpcError:  # there is no such round
                break
            tables += answer.tables
            number += 1
    return tables


async def test_every_format_is_played_to_its_end(hall: Hall, settings) -> None:
    """All of them at once, as on a busy evening."""
    by_name = {}
    for name, (setting, stages, _) in EVENTS.items():
        by_name[name] = await hall.create(*stages, name=name, setting=setting)
        await hall.enter_bots(by_name[name], *(EIGHT if setting.game == "barrow" else ["random"] * 8))
        await hall.start(by_name[name])
    async with start_worker(hall.settings.having(games="barrow,lotr")):
        for name, tournament in by_name.items():
            after = await hall.finished(tournament)
            assert after.plan.name == name
    for name, tournament in by_name.items():
        tables = await tables_of(hall, tournament)
        expected = EVENTS[name][2]
        assert expected is None or len(tables) == expected, name
        assert not any(table.open for table in tables), name
        assert await hall.faults(tournament) == [], name
        final = await hall.stub.GetTournamentStandings(pb.GetTournamentStandingsRequest(tournament_id=tournament))
        assert (final.final, len(final.standings)) == (True, 8), name
        chosen = ["buchholz-cut-1", "buchholz", "sonneborn-berger"]
        assert list(final.tie_breaks) == TIE_BREAKS.get(name, chosen), name
        assert all(len(one.tie_breaks) in (0, len(final.tie_breaks)) for one in final.standings), name
        shown = csv.DictReader(io.StringIO((await hall.export(tournament, pb.TOURNAMENT_EXPORT_FORMAT_CSV)).decode()))
        lines = [line for line in shown if line["outing"] != "bye"]
        assert len(lines) == sum(len(table.places) for table in tables), name


async def test_an_arena_pairs_who_is_free_until_its_time_is_over(hall: Hall, tmp_path) -> None:
    tournament = await hall.create(pb.Stage(arena=pb.ArenaStage(minutes=0.12)))
    await hall.enter_bots(tournament, *EIGHT)
    ready = tmp_path / "worker-ready"

    async def is_ready() -> bool:
        return ready.exists()

    async with start_worker(hall.settings, str(ready)):
        await eventually(is_ready)
        await hall.start(tournament)
        await hall.finished(tournament)
    tables = [table for table in await tables_of(hall, tournament) if not table.open]
    played = Counter(place.entrant for table in tables for place in table.places)
    assert len(played) == 8
    standings = await hall.standings(tournament)
    assert [one.points for one in standings] == sorted((one.points for one in standings), reverse=True)
    assert standings[0].points > 0
    assert await hall.faults(tournament) == []


async def test_all_have_the_same_deals_and_nobody_sees_a_record_before_all_have_played(hall: Hall) -> None:
    """In a duplicate one table is played out while another waits: what was dealt stays sealed."""
    tournament = await hall.create(pb.Stage(duplicate=pb.DuplicateStage(deals=2)))
    names = ["ann", "bob", "cat", "dan"]
    await hall.enter(tournament, *names)
    await hall.start(tournament)
    people = {name: Person(name, hall.stub, hall.auth(name)) for name in names}

    async def first_round() -> pb.GetPairingsResponse | None:
        try:
            answer = await hall.pairings(tournament, round=1)
        except grpc.RpcError:
            return None
        return answer if all(table.matches for table in answer.tables) else None

    pairings = await eventually(first_round, PATIENCE)
    assert len({deal.commitment for deal in pairings.deals}) == 1
    assert not pairings.deals[0].seed, "not revealed while it is played"
    early, late = pairings.tables
    at_early = [people[place.entrant] for place in early.places]
    match = early.matches[0].match_id

    async def is_done() -> bool:
        return not (await hall.pairings(tournament, round=1)).tables[0].open

    async with playing(tournament, *at_early):
        await eventually(is_done, PATIENCE)
        for auth in (at_early[0].auth, hall.auth(late.places[0].entrant), ()):
            with pytest.raises(grpc.RpcError):
                await hall.archive.Get(GetRequest(match_id=match), metadata=auth)
        shown = await hall.archive.List(ListRequest(filter=Filter(labels={"tournament": tournament})))
        assert not shown.records
        at_late = [people[place.entrant] for place in late.places]
        async with playing(tournament, *at_late):
            await hall.finished(tournament)
    revealed = (await hall.pairings(tournament, round=1)).deals[0]
    assert revealed.commitment == pairings.deals[0].commitment

    async def is_open() -> bool:
        shown = await hall.archive.List(ListRequest(filter=Filter(labels={"tournament": tournament})))
        return len(shown.records) == 4

    await eventually(is_open)
    record = (await hall.archive.Get(GetRequest(match_id=match))).record
    assert record.commitment == revealed.commitment
    assert await hall.faults(tournament) == []
    secret = (await hall.get(tournament)).secret
    assert secret
