"""Swiss pairing: against the optimum of the whole field, and what always holds whoever comes and goes."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise

import networkx
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from services.competition import swiss
from services.competition.matching import REACH, band, match_field, match_in_blocks, match_window, total
from services.competition.sheet import Line, Outing, Sheet
from services.competition.swiss import Contender

BLOCKS = (64, 48)


def play(sheet: Sheet, pairing: swiss.Pairing, chance: random.Random, *, sides: bool) -> None:
    """Add a round with random results, the stronger more likely to win."""
    lines = {one: Line((), sheet.win, Outing.bye) for one in pairing.byes}
    for one, other in pairing.tables:
        likely = 1 / (1 + 10 ** ((one - other) / 40))
        games = 1 if sides else 2
        points = sum(chance.choice([0.5, float(chance.random() < likely)]) for _ in range(games))
        lines[one] = Line((other,), points, Outing.played, 0 if sides else -1)
        lines[other] = Line((one,), games - points, Outing.played, 1 if sides else -1)
    sheet.add_round(lines)


def field_after(entrants: int, rounds: int, seed: int, *, sides: bool) -> list[Contender]:
    """A field that has played some rounds."""
    chance = random.Random(seed)
    sheet = Sheet(range(entrants), 1.0 if sides else 2.0)
    for _ in range(rounds):
        play(sheet, swiss.pair(contenders(sheet, range(entrants), sides=sides)), chance, sides=sides)
    return contenders(sheet, range(entrants), sides=sides)


def contenders(sheet: Sheet, entrants: range | list[int], *, sides: bool) -> list[Contender]:
    return swiss.contenders(sheet, list(entrants), [0] * len(entrants), sides=sides)


def every_matching(places: list[int]) -> list[list[tuple[int, int]]]:
    if not places:
        return [[]]
    first, *rest = places
    return [
        [(first, other), *others] for other in rest for others in every_matching([one for one in rest if one != other])
    ]


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 8), st.integers(0, 3), st.integers(0, 99), st.booleans())
def test_no_other_pairing_of_a_small_field_costs_less(entrants: int, rounds: int, seed: int, sides: bool) -> None:
    line = swiss.ideal_line(field_after(entrants, rounds, seed, sides=sides))
    size = len(line) + len(line) % 2
    costs = swiss.costs(line, size - 1)
    found = total(costs, match_window(costs, np.arange(size)))
    assert found == min(total(costs, one) for one in every_matching(list(range(size))))


@pytest.mark.parametrize("sides", [False, True])
@pytest.mark.parametrize("entrants", [120, 151, 200])
@pytest.mark.parametrize("rounds", [1, 2, 4, 6])
def test_windows_cost_what_the_whole_field_costs(entrants: int, rounds: int, sides: bool) -> None:
    """With narrower windows than a large field gets, and only near neighbours as partners."""
    line = swiss.ideal_line(field_after(entrants, rounds, seed=entrants + rounds, sides=sides))
    size = len(line) + len(line) % 2
    whole = swiss.costs(line, size - 1)
    best = total(whole, match_window(whole, np.arange(size)))
    assert total(whole, match_in_blocks(swiss.costs(line, REACH), *BLOCKS)) == best


@settings(deadline=None, max_examples=40)
@given(
    entrants=st.integers(2, 40),
    rounds=st.integers(1, 9),
    sides=st.booleans(),
    seed=st.integers(0, 10_000),
    leaves=st.floats(0, 0.2),
    comes=st.integers(0, 5),
)
def test_what_always_holds(entrants: int, rounds: int, sides: bool, seed: int, leaves: float, comes: int) -> None:
    chance = random.Random(seed)
    sheet = Sheet(range(entrants), 1.0 if sides else 2.0)
    active = list(range(entrants))
    for number in range(1, rounds + 1):
        if number <= swiss.last_round_of_late_entry(rounds) and number > 1:
            for _ in range(chance.randint(0, comes)):
                active.append(len(sheet.lines))
                sheet.add(active[-1])
        active = [one for one in active if chance.random() >= leaves or len(active) < 3]
        field = contenders(sheet, active, sides=sides)
        pairing = swiss.pair(field)
        seated = [one for table in pairing.tables for one in table]
        assert sorted(seated + pairing.byes) == sorted(active), "nobody is lost or doubled"
        assert len(pairing.byes) == len(active) % 2
        check_byes(field, pairing)
        check_rematches(sheet, active, pairing, number)
        play(sheet, pairing, chance, sides=sides)
    assert all(len(lines) == rounds for lines in sheet.lines.values())


@pytest.mark.parametrize(("entrants", "rounds"), [(6, 3), (21, 5), (64, 6), (121, 4), (200, 2)])
@pytest.mark.parametrize("sides", [True, False])
def test_a_field_is_paired_at_the_cost_that_another_implementation_finds(
    entrants: int, rounds: int, sides: bool
) -> None:
    """NetworkX, which has its own matching, on every two who may meet: the optimum of the whole field."""
    chance = random.Random(entrants)
    sheet = Sheet(range(entrants), 1.0 if sides else 2.0)
    for _ in range(rounds):
        field = contenders(sheet, range(entrants), sides=sides)
        line = swiss.ideal_line(field)
        size = len(line) + len(line) % 2
        costs = swiss.costs(line, band(size))
        graph = networkx.Graph()
        graph.add_weighted_edges_from(
            (one, other, -int(costs[other - one - 1, one])) for one, other in combinations(range(size), 2)
        )
        reference = networkx.max_weight_matching(graph, maxcardinality=True)
        assert total(costs, match_field(costs)) == total(costs, [(min(two), max(two)) for two in reference])
        play(sheet, swiss.pair(field), chance, sides=sides)


def check_byes(field: list[Contender], pairing: swiss.Pairing) -> None:
    """A second bye comes only where everybody has had one, or where every other one would bring a rematch."""
    byes = {one.entrant: one.byes for one in field}
    for one in pairing.byes:
        if byes[one] > min(byes.values()):
            assert not any(can_be_paired(field, other) for other in field if other.byes < byes[one])


def can_be_paired(field: list[Contender], without: Contender) -> bool:
    """Whether all others can be paired with nobody meeting twice."""
    rest = [one for one in field if one is not without]
    graph = networkx.Graph()
    graph.add_nodes_from(one.entrant for one in rest)
    graph.add_edges_from((a.entrant, b.entrant) for a, b in combinations(rest, 2) if b.entrant not in a.met)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(rest)


def check_rematches(sheet: Sheet, active: list[int], pairing: swiss.Pairing, number: int) -> None:
    """Nobody meets twice while each still has half of the others to meet: then such a pairing exists (Dirac)."""
    if 2 * number + 2 <= len(active):
        assert not [table for table in pairing.tables if table[1] in sheet.met[table[0]]]


def beyond_one(balances: Iterable[int]) -> int:
    """By how much balances are beyond one, together."""
    return sum(max(abs(one) - 1, 0) for one in balances)


def least_beyond_one(field: list[Contender]) -> int:
    """By how much sides will be beyond one however a field is paired, with as few rematches and second byes as can be;
    by another implementation of matching, which looks at nothing but that."""
    graph = networkx.Graph()
    for place, one in enumerate(field):
        for other_place, other in enumerate(field[:place]):
            low, high = sorted((one.balance, other.balance))
            cost = beyond_one([low + 1, high - 1]) + 10_000_000 * (other.entrant in one.met)
            graph.add_edge(place, other_place, weight=-cost)
        if len(field) % 2:
            graph.add_edge(place, "bye", weight=-beyond_one([one.balance]) - 10_000 * one.byes)
    couples = networkx.max_weight_matching(graph, maxcardinality=True)
    return sum(-graph.edges[couple]["weight"] for couple in couples) % 10_000


@settings(deadline=None, max_examples=40)
@given(
    entrants=st.integers(3, 24),
    seed=st.integers(0, 9_999),
    leaves=st.sampled_from([0, 0.05, 0.2]),
    comes=st.integers(0, 3),
)
def test_sides_stay_within_one_of_balance_wherever_that_can_be(
    entrants: int, seed: int, leaves: float, comes: int
) -> None:
    """Whoever leaves and comes late; who leaves may leave more behind who are due for one side than for the other."""
    chance = random.Random(seed)
    sheet = Sheet(range(entrants), 1.0)
    active = list(range(entrants))
    for number in range(1, 9):
        if 1 < number <= swiss.last_round_of_late_entry(8):
            for _ in range(chance.randint(0, comes)):
                active.append(len(sheet.lines))
                sheet.add(active[-1])
        active = [one for one in active if chance.random() >= leaves or len(active) < 3]
        field = contenders(sheet, active, sides=True)
        least = least_beyond_one(field)
        play(sheet, swiss.pair(field), chance, sides=True)
        assert beyond_one(sheet.balance[one] for one in active) == least


@pytest.mark.parametrize(("even", "due", "beyond"), [(360, 60, 0), (361, 60, 0), (240, 300, 30), (240, 301, 30)])
def test_who_is_due_for_one_side_in_a_large_field_finds_a_partner_far_away(even: int, due: int, beyond: int) -> None:
    """Those who are due for the second side all stand at the end, farther than any window reaches."""
    field = [Contender(one, 8, frozenset()) for one in range(even)]
    field += [Contender(even + one, 0, frozenset(), balance=1, last_place=1) for one in range(due)]
    pairing = swiss.pair(field)
    balance = {one.entrant: one.balance for one in field}
    for first, second in pairing.tables:
        balance[first], balance[second] = balance[first] + 1, balance[second] - 1
    assert sorted([*(one for table in pairing.tables for one in table), *pairing.byes]) == sorted(balance)
    assert beyond_one(balance.values()) == beyond


@settings(deadline=None, max_examples=20)
@given(st.integers(16, 80), st.integers(0, 2), st.integers(0, 9_999))
@example(301, 0, 1)
def test_where_nobody_leaves_sides_stay_within_one_and_nobody_has_two_byes(
    entrants: int, comes: int, seed: int
) -> None:
    """Whoever comes late."""
    chance = random.Random(seed)
    sheet = Sheet(range(entrants), 1.0)
    for number in range(1, 7):
        if 1 < number <= swiss.last_round_of_late_entry(6):
            for _ in range(chance.randint(0, comes)):
                sheet.add(len(sheet.lines))
        field = contenders(sheet, range(len(sheet.lines)), sides=True)
        play(sheet, swiss.pair(field), chance, sides=True)
        assert max(map(abs, sheet.balance.values())) <= 1
        assert max(sheet.byes.values()) <= 1


def test_the_bye_goes_to_the_lowest_group_that_had_none() -> None:
    sheet = Sheet(range(5), 1.0)
    given_to = []
    for _ in range(4):
        pairing = swiss.pair(contenders(sheet, range(5), sides=False))
        given_to += pairing.byes
        points = {one: sheet.points(one) for one in range(5) if not sheet.byes[one]}
        assert points[pairing.byes[0]] == min(points.values())
        play(sheet, pairing, random.Random(1), sides=False)
    assert max(Counter(given_to).values()) == 1


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    sheet = Sheet(range(8), 2.0)
    tables = swiss.pair(contenders(sheet, range(8), sides=False)).tables
    assert sorted(tuple(sorted(table)) for table in tables) == [(0, 4), (1, 5), (2, 6), (3, 7)]


def test_who_floated_down_does_not_float_down_again() -> None:
    """Three have the most points and one of them has to meet a lower one: not who did so last time."""
    field = [
        Contender(0, 4, frozenset()),
        Contender(1, 4, frozenset(), floated=0),
        Contender(2, 4, frozenset(), floated=1),
        Contender(3, 2, frozenset()),
    ]
    tables = [set(table) for table in swiss.pair(field).tables]
    assert {2, 3} not in tables


def test_acceleration_lends_a_win_and_then_half_of_one() -> None:
    assert [swiss.lent_halves(10, number, 9, 1.0)[0] for number in range(1, 8)] == [2, 2, 2, 1, 1, 0, 0]
    assert swiss.lent_halves(10, 1, 9, 1.0) == [2] * 6 + [0] * 4
    assert swiss.lent_halves(8, 1, 4, 2.0) == [4] * 4 + [0] * 4


def test_rounds_by_the_field() -> None:
    assert [swiss.rounds_for(entrants) for entrants in (2, 8, 9, 64, 20_000)] == [3, 3, 4, 6, 15]
    assert all(one <= other for one, other in pairwise(swiss.rounds_for(entrants) for entrants in range(2, 300)))
