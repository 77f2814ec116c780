"""The judgement of bots: what looks better to a side that looks one choice ahead."""

import pytest

from engine.games.bofa.game import GAME
from engine.games.bofa.judge.evaluation import settlements_after_battle
from engine.games.bofa.judge.prospects import battle_prospect
from engine.games.bofa.state import Battle
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop


def after(tabletop: Tabletop, *option: object) -> float:
    """How the position looks to the seat that is asked, after it takes an option."""
    seat = tabletop.match.pending[0].seat
    match = tabletop.match.clone()
    match.choose(seat, match.options(seat).index(option))
    return GAME.evaluate(match.state, seat)


def fight_in_vain(tabletop: Tabletop) -> None:
    """A round in which nobody is hurt, up to the question whether the defender leaves."""
    tabletop.next_rolls(*[1] * 30)
    tabletop.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW).choose("press")
    assert tabletop.kind == "leave"


def test_another_eagle_is_worth_sending(tabletop: Tabletop) -> None:
    for place in ("east-fields", "watchtower", "south-road"):
        tabletop.army(place, orcs=3)
    tabletop.s.eagles[tabletop.p.layout.territory_numbers["valley"]] = 3
    tabletop.action(FREE, "muster", "muster").choose("send", "valley")
    alone = GAME.evaluate(tabletop.s, FREE)
    assert after(tabletop, "send", tabletop.p.layout.territory_numbers["valley"]) > alone


def test_walls_are_not_left_without_need(tabletop: Tabletop) -> None:
    tabletop.army("eastern-spur", "bard", lake_town_men=2)
    tabletop.army("broken-hills", orcs=3, great_orcs=1, wargs=1, leaders=1)
    tabletop.action(SHADOW, "army").choose("attack", "broken-hills", "eastern-spur")
    fight_in_vain(tabletop)
    ways = [option for option in tabletop.options() if option[0] == "retreat"]
    assert ways
    assert all(after(tabletop, "hold") > after(tabletop, *way) for way in ways)


def test_who_leaves_a_settlement_gives_it_up(tabletop: Tabletop) -> None:
    dale = tabletop.at("ruins-of-dale")
    tabletop.s.shadow_settlements = [dale]
    tabletop.army("ruins-of-dale", orcs=1)
    tabletop.army("old-orchards", dwarf_veterans=4)
    tabletop.action(FREE, "army-muster").choose("attack", "old-orchards", "ruins-of-dale")
    fight_in_vain(tabletop)
    assert settlements_after_battle(tabletop.s, tabletop.p) == [dale]
    tabletop.choose(*next(option for option in tabletop.options() if option[0] == "retreat"))
    assert tabletop.kind == "advance"
    assert tabletop.s.shadow_settlements == [dale]
    assert settlements_after_battle(tabletop.s, tabletop.p) == []


def test_a_manoeuvre_is_used_although_the_enemy_declares_next(tabletop: Tabletop) -> None:
    tabletop.army("east-fields", orcs=2, great_orcs=1)
    tabletop.army("ruins-of-dale", dwarf_warriors=3)
    tabletop.action(SHADOW, "army").choose("attack", "east-fields", "ruins-of-dale")
    tabletop.next_rolls(5, 1, 1, 1, 5, 1, 1)
    tabletop.choose("unit", "dwarf-warriors", seat=FREE).choose("unit", "great-orcs", seat=SHADOW)
    unit = tabletop.p.unit_numbers["great-orcs"]
    assert after(tabletop, "use", unit) > after(tabletop, "decline")


@pytest.mark.parametrize("damage", [1, 2, 7, 8, 9])
def test_an_army_that_is_about_to_fall_is_worth_attacking(tabletop: Tabletop, damage: int) -> None:
    """Between damage and casualties an army may have more damage than it can bear, whatever its walls are worth."""
    tabletop.army("ravenhill", elf_spearmen=1, damage=damage)
    tabletop.army("lower-slopes", orcs=5)
    battle = Battle(SHADOW, tabletop.at("ravenhill"), [tabletop.at("lower-slopes")], tabletop.at("lower-slopes"))
    assert battle_prospect(tabletop.s, tabletop.p, battle) > 0
