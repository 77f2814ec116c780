"""The Southrons, of Saruman's deck."""

import pytest

from tests.engine.games.wotr.table import Table

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
def test_an_army_in_reserve_calls_its_battleground(table: Table, army: str, ground: str, side: str) -> None:
    table.play(army, to="reserve")
    table.use(army)
    if side == "free":
        table.choose("no")  # the battleground's own text
    assert table.where(army) == "eliminated"
    assert table.where(ground) == "active"


@pytest.mark.card(*ARMIES)
@pytest.mark.parametrize(("army", "ground", "side"), CALLS)
def test_an_army_calls_only_from_the_deck_and_from_reserve(table: Table, army: str, ground: str, side: str) -> None:
    table.reserve(army)
    table.score(side, ground)
    assert not table.can("saruman", f"use {army}")
    table.lay(ground)
    assert not table.can("saruman", f"use {army}")
    table.stand(ground, army)
    assert not table.can("saruman", f"use {army}")


@pytest.mark.card("coastal-raiders", "haradrim-cavalry", "the-black-fleet")
@pytest.mark.parametrize(
    ("army", "home", "away"),
    [
        ("coastal-raiders", "dol-amroth", "pelargir"),
        ("haradrim-cavalry", "minas-tirith", "pelargir"),
        ("the-black-fleet", "pelargir", "dol-amroth"),
    ],
)
def test_an_army_is_stronger_at_its_target(table: Table, army: str, home: str, away: str) -> None:
    table.lay(home, away)
    table.stand(away, army)
    assert table.fight(away).attack == 1
    table.stand(home, army)
    assert table.fight(home).attack == 2


@pytest.mark.card("the-black-serpent")
def test_the_black_serpent_reactivates_a_southron_battleground(table: Table) -> None:
    table.reserve("the-black-serpent")
    assert not table.can("saruman", "use the-black-serpent")
    table.score("free", "harad", "minas-tirith", "rivendell")
    table.score("shadow", "dol-amroth", "minas-morgul")
    table.use("the-black-serpent")
    assert table.options == ["activate dol-amroth", "activate minas-tirith", "activate harad"]
    table.choose("activate harad")
    assert table.where("harad") == "active"
    assert table.site("harad").breached
    assert table.where("the-black-serpent") == "eliminated"
