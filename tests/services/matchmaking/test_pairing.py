"""Who plays whom, as a pure function."""

import math
import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.matchmaking.pairing import Lineup, Party, Seat, assign_seats, form_lineups, next_change

DUEL = [Seat("red", "red"), Seat("blue", "blue")]
TRIO = [Seat("frodo", "free"), Seat("aragorn", "free"), Seat("sauron", "shadow")]
FOUR = [Seat("frodo", "free"), Seat("aragorn", "free"), Seat("sauron", "shadow"), Seat("saruman", "shadow")]


def party(id: str, *players: str, waited: float = 0, **wants) -> Party:
    return Party(id, players or (id,), created_ms=int(100_000 - waited * 1000), **wants)


def party_ids(lineups: list[Lineup]) -> list[list[str]]:
    return [sorted(one.id for one in lineup.parties) for lineup in lineups]


NOW = 100_000


def test_two_who_wait_play_each_other() -> None:
    assert party_ids(form_lineups([party("a"), party("b"), party("c")], [DUEL], NOW)) == [["a", "b"]]


def test_the_longest_wait_comes_first() -> None:
    lineups = form_lineups([party("a"), party("b", waited=5), party("c", waited=9)], [DUEL], NOW)
    assert party_ids(lineups) == [["b", "c"]]


def test_nearest_rating_is_preferred() -> None:
    lineups = form_lineups(
        [party("a", waited=1, rating=1500), party("b", rating=1590), party("c", rating=1510)], [DUEL], NOW
    )
    assert party_ids(lineups) == [["a", "c"]]


def test_the_gap_widens_while_waiting() -> None:
    strong, weak = party("strong", rating=2000), party("weak", rating=1500)
    assert form_lineups([strong, weak], [DUEL], NOW) == []
    patient = party("patient", rating=2000, waited=8)
    assert party_ids(form_lineups([patient, weak], [DUEL], NOW)) == [["patient", "weak"]]


def test_who_has_waited_longest_decides_how_far_to_look() -> None:
    fresh = [party("strong", rating=2000), party("near", rating=1950)]
    patient = party("patient", rating=1500, waited=9)
    assert party_ids(form_lineups([*fresh, patient], [DUEL], NOW)) == [["near", "patient"]]
    tired = party("tired", rating=1000, waited=9)
    assert party_ids(form_lineups([*fresh, tired], [DUEL], NOW)) == [["near", "strong"]]


def test_sides_are_respected() -> None:
    wants_red = [party("a", sides=frozenset({"red"})), party("b", sides=frozenset({"red"}))]
    assert form_lineups(wants_red, [DUEL], NOW) == []
    lineups = form_lineups([*wants_red, party("c", sides=frozenset({"blue"}))], [DUEL], NOW)
    assert len(lineups) == 1
    assert lineups[0].holders[1] == ("c", 0)


def test_a_choosy_party_is_together_on_one_side() -> None:
    pair = party("p", "ann", "bob", sides=frozenset({"free", "shadow"}))
    holders = assign_seats([party("x", sides=frozenset({"free"})), pair], FOUR)
    assert holders is not None
    assert {FOUR[at].side for at, holder in enumerate(holders) if holder and holder[0] == "p"} == {"shadow"}


def test_roles_are_respected_for_each_player() -> None:
    holders = assign_seats([party("p", "ann", "bob", roles=("sauron", "frodo"))], TRIO)
    assert holders == (("p", 1), None, ("p", 0))


def test_bots_fill_only_when_everybody_takes_them() -> None:
    lone = party("a", bots_after_ms=5_000)
    assert form_lineups([lone], [DUEL], NOW) == []
    assert form_lineups([party("a", waited=6, bots_after_ms=5_000)], [DUEL], NOW)[0].holders == (("a", 0), None)
    purist = party("p", waited=9)
    lineups = form_lineups([purist, party("a", waited=6, bots_after_ms=5_000)], [TRIO], NOW)
    assert party_ids(lineups) == [["a"]]


def test_people_before_bots_and_full_matches_before_small_ones() -> None:
    eager = [party(id, waited=9, bots_after_ms=0) for id in "abcd"]
    lineups = form_lineups(eager, [DUEL, FOUR], NOW)
    assert party_ids(lineups) == [["a", "b", "c", "d"]]


def test_the_number_of_seats_asked_for_is_kept() -> None:
    lineups = form_lineups([party("a", seats=2), party("b", seats=3), party("c")], [DUEL, TRIO], NOW)
    assert party_ids(lineups) == [["a", "c"]]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(
            st.integers(1, 3),
            st.integers(0, 30),
            st.floats(0, 3000),
            st.sets(st.sampled_from(["free", "shadow"])),
            st.booleans(),
        ),
        max_size=25,
    )
)
def test_nobody_is_seated_twice_and_every_seat_is_right(crowd) -> None:
    parties = [
        party(
            f"t{number}",
            *(f"t{number}-{n}" for n in range(size)),
            waited=waited,
            rating=rating,
            sides=frozenset(sides),
            bots_after_ms=0 if bots else None,
        )
        for number, (size, waited, rating, sides, bots) in enumerate(crowd)
    ]
    by_id = {one.id: one for one in parties}
    seated = []
    for lineup in form_lineups(parties, [TRIO, FOUR], NOW):
        seating = TRIO if len(lineup.holders) == 3 else FOUR
        people = [holder for holder in lineup.holders if holder]
        assert sorted(people) == sorted((one.id, n) for one in lineup.parties for n in range(len(one.players)))
        for at, holder in enumerate(lineup.holders):
            if holder is None:
                assert all(one.bots_after_ms is not None for one in lineup.parties)
            elif by_id[holder[0]].sides:
                assert seating[at].side in by_id[holder[0]].sides
        seated += [one.id for one in lineup.parties]
    assert len(seated) == len(set(seated))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(
            st.integers(0, 20),
            st.floats(0, 3000) | st.integers(0, 15).map(lambda n: 100.1 * n),
            st.sampled_from(["free", "shadow"]),
            st.none() | st.integers(0, 40_000),
        ),
        max_size=8,
    ),
    st.integers(0, 40_000),
)
def test_nobody_can_be_seated_before_time_changes_something(crowd, later) -> None:
    parties = [
        party(f"t{number}", waited=waited, rating=rating, sides=frozenset({side}), bots_after_ms=bots)
        for number, (waited, rating, side, bots) in enumerate(crowd)
    ]
    seating = [Seat("frodo", "free"), Seat("sauron", "shadow")]
    if not form_lineups(parties, [seating], NOW) and NOW + later < next_change(parties, NOW):
        assert form_lineups(parties, [seating], NOW + later) == []


def test_time_changes_something_when_a_gap_reaches_another_or_bots_are_taken() -> None:
    far = [party("a", rating=1000), party("b", rating=1200, waited=1)]
    assert next_change(far, NOW) == NOW + 1_000
    assert next_change([party("a"), party("b")], NOW) == math.inf
    assert next_change([party("a", bots_after_ms=5_000), party("b", bots_after_ms=0)], NOW) == NOW + 5_000
    assert next_change([], NOW) == math.inf


def test_who_wants_what_does_not_fit_is_in_nobodys_way() -> None:
    crowd = [party(f"t{n}", waited=9, sides=frozenset({"red"})) for n in range(50)]
    lineups = form_lineups([*crowd, party("x", sides=frozenset({"blue"}))], [DUEL], NOW)
    assert party_ids(lineups) == [["t0", "x"]]


def test_ten_thousand_are_seated_in_one_go() -> None:
    rng = random.Random(1)
    crowd = [party(f"t{n}", rating=rng.gauss(1500, 300), waited=rng.random()) for n in range(10_000)]
    lineups = form_lineups(crowd, [DUEL], NOW)
    assert len(lineups) > 4_900
