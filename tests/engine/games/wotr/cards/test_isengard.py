"""Isengard, of Saruman's deck."""

import pytest

from engine.games.wotr.rules.carryover import carryover
from engine.games.wotr.steps import draw
from tests.engine.games.wotr.tabletop import Combat, Tabletop


@pytest.mark.card("grima-wormtongue")
def test_grima_seeks_saruman(tabletop: Tabletop) -> None:
    tabletop.reserve("eomer", "theoden", "grima-wormtongue")
    tabletop.lay("edoras")
    tabletop.stand("edoras", "eowyn", "village-militia")
    tabletop.use("grima-wormtongue")
    assert tabletop.options == ["seek saruman", "slay eomer", "slay eowyn", "slay theoden"]
    tabletop.choose("seek saruman")
    assert tabletop.where("saruman") == "hand"
    assert tabletop.where("grima-wormtongue") == "eliminated"
    assert tabletop.where("eomer") == "reserve"


@pytest.mark.card("grima-wormtongue")
def test_grima_has_a_rohan_character_slain(tabletop: Tabletop) -> None:
    tabletop.reserve("eomer", "grima-wormtongue")
    tabletop.use("grima-wormtongue")
    tabletop.choose("slay eomer")
    assert tabletop.where("eomer") == "eliminated"
    assert tabletop.where("saruman") == "deck"


@pytest.mark.card("grima-wormtongue")
def test_grima_has_nothing_to_do(tabletop: Tabletop) -> None:
    tabletop.reserve("grima-wormtongue", "saruman")
    tabletop.give("ugluk")
    assert not tabletop.can("saruman", "use grima-wormtongue")


@pytest.mark.card("saruman")
def test_saruman_in_reserve_draws_one_more(tabletop: Tabletop) -> None:
    tabletop.reserve("saruman")
    tabletop.direct(draw.draw_phase)
    assert len(tabletop.hand("saruman")) == 5


@pytest.mark.card("ugluk", "flocks-of-crebain", "gollum")
@pytest.mark.parametrize("guide", ["ugluk", "flocks-of-crebain", "gollum"])
def test_guides_lead_astray_to_a_path_of_the_same_number(tabletop: Tabletop, guide: str) -> None:
    tabletop.lay("amon-hen")
    tabletop.reserve(guide)
    assert not tabletop.can("saruman", f"use {guide}")
    tabletop.stand("amon-hen", guide)
    tabletop.use(guide)
    assert tabletop.options == ["activate dead-marshes", "activate emyn-muil"]
    tabletop.choose("activate dead-marshes")
    assert tabletop.path == "dead-marshes"
    assert tabletop.combat == Combat(attack=1, defence=0, left=1)
    assert tabletop.corruption == 1
    assert tabletop.where("amon-hen") == "shadow"


@pytest.mark.card("palantir-of-orthanc")
def test_the_palantir_sorts_the_top_three(tabletop: Tabletop) -> None:
    tabletop.reserve("saruman")
    tabletop.play("palantir-of-orthanc", to="saruman")
    tabletop.top("wolf-riders", "ugluk", "gollum", "shelob")
    tabletop.use("palantir-of-orthanc")
    assert tabletop.options == ["eliminate wolf-riders", "eliminate ugluk", "eliminate gollum"]
    tabletop.choose("eliminate ugluk", "cycle gollum")
    assert tabletop.where("ugluk") == "eliminated"
    assert tabletop.where("gollum") == "cycled"
    assert tabletop.hand("saruman") == ["wolf-riders"]
    assert tabletop.where("shelob") == "deck"
    assert tabletop.where("palantir-of-orthanc") == "saruman"


@pytest.mark.card("palantir-of-orthanc")
def test_the_palantir_is_used_once_a_round(tabletop: Tabletop) -> None:
    tabletop.reserve("saruman")
    tabletop.wield("saruman", "palantir-of-orthanc")
    tabletop.use("palantir-of-orthanc")
    tabletop.choose(tabletop.options[0])
    tabletop.choose(tabletop.options[0])
    assert not tabletop.can("saruman", "use palantir-of-orthanc")
    tabletop.direct(draw.draw_phase)
    assert tabletop.can("saruman", "use palantir-of-orthanc")


@pytest.mark.card("palantir-of-orthanc")
@pytest.mark.parametrize(("left", "hand", "cycled"), [(["ugluk"], 0, 0), (["ugluk", "gollum"], 0, 1)])
def test_the_palantir_over_a_short_deck(tabletop: Tabletop, left: list[str], hand: int, cycled: int) -> None:
    tabletop.reserve("saruman")
    tabletop.wield("saruman", "palantir-of-orthanc")
    tabletop.only("saruman", *left)
    tabletop.use("palantir-of-orthanc")
    if len(left) > 1:
        tabletop.choose(f"eliminate {left[0]}")
    assert tabletop.where("ugluk") == "eliminated"
    assert (len(tabletop.hand("saruman")), len(tabletop.cycle_pile("saruman"))) == (hand, cycled)


@pytest.mark.card("sarumans-staff")
def test_sarumans_staff_in_play_raises_the_limit(tabletop: Tabletop) -> None:
    tabletop.lay("orthanc")
    tabletop.stand("orthanc", "saruman")
    tabletop.play("sarumans-staff", to="saruman")
    assert carryover(tabletop.state, tabletop.seats.index("saruman")) == 3
    assert carryover(tabletop.state, tabletop.seats.index("witch-king")) == 2


@pytest.mark.card("woven-of-all-colours")
@pytest.mark.parametrize("location", ["edoras", "amon-hen"])
def test_the_robe_saves_saruman_from_combat(tabletop: Tabletop, location: str) -> None:
    tabletop.lay(location)
    tabletop.stand(location, "saruman")
    tabletop.play("woven-of-all-colours", to="saruman")
    tabletop.wield("saruman", "sarumans-staff")
    tabletop.fight(location)
    assert {tabletop.where(card) for card in ("saruman", "sarumans-staff", "woven-of-all-colours")} == {"cycled"}


@pytest.mark.card("woven-of-all-colours")
def test_the_robe_does_not_save_saruman_from_being_forsaken(tabletop: Tabletop) -> None:
    tabletop.reserve("saruman")
    tabletop.wield("saruman", "woven-of-all-colours")
    tabletop.forsake("saruman", "forsake saruman")
    assert tabletop.where("saruman") == tabletop.where("woven-of-all-colours") == "eliminated"


@pytest.mark.card("threats-and-promises")
@pytest.mark.parametrize(("choice", "place"), [("move saruman edoras", "edoras"), ("decline", "reserve")])
def test_threats_and_promises_call_a_battleground(tabletop: Tabletop, choice: str, place: str) -> None:
    tabletop.top("sting", "glamdring", "mithril-coat", "dwarven-axe", "bilbo-baggins")
    tabletop.play("saruman", to="reserve")
    tabletop.score("shadow", "edoras")
    tabletop.play("threats-and-promises", pay="ugluk")
    assert tabletop.options == ["activate edoras", "activate helms-deep", "activate orthanc"]
    tabletop.choose("activate edoras", choice)
    assert tabletop.where("edoras") == tabletop.where("helms-deep") == "active"
    assert tabletop.where("saruman") == place


@pytest.mark.card("threats-and-promises")
def test_threats_without_saruman_are_idle(tabletop: Tabletop) -> None:
    tabletop.play("threats-and-promises")
    assert not tabletop.state.battlegrounds
    assert tabletop.where("threats-and-promises") == "eliminated"
