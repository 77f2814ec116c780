"""Chapters VIII and XII: characters, generals, Eagles, Beorn, Bats and Bolg."""

import pytest

from engine.games.bofa.components.box import BARD, BEORN, BILBO, BOLG, DAIN, GANDALF, LORD, THORIN, THRANDUIL
from engine.games.bofa.rules.ranges import archers
from engine.games.bofa.state import EYRIE, GONE, HIDDEN
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop

BOWS = ("elf-archers", "lake-town-men")
HIGH = ("hills", "mountains")


def test_range_of_archery(tabletop: Tabletop) -> None:
    """Near the Eastern Spur the Camp shoots; the Lower Slopes are too far, Dale is the wrong ground (p. 20)."""
    tabletop.army("river-meadow", orcs=3)
    tabletop.army("camp", lake_town_men=1)
    tabletop.army("lower-slopes", elf_archers=2)
    tabletop.army("ruins-of-dale", lake_town_men=1)
    target = tabletop.at("river-meadow")
    assert target in tabletop.p.layout.reach["bow"][tabletop.at("camp")]
    assert target in tabletop.p.layout.reach["bow"][tabletop.at("ruins-of-dale")]
    assert target not in tabletop.p.layout.reach["bow"][tabletop.at("lower-slopes")]
    assert archers(tabletop.s, tabletop.p, FREE, target, BOWS, HIGH) == 1


def test_archery_deals_damage_and_forced_casualties_only(tabletop: Tabletop) -> None:
    """Thranduil before a die (p. 19-20); damage as in combat (p. 29)."""
    tabletop.army("river-meadow", orcs=2)
    tabletop.army("camp", "thranduil", elf_archers=3)
    tabletop.s.active_generals = [THRANDUIL]
    tabletop.action(FREE, "muster", "muster")
    tabletop.next_rolls(5, 6, 6)
    tabletop.choose("general", "thranduil").choose("branch", 0)
    assert tabletop.units("river-meadow") == {"orcs": 1}
    assert tabletop.damage("river-meadow") == 1
    assert tabletop.kind == "action"


def test_two_activated_generals_need_two_dice(tabletop: Tabletop) -> None:
    """Gandalf's bolt before the first die, Thranduil's archery before another (p. 20)."""
    tabletop.army("river-meadow", orcs=3)
    tabletop.army("camp", "thranduil", "gandalf", elf_archers=1)
    tabletop.token("camp", "elf-archers")
    tabletop.s.active_generals = [GANDALF, THRANDUIL]
    tabletop.action(FREE, "muster", "muster", others=())
    tabletop.next_rolls(5, 1, 1)
    tabletop.choose("general", "gandalf").choose("branch", 0)
    assert tabletop.damage("river-meadow") == 1
    assert tabletop.options("general") == []
    tabletop.choose("recruit", "camp")
    assert tabletop.options("general") == [("general", THRANDUIL)]


def test_no_passing_between_an_ability_and_its_die(tabletop: Tabletop) -> None:
    """The ability is used just before a die (p. 19)."""
    tabletop.army("camp", "gandalf", elf_archers=1)
    tabletop.s.active_generals = [GANDALF]
    tabletop.action(FREE, "event", others=("event", "event"))
    assert tabletop.options("pass")
    tabletop.choose("general", "gandalf").choose("branch", 1)
    assert tabletop.s.concentration == 1
    assert tabletop.options("pass") == []


def test_up_to_three_generals_and_as_many_leadership_tokens(tabletop: Tabletop) -> None:
    """Each token goes to a different army (p. 11)."""
    tabletop.army("camp", "dain", "bard", dwarf_warriors=1)
    tabletop.army("front-gate", dwarf_veterans=1)
    tabletop.character("gandalf", "front-gate")
    tabletop.character("thranduil", "front-gate")
    tabletop.begin("activate")
    tabletop.choose("activate", "dain").choose("activate", "bard").choose("activate", "gandalf")
    assert tabletop.kind == "place-leader"
    tabletop.choose("leader", "camp")
    assert tabletop.s.leaders[tabletop.at("camp")] == 1
    assert tabletop.s.leaders[tabletop.at("front-gate")] == 1


@pytest.mark.parametrize(("fate", "ready"), [(1, False), (2, True), (3, True)])
def test_bilbo_is_ready_when_fate_has_reached_him(tabletop: Tabletop, fate: int, ready: bool) -> None:
    """On his space or beyond (p. 17)."""
    tabletop.army("camp", "dain", dwarf_warriors=1)
    tabletop.s.fate = fate
    tabletop.action(FREE, "character")
    assert bool(tabletop.options("enter")) == ready


def test_bilbo_enters_beside_a_character_or_a_leadership_token(tabletop: Tabletop) -> None:
    """With five Ring tokens (p. 18)."""
    tabletop.army("camp", "dain", dwarf_warriors=1)
    tabletop.army("front-gate", dwarf_veterans=1, leaders=1)
    tabletop.army("eastern-spur", dwarf_veterans=1)
    tabletop.s.fate = 2
    tabletop.action(FREE, "character").choose("enter", "bilbo")
    assert {place for _, place in tabletop.options()} == {tabletop.at("camp"), tabletop.at("front-gate")}
    tabletop.choose("at", "camp")
    assert tabletop.s.characters[BILBO] == tabletop.at("camp")
    assert tabletop.s.rings == 5


def test_bilbo_vanishes_to_remove_two_damage_and_comes_back(tabletop: Tabletop) -> None:
    """A Ring token each (p. 18)."""
    tabletop.army("ruins-of-dale", "bilbo", lake_town_men=3)
    tabletop.army("east-fields", orcs=3)
    tabletop.s.rings = 5
    tabletop.action(SHADOW, "army", others=("character",)).choose("attack", "east-fields", "ruins-of-dale")
    tabletop.next_rolls(6, 6, 1, 1, 1, 1)
    tabletop.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW)
    tabletop.choose("vanish")
    assert (tabletop.s.characters[BILBO], tabletop.s.rings, tabletop.damage("ruins-of-dale")) == (HIDDEN, 4, 0)
    tabletop.army("camp", "dain", dwarf_warriors=1)
    tabletop.s.battle = None
    tabletop.action(FREE, "character").choose("characters").choose("bilbo", "front-gate")
    assert (tabletop.s.characters[BILBO], tabletop.s.rings) == (tabletop.at("front-gate"), 3)


def test_thorin_enters_at_the_gate_unless_the_shadow_holds_it(tabletop: Tabletop) -> None:
    """Not where the enemy is in control (p. 19); one more die next turn (p. 12)."""
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.s.fate = 5
    tabletop.s.shadow_settlements = [tabletop.at("front-gate")]
    tabletop.action(FREE, "character")
    assert ("enter", THORIN) not in tabletop.options()
    tabletop.s.shadow_settlements = []
    tabletop.action(FREE, "character").choose("enter", "thorin")
    assert tabletop.units("front-gate") == {"dwarf-veterans": 1}
    tabletop.begin("reorganise")
    assert tabletop.s.dice_pool == [6, 6]


def test_mighty_strokes_add_one_and_stay_down(tabletop: Tabletop) -> None:
    """Thorin's special manoeuvre works without a black die and is used up (p. 27)."""
    tabletop.army("ruins-of-dale", "thorin", dwarf_warriors=2)
    tabletop.army("east-fields", orcs=3)
    tabletop.action(SHADOW, "army").choose("attack", "east-fields", "ruins-of-dale")
    tabletop.choose("strokes", seat=FREE).choose("regroup", seat=SHADOW)
    tabletop.next_rolls(1, 1, 1, 4, 4)
    tabletop.choose("aim", "roll")
    assert tabletop.damage("east-fields") == 2
    tabletop.choose("enough").choose("press").choose("hold")
    assert tabletop.options("strokes", FREE) == []


def test_mighty_strokes_may_help_the_leader_reroll_instead(tabletop: Tabletop) -> None:
    """Thorin's leadership is 2: both dice are rolled again, and only then a 4 hits."""
    tabletop.army("ruins-of-dale", "thorin", dwarf_warriors=2)
    tabletop.army("east-fields", orcs=3)
    tabletop.action(SHADOW, "army").choose("attack", "east-fields", "ruins-of-dale")
    tabletop.choose("strokes", seat=FREE).choose("regroup", seat=SHADOW)
    tabletop.next_rolls(1, 1, 1, 4, 4, 4, 1)
    tabletop.choose("aim", "reroll")
    assert tabletop.damage("east-fields") == 1


def test_the_extra_shadow_die_for_two_settlements_of_one_territory(tabletop: Tabletop) -> None:
    """Counted at the start of the turn (p. 12)."""
    tabletop.s.shadow_settlements = [tabletop.at("camp"), tabletop.at("ruins-of-dale")]
    tabletop.begin("reorganise")
    assert tabletop.s.dice_pool[SHADOW] == 6
    tabletop.s.shadow_settlements = sorted([tabletop.at("collapsed-bridge"), tabletop.at("ruins-of-dale")])
    tabletop.begin("reorganise")
    assert tabletop.s.dice_pool[SHADOW] == 7


def test_characters_walk_past_enemies_and_stand_alone_unharmed(tabletop: Tabletop) -> None:
    """A lone character ignores enemy armies (p. 19)."""
    tabletop.character("gandalf", "ruins-of-dale")
    tabletop.army("east-fields", orcs=5)
    tabletop.army("watchtower", orcs=5)
    tabletop.action(FREE, "character").choose("characters")
    assert ("walk", GANDALF, tabletop.at("watchtower")) in tabletop.options()
    tabletop.choose("walk", "gandalf", "watchtower")
    assert tabletop.s.characters[GANDALF] == tabletop.at("watchtower")


def test_eagles_come_with_their_lord_and_fly_when_he_is_used(tabletop: Tabletop) -> None:
    """From the Eyrie to the field and back with an attack each (p. 32)."""
    tabletop.army("east-fields", orcs=3)
    tabletop.army("watchtower", orcs=1)
    tabletop.s.fate = 8
    tabletop.action(FREE, "muster", "muster", "event").choose("enter", "lord-of-the-eagles")
    assert (tabletop.s.characters[LORD], tabletop.s.eyrie) == (EYRIE, 2)
    tabletop.s.active_generals = [LORD]
    tabletop.action(FREE, "muster", "muster")
    assert tabletop.options("send") == []
    tabletop.choose("general", "lord-of-the-eagles").choose("fly").choose("to", "valley")
    tabletop.choose("to", "valley").choose("to", "eastern-bank")
    tabletop.choose("send", "valley")
    assert tabletop.options() == [("done",), ("send", tabletop.p.layout.territory_numbers["valley"])]
    tabletop.choose("send", "valley")
    assert (tabletop.kind, tabletop.damage("east-fields")) == ("strike", 0)  # attacks follow when all have flown
    assert tabletop.s.characters[LORD] == EYRIE
    assert (tabletop.s.eyrie, sum(tabletop.s.eagles)) == (1, 1)
    tabletop.next_rolls(4, 1, 1, 4, 1)
    tabletop.choose("strike", "east-fields")
    assert (tabletop.damage("east-fields"), tabletop.damage("watchtower")) == (2, 0)
    assert tabletop.options() == [("strike", tabletop.at("watchtower")), ("done",)]
    tabletop.next_rolls(1, 1, 1, 1, 1, 6)
    tabletop.choose("strike", "watchtower")
    assert (tabletop.damage("east-fields"), tabletop.damage("watchtower")) == (2, 1)


def test_an_eagle_attacks_an_army_of_its_own_territory_each_another(tabletop: Tabletop) -> None:
    """As many attacks as Eagles have flown home, none of them a duty, each on another army (p. 32)."""
    for place in ("east-fields", "watchtower", "south-road", "river-meadow"):
        tabletop.army(place, orcs=3)
    tabletop.s.characters[LORD] = EYRIE
    tabletop.s.eagles[tabletop.p.layout.territory_numbers["valley"]] = 2
    tabletop.action(FREE, "muster", "event").choose("send", "valley").choose("done")
    assert {place for _, place in tabletop.options("strike")} == {
        tabletop.at(name) for name in ("east-fields", "watchtower", "south-road")
    }
    tabletop.next_rolls(*[1] * 6)
    tabletop.choose("strike", "south-road")
    assert tabletop.match.pending[0].seat == SHADOW
    tabletop.action(FREE, "muster", "event").choose("send", "valley").choose("done")
    assert tabletop.damage("south-road") == 0
    assert tabletop.match.pending[0].seat == SHADOW


def test_no_more_eagles_fly_home_than_find_an_army(tabletop: Tabletop) -> None:
    """Those without a target stay on the field (p. 32)."""
    tabletop.army("east-fields", orcs=3)
    tabletop.s.characters[LORD] = EYRIE
    tabletop.s.eagles[tabletop.p.layout.territory_numbers["valley"]] = 2
    tabletop.s.eagles[tabletop.p.layout.territory_numbers["eastern-bank"]] = 1
    tabletop.action(FREE, "muster", "event").choose("send", "valley")
    assert (tabletop.kind, tabletop.s.eyrie) == ("strike", 1)


def test_eagles_fly_again_while_their_lord_is_on_the_field(tabletop: Tabletop) -> None:
    """Activated once more, he may send whoever is in the Eyrie (p. 32)."""
    tabletop.s.characters[LORD] = tabletop.at("camp")
    tabletop.s.eyrie = 2
    tabletop.s.active_generals = [LORD]
    tabletop.action(FREE, "muster", "muster").choose("general", "lord-of-the-eagles").choose("fly")
    tabletop.choose("to", "valley").choose("to", "valley")
    assert (tabletop.s.characters[LORD], tabletop.s.eyrie) == (tabletop.at("camp"), 0)
    assert tabletop.s.eagles[tabletop.p.layout.territory_numbers["valley"]] == 2


@pytest.mark.parametrize("card", ["a-red-dawn", "counsel-of-the-three-hosts"])
def test_there_are_three_activation_tokens(tabletop: Tabletop, card: str) -> None:
    """A card cannot activate a fourth general (p. 3, 19)."""
    tabletop.army("camp", "dain", "bard", "gandalf", "thranduil", dwarf_warriors=1)
    tabletop.s.active_generals = [DAIN, BARD, GANDALF]
    tabletop.give(FREE, card)
    tabletop.action(FREE, "event").choose("card", card)
    assert tabletop.s.active_generals == [DAIN, BARD, GANDALF]
    tabletop.s.active_generals = [DAIN, BARD]
    tabletop.give(FREE, card)
    tabletop.action(FREE, "event").choose("card", card).choose("activate", "gandalf")
    assert tabletop.s.active_generals == [DAIN, BARD, GANDALF]


def test_the_lord_recruits_one_eagle_instead(tabletop: Tabletop) -> None:
    """In the Eyrie, up to five figures (p. 32)."""
    tabletop.s.characters[LORD] = EYRIE
    tabletop.s.eyrie = 4
    tabletop.s.active_generals = [LORD]
    tabletop.action(FREE, "muster", "muster").choose("general", "lord-of-the-eagles").choose("hatch")
    assert tabletop.s.eyrie == 5


def test_eagles_fly_home_and_bats_leave_at_the_end_of_the_turn(tabletop: Tabletop) -> None:
    """With leadership and activation tokens (p. 11)."""
    tabletop.army("camp", "dain", dwarf_warriors=1, leaders=1)
    tabletop.s.characters[LORD] = tabletop.at("camp")
    tabletop.s.eagles = [1, 0, 0, 0]
    tabletop.s.bats = [2, 1, 0, 0]
    tabletop.s.active_generals = [DAIN]
    tabletop.begin("end-of-turn")
    assert (tabletop.s.characters[LORD], tabletop.s.eyrie, tabletop.s.eagles, tabletop.s.bats) == (
        EYRIE,
        1,
        [0] * 4,
        [0] * 4,
    )
    assert tabletop.s.leaders[tabletop.at("camp")] == 0
    assert tabletop.s.active_generals == []


def test_bats_move_an_army_of_their_territory(tabletop: Tabletop) -> None:
    """A Muster result and one bat (p. 34)."""
    tabletop.army("east-fields", orcs=2)
    tabletop.army("burnt-heath", orcs=2)
    tabletop.s.bats[tabletop.p.layout.territory_numbers["valley"]] = 1
    tabletop.action(SHADOW, "muster")
    assert {place for _, place, _ in tabletop.options("bats")} == {tabletop.at("east-fields")}
    tabletop.choose("bats", "east-fields", "south-road").choose("go")
    assert tabletop.units("south-road") == {"orcs": 2}
    assert sum(tabletop.s.bats) == 0


def test_bite_adds_one_damage_and_comes_back_every_round(tabletop: Tabletop) -> None:
    """If the Shadow dealt any; the bat is given up (p. 34)."""
    tabletop.army("ruins-of-dale", lake_town_men=5)
    tabletop.army("east-fields", orcs=3)
    tabletop.s.bats[tabletop.p.layout.territory_numbers["valley"]] = 2
    tabletop.action(SHADOW, "army").choose("attack", "east-fields", "ruins-of-dale")
    tabletop.next_rolls(6, *[1] * 7)
    tabletop.choose("regroup", seat=FREE).choose("bite", seat=SHADOW).choose("bite")
    assert tabletop.damage("ruins-of-dale") == 2
    tabletop.choose("enough").choose("press").choose("hold")
    assert tabletop.options("bite", SHADOW)
    tabletop.next_rolls(*[1] * 8)
    tabletop.choose("regroup", seat=FREE).choose("bite", seat=SHADOW)
    assert tabletop.kind != "bite"
    assert tabletop.s.bats[tabletop.p.layout.territory_numbers["valley"]] == 1


def test_as_many_bats_and_leaders_as_shadow_dice(tabletop: Tabletop) -> None:
    """Each leadership token to another army; at most six bats (p. 11, 34)."""
    tabletop.army("burnt-heath", orcs=1)
    tabletop.begin("shadow-leaders")
    tabletop.choose("leader", "burnt-heath")
    assert tabletop.options("leader") == []
    for _ in range(5):
        tabletop.choose("bat", "valley")
    assert tabletop.s.bats[tabletop.p.layout.territory_numbers["valley"]] == 5
    assert tabletop.s.leaders[tabletop.at("burnt-heath")] == 1
    assert tabletop.kind == "action"


@pytest.mark.parametrize(("dale", "guards"), [(False, 1), (True, 3)])
def test_bolg_enters_when_the_shadow_is_in_the_valley(tabletop: Tabletop, dale: bool, guards: int) -> None:
    """One bodyguard, or three when the Ruins of Dale are held (p. 34)."""
    tabletop.army("burnt-heath", orcs=1)
    tabletop.action(SHADOW, "character")
    assert tabletop.options("enter") == []
    tabletop.army("east-fields", orcs=3)
    if dale:
        tabletop.s.shadow_settlements = [tabletop.at("ruins-of-dale")]
    tabletop.action(SHADOW, "character").choose("enter", "bolg").choose("at", "east-fields")
    assert (tabletop.s.characters[BOLG], tabletop.s.bodyguards) == (tabletop.at("east-fields"), guards)


def test_bolg_is_no_longer_ready_when_the_valley_is_lost(tabletop: Tabletop) -> None:
    """Readiness can be lost before entering (p. 19)."""
    tabletop.army("east-fields", orcs=3)
    tabletop.action(SHADOW, "character")
    assert tabletop.options("enter")
    tabletop.army("east-fields")
    tabletop.army("burnt-heath", orcs=3)
    tabletop.action(SHADOW, "character")
    assert tabletop.options("enter") == []


def test_a_bodyguard_cancels_all_damage_of_a_round_or_an_effect(tabletop: Tabletop) -> None:
    """For the army Bolg is with (p. 34)."""
    tabletop.army("river-meadow", "bolg", orcs=3, damage=1)
    tabletop.army("camp", "thranduil", elf_archers=3)
    tabletop.s.bodyguards = 1
    tabletop.s.active_generals = [THRANDUIL]
    tabletop.action(FREE, "muster", "muster")
    tabletop.next_rolls(6, 6, 6)
    tabletop.choose("general", "thranduil").choose("branch", 0)
    assert tabletop.kind == "bodyguard"
    tabletop.choose("bodyguard")
    assert (tabletop.damage("river-meadow"), tabletop.s.bodyguards) == (1, 0)


def test_beorn_moves_with_the_will_of_the_west_or_for_wrath(tabletop: Tabletop) -> None:
    """Up to three regions, never among units; a Character result costs a wrath token (p. 33)."""
    tabletop.character("beorn", "stony-bank")
    tabletop.s.wrath = 8
    tabletop.army("south-road", lake_town_men=1)
    tabletop.army("running-fens", orcs=1)
    tabletop.s.shadow_settlements = [tabletop.at("ruins-of-dale")]
    tabletop.action(FREE, "character")
    steps = {place for _, place in tabletop.options("bear")}
    assert steps == {tabletop.at("drowned-fields"), tabletop.at("spur-end")}
    assert tabletop.options("bear-attack") == [("bear-attack", tabletop.at("running-fens"))]
    tabletop.choose("bear", "drowned-fields").choose("bear", "east-fields").choose("bear", "ruins-of-dale")
    assert tabletop.s.shadow_settlements == []
    assert tabletop.s.wrath == 7
    tabletop.choose("forgo")
    assert tabletop.s.characters[BEORN] == tabletop.at("ruins-of-dale")


def test_beorn_fights_with_four_dice_and_rolls_misses_again(tabletop: Tabletop) -> None:
    """No cards, no terrain advantage; damage costs wrath (p. 33)."""
    tabletop.character("beorn", "drowned-fields")
    tabletop.s.wrath = 8
    tabletop.army("east-fields", orcs=3)
    tabletop.action(FREE, "will").choose("bear-attack", "east-fields").choose("spend", "will", "will")
    assert [d.seat for d in tabletop.match.pending] == [SHADOW]
    tabletop.next_rolls(5, 1, 1, 1, 6, 6, 1, 6, 1, 1)
    tabletop.choose("regroup")
    assert tabletop.s.wrath == 6
    assert tabletop.damage("east-fields") == 2


@pytest.mark.parametrize(
    ("card", "rolls", "damage"),
    [
        ("on-the-flank", (1, 1, 5, 1, 1, 1, 5, 1, 1, 1), 2),  # three dice instead of four
        ("dread-upon-them", (1, 5, 1, 1, 1, 1, 1, 6, 6, 6), 1),  # no die is rolled again
        ("loose-order", (5, 5, 5, 5, 1, 1, 1, 6, 1, 1, 1), 1),  # 5s miss; the re-roll is not changed
    ],
)
def test_enemy_cards_work_on_beorn_as_on_an_army(
    tabletop: Tabletop, card: str, rolls: tuple[int, ...], damage: int
) -> None:
    """He is treated like an army; only the Wargs' manoeuvre is said not to affect him (p. 33)."""
    tabletop.character("beorn", "drowned-fields")
    tabletop.s.wrath = 8
    tabletop.army("east-fields", orcs=3)
    tabletop.give(SHADOW, card)
    tabletop.action(FREE, "will").choose("bear-attack", "east-fields").choose("spend", "will", "will")
    tabletop.next_rolls(*rolls)
    tabletop.choose("event", card)
    assert tabletop.damage("east-fields") == damage


def test_beorn_is_eliminated_without_wrath(tabletop: Tabletop) -> None:
    """When his tokens run out (p. 33)."""
    tabletop.character("beorn", "drowned-fields")
    tabletop.s.wrath = 1
    tabletop.army("east-fields", orcs=3)
    tabletop.action(SHADOW, "army").choose("attack", "east-fields", "drowned-fields")
    tabletop.next_rolls(6, *[1] * 10)
    tabletop.choose("regroup")
    assert tabletop.s.characters[BEORN] == GONE


def test_wargs_do_not_hold_beorn(tabletop: Tabletop) -> None:
    """Their manoeuvre does not affect him (p. 33); he retreats like an army."""
    tabletop.character("beorn", "east-fields")
    tabletop.s.wrath = 8
    tabletop.army("watchtower", wargs=3)
    tabletop.action(SHADOW, "army").choose("attack", "watchtower", "east-fields")
    tabletop.next_rolls(6, *[1] * 10)
    tabletop.choose("unit", "wargs")
    assert tabletop.s.wrath == 7
    tabletop.choose("press")
    assert tabletop.options("retreat")


def test_beorn_stops_shadow_armies_like_an_army(tabletop: Tabletop) -> None:
    """They can neither enter his region nor pass beside him in a fast move (p. 33)."""
    tabletop.character("beorn", "watchtower")
    tabletop.s.wrath = 8
    tabletop.army("gundabad-host", orcs=2, leaders=1)
    tabletop.action(SHADOW, "character").choose("march", "gundabad-host", "desolation-road").choose("go")
    assert tabletop.options("on") == []
    assert tabletop.options("attack") == [("attack", tabletop.at("desolation-road"), tabletop.at("watchtower"))]


def test_nobody_is_recruited_where_beorn_stands(tabletop: Tabletop) -> None:
    """He never shares a region with army units (p. 33)."""
    tabletop.character("beorn", "camp")
    tabletop.s.wrath = 8
    tabletop.token("camp", "dwarf-warriors")
    assert tabletop.action(FREE, "muster").options("recruit") == []
    tabletop.army("river-meadow", dwarf_warriors=1)
    tabletop.action(FREE, "army-muster")
    assert ("march", tabletop.at("river-meadow"), tabletop.at("camp")) not in tabletop.options()


def test_bard_falls_as_a_general(tabletop: Tabletop) -> None:
    """An eliminated general loses the activation token and cannot be chosen again (p. 29)."""
    tabletop.army("ruins-of-dale", "bard", lake_town_men=1, damage=1)
    tabletop.army("east-fields", orcs=3)
    tabletop.s.active_generals = [BARD]
    tabletop.action(SHADOW, "army").choose("attack", "east-fields", "ruins-of-dale")
    tabletop.next_rolls(6, *[1] * 8)
    tabletop.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW)
    assert tabletop.s.characters[BARD] == GONE
    assert tabletop.s.active_generals == []


def test_order_cards_do_not_take_beorn_for_an_army(tabletop: Tabletop) -> None:
    """An army is made of units (p. 21); he is treated like one in combat and for Shadow movement only (p. 33)."""
    tabletop.character("beorn", "drowned-fields")
    tabletop.s.wrath = 8
    tabletop.army("east-fields", orcs=3)
    for seat in (FREE, SHADOW):
        tabletop.give(seat, "feint")
        tabletop.action(seat, "event", others=("event",)).choose("card", "feint")
        assert (tabletop.s.wrath, tabletop.damage("east-fields")) == (8, 0)
    tabletop.army("watchtower", lake_town_men=1)
    tabletop.give(FREE, "feint")
    tabletop.action(FREE, "event", others=("event",)).choose("card", "feint")
    assert tabletop.damage("east-fields") == 1


def test_a_card_may_send_a_shadow_army_against_beorn(tabletop: Tabletop) -> None:
    """He can be attacked by armies beside him, however the attack is paid (p. 33)."""
    tabletop.character("beorn", "drowned-fields")
    tabletop.s.wrath = 8
    tabletop.army("east-fields", orcs=3)
    tabletop.give(SHADOW, "old-grudge")
    tabletop.action(SHADOW, "event", others=("event",)).choose("card", "old-grudge").choose("pick", "east-fields")
    tabletop.choose("attack", "east-fields", "drowned-fields")
    assert tabletop.s.battle is not None
    assert tabletop.s.battle.beorn
