"""The table drawn for a terminal: what a seat may see, in words, and nothing else."""

import pytest

from engine.games.wotr.board import draw_board
from tests.engine.games.wotr.table import Table


def drawn(table: Table, seat: str | None, lang: str = "en") -> list[str]:
    """The lines of the board as a seat sees it."""
    viewer = None if seat is None else table.seats.index(seat)
    return draw_board(table.match.observation(viewer), lang).splitlines()  # type: ignore[arg-type]


@pytest.fixture
def busy(table: Table) -> Table:
    """A battle at Orthanc, Gimli on the path, something scored."""
    table.lay("orthanc", "egladil")
    table.stand("orthanc", "treebeard", "saruman")
    table.stand("egladil", "gimli")
    table.wield("gimli", "dwarven-axe")
    table.reserve("elrond")
    table.give("sting", "eowyn", "the-hunter")
    table.score("free", "bag-end")
    table.edit().sites[next(iter(table.edit().path))].attack = 2
    return table


def test_locations_show_both_sides_with_icons_and_items(busy: Table) -> None:
    lines = drawn(busy, "frodo")
    assert lines[0] == "Round 1, action phase   Free Peoples 1 : Shadow 0   corruption 0"
    assert "Path 5: Egladil: points 1, defence 1, attack tokens 2" in lines
    assert "   Free Peoples: Gimli [1/1 ·1] + Dwarven Axe [1/1 ·1]" in lines
    assert "Orthanc (Shadow defend): points 2, defence 2" in lines
    assert "   Shadow: Saruman [1/1 (1/1) ·2]" in lines
    assert "Scored: Free Peoples: Bag End" in lines


def test_a_hand_is_drawn_for_its_own_seat_only(busy: Table) -> None:
    assert "   hand: Sting · Éowyn" in drawn(busy, "frodo")
    for other in ("witch-king", None):
        assert not any("Sting" in line for line in drawn(busy, other))
    assert any(line.startswith("Frodo (Free Peoples): hand 2, deck") for line in drawn(busy, None))


def test_the_mirror_shows_the_top_of_the_deck(table: Table) -> None:
    table.reserve("galadriel")
    table.top("arwen", "elrond")
    table.play("mirror-of-galadriel", to="galadriel", pay="high-elves/2")
    assert "   top of the deck: Arwen" in drawn(table, "aragorn")
    assert not any("top of the deck" in line for line in drawn(table, "frodo"))


def test_polish(busy: Table) -> None:
    lines = drawn(busy, "frodo", "pl")
    assert lines[0] == "Runda 1, faza akcji   Wolne Ludy 1 : Cień 0   zepsucie 0"
    assert any(line.startswith("Czarnoksiężnik z Angmaru (Cień): ręka") for line in lines)
