"""A tournament counted again from its archived records: every table one result, and standings that follow from them."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.tournaments.venue import Venue
from services.api import tournaments_pb2 as pb
from services.api.archive_pb2 import ArchivedRecord
from services.competition import events
from services.competition.events import Logged
from services.competition.verification import Export, read_export, records_needed, records_of_no_shows, verify

RECORD_SECONDS = 60.0
"""How long records are waited for: a match that was ended for nothing is archived a little later."""
WON, PLAYED = 2.0, pb.TABLE_OUTING_PLAYED
"""The points of a pair that is won, and how a table came to its result that was played out."""


async def check(venue: Venue, tournament_id: str) -> dict[str, Any]:
    """Hold a tournament of pairs that is over against its records; its figures, or AssertionError."""
    export = read_export(await venue.export(tournament_id))
    records = await _all_records(venue, tournament_id, export)
    faults = verify(export, records)
    assert not faults, faults[:5]
    check_once(export.logged)
    rounds = await venue.rounds(tournament_id)
    names = {one.bot or one.name: one.name for one in await venue.entrants(tournament_id)}
    points = recount(rounds, records, names)
    standings = await venue.standings(tournament_id)
    counted = {name: points[name] for name in names.values()}
    assert {one.entrant: one.points for one in standings} == counted, "standings equal the recount"
    order = [(one.points, *one.tie_breaks) for one in standings]
    assert order == sorted(order, reverse=True), "standings are in the order of points and tie-breaks"
    return figures(export.logged, rounds, records)


async def _all_records(venue: Venue, tournament_id: str, export: Export) -> dict[str, ArchivedRecord]:
    """All records, once those that count are among them, and those that show who did not come."""
    needed = {*records_needed(export), *records_of_no_shows(export)}
    async with asyncio.timeout(RECORD_SECONDS):
        while not needed <= (records := await venue.records(tournament_id)).keys():
            await asyncio.sleep(1.0)
    return records


def check_once(logged: Sequence[Logged]) -> None:
    """No round is paired twice, no match made twice, no result told twice."""
    counted: Counter[tuple[Any, ...]] = Counter()
    for one in logged:
        match one.event:
            case events.RoundPaired(stage=stage, round=number):
                counted["paired", stage, number] += 1
            case events.MatchesMade(stage=stage, round=number, table=table, legs=legs):
                counted.update(("made", stage, number, table, leg) for leg in legs)
            case events.LegEnded(stage=stage, round=number, table=table, leg=leg):
                counted["ended", stage, number, table, leg] += 1
    twice = [what for what, times in counted.items() if times > 1]
    assert not twice, f"happened twice: {twice[:5]}"


def recount(
    rounds: Sequence[Sequence[pb.GetPairingsResponse]], records: Mapping[str, ArchivedRecord], names: Mapping[str, str]
) -> defaultdict[str, float]:
    """Points by entrant: of a table that was played out by what its records say, and of one that was not by how it
    came to its result. `names` says which entrant plays as a bot, or is a person."""
    points: defaultdict[str, float] = defaultdict(float)
    for pages in rounds:
        for name in pages[0].byes:
            points[name] += WON
        for table in (table for page in pages for table in page.tables):
            assert not table.open, f"table {table.number} has a result"
            for place in table.places:
                points[place.entrant] += place.points
            if all(place.outing == PLAYED for place in table.places):
                played = _points_of_table(table, records, names)
                assert played == {place.entrant: place.points for place in table.places}, table
            else:
                assert sorted(_points_of_forfeit(table)) in ([0.0, 0.0], [0.0, WON]), table
    return points


def _points_of_forfeit(table: pb.TournamentTable) -> Iterator[float]:
    for place in table.places:
        yield place.points
        assert place.points == (WON if place.outing == pb.TABLE_OUTING_WON_BY_FORFEIT else 0.0), table


def _points_of_table(
    table: pb.TournamentTable, records: Mapping[str, ArchivedRecord], names: Mapping[str, str]
) -> dict[str, float]:
    """What the records of the matches of a table give its entrants: a point for who won each, or half of it."""
    points = {place.entrant: 0.0 for place in table.places}
    assert len(table.matches) == 2, "a pair is two matches"
    for match in table.matches:
        record = records[match.match_id]
        seats = [names[seat.player or seat.bot] for seat in record.seats]
        assert sorted(seats) == sorted(points), "those of the table sat at it, once each"
        winners = {seats[seat] for seat in record.outcome.winners}
        for name in points:
            points[name] += 0.5 if len(winners) != 1 else float(name in winners)
    return points


def figures(
    logged: Sequence[Logged],
    rounds: Sequence[Sequence[pb.GetPairingsResponse]],
    records: Mapping[str, ArchivedRecord],
) -> dict[str, Any]:
    """What happened, in numbers."""
    kinds = Counter(type(one.event) for one in logged)
    outings = Counter(
        pb.TableOuting.Name(place.outing).removeprefix("TABLE_OUTING_").lower()
        for pages in rounds
        for page in pages
        for table in page.tables
        for place in table.places
    )
    return {
        "entrants": kinds[events.Entered],
        "rounds": len(rounds),
        "tables": sum(len(page.tables) for pages in rounds for page in pages),
        "byes": sum(len(pages[0].byes) for pages in rounds),
        "places": dict(outings),
        "results": kinds[events.LegEnded],
        "forfeited matches": kinds[events.LegForfeited],
        "withdrawn": kinds[events.Withdrew],
        "came back": kinds[events.Returned],
        "records": len(records),
        "events": len(logged),
        "results to pairings, seconds": list(_pauses(logged)),
    }


def _pauses(logged: Sequence[Logged]) -> Iterator[float]:
    """For each round but the first: from the last result of the one before to its pairings."""
    last = 0.0
    for one in logged:
        match one.event:
            case events.LegEnded() | events.Forfeited():
                last = one.at
            case events.RoundPaired(round=number) if number > 1:
                yield round(one.at - last, 2)
