"""Tie-breaks against the answers of FIDE's exercises in tie-breaking (IA Mario Held, C.07-2023), to which FIDE's own
TieBreakServer holds itself as well."""

import math
from collections.abc import Callable

import pytest

from services.competition.sheet import Line, Outing, Sheet
from services.competition.standings import standings
from services.competition.tiebreaks import (
    Tally,
    TieBreak,
    Values,
    buchholz,
    buchholz_cut_1,
    median_buchholz,
    performance,
    progressive,
    sonneborn_berger,
    wins,
)

UNPLAYED = {"U": (1.0, Outing.bye), "F": (1.0, Outing.bye), "H": (0.5, Outing.leave), "Z": (0.0, Outing.absent)}
RESULTS = {
    "1": (1.0, Outing.played),
    "=": (0.5, Outing.played),
    "0": (0.0, Outing.played),
    "+": (1.0, Outing.won_by_forfeit),
    "-": (0.0, Outing.lost_by_forfeit),
}

FIVE_ROUNDS = """
1 2200  9w1 13b= 2w= 15b1 4w=
2 2150  10b1 7w1 1b= 16w1 3b=
3 2100  11w= 6b1 8w1 4b= 2w=
4 2050  12b1 H 13w1 3w= 1b=
5 2000  13w0 15b0 11w1 7b= 10w1
6 1950  14b0 3w0 U 10w1 8b1
7 1900  15w1 2b0 16b0 5w= 11b0
8 1850  16b= 14w1 3b0 13w1 6w0
9 1800  1b0 10w0 H 11b- U
10 1750  2w0 9b1 15w0 6b0 5b0
11 1700  3b= 16w0 5b0 9w+ 7w1
12 1650  4w0 U 14w+ Z Z
13 1600  5b1 1w= 4b0 8b0 14w0
14 1550  6w1 8b0 12b- Z 13b1
15 1500  7b0 5w1 10b1 1w0 16b0
16 1450  8w= 11b1 7w1 2b0 15w1
"""

NINE_ROUNDS = """
1 2150  9w1 13b= 2w= 15b1 4w= 6b= 3b= 16w= 8b1
2 2130  10b1 7w1 1b= 16w1 3b1 4w= 6w0 15b= 5w=
3 2200  11w= 6b1 8w1 4b= 2w0 16b1 1w= 14w1 10b1
4 2110  12b1 H 13w1 3w= 1b= 2b= 16w= 6b= 15w1
5 1890  13w0 15b0 11w1 7b= 10w1 14b0 9b1 8w0 2b=
6 2090  14b0 3w0 U 10w1 8b1 1w= 2b1 4w= 16b1
7 1950  15w1 2b0 16b0 5w= 11b0 10b0 13w1 9w1 14b1
8 1930  16b= 14w1 3b0 13w1 6w0 11b= 15w= 5b1 1w0
9 1790  1b0 10w0 H 11b- U 13b1 5w0 7b0 12w=
10 1870  2w0 9b1 15w0 6b0 5b0 7w1 12b1 11w1 3w0
11 1810  3b= 16w0 5b0 9w+ 7w1 8w= 14b0 10b0 13w=
12 1770  4w0 U 14w+ Z Z 15b0 10w0 13b= 9b=
13 1750  5b1 1w= 4b0 8b0 14w0 9w0 7b0 12w= 11b=
14 1850  6w1 8b0 12b- Z 13b1 5w1 11w1 3b0 7w0
15 1830  7b0 5w1 10b1 1w0 16b0 12w1 8b= 2w= 4b0
16 1910  8w= 11b1 7w1 2b0 15w1 3w0 4b= 1b= 6w0
"""

MANY_UNPLAYED = """
1 2240  8b= 6w1 3b= 14w+ 5w= 2b0 9w=
2 1923  9w0 11b1 15w1 5b- 7b1 1w1 5b0
3 1852  10b+ 7b1 1w= 9b= H Z H
4 1902  11w- 13w- 6b- U 8w= 15b= 6w=
5 1734  13b1 9w= 7b= 2w+ 1b= 11w= 2w1
6 0000  14w= 1b0 4w+ 7w= 9b0 10w0 4b=
7 1516  15b1 3w0 5w= 6b= 2w0 14b0 U
8 1752  1w= 14b- Z Z 4b= 13w1 14b0
9 0000  2b1 5b= H 3w= 6w1 H 1b=
10 0000  3w- 15w- 13w= 15b1 14w1 6b1 11w0
11 1388  4b- 2w0 U 13b1 15w1 5b= 10b1
12 0000  H F 14b1 H Z F Z
13 0000  5w0 4b- 10b= 11w0 U 8b0 15w0
14 0000  6b= 8w+ 12w0 1b- 10b0 7w1 8w1
15 0000  7w0 10b+ 2b0 10w0 11b0 4w= 13b1
"""
"""A test of FIDE's TieBreakServer, in which a third of all rounds was not played."""


def parse(table: str, win: float = 1.0) -> Sheet:
    """A sheet from a cross table: opponent, colour and result of each round."""
    rows = {int(row.split()[0]): row.split()[1:] for row in table.strip().splitlines()}
    sheet = Sheet(rows, win, {number: float(row[0]) for number, row in rows.items()})
    for index in range(1, len(rows[1])):
        sheet.add_round({number: line(row[index], win) for number, row in rows.items()})
    return sheet


def line(cell: str, win: float) -> Line:
    if cell in UNPLAYED:
        points, outing = UNPLAYED[cell]
        return Line((), points * win, outing)
    points, outing = RESULTS[cell[-1]]
    return Line((int(cell[:-2]),), points * win, outing, 0 if cell[-2] == "w" else 1)


HELD: dict[Callable[[Tally], Values], list[float]] = {
    buchholz: [12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5],
    buchholz_cut_1: [11, 12, 13, 11.5, 7.5, 11, 12.5, 12, 7.5, 11.5, 12, 9.5, 12, 9, 11, 11],
    sonneborn_berger: [8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25, 2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25],
    wins: [2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3],
    progressive: [11, 13, 11, 11.5, 5, 6, 6, 8.5, 2.5, 4, 5.5, 7, 7, 6, 7, 10.5],
    performance: [
        *(1969, 2120, 2089, 2081, 1690, 1813, 1611, 1730, 1175, 1640, 1776, 1250, 1781, 1925, 1788, 1969),
    ],
}


@pytest.mark.parametrize("measure", HELD)
def test_fides_exercises(measure: Callable[[Tally], Values]) -> None:
    values = measure(Tally(parse(FIVE_ROUNDS)))
    assert [values[number] for number in range(1, 17)] == HELD[measure]


SERVER: dict[Callable[[Tally], Values], list[float]] = {
    buchholz: [26.5, 27.5, 27.5, 17, 26.5, 23.5, 25, 17.5, 29, 21.5, 25.5, 27.5, 20.5, 22.5, 21.5],
    buchholz_cut_1: [24.5, 23.5, 23.5, 14.5, 25, 21, 22.5, 15.5, 24.5, 18, 21, 23.5, 19, 19, 20],
    median_buchholz: [19.5, 18.5, 19, 12, 20, 16.5, 17.5, 11.5, 19.5, 13.5, 16, 19.5, 14, 14.5, 15.5],
    sonneborn_berger: [14.5, 14, 15.25, 6, 18.5, 7, 9.25, 4.75, 17.75, 9.25, 14.5, 15.5, 3.25, 9.75, 5.25],
    wins: [2, 4, 2, 1, 3, 1, 2, 1, 2, 3, 4, 3, 1, 3, 2],
    progressive: [18, 16, 19.5, 7, 20, 11, 12.5, 7, 19, 11.5, 14, 18.5, 5.5, 12.5, 8],
}


@pytest.mark.parametrize("measure", SERVER)
def test_what_fides_server_says_of_a_field_with_many_unplayed_rounds(measure: Callable[[Tally], Values]) -> None:
    values = measure(Tally(parse(MANY_UNPLAYED)))
    assert [values[number] for number in range(1, 16)] == SERVER[measure]


@pytest.mark.parametrize(
    ("table", "ranks"),
    [
        (FIVE_ROUNDS, {1: 2, 3: 2, 4: 2, 16: 2, 5: 7, 8: 7, 11: 7}),
        (
            NINE_ROUNDS,
            {1: 3, 2: 5, 3: 1, 4: 3, 5: 9, 6: 2, 7: 6, 8: 6, 9: 14, 10: 9, 11: 13, 12: 14, 13: 16, 14: 9, 15: 9, 16: 6},
        ),
    ],
)
def test_direct_encounters_of_fides_exercises(table: str, ranks: dict[int, int]) -> None:
    found = standings(parse(table), range(1, 17), [TieBreak.direct_encounter])
    assert {one.entrant: one.rank for one in found if one.entrant in ranks} == ranks


@pytest.mark.parametrize("measure", HELD)
def test_points_of_pairs_give_the_same_order(measure: Callable[[Tally], Values]) -> None:
    """Where a won round brings two points, sums of points are doubled, and nothing else changes."""
    single, double = measure(Tally(parse(FIVE_ROUNDS))), measure(Tally(parse(FIVE_ROUNDS, win=2.0)))
    factor = 1 if measure in (wins, performance) else 2
    assert all(math.isclose(double[one], factor * single[one]) for one in single)


def test_tie_breaks_count_in_the_order_that_the_host_chose() -> None:
    sheet = parse(FIVE_ROUNDS)
    tied = [1, 3, 4, 16]
    by_buchholz = [one.entrant for one in standings(sheet, range(1, 17), [TieBreak.buchholz]) if one.entrant in tied]
    by_wins = [
        one.entrant for one in standings(sheet, range(1, 17), [TieBreak.wins, TieBreak.buchholz]) if one.entrant in tied
    ]
    assert by_buchholz == [3, 4, 1, 16]
    assert by_wins == [16, 3, 4, 1]


def test_who_is_tied_in_everything_shares_a_rank() -> None:
    sheet = Sheet([7, 8], 1.0)
    sheet.add_round({7: Line((8,), 0.5), 8: Line((7,), 0.5)})
    assert [(one.entrant, one.rank) for one in standings(sheet, [8, 7], list(TieBreak))] == [(8, 1), (7, 1)]
