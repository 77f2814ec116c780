"""Passing, the carryover limit and the end of the action phase (p. 10)."""

import pytest

from engine.games.wotr.rules.carryover import carryover
from tests.engine.games.wotr.tabletop import Tabletop, number


def test_at_most_the_limit_may_pass(tabletop: Tabletop) -> None:
    tabletop.give("gimli", "sting")
    assert tabletop.can("frodo", "pass")
    tabletop.give("treebeard")
    assert not tabletop.can("frodo", "pass")


def test_fewer_cards_than_every_opponent_may_pass(tabletop: Tabletop) -> None:
    tabletop.give("gimli", "sting", "treebeard")
    tabletop.give("mordor-orcs", "mordor-orcs/2", "mordor-orcs/3", "mordor-orcs/4")
    tabletop.give("wolf-riders", "ugluk", "saruman")
    assert not tabletop.can("frodo", "pass")  # Saruman has as many
    tabletop.give("fighting-uruk-hai")
    assert tabletop.can("frodo", "pass")


def test_an_allys_hand_does_not_matter(tabletop: Tabletop) -> None:
    tabletop.give("gimli", "sting", "treebeard")
    tabletop.give("mordor-orcs", "mordor-orcs/2", "mordor-orcs/3", "mordor-orcs/4")
    tabletop.give("wolf-riders", "ugluk", "saruman", "fighting-uruk-hai")
    tabletop.give("arwen")
    assert tabletop.can("frodo", "pass")


def test_the_limit_is_each_players_own(tabletop: Tabletop) -> None:
    tabletop.reserve("elrond", "saruman", "the-lidless-eye", "gandalf-the-grey")
    tabletop.wield("saruman", "sarumans-staff")
    limits = [carryover(tabletop.state, seat) for seat in range(4)]
    assert dict(zip(tabletop.seats, limits, strict=True)) == {
        "frodo": 2,
        "witch-king": 3,
        "aragorn": 3,
        "saruman": 3,
    }
    tabletop.wield("gandalf-the-grey", "gandalfs-staff")
    assert carryover(tabletop.state, 0) == 3


def test_the_phase_ends_when_all_pass_in_a_row(tabletop: Tabletop) -> None:
    tabletop.give("gimli")
    tabletop.choose("pass", "pass", "pass")
    assert tabletop.awaits == ("saruman", "action")
    assert tabletop.where("bucklebury-ferry") == "active"
    tabletop.choose("pass")
    assert tabletop.where("bucklebury-ferry") == "free"
    assert tabletop.state.round == 2


def test_who_passed_may_act_again(tabletop: Tabletop) -> None:
    tabletop.give("gimli", "sting")
    tabletop.give("wolf-riders")
    tabletop.choose("pass", "pass", "pass", "cycle wolf-riders")
    assert tabletop.awaits == ("frodo", "action")
    tabletop.choose("cycle gimli", "pass", "pass")
    assert tabletop.awaits == ("saruman", "action")
    assert tabletop.state.round == 1


def test_turns_go_round_from_the_first_player(tabletop: Tabletop) -> None:
    tabletop.edit().first = tabletop.edit().turn = 2
    order = []
    for _ in range(4):
        order.append(tabletop.awaits[0])
        tabletop.choose("ring")
    assert order == ["aragorn", "saruman", "frodo", "witch-king"]


def test_the_first_player_token_moves_on(tabletop: Tabletop) -> None:
    tabletop.edit().path_number = 8
    tabletop.begin("draw")
    assert tabletop.state.round == 2
    assert tabletop.variant.order[tabletop.state.first] == tabletop.seats.index("witch-king")


def test_nobody_keeps_more_than_the_limit_although_fewer_than_the_opponent(duel: Tabletop) -> None:
    """In the Duel the Shadow can keep four: three cards may pass, but not be carried over with a limit of two."""
    duel.reserve("saruman", "the-lidless-eye")
    duel.wield("saruman", "sarumans-staff")
    duel.give("mordor-orcs", "mordor-orcs/2", "mordor-orcs/3", "mordor-orcs/4")
    duel.give("gimli", "sting", "treebeard")
    duel.choose("pass")
    duel.choose("pass")
    assert duel.awaits == ("gandalf", "cycle")
    duel.choose("cycle sting")
    assert duel.where("sting") == "cycled"
    assert duel.where("bucklebury-ferry") == "free"


@pytest.mark.parametrize(
    ("reserve", "deck", "is_asked", "is_disclosed"),
    [
        ("halbarad", [], False, True),
        ("halbarad", ["strider"], True, True),
        ("high-elves", ["strider"], False, False),
    ],
)
def test_who_is_asked_may_tell_what_is_in_a_deck(
    tabletop: Tabletop, reserve: str, deck: list[str], is_asked: bool, is_disclosed: bool
) -> None:
    """Aragorn has nothing but Halbarad's text, if that: that he is asked or passed over cannot be undone."""
    tabletop.only("aragorn", *deck)
    tabletop.reserve(reserve)
    tabletop.edit().new_in_reserve.append(number(reserve))
    for player in tabletop.edit().players:
        player.ring = False
    tabletop.give("mordor-orcs", "mordor-orcs/2", "wolf-riders")
    tabletop.turn("witch-king")
    before = tabletop.state.disclosed
    tabletop.choose("cycle mordor-orcs")
    assert (tabletop.awaits[0] == "aragorn") == is_asked
    assert (tabletop.state.disclosed > before) == is_disclosed
