"""What a fight leaves behind: what its card still gives, and where a retreat leads (p. 18, p. 29, p. 32)."""

import pytest

from engine.games.meq.cards.corruption import corrupt
from engine.games.meq.components import MINION
from engine.games.meq.fights import engage, hero_strength
from engine.games.meq.map import IDS, LOC
from engine.games.meq.state import SLAIN
from engine.games.meq.steps.combat import prepare
from tests.engine.games.meq.desk import Desk


def last_blow(enemy: str, cause: str, place: str) -> Desk:
    """The hero falls in the round that ends the fight."""
    desk = Desk("beravor").at(place)
    hero = desk.hero
    engage(desk.s, 0, enemy, cause)
    hero.damage, hero.life = hero.life, []
    hero.from_hand = [False] * len(hero.damage)
    desk.s.step = "resolution"
    return desk


def test_who_falls_with_the_balrog_is_rewarded() -> None:
    desk = last_blow("balrog", "khazad_dum", "moria")
    desk.s.combat.damage = 99
    desk.step()
    assert (desk.hero.favor, len(desk.hero.hand)) == (2 - 1, 1), "1 of the 2 favor is forfeited again"
    assert desk.s.step == "turn_end"
    desk.whole()


def test_who_falls_with_the_minion_of_the_dark_tower_is_rewarded() -> None:
    desk = last_blow("gothmog", "the_dark_tower", "barad_dur")
    desk.s.minions[MINION["gothmog"]] = desk.hero.place
    desk.s.wounds[MINION["gothmog"]] = 99
    desk.step()
    assert desk.s.minions[MINION["gothmog"]] == SLAIN
    assert desk.hero.favor == 2 - 1


@pytest.mark.parametrize(("corruption", "plots"), [((), 0), (("reckless",), 1)])
def test_the_agent_who_defeats_the_corrupted_brings_a_plot(corruption: tuple[str, ...], plots: int) -> None:
    desk = last_blow("agent", "seem_fairer_feel_fouler", "bree").corrupt(*corruption)
    desk.step()
    assert (len(desk.s.plot_hand), desk.s.step) == (plots, "turn_end")


# -- strength in the middle of a fight


def test_corruption_weakens_in_the_fight_it_comes_in() -> None:
    desk = Desk("beravor")
    engage(desk.s, 0, "agent", "ambush")
    desk.run(prepare(desk.s), ("draw", 0))
    before = hero_strength(desk.s)
    desk.top(desk.s.corruption_deck, "weak")
    desk.run(corrupt(desk.s, 0))
    assert hero_strength(desk.s) == before - 1


def test_betrayed_counts_corruption_that_comes_later() -> None:
    desk = Desk("beravor").at("the_high_pass").corrupt("indifferent")
    card = desk.shadow("betrayed")[0]
    engage(desk.s, 0, "agent", "ambush")
    desk.step(("shadow", card))
    desk.step(("draw", 0))
    before = hero_strength(desk.s)
    desk.top(desk.s.corruption_deck, "mistrusted")
    desk.run(corrupt(desk.s, 0))
    assert hero_strength(desk.s) == before - 1


# -- retreat


def fled(cause: str) -> Desk:
    """A hero has retreated from a fight in Moria; monsters wait in Eregion."""
    desk = Desk("beravor").at("moria")
    desk.draws(0, "evade", "parry")
    desk.token("orc", "eregion")
    desk.s.turn.skip_ambush = True
    engage(desk.s, 0, "crebain", cause)
    desk.s.combat.fled = True
    desk.s.step = "resolution"
    desk.steps("danger", ("carry", 0, "eregion"))
    assert IDS[desk.hero.place] == "eregion"
    return desk


@pytest.mark.parametrize(
    ("cause", "onward"),
    [("start_of_turn", "rest"), ("seem_fairer_feel_fouler", "rest"), ("ambush", "travel"), ("quest", "turn_end")],
)
def test_a_retreat_is_an_arrival(cause: str, onward: str) -> None:
    """Enemies attack who flees to them; who defeats them goes on with the turn where it was."""
    desk = fled(cause)
    desk.step(("token",))
    assert (desk.s.step, desk.s.combat.enemy) == ("combat", "orc")
    desk.s.combat.damage = 99
    desk.s.step = "resolution"
    desk.step()
    assert desk.s.step == onward


def test_a_retreat_to_an_empty_place_leads_to_the_rest_step() -> None:
    desk = fled("start_of_turn")
    desk.s.token_discards[0] += desk.s.tokens
    desk.s.tokens, desk.s.token_places = [], []
    desk.step()
    assert desk.s.step == "rest"
    desk.step()
    desk.step()
    assert desk.s.step == "travel"
    desk.at("bree").step(("go",))
    assert desk.s.heroes[0].place != LOC["bree"]
    desk.s.step = "danger"
    desk.step()
    assert desk.s.step == "travel", "only the first arrival comes before the Rest step"
