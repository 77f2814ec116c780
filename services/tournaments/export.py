"""A tournament as a file: JSON with everything that verifies it, a CSV line for each entrant at each table, or the text
form that chess tournaments are exchanged in."""

import csv
import io
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from services.competition.competition import Competition
from services.competition.events import Logged
from services.competition.matches import Leg, match_id
from services.competition.plan import Arena, Elimination, Pods
from services.competition.rounds import RoundState, TableState, is_pair
from services.competition.sheet import Line, Outing
from services.competition.stages import StageState
from services.tournaments.wire import public_event, without_password

COLUMNS = ("stage", "round", "table", "deal", "entrant", "side", "opponents", "points", "score", "outing", "match_ids")
"""What is told of each entrant at each table. Where a table is one match the side is told: the place in the order of
sides or seats, from 1."""
ADJUDICATED = "adjudicated"
"""How it went for who sat at a table whose result was set, by the host or because its time was over."""
RATING_WIDTH = 4


def json_head(tournament_id: str, host: str, competition: Competition) -> dict[str, Any]:
    """What stands before the events: the plan, who entered, and how they stand."""
    return {
        "tournament_id": tournament_id,
        "host": host,
        "plan": without_password(competition.rules),
        "commitment": competition.commitment,
        "secret": competition.secret if competition.is_over else None,
        "entrants": [_entrant(competition, number) for number in competition.entries],
        "standings": _final(competition),
    }


def as_json(head: dict[str, Any], pages: Iterable[Sequence[Logged]]) -> Iterator[bytes]:
    """One object: its head, and every event, by which anybody can make the rest anew."""
    yield msgspec.json.encode(head)[:-1] + b',"events":['
    separator = b"\n"
    for page in pages:
        for one in page:
            line = {"number": one.number, "at": one.at, "actor": one.actor, "why": one.why, **public_event(one.event)}
            yield separator + msgspec.json.encode(line)
            separator = b",\n"
    yield b"\n]}\n"


def _entrant(competition: Competition, number: int) -> dict[str, Any]:
    entry = competition.entries[number]
    return {
        "entrant": number,
        "name": entry.name,
        "kind": entry.kind,
        "bot": entry.bot,
        "version": entry.version,
        "rating": entry.rating,
        "members": entry.members,
        "withdrawn": entry.withdrawn,
    }


def _final(competition: Competition) -> list[dict[str, Any]]:
    standings = competition.final or (competition.stage.standings if competition.stage is not None else ())
    return [
        {
            "rank": one.rank,
            "entrant": competition.entries[one.entrant].name,
            "points": one.points,
            "tie_breaks": one.tie_breaks,
        }
        for one in standings
    ]


# -- CSV


def as_csv(tournament_id: str, competition: Competition) -> Iterator[bytes]:
    """Names of columns, and then the tables of all rounds."""
    yield _lines([COLUMNS])
    for stage in competition.stages:
        for state in stage.rounds:
            yield _lines(_rows(tournament_id, competition, stage, state))


def _rows(
    tournament_id: str, competition: Competition, stage: StageState, state: RoundState
) -> Iterator[Sequence[Any]]:
    for entrant in state.byes:
        yield (stage.number + 1, state.number, "", "", competition.entries[entrant].name, "", "", "", "", "bye", "")
    for number, table in state.tables.items():
        ids = [match_id(tournament_id, Leg(stage.number, state.number, number, leg)) for leg in sorted(table.legs)]
        for index, entrant in enumerate(table.table.entrants):
            others = [competition.entries[one].name for one in table.table.entrants if one != entrant]
            yield (
                stage.number + 1,
                state.number,
                number,
                table.table.deal,
                competition.entries[entrant].name,
                "" if is_pair(stage.plan) else index + table.table.place + 1,
                "; ".join(others),
                "" if table.points is None else f"{table.points[index]:g}",
                f"{table.scores[index]:g}" if index < len(table.scores) else "",
                _outing(table, index),
                " ".join(ids),
            )


def _outing(table: TableState, index: int) -> str:
    """How it went for an entrant at a table; empty while it is open."""
    if not table.outings:
        return ""
    outing = table.outings[index]
    return ADJUDICATED if table.is_adjudicated and outing is Outing.played else outing.value


def _lines(rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


# -- TRF


def can_be_trf(stage: StageState) -> bool:
    """Whether a stage can be told in the text form: two meet in rounds."""
    return not isinstance(stage.plan, Arena | Pods) and all(len(one) <= 2 for one in _meetings(stage))


def _meetings(stage: StageState) -> Iterator[tuple[int, ...]]:
    return (state.table.entrants for one in stage.rounds for state in one.tables.values())


def as_trf(competition: Competition, stage: StageState) -> Iterator[bytes]:
    """The lines of FIDE's report file (TRF16), as far as they apply: the tournament, and then the entrants in the order
    of the seeds, with opponent, side and result of each round.

    Points of a pair are halved, so that a won round is one point as in chess."""
    plan = competition.rules
    yield _line(f"012 {plan.name}")
    if plan.starts is not None:
        yield _line(f"042 {plan.starts:%Y/%m/%d}")
    yield _line(f"062 {len(stage.seeds)}")
    yield _line(f"092 {type(stage.plan).__name__}: {plan.setting.game} {plan.setting.scenario}".rstrip())
    yield _line(f"XXR {stage.planned_rounds or len(stage.rounds)}")
    places = {one.entrant: place for place, one in enumerate(stage.standings, start=1)}
    for entrant in stage.seeds:
        yield _line(_trf_entrant(competition, stage, entrant, places.get(entrant, 0)))


def _line(text: str) -> bytes:
    return text.encode() + b"\n"


def _trf_entrant(competition: Competition, stage: StageState, entrant: int, place: int) -> str:
    """Columns by position, as the report file has them: number 5-8, name 15-47, rating 49-52, points 81-84, place
    86-89, and from 92 on ten for each round."""
    entry = competition.entries[entrant]
    number = stage.rank_of_seed[entrant] + 1
    rating = f"{entry.rating:{RATING_WIDTH}.0f}"[:RATING_WIDTH] if entry.rating is not None else " " * RATING_WIDTH
    points = sum(_share(stage, line, number) for number, line in enumerate(stage.sheet.lines[entrant]))
    head = f"001 {number:4}      {entry.name[:33]:33} {rating}"
    head = f"{head:80}{points:4.1f} {place:4}"
    rounds = (_trf_round(stage, line, number) for number, line in enumerate(stage.sheet.lines[entrant]))
    return "  ".join(itertools.chain([head], rounds)).rstrip()


def _share(stage: StageState, line: Line, number: int) -> float:
    """The share that an entrant has of a round, as of a game of chess; a series of an elimination is won, drawn or
    lost."""
    if not isinstance(stage.plan, Elimination) or not line.opponents:
        return line.points / stage.sheet.win
    theirs = stage.sheet.lines[line.opponents[0]][number].points
    return float(line.points > theirs) if line.points != theirs else 0.5


def _trf_round(stage: StageState, line: Line, number: int) -> str:
    if line.outing is Outing.bye:
        return "0000 - U"
    if not line.opponents:
        return "0000 - Z"
    opponent = stage.rank_of_seed[line.opponents[0]] + 1
    side = "-" if is_pair(stage.plan) or line.place not in (0, 1) else "wb"[line.place]
    return f"{opponent:4} {side} {_trf_result(line, _share(stage, line, number))}"


def _trf_result(line: Line, share: float) -> str:
    """1, = and 0; + and - for forfeits; a pair that was neither won nor drawn is told by who had more of it."""
    if line.outing is Outing.won_by_forfeit:
        return "+"
    if line.outing is Outing.lost_by_forfeit:
        return "-"
    return "1" if share > 0.5 else "=" if share == 0.5 else "0"
