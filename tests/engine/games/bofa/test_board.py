"""The battlefield drawn for a terminal: what a seat may see, in words, and nothing else."""

import pytest

from engine.core.words import Lang
from engine.games.bofa.board import draw_board
from engine.games.bofa.state import EYRIE, GONE, HIDDEN
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop

BARD, BILBO, LORD = 0, 4, 6


def drawn(tabletop: Tabletop, seat: int | None = FREE, lang: Lang = "en") -> list[str]:
    """The lines of the board as a seat sees it."""
    return draw_board(tabletop.match.observation(seat), lang).splitlines()


@pytest.fixture
def busy(tabletop: Tabletop) -> Tabletop:
    """The Shadow before Dale, Beorn still far, cards in both hands."""
    s = tabletop.s
    tabletop.army("ruins-of-dale", "dain", leaders=1, damage=2, dwarf_warriors=2, lake_town_men=1)
    tabletop.army("east-fields", leaders=1, orcs=3, wargs=1)
    tabletop.army("northern-goblins", goblins=4)
    tabletop.army("western-goblins-pass", goblins=5)
    tabletop.character("gandalf", "river-meadow")
    tabletop.token("camp", "dwarf-warriors")
    tabletop.token("camp", "elf-archers")
    tabletop.give(FREE, "sound-the-horns", "lucky-number")
    tabletop.give(SHADOW, "great-goblin")
    s.turn, s.fate, s.rings, s.pass_closed[1] = 4, 9, 3, False
    s.characters[BARD], s.characters[BILBO], s.characters[LORD] = GONE, HIDDEN, EYRIE
    s.eyrie, s.eagles[1], s.bats[1] = 2, 1, 3
    s.shadow_settlements, s.wall_damage[tabletop.at("ravenhill")] = [tabletop.at("collapsed-bridge")], 3
    return tabletop.action(FREE, "will", "army-muster", others=("eye", "event"))


def test_the_race_and_who_is_not_on_the_field(busy: Tabletop) -> None:
    assert drawn(busy)[:6] == [
        "Turn 4   Shadow points 2 of 10   fate 9 of 15",
        "On the fate track: Thorin Oakenshield 5 · Beorn 12",
        "Eyrie: Lord of the Eagles · Eagles 2",
        "Vanished: Bilbo Baggins",
        "Eliminated: Bard the Bowman",
        "Counters: Ring 3",
    ]


def test_territories_show_settlements_and_whatever_stands_somewhere(busy: Tabletop) -> None:
    lines = drawn(busy)
    valley = lines.index("Valley   Eagles 1   Great Bats 3")
    assert lines[valley : valley + 5] == [
        "Valley   Eagles 1   Great Bats 3",
        "   Collapsed Bridge (ruins; Shadow, points 2)",
        "   Ruins of Dale (ruins; Free Peoples, points 2): "
        "Dwarf Warriors 2, Men of Lake-town 1, Dáin Ironfoot, damage 2, leadership 3",
        "   East Fields of Dale (plains): Orcs 3, Wargs 1, leadership 1",
        "",
    ]
    assert "   Ravenhill (mountains; Free Peoples, points 4; defence 2 of 5)" in lines
    assert "   The Camp (hills; Free Peoples, points 2): tokens: Dwarves and Men 1, Elves 1" in lines
    assert "   River Meadow (plains): Gandalf the Grey" in lines


def test_the_mountain_shows_goblins_and_passes(busy: Tabletop) -> None:
    lines = drawn(busy)
    mountain = lines.index("The Mountain")
    assert lines[mountain + 1 :] == [
        "   Northern Goblin Muster (pass closed): Goblins 4",
        "   Western Goblin Muster (pass open)",
        "   Western Pass: Goblins 5",
    ]


def test_a_hand_is_drawn_for_its_own_seat_only_and_before_the_field(busy: Tabletop) -> None:
    assert drawn(busy)[7:10] == [
        "Free Peoples: Event cards 1, Story cards 1",
        "   dice: Army/Muster · Will of the West",
        "   your hand: Sound the Horns (Muster) · The Lucky Number (Character)",
    ]
    assert drawn(busy, SHADOW)[7:10] == [
        "Shadow: Event cards 0, Story cards 1",
        "   dice: Eye of Sauron · Event",
        "   your hand: The Great Goblin (Character)",
    ]
    assert drawn(busy, None)[7:11] == [
        "Free Peoples: Event cards 1, Story cards 1",
        "   dice: Army/Muster · Will of the West",
        "Shadow: Event cards 0, Story cards 1",
        "   dice: Eye of Sauron · Event",
    ]


def test_a_combat_shows_the_cards_of_the_round(busy: Tabletop) -> None:
    busy.choose("attack", "ruins-of-dale", "east-fields").choose("spend", "army-muster", "army")
    assert "Combat in East Fields of Dale, round 0; attackers: Free Peoples from Ruins of Dale" in drawn(busy)
    busy.next_rolls(5, *[1] * 20)
    busy.choose("unit", "dwarf-warriors", seat=FREE).choose("bite", seat=SHADOW)
    lines = drawn(busy)
    combat = lines.index("Combat in East Fields of Dale, round 1; attackers: Free Peoples from Ruins of Dale")
    assert lines[combat + 1].startswith("   Free Peoples: Manoeuvre of Dwarf Warriors, damage taken ")
    assert lines[combat + 2].startswith("   Shadow: Bite, damage taken ")


def test_a_combat_shows_the_damage_to_walls(tabletop: Tabletop) -> None:
    """What falls on a fortification is told, and shown as long as the round lasts (p. 28)."""
    tabletop.army("ravenhill", lake_town_men=3)
    tabletop.army("raven-path", orcs=5)
    tabletop.action(SHADOW, "army").choose("attack", "raven-path", "ravenhill")
    tabletop.next_rolls(6, 6, *[1] * 6)
    tabletop.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW)
    told = [tabletop.match.narrate(event, "en") for event in tabletop.match.events]
    assert "The walls of Ravenhill take damage: 2, defence left 3" in told
    assert tabletop.match.observation(FREE).combat.fortification_damage_taken == 2
    lines = drawn(tabletop)
    assert "   Free Peoples: Regroup, damage taken 0, damage to the walls 2" in lines
    assert "   Shadow: Regroup, damage taken 0" in lines
    assert "   Ravenhill (mountains; Free Peoples, points 4; defence 3 of 5): Men of Lake-town 3" in lines


def test_armies_on_the_move(busy: Tabletop) -> None:
    busy.army("camp", dwarf_veterans=1)
    busy.action(FREE, "army-muster").choose("march", "ruins-of-dale", "old-orchards").choose("leave", "lake-town-men")
    assert "On the move, Ruins of Dale → Old Orchards: Dwarf Warriors 2" in drawn(busy)
    busy.choose("go").choose("damage", 1)
    assert busy.kind == "carry-on"
    assert "On the move, Old Orchards: Dwarf Warriors 2" in drawn(busy)


def test_polish(busy: Tabletop) -> None:
    lines = drawn(busy, SHADOW, "pl")
    assert lines[0] == "Tura 4   punkty Cienia 2 z 10   przeznaczenie 9 z 15"
    assert "Dolina   orły 1   wielkie nietoperze 3" in lines
    assert "   Krucze Wzgórze (góry; Wolne Ludy, punkty 4; obrona 2 z 5)" in lines
    assert lines[8:10] == ["   kości: Oko Saurona · Wydarzenie", "   twoja ręka: Wielki Goblin (Postać)"]
