"""Activating battlegrounds and paths: the location phase, and locations activated in the action phase (pp. 8-9)."""

import pytest

from engine.games.wotr.components import BATTLEGROUNDS, FREE, PATHS, SHADOW
from engine.games.wotr.game import GAME
from tests.engine.games.wotr.table import Combat, Table, number, word


def _leave_in_deck(table: Table, side: str, *grounds: str) -> None:
    """Only these battlegrounds are left in a side's deck."""
    deck = table.edit().battleground_decks[side]
    table.box(*(word(ground) for ground in list(deck) if word(ground) not in grounds))


def _location_phase(table: Table, first: str = "frodo") -> None:
    """The whole location phase of a round, with nobody's hand full."""
    table.edit().first = table.seats.index(first)
    table.clear_path()
    table.begin("battleground")


def test_the_first_player_draws_from_the_deck_of_the_own_side(table: Table) -> None:
    _leave_in_deck(table, FREE, "rivendell")
    table.edit().path_number = 0
    _location_phase(table)
    assert table.where("rivendell") == "active"
    assert PATHS[number(table.path)].path == 1


def test_the_shadow_as_first_player_draws_from_its_own_deck(table: Table) -> None:
    _leave_in_deck(table, SHADOW, "harad")
    table.edit().path_number = 8
    _location_phase(table, "witch-king")
    assert table.where("harad") == "active"
    assert PATHS[number(table.path)].path == 9


def test_an_empty_battleground_deck_takes_the_other_sides(table: Table) -> None:
    _leave_in_deck(table, FREE)
    _leave_in_deck(table, SHADOW, "moria")
    table.edit().path_number = 8
    _location_phase(table)
    assert table.where("moria") == "active"


def test_no_battleground_when_both_decks_are_empty(table: Table) -> None:
    _leave_in_deck(table, FREE)
    _leave_in_deck(table, SHADOW)
    table.edit().path_number = 8
    _location_phase(table)
    assert not table.state.battlegrounds
    assert table.path in ("crack-of-doom", "morgai", "orodruin")


def test_the_path_is_one_higher_than_the_last_of_the_round_before(table: Table) -> None:
    _leave_in_deck(table, FREE)
    _leave_in_deck(table, SHADOW)
    table.edit().path_number = 5
    table.box("emyn-muil", "amon-hen")
    _location_phase(table)
    assert table.path == "dead-marshes"


def test_the_location_phase_draws_at_random() -> None:
    """Over many matches every path 1 and every Free Peoples battleground comes first sometimes."""
    paths, grounds = set(), set()
    for seed in range(40):
        match = GAME.new_match("duel", seed=seed)
        while not match.state.path:  # the battleground's text asks first
            match.choose(match.pending[0].seat, 0)
        paths.update(match.state.path)
        grounds.update(match.state.battlegrounds[:1])
    assert {word(path) for path in paths} == {"bag-end", "bucklebury-ferry", "gildor-s-encampment"}
    assert grounds == {ground for ground, entry in BATTLEGROUNDS.items() if entry.side == FREE}


def test_a_random_path_is_never_one_activated_before(table: Table) -> None:
    """Gandalf went to a path of the next number and back is no way: what was activated is out of the deck."""
    table.lay("weathertop")
    table.stand("weathertop", "gandalf-the-grey")
    table.use("gandalf-the-grey")
    assert table.options == ["activate fords-of-bruinen", "activate imladris", "activate the-council-of-elrond"]
    table.choose("activate imladris")
    assert number("imladris") not in table.state.path_deck
    assert number("weathertop") not in table.state.path_deck


def test_combat_on_the_replaced_path_comes_before_the_new_paths_text(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "gandalf-the-grey", "sam-gamgee", "the-hunter")
    table.top("arwen", "elrond")
    table.use("gandalf-the-grey")
    table.choose("activate imladris")
    assert table.asked == ("frodo", "loss")
    assert table.hand("aragorn") == []
    table.choose("lose sam-gamgee")
    assert table.combat == Combat(attack=1, defence=4, left=0)
    assert table.where("weathertop") == FREE
    assert table.where("sam-gamgee") == "eliminated"
    assert table.where("gandalf-the-grey") == "cycled"
    assert table.hand("aragorn") == ["arwen", "elrond"]
    assert table.path == "imladris"


def test_the_replaced_path_can_be_lost_and_the_new_one_is_fought_over_too(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "gandalf-the-grey", "the-witch-king", "the-hunter", "the-reaver")
    table.use("gandalf-the-grey")
    table.choose("activate the-council-of-elrond")
    assert table.corruption == 1
    assert table.where("weathertop") == SHADOW
    table.fight("the-council-of-elrond")
    assert table.where("the-council-of-elrond") == FREE


def test_nothing_lies_beyond_path_nine(table: Table) -> None:
    table.lay("orodruin")
    table.stand("orodruin", "gandalf-the-grey", "smeagol")
    assert not table.can("frodo", "use gandalf-the-grey")
    assert not table.can("frodo", "use smeagol")


def test_no_path_twice(table: Table) -> None:
    """With both other paths 2 used up there is no different path of the number to go to."""
    table.lay("weathertop")
    table.stand("weathertop", "flocks-of-crebain")
    assert table.can("saruman", "use flocks-of-crebain")
    table.box("inn-of-the-prancing-pony", "the-old-forest")
    assert not table.can("saruman", "use flocks-of-crebain")


def test_any_number_of_battlegrounds_may_be_active(table: Table) -> None:
    table.lay("edoras", "orthanc", "rivendell", "moria", "minas-tirith")
    table.activate("umbar")
    assert len(table.state.battlegrounds) == 6
    table.give("gandalf-the-grey", "sting")
    for ground in ("edoras", "orthanc", "rivendell", "moria", "minas-tirith", "umbar"):
        assert table.can("frodo", f"play gandalf-the-grey {ground}")


def test_a_named_battleground_is_taken_from_its_deck(table: Table) -> None:
    table.reserve("corsairs-of-umbar")
    table.use("corsairs-of-umbar")
    assert table.where("umbar") == "active"
    assert number("umbar") not in table.state.battleground_decks[SHADOW]


def test_reactivation_resolves_the_text_again(table: Table) -> None:
    table.score(SHADOW, "harad")
    table.top("mordor-orcs")
    table.top("wolf-riders")
    table.activate("harad")
    assert table.hand("witch-king") == ["mordor-orcs"]
    assert table.hand("saruman") == ["wolf-riders"]


@pytest.mark.parametrize(("scored", "defence"), [(SHADOW, 1), (FREE, 0)])
def test_defence_icons_are_ignored_only_from_the_other_sides_scoring_area(
    table: Table, scored: str, defence: int
) -> None:
    table.score(scored, "harad")
    table.activate("harad")
    table.stand("harad", "soldiers-of-gondor")
    assert table.fight("harad") == Combat(attack=1, defence=defence, left=1 - defence)


def test_a_breached_battleground_still_counts_its_tokens(table: Table) -> None:
    table.score(FREE, "harad")
    table.activate("harad")
    table.reserve("the-warrior")
    table.use("the-warrior")
    table.stand("harad", "soldiers-of-gondor")
    assert table.fight("harad") == Combat(attack=1, defence=1, left=0)


def test_the_first_player_orders_the_combats(table: Table) -> None:
    table.lay("harad", "edoras")
    table.edit().first = table.seats.index("saruman")
    table.begin("combat")
    assert table.asked == ("saruman", "combat")
    assert table.options == ["fight bucklebury-ferry", "fight harad", "fight edoras"]
    table.choose("fight edoras")
    assert table.options == ["fight bucklebury-ferry", "fight harad"]
    assert table.where("edoras") == FREE


def test_the_box_holds_seven_battlegrounds_a_side_and_three_paths_a_number() -> None:
    assert [ground.side for ground in BATTLEGROUNDS.values()].count(FREE) == 7
    assert [ground.side for ground in BATTLEGROUNDS.values()].count(SHADOW) == 7
    assert [path.path for path in PATHS.values()] == sorted(list(range(1, 10)) * 3)
