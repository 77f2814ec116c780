"""Moving armies: the worked examples of chapter IX with their own numbers, and what stops an army."""

import shutil
from pathlib import Path

import pytest

from engine.core.errors import CannotUndo
from engine.games.bofa.components.box import BILBO, DAIN, THORIN
from engine.games.bofa.components.library import SHIPPED
from engine.games.bofa.state import WAITING
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop


def test_strategic_move_splits_an_army_in_three(tabletop: Tabletop) -> None:
    """Five units: two Great Orcs go west, two Orcs south, one Orc stays (p. 22)."""
    tabletop.army("ruins-of-dale", great_orcs=2, orcs=3)
    tabletop.action(SHADOW, "army")
    tabletop.choose("march", "ruins-of-dale", "old-orchards")
    for _ in range(3):
        tabletop.choose("leave", "orcs")
    tabletop.choose("go")
    tabletop.choose("march", "ruins-of-dale", "south-road").choose("leave", "orcs").choose("go")
    assert tabletop.units("old-orchards") == {"great-orcs": 2}
    assert tabletop.units("south-road") == {"orcs": 2}
    assert tabletop.units("ruins-of-dale") == {"orcs": 1}


def test_character_result_needs_leadership_with_the_units_that_go(tabletop: Tabletop) -> None:
    """Three Orcs, two Great Orcs, two tokens: at least one token goes with the Great Orcs (p. 22)."""
    tabletop.army("burnt-heath", orcs=3, great_orcs=2, leaders=2)
    tabletop.action(SHADOW, "character")
    tabletop.choose("march", "burnt-heath", "desolation-road")
    for _ in range(3):
        tabletop.choose("leave", "orcs")
    tabletop.choose("leave-leader")
    assert tabletop.options("leave-leader") == []
    tabletop.choose("go")
    tabletop.choose("halt")
    assert tabletop.units("desolation-road") == {"great-orcs": 2}
    assert tabletop.s.leaders[tabletop.at("desolation-road")] == 1
    assert tabletop.s.leaders[tabletop.at("burnt-heath")] == 1


def test_damage_is_split_so_that_no_part_has_more_than_units(tabletop: Tabletop) -> None:
    """One Lake-men unit stays with at most one of two damage when two archers leave (p. 22-23)."""
    tabletop.army("lower-slopes", lake_town_men=1, elf_archers=2, damage=2)
    tabletop.action(FREE, "army-muster")
    tabletop.choose("march", "lower-slopes", "raven-path").choose("leave", "lake-town-men").choose("go")
    assert tabletop.options() == [("damage", 1), ("damage", 2)]
    tabletop.choose("damage", 2).choose("halt")
    assert tabletop.damage("raven-path") == 2
    assert tabletop.damage("lower-slopes") == 0


def two_dwarves_and_dale(tabletop: Tabletop) -> None:
    """Two Dwarf units with Dáin west of Dale, which holds four units."""
    tabletop.army("old-orchards", "dain", dwarf_warriors=2)
    tabletop.army("ruins-of-dale", lake_town_men=4)
    tabletop.action(FREE, "character")
    tabletop.choose("march", "old-orchards", "ruins-of-dale").choose("go")


def test_fast_move_passes_through_a_full_region(tabletop: Tabletop) -> None:
    """The limit counts only where the move ends (p. 23)."""
    two_dwarves_and_dale(tabletop)
    tabletop.choose("on", "east-fields")
    assert tabletop.units("ruins-of-dale") == {"lake-town-men": 4}
    assert tabletop.units("east-fields") == {"dwarf-warriors": 2}
    assert tabletop.s.characters[1] == tabletop.at("east-fields")


def test_stopping_in_a_full_region_costs_the_sixth_unit(tabletop: Tabletop) -> None:
    """Had the Dwarves stopped in Dale, one of six units would have to go (p. 23)."""
    two_dwarves_and_dale(tabletop)
    tabletop.choose("halt")
    assert tabletop.kind == "over-limit"
    tabletop.choose("remove", "lake-town-men")
    assert tabletop.units("ruins-of-dale") == {"dwarf-warriors": 2, "lake-town-men": 3}


def test_a_merged_army_may_lose_units_for_damage_before_the_surplus_goes(tabletop: Tabletop) -> None:
    """Before the surplus is removed, units may be lost for two damage each (p. 23)."""
    tabletop.army("old-orchards", dwarf_warriors=2, damage=2)
    tabletop.army("ruins-of-dale", lake_town_men=4, damage=3)
    tabletop.action(FREE, "army-muster").choose("march", "old-orchards", "ruins-of-dale").choose("go").choose("halt")
    tabletop.choose("lose", "lake-town-men").choose("lose", "lake-town-men").choose("enough")
    assert tabletop.units("ruins-of-dale") == {"dwarf-warriors": 2, "lake-town-men": 2}
    assert tabletop.damage("ruins-of-dale") == 1


def test_surplus_units_take_no_damage_with_them(tabletop: Tabletop) -> None:
    """What is removed after the casualties heals nothing; then there must not be more damage than units (p. 23, 28)."""
    tabletop.army("old-orchards", dwarf_warriors=2, damage=2)
    tabletop.army("ruins-of-dale", lake_town_men=4, damage=3)
    tabletop.action(FREE, "army-muster").choose("march", "old-orchards", "ruins-of-dale").choose("go").choose("halt")
    tabletop.choose("enough").choose("remove", "lake-town-men")
    assert tabletop.units("ruins-of-dale") == {"dwarf-warriors": 2, "lake-town-men": 3}
    assert tabletop.damage("ruins-of-dale") == 5
    assert tabletop.kind == "action"


def test_the_ring_takes_bilbo_out_of_a_march(tabletop: Tabletop) -> None:
    """He is put elsewhere when the die is used, before the army goes (p. 18)."""
    tabletop.army("camp", "dain", "bilbo", dwarf_warriors=2)
    tabletop.s.rings = 3
    tabletop.action(FREE, "character").choose("march", "camp", "gate-terrace").choose("bilbo", "ravenhill").choose("go")
    assert tabletop.s.characters[BILBO] == tabletop.at("ravenhill")
    assert tabletop.s.characters[DAIN] == tabletop.at("gate-terrace")
    assert tabletop.s.rings == 2


def test_the_ring_brings_bilbo_to_an_army_before_it_marches(tabletop: Tabletop) -> None:
    """So that he may go along (p. 18, 19)."""
    tabletop.army("camp", "dain", dwarf_warriors=2)
    tabletop.character("bilbo", "ravenhill")
    tabletop.s.rings = 3
    tabletop.action(FREE, "character").choose("march", "camp", "gate-terrace").choose("bilbo", "camp").choose("go")
    assert tabletop.s.characters[BILBO] == tabletop.at("gate-terrace")


def test_the_die_that_pays_decides_who_must_go_along(tabletop: Tabletop) -> None:
    """Moved with the Eye, some Goblins go; with an Army result nobody must (p. 22)."""
    tabletop.army("burnt-heath", goblins=1, orcs=1)
    tabletop.action(SHADOW, "army", "eye").choose("march", "burnt-heath", "desolation-road")
    tabletop.choose("spend", "eye", "eye")
    assert tabletop.options("leave") == [("leave", tabletop.p.unit_numbers["orcs"])]


def test_an_army_stops_beside_an_enemy(tabletop: Tabletop) -> None:
    """A fast move ends beside an enemy army (p. 23)."""
    tabletop.army("gundabad-host", orcs=2, leaders=1)
    tabletop.army("watchtower", lake_town_men=1)
    tabletop.action(SHADOW, "character").choose("march", "gundabad-host", "desolation-road").choose("go")
    assert tabletop.options("on") == []
    assert tabletop.options("attack") == [("attack", tabletop.at("desolation-road"), tabletop.at("watchtower"))]


def test_a_river_stops_armies_and_does_not_make_neighbours(tabletop: Tabletop) -> None:
    """Regions on both sides of a river are not adjacent (p. 9)."""
    camp, fields, meadow = tabletop.at("camp"), tabletop.at("north-fields"), tabletop.at("river-meadow")
    assert fields not in tabletop.p.layout.neighbours[camp]
    assert fields in tabletop.p.layout.neighbours[meadow]
    assert tabletop.p.layout.borders[meadow, fields] == "ford"


def test_armies_move_twice_with_two_dice_but_not_with_one(tabletop: Tabletop) -> None:
    """No figure moves twice with the same action (p. 22-23)."""
    tabletop.army("burnt-heath", orcs=1)
    tabletop.army("desolation-road", orcs=1)
    tabletop.action(SHADOW, "army")
    tabletop.choose("march", "burnt-heath", "desolation-road")
    tabletop.choose("march", "desolation-road", "river-fields")
    assert tabletop.units("desolation-road") == {"orcs": 1}
    assert tabletop.units("river-fields") == {"orcs": 1}


def test_a_move_through_an_empty_settlement_changes_control(tabletop: Tabletop) -> None:
    """The marker is placed on the way, without stopping (p. 23)."""
    tabletop.army("east-fields", orcs=2, leaders=1)
    tabletop.army("lower-slopes", elf_archers=1)
    tabletop.action(SHADOW, "character").choose("march", "east-fields", "ruins-of-dale").choose("go")
    tabletop.choose("on", "south-road")
    assert tabletop.s.shadow_settlements == [tabletop.at("ruins-of-dale")]
    tabletop.army("north-fields", lake_town_men=1)
    tabletop.s.armies[tabletop.at("south-road")] = []
    tabletop.action(FREE, "army-muster").choose("march", "north-fields", "ruins-of-dale")
    assert tabletop.s.shadow_settlements == []


def test_a_lone_character_does_not_take_a_settlement_back(tabletop: Tabletop) -> None:
    """Only units of the Free Peoples do (p. 23)."""
    tabletop.s.shadow_settlements = [tabletop.at("ruins-of-dale")]
    tabletop.character("bard", "north-fields")
    tabletop.action(FREE, "character").choose("characters").choose("walk", "bard", "ruins-of-dale")
    assert tabletop.s.shadow_settlements == [tabletop.at("ruins-of-dale")]


def test_enemy_recruitment_tokens_go_back_to_their_pile_unseen(tabletop: Tabletop) -> None:
    """An army that enters removes them (p. 24)."""
    token = tabletop.token("ruins-of-dale", "lake-town-men")
    tabletop.army("east-fields", orcs=2)
    tabletop.action(SHADOW, "army").choose("march", "east-fields", "ruins-of-dale").choose("go")
    assert tabletop.s.tokens[tabletop.at("ruins-of-dale")] == []
    assert token in tabletop.s.piles[0]


def test_leadership_left_without_an_army_is_removed(tabletop: Tabletop) -> None:
    """A token never stays in a region without units (p. 20)."""
    tabletop.army("burnt-heath", orcs=2, leaders=1)
    tabletop.action(SHADOW, "army").choose("march", "burnt-heath", "desolation-road").choose("go")
    assert tabletop.s.leaders[tabletop.at("burnt-heath")] == 0


def test_a_character_may_stay_behind(tabletop: Tabletop) -> None:
    """It may go with the army or remain (p. 19)."""
    tabletop.army("camp", "dain", dwarf_warriors=1)
    tabletop.action(FREE, "army-muster").choose("march", "camp", "gate-terrace").choose("leave-behind", "dain")
    assert tabletop.s.characters[1] == tabletop.at("camp")
    assert tabletop.units("gate-terrace") == {"dwarf-warriors": 1}


def test_the_limit_holds_when_the_fast_move_is_finished(tabletop: Tabletop) -> None:
    """Seven units pass a region that holds five on their way to one without a limit (p. 21, 23)."""
    tabletop.army("north-host", orcs=7, leaders=1)
    tabletop.action(SHADOW, "character").choose("march", "north-host", "burnt-heath").choose("go")
    tabletop.choose("on", "warg-heath")
    assert tabletop.units("warg-heath") == {"orcs": 7}


def test_a_host_sets_out_in_any_size_and_its_owner_removes_the_surplus(tabletop: Tabletop) -> None:
    """Nobody has to stay behind; what is beyond five goes when the move is over (p. 22, 23)."""
    tabletop.army("north-host", orcs=4, wargs=2, damage=1)
    tabletop.action(SHADOW, "army").choose("march", "north-host", "burnt-heath").choose("go")
    assert tabletop.kind == "casualties"
    tabletop.choose("enough")
    assert tabletop.kind == "over-limit"
    tabletop.choose("remove", "wargs")
    assert tabletop.units("burnt-heath") == {"orcs": 4, "wargs": 1}


def test_what_is_removed_without_a_choice_is_told(tabletop: Tabletop) -> None:
    """Units of one kind leave nothing to choose, but nobody loses them unawares (p. 23)."""
    tabletop.army("north-host", orcs=6)
    tabletop.action(SHADOW, "army").choose("march", "north-host", "burnt-heath").choose("go")
    assert tabletop.units("burnt-heath") == {"orcs": 5}
    told = [tabletop.match.narrate(event, "en") for event in tabletop.match.events]
    assert "Shadow removes Orcs from Burnt Heath: too many units" in told


def test_armies_of_one_card_join_when_all_have_moved(tabletop: Tabletop) -> None:
    """The first army may stop where the second has yet to leave (p. 23)."""
    tabletop.army("old-orchards", dwarf_warriors=3)
    tabletop.army("ruins-of-dale", lake_town_men=5)
    tabletop.give(FREE, "loose-order")
    tabletop.action(FREE, "event", others=("event", "event")).choose("card", "loose-order")
    tabletop.choose("pick", "old-orchards").choose("march", "old-orchards", "ruins-of-dale").choose("go")
    tabletop.choose("pick", "ruins-of-dale").choose("march", "ruins-of-dale", "south-road").choose("go")
    assert tabletop.units("ruins-of-dale") == {"dwarf-warriors": 3}
    assert tabletop.units("south-road") == {"lake-town-men": 5}


def test_no_army_of_one_card_moves_twice(tabletop: Tabletop) -> None:
    """Those who have moved are no longer there to be picked; at the end all join (p. 23)."""
    tabletop.army("old-orchards", dwarf_warriors=1)
    tabletop.army("ruins-of-dale", lake_town_men=1)
    tabletop.give(FREE, "loose-order")
    tabletop.action(FREE, "event", others=("event", "event")).choose("card", "loose-order")
    tabletop.choose("pick", "old-orchards").choose("march", "old-orchards", "ruins-of-dale")
    tabletop.choose("pick", "ruins-of-dale").choose("halt")
    assert tabletop.units("ruins-of-dale") == {"dwarf-warriors": 1, "lake-town-men": 1}
    assert tabletop.s.columns == []


def test_an_army_of_a_card_that_then_attacks_has_joined(tabletop: Tabletop) -> None:
    """Armies merge after the move and before the combat (p. 23)."""
    tabletop.army("old-orchards", dwarf_warriors=2)
    tabletop.army("ruins-of-dale", lake_town_men=2)
    tabletop.army("east-fields", orcs=3)
    tabletop.give(FREE, "bold-assault")
    tabletop.action(FREE, "event", others=("event", "event")).choose("card", "bold-assault")
    tabletop.choose("pick", "old-orchards").choose("march", "old-orchards", "ruins-of-dale").choose("go")
    tabletop.choose("attack", "ruins-of-dale", "east-fields")
    assert tabletop.units("ruins-of-dale") == {"dwarf-warriors": 2, "lake-town-men": 2}


@pytest.fixture
def leader_bilbo(tmp_path: Path) -> Tabletop:
    """A tabletop of a pack in which Bilbo has leadership, alone with an army that could not march without him."""
    folder = Path(shutil.copytree(SHIPPED / "reconstruction", tmp_path / "mine"))
    text = (folder / "characters.toml").read_text(encoding="utf-8")
    assert text.count("leadership = 0\nfate = 2") == 1
    text = text.replace("leadership = 0\nfate = 2", "leadership = 1\nfate = 2")
    text = text.replace('enters = { regions = ["front-gate"] }', "enters = { led = true }")
    (folder / "characters.toml").write_text(text, encoding="utf-8")
    tabletop = Tabletop(str(folder))
    tabletop.army("camp", "bilbo", dwarf_warriors=2)
    tabletop.s.rings = 3
    return tabletop


def told(tabletop: Tabletop) -> list[str]:
    """The events of the last choice, in words."""
    return [tabletop.match.narrate(event, "en") for event in tabletop.match.events]


def test_an_army_whose_only_leader_slips_away_does_not_march(leader_bilbo: Tabletop) -> None:
    """Units moved with a Character result need leadership, also once the Ring has taken it away (p. 18, 22)."""
    leader_bilbo.action(FREE, "character").choose("march", "camp", "gate-terrace").choose("bilbo", "ravenhill")
    assert leader_bilbo.units("camp") == {"dwarf-warriors": 2}
    assert leader_bilbo.units("gate-terrace") == {}
    assert leader_bilbo.s.columns == []
    assert leader_bilbo.match.pending[0].seat == SHADOW
    assert "The army in The Camp has no leader now and stays" in told(leader_bilbo)


def test_an_army_whose_only_leader_slips_away_does_not_attack(leader_bilbo: Tabletop) -> None:
    """Nor does it attack (p. 22, 26)."""
    leader_bilbo.army("river-meadow", orcs=1)
    leader_bilbo.action(FREE, "character").choose("attack", "camp", "river-meadow").choose("bilbo", "ravenhill")
    assert leader_bilbo.s.battle is None
    assert leader_bilbo.match.pending[0].seat == SHADOW
    assert "The army in The Camp has no leader now and stays" in told(leader_bilbo)


def test_a_card_whose_requirement_slips_away_stays_in_hand(leader_bilbo: Tabletop) -> None:
    """A card cannot be played unless its requirement holds (p. 15); the die is used all the same."""
    leader_bilbo.give(FREE, "inspired-leader")
    leader_bilbo.action(FREE, "character").choose("card", "inspired-leader").choose("bilbo", "ravenhill")
    assert leader_bilbo.card("inspired-leader") in leader_bilbo.s.hands[FREE]
    assert leader_bilbo.match.pending[0].seat == SHADOW


def test_the_die_that_pays_for_a_hidden_card_cannot_be_taken_back(leader_bilbo: Tabletop) -> None:
    """The Ring may be used before the card is shown (p. 18), but the die has told of it."""
    leader_bilbo.give(FREE, "inspired-leader")
    leader_bilbo.action(FREE, "character", "event").choose("card", "inspired-leader")
    leader_bilbo.choose("spend", "character", "character")
    assert leader_bilbo.kind == "bilbo"
    with pytest.raises(CannotUndo):
        leader_bilbo.match.undo(FREE)


def test_nobody_enters_beside_one_who_has_slipped_away(leader_bilbo: Tabletop) -> None:
    """Among enemies Bilbo is no company to enter beside (p. 19)."""
    leader_bilbo.army("ravenhill", orcs=1)
    leader_bilbo.s.fate = 5
    leader_bilbo.action(FREE, "character").choose("enter", "thorin").choose("bilbo", "ravenhill")
    assert leader_bilbo.s.characters[THORIN] == WAITING
    assert leader_bilbo.match.pending[0].seat == SHADOW


def test_a_march_goes_on_while_another_leads_it(leader_bilbo: Tabletop) -> None:
    """With Dáin the army still has leadership (p. 22)."""
    leader_bilbo.character("dain", "camp")
    leader_bilbo.action(FREE, "character").choose("march", "camp", "gate-terrace").choose("bilbo", "ravenhill")
    leader_bilbo.choose("go")
    assert leader_bilbo.s.characters[DAIN] == leader_bilbo.at("gate-terrace")
