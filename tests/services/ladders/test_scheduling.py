"""Who meets whom next: gauntlets first, then neighbours whose pair teaches most; and which ladder is next."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.ladders.scheduling import (
    GAUNTLET_OPPONENTS,
    LARGEST_DIVISION,
    NEIGHBOURS,
    Field,
    Load,
    Two,
    divisions,
    least_served,
    neighbours,
    next_meetings,
    round_robin,
)


def field(
    elo: Sequence[float],
    errors: Sequence[float] | None = None,
    *,
    anchors: Sequence[int] = (),
    played: dict[Two, int] | None = None,
    in_flight: dict[Two, int] | None = None,
    withdrawn: Sequence[int] = (),
    gauntlet: int = 0,
) -> Field:
    """Entrants with independent errors."""
    variances = np.array([100.0] * len(elo) if errors is None else errors, dtype=np.float64) ** 2
    variances[list(anchors)] = 0.0
    return Field(
        playing=[one for one in range(len(elo)) if one not in withdrawn],
        anchors=frozenset(anchors),
        elo=np.array(elo, dtype=np.float64),
        covariance=np.diag(variances),
        played=played or {},
        in_flight=in_flight or {},
        gauntlet_pairs=gauntlet,
    )


def met(meetings: Sequence[Two], entrant: int) -> Counter[int]:
    """How often an entrant meets each other one."""
    return Counter(other for two in meetings if entrant in two for other in two if other != entrant)


def settled(count: int, pairs: int = 100) -> dict[Two, int]:
    """Everybody has played the next one."""
    return {(one, one + 1): pairs for one in range(count - 1)}


def test_a_new_entrant_meets_opponents_spread_over_the_scale() -> None:
    elo = [*range(1000, -1000, -100), 0]
    new = len(elo) - 1
    meetings = next_meetings(field(elo, played=settled(new), gauntlet=24), 24)
    opponents = met(meetings, new)
    assert sum(opponents.values()) == 24
    assert len(opponents) == GAUNTLET_OPPONENTS
    assert {0, 19} <= set(opponents)  # the best and the last
    assert set(opponents.values()) == {3}


def test_a_new_entrant_meets_anchors_where_there_are_some() -> None:
    elo = [300, 200, 100, 0, -100, 0]
    scene = field(elo, anchors=[0, 2, 4], played=settled(5), gauntlet=9)
    assert met(next_meetings(scene, 9), 5) == {0: 3, 2: 3, 4: 3}


def test_the_first_entrants_of_a_ladder_meet_each_other() -> None:
    meetings = next_meetings(field([0, 0, 0, 0], gauntlet=6), 12)
    assert all(sum(met(meetings, one).values()) >= 6 for one in range(4))
    assert all(len(met(meetings, one)) == 3 for one in range(4))


def test_a_gauntlet_counts_what_is_in_flight() -> None:
    elo = [100, 0, -100, 0]
    scene = field(elo, played=settled(3), in_flight={(0, 3): 2, (1, 3): 2, (2, 3): 1}, gauntlet=6)
    assert next_meetings(scene, 1) == [(2, 3)]


def test_after_gauntlets_the_least_known_meets_its_neighbours() -> None:
    elo = [400, 300, 200, 100, 0, -100, -200]
    meetings = next_meetings(field(elo, [20, 20, 20, 90, 20, 20, 20], played=settled(7)), 6)
    assert all(3 in two for two in meetings[:4])
    assert set(met(meetings, 3)) <= {0, 1, 2, 4, 5, 6}
    assert met(meetings, 3)[0] <= met(meetings, 3)[2]


def test_what_is_in_flight_is_taken_for_learnt() -> None:
    elo = [0, 0, 0, 0]
    scene = field(elo, [200, 200, 200, 190], in_flight={(0, 1): 50, (0, 2): 50, (1, 2): 50})
    assert 3 in next_meetings(scene, 1)[0]


def test_anchors_do_not_meet() -> None:
    assert next_meetings(field([0, 100], anchors=[0, 1]), 5) == []
    assert (0, 1) not in next_meetings(field([0, 100, 50], anchors=[0, 1]), 10)


def test_who_has_withdrawn_plays_no_more() -> None:
    meetings = next_meetings(field([0, 10, 20, 30], withdrawn=[1], gauntlet=3), 20)
    assert meetings
    assert not met(meetings, 1)


def test_who_has_as_many_pairs_as_it_may_have_is_not_in_the_way() -> None:
    for gauntlet in (0, 20):
        scene = replace(field([0, 10, 20, 30], gauntlet=gauntlet), room={1: 2, 2: 0})
        meetings = next_meetings(scene, 20)
        assert len(meetings) == 20
        assert sum(met(meetings, 1).values()) == 2
        assert not met(meetings, 2)


def test_one_entrant_alone_plays_nobody() -> None:
    assert next_meetings(field([0.0], gauntlet=5), 5) == []
    assert next_meetings(field([], gauntlet=5), 5) == []


def test_a_large_field_is_divided() -> None:
    order = list(range(100))
    parts = divisions(order)
    assert [one for part in parts for one in part] == order
    assert max(len(part) for part in parts) <= LARGEST_DIVISION
    division = {one: number for number, part in enumerate(parts) for one in part}
    between = [two for two in neighbours(order) if division[two[0]] != division[two[1]]]
    assert {(division[one], division[other]) for one, other in between} == {(0, 1), (1, 2), (2, 3)}


def test_up_to_thirty_there_is_one_division() -> None:
    assert len(divisions(range(LARGEST_DIVISION))) == 1
    assert len(divisions(range(LARGEST_DIVISION + 1))) == 2


@given(
    st.lists(st.floats(-800, 800), min_size=2, max_size=40),
    st.integers(0, 5),
    st.integers(1, 60),
    st.data(),
)
def test_plans_hold_for_any_field(elo: list[float], gauntlet: int, count: int, data: st.DataObject) -> None:
    anchors = data.draw(st.sets(st.integers(0, len(elo) - 1), max_size=3))
    meetings = next_meetings(field(elo, anchors=sorted(anchors), gauntlet=gauntlet), count)
    assert len(meetings) == (count if len(anchors) < len(elo) else 0)
    for one, other in meetings:
        assert 0 <= one < other < len(elo)
        assert not {one, other} <= anchors


@given(st.lists(st.floats(-800, 800), min_size=2, max_size=80, unique=True))
def test_neighbours_are_near(elo: list[float]) -> None:
    order = sorted(range(len(elo)), key=lambda one: -elo[one])
    place = {one: number for number, one in enumerate(order)}
    for one, other in neighbours(order):
        assert 1 <= abs(place[one] - place[other]) <= NEIGHBOURS


def test_the_ladder_that_had_least_is_next() -> None:
    loads = [Load("a", 30.0), Load("b", 10.0), Load("c", 20.0)]
    assert least_served(loads) == "b"
    assert least_served([Load("b", 1.0), Load("a", 1.0)]) == "a"


# -- round robin


def test_everybody_meets_everybody_as_often() -> None:
    scene = field([0.0] * 5, played={(0, 1): 2, (2, 3): 1}, in_flight={(0, 2): 1})
    meetings = Counter(round_robin(scene, 16))
    total = meetings + Counter(scene.played) + Counter(scene.in_flight)
    assert len(total) == 10
    assert set(total.values()) == {2}


def test_a_round_robin_leaves_out_who_has_no_room() -> None:
    scene = replace(field([0.0] * 3), room={0: 2})
    meetings = round_robin(scene, 20)
    assert sum(met(meetings, 0).values()) == 2
    assert len(meetings) == 20
    assert not round_robin(field([0.0]), 5)


# -- what a plan has learnt


def test_lessons_that_are_kept_apart_plan_what_each_by_itself_does(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    root = rng.normal(size=(40, 45)) * 20
    scene = replace(field(list(rng.normal(0, 200, 40)), played=settled(40)), covariance=root @ root.T)
    together = next_meetings(scene, 300)
    monkeypatch.setattr("services.ladders.scheduling.MOST_LEARNT", 1)
    assert next_meetings(scene, 300) == together
