"""The table drawn for a terminal: what a seat may see, in words, and nothing else."""

import re

import pytest

from engine.games.wotr.board import draw_board
from tests.engine.games.wotr.tabletop import Tabletop


def drawn(tabletop: Tabletop, seat: str | None, lang: str = "en") -> list[str]:
    """The lines of the board as a seat sees it."""
    viewer = None if seat is None else tabletop.seats.index(seat)
    return draw_board(tabletop.match.observation(viewer), lang).splitlines()  # type: ignore[arg-type]


@pytest.fixture
def busy(tabletop: Tabletop) -> Tabletop:
    """A battle at Orthanc, Gimli on the path, something scored."""
    tabletop.lay("orthanc", "egladil")
    tabletop.stand("orthanc", "treebeard", "saruman")
    tabletop.stand("egladil", "gimli")
    tabletop.wield("gimli", "dwarven-axe")
    tabletop.reserve("elrond")
    tabletop.give("sting", "eowyn", "the-hunter")
    tabletop.score("free", "bag-end")
    tabletop.edit().sites[next(iter(tabletop.edit().path))].attack = 2
    return tabletop


def test_locations_show_both_sides_with_icons_and_items(busy: Tabletop) -> None:
    lines = drawn(busy, "frodo")
    assert lines[0] == "Round 1, action phase   Free Peoples 1 : Shadow 0   corruption 0"
    assert "Path 5: Egladil: points 1, defence 1, attack tokens 2; in all: attack 2, defence 3" in lines
    assert "   Free Peoples: Gimli [1/1 ·1] + Dwarven Axe [1/1 ·1]" in lines
    assert "Orthanc (Shadow defend): points 2, defence 2; in all: attack 2, defence 3" in lines
    assert "   Shadow: Saruman [1/1 (1/1) ·2]" in lines
    assert "Free Peoples scored: Bag End" in lines


def test_what_a_combat_would_count_has_what_texts_add(tabletop: Tabletop) -> None:
    tabletop.lay("helms-deep", "imladris")
    assert {"Path 3: Imladris: points 1, defence 1", "Helm's Deep (Free Peoples defend): points 2, defence 2"} < set(
        drawn(tabletop, "frodo")
    )
    tabletop.stand("helms-deep", "theoden", "gandalf-the-white")
    tabletop.stand("imladris", "strider")
    tabletop.reserve("arwen")
    lines = drawn(tabletop, "frodo")
    assert "Helm's Deep (Free Peoples defend): points 2, defence 2; in all: attack 0, defence 6" in lines
    assert "Path 3: Imladris: points 1, defence 1; in all: attack 0, defence 4" in lines


def test_a_hand_is_drawn_for_its_own_seat_only(busy: Tabletop) -> None:
    assert any(re.match(r"   hand: Sting \[.*\] · Éowyn \[.*\]$", line) for line in drawn(busy, "frodo"))
    for other in ("witch-king", None):
        assert not any("Sting" in line for line in drawn(busy, other))
    assert any(line.startswith("Frodo (Free Peoples): hand 2, deck") for line in drawn(busy, None))


def test_the_mirror_shows_the_top_of_the_deck(tabletop: Tabletop) -> None:
    tabletop.reserve("galadriel")
    tabletop.top("arwen", "elrond")
    tabletop.play("mirror-of-galadriel", to="galadriel", pay="high-elves/2")
    assert "   top of the deck: Arwen" in drawn(tabletop, "aragorn")
    assert not any("top of the deck" in line for line in drawn(tabletop, "frodo"))


def test_polish(busy: Tabletop) -> None:
    lines = drawn(busy, "frodo", "pl")
    assert lines[0] == "Runda 1, faza akcji   Wolne Ludy 1 : Cień 0   zepsucie 0"
    assert any(line.startswith("Czarnoksiężnik z Angmaru (Cień): ręka") for line in lines)
    assert "Ścieżka 5: Egladil: punkty 1, obrona 1, żetony ataku 2; razem: atak 2, obrona 3" in lines
