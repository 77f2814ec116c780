"""Chapter X: rounds of combat, with the numbers of the rulebook's examples."""

import pytest

from engine.games.bofa.rules.combat_dice import dice_count, target_number
from tests.engine.games.bofa.table import FREE, SHADOW, Table


def attack(table: Table, seat: int, source: str, target: str, *dice: str) -> None:
    """The seat attacks with its only die."""
    table.action(seat, *(dice or (("army",) if seat == SHADOW else ("army_muster",))))
    table.choose("attack", source, target)


def manoeuvres(table: Table, free: tuple[object, ...], shadow: tuple[object, ...], *rolls: int) -> None:
    """Both show a card; the dice fall as given, the attacker's first."""
    if rolls:
        table.next_rolls(*rolls)
    if any(d.seat == FREE for d in table.match.pending):
        table.choose(*free, seat=FREE)
    if table.match.pending and table.kind == "manoeuvre":
        table.choose(*shadow, seat=SHADOW)


def test_great_orc_manoeuvre_has_one_black_die_of_four(table: Table) -> None:
    """Two Orcs and one Great Orc: strength 4, and one black die for the one Great Orc (p. 27)."""
    table.army("east_fields", orcs=2, great_orcs=1)
    table.army("ruins_of_dale", lake_town_men=3, leaders=1)
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("regroup",), ("unit", "great_orcs"), 5, 1, 1, 1, 1, 1, 1, 1)
    b = table.s.battle
    assert b is not None
    assert len(b.dice[SHADOW]) == 4
    assert b.black[SHADOW] == 1
    # the black 5 hits and sets the ability off: one damage more, one leadership token less
    assert table.damage("ruins_of_dale") == 2
    assert table.s.leaders[table.at("ruins_of_dale")] == 0


def test_without_a_black_hit_the_ability_is_not_used(table: Table) -> None:
    """White hits count as hits, but only a black one activates the manoeuvre (p. 27)."""
    table.army("east_fields", orcs=2, great_orcs=1)
    table.army("ruins_of_dale", lake_town_men=3)
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("regroup",), ("unit", "great_orcs"), 1, 6, 1, 1, 1, 1, 1)
    assert table.damage("ruins_of_dale") == 1


def test_leader_reroll_of_dain_and_a_token(table: Table) -> None:
    """Two Warriors, one Veterans, Dáin and a token: 2, 3, 3, 4 miss; three are rolled again (p. 28)."""
    table.army("camp", "dain", dwarf_warriors=2, dwarf_veterans=1, leaders=1)
    table.army("spur_foot", orcs=5)
    table.army("burnt_heath", orcs=1)
    attack(table, FREE, "camp", "spur_foot")
    manoeuvres(table, ("unit", "dwarf_veterans"), ("regroup",), 2, 3, 3, 4, 1, 1, 1, 1, 1)
    assert table.kind == "reroll"
    # one black die and three white ones missed; leadership is 3
    assert table.options() == [("reroll", 1, 2), ("reroll", 0, 3)]
    table.next_rolls(5, 1, 6)
    table.choose("reroll", 1, 2)
    # black hit: one damage more; two hits; the manoeuvre also cancels one damage, of which there is none
    assert table.damage("spur_foot") == 3


def test_forced_casualties_of_three_units_with_five_damage(table: Table) -> None:
    """Three units, two damage and three more: two units must go, one damage stays (p. 29)."""
    table.army("ruins_of_dale", lake_town_men=3, damage=2)
    table.army("east_fields", orcs=5)
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("regroup",), ("regroup",), 5, 5, 6, 1, 1, 1, 1, 1)
    assert table.units("ruins_of_dale") == {"lake_town_men": 1}
    assert table.damage("ruins_of_dale") == 1


def test_voluntary_casualties_remove_two_damage_each(table: Table) -> None:
    """A player may eliminate units to shed damage (p. 28)."""
    table.army("ruins_of_dale", lake_town_men=2, dwarf_warriors=1)
    table.army("east_fields", orcs=5)
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("regroup",), ("regroup",), 5, 5, 1, 1, 1, 1, 1, 1)
    assert table.kind == "casualties"
    table.choose("lose", "lake_town_men")
    assert table.damage("ruins_of_dale") == 0
    assert table.units("ruins_of_dale") == {"dwarf_warriors": 1, "lake_town_men": 1}


@pytest.mark.parametrize(
    ("source", "target", "first", "later"),
    [
        ("desolation_road", "watchtower", 6, 5),  # over a ford
        ("spur_foot", "eastern_spur", 6, 6),  # up a slope, and an unbroken fortification
        ("lower_slopes", "spur_shoulder", 6, 5),  # up a slope
        ("spur_shoulder", "lower_slopes", 5, 5),  # down a slope
        ("east_fields", "ruins_of_dale", 5, 5),  # over open ground
    ],
)
def test_target_numbers(table: Table, source: str, target: str, first: int, later: int) -> None:
    """6 against a fortification, and in the first round over a ford or uphill; 5 otherwise (p. 27)."""
    table.army(source, orcs=5)
    table.army(target, dwarf_veterans=5)
    attack(table, SHADOW, source, target)
    b = table.s.battle
    assert b is not None
    assert target_number(table.s, table.p, b, SHADOW, False) == first
    b.fresh = []
    assert target_number(table.s, table.p, b, SHADOW, False) == later
    assert target_number(table.s, table.p, b, FREE, False) == 5


def test_at_most_five_dice(table: Table) -> None:
    """However strong the army (p. 27)."""
    table.army("ruins_of_dale", dwarf_veterans=5)
    table.army("east_fields", orcs=1)
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    b = table.s.battle
    assert b is not None
    assert dice_count(table.s, table.p, b, FREE) == 5


def test_terrain_advantage_draws_an_event_card(table: Table) -> None:
    """More units that prefer the ground, by number and not by strength (p. 26)."""
    table.army("ruins_of_dale", lake_town_men=2)
    table.army("east_fields", great_orcs=1, orcs=3)
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    assert [len(hand) for hand in table.s.hands] == [1, 0]


def test_no_card_for_equal_terrain(table: Table) -> None:
    """A tie gives nobody a card (p. 26)."""
    table.army("ruins_of_dale", lake_town_men=1)
    table.army("east_fields", great_orcs=1)
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    assert [len(hand) for hand in table.s.hands] == [0, 0]


def test_a_fortification_takes_damage_first_and_breaks(table: Table) -> None:
    """Damage up to its value falls on the walls; from the next round the target number is 5 (p. 28)."""
    table.army("eastern_spur", dwarf_veterans=2)
    table.army("spur_foot", orcs=5)
    wall = table.at("eastern_spur")
    table.s.walls[wall] = table.p.layout.defence[wall] - 1
    attack(table, SHADOW, "spur_foot", "eastern_spur")
    manoeuvres(table, ("regroup",), ("regroup",), 6, 6, 6, 1, 1, 1, 1, 1, 1)
    assert table.s.walls[wall] == table.p.layout.defence[wall]
    assert table.damage("eastern_spur") == 2
    table.choose("enough").choose("press").choose("hold")
    b = table.s.battle
    assert b is not None
    b.breached = table.s.walls[wall] >= table.p.layout.defence[wall]
    assert target_number(table.s, table.p, b, SHADOW, False) == 5


def test_wall_of_spears_protects_a_fortification(table: Table) -> None:
    """Prevention may cancel damage to the walls (p. 28)."""
    table.army("eastern_spur", elf_spearmen=2)
    table.army("spur_foot", orcs=5)
    attack(table, SHADOW, "spur_foot", "eastern_spur")
    manoeuvres(table, ("unit", "elf_spearmen"), ("regroup",), 6, 6, 6, 1, 1, 5, 1)
    assert table.s.walls[table.at("eastern_spur")] == 1


def retreat_example(table: Table) -> None:
    """North of Dale, attacked by A from the east; B stands south of Dale, which the Shadow holds (p. 30)."""
    table.army("north_fields", elf_spearmen=3)
    table.army("east_fields", orcs=3)
    table.army("south_road", orcs=3)
    table.s.held = [table.at("ruins_of_dale")]
    attack(table, SHADOW, "east_fields", "north_fields")


def test_retreat_only_to_the_west(table: Table) -> None:
    """Not over the ford, not to Dale: only west remains (p. 30)."""
    retreat_example(table)
    manoeuvres(table, ("regroup",), ("regroup",), 1, 1, 1, 1, 1, 1)
    table.choose("press")
    assert table.options() == [("hold",), ("retreat", table.at("old_orchards"))]
    table.choose("retreat", "old_orchards")
    assert table.units("old_orchards") == {"elf_spearmen": 3}
    assert table.kind == "advance"


def test_rout_costs_units_until_one_damage_is_left(table: Table) -> None:
    """Without Regroup the army is routed (p. 30)."""
    retreat_example(table)
    table.s.damage[table.at("north_fields")] = 3
    manoeuvres(table, ("unit", "elf_spearmen"), ("regroup",), 1, 1, 1, 1, 1, 1)
    table.choose("enough").choose("press").choose("rout", "old_orchards")
    assert table.units("old_orchards") == {"elf_spearmen": 2}
    assert table.damage("old_orchards") == 1


def test_an_army_without_a_way_out_is_driven_by_the_attacker(table: Table) -> None:
    """The attacker chooses the region, and one more damage is taken (p. 30)."""
    retreat_example(table)
    table.army("lower_slopes", orcs=1)
    manoeuvres(table, ("regroup",), ("regroup",), 1, 1, 1, 1, 1, 1)
    table.choose("press")
    assert table.options() == [("hold",), ("retreat", -1)]
    table.choose("retreat", -1)
    assert table.kind == "drive"
    assert {place for _, place in table.options()} == {table.at("old_orchards"), table.at("river_meadow")}
    table.choose("drive", "river_meadow")
    assert table.units("river_meadow") == {"elf_spearmen": 3}
    assert table.damage("river_meadow") == 1


def test_a_friendly_army_or_settlement_is_always_a_refuge(table: Table) -> None:
    """Even over a ford or beside the enemy (p. 29)."""
    retreat_example(table)
    table.army("river_meadow", elf_archers=1)
    manoeuvres(table, ("regroup",), ("regroup",), 1, 1, 1, 1, 1, 1)
    table.choose("press")
    assert ("retreat", table.at("river_meadow")) in table.options()


def test_bodyguards_help_an_army_that_is_driven_out(table: Table) -> None:
    """The damage of a forced retreat is damage from outside combat (p. 29, 30, 34)."""
    table.army("north_fields", "bolg", orcs=1, damage=1)
    table.army("east_fields", dwarf_warriors=1)
    table.army("lower_slopes", elf_archers=1)
    table.s.bodyguards = 3
    attack(table, FREE, "east_fields", "north_fields")
    manoeuvres(table, ("regroup",), ("regroup",), 1, 1, 1)
    table.choose("enough").choose("press").choose("retreat", -1).choose("drive", "old_orchards").choose("bodyguard")
    assert table.units("old_orchards") == {"orcs": 1}
    assert (table.damage("old_orchards"), table.s.bodyguards) == (1, 2)
    assert table.match.outcome is None


def test_bilbo_may_vanish_from_an_army_that_is_driven_out(table: Table) -> None:
    """A Ring token removes two damage (p. 18, 30)."""
    retreat_example(table)
    table.army("north_fields", "bilbo", elf_spearmen=1, damage=1)
    table.army("lower_slopes", orcs=1)
    table.s.rings = 3
    manoeuvres(table, ("regroup",), ("regroup",), 1, 1, 1, 1)
    table.choose("enough").choose("press").choose("retreat", -1).choose("drive", "old_orchards").choose("vanish")
    assert table.units("old_orchards") == {"elf_spearmen": 1}
    assert (table.damage("old_orchards"), table.s.rings) == (0, 2)


def test_damage_is_cancelled_after_all_of_it_is_dealt(table: Table) -> None:
    """The defender's Shield Line stops the damage of the attacker's Single Combat (p. 27-28)."""
    table.army("ruins_of_dale", lake_town_men=3)
    table.army("east_fields", orcs=3, leaders=1)
    table.give(FREE, "in_good_order")
    table.give(SHADOW, "challenge_of_champions")
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("event", "in_good_order"), ("event", "challenge_of_champions"), *[1] * 7)
    assert table.damage("ruins_of_dale") == 0


def test_attacking_spearmen_cancel_what_a_manoeuvre_adds(table: Table) -> None:
    """A hit and the extra damage of the Great Orcs (p. 28)."""
    table.army("ruins_of_dale", elf_spearmen=2)
    table.army("east_fields", great_orcs=1)
    attack(table, FREE, "ruins_of_dale", "east_fields")
    manoeuvres(table, ("unit", "elf_spearmen"), ("unit", "great_orcs"), 6, 1, 6, 1)
    assert table.damage("ruins_of_dale") == 0


def test_a_bite_follows_a_hit_that_is_then_cancelled(table: Table) -> None:
    """The bats ask whether damage was dealt; what cancels it comes later, and may cancel the bite (p. 28, 34)."""
    table.army("ruins_of_dale", lake_town_men=3)
    table.army("east_fields", orcs=3)
    table.s.bats[table.p.layout.territory_numbers["valley"]] = 1
    table.give(FREE, "in_good_order")
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("event", "in_good_order"), ("bite",), 6, 1, 1, 1, 1, 1)
    table.choose("bite")
    assert table.damage("ruins_of_dale") == 1


def test_a_void_regroup_brings_nothing(table: Table) -> None:
    """Neither the cards back nor a retreat in good order (p. 27)."""
    retreat_example(table)
    table.give(SHADOW, "feint")
    manoeuvres(table, ("unit", "elf_spearmen"), ("regroup",), *[1] * 6)
    table.choose("press").choose("hold")
    manoeuvres(table, ("regroup",), ("event", "feint"), *[1] * 6)
    table.choose("press")
    assert table.options() == [("hold",), ("rout", table.at("old_orchards"))]
    table.choose("hold")
    assert table.options("unit", FREE) == []


def test_a_die_fewer_counts_against_a_strong_army_too(table: Table) -> None:
    """Strength 8 gives five dice, and Outflanked takes one of them (p. 27)."""
    table.army("ruins_of_dale", dwarf_veterans=4)
    table.army("east_fields", orcs=1)
    table.give(SHADOW, "on_the_flank")
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("regroup",), ("event", "on_the_flank"), *[1] * 6)
    b = table.s.battle
    assert b is not None
    assert len(b.dice[FREE]) == 4


def test_played_unit_cards_stay_down_until_regroup(table: Table) -> None:
    """A unit card is used once, Regroup takes all back (p. 27)."""
    table.army("ruins_of_dale", lake_town_men=4)
    table.army("east_fields", orcs=4)
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("unit", "lake_town_men"), ("unit", "orcs"), *[1] * 8)
    table.choose("press").choose("hold")
    assert table.options("unit", FREE) == table.options("unit", SHADOW) == []
    manoeuvres(table, ("regroup",), ("regroup",), *[1] * 8)
    table.choose("press").choose("hold")
    assert table.options("unit", FREE)
    assert table.options("unit", SHADOW)


def test_winner_may_advance_with_part_of_the_army(table: Table) -> None:
    """The attacker enters the region that was left (p. 30)."""
    table.army("ruins_of_dale", lake_town_men=1, damage=1)
    table.army("east_fields", orcs=3)
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("regroup",), ("regroup",), 6, 6, 1, 1)
    table.choose("advance", "east_fields").choose("leave", "orcs").choose("go")
    assert table.units("ruins_of_dale") == {"orcs": 2}
    assert table.units("east_fields") == {"orcs": 1}
    assert table.s.held == [table.at("ruins_of_dale")]


def test_if_both_are_destroyed_the_defender_keeps_the_region(table: Table) -> None:
    """Nobody is left to advance (p. 29)."""
    table.army("ruins_of_dale", lake_town_men=1, damage=1)
    table.army("east_fields", orcs=1, damage=1)
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("regroup",), ("regroup",), 6, 6)
    assert table.units("ruins_of_dale") == table.units("east_fields") == {}
    assert table.s.held == []
    assert table.s.battle is None


def test_characters_fall_with_their_army_and_leadership_goes(table: Table) -> None:
    """All who were with it are eliminated for good (p. 29)."""
    table.army("ruins_of_dale", "bard", lake_town_men=1, leaders=1, damage=1)
    table.army("east_fields", orcs=3)
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("regroup",), ("regroup",), 6, 6, 1, 1, 1)
    assert table.s.people[0] == -2
    assert table.s.leaders[table.at("ruins_of_dale")] == 0


def test_combined_attack_switches_armies_and_takes_cards_back(table: Table) -> None:
    """Each round one army attacks; changing it recovers the cards; the ford counts for each (p. 30)."""
    table.army("ruins_of_dale", lake_town_men=5)
    table.army("east_fields", orcs=3)
    table.army("south_road", wargs=2)
    table.action(SHADOW, "army").choose("combined", "ruins_of_dale")
    table.choose("front", "east_fields")
    manoeuvres(table, ("regroup",), ("unit", "orcs"), *[1] * 8)
    table.choose("press").choose("hold").choose("front", "east_fields")
    assert table.options("unit", SHADOW) == []
    manoeuvres(table, ("regroup",), ("regroup",), *[1] * 8)
    table.choose("press").choose("hold").choose("front", "south_road")
    assert [table.p.units[unit].id for _, unit in table.options("unit", SHADOW)] == ["wargs"]


def test_combined_attack_goes_on_after_one_army_is_destroyed(table: Table) -> None:
    """As long as another attacking army stands; it may advance when the defender falls too (p. 30)."""
    table.army("ruins_of_dale", lake_town_men=1, damage=1)
    table.army("east_fields", orcs=1, damage=1)
    table.army("south_road", orcs=2)
    table.action(SHADOW, "army").choose("combined", "ruins_of_dale").choose("front", "east_fields")
    manoeuvres(table, ("regroup",), ("regroup",), 6, 6)
    assert table.options() == [("stay_back",), ("advance", table.at("south_road"))]
    table.choose("advance", "south_road").choose("go")
    assert table.units("ruins_of_dale") == {"orcs": 2}


def test_wargs_keep_the_enemy_in_the_combat(table: Table) -> None:
    """A black hit of Run Them Down: the defender may not leave."""
    table.army("north_fields", elf_spearmen=5)
    table.army("east_fields", wargs=3)
    attack(table, SHADOW, "east_fields", "north_fields")
    manoeuvres(table, ("regroup",), ("unit", "wargs"), 6, 1, 1, 1, 1, 1, 1, 1)
    table.choose("enough").choose("press")
    assert table.kind == "manoeuvre"


def test_void_of_the_defender_comes_first(table: Table) -> None:
    """Cards that work at the same time: the defender's has precedence (p. 27)."""
    table.army("ruins_of_dale", lake_town_men=4)
    table.army("east_fields", orcs=4)
    table.give(FREE, "feint")
    table.give(SHADOW, "spies_and_scouts")
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("event", "feint"), ("event", "spies_and_scouts"), *[1] * 8)
    b = table.s.battle
    assert b is not None
    assert b.void == [False, True]


def test_captain_gives_up_a_token_for_two_damage(table: Table) -> None:
    """Eliminate a character or remove a leadership token (p. 14)."""
    table.army("ruins_of_dale", "bard", lake_town_men=4, leaders=1)
    table.army("east_fields", orcs=4)
    table.give(FREE, "sound_the_horns")
    attack(table, SHADOW, "east_fields", "ruins_of_dale")
    manoeuvres(table, ("event", "sound_the_horns"), ("regroup",), 5, 5, 5, 1, *[1] * 6)
    assert table.kind == "sacrifice"
    table.choose("give_leader")
    assert table.damage("ruins_of_dale") == 1
    assert table.s.leaders[table.at("ruins_of_dale")] == 0
    assert table.card("sound_the_horns") in table.s.event_discard
