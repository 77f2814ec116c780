"""The map as it is drawn: where locations lie, which paths join them, and how regions are bounded."""

from engine.core.layout import Adjacency, MapLayout, Place, Point, Region, Text
from engine.core.layout_parts import printed_layouts
from engine.core.words import Words
from engine.games.meq.components.data import read
from engine.games.meq.layout import EVERYWHERE, LOCATIONS, REGIONS, Location
from engine.games.meq.words.printed import on_place

_map = read("map")


def map_layout() -> MapLayout:
    """The map of Middle-earth."""
    width, height = _map["canvas"]
    ways = _ways()
    return MapLayout(
        width=width,
        height=height,
        place_radius=_map["place_radius"],
        text_height=_map["text_height"],
        places=[_place(i, ways[LOCATIONS[i].id]) for i in EVERYWHERE],
        regions=[_region(region.id, region.name) for region in REGIONS],
    )


def _ways() -> dict[str, list[Adjacency]]:
    """By location: the paths that leave it, with the terrain, the cards they cost, and where that is written."""
    ways: dict[str, list[Adjacency]] = {place.id: [] for place in LOCATIONS}
    for path in _map["paths"]:
        for here, there in ((path["a"], path["b"]), (path["b"], path["a"])):
            way = Adjacency(
                to=there,
                kind=path["terrain"],
                cost=path["cost"],
                label=Point(*path["label"]),
                water=path.get("water", False),
            )
            ways[here].append(way)
    return ways


def _place(i: int, adjacent: list[Adjacency]) -> Place:
    location = LOCATIONS[i]
    drawn = _map["locations"][location.id]
    return Place(
        reference=location.id,
        name=Text.of(location.name),
        at=Point(*drawn["at"]),
        label=Point(*drawn["label"]),
        anchor=drawn.get("anchor", "middle"),
        adjacent=adjacent,
        terrain=_terrain(location),
        region=REGIONS[location.region].id,
        printed=printed_layouts(on_place(i, location)),
        contents=f"/places/{location.id}",
    )


def _terrain(location: Location) -> str:
    """What a location is: a haven, a Shadow Stronghold, which is always perilous, or otherwise perilous."""
    if location.haven:
        return "haven"
    return "stronghold" if location.stronghold else "perilous" if location.perilous else ""


def _region(id: str, name: Words) -> Region:
    drawn = _map["regions"][id]
    return Region(
        reference=id,
        name=Text.of(name),
        outline=[Point(*point) for point in drawn["outline"]],
        label=Point(*drawn["label"]),
    )
