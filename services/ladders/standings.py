"""Standings of a ladder: one fit over all its pairs, and what each entrant did. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.bots.timing import quantile
from services.api import ladders_pb2 as pb
from services.ladders.model import EntrantRow, LadderRow, MeetingRow, cells_of
from services.ladders.scheduling import divisions
from services.pairs.pentanomial import Pentanomial
from services.pairs.ratings import Ratings, fit
from services.pairs.side_ratings import SideRatings, rate_sides

HISTORY_GROWTH = 1.1
"""Standings are kept whenever a ladder has grown by this factor."""
HALF = 0.5
"""The likelihood to be stronger than somebody of whom nothing is known."""

_NOBODY = Ratings(np.zeros(0), np.zeros((0, 0)), 0.0, 0.0)


class Rated(NamedTuple):
    """The ratings of a ladder, and its standings as the API gives them."""

    ratings: Ratings
    standings: pb.Standings
    meetings: Sequence[MeetingRow]
    """What they were computed from."""


def rate(
    ladder: LadderRow,
    entrants: Sequence[EntrantRow],
    states: Sequence["pb.EntrantState.ValueType"],
    meetings: Sequence[MeetingRow],
    times: Mapping[int, Mapping[int, int]],
    sides: Sequence[str],
    now_ms: int,
) -> Rated:
    """Fit ratings to all pairs of a ladder, and list its entrants by them; `times` tells how long each one's decisions
    took (engine.bots.timing)."""
    cells = cells_of(meetings)
    anchors = {row.entrant: row.anchor_elo for row in entrants if row.anchor_elo is not None}
    ratings = fit(cells, len(entrants), anchors) if entrants else _NOBODY
    by_side = rate_sides(cells, ratings) if len(sides) > 1 else None
    results = _results(len(entrants), meetings)
    order = sorted(range(len(entrants)), key=lambda entrant: (-ratings.elo[entrant], entrant))
    playing = [entrant for entrant in order if states[entrant] == pb.ENTRANT_STATE_PLAYING]
    division = {entrant: number for number, part in enumerate(divisions(playing), 1) for entrant in part}
    standings = pb.Standings(
        ladder_id=ladder.ladder_id,
        pairs=sum(row.pairs for row in meetings),
        taken_ms=now_ms,
        first_side_elo=ratings.first_side if by_side is not None else 0.0,
        first_side_error=2 * ratings.first_side_error if by_side is not None else 0.0,
    )
    for place, entrant in enumerate(order, 1):
        row = entrants[entrant]
        standings.standings.add(
            place=place,
            entrant=entrant,
            bot=row.bot,
            fingerprint=row.fingerprint,
            state=states[entrant],
            anchor=row.anchor_elo is not None,
            elo=float(ratings.elo[entrant]),
            elo_error=2 * ratings.error(entrant),
            los=HALF if place == len(order) else ratings.superiority(entrant, order[place]),
            pairs=results[entrant].pairs,
            score=results[entrant].score,
            sides=[] if by_side is None else _sides(by_side, entrant, sides),
            crashes=row.crashes,
            overruns=row.overruns,
            illegals=row.illegals,
            division=division.get(entrant, 0),
            p50_ms=1000 * quantile(times.get(entrant, {}), 0.5),
            p99_ms=1000 * quantile(times.get(entrant, {}), 0.99),
        )
    return Rated(ratings, standings, meetings)


def _results(entrants: int, meetings: Sequence[MeetingRow]) -> list[Pentanomial]:
    """By entrant: all its pairs."""
    results = [Pentanomial()] * entrants
    for row in meetings:
        results[row.first] += row.pentanomial
        results[row.second] += row.pentanomial.reversed
    return results


def _sides(by_side: SideRatings, entrant: int, sides: Sequence[str]) -> list[pb.SideStanding]:
    return [
        pb.SideStanding(
            side=side,
            elo=float(by_side.elo[entrant, number]),
            elo_error=2 * float(by_side.error[entrant, number]),
            matches=round(by_side.matches[entrant, number]),
            score=float(by_side.points[entrant, number] / (by_side.matches[entrant, number] or 1)),
        )
        for number, side in enumerate(sides)
    ]


def is_worth_keeping(pairs: int, last_kept: int) -> bool:
    """Whether standings after so many pairs go into the history, where those after `last_kept` were the last to."""
    return pairs > 0 and pairs >= HISTORY_GROWTH * last_kept
