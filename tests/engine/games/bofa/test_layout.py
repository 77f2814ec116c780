"""The layout of a pack's board: its map, and the drawing of it in the docs."""

import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.core.layout import Layout, Place, Point
from engine.games.bofa.components.library import SHIPPED, load, load_pack
from engine.games.bofa.game import GAME
from engine.games.bofa.layout.board_map import map_layout
from engine.games.bofa.layout.drawing import draw
from engine.testing import Variant, check_frontends

DRAWN = Path(__file__).parents[4] / "docs" / "games" / "bofa-map.svg"


@pytest.fixture
def other_pack(tmp_path: Path) -> str:
    """The key of a pack with other names, coordinates and tokens than the shipped one."""
    folder = Path(shutil.copytree(SHIPPED / "reconstruction", tmp_path / "other"))
    changes = {
        "pack.toml": ('id = "reconstruction"', 'id = "other"'),
        "board.toml": ("eyrie = [200, 130]", "eyrie = [-200, -130]"),
        "events.toml": ('id = "forced-march"', 'id = "night-march"'),
        "tokens.toml": ('units = ["elf-archers"], count = 10', 'units = ["elf-archers", "elf-spearmen"], count = 10'),
    }
    for name, (old, new) in changes.items():
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    return load(load_pack(folder)).key


def layout_of(pack: str) -> Layout:
    assert GAME.layout is not None
    return GAME.layout(GAME.setting(options={"pack": pack}))


def places_of(layout: Layout) -> dict[str, Place]:
    assert layout.map is not None
    return {place.reference: place for place in layout.map.places}


# -- the map ---------------------------------------------------------------------------------------------------


def test_the_map_in_the_docs_is_up_to_date() -> None:
    """`python -m engine.games.bofa.layout.drawing docs/games/bofa-map.svg` draws it anew."""
    pack = load("reconstruction")
    assert DRAWN.read_text(encoding="utf-8") == draw(map_layout(pack.key), pack.contents.about.title)


def test_every_place_is_on_the_drawing() -> None:
    words = list(ElementTree.fromstring(DRAWN.read_text(encoding="utf-8")).itertext())
    assert [one.name.en for one in places_of(layout_of("reconstruction")).values() if one.name.en not in words] == []


def test_a_region_has_its_borders_its_ground_and_what_is_printed_there() -> None:
    places = places_of(layout_of("reconstruction"))
    ravenhill = places["ravenhill"]
    assert (ravenhill.name.pl, ravenhill.terrain, ravenhill.region) == (
        "Krucze Wzgórze",
        "mountains",
        "territory:southern-spur",
    )
    assert {way.to: way.kind for way in ravenhill.adjacent} == {
        "lower-slopes": "slope",
        "raven-path": "slope",
        "spur-end": "slope",
    }
    assert {one.id: one.value for one in ravenhill.printed} == {
        "points": 4,
        "defence": 5,
        "bow": ["lower-slopes", "raven-path", "spur-end"],
        "magic": ["old-orchards", "lower-slopes", "raven-path", "spur-end"],
        "impassable": ["spur-shoulder"],
    }
    assert {one.id: one.value for one in places["camp"].printed}["river"] == ["collapsed-bridge", "north-fields"]


def test_a_pass_leads_out_and_never_back() -> None:
    """(p. 25)."""
    places = places_of(layout_of("reconstruction"))
    ways = {name: [(way.to, way.kind) for way in place.adjacent] for name, place in places.items()}
    assert ways["muster:northern-goblins"] == [("pass:northern-goblins", "pass")]
    assert ways["pass:northern-goblins"] == [("spur-ridge", "pass")]
    assert "pass:northern-goblins" not in [to for to, _ in ways["spur-ridge"]]


def test_every_region_lies_inside_its_territory_and_no_other(other_pack: str) -> None:
    for pack in ("reconstruction", other_pack):
        layout = layout_of(pack)
        assert layout.map is not None
        for place in layout.map.places:
            around = [region.reference for region in layout.map.regions if is_inside(place.at, region.outline)]
            assert around == ([] if place.region is None else [place.region])


def is_inside(point: Point, outline: list[Point]) -> bool:
    """Whether a ray from the point crosses the outline an odd number of times."""
    crossed = False
    for one, two in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (one.y > point.y) != (two.y > point.y):
            crossed ^= point.x < one.x + (point.y - one.y) * (two.x - one.x) / (two.y - one.y)
    return crossed


# -- another pack ----------------------------------------------------------------------------------------------


def test_layout_and_references_are_those_of_the_pack(other_pack: str) -> None:
    shipped, other = layout_of("reconstruction"), layout_of(other_pack)
    names = [{name for one in layout.components for name in one.references} for layout in (shipped, other)]
    assert {"forced-march", "token:elf:elf-archers:1"} <= names[0] - names[1]
    assert {"night-march", "token:elf:elf-archers-elf-spearmen:1"} <= names[1] - names[0]
    assert "night-march" in GAME.references(GAME.setting(options={"pack": other_pack}))["card"].values()  # type: ignore[union-attr]


def test_a_map_begins_at_nothing_wherever_a_pack_draws_it(other_pack: str) -> None:
    layout = layout_of(other_pack)
    assert layout.map is not None
    points = [point for place in layout.map.places for point in (place.at, place.label)]
    assert all(0 <= point.x <= layout.map.width and 0 <= point.y <= layout.map.height for point in points)
    assert places_of(layout)["place:eyrie"].at == Point(80, 80)


def test_matches_of_another_pack_keep_to_the_kit(other_pack: str) -> None:
    check_frontends(GAME, Variant("battle", 2, {"pack": other_pack}), seed=1)
