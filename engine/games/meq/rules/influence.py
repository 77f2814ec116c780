"""Influence on the board (p. 15 to p. 17).

Locations that hold influence and hang together with a Shadow Stronghold are its extension; its strength limits them.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.meq.layout import ADJACENT_MASK, EVERYWHERE, HAVEN_MASK, IDS, LOC, LOCATIONS, STRONGHOLDS, places_in
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.shadow_pool import add_to_pool
from engine.games.meq.rules.stage import POOL_PER_STAGE, stage
from engine.games.meq.state import NO_LIMIT, SAURON, GameState

_STRONGHOLD_LIMITS = tuple(place.stronghold for place in LOCATIONS)
"""The most influence a stronghold holds."""
TO_POOL: Option = ("pool",)
_BITS = tuple(1 << i for i in EVERYWHERE)
_NEAR = dict(zip(_BITS, ADJACENT_MASK, strict=True))
"""By the bit of a location the mask of those adjacent to it."""
_PLACE: list[Option] = [("place", id) for id in IDS]


def influence_mask(influence: Sequence[int]) -> int:
    """The mask of the locations that hold influence."""
    return sum(compress(_BITS, influence))


@lru_cache(maxsize=256)
def extension_of(held: int, stronghold: int) -> tuple[int, int]:
    """The extension of a stronghold as a mask, and with it the locations next to it (p. 16).

    The extension is made of the connected locations that hold influence, the stronghold one of them.
    """
    extension = reach = 0
    edge = held & 1 << stronghold
    while edge:
        extension |= edge
        while edge:
            low = edge & -edge
            reach |= _NEAR[low]
            edge ^= low
        edge = reach & held & ~extension
    return extension, extension | reach


def enforce_limits(s: GameState) -> None:
    """Remove at once what exceeds the strength of the strongholds; a location cut off keeps one (p. 16)."""
    crowded = [i for i, amount in enumerate(s.influence) if amount > 1 and not LOCATIONS[i].stronghold]
    if not crowded:
        return
    mask = influence_mask(s.influence)
    reach = [(extension_of(mask, i)[0], s.influence[i]) for i in STRONGHOLDS]
    for i in crowded:
        most = max([strength for area, strength in reach if area >> i & 1], default=1)
        if s.influence[i] > most:
            s.influence[i] = most
            tell(s, "influence", (IDS[i], most))


def extension_places(s: GameState, strongholds: tuple[int, ...] = STRONGHOLDS) -> tuple[int, ...]:
    """Where one more influence may be placed in extension of one of the strongholds (p. 16)."""
    return _extension_places(tuple(s.influence), strongholds)


@lru_cache(maxsize=256)
def _extension_places(influence: tuple[int, ...], strongholds: tuple[int, ...]) -> tuple[int, ...]:
    """Where one more influence may be placed, kept by the board: a search asks for the same one again and again."""
    mask = influence_mask(influence)
    areas = []
    allowed = 0
    extension = reach = 0
    for i in STRONGHOLDS:
        if not extension & _BITS[i]:
            extension, reach = extension_of(mask, i)
        areas.append((influence[i], reach))
        if i in strongholds:
            allowed |= reach | _BITS[i]
    allowed &= ~HAVEN_MASK & ~_full(influence, allowed & mask, sorted(areas, reverse=True))
    return tuple(places_in(allowed))


def _full(influence: tuple[int, ...], places: int, areas: list[tuple[int, int]]) -> int:
    """The mask of those locations that hold all they can; each area has its strength, the strongest first (p. 16)."""
    full = 0
    while places:
        low = places & -places
        places ^= low
        i = low.bit_length() - 1
        most = _STRONGHOLD_LIMITS[i]
        if not most:
            for strength, area in areas:
                if area & low:
                    most = strength
                    break
        if influence[i] >= most:
            full |= low
    return full


def place_influence(s: GameState, where: int, amount: int = 1) -> None:
    """Put influence on a location by a card (p. 16)."""
    place_influence_each(s, (where,), amount)


def place_influence_each(s: GameState, places: Iterable[int], amount: int = 1) -> None:
    """Put influence on each of some locations by a card: never in a haven, and within the limits (p. 16)."""
    for i in places:
        if not LOCATIONS[i].haven:
            most = LOCATIONS[i].stronghold or NO_LIMIT
            s.influence[i] = min(most, s.influence[i] + amount)
            tell(s, "influence", (IDS[i], s.influence[i]))
    enforce_limits(s)


def remove_influence(s: GameState, where: int, amount: int) -> None:
    """Take influence off a location, then what the strongholds no longer support (p. 16)."""
    remove_influence_each(s, (where,), amount)


def remove_influence_each(s: GameState, places: Iterable[int], amount: int) -> None:
    """Take influence off each of some locations, then what the strongholds no longer support (p. 16)."""
    for i in places:
        s.influence[i] = max(0, s.influence[i] - amount)
        tell(s, "influence", (IDS[i], s.influence[i]))
    enforce_limits(s)


def extend_by_one(
    s: GameState, to_pool: bool, others: tuple[Option, ...] = (), strongholds: tuple[int, ...] = STRONGHOLDS
) -> Flow[Option]:
    """Let Sauron place one influence in extension of strongholds, or in the Shadow Pool; gives his choice (p. 15).

    Only where `DONE` is among the other options may he decline; what finds no place is lost.
    """
    options: list[Option] = [*map(_PLACE.__getitem__, extension_places(s, strongholds))]
    if to_pool and s.pool < POOL_PER_STAGE * stage(s):
        options.append(TO_POOL)
    options += others
    choice: Option = (yield Decision(SAURON, "influence", options)) if options else DONE
    if choice == TO_POOL:
        add_to_pool(s, 1)
    elif choice != DONE:
        i = LOC[choice[1]]
        s.influence[i] += 1
        tell(s, "influence", (choice[1], s.influence[i]))
    return choice


def extend(
    s: GameState,
    amount: int,
    pool: int = 0,
    others: tuple[Option, ...] = (),
    strongholds: tuple[int, ...] = STRONGHOLDS,
) -> Flow[None]:
    """Let Sauron place so much influence in extension of strongholds, up to `pool` of it in the Shadow Pool."""
    for _ in range(amount):
        choice = yield from extend_by_one(s, pool > 0, others, strongholds)
        if choice == DONE:
            return
        pool -= choice == TO_POOL


def place_one_each(s: GameState, places: Iterable[int], amount: int, others: tuple[Option, ...] = ()) -> Flow[None]:
    """Let Sauron place one influence on each of so many different locations."""
    left = [i for i in places if not LOCATIONS[i].haven]
    for _ in range(amount):
        options: list[Option] = [*(_PLACE[i] for i in left), *others]
        choice = (yield Decision(SAURON, "influence", options)) if options else DONE
        if choice == DONE:
            return
        place_influence(s, LOC[choice[1]])
        left.remove(LOC[choice[1]])
