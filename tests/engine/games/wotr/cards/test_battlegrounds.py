"""The activation texts of the battlegrounds."""

import pytest

from engine.games.wotr.components import BATTLEGROUNDS
from tests.engine.games.wotr.table import Table, word


@pytest.mark.card("dol-amroth", "pelargir", "minas-tirith")
@pytest.mark.parametrize(("ground", "drawn"), [("dol-amroth", 1), ("pelargir", 1), ("minas-tirith", 3)])
def test_gondor_may_forsake_to_draw(table: Table, ground: str, drawn: int) -> None:
    table.give("arwen")
    table.top("boromir", "faramir", "halbarad", "denethor")
    table.activate(ground)
    assert table.asked == ("aragorn", "may")
    table.choose("yes", "forsake arwen")
    assert table.where("arwen") == "eliminated"
    assert table.hand("aragorn") == ["boromir", "faramir", "halbarad"][:drawn]


@pytest.mark.card("dol-amroth", "pelargir", "minas-tirith")
@pytest.mark.parametrize("ground", ["dol-amroth", "pelargir", "minas-tirith"])
def test_gondor_may_decline(table: Table, ground: str) -> None:
    table.give("arwen")
    table.activate(ground)
    table.choose("no")
    assert table.hand("aragorn") == ["arwen"]


@pytest.mark.card("dol-amroth", "pelargir", "minas-tirith")
@pytest.mark.parametrize("ground", ["dol-amroth", "pelargir", "minas-tirith"])
def test_gondor_without_anything_to_forsake_draws_nothing(table: Table, ground: str) -> None:
    table.only("aragorn")
    table.activate(ground)
    assert table.asked[1] == "action"
    assert table.where(ground) == "active"


@pytest.mark.card("edoras")
def test_edoras_calls_helms_deep_from_the_deck(table: Table) -> None:
    table.top("sting", "glamdring", "mithril-coat", "dwarven-axe", "bilbo-baggins")
    table.activate("edoras")
    assert table.where("edoras") == table.where("helm-s-deep") == "active"
    assert len(table.cycled("frodo")) == 5  # the text of Helm's Deep


@pytest.mark.card("edoras")
@pytest.mark.parametrize("side", ["free", "shadow"])
def test_edoras_does_not_reactivate_helms_deep(table: Table, side: str) -> None:
    table.score(side, "helm-s-deep")
    table.activate("edoras")
    assert table.where("helm-s-deep") == side


@pytest.mark.card("helm-s-deep")
def test_helms_deep_may_be_manned_from_five_cards(table: Table) -> None:
    table.lay("orthanc")
    table.top("gandalf-the-grey", "village-militia", "gimli", "sting", "sam-gamgee", "riders-of-rohan")
    table.activate("helm-s-deep")
    assert table.asked == ("frodo", "play drawn")
    assert table.options == ["play gandalf-the-grey helm-s-deep", "play village-militia helm-s-deep", "done"]
    table.choose("play village-militia helm-s-deep")
    assert table.where("village-militia") == "helm-s-deep"
    assert table.cycled("frodo") == ["gandalf-the-grey", "gimli", "sting", "sam-gamgee"]
    assert table.hand("frodo") == []


@pytest.mark.card("helm-s-deep")
def test_helms_deep_may_stay_empty(table: Table) -> None:
    table.top("gandalf-the-grey", "village-militia", "gimli", "sting", "sam-gamgee")
    table.activate("helm-s-deep")
    table.choose("done")
    assert len(table.cycled("frodo")) == 5


@pytest.mark.card("helm-s-deep", "eomer")
def test_who_is_played_at_helms_deep_is_played(table: Table) -> None:
    """Éomer's own text follows, after the rest has been cycled."""
    table.top("riders-of-rohan", "smeagol", "quickbeam", "bilbo-baggins", "fatty-bolger")
    table.top("eomer", "gimli", "sting", "sam-gamgee", "dwarven-axe")
    table.activate("helm-s-deep")
    table.choose("play eomer helm-s-deep")
    assert table.options == ["play riders-of-rohan helm-s-deep", "play riders-of-rohan reserve", "done"]


@pytest.mark.card("lorien", "dol-guldur")
@pytest.mark.parametrize(("ground", "other"), [("lorien", "dol-guldur"), ("dol-guldur", "lorien")])
@pytest.mark.parametrize("place", ["deck", "free", "shadow", "active"])
def test_lorien_and_dol_guldur_call_each_other(table: Table, ground: str, other: str, place: str) -> None:
    if place == "active":
        table.lay(other)
    elif place != "deck":
        table.score(place, other)
    table.activate(ground)
    assert table.where(ground) == table.where(other) == "active"
    assert len(table.state.battlegrounds) == 2
    taken = (other, place) in (("lorien", "shadow"), ("dol-guldur", "free"))
    assert table.site(other).breached == taken


@pytest.mark.card("rivendell")
def test_rivendell_sorts_a_card(table: Table) -> None:
    table.give("arwen")
    table.top("elrond")
    table.activate("rivendell")
    assert table.asked == ("aragorn", "cycle")
    table.choose("cycle arwen")
    assert table.hand("aragorn") == ["elrond"]


@pytest.mark.card("harad", "umbar")
@pytest.mark.parametrize("ground", ["harad", "umbar"])
def test_the_south_strengthens_each_shadow_player(table: Table, ground: str) -> None:
    table.top("olog-hai")
    table.top("ugluk")
    table.activate(ground)
    assert (table.hand("witch-king"), table.hand("saruman")) == (["olog-hai"], ["ugluk"])


@pytest.mark.card("minas-morgul")
def test_minas_morgul_sends_a_nazgul_to_reserve(table: Table) -> None:
    table.lay("weathertop")
    table.top("the-hunter", "olog-hai", "the-reaver", "grishnakh", "fell-beast")
    table.activate("minas-morgul")
    assert table.asked == ("witch-king", "play drawn")
    assert table.options == ["play the-hunter reserve", "play the-reaver reserve", "done"]
    table.choose("play the-reaver reserve")
    assert table.where("the-reaver") == "reserve"
    assert table.cycled("witch-king") == ["the-hunter", "olog-hai", "grishnakh", "fell-beast"]
    assert not table.can("witch-king", "move the-reaver")


@pytest.mark.card("minas-morgul", "morannon")
@pytest.mark.parametrize("ground", ["minas-morgul", "morannon"])
def test_mordor_may_keep_them_back(table: Table, ground: str) -> None:
    table.top("the-hunter", "olog-hai", "the-reaver", "grishnakh", "fell-beast")
    table.activate(ground)
    table.choose("done")
    assert len(table.cycled("witch-king")) == 5


@pytest.mark.card("morannon")
def test_the_morannon_sends_an_army(table: Table) -> None:
    table.lay("minas-tirith")
    table.top("the-hunter", "olog-hai", "the-reaver", "grishnakh", "fell-beast")
    table.activate("morannon")
    assert table.options == ["play olog-hai minas-tirith", "play olog-hai morannon", "play olog-hai reserve", "done"]
    table.choose("play olog-hai minas-tirith")
    assert table.where("olog-hai") == "minas-tirith"
    assert table.cycled("witch-king") == ["the-hunter", "the-reaver", "grishnakh", "fell-beast"]


@pytest.mark.card("moria")
def test_moria_strengthens_the_monstrous_player(table: Table) -> None:
    table.top("ugluk", "gollum", "shelob")
    table.activate("moria")
    assert table.hand("saruman") == ["ugluk", "gollum"]
    assert table.hand("witch-king") == []


@pytest.mark.card("orthanc")
@pytest.mark.parametrize("place", ["deck", "cycled"])
def test_orthanc_may_bring_saruman_and_recycles(table: Table, place: str) -> None:
    table.discard("ugluk", "gollum")
    if place == "cycled":
        table.discard("saruman")
    table.activate("orthanc")
    assert table.asked == ("saruman", "take")
    table.choose("take saruman")
    assert table.hand("saruman") == ["saruman"]
    assert table.cycled("saruman") == []
    assert {"ugluk", "gollum"} <= set(table.deck("saruman"))


@pytest.mark.card("orthanc")
def test_orthanc_may_leave_saruman_but_recycles(table: Table) -> None:
    table.discard("ugluk", "saruman")
    table.activate("orthanc")
    table.choose("decline")
    assert table.hand("saruman") == table.cycled("saruman") == []
    assert {"ugluk", "saruman"} <= set(table.deck("saruman"))


@pytest.mark.card("orthanc")
def test_orthanc_recycles_without_saruman(table: Table) -> None:
    table.reserve("saruman")
    table.discard("ugluk")
    table.activate("orthanc")
    assert table.asked[1] == "action"
    assert table.where("ugluk") == "deck"


def test_every_battleground_has_a_text() -> None:
    assert all(ground.text for ground in BATTLEGROUNDS.values())
    assert len({word(ground) for ground in BATTLEGROUNDS}) == 14
