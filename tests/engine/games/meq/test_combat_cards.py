"""Every combat card ability, in rounds against cards whose numbers are known (p. 28 to p. 32)."""

import pytest

from engine.games.meq.components.box import COMBAT
from engine.games.meq.layout import LOC
from engine.games.meq.rules.knowledge import known_to
from engine.games.meq.state import SAURON
from engine.games.meq.view import unseen
from tests.engine.games.meq.duel import Duel

HACK, SHOT = "hack", "quick-shot"
"""Foe cards: Hack is Melee 1/0, +1 attack against Melee; Quick Shot is Ranged 1/0 and cannot be cancelled."""

Rounds = list[tuple[str, str, tuple[int, int]]]
CASES: dict[str, list[Rounds]] = {
    "evade": [[("evade", HACK, (0, 0))], [("evade", SHOT, (0, 0))], [("evade", "sweep", (1, 0))]],
    "charge": [[("charge", "poison-arrow", (0, 2))], [("charge", SHOT, (1, 2))]],
    "earthquake": [[("hack", "earthquake", (4, 0))]],
    "fall-back": [[("fall-back", HACK, (0, 1)), ("hack", "reckless", (0, 2))]],
    "rush": [[("rush", "concentrate", (0, 1)), ("hack", "poison-arrow", (0, 1))]],
    "parry": [[("parry", HACK, (0, 1))], [("parry", "poison-arrow", (3, 1))]],
    "hack": [[("hack", HACK, (2, 2))], [("hack", SHOT, (1, 1))]],
    "crush": [[("crush", HACK, (0, 6))], [("crush", SHOT, (0, 3))]],
    "overdraw": [[("overdraw", SHOT, (1, 4))], [("overdraw", HACK, (1, 2))]],
    "ranged-strike": [[("ranged-strike", SHOT, (0, 3))], [("ranged-strike", HACK, (0, 1))]],
    "dodge": [[("dodge", HACK, (0, 0)), ("hack", "sweep", (1, 2))]],
    "concentrate": [[("concentrate", SHOT, (1, 0)), ("hack", SHOT, (0, 3))]],
    "expose-weakness": [[("expose-weakness", SHOT, (0, 1)), ("hack", SHOT, (1, 3))]],
    "hide": [
        [("hide", SHOT, (0, 0)), ("quick-shot", SHOT, (0, 1))],
        [("hide", SHOT, (0, 0)), ("hack", SHOT, (1, 1))],
    ],
    "overpower": [[("overpower", SHOT, (0, 2)), ("hack", SHOT, (1, 3))]],
    "volley": [[("volley", SHOT, (0, 2)), ("quick-shot", SHOT, (1, 3))]],
    "quick-shot": [[("quick-shot", "charge", (2, 1))]],
    "sweep": [[("sweep", "earthquake", (4, 3))]],
    "crossbow-shot": [[("crossbow-shot", "charge", (2, 4))]],
    "block": [[("block", "smash", (0, 0))], [("block", "earthquake", (0, 0))], [("smash", "block", (0, 0))]],
    "precision": [[("precision", "parry", (0, 2))]],
    "smash": [[("smash", "parry", (0, 2))], [("smash", "strategize", (0, 2))]],
    "deadly-finesse": [[("deadly-finesse", "reckless", (1, 6))], [("deadly-finesse", "block", (0, 2))]],
    "flaming-arrow": [[("flaming-arrow", SHOT, (1, 3)), ("hack", "strategize", (1, 1))]],
    "aimed-shot": [
        [("hack", HACK, (2, 2)), ("aimed-shot", HACK, (1, 6))],
        [("hack", HACK, (2, 2)), ("aimed-shot", SHOT, (1, 3))],
        [("aimed-shot", HACK, (1, 3))],
    ],
    "attack-of-opportunity": [
        [("attack-of-opportunity", SHOT, (1, 7))],
        [("attack-of-opportunity", "parry", (1, 0))],
        [("attack-of-opportunity", "", (0, 2))],
    ],
    "sneak-attack": [[("sneak-attack", SHOT, (0, 3))], [("sneak-attack", "parry", (0, 0))]],
    "eviscerate": [[("eviscerate", SHOT, (1, 4))], [("eviscerate", "block", (0, 0))]],
    "poison-arrow": [[("hack", "poison-arrow", (4, 1))], [("block", "poison-arrow", (0, 0))]],
    "reckless": [[("reckless", SHOT, (3, 5))], [("reckless", "concentrate", (0, 5))]],
    "enraged": [[("reckless", "enraged", (6, 1))]],
    "retaliate": [[("retaliate", "reckless", (5, 7))]],
    "set-trap": [
        [("set-trap", SHOT, (1, 2)), ("hack", HACK, (2, 4))],
        [("set-trap", SHOT, (1, 2)), ("hack", SHOT, (1, 1))],
    ],
    "concussive-shot": [[("concussive-shot", SHOT, (0, 2)), ("hack", "strategize", (0, 1))]],
    "shield-smash": [[("shield-smash", SHOT, (0, 0)), ("hack", "smash", (0, 2))]],
    "focused-assault": [[("hack", SHOT, (1, 1)), ("focused-assault", SHOT, (0, 1))]],
    "brutal-finisher": [[("hack", SHOT, (1, 1)), ("quick-shot", SHOT, (1, 1)), ("brutal-finisher", SHOT, (0, 5))]],
    "execute": [[("execute", SHOT, (1, 11))], [("execute", "parry", (1, 0))]],
    "reversal": [[("reversal", "reckless", (0, 5))], [("reversal", SHOT, (1, 0))]],
    "crushing-blow": [[("crushing-blow", "parry", (0, 4))], [("crushing-blow", "strategize", (1, 0))]],
}
"""By ability: rounds of the hero's card, Sauron's card, and the damage to hero and enemy."""


@pytest.mark.parametrize(("key", "rounds"), [(key, one) for key, many in CASES.items() for one in many])
def test_ability(key: str, rounds: Rounds) -> None:
    duel = Duel()
    for mine, theirs, damage in rounds:
        assert duel.round(mine, theirs) == damage
    duel.check_components()


def test_example_of_printed_values() -> None:
    """The example of p. 29: +5 attack against a printed defense of 0, although the enemy gains +2 defense."""
    duel = Duel()
    duel.s.combat.enemy_next = "dodge"
    assert duel.round("attack-of-opportunity", SHOT) == (1, 2 + 5 - 2)


def test_wear_down_turns_a_lost_card_into_damage() -> None:
    duel = Duel()
    lost = duel.arm("reckless")
    assert duel.round("wear-down", SHOT) == (0, 5)
    assert duel.s.combat.enemy_discard == [lost]


@pytest.mark.parametrize(("key", "amount"), [("trample", 1), ("overhead-swing", 2)])
def test_the_enemy_loses_cards(key: str, amount: int) -> None:
    duel = Duel()
    for _ in range(3):
        duel.arm(HACK)
    duel.round(key, SHOT)
    assert len(duel.s.combat.enemy_discard) == amount
    assert len(duel.s.combat.hand) == 3 - amount


def test_strategize_tells_the_types_in_hand() -> None:
    duel = Duel()
    duel.arm(HACK)
    duel.round("strategize", SHOT)
    assert duel.s.combat.hero_knows_types
    duel = Duel()
    duel.round(HACK, "strategize")
    assert duel.s.combat.enemy_knows_types


def test_anticipate_makes_the_enemy_play_first_and_face_up() -> None:
    duel = Duel()
    duel.round("anticipate", SHOT)
    duel.decisions.clear()
    duel.hold("parry")
    duel.arm("parry")
    duel.round(HACK, HACK)
    chosen = [decision.seat for decision in duel.decisions if decision.kind == "combat"]
    assert chosen == [0, 1], "Sauron chooses before the hero"


def test_rest_draws_from_either_pool() -> None:
    duel = Duel("eleanor")
    worn = duel.hero.life.pop(0)
    duel.hero.rest = [worn]
    duel.round("rest", SHOT, ("breathe", "life"), ("breathe", "rest"))
    assert len(duel.hero.hand) == 2
    assert worn in duel.hero.hand
    assert worn in known_to(duel.s, SAURON), "everybody saw which card came back"


def test_retreat_ends_the_fight_and_moves_on() -> None:
    duel = Duel("eleanor", "orc", "travel", "the-shire")
    duel.hold("parry")
    duel.round("retreat", SHOT, ("retreat",))
    assert duel.s.combat.fled
    duel.step(("carry", 0, "old-forest"))
    assert (duel.s.step, duel.s.combat.hero) == ("arrive", -1)
    assert duel.hero.place == LOC["old-forest"]


def test_no_retreat_for_the_wounded() -> None:
    duel = Duel("eleanor", "orc", "travel", "the-shire")
    duel.hold("parry")
    duel.round("retreat", "reckless")
    assert not duel.s.combat.fled


def test_no_card_comes_back_to_a_full_hand() -> None:
    """The Distraught never hold more than seven."""
    duel = Duel()
    duel.corrupt("distraught")
    duel.round(HACK, SHOT)
    for _ in range(7):
        duel.hero.hand.append(duel.hero.life.pop())
    duel.round("shrewd-planning", SHOT)
    assert len(duel.hero.hand) == 7


def test_shrewd_planning_takes_another_card_back() -> None:
    duel = Duel()
    duel.round(HACK, SHOT)
    duel.round("shrewd-planning", SHOT)
    assert [COMBAT[card].key for card in duel.hero.hand] == [HACK]
    assert [COMBAT[card].key for card in duel.s.combat.hero_stack] == ["shrewd-planning"]


def test_ready_makes_a_ranged_card_free_and_discards_it() -> None:
    duel = Duel()
    duel.strong(0)
    duel.round("ready", SHOT)
    assert duel.round("crossbow-shot", SHOT) == (1, 4)
    assert not duel.s.combat.hero_exhausted
    assert [COMBAT[card].key for card in duel.hero.rest] == ["crossbow-shot"]


def test_endure_restores_the_hero_who_defeats_the_enemy() -> None:
    duel = Duel(enemy="orc")
    duel.hero.rest = [duel.hero.life.pop() for _ in range(4)]
    duel.hold("parry")
    assert duel.round("endure", SHOT) == (1, 3)
    assert duel.hero.rest == []
    assert duel.s.combat.hero_stack == []
    assert len(duel.hero.life) == 24, "25 cards and Endure, less Parry in hand and one lost to damage"


@pytest.mark.parametrize(("key", "seat"), [("heightened-senses", 0), ("outmaneuver", 1)])
def test_declared_types_bind_the_enemy(key: str, seat: int) -> None:
    duel = Duel()
    duel.round(key, SHOT, ("declare", "ranged"))
    assert [one.seat for one in duel.decisions if one.kind == "declare"] == [seat]
    assert duel.round(HACK, "reckless") == (0, 2), "a Melee card is cancelled"
    duel = Duel()
    duel.round(key, SHOT, ("declare", "melee"))
    assert duel.round(HACK, HACK) == (2, 2), "a Melee card is what was declared"


def test_hamstring_burdens_the_enemys_stack() -> None:
    duel = Duel()
    duel.round("hamstring", SHOT)
    stack = duel.s.combat.enemy_stack
    assert len(stack) == 2
    assert COMBAT[stack[1]].key == SHOT, "the card from the deck lies at the bottom"


def test_every_ability_is_tested() -> None:
    apart = {"wear-down", "trample", "overhead-swing", "strategize", "anticipate", "rest", "retreat", "shrewd-planning"}
    apart |= {"ready", "endure", "heightened-senses", "outmaneuver", "hamstring"}
    assert {*CASES, *apart} == {card.key for card in COMBAT.values()}


def test_a_card_laid_face_up_is_no_secret() -> None:
    duel = Duel()
    duel.round("anticipate", SHOT)
    duel.s.combat.face_up = duel.arm("parry")
    for viewer in (0, 1, None):
        assert not [pool for pool in unseen(duel.s, viewer) if duel.s.combat.face_up in pool]
