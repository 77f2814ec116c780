"""Isengard, of Saruman's deck."""

import pytest

from engine.games.wotr.steps import scoring
from engine.games.wotr.steps.carryover import carryover
from tests.engine.games.wotr.table import Combat, Table


@pytest.mark.card("grima-wormtongue")
def test_grima_seeks_saruman(table: Table) -> None:
    table.reserve("eomer", "theoden", "grima-wormtongue")
    table.lay("edoras")
    table.stand("edoras", "eowyn", "village-militia")
    table.use("grima-wormtongue")
    assert table.options == ["seek saruman", "slay eomer", "slay eowyn", "slay theoden"]
    table.choose("seek saruman")
    assert table.where("saruman") == "hand"
    assert table.where("grima-wormtongue") == "eliminated"
    assert table.where("eomer") == "reserve"


@pytest.mark.card("grima-wormtongue")
def test_grima_has_a_rohan_character_slain(table: Table) -> None:
    table.reserve("eomer", "grima-wormtongue")
    table.use("grima-wormtongue")
    table.choose("slay eomer")
    assert table.where("eomer") == "eliminated"
    assert table.where("saruman") == "deck"


@pytest.mark.card("grima-wormtongue")
def test_grima_has_nothing_to_do(table: Table) -> None:
    table.reserve("grima-wormtongue", "saruman")
    table.give("ugluk")
    assert not table.can("saruman", "use grima-wormtongue")


@pytest.mark.card("saruman")
def test_saruman_in_reserve_draws_one_more(table: Table) -> None:
    table.reserve("saruman")
    table.direct(scoring.draw_phase)
    assert len(table.hand("saruman")) == 5


@pytest.mark.card("ugluk", "flocks-of-crebain", "gollum")
@pytest.mark.parametrize("guide", ["ugluk", "flocks-of-crebain", "gollum"])
def test_guides_lead_astray_to_a_path_of_the_same_number(table: Table, guide: str) -> None:
    table.lay("amon-hen")
    table.reserve(guide)
    assert not table.can("saruman", f"use {guide}")
    table.stand("amon-hen", guide)
    table.use(guide)
    assert table.options == ["activate dead-marshes", "activate emyn-muil"]
    table.choose("activate dead-marshes")
    assert table.path == "dead-marshes"
    assert table.combat == Combat(attack=1, defence=0, left=1)
    assert table.corruption == 1
    assert table.where("amon-hen") == "shadow"


@pytest.mark.card("palantir-of-orthanc")
def test_the_palantir_sorts_the_top_three(table: Table) -> None:
    table.reserve("saruman")
    table.play("palantir-of-orthanc", to="saruman")
    table.top("wolf-riders", "ugluk", "gollum", "shelob")
    table.use("palantir-of-orthanc")
    assert table.options == ["eliminate wolf-riders", "eliminate ugluk", "eliminate gollum"]
    table.choose("eliminate ugluk", "cycle gollum")
    assert table.where("ugluk") == "eliminated"
    assert table.where("gollum") == "cycled"
    assert table.hand("saruman") == ["wolf-riders"]
    assert table.where("shelob") == "deck"
    assert table.where("palantir-of-orthanc") == "saruman"


@pytest.mark.card("palantir-of-orthanc")
def test_the_palantir_is_used_once_a_round(table: Table) -> None:
    table.reserve("saruman")
    table.wield("saruman", "palantir-of-orthanc")
    table.use("palantir-of-orthanc")
    table.choose(table.options[0])
    table.choose(table.options[0])
    assert not table.can("saruman", "use palantir-of-orthanc")
    table.direct(scoring.draw_phase)
    assert table.can("saruman", "use palantir-of-orthanc")


@pytest.mark.card("palantir-of-orthanc")
@pytest.mark.parametrize(("left", "hand", "cycled"), [(["ugluk"], 0, 0), (["ugluk", "gollum"], 0, 1)])
def test_the_palantir_over_a_short_deck(table: Table, left: list[str], hand: int, cycled: int) -> None:
    table.reserve("saruman")
    table.wield("saruman", "palantir-of-orthanc")
    table.only("saruman", *left)
    table.use("palantir-of-orthanc")
    if len(left) > 1:
        table.choose(f"eliminate {left[0]}")
    assert table.where("ugluk") == "eliminated"
    assert (len(table.hand("saruman")), len(table.cycled("saruman"))) == (hand, cycled)


@pytest.mark.card("saruman-s-staff")
def test_sarumans_staff_in_play_raises_the_limit(table: Table) -> None:
    table.lay("orthanc")
    table.stand("orthanc", "saruman")
    table.play("saruman-s-staff", to="saruman")
    assert carryover(table.state, table.seats.index("saruman")) == 3
    assert carryover(table.state, table.seats.index("witch-king")) == 2


@pytest.mark.card("woven-of-all-colours")
@pytest.mark.parametrize("location", ["edoras", "amon-hen"])
def test_the_robe_saves_saruman_from_combat(table: Table, location: str) -> None:
    table.lay(location)
    table.stand(location, "saruman")
    table.play("woven-of-all-colours", to="saruman")
    table.wield("saruman", "saruman-s-staff")
    table.fight(location)
    assert {table.where(card) for card in ("saruman", "saruman-s-staff", "woven-of-all-colours")} == {"cycled"}


@pytest.mark.card("woven-of-all-colours")
def test_the_robe_does_not_save_saruman_from_being_forsaken(table: Table) -> None:
    table.reserve("saruman")
    table.wield("saruman", "woven-of-all-colours")
    table.forsake("saruman", "forsake saruman")
    assert table.where("saruman") == table.where("woven-of-all-colours") == "eliminated"


@pytest.mark.card("threats-and-promises")
@pytest.mark.parametrize(("choice", "place"), [("move saruman edoras", "edoras"), ("decline", "reserve")])
def test_threats_and_promises_call_a_battleground(table: Table, choice: str, place: str) -> None:
    table.top("sting", "glamdring", "mithril-coat", "dwarven-axe", "bilbo-baggins")
    table.play("saruman", to="reserve")
    table.score("shadow", "edoras")
    table.play("threats-and-promises", pay="ugluk")
    assert table.options == ["activate edoras", "activate helm-s-deep", "activate orthanc"]
    table.choose("activate edoras", choice)
    assert table.where("edoras") == table.where("helm-s-deep") == "active"
    assert table.where("saruman") == place


@pytest.mark.card("threats-and-promises")
def test_threats_without_saruman_are_idle(table: Table) -> None:
    table.play("threats-and-promises")
    assert not table.state.battlegrounds
    assert table.where("threats-and-promises") == "eliminated"
