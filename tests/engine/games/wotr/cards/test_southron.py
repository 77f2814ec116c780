"""The Southrons, of Saruman's deck."""

import pytest

from tests.engine.games.wotr.tabletop import Tabletop

CALLS = [
    ("coastal-raiders", "dol-amroth", "free"),
    ("corsairs-of-umbar", "umbar", "shadow"),
    ("haradrim-regulars", "harad", "shadow"),
    ("haradrim-cavalry", "minas-tirith", "free"),
    ("the-black-fleet", "pelargir", "free"),
]
ARMIES = [army for army, _, _ in CALLS]


@pytest.mark.card(*ARMIES)
@pytest.mark.parametrize(("army", "ground", "side"), CALLS)
def test_an_army_in_reserve_calls_its_battleground(tabletop: Tabletop, army: str, ground: str, side: str) -> None:
    tabletop.play(army, to="reserve")
    tabletop.use(army)
    if side == "free":
        tabletop.choose("no")  # the battleground's own text
    assert tabletop.where(army) == "eliminated"
    assert tabletop.where(ground) == "active"


@pytest.mark.card(*ARMIES)
@pytest.mark.parametrize(("army", "ground", "side"), CALLS)
def test_an_army_calls_only_from_the_deck_and_from_reserve(
    tabletop: Tabletop, army: str, ground: str, side: str
) -> None:
    tabletop.reserve(army)
    tabletop.score(side, ground)
    assert not tabletop.can("saruman", f"use {army}")
    tabletop.lay(ground)
    assert not tabletop.can("saruman", f"use {army}")
    tabletop.stand(ground, army)
    assert not tabletop.can("saruman", f"use {army}")


@pytest.mark.card("coastal-raiders", "haradrim-cavalry", "the-black-fleet")
@pytest.mark.parametrize(
    ("army", "home", "away"),
    [
        ("coastal-raiders", "dol-amroth", "pelargir"),
        ("haradrim-cavalry", "minas-tirith", "pelargir"),
        ("the-black-fleet", "pelargir", "dol-amroth"),
    ],
)
def test_an_army_is_stronger_at_its_target(tabletop: Tabletop, army: str, home: str, away: str) -> None:
    tabletop.lay(home, away)
    tabletop.stand(away, army)
    assert tabletop.fight(away).attack == 1
    tabletop.stand(home, army)
    assert tabletop.fight(home).attack == 2


@pytest.mark.card("the-black-serpent")
def test_the_black_serpent_reactivates_a_southron_battleground(tabletop: Tabletop) -> None:
    tabletop.reserve("the-black-serpent")
    assert not tabletop.can("saruman", "use the-black-serpent")
    tabletop.score("free", "harad", "minas-tirith", "rivendell")
    tabletop.score("shadow", "dol-amroth", "minas-morgul")
    tabletop.use("the-black-serpent")
    assert tabletop.options == ["activate dol-amroth", "activate minas-tirith", "activate harad"]
    tabletop.choose("activate harad")
    assert tabletop.where("harad") == "active"
    assert tabletop.site("harad").own_defence_ignored
    assert tabletop.where("the-black-serpent") == "eliminated"
