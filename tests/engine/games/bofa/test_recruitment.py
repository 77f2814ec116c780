"""Chapter IX: recruitment tokens, goblins and their passes, regrouping."""

import pytest

from engine.games.bofa.components.box import PILES
from tests.engine.games.bofa.table import FREE, SHADOW, Table


def test_another_unit_of_the_group_when_figures_are_out(table: Table) -> None:
    """All five Dwarf Warriors are in play: Lake-men or Dwarf Veterans come instead (p. 24)."""
    table.army("front_gate", dwarf_warriors=5)
    table.token("ruins_of_dale", "dwarf_warriors")
    table.action(FREE, "muster").choose("recruit", "ruins_of_dale")
    assert table.kind == "instead"
    units = {table.p.units[unit].id for _, unit in table.options()}
    assert units == {"lake_town_men", "dwarf_veterans"}
    table.choose("instead", "dwarf_veterans")
    assert table.units("ruins_of_dale") == {"dwarf_veterans": 1}


def test_a_token_is_turned_in_two_regions_and_leaves_the_game(table: Table) -> None:
    """One token in each of two different regions (p. 13, 24)."""
    first = table.token("warg_heath", "orcs", "orcs")
    second = table.token("north_host", "great_orcs")
    table.token("warg_heath", "wargs")
    table.s.ground[table.at("warg_heath")].reverse()
    table.action(SHADOW, "muster").choose("recruit", "warg_heath")
    assert table.options("recruit") == [("recruit", table.at("north_host"))]
    table.choose("recruit", "north_host")
    assert table.units("warg_heath") == {"orcs": 2}
    assert table.units("north_host") == {"great_orcs": 1}
    assert {first, second} <= set(table.s.spent)


def test_of_two_kinds_of_tokens_the_player_turns_one_by_its_back(table: Table) -> None:
    """Backs tell Dwarves and Men from Elves (p. 24)."""
    table.token("camp", "dwarf_warriors")
    table.token("camp", "elf_archers")
    table.action(FREE, "muster").choose("recruit", "camp")
    assert [table.match.describe(option, "en") for option in table.options()] == [
        "A token of Dwarves and Men",
        "A token of Elves",
    ]
    table.choose("pile", PILES.index("dwarf_men"))
    assert table.units("camp") == {"dwarf_warriors": 1}


@pytest.mark.parametrize("card", ["host_of_the_elvenking", "reinforcements", "refugees_of_esgaroth"])
def test_a_card_turns_only_what_it_has_laid(table: Table, card: str) -> None:
    """With empty piles nothing is laid, and the token that lay there stays face down (p. 24)."""
    old = table.token("camp", "dwarf_warriors")
    for pile in table.s.piles[:2]:
        table.s.spent += pile
        pile.clear()
    table.give(FREE, card)
    table.action(FREE, "event").choose("card", card).choose("pick", "camp")
    assert table.units("camp") == {}
    assert table.s.ground[table.at("camp")] == [old]


def test_one_of_two_tokens_laid_by_a_card_is_turned(table: Table) -> None:
    """Host of the Elvenking, where a token of Dwarves and Men lies already (p. 24)."""
    old = table.token("camp", "dwarf_warriors")
    table.give(FREE, "host_of_the_elvenking")
    table.action(FREE, "event").choose("card", "host_of_the_elvenking").choose("pick", "camp")
    assert len(table.s.armies[table.at("camp")]) == 1
    assert len(table.s.ground[table.at("camp")]) == 2
    assert old in table.s.ground[table.at("camp")]


def test_recruits_beyond_five_units_are_removed_but_not_in_mustering_regions(table: Table) -> None:
    """The player chooses which unit goes; mustering regions have no limit (p. 25)."""
    table.army("camp", elf_spearmen=5)
    table.token("camp", "lake_town_men")
    table.action(FREE, "muster").choose("recruit", "camp")
    assert table.kind == "over_limit"
    table.choose("remove", "lake_town_men")
    assert table.units("camp") == {"elf_spearmen": 5}
    table.army("warg_heath", orcs=7)
    table.token("warg_heath", "wargs")
    table.action(SHADOW, "muster").choose("recruit", "warg_heath")
    assert table.units("warg_heath") == {"orcs": 7, "wargs": 1}


def test_no_tokens_where_the_enemy_is_or_has_been(table: Table) -> None:
    """Not with an enemy army or under an enemy marker (p. 24)."""
    table.army("camp", orcs=1)
    table.s.held = [table.at("camp"), table.at("ruins_of_dale")]
    table.army("east_fields", orcs=1)
    table.give(FREE, "call_to_arms")
    table.action(FREE, "event").choose("card", "call_to_arms")
    places = {place for _, place in table.options("pick")}
    assert table.at("camp") not in places
    assert table.at("ruins_of_dale") not in places
    assert table.at("front_gate") in places


def test_an_empty_pile_gives_no_more_tokens(table: Table) -> None:
    """A group that is used up cannot be laid any more (p. 24)."""
    table.s.spent += table.s.piles[1]
    table.s.piles[1] = []
    table.give(FREE, "host_of_the_elvenking")
    table.action(FREE, "muster").choose("card", "host_of_the_elvenking").choose("pick", "camp")
    assert table.s.ground[table.at("camp")] == []


def test_five_goblins_open_the_pass_for_good(table: Table) -> None:
    """The pass stays closed with four and open ever after (p. 25)."""
    table.army("northern_goblins", goblins=4)
    table.army("western_goblins", goblins=1)
    table.action(SHADOW, "eye", "eye", "eye")
    assert table.options("march") == []
    table.choose("goblins").choose("draw").choose("march", "northern_goblins", "northern_goblins_pass")
    assert table.s.closed == [False, True]
    for _ in range(4):
        table.choose("leave", "goblins")
    table.choose("halt")
    assert table.units("northern_goblins") == {"goblins": 4}
    assert table.units("northern_goblins_pass") == {"goblins": 1}
    assert table.s.closed == [False, True]


def test_a_pass_leads_out_and_never_back(table: Table) -> None:
    """From the pass to its region; nobody enters or attacks the pass (p. 25)."""
    table.army("northern_goblins_pass", goblins=3)
    table.army("spur_ridge", dwarf_warriors=1)
    table.action(SHADOW, "eye")
    ridge, gap = table.at("spur_ridge"), table.at("northern_goblins_pass")
    assert table.options("attack") == [("attack", gap, ridge)]
    assert gap not in table.p.layout.neighbours[ridge]
    assert (gap, ridge) not in table.p.layout.hard_attacks


def test_an_army_on_a_pass_cannot_join_a_combined_attack(table: Table) -> None:
    """Only armies of normal regions do (p. 25)."""
    table.army("northern_goblins_pass", goblins=3)
    table.army("spur_ridge", dwarf_warriors=1)
    table.army("gate_terrace", orcs=2)
    table.action(SHADOW, "army")
    assert table.options("combined") == []
    table.army("eastern_spur", orcs=2)
    table.action(SHADOW, "army").choose("combined", "spur_ridge")
    assert table.s.battle is not None
    assert sorted(table.s.battle.sources) == sorted([table.at("gate_terrace"), table.at("eastern_spur")])


def test_regrouping_rolls_a_die_per_unit_and_leaders_roll_again(table: Table) -> None:
    """Each 5 or 6 removes one damage; failures are rolled again up to the leadership (p. 25)."""
    table.army("camp", "dain", dwarf_warriors=3, damage=3)
    table.action(FREE, "muster")
    table.next_rolls(5, 1, 2, 6, 3)
    table.choose("regroup", "camp")
    assert table.damage("camp") == 1
    assert table.kind == "casualties"
    table.choose("lose", "dwarf_warriors")
    assert table.damage("camp") == 0
    assert table.units("camp") == {"dwarf_warriors": 2}


def test_goblins_are_limited_by_their_figures(table: Table) -> None:
    """There are twelve (p. 5, 10)."""
    table.army("northern_goblins", goblins=11)
    table.action(SHADOW, "eye").choose("goblins")
    assert table.units("northern_goblins") == {"goblins": 12}
    assert table.units("western_goblins") == {}


def test_an_army_on_a_pass_uses_cards_of_attack(table: Table) -> None:
    """It attacks what stands before the pass (p. 25), by a die or by a card."""
    table.army("northern_goblins_pass", goblins=2)
    table.army("spur_ridge", dwarf_warriors=1)
    table.give(SHADOW, "old_grudge")
    table.action(SHADOW, "event").choose("card", "old_grudge")
    table.choose("pick", "northern_goblins_pass").choose("attack", "northern_goblins_pass", "spur_ridge")
    assert table.kind == "manoeuvre"


def test_an_army_before_a_pass_has_nothing_beside_it(table: Table) -> None:
    """The way is open in one direction: nobody reaches the pass from the field (p. 25)."""
    table.army("northern_goblins_pass", goblins=2)
    table.army("spur_ridge", dwarf_warriors=1)
    table.army("river_meadow", orcs=1)
    table.army("camp", dwarf_warriors=1)
    table.give(FREE, "on_the_flank")
    table.action(FREE, "event").choose("card", "on_the_flank")
    assert table.damage("northern_goblins_pass") == 0
    assert table.damage("river_meadow") == 1


def test_the_way_out_of_a_pass_does_not_stop_a_fast_move(table: Table) -> None:
    """A pass is not adjacent for fast moves (p. 25)."""
    table.army("northern_goblins", goblins=2, leaders=1)
    table.army("gate_terrace", dwarf_warriors=1)
    table.army("front_gate", dwarf_warriors=1)
    table.s.closed = [False, False]
    table.action(SHADOW, "character").choose("march", "northern_goblins", "northern_goblins_pass").choose("go")
    assert table.options("on") == [("on", table.at("spur_ridge"))]


def test_hardened_veterans_regroup_before_they_gain_a_leader(table: Table) -> None:
    """The new token rolls nothing again."""
    table.army("camp", dwarf_warriors=1, damage=1)
    table.give(FREE, "hardened_veterans")
    table.action(FREE, "event").choose("card", "hardened_veterans")
    table.next_rolls(1, 6)
    table.choose("pick", "camp").choose("enough")
    assert (table.damage("camp"), table.s.leaders[table.at("camp")]) == (1, 1)
