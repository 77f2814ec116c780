"""Where things lie: the map with all that can be worked out once (p. 6, p. 36), the action tracks, every zone.

A location is its index; sets of locations are bit masks, so that a flood over the map costs a few operations.
What frontends draw a board from is beside it: references, map, areas and tracks, and the whole of it.
"""

from collections.abc import Iterable
from itertools import compress

import msgspec

from engine.core.words import Words
from engine.games.meq.components.data import named, read
from engine.games.meq.state import GameState


class Way(msgspec.Struct, frozen=True):
    """A path as one end sees it: where it leads and what it costs (p. 22)."""

    to: int
    terrain: str
    cost: int
    water: bool


class Location(msgspec.Struct, frozen=True):
    """A location: `stronghold` is the most influence its black tower holds, 0 without one."""

    id: str
    name: Words
    region: int
    haven: bool
    stronghold: int
    perilous: bool


class Region(msgspec.Struct, frozen=True):
    """A region and the colour pair whose encounters and monsters it uses."""

    id: str
    name: Words
    deck: int


_map = read("map")

COLOUR_PAIRS = tuple(dict.fromkeys(region["deck"] for region in _map["regions"].values()))
"""The five colour pairs, in the order of the regions."""
HAVEN_DECK = len(COLOUR_PAIRS)
"""The sixth encounter deck, for havens."""
REGIONS = tuple(Region(id, named(r), COLOUR_PAIRS.index(r["deck"])) for id, r in _map["regions"].items())
REGION = {region.id: i for i, region in enumerate(REGIONS)}

LOCATIONS = tuple(
    Location(
        id, named(one), REGION[one["region"]], "haven" in one, one.get("stronghold", 0), one.get("perilous", False)
    )
    for id, one in _map["locations"].items()
)
SIZE = len(LOCATIONS)
EVERYWHERE = range(SIZE)
LOC = {place.id: i for i, place in enumerate(LOCATIONS)}
"""The index of a location by its id."""
IDS = tuple(place.id for place in LOCATIONS)
"""The id of a location by its index."""
PLACE_NAMES = {place.id: place.name for place in LOCATIONS}


_BIT_OF_DIGIT = bytes.maketrans(b"01", bytes([0, 1]))


def places_in(mask: int) -> Iterable[int]:
    """The locations of a mask, in their order; its binary digits are read from the last to the first."""
    return compress(EVERYWHERE, bin(mask)[:1:-1].encode().translate(_BIT_OF_DIGIT))


def _paths() -> tuple[tuple[Way, ...], ...]:
    """The paths that leave each location, by where they lead."""
    leaving: list[list[Way]] = [[] for _ in EVERYWHERE]
    for path in _map["paths"]:
        for here, there in ((path["a"], path["b"]), (path["b"], path["a"])):
            way = Way(LOC[there], path["terrain"], path["cost"], path.get("water", False))
            leaving[LOC[here]].append(way)
    return tuple(tuple(sorted(ways, key=lambda way: way.to)) for ways in leaving)


PATHS = _paths()
"""The paths that leave each location."""

ADJACENT = tuple(tuple(way.to for way in ways) for ways in PATHS)
ADJACENT_MASK = tuple(sum(1 << i for i in near) for near in ADJACENT)
"""The mask of the locations adjacent to each."""
WITHIN_1 = tuple(tuple(sorted((i, *ADJACENT[i]))) for i in EVERYWHERE)
"""Each location with its neighbours: `within 1 space` (p. 11)."""
HAVENS = tuple(i for i, place in enumerate(LOCATIONS) if place.haven)
STRONGHOLDS = tuple(i for i, place in enumerate(LOCATIONS) if place.stronghold)
HAVEN_MASK = sum(1 << i for i in HAVENS)
IN_REGION = tuple(tuple(i for i in EVERYWHERE if LOCATIONS[i].region == r) for r in range(len(REGIONS)))
"""The locations of each region."""


def _distances(start: int) -> tuple[int, ...]:
    """How many spaces away every location is."""
    far = [-1] * SIZE
    far[start] = 0
    queue = [start]
    for here in queue:
        for there in ADJACENT[here]:
            if far[there] < 0:
                far[there] = far[here] + 1
                queue.append(there)
    return tuple(far)


DISTANCE = tuple(_distances(i) for i in EVERYWHERE)
WITHIN_2 = tuple(tuple(j for j in EVERYWHERE if 0 < DISTANCE[i][j] <= 2) for i in EVERYWHERE)
NEAREST_HAVENS = tuple(
    tuple(j for j in HAVENS if DISTANCE[i][j] == min(DISTANCE[i][k] for k in HAVENS)) for i in EVERYWHERE
)
"""The haven, or tied havens, to which a hero who is defeated at each location is moved (p. 32)."""


IN_COLOUR_PAIR = tuple(
    tuple(i for i in EVERYWHERE if REGIONS[LOCATIONS[i].region].deck == deck) for deck in range(len(COLOUR_PAIRS))
)
"""The locations of each colour pair."""


def colour_pair_of(place: int) -> int:
    """The colour pair of a location, which is also its pool of monster tokens (p. 24)."""
    return REGIONS[LOCATIONS[place].region].deck


def in_region(id: str) -> tuple[int, ...]:
    """The locations of a region."""
    return IN_REGION[REGION[id]]


def within_1_of(place: str) -> tuple[int, ...]:
    """A location and those adjacent to it."""
    return WITHIN_1[LOC[place]]


TRACKS = {"influence": (6, 5, 4), "cards": (2, 2, 1), "command": (3, 2, 1)}
"""The action tracks: what each space is worth (p. 15)."""


def zones(s: GameState) -> list[list[int]]:
    """Every list that holds cards or tokens."""
    piles = [s.tokens, s.event, s.shadow_deck, s.shadow_hand, s.shadow_discard, s.plot_deck, s.plot_hand]
    piles += [s.plot_discard, s.plots, s.peril_deck, s.peril_discard, s.corruption_deck, s.corruption_discard]
    piles += [s.skill_deck, s.skill_discard, s.items, s.hero_mission, s.sauron_mission, s.box, s.candidates]
    for group in (s.token_pools, s.token_discards, s.event_decks, s.event_discards, s.encounter_decks):
        piles += group
    piles += s.encounter_discards
    piles += s.combat_decks
    c = s.combat
    piles += [c.hand, c.hero_stack, c.enemy_stack, c.enemy_discard]
    for hero in s.heroes:
        piles += [hero.life, hero.hand, hero.rest, hero.damage, hero.corruption, hero.items, hero.quests]
        piles += [hero.advanced_quest, hero.kept_events]
    return piles
