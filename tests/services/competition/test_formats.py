"""What always holds of each format by itself: round robin, brackets, pods, duplicate, arena, and the deals of all."""

import random
from collections import Counter
from itertools import combinations

import networkx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from services.competition import arena, deals, duplicate, elimination, pods, round_robin
from services.competition.sheet import Line, Outing, Sheet
from services.competition.swiss import Pairing

# -- round robin


@given(st.integers(2, 24), st.booleans())
def test_everybody_meets_everybody(entrants: int, double: bool) -> None:
    met: Counter[frozenset[int]] = Counter()
    sides: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    for number in range(1, round_robin.rounds(entrants, double=double) + 1):
        pairing = round_robin.pair(range(entrants), number)
        seated = [one for table in pairing.tables for one in table]
        assert sorted(seated + pairing.byes) == list(range(entrants))
        met.update(frozenset(table) for table in pairing.tables)
        sides.update({table[0]: 1 for table in pairing.tables})
        sides.subtract({table[1]: 1 for table in pairing.tables})
        byes.update(pairing.byes)
    times = 2 if double else 1
    assert met == dict.fromkeys(map(frozenset, combinations(range(entrants), 2)), times)
    assert all(abs(balance) <= (0 if double else 1) for balance in sides.values())
    assert all(count == times for count in byes.values())


@given(st.integers(2, 60), st.integers(1, 8))
def test_groups_are_of_equal_strength_and_size(entrants: int, count: int) -> None:
    divided = round_robin.groups(range(entrants), count)
    assert sorted(one for group in divided for one in group) == list(range(entrants))
    assert max(map(len, divided)) - min(map(len, divided)) <= 1
    if entrants >= 2 * count:
        assert {sum(sorted(group)[:2]) for group in divided} == {2 * count - 1}


# -- brackets


def knock_out(
    entrants: int, chance: random.Random, *, double: bool, third_place: bool = False
) -> tuple[Counter[int], list[list[int]], list[list[tuple[int, int, int]]]]:
    """Play a bracket at random: how often each lost, the final placing, and the rounds."""
    graph = elimination.bracket(entrants, double=double, third_place=third_place)
    winners: dict[int, int] = {}
    losses: Counter[int] = Counter()
    rounds = []
    while not (course := elimination.follow(graph, range(entrants), winners)).is_over:
        assert course.ready, "a bracket that is not over can be played on"
        players = [one for _, *two in course.ready for one in two]
        assert len(set(players)) == len(players), "nobody is at two tables"
        rounds.append(course.ready)
        for number, one, other in course.ready:
            winners[number] = chance.choice([one, other])
            losses[other if winners[number] == one else one] += 1
    return losses, course.placing, rounds


@given(st.integers(2, 70), st.booleans(), st.integers(0, 999))
def test_who_has_lost_is_out(entrants: int, double: bool, seed: int) -> None:
    losses, placing, _ = knock_out(entrants, random.Random(seed), double=double)
    lives = 2 if double else 1
    winner = placing[0][0]
    assert losses[winner] < lives
    assert all(losses[one] == lives for one in range(entrants) if one != winner)
    assert sorted(one for group in placing for one in group) == list(range(entrants))
    assert [len(group) for group in placing[:2]] == [1, 1]


@given(st.integers(4, 70), st.integers(0, 999))
def test_third_place_is_played_for(entrants: int, seed: int) -> None:
    losses, placing, _ = knock_out(entrants, random.Random(seed), double=False, third_place=True)
    assert [len(group) for group in placing[:4]] == [1, 1, 1, 1]
    assert (losses[placing[2][0]], losses[placing[3][0]]) == (1, 2)


@pytest.mark.parametrize(("entrants", "byes"), [(8, 0), (6, 2), (5, 3), (9, 7), (33, 31)])
def test_byes_go_to_the_top_seeds(entrants: int, byes: int) -> None:
    graph = elimination.bracket(entrants, double=False, third_place=False)
    first_round = [meeting for meeting in graph if meeting.stage == 0]
    free = [
        min(one[1], other[1])
        for one, other, *_ in first_round
        if max(one[1], other[1]) >= entrants > min(one[1], other[1])
    ]
    assert sorted(free) == list(range(byes))


def test_the_first_two_seeds_can_only_meet_in_the_final() -> None:
    assert elimination.seed_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]


def test_a_final_lost_for_the_first_time_is_played_again() -> None:
    graph = elimination.bracket(2, double=True, third_place=False)
    course = elimination.follow(graph, [10, 20], {0: 10, 1: 20})
    assert not course.is_over
    assert [set(two) for _, *two in course.ready] == [{10, 20}]
    assert elimination.follow(graph, [10, 20], {0: 10, 1: 10}).is_over


# -- pods


@given(st.integers(0, 200))
def test_pods_of_four_and_three_leave_out_as_few_as_can_be(entrants: int) -> None:
    found, out = pods.sizes(entrants, (4, 3))
    assert sum(found) + out == entrants
    assert found == sorted(found, reverse=True)
    assert out == (0 if entrants >= 6 or entrants in (0, 3, 4) else entrants if entrants < 3 else 1)
    if entrants >= 6:
        assert found.count(3) == -entrants % 4


@settings(deadline=None, max_examples=30)
@given(st.integers(3, 40), st.integers(1, 8), st.sampled_from([(4, 3), (3,), (4,)]), st.integers(0, 999))
def test_pods_seat_everybody_once(entrants: int, rounds: int, allowed: tuple[int, ...], seed: int) -> None:
    chance = random.Random(seed)
    sheet = Sheet(range(entrants), 4.0)
    roles = {3: ("sauron", "hero", "hero"), 4: ("sauron", "hero", "hero", "hero")}
    for _ in range(rounds):
        order = sorted(range(entrants), key=lambda one: -sheet.points(one))
        pairing = pods.pair(sheet, order, allowed, roles)
        seated = [one for table in pairing.tables for one in table]
        assert sorted(seated + pairing.byes) == list(range(entrants))
        assert all(len(table) in allowed for table in pairing.tables)
        lines = {one: Line((), 4.0, Outing.bye) for one in pairing.byes}
        for table in pairing.tables:
            points = pods.points_by_place([chance.randint(0, 3) for _ in table], (4.0, 2.0, 1.0, 0.0))
            for seat, one in enumerate(table):
                lines[one] = Line(table[:seat] + table[seat + 1 :], points[seat], place=seat)
        sheet.add_round(lines)
        assert max(sheet.byes.values()) - min(sheet.byes.values()) <= 1, "nobody sits out twice before all others did"
    if len(allowed) == 1 and entrants == allowed[0]:
        played = [Counter(line.place for line in lines)[0] for lines in sheet.lines.values()]
        assert max(played) - min(played) <= 1, "the role of its own goes round"


def test_points_of_a_pod_are_shared_by_who_ties() -> None:
    assert pods.points_by_place([10, 7, 7, 3], (4.0, 2.0, 1.0, 0.0)) == (4.0, 1.5, 1.5, 0.0)
    assert pods.points_by_place([5, 5, 5], (4.0, 2.0, 1.0)) == (7 / 3,) * 3


# -- duplicate


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 5)), max_size=40))
def test_match_points_are_half_of_all_there_are(rows: list[tuple[int, int, int]]) -> None:
    held = {
        (entrant, deal): duplicate.Holding(entrant, deal, side, float(score))
        for entrant, (deal, side, score) in enumerate(rows)
    }
    points = duplicate.match_points(held.values())
    assert points.keys() == held.keys()
    assert sum(points.values()) == pytest.approx(len(held) / 2)
    for key, one in held.items():
        for other_key, other in held.items():
            if (one.deal, one.side) == (other.deal, other.side) and one.score > other.score:
                assert points[key] > points[other_key]


def test_match_points_of_a_hand_worked_deal() -> None:
    held = [duplicate.Holding(one, 1, 0, score) for one, score in enumerate([420, 420, 50, -100, 450])]
    assert duplicate.match_points(held) == {(0, 1): 0.625, (1, 1): 0.625, (2, 1): 0.25, (3, 1): 0.0, (4, 1): 1.0}


@given(st.integers(2, 21))
def test_all_meet_before_any_two_meet_again(entrants: int) -> None:
    before: list[Pairing] = []
    balance: Counter[int] = Counter()
    for _ in range(round_robin.rounds(entrants, double=False)):
        before.append(duplicate.next_deal(range(entrants), set(range(entrants)), before))
        for first, second in before[-1].tables:
            balance.update({first: 1, second: -1})
        assert all(abs(one) <= 1 for one in balance.values())
    met = [frozenset(table) for pairing in before for table in pairing.tables]
    assert len(set(met)) == len(met) == entrants * (entrants - 1) // 2
    byes = Counter(one for pairing in before for one in pairing.byes)
    assert byes == (dict.fromkeys(range(entrants), 1) if entrants % 2 else {})


def price_of_a_deal(active: set[int], before: list[Pairing], chosen: Pairing | None = None) -> int:
    """What the best pairing of a deal costs, or the one that was chosen: meetings that need not be repeated, then byes,
    then by how much sides are beyond one. By another implementation of matching."""
    met = Counter(frozenset(table) for pairing in before for table in pairing.tables)
    byes = Counter(one for pairing in before for one in pairing.byes)
    balance = Counter(table[0] for pairing in before for table in pairing.tables)
    balance.subtract(table[1] for pairing in before for table in pairing.tables)
    least = min((met[frozenset(two)] for two in combinations(active, 2)), default=0)
    graph = networkx.Graph()
    for one, other in combinations(sorted(active), 2):
        low, high = sorted((balance[one], balance[other]))
        beyond = max(abs(low + 1) - 1, 0) + max(abs(high - 1) - 1, 0)
        graph.add_edge(one, other, weight=-(10**8 * (met[frozenset((one, other))] > least) + beyond))
    if len(active) % 2:
        for one in active:
            graph.add_edge(one, "bye", weight=-(10**4 * byes[one] + max(abs(balance[one]) - 1, 0)))
    if chosen is None:
        couples = networkx.max_weight_matching(graph, maxcardinality=True)
    else:
        couples = {(one, other) for one, other in chosen.tables} | {(one, "bye") for one in chosen.byes}
    return -sum(graph.edges[couple]["weight"] for couple in couples)


@settings(deadline=None, max_examples=60)
@given(st.integers(3, 15), st.integers(1, 20), st.sampled_from([0.05, 0.2]), st.integers(0, 9_999))
@example(3, 19, 0.05, 678)  # in which one has had twelve byes
def test_who_stays_when_others_leave_has_as_fair_a_schedule_as_there_is(
    entrants: int, count: int, leaves: float, seed: int
) -> None:
    """Whoever leaves, and comes back: all deals are for everybody, one bye where the field is odd, and on each deal no
    pairing would repeat fewer meetings, or else be fairer in byes and sides."""
    chance = random.Random(seed)
    before: list[Pairing] = []
    active = set(range(entrants))
    has_left = False
    for _ in range(count):
        active = {one for one in range(entrants) if chance.random() >= (leaves if one in active else 0.8)}
        has_left = has_left or len(active) < entrants
        pairing = duplicate.next_deal(range(entrants), active, before)
        seated = [one for table in pairing.tables for one in table]
        assert sorted(seated + pairing.byes) == sorted(active)
        assert len(pairing.byes) == len(active) % 2
        if len(active) > 1 and has_left:
            assert price_of_a_deal(active, before, pairing) == price_of_a_deal(active, before)
        before.append(pairing)


def test_those_whose_opponents_have_left_meet_each_other() -> None:
    field = set(range(40))
    before = [duplicate.next_deal(range(40), field, [])]
    due = duplicate.movement(range(40), 2).tables
    gone = {due[3][0], due[15][1]}
    pairing = duplicate.next_deal(range(40), field - gone, before)
    assert pairing.byes == []
    assert len(set(due) & set(pairing.tables)) >= 16, "most play as they would have"


# -- arena


def test_a_streak_of_wins_counts_double_until_one_is_not_won() -> None:
    assert arena.scores([1, 1, 1, 0.5, 1]) == [2, 2, 4, 2, 2]
    assert arena.scores([1, 1, 0, 1]) == [2, 2, 0, 2]
    assert arena.scores([0.75, 0.75, 0.75]) == [2, 2, 4]


@given(st.integers(0, 60), st.integers(0, 999))
def test_whoever_is_free_is_paired_but_for_who_came_last(count: int, seed: int) -> None:
    chance = random.Random(seed)
    free = [arena.Waiting(one, chance.uniform(0, 5), ()) for one in range(count)]
    couples = arena.pair(free, 6.0)
    paired = [one for two in couples for one in two]
    assert len(set(paired)) == len(paired) == count - count % 2
    if count % 2:
        (left,) = set(range(count)) - set(paired)
        assert free[left].since == max(one.since for one in free)


def test_two_who_have_just_met_wait_for_others_first() -> None:
    free = [arena.Waiting(1, 0.0, [2]), arena.Waiting(2, 0.0, [1])]
    assert arena.pair(free, 1.0) == []
    assert arena.pair(free, arena.REMATCH_SECONDS) == [(1, 2)]
    others = [arena.Waiting(3, 0.0, []), arena.Waiting(4, 0.0, [])]
    assert {frozenset(two) for two in arena.pair(free + others, 1.0)} <= {
        frozenset(two) for two in ((1, 3), (1, 4), (2, 3), (2, 4))
    }


# -- deals


def test_a_tournament_proves_its_deals() -> None:
    secret = deals.new_secret()
    given_in = [("ann", b"1"), ("ben", b"2"), ("cid", b"3")]
    made = {
        number: (count, deals.seed(secret, deals.all_contributed(given_in[:count]), number))
        for number, count in ((1, 2), (2, 2), (3, 3))
    }
    assert deals.verify(secret, deals.commitment(secret), given_in, made) == []
    assert len({seed for _, seed in made.values()}) == 3


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("secret", "the secret is not the one that was committed to"),
        ("contribution", "deal 1 has another seed"),
        ("order", "deal 1 has another seed"),
        ("seed", "deal 1 has another seed"),
        ("count", "deal 1 names 9 contributions; there are 2"),
    ],
)
def test_whatever_is_changed_afterwards_shows(change: str, fault: str) -> None:
    secret, given_in = deals.new_secret(), [("ann", b"1"), ("ben", b"2")]
    published = deals.commitment(secret)
    made = {1: (2, deals.seed(secret, deals.all_contributed(given_in), 1))}
    match change:
        case "secret":
            secret = deals.new_secret()
        case "contribution":
            given_in[0] = ("ann", b"4")
        case "order":
            given_in.reverse()
        case "seed":
            made[1] = (2, bytes(16))
        case "count":
            made[1] = (9, made[1][1])
    assert any(one.startswith(fault) for one in deals.verify(secret, published, given_in, made))
