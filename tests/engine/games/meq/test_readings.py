"""Readings of unclear rules that are declared in docs/games/meq.md, each with its page."""

import pytest

from engine.games.meq.cards.registry import EVENT_EFFECTS
from engine.games.meq.components.box import CHARACTER, MINION
from engine.games.meq.layout import LOC, PATHS
from engine.games.meq.rules.items import gain_item
from engine.games.meq.rules.options import PASS
from engine.games.meq.rules.shadow import after_shadow_card
from engine.games.meq.state import SAURON
from engine.games.meq.steps.travel import ways
from tests.engine.games.meq.duel import Duel
from tests.engine.games.meq.tabletop import Tabletop


def test_an_exhausted_fighters_card_counts_nothing_even_if_it_cannot_be_cancelled() -> None:
    """Who is exhausted has attack 0, defense 0 and no ability (p. 28b); his card was not played (p. 31, p. 32)."""
    duel = Duel()
    duel.strong(0)
    assert duel.round("sweep", "quick-shot") == (1, 0)
    assert duel.s.combat.hero_exhausted


@pytest.mark.parametrize("card", ["attack-of-opportunity", "sneak-attack"])
def test_nothing_is_printed_where_no_card_lies(card: str) -> None:
    """A printed value is one on a card (p. 29): the exhausted has defense 0 (p. 28), but none that is printed."""
    duel = Duel()
    against_card = duel.round(card, "quick-shot")[1]
    against_none = duel.round(card, "")[1]
    assert against_card - against_none == {"attack-of-opportunity": 5, "sneak-attack": 3}[card]


def test_execute_needs_a_card_with_printed_defense_0() -> None:
    """It does not defeat an enemy who merely plays no card (p. 29)."""
    duel = Duel()
    duel.round("execute", "")
    assert duel.s.step == "clash"


def test_crushing_blow_needs_a_card() -> None:
    with_card, without = Duel(), Duel()
    assert with_card.round("crushing-blow", "quick-shot")[1] - without.round("crushing-blow", "")[1] == 2


def test_a_cancelled_card_costs_in_full() -> None:
    """The cost of a cancelled card cannot be reduced (p. 29): Superior Tactics counts only for the others."""
    costs = []
    for mine in ("evade", "hack"):
        duel = Duel(enemy="southron")
        duel.round(mine, "smash")
        duel.round("quick-shot", "reckless")
        costs.append(duel.s.combat.enemy_exhausted)
    assert costs == [True, False]


def test_when_both_anticipated_the_enemy_plays_first() -> None:
    """What should happen at the same time the hero's card does first (p. 32)."""
    duel = Duel()
    duel.round("anticipate", "anticipate")
    duel.hold("hack")
    duel.arm("quick-shot")
    duel.decisions.clear()
    duel.step(("fight",), ("fight",))
    assert [one.seat for one in duel.decisions if one.kind == "combat"] == [SAURON, 1]


def test_sauron_must_choose_an_attacker_also_in_a_haven() -> None:
    """He must choose one (p. 10, p. 22); whether there is a fight the hero decides."""
    tabletop = Tabletop("beravor").at("fornost")
    tabletop.s.minions[MINION["mouth-of-sauron"]] = LOC["fornost"]
    tabletop.token("orc", "fornost")
    tabletop.s.step = "ambush"
    assert PASS not in tabletop.offered()
    tabletop.s.step = "ambush"
    tabletop.step(("minion",), ("refuse",))
    assert tabletop.s.combat.hero == -1


def test_the_foe_hammer_does_not_move_gandalf() -> None:
    """Who is on the board stays (p. 14): the card says "place", not "place or move"."""
    tabletop = Tabletop("beravor").influence(bree=1)
    tabletop.s.characters[CHARACTER["gandalf"]] = LOC["moria"]
    tabletop.token("orc", "moria")
    tabletop.run(EVENT_EFFECTS.by_key["the-foe-hammer"].effect.run(tabletop.s, 0))
    assert tabletop.decisions[-1].kind != "character-place"
    assert (tabletop.s.characters[CHARACTER["gandalf"]], tabletop.s.tokens) == (LOC["moria"], [])


def rides(tabletop: Tabletop) -> bool:
    """Whether the hero may move on."""
    return any(option[0] in ("go", "pay") for option in tabletop.offered())


@pytest.mark.parametrize("explores", [True, False])
def test_exploring_the_start_is_a_travel_step(explores: bool) -> None:
    """A Travel step in which moving is left out (p. 22, p. 24): Hopeless allows three of them."""
    tabletop = Tabletop("beravor").at("bree").corrupt("hopeless")
    tabletop.hero.hand, tabletop.hero.life = tabletop.hero.life[:8], tabletop.hero.life[8:]
    tabletop.s.favor[LOC["bree"]] = 1
    if explores:
        tabletop.step(("favor",))
    tabletop.s.turn.moves = 2
    assert rides(tabletop) is not explores


def test_scouting_is_no_travel_step() -> None:
    tabletop = Tabletop("argalad").at("bree").corrupt("hopeless")
    tabletop.hero.hand, tabletop.hero.life = tabletop.hero.life[:8], tabletop.hero.life[8:]
    tabletop.token("orc", "weathertop")
    tabletop.step(("scout",))
    tabletop.s.turn.moves = 2
    assert rides(tabletop)


def test_a_second_horse_is_another_card_less() -> None:
    """An item gives what is printed on it as long as it lies there (p. 26), each one."""
    tabletop = Tabletop("beravor").at("dagorlad")
    gain_item(tabletop.s, 0, "horse")
    gain_item(tabletop.s, 0, "horse")
    assert [way.cost for way in ways(tabletop.hero)] == [max(1, way.cost - 2) for way in PATHS[LOC["dagorlad"]]]


def test_a_second_boat_opens_no_second_route() -> None:
    tabletop = Tabletop("beravor").at("belfalas")
    gain_item(tabletop.s, 0, "boat")
    once = len(ways(tabletop.hero))
    gain_item(tabletop.s, 0, "boat")
    assert len(ways(tabletop.hero)) == once == len(PATHS[LOC["belfalas"]]) + 1


def test_a_second_cloak_drains_the_pool_again() -> None:
    tabletop = Tabletop("beravor")
    tabletop.s.pool = 4
    gain_item(tabletop.s, 0, "elven-cloak")
    gain_item(tabletop.s, 0, "elven-cloak")
    tabletop.run(after_shadow_card(tabletop.s, 0))
    assert tabletop.s.pool == 2
