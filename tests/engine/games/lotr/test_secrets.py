"""What players know of face-down cards, and what they cease to know when somebody may have moved them."""

import pytest

from engine.games.lotr.components.box import REFERENCES
from engine.games.lotr.rules.knowledge import learn
from engine.games.lotr.rules.progress import place_on_location
from engine.games.lotr.view import observe, unseen
from tests.engine.games.lotr.tabletop import Tabletop


@pytest.mark.card("mountains-of-mirkwood")
def test_nobody_sees_what_mountains_of_mirkwood_brings_another_player(two: Tabletop) -> None:
    mountains = two.stage("mountains-of-mirkwood")
    top = two.player(1).deck[-5:]
    learn(two.s, 0, top)
    two.run(place_on_location(two.s, mountains, 3), "respond", "none", top[0])
    assert two.player(1).hand == [top[0]]
    assert observe(two.s, 0).players[1].hand == []
    assert observe(two.s, 0).players[1].known_in_deck == []


def test_a_second_search_by_another_player_makes_the_first_worthless() -> None:
    table = Tabletop(["glorfindel"], ["denethor"], ["gimli"])
    table.rich()
    top = table.player(2).deck[-3:]
    learn(table.s, 0, top)
    table.play(1, table.give(1, "gandalfs-search"), 2, 3, top[1], top[2])
    assert table.player(2).hand == [top[1]]
    assert table.player(2).deck[-2:] == [top[2], top[0]]
    assert (observe(table.s, 0).players[2].hand, observe(table.s, 0).players[2].known_in_deck) == ([], [])
    seen = observe(table.s, 1).players[2]
    assert seen.hand == [REFERENCES[top[1]]]
    assert [(one.card, one.cards_above) for one in seen.known_in_deck] == [
        (REFERENCES[top[0]], 0),
        (REFERENCES[top[2]], 1),
    ]


def test_a_card_found_by_a_search_wakes_a_player_who_passed_the_phase() -> None:
    table = Tabletop(["glorfindel"], ["gimli"])
    table.rich()
    table.player(1).resting = True
    table.play(0, table.give(0, "gandalfs-search"), 1, 1)
    assert not table.player(1).resting


def test_a_card_found_in_the_mountains_wakes_a_player_who_passed_the_phase(table: Tabletop) -> None:
    mountains = table.stage("mountains-of-mirkwood")
    table.player(0).resting = True
    table.run(place_on_location(table.s, mountains, 3), "respond", table.player(0).deck[-1])
    assert not table.player(0).resting


def test_who_is_asked_for_a_response_is_known_to_hold_one() -> None:
    """A dealt-anew hand without such a card would not have been asked."""
    table = Tabletop(["gloin"], ["legolas"])
    brok = table.give(0, "brok-ironfist")
    assert brok in unseen(table.s, 1)[1]
    table.hero(0, "gimli")
    table.hurt(table.player(0).heroes[0], 4, "pass")
    assert brok not in unseen(table.s, 1)[1]
    table.step("window")
    assert brok in unseen(table.s, 1)[1]


def test_nothing_is_known_of_the_hand_of_a_player_whom_the_answered_card_eliminates() -> None:
    """His hand lies in his discard pile: what he was asked for is nobody's secret any more (p. 22)."""
    table = Tabletop(["eowyn"], ["legolas"], scenario="journey-down-the-anduin")
    table.rich()
    test = table.give(0, "a-test-of-will")
    table.player(0).threat = 49
    table.reveal("pursued-by-shadow", "pass")
    assert table.player(0).eliminated
    assert test in table.player(0).discard
    assert [test in pool for pool in unseen(table.s, 1)] == [False, False, False]
