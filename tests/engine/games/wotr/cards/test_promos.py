"""The four promotional cards."""

import pytest

from engine.games.wotr.game import GAME
from engine.games.wotr.steps import draw
from tests.engine.games.wotr.tabletop import Tabletop, number


def test_the_promos_are_an_option() -> None:
    promos = [number(card) for card in ("ioreth", "ghan-buri-ghan", "whip-of-many-thongs", "gothmog")]
    plain = GAME.new_match("trilogy", seed=1)
    assert all(card in plain.state.aside for card in promos)
    chosen = GAME.new_match("trilogy", seed=1, promos=True)
    assert not any(card in chosen.state.aside for card in promos)
    assert "promos" not in {option.name for option in GAME.options_of("fellowship")}


def _lost_battle(promos: Tabletop) -> None:
    """Pelargir falls with everybody in it."""
    promos.lay("pelargir")
    promos.stand("pelargir", "ioreth", "soldiers-of-gondor", "strider", "gandalf-the-white")
    promos.wield("strider", "anduril")
    promos.stand("pelargir", "grond-hammer-of-the-underworld", "devilry-of-saruman", "haradrim-mumakil", "olog-hai")


@pytest.mark.card("ioreth")
def test_ioreth_heals_herself_and_another_but_no_wizard(promos: Tabletop) -> None:
    _lost_battle(promos)
    promos.begin("combat")
    promos.choose("fight pelargir")
    assert promos.awaits == ("aragorn", "heal")
    assert promos.options == ["heal ioreth strider", "heal ioreth", "decline"]
    promos.choose("heal ioreth strider")
    assert promos.where("ioreth") == promos.where("strider") == "cycled"
    for card in ("anduril", "soldiers-of-gondor", "gandalf-the-white"):
        assert promos.where(card) == "eliminated"


@pytest.mark.card("ioreth")
@pytest.mark.parametrize(("choice", "end"), [("heal ioreth", "cycled"), ("decline", "eliminated")])
def test_ioreth_may_heal_only_herself_or_nobody(promos: Tabletop, choice: str, end: str) -> None:
    _lost_battle(promos)
    promos.fight("pelargir", choice)
    assert promos.where("ioreth") == end
    assert promos.where("strider") == promos.where("anduril") == "eliminated"


@pytest.mark.card("ioreth")
def test_ioreth_heals_in_attack_as_well(promos: Tabletop) -> None:
    promos.lay("harad")
    promos.stand("harad", "ioreth", "boromir", "soldiers-of-gondor")
    promos.fight("harad", "heal ioreth boromir")
    assert promos.where("ioreth") == promos.where("boromir") == "cycled"
    assert promos.where("soldiers-of-gondor") == "eliminated"


@pytest.mark.card("ioreth")
def test_ioreth_unhurt_heals_another(promos: Tabletop) -> None:
    promos.lay("pelargir")
    promos.stand("pelargir", "ioreth", "strider", "haradrim-mumakil")
    promos.fight("pelargir", "heal ioreth strider")
    assert promos.where("ioreth") == promos.where("strider") == "cycled"


@pytest.mark.card("ioreth")
def test_ioreth_is_not_asked_when_nobody_is_hurt(promos: Tabletop) -> None:
    promos.lay("pelargir")
    promos.stand("pelargir", "ioreth", "strider")
    promos.fight("pelargir")
    assert promos.where("ioreth") == promos.where("strider") == "cycled"


@pytest.mark.card("ghan-buri-ghan")
def test_ghan_in_reserve_opens_minas_tirith_to_rohan(promos: Tabletop) -> None:
    promos.lay("minas-tirith", "pelargir")
    promos.give("village-militia", "gimli")
    promos.reserve("eomer")
    assert not promos.can("frodo", "play village-militia minas-tirith")
    promos.play("ghan-buri-ghan", to="reserve", pay="sting")
    assert promos.can("frodo", "play village-militia minas-tirith")
    assert promos.can("frodo", "move eomer minas-tirith")
    assert not promos.can("frodo", "move eomer pelargir")
    assert not promos.can("frodo", "play gimli minas-tirith")


@pytest.mark.card("whip-of-many-thongs")
def test_the_whip_draws_a_card_and_only_the_balrog_wields_it(promos: Tabletop) -> None:
    promos.top("ugluk")
    promos.reserve("balrog-of-moria", "saruman")
    promos.play("whip-of-many-thongs", to="balrog-of-moria")
    assert promos.hand("saruman") == ["ugluk"]
    promos.give("whip-of-many-thongs")
    promos.edit().played_this_round.clear()
    assert not promos.can("saruman", "play whip-of-many-thongs saruman")


@pytest.mark.card("gothmog")
@pytest.mark.parametrize("place", ["reserve", "hand", "deck", "cycled"])
def test_gothmog_replaces_the_witch_king(promos: Tabletop, place: str) -> None:
    {"reserve": promos.reserve, "hand": promos.give, "deck": promos.top, "cycled": promos.discard}[place](
        "the-witch-king"
    )
    promos.play("gothmog", to="reserve", pay="mordor-orcs")
    assert promos.where("the-witch-king") == "eliminated"


@pytest.mark.card("gothmog")
def test_gothmog_in_reserve_draws_one_more(promos: Tabletop) -> None:
    promos.reserve("gothmog")
    promos.direct(draw.draw_phase)
    assert len(promos.hand("witch-king")) == 5
