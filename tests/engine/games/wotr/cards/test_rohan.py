"""The Rohirrim, of Frodo's deck."""

import pytest

from tests.engine.games.wotr.tabletop import Tabletop


@pytest.mark.card("eomer")
def test_eomer_brings_a_rohan_army_to_a_battleground(tabletop: Tabletop) -> None:
    tabletop.lay("edoras")
    tabletop.top("eowyn", "riders-of-rohan", "gimli", "village-militia", "sting", "treebeard")
    tabletop.play("eomer", to="reserve", pay="glamdring")
    assert tabletop.options == [
        "play riders-of-rohan edoras",
        "play riders-of-rohan reserve",
        "play village-militia edoras",
        "play village-militia reserve",
        "done",
    ]
    tabletop.choose("play riders-of-rohan edoras")
    assert tabletop.where("riders-of-rohan") == "edoras"
    assert tabletop.cycle_pile("frodo") == ["glamdring", "eowyn", "gimli", "village-militia", "sting"]
    assert tabletop.where("treebeard") == "deck"


@pytest.mark.card("eomer")
def test_eomer_may_leave_the_army(tabletop: Tabletop) -> None:
    tabletop.top("riders-of-rohan", "gimli", "sting", "treebeard", "quickbeam")
    tabletop.play("eomer", to="reserve")
    tabletop.choose("done")
    assert tabletop.where("riders-of-rohan") == "cycled"


@pytest.mark.card("eowyn")
def test_eowyn_played_to_a_battleground_may_slay_a_nazgul(tabletop: Tabletop) -> None:
    tabletop.lay("morannon", "minas-morgul")
    tabletop.stand("morannon", "the-witch-king", "the-hunter", "mouth-of-sauron")
    tabletop.stand("minas-morgul", "the-reaver")
    tabletop.wield("the-witch-king", "nazguls-mantle")
    tabletop.play("eowyn", to="morannon")
    assert tabletop.options == ["slay the-witch-king", "slay the-hunter", "decline"]
    tabletop.choose("slay the-witch-king")
    assert tabletop.where("the-witch-king") == tabletop.where("nazguls-mantle") == "eliminated"
    assert tabletop.where("the-hunter") == "morannon"


@pytest.mark.card("eowyn")
def test_eowyn_may_spare_them(tabletop: Tabletop) -> None:
    tabletop.lay("morannon")
    tabletop.stand("morannon", "the-hunter")
    tabletop.play("eowyn", to="morannon")
    tabletop.choose("decline")
    assert tabletop.where("the-hunter") == "morannon"


@pytest.mark.card("eowyn")
def test_eowyn_moved_slays_nobody(tabletop: Tabletop) -> None:
    tabletop.lay("morannon")
    tabletop.stand("morannon", "the-hunter")
    tabletop.reserve("eowyn")
    tabletop.move("eowyn", to="morannon")
    assert tabletop.awaits[1] == "action"
    assert tabletop.where("the-hunter") == "morannon"


@pytest.mark.card("eowyn")
@pytest.mark.parametrize(
    ("choice", "merry", "pippin"),
    [
        ("take merry-brandybuck", "hand", "cycled"),
        ("take pippin-took", "cycled", "hand"),
        ("decline", "cycled", "cycled"),
    ],
)
def test_eowyn_played_to_reserve_may_take_merry_or_pippin(
    tabletop: Tabletop, choice: str, merry: str, pippin: str
) -> None:
    tabletop.discard("merry-brandybuck", "pippin-took", "sam-gamgee")
    tabletop.play("eowyn", to="reserve")
    assert tabletop.options == ["take merry-brandybuck", "take pippin-took", "decline"]
    tabletop.choose(choice)
    assert (tabletop.where("merry-brandybuck"), tabletop.where("pippin-took")) == (merry, pippin)


@pytest.mark.card("theoden")
@pytest.mark.parametrize(
    ("gandalf", "place", "bonus"),
    [
        ("gandalf-the-grey", "reserve", 1),
        ("gandalf-the-white", "orthanc", 1),
        ("gandalf-the-grey", "cycled", 0),
    ],
)
def test_theoden_is_encouraged_by_gandalf_in_play(tabletop: Tabletop, gandalf: str, place: str, bonus: int) -> None:
    tabletop.lay("edoras", "orthanc")
    if place == "orthanc":
        tabletop.stand("orthanc", gandalf)
    else:
        {"reserve": tabletop.reserve, "cycled": tabletop.discard}[place](gandalf)
    tabletop.stand("edoras", "theoden")
    assert tabletop.fight("edoras").defence == 1 + bonus
    tabletop.stand("orthanc", "theoden")
    attack = tabletop.fight("orthanc").attack
    assert attack == bonus + (2 if place == "orthanc" else 0)


@pytest.mark.card("theoden")
def test_theoden_brings_any_rohan_card(tabletop: Tabletop) -> None:
    tabletop.reserve("gandalf-the-grey")
    tabletop.top("eowyn", "village-militia", "shadowfax", "death-ride-ride-to-ruin", "treebeard")
    tabletop.play("theoden", to="reserve", pay="sting")
    assert tabletop.options == [
        "play eowyn reserve",
        "play village-militia reserve",
        "play shadowfax gandalf-the-grey",
        "play death-ride-ride-to-ruin event",
        "done",
    ]
    tabletop.choose("play shadowfax gandalf-the-grey")
    assert tabletop.where("shadowfax") == "gandalf-the-grey"
    assert tabletop.cycle_pile("frodo") == ["sting", "eowyn", "village-militia", "death-ride-ride-to-ruin", "treebeard"]


@pytest.mark.card("theoden", "eomer")
def test_theoden_calls_eomer_who_calls_his_riders(tabletop: Tabletop) -> None:
    """What Théoden drew is cycled before Éomer's text draws five more."""
    tabletop.top("fatty-bolger", "riders-of-rohan", "sam-gamgee", "smeagol", "mithril-coat")
    tabletop.top("eomer", "gimli", "sting", "treebeard", "quickbeam")
    tabletop.play("theoden", to="reserve", pay="glamdring")
    assert tabletop.options == ["play eomer reserve", "done"]
    tabletop.choose("play eomer reserve")
    assert tabletop.cycle_pile("frodo") == ["glamdring", "gimli", "sting", "treebeard", "quickbeam"]
    assert tabletop.options == ["play riders-of-rohan reserve", "done"]
    tabletop.choose("play riders-of-rohan reserve")
    assert tabletop.where("riders-of-rohan") == tabletop.where("eomer") == "reserve"
    assert tabletop.cycle_pile("frodo")[5:] == ["fatty-bolger", "sam-gamgee", "smeagol", "mithril-coat"]


@pytest.mark.card("shadowfax")
def test_shadowfax_carries_gandalf_to_any_battleground(tabletop: Tabletop) -> None:
    tabletop.play("gandalf-the-grey", to="reserve")
    tabletop.play("shadowfax", to="gandalf-the-grey", pay="sting")
    tabletop.lay("harad")
    tabletop.score("free", "moria")
    tabletop.use("shadowfax")
    assert len(tabletop.options) == 13  # all but the active one
    tabletop.choose("activate moria")
    assert tabletop.where("gandalf-the-grey") == "moria"
    assert tabletop.where("shadowfax") == "gandalf-the-grey"
    assert tabletop.site("moria").own_defence_ignored
    assert not tabletop.can("frodo", "use shadowfax")


@pytest.mark.card("death-ride-ride-to-ruin")
def test_death_ride_costs_as_many_mordor_cards(tabletop: Tabletop) -> None:
    tabletop.reserve("eomer", "village-militia", "gimli", "gandalf-the-white")
    tabletop.wield("gandalf-the-white", "shadowfax")
    tabletop.lay("minas-tirith", "morannon", "weathertop")
    tabletop.stand("minas-tirith", "olog-hai", "haradrim-cavalry")
    tabletop.stand("morannon", "the-witch-king")
    tabletop.wield("the-witch-king", "fell-beast")
    tabletop.stand("weathertop", "the-hunter")
    tabletop.play("death-ride-ride-to-ruin")
    assert tabletop.options == [
        "sacrifice eomer",
        "sacrifice village-militia",
        "sacrifice shadowfax",
        "done",
    ]
    tabletop.choose("sacrifice eomer", "sacrifice shadowfax", "done")
    assert tabletop.awaits == ("witch-king", "loss")
    assert tabletop.options == ["lose olog-hai", "lose the-witch-king", "lose fell-beast"]
    tabletop.choose("lose olog-hai", "lose fell-beast")
    for card in ("eomer", "shadowfax", "olog-hai", "fell-beast"):
        assert tabletop.where(card) == "eliminated"
    assert tabletop.where("village-militia") == "reserve"
    assert tabletop.where("the-witch-king") == "morannon"


@pytest.mark.card("death-ride-ride-to-ruin")
def test_death_ride_takes_no_more_than_there_is(tabletop: Tabletop) -> None:
    tabletop.reserve("eomer", "village-militia")
    tabletop.lay("morannon")
    tabletop.stand("morannon", "olog-hai")
    tabletop.play("death-ride-ride-to-ruin")
    tabletop.choose("sacrifice eomer", "sacrifice village-militia")
    assert tabletop.where("olog-hai") == "eliminated"
    assert tabletop.awaits[1] == "action"


@pytest.mark.card("death-ride-ride-to-ruin")
def test_death_ride_may_cost_nothing_and_do_nothing(tabletop: Tabletop) -> None:
    tabletop.reserve("eomer")
    tabletop.lay("morannon")
    tabletop.stand("morannon", "olog-hai")
    tabletop.play("death-ride-ride-to-ruin")
    tabletop.choose("done")
    assert (tabletop.where("eomer"), tabletop.where("olog-hai")) == ("reserve", "morannon")
