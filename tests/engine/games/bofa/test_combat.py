"""Chapter X: rounds of combat, with the numbers of the rulebook's examples."""

import pytest

from engine.games.bofa.rules.combat_dice import dice_count, target_number
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop


def attack(tabletop: Tabletop, seat: int, source: str, target: str, *dice: str) -> None:
    """The seat attacks with its only die."""
    tabletop.action(seat, *(dice or (("army",) if seat == SHADOW else ("army-muster",))))
    tabletop.choose("attack", source, target)


def manoeuvres(tabletop: Tabletop, free: tuple[object, ...], shadow: tuple[object, ...], *rolls: int) -> None:
    """Both show a card; the dice fall as given, the attacker's first."""
    if rolls:
        tabletop.next_rolls(*rolls)
    if any(d.seat == FREE for d in tabletop.match.pending):
        tabletop.choose(*free, seat=FREE)
    if tabletop.match.pending and tabletop.kind == "manoeuvre":
        tabletop.choose(*shadow, seat=SHADOW)


def test_great_orc_manoeuvre_has_one_black_die_of_four(tabletop: Tabletop) -> None:
    """Two Orcs and one Great Orc: strength 4, and one black die for the one Great Orc (p. 27)."""
    tabletop.army("east-fields", orcs=2, great_orcs=1)
    tabletop.army("ruins-of-dale", lake_town_men=3, leaders=1)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("regroup",), ("unit", "great-orcs"), 5, 1, 1, 1, 1, 1, 1, 1)
    b = tabletop.s.battle
    assert b is not None
    assert len(b.dice[SHADOW]) == 4
    assert b.black_dice[SHADOW] == 1
    tabletop.choose("use", "great-orcs")
    # the black 5 hits and sets the ability off: one damage more, one leadership token less
    assert tabletop.damage("ruins-of-dale") == 2
    assert tabletop.s.leaders[tabletop.at("ruins-of-dale")] == 0


def test_without_a_black_hit_the_ability_is_not_used(tabletop: Tabletop) -> None:
    """White hits count as hits, but only a black one activates the manoeuvre (p. 27)."""
    tabletop.army("east-fields", orcs=2, great_orcs=1)
    tabletop.army("ruins-of-dale", lake_town_men=3)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("regroup",), ("unit", "great-orcs"), 1, 6, 1, 1, 1, 1, 1)
    assert tabletop.damage("ruins-of-dale") == 1


def test_an_activated_manoeuvre_may_be_declined(tabletop: Tabletop) -> None:
    """The player may use it; the attacker says so first, then the defender (p. 27)."""
    tabletop.army("east-fields", orcs=2, great_orcs=1)
    tabletop.army("ruins-of-dale", dwarf_warriors=3, leaders=1)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("unit", "dwarf-warriors"), ("unit", "great-orcs"), 5, 1, 1, 1, 1, 1, 5, 1, 1, 1)
    assert (tabletop.kind, tabletop.match.pending[0].seat) == ("use-manoeuvre", SHADOW)
    tabletop.choose("decline")
    assert (tabletop.kind, tabletop.match.pending[0].seat) == ("use-manoeuvre", FREE)
    tabletop.choose("use", "dwarf-warriors")
    assert tabletop.s.leaders[tabletop.at("ruins-of-dale")] == 1
    assert (tabletop.damage("ruins-of-dale"), tabletop.damage("east-fields")) == (1, 2)


def test_a_manoeuvre_that_would_do_nothing_is_not_asked_for(tabletop: Tabletop) -> None:
    """Swarm does nothing against an enemy with more units."""
    tabletop.army("east-fields", goblins=2)
    tabletop.army("ruins-of-dale", lake_town_men=3)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("regroup",), ("unit", "goblins"), 5, 1, 1, 1, 1)
    assert tabletop.kind == "casualties"


def test_leader_reroll_of_dain_and_a_token(tabletop: Tabletop) -> None:
    """Two Warriors, one Veterans, Dáin and a token: 2, 3, 3, 4 miss; three are rolled again (p. 28)."""
    tabletop.army("camp", "dain", dwarf_warriors=2, dwarf_veterans=1, leaders=1)
    tabletop.army("spur-foot", orcs=5)
    tabletop.army("burnt-heath", orcs=1)
    attack(tabletop, FREE, "camp", "spur-foot")
    manoeuvres(tabletop, ("unit", "dwarf-veterans"), ("regroup",), 2, 3, 3, 4, 1, 1, 1, 1, 1)
    assert tabletop.kind == "reroll"
    # one black die and three white ones missed; leadership is 3
    assert tabletop.options() == [("reroll", 1, 2), ("reroll", 0, 3)]
    tabletop.next_rolls(5, 1, 6)
    tabletop.choose("reroll", 1, 2)
    tabletop.choose("use", "dwarf-veterans")
    # black hit: one damage more; two hits; the manoeuvre also cancels one damage, of which there is none
    assert tabletop.damage("spur-foot") == 3


def test_forced_casualties_of_three_units_with_five_damage(tabletop: Tabletop) -> None:
    """Three units, two damage and three more: two units must go, one damage stays (p. 29)."""
    tabletop.army("ruins-of-dale", lake_town_men=3, damage=2)
    tabletop.army("east-fields", orcs=5)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("regroup",), ("regroup",), 5, 5, 6, 1, 1, 1, 1, 1)
    assert tabletop.units("ruins-of-dale") == {"lake-town-men": 1}
    assert tabletop.damage("ruins-of-dale") == 1


def test_voluntary_casualties_remove_two_damage_each(tabletop: Tabletop) -> None:
    """A player may eliminate units to shed damage (p. 28)."""
    tabletop.army("ruins-of-dale", lake_town_men=2, dwarf_warriors=1)
    tabletop.army("east-fields", orcs=5)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("regroup",), ("regroup",), 5, 5, 1, 1, 1, 1, 1, 1)
    assert tabletop.kind == "casualties"
    tabletop.choose("lose", "lake-town-men")
    assert tabletop.damage("ruins-of-dale") == 0
    assert tabletop.units("ruins-of-dale") == {"dwarf-warriors": 1, "lake-town-men": 1}


@pytest.mark.parametrize(
    ("source", "target", "first", "later"),
    [
        ("desolation-road", "watchtower", 6, 5),  # over a ford
        ("spur-foot", "eastern-spur", 6, 6),  # up a slope, and an unbroken fortification
        ("lower-slopes", "spur-shoulder", 6, 5),  # up a slope
        ("spur-shoulder", "lower-slopes", 5, 5),  # down a slope
        ("east-fields", "ruins-of-dale", 5, 5),  # over open ground
    ],
)
def test_target_numbers(tabletop: Tabletop, source: str, target: str, first: int, later: int) -> None:
    """6 against a fortification, and in the first round over a ford or uphill; 5 otherwise (p. 27)."""
    tabletop.army(source, orcs=5)
    tabletop.army(target, dwarf_veterans=5)
    attack(tabletop, SHADOW, source, target)
    b = tabletop.s.battle
    assert b is not None
    assert target_number(tabletop.s, tabletop.p, b, SHADOW, "roll") == first
    b.yet_to_fight = []
    assert target_number(tabletop.s, tabletop.p, b, SHADOW, "roll") == later
    assert target_number(tabletop.s, tabletop.p, b, FREE, "roll") == 5


def test_at_most_five_dice(tabletop: Tabletop) -> None:
    """However strong the army (p. 27)."""
    tabletop.army("ruins-of-dale", dwarf_veterans=5)
    tabletop.army("east-fields", orcs=1)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    b = tabletop.s.battle
    assert b is not None
    assert dice_count(tabletop.s, tabletop.p, b, FREE) == 5


def test_terrain_advantage_draws_an_event_card(tabletop: Tabletop) -> None:
    """More units that prefer the ground, by number and not by strength (p. 26)."""
    tabletop.army("ruins-of-dale", lake_town_men=2)
    tabletop.army("east-fields", great_orcs=1, orcs=3)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    assert [len(hand) for hand in tabletop.s.hands] == [1, 0]


def test_no_card_for_equal_terrain(tabletop: Tabletop) -> None:
    """A tie gives nobody a card (p. 26)."""
    tabletop.army("ruins-of-dale", lake_town_men=1)
    tabletop.army("east-fields", great_orcs=1)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    assert [len(hand) for hand in tabletop.s.hands] == [0, 0]


def test_a_fortification_takes_damage_first_and_breaks(tabletop: Tabletop) -> None:
    """Damage up to its value falls on the walls; from the next round the target number is 5 (p. 28)."""
    tabletop.army("eastern-spur", dwarf_veterans=2)
    tabletop.army("spur-foot", orcs=5)
    wall = tabletop.at("eastern-spur")
    tabletop.s.wall_damage[wall] = tabletop.p.layout.defence[wall] - 1
    attack(tabletop, SHADOW, "spur-foot", "eastern-spur")
    manoeuvres(tabletop, ("regroup",), ("regroup",), 6, 6, 6, 1, 1, 1, 1, 1, 1)
    assert tabletop.s.wall_damage[wall] == tabletop.p.layout.defence[wall]
    assert tabletop.damage("eastern-spur") == 2
    tabletop.choose("enough").choose("press").choose("hold")
    b = tabletop.s.battle
    assert b is not None
    b.walls_broken = tabletop.s.wall_damage[wall] >= tabletop.p.layout.defence[wall]
    assert target_number(tabletop.s, tabletop.p, b, SHADOW, "roll") == 5


def test_wall_of_spears_protects_a_fortification(tabletop: Tabletop) -> None:
    """Prevention may cancel damage to the walls (p. 28)."""
    tabletop.army("eastern-spur", elf_spearmen=2)
    tabletop.army("spur-foot", orcs=5)
    attack(tabletop, SHADOW, "spur-foot", "eastern-spur")
    manoeuvres(tabletop, ("unit", "elf-spearmen"), ("regroup",), 6, 6, 6, 1, 1, 5, 1)
    tabletop.choose("use", "elf-spearmen")
    assert tabletop.s.wall_damage[tabletop.at("eastern-spur")] == 1


def retreat_example(tabletop: Tabletop) -> None:
    """North of Dale, attacked by A from the east; B stands south of Dale, which the Shadow holds (p. 30)."""
    tabletop.army("north-fields", elf_spearmen=3)
    tabletop.army("east-fields", orcs=3)
    tabletop.army("south-road", orcs=3)
    tabletop.s.shadow_settlements = [tabletop.at("ruins-of-dale")]
    attack(tabletop, SHADOW, "east-fields", "north-fields")


def test_retreat_only_to_the_west(tabletop: Tabletop) -> None:
    """Not over the ford, not to Dale: only west remains (p. 30)."""
    retreat_example(tabletop)
    manoeuvres(tabletop, ("regroup",), ("regroup",), 1, 1, 1, 1, 1, 1)
    tabletop.choose("press")
    assert tabletop.options() == [("hold",), ("retreat", tabletop.at("old-orchards"))]
    tabletop.choose("retreat", "old-orchards")
    assert tabletop.units("old-orchards") == {"elf-spearmen": 3}
    assert tabletop.kind == "advance"


def test_rout_costs_units_until_one_damage_is_left(tabletop: Tabletop) -> None:
    """Without Regroup the army is routed (p. 30)."""
    retreat_example(tabletop)
    tabletop.s.damage[tabletop.at("north-fields")] = 3
    manoeuvres(tabletop, ("unit", "elf-spearmen"), ("regroup",), 1, 1, 1, 1, 1, 1)
    tabletop.choose("enough").choose("press").choose("rout", "old-orchards")
    assert tabletop.units("old-orchards") == {"elf-spearmen": 2}
    assert tabletop.damage("old-orchards") == 1


def test_an_army_without_a_way_out_is_driven_by_the_attacker(tabletop: Tabletop) -> None:
    """The attacker chooses the region, and one more damage is taken (p. 30)."""
    retreat_example(tabletop)
    tabletop.army("lower-slopes", orcs=1)
    manoeuvres(tabletop, ("regroup",), ("regroup",), 1, 1, 1, 1, 1, 1)
    tabletop.choose("press")
    assert tabletop.options() == [("hold",), ("retreat", -1)]
    tabletop.choose("retreat", -1)
    assert tabletop.kind == "drive"
    assert {place for _, place in tabletop.options()} == {tabletop.at("old-orchards"), tabletop.at("river-meadow")}
    tabletop.choose("drive", "river-meadow")
    assert tabletop.units("river-meadow") == {"elf-spearmen": 3}
    assert tabletop.damage("river-meadow") == 1


def test_a_friendly_army_or_settlement_is_always_a_refuge(tabletop: Tabletop) -> None:
    """Even over a ford or beside the enemy (p. 29)."""
    retreat_example(tabletop)
    tabletop.army("river-meadow", elf_archers=1)
    manoeuvres(tabletop, ("regroup",), ("regroup",), 1, 1, 1, 1, 1, 1)
    tabletop.choose("press")
    assert ("retreat", tabletop.at("river-meadow")) in tabletop.options()


def test_bodyguards_help_an_army_that_is_driven_out(tabletop: Tabletop) -> None:
    """The damage of a forced retreat is damage from outside combat (p. 29, 30, 34)."""
    tabletop.army("north-fields", "bolg", orcs=1, damage=1)
    tabletop.army("east-fields", dwarf_warriors=1)
    tabletop.army("lower-slopes", elf_archers=1)
    tabletop.s.bodyguards = 3
    attack(tabletop, FREE, "east-fields", "north-fields")
    manoeuvres(tabletop, ("regroup",), ("regroup",), 1, 1, 1)
    tabletop.choose("enough").choose("press").choose("retreat", -1).choose("drive", "old-orchards").choose("bodyguard")
    assert tabletop.units("old-orchards") == {"orcs": 1}
    assert (tabletop.damage("old-orchards"), tabletop.s.bodyguards) == (1, 2)
    assert tabletop.match.outcome is None


def test_bilbo_may_vanish_from_an_army_that_is_driven_out(tabletop: Tabletop) -> None:
    """A Ring token removes two damage (p. 18, 30)."""
    retreat_example(tabletop)
    tabletop.army("north-fields", "bilbo", elf_spearmen=1, damage=1)
    tabletop.army("lower-slopes", orcs=1)
    tabletop.s.rings = 3
    manoeuvres(tabletop, ("regroup",), ("regroup",), 1, 1, 1, 1)
    tabletop.choose("enough").choose("press").choose("retreat", -1).choose("drive", "old-orchards").choose("vanish")
    assert tabletop.units("old-orchards") == {"elf-spearmen": 1}
    assert (tabletop.damage("old-orchards"), tabletop.s.rings) == (0, 2)


def test_damage_is_cancelled_after_all_of_it_is_dealt(tabletop: Tabletop) -> None:
    """The defender's Shield Line stops the damage of the attacker's Single Combat (p. 27-28)."""
    tabletop.army("ruins-of-dale", lake_town_men=3)
    tabletop.army("east-fields", orcs=3, leaders=1)
    tabletop.give(FREE, "in-good-order")
    tabletop.give(SHADOW, "challenge-of-champions")
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("event", "in-good-order"), ("event", "challenge-of-champions"), *[1] * 7)
    assert tabletop.damage("ruins-of-dale") == 0


def test_attacking_spearmen_cancel_what_a_manoeuvre_adds(tabletop: Tabletop) -> None:
    """A hit and the extra damage of the Great Orcs (p. 28)."""
    tabletop.army("ruins-of-dale", elf_spearmen=2)
    tabletop.army("east-fields", great_orcs=1)
    attack(tabletop, FREE, "ruins-of-dale", "east-fields")
    manoeuvres(tabletop, ("unit", "elf-spearmen"), ("unit", "great-orcs"), 6, 1, 6, 1)
    tabletop.choose("use", "elf-spearmen").choose("use", "great-orcs")
    assert tabletop.damage("ruins-of-dale") == 0


def test_a_bite_follows_a_hit_that_is_then_cancelled(tabletop: Tabletop) -> None:
    """The bats ask whether damage was dealt; what cancels it comes later, and may cancel the bite (p. 28, 34)."""
    tabletop.army("ruins-of-dale", lake_town_men=3)
    tabletop.army("east-fields", orcs=3)
    tabletop.s.bats[tabletop.p.layout.territory_numbers["valley"]] = 1
    tabletop.give(FREE, "in-good-order")
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("event", "in-good-order"), ("bite",), 6, 1, 1, 1, 1, 1)
    tabletop.choose("bite")
    assert tabletop.damage("ruins-of-dale") == 1


def test_a_void_regroup_brings_nothing(tabletop: Tabletop) -> None:
    """Neither the cards back nor a retreat in good order (p. 27)."""
    retreat_example(tabletop)
    tabletop.give(SHADOW, "feint")
    manoeuvres(tabletop, ("unit", "elf-spearmen"), ("regroup",), *[1] * 6)
    tabletop.choose("press").choose("hold")
    manoeuvres(tabletop, ("regroup",), ("event", "feint"), *[1] * 6)
    tabletop.choose("press")
    assert tabletop.options() == [("hold",), ("rout", tabletop.at("old-orchards"))]
    tabletop.choose("hold")
    assert tabletop.options("unit", FREE) == []


def test_a_die_fewer_counts_against_a_strong_army_too(tabletop: Tabletop) -> None:
    """Strength 8 gives five dice, and Outflanked takes one of them (p. 27)."""
    tabletop.army("ruins-of-dale", dwarf_veterans=4)
    tabletop.army("east-fields", orcs=1)
    tabletop.give(SHADOW, "on-the-flank")
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("regroup",), ("event", "on-the-flank"), *[1] * 6)
    b = tabletop.s.battle
    assert b is not None
    assert len(b.dice[FREE]) == 4


def test_played_unit_cards_stay_down_until_regroup(tabletop: Tabletop) -> None:
    """A unit card is used once, Regroup takes all back (p. 27)."""
    tabletop.army("ruins-of-dale", lake_town_men=4)
    tabletop.army("east-fields", orcs=4)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("unit", "lake-town-men"), ("unit", "orcs"), *[1] * 8)
    tabletop.choose("press").choose("hold")
    assert tabletop.options("unit", FREE) == tabletop.options("unit", SHADOW) == []
    manoeuvres(tabletop, ("regroup",), ("regroup",), *[1] * 8)
    tabletop.choose("press").choose("hold")
    assert tabletop.options("unit", FREE)
    assert tabletop.options("unit", SHADOW)


def test_winner_may_advance_with_part_of_the_army(tabletop: Tabletop) -> None:
    """The attacker enters the region that was left (p. 30)."""
    tabletop.army("ruins-of-dale", lake_town_men=1, damage=1)
    tabletop.army("east-fields", orcs=3)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("regroup",), ("regroup",), 6, 6, 1, 1)
    tabletop.choose("advance", "east-fields").choose("leave", "orcs").choose("go")
    assert tabletop.units("ruins-of-dale") == {"orcs": 2}
    assert tabletop.units("east-fields") == {"orcs": 1}
    assert tabletop.s.shadow_settlements == [tabletop.at("ruins-of-dale")]


def test_if_both_are_destroyed_the_defender_keeps_the_region(tabletop: Tabletop) -> None:
    """Nobody is left to advance (p. 29)."""
    tabletop.army("ruins-of-dale", lake_town_men=1, damage=1)
    tabletop.army("east-fields", orcs=1, damage=1)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("regroup",), ("regroup",), 6, 6)
    assert tabletop.units("ruins-of-dale") == tabletop.units("east-fields") == {}
    assert tabletop.s.shadow_settlements == []
    assert tabletop.s.battle is None


def test_characters_fall_with_their_army_and_leadership_goes(tabletop: Tabletop) -> None:
    """All who were with it are eliminated for good (p. 29)."""
    tabletop.army("ruins-of-dale", "bard", lake_town_men=1, leaders=1, damage=1)
    tabletop.army("east-fields", orcs=3)
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("regroup",), ("regroup",), 6, 6, 1, 1, 1)
    assert tabletop.s.characters[0] == -2
    assert tabletop.s.leaders[tabletop.at("ruins-of-dale")] == 0


def test_combined_attack_switches_armies_and_takes_cards_back(tabletop: Tabletop) -> None:
    """Each round one army attacks; changing it recovers the cards; the ford counts for each (p. 30)."""
    tabletop.army("ruins-of-dale", lake_town_men=5)
    tabletop.army("east-fields", orcs=3)
    tabletop.army("south-road", wargs=2)
    tabletop.action(SHADOW, "army").choose("combined", "ruins-of-dale")
    tabletop.choose("front", "east-fields")
    manoeuvres(tabletop, ("regroup",), ("unit", "orcs"), *[1] * 8)
    tabletop.choose("press").choose("hold").choose("front", "east-fields")
    assert tabletop.options("unit", SHADOW) == []
    manoeuvres(tabletop, ("regroup",), ("regroup",), *[1] * 8)
    tabletop.choose("press").choose("hold").choose("front", "south-road")
    assert [tabletop.p.units[unit].id for _, unit in tabletop.options("unit", SHADOW)] == ["wargs"]


def test_combined_attack_goes_on_after_one_army_is_destroyed(tabletop: Tabletop) -> None:
    """As long as another attacking army stands; it may advance when the defender falls too (p. 30)."""
    tabletop.army("ruins-of-dale", lake_town_men=1, damage=1)
    tabletop.army("east-fields", orcs=1, damage=1)
    tabletop.army("south-road", orcs=2)
    tabletop.action(SHADOW, "army").choose("combined", "ruins-of-dale").choose("front", "east-fields")
    manoeuvres(tabletop, ("regroup",), ("regroup",), 6, 6)
    assert tabletop.options() == [("stay-back",), ("advance", tabletop.at("south-road"))]
    tabletop.choose("advance", "south-road").choose("go")
    assert tabletop.units("ruins-of-dale") == {"orcs": 2}


def test_wargs_keep_the_enemy_in_the_combat(tabletop: Tabletop) -> None:
    """A black hit of Run Them Down: the defender may not leave."""
    tabletop.army("north-fields", elf_spearmen=5)
    tabletop.army("east-fields", wargs=3)
    attack(tabletop, SHADOW, "east-fields", "north-fields")
    manoeuvres(tabletop, ("regroup",), ("unit", "wargs"), 6, 1, 1, 1, 1, 1, 1, 1)
    tabletop.choose("use", "wargs").choose("enough").choose("press")
    assert tabletop.kind == "manoeuvre"


def test_void_of_the_defender_comes_first(tabletop: Tabletop) -> None:
    """Cards that work at the same time: the defender's has precedence (p. 27)."""
    tabletop.army("ruins-of-dale", lake_town_men=4)
    tabletop.army("east-fields", orcs=4)
    tabletop.give(FREE, "feint")
    tabletop.give(SHADOW, "spies-and-scouts")
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("event", "feint"), ("event", "spies-and-scouts"), *[1] * 8)
    b = tabletop.s.battle
    assert b is not None
    assert b.void == [False, True]


def test_captain_gives_up_a_token_for_two_damage(tabletop: Tabletop) -> None:
    """Eliminate a character or remove a leadership token (p. 14)."""
    tabletop.army("ruins-of-dale", "bard", lake_town_men=4, leaders=1)
    tabletop.army("east-fields", orcs=4)
    tabletop.give(FREE, "sound-the-horns")
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("event", "sound-the-horns"), ("regroup",), 5, 5, 5, 1, *[1] * 6)
    assert tabletop.kind == "sacrifice"
    tabletop.choose("give-leader")
    assert tabletop.damage("ruins-of-dale") == 1
    assert tabletop.s.leaders[tabletop.at("ruins-of-dale")] == 0
    assert tabletop.card("sound-the-horns") in tabletop.s.event_discard


def ravenhill_nearly_broken(tabletop: Tabletop, **defenders: int) -> int:
    """An attack on Ravenhill, four of whose five defence are gone; its number."""
    tabletop.army("ravenhill", **defenders)
    tabletop.army("raven-path", orcs=5)
    walls = tabletop.at("ravenhill")
    tabletop.s.wall_damage[walls] = 4
    return walls


@pytest.mark.parametrize(("army", "walls", "damage", "broken"), [(1, 0, 0, 5), (0, 1, 1, 4)])
def test_shield_line_cancels_damage_of_the_army_or_of_the_walls(
    tabletop: Tabletop, army: int, walls: int, damage: int, broken: int
) -> None:
    """Two hits on Ravenhill at 4 of 5: one falls on the walls, one on the army, and either may be cancelled (p. 28)."""
    ravenhill = ravenhill_nearly_broken(tabletop, lake_town_men=3)
    tabletop.give(FREE, "in-good-order")
    attack(tabletop, SHADOW, "raven-path", "ravenhill")
    manoeuvres(tabletop, ("event", "in-good-order"), ("regroup",), 6, 6, 1, 1, 1, 1, 1, 1)
    assert tabletop.kind == "cancel"
    assert tabletop.options() == [("cancel", 1, 0), ("cancel", 0, 1)]
    tabletop.choose("cancel", army, walls)
    assert (tabletop.damage("ravenhill"), tabletop.s.wall_damage[ravenhill]) == (damage, broken)


def test_wall_of_spears_may_be_split_between_army_and_walls(tabletop: Tabletop) -> None:
    """Two of four damage are cancelled, as the defender likes (p. 28)."""
    ravenhill = ravenhill_nearly_broken(tabletop, elf_spearmen=4)
    tabletop.s.wall_damage[ravenhill] = 3
    attack(tabletop, SHADOW, "raven-path", "ravenhill")
    manoeuvres(tabletop, ("unit", "elf-spearmen"), ("regroup",), 6, 6, 6, 6, 1, 5, 1, 1, 1)
    tabletop.choose("use", "elf-spearmen")
    assert tabletop.options() == [("cancel", 2, 0), ("cancel", 1, 1), ("cancel", 0, 2)]
    tabletop.choose("cancel", 1, 1)
    assert (tabletop.damage("ravenhill"), tabletop.s.wall_damage[ravenhill]) == (1, 4)


def test_bodyguards_cancel_damage_to_the_walls_bolg_stands_behind(tabletop: Tabletop) -> None:
    """All damage of the round, whether it fell on his army or on its fortification (p. 28, 34)."""
    tabletop.army("ravenhill", "bolg", orcs=3)
    tabletop.army("raven-path", dwarf_warriors=5)
    ravenhill = tabletop.at("ravenhill")
    tabletop.s.shadow_settlements = [ravenhill]
    tabletop.s.bodyguards, tabletop.s.wall_damage[ravenhill] = 2, 4
    attack(tabletop, FREE, "raven-path", "ravenhill")
    manoeuvres(tabletop, ("regroup",), ("regroup",), 6, 6, 1, 1, 1, 1, 1, 1)
    tabletop.choose("bodyguard")
    assert (tabletop.damage("ravenhill"), tabletop.s.wall_damage[ravenhill], tabletop.s.bodyguards) == (0, 4, 1)


def test_bodyguards_are_offered_when_all_damage_falls_on_the_walls(tabletop: Tabletop) -> None:
    """Damage to the fortification alone may be cancelled too (p. 28)."""
    tabletop.army("ravenhill", "bolg", orcs=3)
    tabletop.army("raven-path", dwarf_warriors=5)
    ravenhill = tabletop.at("ravenhill")
    tabletop.s.shadow_settlements, tabletop.s.bodyguards = [ravenhill], 1
    attack(tabletop, FREE, "raven-path", "ravenhill")
    manoeuvres(tabletop, ("regroup",), ("regroup",), 6, 6, 1, 1, 1, 1, 1, 1)
    assert (tabletop.kind, tabletop.s.wall_damage[ravenhill]) == ("bodyguard", 2)
    tabletop.choose("bodyguard")
    assert (tabletop.s.wall_damage[ravenhill], tabletop.s.bodyguards) == (0, 0)


def test_bodyguards_cancel_what_shots_and_sappers_do_to_walls(tabletop: Tabletop) -> None:
    """Damage from outside combat is assigned in the same way (p. 29, 34)."""
    tabletop.army("ravenhill", "bolg", orcs=3)
    tabletop.army("raven-path", dwarf_warriors=1)
    ravenhill = tabletop.at("ravenhill")
    tabletop.s.shadow_settlements, tabletop.s.bodyguards = [ravenhill], 2
    tabletop.give(FREE, "hail-of-stones", "sappers")
    tabletop.action(FREE, "event", "event", others=())
    tabletop.next_rolls(6, 6, 1)
    tabletop.choose("card", "hail-of-stones")
    assert (tabletop.kind, tabletop.s.wall_damage[ravenhill]) == ("bodyguard", 2)
    tabletop.choose("bodyguard")
    assert tabletop.s.wall_damage[ravenhill] == 0
    tabletop.choose("card", "sappers").choose("branch", 0)
    assert (tabletop.kind, tabletop.s.wall_damage[ravenhill]) == ("bodyguard", 2)
    tabletop.choose("bodyguard")
    assert (tabletop.s.wall_damage[ravenhill], tabletop.s.bodyguards) == (0, 0)


def test_cards_shown_in_a_round_are_not_shuffled_into_the_new_deck(tabletop: Tabletop) -> None:
    """They are discarded once they are used (p. 27), so Cunning Plan does not draw itself or the enemy's card."""
    tabletop.army("east-fields", orcs=2)
    tabletop.army("ruins-of-dale", dwarf_warriors=2)
    tabletop.give(FREE, "council-of-war")
    tabletop.give(SHADOW, "reserves")
    s = tabletop.s
    s.event_discard, s.event_deck = s.event_deck[:-1], s.event_deck[-1:]
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    shown = [tabletop.card("reserves"), tabletop.card("council-of-war")]
    manoeuvres(tabletop, ("event", "council-of-war"), ("event", "reserves"), 1, 1, 1, 1, 1)
    assert (tabletop.kind, len(s.event_deck), sorted(s.event_discard)) == ("press", 27, sorted(shown))


def test_bodyguards_are_not_asked_for_once_the_damage_is_gone(tabletop: Tabletop) -> None:
    """They cancel damage (p. 34); Tend the Wounded has removed it before."""
    tabletop.army("east-fields", "bolg", orcs=3)
    tabletop.army("ruins-of-dale", dwarf_warriors=2)
    tabletop.s.bodyguards = 1
    tabletop.give(SHADOW, "salves-and-supplies")
    attack(tabletop, SHADOW, "east-fields", "ruins-of-dale")
    manoeuvres(tabletop, ("regroup",), ("event", "salves-and-supplies"), 1, 1, 1, 5, 5, 1, 1)
    assert (tabletop.kind, tabletop.damage("east-fields")) == ("press", 0)
