"""Combat from preparation to resolution (p. 27 to p. 32), with the worked example of p. 30 and p. 31."""

import pytest

from engine.games.meq.components.box import COMBAT, MINION, MONSTERS
from engine.games.meq.layout import LOC
from engine.games.meq.rules.fights import engage, hero_strength
from engine.games.meq.state import SAURON, SLAIN
from engine.games.meq.steps.combat import prepare
from tests.engine.games.meq.duel import Duel
from tests.engine.games.meq.tabletop import Tabletop

HACK, SHOT = "hack", "quick-shot"


def test_example_of_argalad_and_the_orc() -> None:
    """The two rounds of p. 30 and p. 31 with their own numbers."""
    duel = Duel("argalad", "orc", "travel", "gladden-fields")
    duel.s.step = "prepare"
    duel.step(("draw", 1))
    c = duel.s.combat
    assert len(c.hand) == 5, "the Orc's fortitude"
    assert hero_strength(duel.s) == 7, "strength 5 and two agility not used for cards"
    assert len(duel.hero.hand) == 1
    c.hand, hand = [], c.hand
    duel.s.combat_decks[0] += hand
    duel.arm("aimed-shot")
    assert duel.round("volley", "smash") == (2, 1), "Smash takes the defense away; 2 attack less 1 defense"
    assert not c.hero_exhausted
    assert not c.enemy_exhausted
    c.hand, hand = [], c.hand
    duel.s.combat_decks[0] += hand
    assert duel.round("aimed-shot", "aimed-shot") == (0, 5), "3 attack and 2 of Volley, no defense"
    assert c.enemy_exhausted, "5 strength spent of 4"
    assert not c.hero_exhausted, "5 spent of 7"
    assert c.damage == 6 >= MONSTERS["orc"].health
    assert duel.s.step == "resolution"
    duel.step()
    assert duel.s.step == "travel", "the Orc is defeated, the journey goes on"
    assert duel.s.combat.hero == -1
    assert [COMBAT[card].key for card in duel.hero.rest] == ["volley", "aimed-shot"]
    assert len(duel.s.combat_decks[0]) == 25
    duel.check_components()


def test_agility_is_split_between_cards_and_strength() -> None:
    tabletop = Tabletop("argalad")
    engage(tabletop.s, 0, "orc", "ambush")
    tabletop.run(prepare(tabletop.s), ("draw", 3))
    assert (hero_strength(tabletop.s), len(tabletop.hero.hand)) == (5, 3)


def test_an_undefeated_enemy_spreads_influence_and_ends_the_journey() -> None:
    duel = Duel("beravor", "orc", "travel", "the-high-pass")
    duel.influence(mount_gundabad=2)
    duel.round("", "")
    assert duel.s.step == "resolution"
    duel.step(("place", "the-northern-waste"), ("place", "ruins-of-angmar"))
    assert duel.s.step == "turn-end"
    assert duel.s.influence[LOC["ruins-of-angmar"]] == 1


def test_iron_will_lets_thalin_go_on() -> None:
    duel = Duel("thalin", "orc", "travel", "the-high-pass")
    duel.round("", "")
    duel.step()
    assert duel.s.step == "travel"


def test_an_ambush_never_ends_the_turn() -> None:
    duel = Duel("beravor", "orc", "ambush", "the-high-pass")
    duel.round("", "")
    duel.step()
    assert duel.s.step == "travel"


def test_the_hero_declares_exhaustion_first() -> None:
    duel = Duel()
    duel.hold(HACK)
    duel.arm(HACK)
    duel.step(("exhaust",), ("exhaust",))
    assert [one.seat for one in duel.decisions if one.kind == "exhaust"] == [1, 0]
    assert duel.s.step == "resolution"


def test_who_is_exhausted_is_not_asked_again() -> None:
    """An exhausted fighter stays so for the fight, whatever he holds (p. 32)."""
    duel = Duel()
    duel.hold(HACK)
    duel.round("", SHOT)
    duel.decisions.clear()
    duel.round("", SHOT)
    assert {decision.seat for decision in duel.decisions if decision.kind in ("exhaust", "combat")} == {SAURON}


def test_nobody_is_defeated_before_damage_is_dealt() -> None:
    """Abilities deal damage at once, but defeat is decided with the damage of the round (p. 29): both fall."""
    duel = Duel("beravor", "orc", "travel", "gladden-fields")
    duel.influence(mount_gundabad=2)
    duel.s.combat.damage = MONSTERS["orc"].health - 1
    hero = duel.hero
    hero.rest, hero.life = hero.life[1:], hero.life[:1]
    assert duel.round("crush", "hack")[0] == 1, "Fanatical takes the last card"
    duel.step()
    assert (duel.s.step, len(hero.life)) == ("turn-end", 26)
    assert not [one for one in duel.decisions if one.kind == "influence"], "the Orc is defeated"


def test_one_side_fights_on_alone() -> None:
    duel = Duel()
    assert duel.round("", HACK) == (1, 0), "an exhausted fighter has no defense and plays no type"
    assert duel.round("", HACK) == (1, 0)
    assert duel.round("", "") == (0, 0)
    assert duel.s.step == "resolution"


def test_whoever_overspends_is_exhausted_and_his_card_cancelled() -> None:
    duel = Duel()
    duel.strong(2)
    assert duel.round("reckless", HACK) == (1, 0), "3 of 2 strength; no Melee card was played against Hack"
    assert duel.s.combat.hero_exhausted


def test_both_exhausted_at_once_ends_the_fight_without_damage() -> None:
    """Neither is defeated and step 4 follows (p. 29c): no ability of the round works and no damage is dealt."""
    duel = Duel(enemy="agent")
    duel.strong(2)
    assert duel.round("reckless", "crush") == (0, 0)
    assert duel.s.step == "resolution"


def test_of_two_exhausted_at_once_nobody_is_defeated() -> None:
    """Whatever the cards would have dealt (p. 29c): the fight ends, and the enemy brings influence (p. 29, 4c)."""
    duel = Duel("beravor", "agent", "travel", "gladden-fields")
    duel.influence(barad_dur=2)
    duel.s.combat.damage = MONSTERS["agent"].health - 1
    duel.strong(2)
    assert duel.round("reckless", "crush") == (0, 0)
    assert not duel.s.combat.hero < 0
    duel.step()
    assert [one.seat for one in duel.decisions if one.kind == "influence"], "the Agent is not defeated"
    assert duel.hero.place == LOC["gladden-fields"], "nor is Beravor"


def test_a_hero_without_cards_falls_also_when_both_are_exhausted_at_once() -> None:
    """He has nothing left in hand and life pool when the fight has ended (p. 29c, p. 21, p. 36)."""
    duel = Duel("beravor", "agent", "travel", "gladden-fields")
    duel.strong(2)
    duel.hero.rest += duel.hero.life + duel.hero.hand
    duel.hero.life, duel.hero.hand = [], []
    assert duel.round("reckless", "crush") == (0, 0)
    duel.step()
    assert duel.hero.place != LOC["gladden-fields"]


def test_cards_that_cancel_each_other_are_both_blank() -> None:
    duel = Duel()
    assert duel.round("evade", "charge") == (0, 0)


def test_abilities_of_the_exhausted_are_lost() -> None:
    duel = Duel()
    duel.round("volley", SHOT)
    duel.strong(1)
    assert duel.round("quick-shot", SHOT) == (1, 0), "Volley's bonus is gone with the strength"


def test_a_minion_keeps_its_damage_and_is_slain_by_enough_of_it() -> None:
    duel = Duel()
    duel.s.minion_damage[0] = 8
    duel.hold("parry")
    assert duel.round("deadly-finesse", SHOT) == (1, 4)
    assert duel.s.step == "resolution"
    duel.step()
    assert duel.s.minions[0] == SLAIN
    assert duel.s.minion_damage[0] == 0


def test_damage_may_come_from_hand_or_life_pool() -> None:
    duel = Duel()
    spare = duel.hold("parry")
    life = len(duel.hero.life)
    duel.round(HACK, "reckless", ("lose", spare))
    assert spare in duel.hero.damage
    assert len(duel.hero.damage) == 5
    assert life - len(duel.hero.life) == 4
    assert duel.hero.from_hand == [True, False, False, False, False]


def test_a_hero_without_cards_is_defeated() -> None:
    duel = Duel("beravor", "cave-troll", "travel", "dagorlad")
    duel.hero.favor = 1
    spare = duel.hero.life[3:]
    duel.hero.rest += spare
    del duel.hero.life[3:]
    duel.round(HACK, "reckless")
    assert duel.s.step == "resolution"
    duel.step()
    hero = duel.hero
    assert duel.s.step == "turn-end"
    assert hero.favor == 0
    assert duel.s.story[1:] == [1, 0, 0]
    assert len(hero.life) == 26, "everything is shuffled back, the borrowed Hack included"
    assert (hero.hand, hero.rest, hero.damage) == ([], [], [])
    duel.check_components()


@pytest.mark.parametrize(
    ("monster", "rounds"),
    [
        ("snaga", [("hack", SHOT, (2, 1))]),
        ("orc", [("hack", HACK, (3, 2)), ("quick-shot", HACK, (1, 1))]),
        ("huorn", [("hack", HACK, (3, 2))]),
        ("cave-troll", [("hack", SHOT, (1, 0)), ("quick-shot", SHOT, (1, 1))]),
        ("dunlending", [("hack", "parry", (2, 0))]),
        ("crebain", [("block", "poison-arrow", (0, 0)), ("hack", SHOT, (0, 1))]),
    ],
)
def test_monster_powers_in_numbers(monster: str, rounds: list[tuple[str, str, tuple[int, int]]]) -> None:
    duel = Duel(enemy=monster)
    for mine, theirs, damage in rounds:
        assert duel.round(mine, theirs) == damage


def test_counter_attack_is_damage_of_its_round() -> None:
    """A Dunlending's Parry prevents damage and deals 1: no Retreat after that, and other cards count it too."""
    duel = Duel("eleanor", "dunlending")
    duel.hold("parry")
    duel.s.combat.hero_next = "concentrate"
    assert duel.round("retreat", "parry")[0] == 1
    assert not duel.s.combat.fled
    assert "retreat" not in [one.kind for one in duel.decisions]
    duel = Duel(enemy="dunlending")
    duel.s.combat.hero_next = "overpower"
    assert duel.round("retaliate", "parry") == (2, 2), "attack and Counter-attack, both dealt back"
    duel = Duel("thalin", "dunlending")
    assert duel.round("reckless", "parry")[0] == 1 + 1 + 2, "attack, Counter-attack, and 2 for being Reckless"


def test_crebain_spread_influence_instead_of_damage() -> None:
    duel = Duel(enemy="crebain").influence(barad_dur=1)
    duel.round(HACK, "poison-arrow", ("place", "mount-doom"), ("place", "barad-dur"), ("place", "barad-dur"))
    assert duel.s.influence[LOC["barad-dur"]] == 3
    assert duel.s.influence[LOC["mount-doom"]] == 1


def test_an_agent_corrupts_once_a_fight() -> None:
    duel = Duel(enemy="agent")
    duel.top(duel.s.corruption_deck, "weary", "weak")
    duel.round("parry", SHOT)
    assert len(duel.hero.corruption) == 0, "no damage, no lies"
    duel = Duel(enemy="agent")
    duel.top(duel.s.corruption_deck, "weary", "weak")
    duel.s.combat.health = 20
    duel.round(HACK, SHOT)
    duel.round(HACK, SHOT)
    assert len(duel.hero.corruption) == 1


def test_a_barrow_wight_heals_after_ranged_rounds() -> None:
    duel = Duel(enemy="barrow-wight")
    assert duel.round("sweep", SHOT) == (1, 2), "3 damage, one healed"


def test_southrons_pay_less_for_melee() -> None:
    duel = Duel(enemy="southron")
    duel.round(HACK, "smash")
    duel.round(HACK, "smash")
    duel.hold("parry")
    assert not duel.s.combat.enemy_exhausted, "two Smashes cost 1 each"


def test_a_warg_riders_opening_is_free() -> None:
    duel = Duel(enemy="warg-rider")
    duel.round("block", "crush")
    duel.round("block", "crush")
    assert not duel.s.combat.enemy_exhausted, "4 of 4 strength: the first Crush is free"


def test_uruk_hai_draw_for_melee_damage() -> None:
    duel = Duel(enemy="uruk-hai")
    duel.round("quick-shot", HACK, ("draw-more",))
    assert len(duel.s.combat.hand) == 1
    duel.s.combat.hand.clear()
    duel.round("quick-shot", HACK, ("done",))
    assert not duel.s.combat.hand, "he may"


def test_a_giant_spider_paralyses() -> None:
    duel = Duel(enemy="giant-spider")
    for _ in range(2):
        duel.hold("parry")
    duel.round(HACK, HACK)
    assert len(duel.hero.hand) + len(duel.hero.rest) == 2
    assert len(duel.hero.rest) == 1


def test_an_oliphaunt_tramples_the_hand() -> None:
    duel = Duel(enemy="oliphaunt")
    duel.hold("parry")
    duel.s.run.events = []
    duel.round(HACK, HACK)
    assert [event.data for event in duel.s.run.events if event.kind == "hurt"] == [(0, 2)]
    assert duel.hero.hand == []
    assert duel.hero.from_hand == [True, False]


def test_a_balrog_frightens() -> None:
    duel = Duel(enemy="balrog", place="moria")
    for _ in range(2):
        duel.hold("parry")
    duel.round(HACK, "sweep")
    assert duel.s.combat.afraid
    duel.decisions.clear()
    duel.step(("fight",))
    mine = [one for one in duel.decisions if one.kind == "combat" and one.seat == 1]
    assert all(len(one.options) == 1 for one in mine), "the card is drawn at random"


def test_the_mouth_of_sauron_corrupts_at_once() -> None:
    tabletop = Tabletop("beravor").at("dol-guldur")
    tabletop.s.minions[MINION["mouth-of-sauron"]] = LOC["dol-guldur"]
    tabletop.top(tabletop.s.corruption_deck, "weary")
    engage(tabletop.s, 0, "mouth-of-sauron", "ambush")
    tabletop.step()
    assert len(tabletop.hero.corruption) == 1


def test_every_monster_power_is_tested() -> None:
    tested = {"snaga", "orc", "huorn", "cave-troll", "dunlending", "crebain", "agent", "barrow-wight", "southron"}
    assert tested | {"warg-rider", "uruk-hai", "giant-spider", "oliphaunt", "balrog"} == set(MONSTERS)
