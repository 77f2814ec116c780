"""The Rohirrim, of Frodo's deck."""

import pytest

from tests.engine.games.wotr.table import Table


@pytest.mark.card("eomer")
def test_eomer_brings_a_rohan_army_to_a_battleground(table: Table) -> None:
    table.lay("edoras")
    table.top("eowyn", "riders-of-rohan", "gimli", "village-militia", "sting", "treebeard")
    table.play("eomer", to="reserve", pay="glamdring")
    assert table.options == [
        "play riders-of-rohan edoras",
        "play riders-of-rohan reserve",
        "play village-militia edoras",
        "play village-militia reserve",
        "done",
    ]
    table.choose("play riders-of-rohan edoras")
    assert table.where("riders-of-rohan") == "edoras"
    assert table.cycled("frodo") == ["glamdring", "eowyn", "gimli", "village-militia", "sting"]
    assert table.where("treebeard") == "deck"


@pytest.mark.card("eomer")
def test_eomer_may_leave_the_army(table: Table) -> None:
    table.top("riders-of-rohan", "gimli", "sting", "treebeard", "quickbeam")
    table.play("eomer", to="reserve")
    table.choose("done")
    assert table.where("riders-of-rohan") == "cycled"


@pytest.mark.card("eowyn")
def test_eowyn_played_to_a_battleground_may_slay_a_nazgul(table: Table) -> None:
    table.lay("morannon", "minas-morgul")
    table.stand("morannon", "the-witch-king", "the-hunter", "mouth-of-sauron")
    table.stand("minas-morgul", "the-reaver")
    table.wield("the-witch-king", "nazgul-s-mantle")
    table.play("eowyn", to="morannon")
    assert table.options == ["slay the-witch-king", "slay the-hunter", "decline"]
    table.choose("slay the-witch-king")
    assert table.where("the-witch-king") == table.where("nazgul-s-mantle") == "eliminated"
    assert table.where("the-hunter") == "morannon"


@pytest.mark.card("eowyn")
def test_eowyn_may_spare_them(table: Table) -> None:
    table.lay("morannon")
    table.stand("morannon", "the-hunter")
    table.play("eowyn", to="morannon")
    table.choose("decline")
    assert table.where("the-hunter") == "morannon"


@pytest.mark.card("eowyn")
def test_eowyn_moved_slays_nobody(table: Table) -> None:
    table.lay("morannon")
    table.stand("morannon", "the-hunter")
    table.reserve("eowyn")
    table.move("eowyn", to="morannon")
    assert table.asked[1] == "action"
    assert table.where("the-hunter") == "morannon"


@pytest.mark.card("eowyn")
@pytest.mark.parametrize(
    ("choice", "merry", "pippin"),
    [
        ("take merry-brandybuck", "hand", "cycled"),
        ("take pippin-took", "cycled", "hand"),
        ("decline", "cycled", "cycled"),
    ],
)
def test_eowyn_played_to_reserve_may_take_merry_or_pippin(table: Table, choice: str, merry: str, pippin: str) -> None:
    table.discard("merry-brandybuck", "pippin-took", "sam-gamgee")
    table.play("eowyn", to="reserve")
    assert table.options == ["take merry-brandybuck", "take pippin-took", "decline"]
    table.choose(choice)
    assert (table.where("merry-brandybuck"), table.where("pippin-took")) == (merry, pippin)


@pytest.mark.card("theoden")
@pytest.mark.parametrize(
    ("gandalf", "place", "bonus"),
    [
        ("gandalf-the-grey", "reserve", 1),
        ("gandalf-the-white", "orthanc", 1),
        ("gandalf-the-grey", "cycled", 0),
    ],
)
def test_theoden_is_encouraged_by_gandalf_in_play(table: Table, gandalf: str, place: str, bonus: int) -> None:
    table.lay("edoras", "orthanc")
    if place == "orthanc":
        table.stand("orthanc", gandalf)
    else:
        {"reserve": table.reserve, "cycled": table.discard}[place](gandalf)
    table.stand("edoras", "theoden")
    assert table.fight("edoras").defence == 1 + bonus
    table.stand("orthanc", "theoden")
    attack = table.fight("orthanc").attack
    assert attack == bonus + (2 if place == "orthanc" else 0)


@pytest.mark.card("theoden")
def test_theoden_brings_any_rohan_card(table: Table) -> None:
    table.reserve("gandalf-the-grey")
    table.top("eowyn", "village-militia", "shadowfax", "death-ride-ride-to-ruin", "treebeard")
    table.play("theoden", to="reserve", pay="sting")
    assert table.options == [
        "play eowyn reserve",
        "play village-militia reserve",
        "play shadowfax gandalf-the-grey",
        "play death-ride-ride-to-ruin event",
        "done",
    ]
    table.choose("play shadowfax gandalf-the-grey")
    assert table.where("shadowfax") == "gandalf-the-grey"
    assert table.cycled("frodo") == ["sting", "eowyn", "village-militia", "death-ride-ride-to-ruin", "treebeard"]


@pytest.mark.card("theoden", "eomer")
def test_theoden_calls_eomer_who_calls_his_riders(table: Table) -> None:
    """What Théoden drew is cycled before Éomer's text draws five more."""
    table.top("fatty-bolger", "riders-of-rohan", "sam-gamgee", "smeagol", "mithril-coat")
    table.top("eomer", "gimli", "sting", "treebeard", "quickbeam")
    table.play("theoden", to="reserve", pay="glamdring")
    assert table.options == ["play eomer reserve", "done"]
    table.choose("play eomer reserve")
    assert table.cycled("frodo") == ["glamdring", "gimli", "sting", "treebeard", "quickbeam"]
    assert table.options == ["play riders-of-rohan reserve", "done"]
    table.choose("play riders-of-rohan reserve")
    assert table.where("riders-of-rohan") == table.where("eomer") == "reserve"
    assert table.cycled("frodo")[5:] == ["fatty-bolger", "sam-gamgee", "smeagol", "mithril-coat"]


@pytest.mark.card("shadowfax")
def test_shadowfax_carries_gandalf_to_any_battleground(table: Table) -> None:
    table.play("gandalf-the-grey", to="reserve")
    table.play("shadowfax", to="gandalf-the-grey", pay="sting")
    table.lay("harad")
    table.score("free", "moria")
    table.use("shadowfax")
    assert len(table.options) == 13  # all but the active one
    table.choose("activate moria")
    assert table.where("gandalf-the-grey") == "moria"
    assert table.where("shadowfax") == "gandalf-the-grey"
    assert table.site("moria").breached
    assert not table.can("frodo", "use shadowfax")


@pytest.mark.card("death-ride-ride-to-ruin")
def test_death_ride_costs_as_many_mordor_cards(table: Table) -> None:
    table.reserve("eomer", "village-militia", "gimli", "gandalf-the-white")
    table.wield("gandalf-the-white", "shadowfax")
    table.lay("minas-tirith", "morannon", "weathertop")
    table.stand("minas-tirith", "olog-hai", "haradrim-cavalry")
    table.stand("morannon", "the-witch-king")
    table.wield("the-witch-king", "fell-beast")
    table.stand("weathertop", "the-hunter")
    table.play("death-ride-ride-to-ruin")
    assert table.options == [
        "sacrifice eomer",
        "sacrifice village-militia",
        "sacrifice shadowfax",
        "done",
    ]
    table.choose("sacrifice eomer", "sacrifice shadowfax", "done")
    assert table.asked == ("witch-king", "loss")
    assert table.options == ["lose olog-hai", "lose the-witch-king", "lose fell-beast"]
    table.choose("lose olog-hai", "lose fell-beast")
    for card in ("eomer", "shadowfax", "olog-hai", "fell-beast"):
        assert table.where(card) == "eliminated"
    assert table.where("village-militia") == "reserve"
    assert table.where("the-witch-king") == "morannon"


@pytest.mark.card("death-ride-ride-to-ruin")
def test_death_ride_takes_no_more_than_there_is(table: Table) -> None:
    table.reserve("eomer", "village-militia")
    table.lay("morannon")
    table.stand("morannon", "olog-hai")
    table.play("death-ride-ride-to-ruin")
    table.choose("sacrifice eomer", "sacrifice village-militia")
    assert table.where("olog-hai") == "eliminated"
    assert table.asked[1] == "action"


@pytest.mark.card("death-ride-ride-to-ruin")
def test_death_ride_may_cost_nothing_and_do_nothing(table: Table) -> None:
    table.reserve("eomer")
    table.lay("morannon")
    table.stand("morannon", "olog-hai")
    table.play("death-ride-ride-to-ruin")
    table.choose("done")
    assert (table.where("eomer"), table.where("olog-hai")) == ("reserve", "morannon")
