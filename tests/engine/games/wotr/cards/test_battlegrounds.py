"""The activation texts of the battlegrounds."""

import pytest

from engine.games.wotr.cards.texts import TEXTS
from engine.games.wotr.components.box import BATTLEGROUNDS
from tests.engine.games.wotr.tabletop import Tabletop, word


@pytest.mark.card("dol-amroth", "pelargir", "minas-tirith")
@pytest.mark.parametrize(("ground", "drawn"), [("dol-amroth", 1), ("pelargir", 1), ("minas-tirith", 3)])
def test_gondor_may_forsake_to_draw(tabletop: Tabletop, ground: str, drawn: int) -> None:
    tabletop.give("arwen")
    tabletop.top("boromir", "faramir", "halbarad", "denethor")
    tabletop.activate(ground)
    assert tabletop.awaits == ("aragorn", "may")
    tabletop.choose("yes", "forsake arwen")
    assert tabletop.where("arwen") == "eliminated"
    assert tabletop.hand("aragorn") == ["boromir", "faramir", "halbarad"][:drawn]


@pytest.mark.card("dol-amroth", "pelargir", "minas-tirith")
@pytest.mark.parametrize("ground", ["dol-amroth", "pelargir", "minas-tirith"])
def test_gondor_may_decline(tabletop: Tabletop, ground: str) -> None:
    tabletop.give("arwen")
    tabletop.activate(ground)
    tabletop.choose("no")
    assert tabletop.hand("aragorn") == ["arwen"]


@pytest.mark.card("dol-amroth", "pelargir", "minas-tirith")
@pytest.mark.parametrize("ground", ["dol-amroth", "pelargir", "minas-tirith"])
def test_gondor_without_anything_to_forsake_draws_nothing(tabletop: Tabletop, ground: str) -> None:
    tabletop.only("aragorn")
    tabletop.activate(ground)
    assert tabletop.awaits[1] == "action"
    assert tabletop.where(ground) == "active"


@pytest.mark.card("edoras")
def test_edoras_calls_helms_deep_from_the_deck(tabletop: Tabletop) -> None:
    tabletop.top("sting", "glamdring", "mithril-coat", "dwarven-axe", "bilbo-baggins")
    tabletop.activate("edoras")
    assert tabletop.where("edoras") == tabletop.where("helms-deep") == "active"
    assert len(tabletop.cycle_pile("frodo")) == 5  # the text of Helm's Deep


@pytest.mark.card("edoras")
@pytest.mark.parametrize("side", ["free", "shadow"])
def test_edoras_does_not_reactivate_helms_deep(tabletop: Tabletop, side: str) -> None:
    tabletop.score(side, "helms-deep")
    tabletop.activate("edoras")
    assert tabletop.where("helms-deep") == side


@pytest.mark.card("helms-deep")
def test_helms_deep_may_be_manned_from_five_cards(tabletop: Tabletop) -> None:
    tabletop.lay("orthanc")
    tabletop.top("gandalf-the-grey", "village-militia", "gimli", "sting", "sam-gamgee", "riders-of-rohan")
    tabletop.activate("helms-deep")
    assert tabletop.awaits == ("frodo", "play-drawn")
    assert tabletop.options == ["play gandalf-the-grey helms-deep", "play village-militia helms-deep", "done"]
    tabletop.choose("play village-militia helms-deep")
    assert tabletop.where("village-militia") == "helms-deep"
    assert tabletop.cycle_pile("frodo") == ["gandalf-the-grey", "gimli", "sting", "sam-gamgee"]
    assert tabletop.hand("frodo") == []


@pytest.mark.card("helms-deep")
def test_helms_deep_may_stay_empty(tabletop: Tabletop) -> None:
    tabletop.top("gandalf-the-grey", "village-militia", "gimli", "sting", "sam-gamgee")
    tabletop.activate("helms-deep")
    tabletop.choose("done")
    assert len(tabletop.cycle_pile("frodo")) == 5


@pytest.mark.card("helms-deep", "eomer")
def test_who_is_played_at_helms_deep_is_played(tabletop: Tabletop) -> None:
    """Éomer's own text follows, after the rest has been cycled."""
    tabletop.top("riders-of-rohan", "smeagol", "quickbeam", "bilbo-baggins", "fatty-bolger")
    tabletop.top("eomer", "gimli", "sting", "sam-gamgee", "dwarven-axe")
    tabletop.activate("helms-deep")
    tabletop.choose("play eomer helms-deep")
    assert tabletop.options == ["play riders-of-rohan helms-deep", "play riders-of-rohan reserve", "done"]


@pytest.mark.card("lorien", "dol-guldur")
@pytest.mark.parametrize(("ground", "other"), [("lorien", "dol-guldur"), ("dol-guldur", "lorien")])
@pytest.mark.parametrize("place", ["deck", "free", "shadow", "active"])
def test_lorien_and_dol_guldur_call_each_other(tabletop: Tabletop, ground: str, other: str, place: str) -> None:
    if place == "active":
        tabletop.lay(other)
    elif place != "deck":
        tabletop.score(place, other)
    tabletop.activate(ground)
    assert tabletop.where(ground) == tabletop.where(other) == "active"
    assert len(tabletop.state.battlegrounds) == 2
    taken = (other, place) in (("lorien", "shadow"), ("dol-guldur", "free"))
    assert tabletop.site(other).own_defence_ignored == taken


@pytest.mark.card("rivendell")
def test_rivendell_sorts_a_card(tabletop: Tabletop) -> None:
    tabletop.give("arwen")
    tabletop.top("elrond")
    tabletop.activate("rivendell")
    assert tabletop.awaits == ("aragorn", "cycle")
    tabletop.choose("cycle arwen")
    assert tabletop.hand("aragorn") == ["elrond"]


@pytest.mark.card("harad", "umbar")
@pytest.mark.parametrize("ground", ["harad", "umbar"])
def test_the_south_strengthens_each_shadow_player(tabletop: Tabletop, ground: str) -> None:
    tabletop.top("olog-hai")
    tabletop.top("ugluk")
    tabletop.activate(ground)
    assert (tabletop.hand("witch-king"), tabletop.hand("saruman")) == (["olog-hai"], ["ugluk"])


@pytest.mark.card("minas-morgul")
def test_minas_morgul_sends_a_nazgul_to_reserve(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.top("the-hunter", "olog-hai", "the-reaver", "grishnakh", "fell-beast")
    tabletop.activate("minas-morgul")
    assert tabletop.awaits == ("witch-king", "play-drawn")
    assert tabletop.options == ["play the-hunter reserve", "play the-reaver reserve", "done"]
    tabletop.choose("play the-reaver reserve")
    assert tabletop.where("the-reaver") == "reserve"
    assert tabletop.cycle_pile("witch-king") == ["the-hunter", "olog-hai", "grishnakh", "fell-beast"]
    assert not tabletop.can("witch-king", "move the-reaver")


@pytest.mark.card("minas-morgul", "morannon")
@pytest.mark.parametrize("ground", ["minas-morgul", "morannon"])
def test_mordor_may_keep_them_back(tabletop: Tabletop, ground: str) -> None:
    tabletop.top("the-hunter", "olog-hai", "the-reaver", "grishnakh", "fell-beast")
    tabletop.activate(ground)
    tabletop.choose("done")
    assert len(tabletop.cycle_pile("witch-king")) == 5


@pytest.mark.card("morannon")
def test_the_morannon_sends_an_army(tabletop: Tabletop) -> None:
    tabletop.lay("minas-tirith")
    tabletop.top("the-hunter", "olog-hai", "the-reaver", "grishnakh", "fell-beast")
    tabletop.activate("morannon")
    assert tabletop.options == ["play olog-hai minas-tirith", "play olog-hai morannon", "play olog-hai reserve", "done"]
    tabletop.choose("play olog-hai minas-tirith")
    assert tabletop.where("olog-hai") == "minas-tirith"
    assert tabletop.cycle_pile("witch-king") == ["the-hunter", "the-reaver", "grishnakh", "fell-beast"]


@pytest.mark.card("moria")
def test_moria_strengthens_the_monstrous_player(tabletop: Tabletop) -> None:
    tabletop.top("ugluk", "gollum", "shelob")
    tabletop.activate("moria")
    assert tabletop.hand("saruman") == ["ugluk", "gollum"]
    assert tabletop.hand("witch-king") == []


@pytest.mark.card("orthanc")
@pytest.mark.parametrize("place", ["deck", "cycled"])
def test_orthanc_may_bring_saruman_and_recycles(tabletop: Tabletop, place: str) -> None:
    tabletop.discard("ugluk", "gollum")
    if place == "cycled":
        tabletop.discard("saruman")
    tabletop.activate("orthanc")
    assert tabletop.awaits == ("saruman", "take")
    tabletop.choose("take saruman")
    assert tabletop.hand("saruman") == ["saruman"]
    assert tabletop.cycle_pile("saruman") == []
    assert {"ugluk", "gollum"} <= set(tabletop.deck("saruman"))


@pytest.mark.card("orthanc")
def test_orthanc_may_leave_saruman_but_recycles(tabletop: Tabletop) -> None:
    tabletop.discard("ugluk", "saruman")
    tabletop.activate("orthanc")
    tabletop.choose("decline")
    assert tabletop.hand("saruman") == tabletop.cycle_pile("saruman") == []
    assert {"ugluk", "saruman"} <= set(tabletop.deck("saruman"))


@pytest.mark.card("orthanc")
def test_orthanc_recycles_without_saruman(tabletop: Tabletop) -> None:
    tabletop.reserve("saruman")
    tabletop.discard("ugluk")
    tabletop.activate("orthanc")
    assert tabletop.awaits[1] == "action"
    assert tabletop.where("ugluk") == "deck"


def test_every_battleground_has_a_text() -> None:
    assert all(TEXTS[ground.id].en for ground in BATTLEGROUNDS.values())
    assert len({word(ground) for ground in BATTLEGROUNDS}) == 14
