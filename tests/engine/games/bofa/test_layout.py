"""The drawing of the board in the docs is the one the shipped pack gives."""

from pathlib import Path
from xml.etree import ElementTree

from engine.games.bofa.components.library import load
from engine.games.bofa.layout.drawing import draw

DRAWN = Path(__file__).parents[4] / "docs" / "games" / "bofa-map.svg"


def test_the_map_in_the_docs_is_up_to_date() -> None:
    """`python -m engine.games.bofa.layout.drawing docs/games/bofa-map.svg` draws it anew."""
    assert DRAWN.read_text(encoding="utf-8") == draw(load("reconstruction"))


def test_every_region_is_on_the_map() -> None:
    words = " ".join(ElementTree.fromstring(draw(load("reconstruction"))).itertext())
    for region in load("reconstruction").contents.board.region:
        assert all(word in words for word in region.name.split())
