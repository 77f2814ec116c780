"""Chapters VIII and XII: characters, generals, Eagles, Beorn, Bats and Bolg."""

import pytest

from engine.games.bofa.components.box import BARD, BEORN, BILBO, BOLG, DAIN, GANDALF, LORD, THORIN, THRANDUIL
from engine.games.bofa.rules.ranges import archers
from engine.games.bofa.state import EYRIE, GONE, HIDDEN
from tests.engine.games.bofa.table import FREE, SHADOW, Table

BOWS = ("elf_archers", "lake_town_men")
HIGH = ("hills", "mountains")


def test_range_of_archery(table: Table) -> None:
    """Near the Eastern Spur the Camp shoots; the Lower Slopes are too far, Dale is the wrong ground (p. 20)."""
    table.army("river_meadow", orcs=3)
    table.army("camp", lake_town_men=1)
    table.army("lower_slopes", elf_archers=2)
    table.army("ruins_of_dale", lake_town_men=1)
    target = table.at("river_meadow")
    assert target in table.p.layout.reach["bow"][table.at("camp")]
    assert target in table.p.layout.reach["bow"][table.at("ruins_of_dale")]
    assert target not in table.p.layout.reach["bow"][table.at("lower_slopes")]
    assert archers(table.s, table.p, FREE, target, BOWS, HIGH) == 1


def test_archery_deals_damage_and_forced_casualties_only(table: Table) -> None:
    """Thranduil before a die (p. 19-20); damage as in combat (p. 29)."""
    table.army("river_meadow", orcs=2)
    table.army("camp", "thranduil", elf_archers=3)
    table.s.active_generals = [THRANDUIL]
    table.action(FREE, "muster", "muster")
    table.next_rolls(5, 6, 6)
    table.choose("general", "thranduil").choose("branch", 0)
    assert table.units("river_meadow") == {"orcs": 1}
    assert table.damage("river_meadow") == 1
    assert table.kind == "action"


def test_two_activated_generals_need_two_dice(table: Table) -> None:
    """Gandalf's bolt before the first die, Thranduil's archery before another (p. 20)."""
    table.army("river_meadow", orcs=3)
    table.army("camp", "thranduil", "gandalf", elf_archers=1)
    table.token("camp", "elf_archers")
    table.s.active_generals = [GANDALF, THRANDUIL]
    table.action(FREE, "muster", "muster", others=())
    table.next_rolls(5, 1, 1)
    table.choose("general", "gandalf").choose("branch", 0)
    assert table.damage("river_meadow") == 1
    assert table.options("general") == []
    table.choose("recruit", "camp")
    assert table.options("general") == [("general", THRANDUIL)]


def test_no_passing_between_an_ability_and_its_die(table: Table) -> None:
    """The ability is used just before a die (p. 19)."""
    table.army("camp", "gandalf", elf_archers=1)
    table.s.active_generals = [GANDALF]
    table.action(FREE, "event", others=("event", "event"))
    assert table.options("pass")
    table.choose("general", "gandalf").choose("branch", 1)
    assert table.s.concentration == 1
    assert table.options("pass") == []


def test_up_to_three_generals_and_as_many_leadership_tokens(table: Table) -> None:
    """Each token goes to a different army (p. 11)."""
    table.army("camp", "dain", "bard", dwarf_warriors=1)
    table.army("front_gate", dwarf_veterans=1)
    table.person("gandalf", "front_gate")
    table.person("thranduil", "front_gate")
    table.begin("activate")
    table.choose("activate", "dain").choose("activate", "bard").choose("activate", "gandalf")
    assert table.kind == "place_leader"
    table.choose("leader", "camp")
    assert table.s.leaders[table.at("camp")] == 1
    assert table.s.leaders[table.at("front_gate")] == 1


@pytest.mark.parametrize(("fate", "ready"), [(1, False), (2, True), (3, True)])
def test_bilbo_is_ready_when_fate_has_reached_him(table: Table, fate: int, ready: bool) -> None:
    """On his space or beyond (p. 17)."""
    table.army("camp", "dain", dwarf_warriors=1)
    table.s.fate = fate
    table.action(FREE, "character")
    assert bool(table.options("enter")) == ready


def test_bilbo_enters_beside_a_character_or_a_leadership_token(table: Table) -> None:
    """With five Ring tokens (p. 18)."""
    table.army("camp", "dain", dwarf_warriors=1)
    table.army("front_gate", dwarf_veterans=1, leaders=1)
    table.army("eastern_spur", dwarf_veterans=1)
    table.s.fate = 2
    table.action(FREE, "character").choose("enter", "bilbo")
    assert {place for _, place in table.options()} == {table.at("camp"), table.at("front_gate")}
    table.choose("at", "camp")
    assert table.s.people[BILBO] == table.at("camp")
    assert table.s.rings == 5


def test_bilbo_vanishes_to_remove_two_damage_and_comes_back(table: Table) -> None:
    """A Ring token each (p. 18)."""
    table.army("ruins_of_dale", "bilbo", lake_town_men=3)
    table.army("east_fields", orcs=3)
    table.s.rings = 5
    table.action(SHADOW, "army", others=("character",)).choose("attack", "east_fields", "ruins_of_dale")
    table.next_rolls(6, 6, 1, 1, 1, 1)
    table.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW)
    table.choose("vanish")
    assert (table.s.people[BILBO], table.s.rings, table.damage("ruins_of_dale")) == (HIDDEN, 4, 0)
    table.army("camp", "dain", dwarf_warriors=1)
    table.s.battle = None
    table.action(FREE, "character").choose("characters").choose("bilbo", "front_gate")
    assert (table.s.people[BILBO], table.s.rings) == (table.at("front_gate"), 3)


def test_thorin_enters_at_the_gate_unless_the_shadow_holds_it(table: Table) -> None:
    """Not where the enemy is in control (p. 19); one more die next turn (p. 12)."""
    table.army("camp", dwarf_warriors=1)
    table.s.fate = 5
    table.s.held = [table.at("front_gate")]
    table.action(FREE, "character")
    assert ("enter", THORIN) not in table.options()
    table.s.held = []
    table.action(FREE, "character").choose("enter", "thorin")
    assert table.units("front_gate") == {"dwarf_veterans": 1}
    table.begin("reorganise")
    assert table.s.pool == [6, 6]


def test_mighty_strokes_add_one_and_stay_down(table: Table) -> None:
    """Thorin's special manoeuvre works without a black die and is used up (p. 27)."""
    table.army("ruins_of_dale", "thorin", dwarf_warriors=2)
    table.army("east_fields", orcs=3)
    table.action(SHADOW, "army").choose("attack", "east_fields", "ruins_of_dale")
    table.choose("strokes", seat=FREE).choose("regroup", seat=SHADOW)
    table.next_rolls(1, 1, 1, 4, 4)
    table.choose("aim", "roll")
    assert table.damage("east_fields") == 2
    table.choose("enough").choose("press").choose("hold")
    assert table.options("strokes", FREE) == []


def test_mighty_strokes_may_help_the_leader_reroll_instead(table: Table) -> None:
    """Thorin's leadership is 2: both dice are rolled again, and only then a 4 hits."""
    table.army("ruins_of_dale", "thorin", dwarf_warriors=2)
    table.army("east_fields", orcs=3)
    table.action(SHADOW, "army").choose("attack", "east_fields", "ruins_of_dale")
    table.choose("strokes", seat=FREE).choose("regroup", seat=SHADOW)
    table.next_rolls(1, 1, 1, 4, 4, 4, 1)
    table.choose("aim", "reroll")
    assert table.damage("east_fields") == 1


def test_the_extra_shadow_die_for_two_settlements_of_one_territory(table: Table) -> None:
    """Counted at the start of the turn (p. 12)."""
    table.s.held = [table.at("camp"), table.at("ruins_of_dale")]
    table.begin("reorganise")
    assert table.s.pool[SHADOW] == 6
    table.s.held = sorted([table.at("collapsed_bridge"), table.at("ruins_of_dale")])
    table.begin("reorganise")
    assert table.s.pool[SHADOW] == 7


def test_characters_walk_past_enemies_and_stand_alone_unharmed(table: Table) -> None:
    """A lone character ignores enemy armies (p. 19)."""
    table.person("gandalf", "ruins_of_dale")
    table.army("east_fields", orcs=5)
    table.army("watchtower", orcs=5)
    table.action(FREE, "character").choose("characters")
    assert ("walk", GANDALF, table.at("watchtower")) in table.options()
    table.choose("walk", "gandalf", "watchtower")
    assert table.s.people[GANDALF] == table.at("watchtower")


def test_eagles_come_with_their_lord_and_fly_when_he_is_used(table: Table) -> None:
    """From the Eyrie to the field and back with an attack each (p. 32)."""
    table.army("east_fields", orcs=3)
    table.army("watchtower", orcs=1)
    table.s.fate = 8
    table.action(FREE, "muster", "muster", "event").choose("enter", "lord_of_the_eagles")
    assert (table.s.people[LORD], table.s.eyrie) == (EYRIE, 2)
    table.s.active_generals = [LORD]
    table.action(FREE, "muster", "muster")
    assert table.options("strike") == []
    table.choose("general", "lord_of_the_eagles").choose("fly").choose("to", "valley")
    table.choose("to", "valley").choose("to", "eastern_bank")
    table.choose("strike", "east_fields")
    assert table.options() == [("done",), ("strike", table.at("watchtower"))]
    assert table.damage("east_fields") == 0  # attacks follow when all have flown
    table.next_rolls(4, 1, 1, 4, 1, 1, 1, 1, 1, 1, 6)
    table.choose("strike", "watchtower")
    assert (table.damage("east_fields"), table.damage("watchtower")) == (2, 1)
    assert table.s.people[LORD] == EYRIE
    assert (table.s.eyrie, sum(table.s.eagles)) == (1, 1)


def test_eagles_fly_again_while_their_lord_is_on_the_field(table: Table) -> None:
    """Activated once more, he may send whoever is in the Eyrie (p. 32)."""
    table.s.people[LORD] = table.at("camp")
    table.s.eyrie = 2
    table.s.active_generals = [LORD]
    table.action(FREE, "muster", "muster").choose("general", "lord_of_the_eagles").choose("fly")
    table.choose("to", "valley").choose("to", "valley")
    assert (table.s.people[LORD], table.s.eyrie) == (table.at("camp"), 0)
    assert table.s.eagles[table.p.layout.territory_numbers["valley"]] == 2


@pytest.mark.parametrize("card", ["a_red_dawn", "counsel_of_the_three_hosts"])
def test_there_are_three_activation_tokens(table: Table, card: str) -> None:
    """A card cannot activate a fourth general (p. 3, 19)."""
    table.army("camp", "dain", "bard", "gandalf", "thranduil", dwarf_warriors=1)
    table.s.active_generals = [DAIN, BARD, GANDALF]
    table.give(FREE, card)
    table.action(FREE, "event").choose("card", card)
    assert table.s.active_generals == [DAIN, BARD, GANDALF]
    table.s.active_generals = [DAIN, BARD]
    table.give(FREE, card)
    table.action(FREE, "event").choose("card", card).choose("activate", "gandalf")
    assert table.s.active_generals == [DAIN, BARD, GANDALF]


def test_the_lord_recruits_one_eagle_instead(table: Table) -> None:
    """In the Eyrie, up to five figures (p. 32)."""
    table.s.people[LORD] = EYRIE
    table.s.eyrie = 4
    table.s.active_generals = [LORD]
    table.action(FREE, "muster", "muster").choose("general", "lord_of_the_eagles").choose("hatch")
    assert table.s.eyrie == 5


def test_eagles_fly_home_and_bats_leave_at_the_end_of_the_turn(table: Table) -> None:
    """With leadership and activation tokens (p. 11)."""
    table.army("camp", "dain", dwarf_warriors=1, leaders=1)
    table.s.people[LORD] = table.at("camp")
    table.s.eagles = [1, 0, 0, 0]
    table.s.bats = [2, 1, 0, 0]
    table.s.active_generals = [DAIN]
    table.begin("end_of_turn")
    assert (table.s.people[LORD], table.s.eyrie, table.s.eagles, table.s.bats) == (EYRIE, 1, [0] * 4, [0] * 4)
    assert table.s.leaders[table.at("camp")] == 0
    assert table.s.active_generals == []


def test_bats_move_an_army_of_their_territory(table: Table) -> None:
    """A Muster result and one bat (p. 34)."""
    table.army("east_fields", orcs=2)
    table.army("burnt_heath", orcs=2)
    table.s.bats[table.p.layout.territory_numbers["valley"]] = 1
    table.action(SHADOW, "muster")
    assert {place for _, place, _ in table.options("bats")} == {table.at("east_fields")}
    table.choose("bats", "east_fields", "south_road").choose("go")
    assert table.units("south_road") == {"orcs": 2}
    assert sum(table.s.bats) == 0


def test_bite_adds_one_damage_and_comes_back_every_round(table: Table) -> None:
    """If the Shadow dealt any; the bat is given up (p. 34)."""
    table.army("ruins_of_dale", lake_town_men=5)
    table.army("east_fields", orcs=3)
    table.s.bats[table.p.layout.territory_numbers["valley"]] = 2
    table.action(SHADOW, "army").choose("attack", "east_fields", "ruins_of_dale")
    table.next_rolls(6, *[1] * 7)
    table.choose("regroup", seat=FREE).choose("bite", seat=SHADOW).choose("bite")
    assert table.damage("ruins_of_dale") == 2
    table.choose("enough").choose("press").choose("hold")
    assert table.options("bite", SHADOW)
    table.next_rolls(*[1] * 8)
    table.choose("regroup", seat=FREE).choose("bite", seat=SHADOW)
    assert table.kind != "bite"
    assert table.s.bats[table.p.layout.territory_numbers["valley"]] == 1


def test_as_many_bats_and_leaders_as_shadow_dice(table: Table) -> None:
    """Each leadership token to another army; at most six bats (p. 11, 34)."""
    table.army("burnt_heath", orcs=1)
    table.begin("shadow_leaders")
    table.choose("leader", "burnt_heath")
    assert table.options("leader") == []
    for _ in range(5):
        table.choose("bat", "valley")
    assert table.s.bats[table.p.layout.territory_numbers["valley"]] == 5
    assert table.s.leaders[table.at("burnt_heath")] == 1
    assert table.kind == "action"


@pytest.mark.parametrize(("dale", "guards"), [(False, 1), (True, 3)])
def test_bolg_enters_when_the_shadow_is_in_the_valley(table: Table, dale: bool, guards: int) -> None:
    """One bodyguard, or three when the Ruins of Dale are held (p. 34)."""
    table.army("burnt_heath", orcs=1)
    table.action(SHADOW, "character")
    assert table.options("enter") == []
    table.army("east_fields", orcs=3)
    if dale:
        table.s.held = [table.at("ruins_of_dale")]
    table.action(SHADOW, "character").choose("enter", "bolg").choose("at", "east_fields")
    assert (table.s.people[BOLG], table.s.bodyguards) == (table.at("east_fields"), guards)


def test_bolg_is_no_longer_ready_when_the_valley_is_lost(table: Table) -> None:
    """Readiness can be lost before entering (p. 19)."""
    table.army("east_fields", orcs=3)
    table.action(SHADOW, "character")
    assert table.options("enter")
    table.army("east_fields")
    table.army("burnt_heath", orcs=3)
    table.action(SHADOW, "character")
    assert table.options("enter") == []


def test_a_bodyguard_cancels_all_damage_of_a_round_or_an_effect(table: Table) -> None:
    """For the army Bolg is with (p. 34)."""
    table.army("river_meadow", "bolg", orcs=3, damage=1)
    table.army("camp", "thranduil", elf_archers=3)
    table.s.bodyguards = 1
    table.s.active_generals = [THRANDUIL]
    table.action(FREE, "muster", "muster")
    table.next_rolls(6, 6, 6)
    table.choose("general", "thranduil").choose("branch", 0)
    assert table.kind == "bodyguard"
    table.choose("bodyguard")
    assert (table.damage("river_meadow"), table.s.bodyguards) == (1, 0)


def test_beorn_moves_with_the_will_of_the_west_or_for_wrath(table: Table) -> None:
    """Up to three regions, never among units; a Character result costs a wrath token (p. 33)."""
    table.person("beorn", "stony_bank")
    table.s.wrath = 8
    table.army("south_road", lake_town_men=1)
    table.army("running_fens", orcs=1)
    table.s.held = [table.at("ruins_of_dale")]
    table.action(FREE, "character")
    steps = {place for _, place in table.options("bear")}
    assert steps == {table.at("drowned_fields"), table.at("spur_end")}
    assert table.options("bear_attack") == [("bear_attack", table.at("running_fens"))]
    table.choose("bear", "drowned_fields").choose("bear", "east_fields").choose("bear", "ruins_of_dale")
    assert table.s.held == []
    assert table.s.wrath == 7
    table.choose("forgo")
    assert table.s.people[BEORN] == table.at("ruins_of_dale")


def test_beorn_fights_with_four_dice_and_rolls_misses_again(table: Table) -> None:
    """No cards, no terrain advantage; damage costs wrath (p. 33)."""
    table.person("beorn", "drowned_fields")
    table.s.wrath = 8
    table.army("east_fields", orcs=3)
    table.action(FREE, "will").choose("bear_attack", "east_fields").choose("spend", "will", "will")
    assert [d.seat for d in table.match.pending] == [SHADOW]
    table.next_rolls(5, 1, 1, 1, 6, 6, 1, 6, 1, 1)
    table.choose("regroup")
    assert table.s.wrath == 6
    assert table.damage("east_fields") == 2


@pytest.mark.parametrize(
    ("card", "rolls", "damage"),
    [
        ("on_the_flank", (1, 1, 5, 1, 1, 1, 5, 1, 1, 1), 2),  # three dice instead of four
        ("dread_upon_them", (1, 5, 1, 1, 1, 1, 1, 6, 6, 6), 1),  # no die is rolled again
        ("loose_order", (5, 5, 5, 5, 1, 1, 1, 6, 1, 1, 1), 1),  # 5s miss; the re-roll is not changed
    ],
)
def test_enemy_cards_work_on_beorn_as_on_an_army(table: Table, card: str, rolls: tuple[int, ...], damage: int) -> None:
    """He is treated like an army; only the Wargs' manoeuvre is said not to affect him (p. 33)."""
    table.person("beorn", "drowned_fields")
    table.s.wrath = 8
    table.army("east_fields", orcs=3)
    table.give(SHADOW, card)
    table.action(FREE, "will").choose("bear_attack", "east_fields").choose("spend", "will", "will")
    table.next_rolls(*rolls)
    table.choose("event", card)
    assert table.damage("east_fields") == damage


def test_beorn_is_eliminated_without_wrath(table: Table) -> None:
    """When his tokens run out (p. 33)."""
    table.person("beorn", "drowned_fields")
    table.s.wrath = 1
    table.army("east_fields", orcs=3)
    table.action(SHADOW, "army").choose("attack", "east_fields", "drowned_fields")
    table.next_rolls(6, *[1] * 10)
    table.choose("regroup")
    assert table.s.people[BEORN] == GONE


def test_wargs_do_not_hold_beorn(table: Table) -> None:
    """Their manoeuvre does not affect him (p. 33); he retreats like an army."""
    table.person("beorn", "east_fields")
    table.s.wrath = 8
    table.army("watchtower", wargs=3)
    table.action(SHADOW, "army").choose("attack", "watchtower", "east_fields")
    table.next_rolls(6, *[1] * 10)
    table.choose("unit", "wargs")
    assert table.s.wrath == 7
    table.choose("press")
    assert table.options("retreat")


def test_beorn_stops_shadow_armies_like_an_army(table: Table) -> None:
    """They can neither enter his region nor pass beside him in a fast move (p. 33)."""
    table.person("beorn", "watchtower")
    table.s.wrath = 8
    table.army("gundabad_host", orcs=2, leaders=1)
    table.action(SHADOW, "character").choose("march", "gundabad_host", "desolation_road").choose("go")
    assert table.options("on") == []
    assert table.options("attack") == [("attack", table.at("desolation_road"), table.at("watchtower"))]


def test_nobody_is_recruited_where_beorn_stands(table: Table) -> None:
    """He never shares a region with army units (p. 33)."""
    table.person("beorn", "camp")
    table.s.wrath = 8
    table.token("camp", "dwarf_warriors")
    assert table.action(FREE, "muster").options("recruit") == []
    table.army("river_meadow", dwarf_warriors=1)
    table.action(FREE, "army_muster")
    assert ("march", table.at("river_meadow"), table.at("camp")) not in table.options()


def test_bard_falls_as_a_general(table: Table) -> None:
    """An eliminated general loses the activation token and cannot be chosen again (p. 29)."""
    table.army("ruins_of_dale", "bard", lake_town_men=1, damage=1)
    table.army("east_fields", orcs=3)
    table.s.active_generals = [BARD]
    table.action(SHADOW, "army").choose("attack", "east_fields", "ruins_of_dale")
    table.next_rolls(6, *[1] * 8)
    table.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW)
    assert table.s.people[BARD] == GONE
    assert table.s.active_generals == []
