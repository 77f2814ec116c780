"""Moving armies: the worked examples of chapter IX with their own numbers, and what stops an army."""

from engine.games.bofa.components.box import BILBO, DAIN
from tests.engine.games.bofa.table import FREE, SHADOW, Table


def test_strategic_move_splits_an_army_in_three(table: Table) -> None:
    """Five units: two Great Orcs go west, two Orcs south, one Orc stays (p. 22)."""
    table.army("ruins_of_dale", great_orcs=2, orcs=3)
    table.action(SHADOW, "army")
    table.choose("march", "ruins_of_dale", "old_orchards")
    for _ in range(3):
        table.choose("leave", "orcs")
    table.choose("go")
    table.choose("march", "ruins_of_dale", "south_road").choose("leave", "orcs").choose("go")
    assert table.units("old_orchards") == {"great_orcs": 2}
    assert table.units("south_road") == {"orcs": 2}
    assert table.units("ruins_of_dale") == {"orcs": 1}


def test_character_result_needs_leadership_with_the_units_that_go(table: Table) -> None:
    """Three Orcs, two Great Orcs, two tokens: at least one token goes with the Great Orcs (p. 22)."""
    table.army("burnt_heath", orcs=3, great_orcs=2, leaders=2)
    table.action(SHADOW, "character")
    table.choose("march", "burnt_heath", "desolation_road")
    for _ in range(3):
        table.choose("leave", "orcs")
    table.choose("leave_leader")
    assert table.options("leave_leader") == []
    table.choose("go")
    table.choose("halt")
    assert table.units("desolation_road") == {"great_orcs": 2}
    assert table.s.leaders[table.at("desolation_road")] == 1
    assert table.s.leaders[table.at("burnt_heath")] == 1


def test_damage_is_split_so_that_no_part_has_more_than_units(table: Table) -> None:
    """One Lake-men unit stays with at most one of two damage when two archers leave (p. 22-23)."""
    table.army("lower_slopes", lake_town_men=1, elf_archers=2, damage=2)
    table.action(FREE, "army_muster")
    table.choose("march", "lower_slopes", "raven_path").choose("leave", "lake_town_men").choose("go")
    assert table.options() == [("damage", 1), ("damage", 2)]
    table.choose("damage", 2).choose("halt")
    assert table.damage("raven_path") == 2
    assert table.damage("lower_slopes") == 0


def two_dwarves_and_dale(table: Table) -> None:
    """Two Dwarf units with Dáin west of Dale, which holds four units."""
    table.army("old_orchards", "dain", dwarf_warriors=2)
    table.army("ruins_of_dale", lake_town_men=4)
    table.action(FREE, "character")
    table.choose("march", "old_orchards", "ruins_of_dale").choose("go")


def test_fast_move_passes_through_a_full_region(table: Table) -> None:
    """The limit counts only where the move ends (p. 23)."""
    two_dwarves_and_dale(table)
    table.choose("on", "east_fields")
    assert table.units("ruins_of_dale") == {"lake_town_men": 4}
    assert table.units("east_fields") == {"dwarf_warriors": 2}
    assert table.s.people[1] == table.at("east_fields")


def test_stopping_in_a_full_region_costs_the_sixth_unit(table: Table) -> None:
    """Had the Dwarves stopped in Dale, one of six units would have to go (p. 23)."""
    two_dwarves_and_dale(table)
    table.choose("halt")
    assert table.kind == "over_limit"
    table.choose("remove", "lake_town_men")
    assert table.units("ruins_of_dale") == {"dwarf_warriors": 2, "lake_town_men": 3}


def test_a_merged_army_may_lose_units_for_damage_before_the_surplus_goes(table: Table) -> None:
    """Before the surplus is removed, units may be lost for two damage each (p. 23)."""
    table.army("old_orchards", dwarf_warriors=2, damage=2)
    table.army("ruins_of_dale", lake_town_men=4, damage=3)
    table.action(FREE, "army_muster").choose("march", "old_orchards", "ruins_of_dale").choose("go").choose("halt")
    table.choose("lose", "lake_town_men").choose("lose", "lake_town_men").choose("enough")
    assert table.units("ruins_of_dale") == {"dwarf_warriors": 2, "lake_town_men": 2}
    assert table.damage("ruins_of_dale") == 1


def test_surplus_units_take_no_damage_with_them(table: Table) -> None:
    """What is removed after the casualties heals nothing; then there must not be more damage than units (p. 23, 28)."""
    table.army("old_orchards", dwarf_warriors=2, damage=2)
    table.army("ruins_of_dale", lake_town_men=4, damage=3)
    table.action(FREE, "army_muster").choose("march", "old_orchards", "ruins_of_dale").choose("go").choose("halt")
    table.choose("enough").choose("remove", "lake_town_men")
    assert table.units("ruins_of_dale") == {"dwarf_warriors": 2, "lake_town_men": 3}
    assert table.damage("ruins_of_dale") == 5
    assert table.kind == "action"


def test_the_ring_takes_bilbo_out_of_a_march(table: Table) -> None:
    """He is put elsewhere when the die is used, before the army goes (p. 18)."""
    table.army("camp", "dain", "bilbo", dwarf_warriors=2)
    table.s.rings = 3
    table.action(FREE, "character").choose("march", "camp", "gate_terrace").choose("bilbo", "ravenhill").choose("go")
    assert table.s.people[BILBO] == table.at("ravenhill")
    assert table.s.people[DAIN] == table.at("gate_terrace")
    assert table.s.rings == 2


def test_the_ring_brings_bilbo_to_an_army_before_it_marches(table: Table) -> None:
    """So that he may go along (p. 18, 19)."""
    table.army("camp", "dain", dwarf_warriors=2)
    table.person("bilbo", "ravenhill")
    table.s.rings = 3
    table.action(FREE, "character").choose("march", "camp", "gate_terrace").choose("bilbo", "camp").choose("go")
    assert table.s.people[BILBO] == table.at("gate_terrace")


def test_the_die_that_pays_decides_who_must_go_along(table: Table) -> None:
    """Moved with the Eye, some Goblins go; with an Army result nobody must (p. 22)."""
    table.army("burnt_heath", goblins=1, orcs=1)
    table.action(SHADOW, "army", "eye").choose("march", "burnt_heath", "desolation_road")
    table.choose("spend", "eye", "eye")
    assert table.options("leave") == [("leave", table.p.unit_ids["orcs"])]


def test_an_army_stops_beside_an_enemy(table: Table) -> None:
    """A fast move ends beside an enemy army (p. 23)."""
    table.army("gundabad_host", orcs=2, leaders=1)
    table.army("watchtower", lake_town_men=1)
    table.action(SHADOW, "character").choose("march", "gundabad_host", "desolation_road").choose("go")
    assert table.options("on") == []
    assert table.options("attack") == [("attack", table.at("desolation_road"), table.at("watchtower"))]


def test_a_river_stops_armies_and_does_not_make_neighbours(table: Table) -> None:
    """Regions on both sides of a river are not adjacent (p. 9)."""
    camp, fields, meadow = table.at("camp"), table.at("north_fields"), table.at("river_meadow")
    assert fields not in table.p.layout.neighbours[camp]
    assert fields in table.p.layout.neighbours[meadow]
    assert table.p.layout.borders[meadow, fields] == "ford"


def test_armies_move_twice_with_two_dice_but_not_with_one(table: Table) -> None:
    """No figure moves twice with the same action (p. 22-23)."""
    table.army("burnt_heath", orcs=1)
    table.army("desolation_road", orcs=1)
    table.action(SHADOW, "army")
    table.choose("march", "burnt_heath", "desolation_road")
    table.choose("march", "desolation_road", "river_fields")
    assert table.units("desolation_road") == {"orcs": 1}
    assert table.units("river_fields") == {"orcs": 1}


def test_a_move_through_an_empty_settlement_changes_control(table: Table) -> None:
    """The marker is placed on the way, without stopping (p. 23)."""
    table.army("east_fields", orcs=2, leaders=1)
    table.army("lower_slopes", elf_archers=1)
    table.action(SHADOW, "character").choose("march", "east_fields", "ruins_of_dale").choose("go")
    table.choose("on", "south_road")
    assert table.s.held == [table.at("ruins_of_dale")]
    table.army("north_fields", lake_town_men=1)
    table.s.armies[table.at("south_road")] = []
    table.action(FREE, "army_muster").choose("march", "north_fields", "ruins_of_dale")
    assert table.s.held == []


def test_a_lone_character_does_not_take_a_settlement_back(table: Table) -> None:
    """Only units of the Free Peoples do (p. 23)."""
    table.s.held = [table.at("ruins_of_dale")]
    table.person("bard", "north_fields")
    table.action(FREE, "character").choose("characters").choose("walk", "bard", "ruins_of_dale")
    assert table.s.held == [table.at("ruins_of_dale")]


def test_enemy_recruitment_tokens_go_back_to_their_pile_unseen(table: Table) -> None:
    """An army that enters removes them (p. 24)."""
    token = table.token("ruins_of_dale", "lake_town_men")
    table.army("east_fields", orcs=2)
    table.action(SHADOW, "army").choose("march", "east_fields", "ruins_of_dale").choose("go")
    assert table.s.ground[table.at("ruins_of_dale")] == []
    assert token in table.s.piles[0]


def test_leadership_left_without_an_army_is_removed(table: Table) -> None:
    """A token never stays in a region without units (p. 20)."""
    table.army("burnt_heath", orcs=2, leaders=1)
    table.action(SHADOW, "army").choose("march", "burnt_heath", "desolation_road").choose("go")
    assert table.s.leaders[table.at("burnt_heath")] == 0


def test_a_character_may_stay_behind(table: Table) -> None:
    """It may go with the army or remain (p. 19)."""
    table.army("camp", "dain", dwarf_warriors=1)
    table.action(FREE, "army_muster").choose("march", "camp", "gate_terrace").choose("leave_behind", "dain")
    assert table.s.people[1] == table.at("camp")
    assert table.units("gate_terrace") == {"dwarf_warriors": 1}
