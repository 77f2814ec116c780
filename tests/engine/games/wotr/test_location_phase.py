"""Activating battlegrounds and paths: the location phase, and locations activated in the action phase (pp. 8-9)."""

import pytest

from engine.games.wotr.components.box import BATTLEGROUNDS, FREE, PATHS, SHADOW
from engine.games.wotr.game import GAME
from tests.engine.games.wotr.tabletop import Combat, Tabletop, number, word


def _leave_in_deck(tabletop: Tabletop, side: str, *grounds: str) -> None:
    """Only these battlegrounds are left in a side's deck."""
    deck = tabletop.edit().battleground_decks[side]
    tabletop.box(*(word(ground) for ground in list(deck) if word(ground) not in grounds))


def _location_phase(tabletop: Tabletop, first: str = "frodo") -> None:
    """The whole location phase of a round, with nobody's hand full."""
    tabletop.edit().first = tabletop.seats.index(first)
    tabletop.clear_path()
    tabletop.begin("battleground")


def test_the_first_player_draws_from_the_deck_of_the_own_side(tabletop: Tabletop) -> None:
    _leave_in_deck(tabletop, FREE, "rivendell")
    tabletop.edit().path_number = 0
    _location_phase(tabletop)
    assert tabletop.where("rivendell") == "active"
    assert PATHS[number(tabletop.path)].path == 1


def test_the_shadow_as_first_player_draws_from_its_own_deck(tabletop: Tabletop) -> None:
    _leave_in_deck(tabletop, SHADOW, "harad")
    tabletop.edit().path_number = 8
    _location_phase(tabletop, "witch-king")
    assert tabletop.where("harad") == "active"
    assert PATHS[number(tabletop.path)].path == 9


def test_an_empty_battleground_deck_takes_the_other_sides(tabletop: Tabletop) -> None:
    _leave_in_deck(tabletop, FREE)
    _leave_in_deck(tabletop, SHADOW, "moria")
    tabletop.edit().path_number = 8
    _location_phase(tabletop)
    assert tabletop.where("moria") == "active"


def test_no_battleground_when_both_decks_are_empty(tabletop: Tabletop) -> None:
    _leave_in_deck(tabletop, FREE)
    _leave_in_deck(tabletop, SHADOW)
    tabletop.edit().path_number = 8
    _location_phase(tabletop)
    assert not tabletop.state.battlegrounds
    assert tabletop.path in ("crack-of-doom", "morgai", "orodruin")


def test_the_path_is_one_higher_than_the_last_of_the_round_before(tabletop: Tabletop) -> None:
    _leave_in_deck(tabletop, FREE)
    _leave_in_deck(tabletop, SHADOW)
    tabletop.edit().path_number = 5
    tabletop.box("emyn-muil", "amon-hen")
    _location_phase(tabletop)
    assert tabletop.path == "dead-marshes"


def test_the_location_phase_draws_at_random() -> None:
    """Over many matches every path 1 and every Free Peoples battleground comes first sometimes."""
    paths, grounds = set(), set()
    for seed in range(40):
        match = GAME.new_match("duel", seed=seed)
        while not match.state.path:  # the battleground's text asks first
            match.choose(match.pending[0].seat, 0)
        paths.update(match.state.path)
        grounds.update(match.state.battlegrounds[:1])
    assert {word(path) for path in paths} == {"bag-end", "bucklebury-ferry", "gildors-encampment"}
    assert grounds == {ground for ground, entry in BATTLEGROUNDS.items() if entry.side == FREE}


def test_a_random_path_is_never_one_activated_before(tabletop: Tabletop) -> None:
    """Gandalf went to a path of the next number and back is no way: what was activated is out of the deck."""
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "gandalf-the-grey")
    tabletop.use("gandalf-the-grey")
    assert tabletop.options == ["activate fords-of-bruinen", "activate imladris", "activate the-council-of-elrond"]
    tabletop.choose("activate imladris")
    assert number("imladris") not in tabletop.state.path_deck
    assert number("weathertop") not in tabletop.state.path_deck


def test_combat_on_the_replaced_path_comes_before_the_new_paths_text(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "gandalf-the-grey", "sam-gamgee", "the-hunter")
    tabletop.top("arwen", "elrond")
    tabletop.use("gandalf-the-grey")
    tabletop.choose("activate imladris")
    assert tabletop.awaits == ("frodo", "loss")
    assert tabletop.hand("aragorn") == []
    tabletop.choose("lose sam-gamgee")
    assert tabletop.combat == Combat(attack=1, defence=4, left=0)
    assert tabletop.where("weathertop") == FREE
    assert tabletop.where("sam-gamgee") == "eliminated"
    assert tabletop.where("gandalf-the-grey") == "cycled"
    assert tabletop.hand("aragorn") == ["arwen", "elrond"]
    assert tabletop.path == "imladris"


def test_the_replaced_path_can_be_lost_and_the_new_one_is_fought_over_too(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "gandalf-the-grey", "the-witch-king", "the-hunter", "the-reaver")
    tabletop.use("gandalf-the-grey")
    tabletop.choose("activate the-council-of-elrond")
    assert tabletop.corruption == 1
    assert tabletop.where("weathertop") == SHADOW
    tabletop.fight("the-council-of-elrond")
    assert tabletop.where("the-council-of-elrond") == FREE


def test_nothing_lies_beyond_path_nine(tabletop: Tabletop) -> None:
    tabletop.lay("orodruin")
    tabletop.stand("orodruin", "gandalf-the-grey", "smeagol")
    assert not tabletop.can("frodo", "use gandalf-the-grey")
    assert not tabletop.can("frodo", "use smeagol")


def test_no_path_twice(tabletop: Tabletop) -> None:
    """With both other paths 2 used up there is no different path of the number to go to."""
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "flocks-of-crebain")
    assert tabletop.can("saruman", "use flocks-of-crebain")
    tabletop.box("inn-of-the-prancing-pony", "the-old-forest")
    assert not tabletop.can("saruman", "use flocks-of-crebain")


def test_any_number_of_battlegrounds_may_be_active(tabletop: Tabletop) -> None:
    tabletop.lay("edoras", "orthanc", "rivendell", "moria", "minas-tirith")
    tabletop.activate("umbar")
    assert len(tabletop.state.battlegrounds) == 6
    tabletop.give("gandalf-the-grey", "sting")
    for ground in ("edoras", "orthanc", "rivendell", "moria", "minas-tirith", "umbar"):
        assert tabletop.can("frodo", f"play gandalf-the-grey {ground}")


def test_a_named_battleground_is_taken_from_its_deck(tabletop: Tabletop) -> None:
    tabletop.reserve("corsairs-of-umbar")
    tabletop.use("corsairs-of-umbar")
    assert tabletop.where("umbar") == "active"
    assert number("umbar") not in tabletop.state.battleground_decks[SHADOW]


def test_reactivation_resolves_the_text_again(tabletop: Tabletop) -> None:
    tabletop.score(SHADOW, "harad")
    tabletop.top("mordor-orcs")
    tabletop.top("wolf-riders")
    tabletop.activate("harad")
    assert tabletop.hand("witch-king") == ["mordor-orcs"]
    assert tabletop.hand("saruman") == ["wolf-riders"]


@pytest.mark.parametrize(("scored", "defence"), [(SHADOW, 1), (FREE, 0)])
def test_defence_icons_are_ignored_only_from_the_other_sides_scoring_area(
    tabletop: Tabletop, scored: str, defence: int
) -> None:
    tabletop.score(scored, "harad")
    tabletop.activate("harad")
    tabletop.stand("harad", "soldiers-of-gondor")
    assert tabletop.fight("harad") == Combat(attack=1, defence=defence, left=1 - defence)


def test_a_breached_battleground_still_counts_its_tokens(tabletop: Tabletop) -> None:
    tabletop.score(FREE, "harad")
    tabletop.activate("harad")
    tabletop.reserve("the-warrior")
    tabletop.use("the-warrior")
    tabletop.stand("harad", "soldiers-of-gondor")
    assert tabletop.fight("harad") == Combat(attack=1, defence=1, left=0)


def test_the_first_player_orders_the_combats(tabletop: Tabletop) -> None:
    tabletop.lay("harad", "edoras")
    tabletop.edit().first = tabletop.seats.index("saruman")
    tabletop.begin("combat")
    assert tabletop.awaits == ("saruman", "combat")
    assert tabletop.options == ["fight bucklebury-ferry", "fight harad", "fight edoras"]
    tabletop.choose("fight edoras")
    assert tabletop.options == ["fight bucklebury-ferry", "fight harad"]
    assert tabletop.where("edoras") == FREE


def test_the_box_holds_seven_battlegrounds_a_side_and_three_paths_a_number() -> None:
    assert [ground.side for ground in BATTLEGROUNDS.values()].count(FREE) == 7
    assert [ground.side for ground in BATTLEGROUNDS.values()].count(SHADOW) == 7
    assert [path.path for path in PATHS.values()] == sorted(list(range(1, 10)) * 3)
