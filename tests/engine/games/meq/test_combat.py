"""Combat from preparation to resolution (p. 27 to p. 32), with the worked example of p. 30 and p. 31."""

import pytest

from engine.games.meq.components.cards import COMBAT
from engine.games.meq.components.figures import MINION, MONSTERS
from engine.games.meq.layout import LOC
from engine.games.meq.rules.fights import engage, hero_strength
from engine.games.meq.state import SLAIN
from engine.games.meq.steps.combat import prepare
from tests.engine.games.meq.ring import Ring
from tests.engine.games.meq.tabletop import Tabletop

HACK, SHOT = "hack", "quick_shot"


def test_example_of_argalad_and_the_orc() -> None:
    """The two rounds of p. 30 and p. 31 with their own numbers."""
    ring = Ring("argalad", "orc", "travel", "gladden_fields")
    ring.s.step = "prepare"
    ring.step(("draw", 1))
    c = ring.s.combat
    assert len(c.hand) == 5, "the Orc's fortitude"
    assert hero_strength(ring.s) == 7, "strength 5 and two agility not used for cards"
    assert len(ring.hero.hand) == 1
    c.hand, hand = [], c.hand
    ring.s.combat_decks[0] += hand
    ring.arm("aimed_shot")
    assert ring.round("volley", "smash") == (2, 1), "Smash takes the defense away; 2 attack less 1 defense"
    assert not c.hero_exhausted
    assert not c.foe_exhausted
    c.hand, hand = [], c.hand
    ring.s.combat_decks[0] += hand
    assert ring.round("aimed_shot", "aimed_shot") == (0, 5), "3 attack and 2 of Volley, no defense"
    assert c.foe_exhausted, "5 strength spent of 4"
    assert not c.hero_exhausted, "5 spent of 7"
    assert c.damage == 6 >= MONSTERS["orc"].health
    assert ring.s.step == "resolution"
    ring.step()
    assert ring.s.step == "travel", "the Orc is defeated, the journey goes on"
    assert ring.s.combat.hero == -1
    assert [COMBAT[card].key for card in ring.hero.rest] == ["volley", "aimed_shot"]
    assert len(ring.s.combat_decks[0]) == 25
    ring.whole()


def test_agility_is_split_between_cards_and_strength() -> None:
    tabletop = Tabletop("argalad")
    engage(tabletop.s, 0, "orc", "ambush")
    tabletop.run(prepare(tabletop.s), ("draw", 3))
    assert (hero_strength(tabletop.s), len(tabletop.hero.hand)) == (5, 3)


def test_an_undefeated_enemy_spreads_influence_and_ends_the_journey() -> None:
    ring = Ring("beravor", "orc", "travel", "the_high_pass")
    ring.influence(mount_gundabad=2)
    ring.round("", "")
    assert ring.s.step == "resolution"
    ring.step(("place", "the_northern_waste"), ("place", "ruins_of_angmar"))
    assert ring.s.step == "turn_end"
    assert ring.s.influence[LOC["ruins_of_angmar"]] == 1


def test_iron_will_lets_thalin_go_on() -> None:
    ring = Ring("thalin", "orc", "travel", "the_high_pass")
    ring.round("", "")
    ring.step()
    assert ring.s.step == "travel"


def test_an_ambush_never_ends_the_turn() -> None:
    ring = Ring("beravor", "orc", "ambush", "the_high_pass")
    ring.round("", "")
    ring.step()
    assert ring.s.step == "travel"


def test_the_hero_declares_exhaustion_first() -> None:
    ring = Ring()
    ring.hold(HACK)
    ring.arm(HACK)
    ring.step(("exhaust",), ("exhaust",))
    assert [one.seat for one in ring.asked if one.kind == "exhaust"] == [1, 0]
    assert ring.s.step == "resolution"


def test_one_side_fights_on_alone() -> None:
    ring = Ring()
    assert ring.round("", HACK) == (1, 0), "an exhausted fighter has no defense and plays no type"
    assert ring.round("", HACK) == (1, 0)
    assert ring.round("", "") == (0, 0)
    assert ring.s.step == "resolution"


def test_whoever_overspends_is_exhausted_and_his_card_cancelled() -> None:
    ring = Ring()
    ring.strong(2)
    assert ring.round("reckless", HACK) == (1, 0), "3 of 2 strength; no Melee card was played against Hack"
    assert ring.s.combat.hero_exhausted


def test_both_exhausted_at_once_ends_the_fight_without_damage() -> None:
    ring = Ring(enemy="agent")
    ring.strong(2)
    assert ring.round("reckless", "crush") == (0, 0)
    assert ring.s.step == "resolution"


def test_cards_that_cancel_each_other_are_both_blank() -> None:
    ring = Ring()
    assert ring.round("evade", "charge") == (0, 0)


def test_abilities_of_the_exhausted_are_lost() -> None:
    ring = Ring()
    ring.round("volley", SHOT)
    ring.strong(1)
    assert ring.round("quick_shot", SHOT) == (1, 0), "Volley's bonus is gone with the strength"


def test_a_minion_keeps_its_damage_and_is_slain_by_enough_of_it() -> None:
    ring = Ring()
    ring.s.minion_damage[0] = 8
    ring.hold("parry")
    assert ring.round("deadly_finesse", SHOT) == (1, 4)
    assert ring.s.step == "resolution"
    ring.step()
    assert ring.s.minions[0] == SLAIN
    assert ring.s.minion_damage[0] == 0


def test_damage_may_come_from_hand_or_life_pool() -> None:
    ring = Ring()
    spare = ring.hold("parry")
    life = len(ring.hero.life)
    ring.round(HACK, "reckless", ("lose", spare))
    assert spare in ring.hero.damage
    assert len(ring.hero.damage) == 5
    assert life - len(ring.hero.life) == 4
    assert ring.hero.from_hand == [True, False, False, False, False]


def test_a_hero_without_cards_is_defeated() -> None:
    ring = Ring("beravor", "cave_troll", "travel", "dagorlad")
    ring.hero.favor = 1
    spare = ring.hero.life[3:]
    ring.hero.rest += spare
    del ring.hero.life[3:]
    ring.round(HACK, "reckless")
    assert ring.s.step == "resolution"
    ring.step()
    hero = ring.hero
    assert ring.s.step == "turn_end"
    assert hero.favor == 0
    assert ring.s.story[1:] == [1, 0, 0]
    assert len(hero.life) == 26, "everything is shuffled back, the borrowed Hack included"
    assert (hero.hand, hero.rest, hero.damage) == ([], [], [])
    ring.whole()


@pytest.mark.parametrize(
    ("monster", "rounds"),
    [
        ("snaga", [("hack", SHOT, (2, 1))]),
        ("orc", [("hack", HACK, (3, 2)), ("quick_shot", HACK, (1, 1))]),
        ("huorn", [("hack", HACK, (3, 2))]),
        ("cave_troll", [("hack", SHOT, (1, 0)), ("quick_shot", SHOT, (1, 1))]),
        ("dunlending", [("hack", "parry", (2, 0))]),
        ("crebain", [("block", "poison_arrow", (0, 0)), ("hack", SHOT, (0, 1))]),
    ],
)
def test_monster_powers_in_numbers(monster: str, rounds: list[tuple[str, str, tuple[int, int]]]) -> None:
    ring = Ring(enemy=monster)
    for mine, theirs, damage in rounds:
        assert ring.round(mine, theirs) == damage


def test_counter_attack_is_damage_of_its_round() -> None:
    """A Dunlending's Parry prevents damage and deals 1: no Retreat after that, and other cards count it too."""
    ring = Ring("eleanor", "dunlending")
    ring.hold("parry")
    ring.s.combat.hero_next = "concentrate"
    assert ring.round("retreat", "parry")[0] == 1
    assert not ring.s.combat.fled
    assert "retreat" not in [one.kind for one in ring.asked]
    ring = Ring(enemy="dunlending")
    ring.s.combat.hero_next = "overpower"
    assert ring.round("retaliate", "parry") == (2, 2), "attack and Counter-attack, both dealt back"
    ring = Ring("thalin", "dunlending")
    assert ring.round("reckless", "parry")[0] == 1 + 1 + 2, "attack, Counter-attack, and 2 for being Reckless"


def test_crebain_spread_influence_instead_of_damage() -> None:
    ring = Ring(enemy="crebain").influence(barad_dur=1)
    ring.round(HACK, "poison_arrow", ("place", "mount_doom"), ("place", "barad_dur"), ("place", "barad_dur"))
    assert ring.s.influence[LOC["barad_dur"]] == 3
    assert ring.s.influence[LOC["mount_doom"]] == 1


def test_an_agent_corrupts_once_a_fight() -> None:
    ring = Ring(enemy="agent")
    ring.top(ring.s.corruption_deck, "weary", "weak")
    ring.round("parry", SHOT)
    assert len(ring.hero.corruption) == 0, "no damage, no lies"
    ring = Ring(enemy="agent")
    ring.top(ring.s.corruption_deck, "weary", "weak")
    ring.s.combat.health = 20
    ring.round(HACK, SHOT)
    ring.round(HACK, SHOT)
    assert len(ring.hero.corruption) == 1


def test_a_barrow_wight_heals_after_ranged_rounds() -> None:
    ring = Ring(enemy="barrow_wight")
    assert ring.round("sweep", SHOT) == (1, 2), "3 damage, one healed"


def test_southrons_pay_less_for_melee() -> None:
    ring = Ring(enemy="southron")
    ring.round(HACK, "smash")
    ring.round(HACK, "smash")
    ring.hold("parry")
    assert not ring.s.combat.foe_exhausted, "two Smashes cost 1 each"


def test_a_warg_riders_opening_is_free() -> None:
    ring = Ring(enemy="warg_rider")
    ring.round("block", "crush")
    ring.round("block", "crush")
    assert not ring.s.combat.foe_exhausted, "4 of 4 strength: the first Crush is free"


def test_uruk_hai_draw_for_melee_damage() -> None:
    ring = Ring(enemy="uruk_hai")
    ring.round("quick_shot", HACK, ("draw_more",))
    assert len(ring.s.combat.hand) == 1
    ring.s.combat.hand.clear()
    ring.round("quick_shot", HACK, ("done",))
    assert not ring.s.combat.hand, "he may"


def test_a_giant_spider_paralyses() -> None:
    ring = Ring(enemy="giant_spider")
    for _ in range(2):
        ring.hold("parry")
    ring.round(HACK, HACK)
    assert len(ring.hero.hand) + len(ring.hero.rest) == 2
    assert len(ring.hero.rest) == 1


def test_an_oliphaunt_tramples_the_hand() -> None:
    ring = Ring(enemy="oliphaunt")
    ring.hold("parry")
    ring.s.run.events = []
    ring.round(HACK, HACK)
    assert [event.data for event in ring.s.run.events if event.kind == "hurt"] == [(0, 2)]
    assert ring.hero.hand == []
    assert ring.hero.from_hand == [True, False]


def test_a_balrog_frightens() -> None:
    ring = Ring(enemy="balrog", place="moria")
    for _ in range(2):
        ring.hold("parry")
    ring.round(HACK, "sweep")
    assert ring.s.combat.afraid
    ring.asked.clear()
    ring.step(("fight",))
    mine = [one for one in ring.asked if one.kind == "combat" and one.seat == 1]
    assert all(len(one.options) == 1 for one in mine), "the card is drawn at random"


def test_the_mouth_of_sauron_corrupts_at_once() -> None:
    tabletop = Tabletop("beravor").at("dol_guldur")
    tabletop.s.minions[MINION["mouth_of_sauron"]] = LOC["dol_guldur"]
    tabletop.top(tabletop.s.corruption_deck, "weary")
    engage(tabletop.s, 0, "mouth_of_sauron", "ambush")
    tabletop.step()
    assert len(tabletop.hero.corruption) == 1


def test_every_monster_power_is_tested() -> None:
    tested = {"snaga", "orc", "huorn", "cave_troll", "dunlending", "crebain", "agent", "barrow_wight", "southron"}
    assert tested | {"warg_rider", "uruk_hai", "giant_spider", "oliphaunt", "balrog"} == set(MONSTERS)
