"""What a fight leaves behind: what its card still gives, and where a retreat leads (p. 18, p. 29, p. 32)."""

import pytest

from engine.games.meq.components.box import MINION
from engine.games.meq.layout import IDS, LOC
from engine.games.meq.rules.corruption import corrupt
from engine.games.meq.rules.fights import engage, hero_strength
from engine.games.meq.state import SLAIN
from engine.games.meq.steps.combat import prepare
from tests.engine.games.meq.tabletop import Tabletop


def last_blow(enemy: str, cause: str, place: str) -> Tabletop:
    """The hero falls in the round that ends the fight."""
    tabletop = Tabletop("beravor").at(place)
    hero = tabletop.hero
    engage(tabletop.s, 0, enemy, cause)
    hero.damage, hero.life = hero.life, []
    hero.from_hand = [False] * len(hero.damage)
    tabletop.s.step = "resolution"
    return tabletop


def test_who_falls_with_the_balrog_is_rewarded() -> None:
    tabletop = last_blow("balrog", "khazad-dum", "moria")
    tabletop.s.combat.damage = 99
    tabletop.step()
    assert (tabletop.hero.favor, len(tabletop.hero.hand)) == (2 - 1, 1), "1 of the 2 favor is forfeited again"
    assert tabletop.s.step == "turn-end"
    tabletop.check_components()


def test_who_falls_with_the_minion_of_the_dark_tower_is_rewarded() -> None:
    tabletop = last_blow("gothmog", "the-dark-tower", "barad-dur")
    tabletop.s.minions[MINION["gothmog"]] = tabletop.hero.place
    tabletop.s.minion_damage[MINION["gothmog"]] = 99
    tabletop.step()
    assert tabletop.s.minions[MINION["gothmog"]] == SLAIN
    assert tabletop.hero.favor == 2 - 1


@pytest.mark.parametrize(("corruption", "plots"), [((), 0), (("reckless",), 1)])
def test_the_agent_who_defeats_the_corrupted_brings_a_plot(corruption: tuple[str, ...], plots: int) -> None:
    tabletop = last_blow("agent", "seem-fairer-feel-fouler", "bree").corrupt(*corruption)
    tabletop.step()
    assert (len(tabletop.s.plot_hand), tabletop.s.step) == (plots, "turn-end")


# -- strength in the middle of a fight


def test_corruption_weakens_in_the_fight_it_comes_in() -> None:
    tabletop = Tabletop("beravor")
    engage(tabletop.s, 0, "agent", "ambush")
    tabletop.run(prepare(tabletop.s), ("draw", 0))
    before = hero_strength(tabletop.s)
    tabletop.top(tabletop.s.corruption_deck, "weak")
    tabletop.run(corrupt(tabletop.s, 0))
    assert hero_strength(tabletop.s) == before - 1


def test_betrayed_counts_corruption_that_comes_later() -> None:
    tabletop = Tabletop("beravor").at("the-high-pass").corrupt("indifferent")
    card = tabletop.shadow("betrayed")[0]
    engage(tabletop.s, 0, "agent", "ambush")
    tabletop.step(("shadow", card))
    tabletop.step(("draw", 0))
    before = hero_strength(tabletop.s)
    tabletop.top(tabletop.s.corruption_deck, "mistrusted")
    tabletop.run(corrupt(tabletop.s, 0))
    assert hero_strength(tabletop.s) == before - 1


# -- retreat


def fled(cause: str) -> Tabletop:
    """A hero has retreated from a fight in Moria; monsters wait in Eregion."""
    tabletop = Tabletop("beravor").at("moria")
    tabletop.draws(0, "evade", "parry")
    tabletop.token("orc", "eregion")
    tabletop.s.turn.skip_ambush = True
    engage(tabletop.s, 0, "crebain", cause)
    tabletop.s.combat.fled = True
    tabletop.s.step = "resolution"
    tabletop.steps("danger", ("carry", 0, "eregion"))
    assert IDS[tabletop.hero.place] == "eregion"
    return tabletop


@pytest.mark.parametrize(
    ("cause", "onward"),
    [("start-of-turn", "rest"), ("seem-fairer-feel-fouler", "rest"), ("ambush", "travel"), ("quest", "turn-end")],
)
def test_a_retreat_is_an_arrival(cause: str, onward: str) -> None:
    """Enemies attack who flees to them; who defeats them goes on with the turn where it was."""
    tabletop = fled(cause)
    tabletop.step(("token",))
    assert (tabletop.s.step, tabletop.s.combat.enemy) == ("combat", "orc")
    tabletop.s.combat.damage = 99
    tabletop.s.step = "resolution"
    tabletop.step()
    assert tabletop.s.step == onward


def test_a_retreat_to_an_empty_place_leads_to_the_rest_step() -> None:
    tabletop = fled("start-of-turn")
    tabletop.s.token_discards[0] += tabletop.s.tokens
    tabletop.s.tokens, tabletop.s.token_places = [], []
    tabletop.step()
    assert tabletop.s.step == "rest"
    tabletop.step()
    tabletop.step()
    assert tabletop.s.step == "travel"
    tabletop.at("bree").step(("go",))
    assert tabletop.s.heroes[0].place != LOC["bree"]
    tabletop.s.step = "danger"
    tabletop.step()
    assert tabletop.s.step == "travel", "only the first arrival comes before the Rest step"
