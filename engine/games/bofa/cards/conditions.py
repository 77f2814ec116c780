"""Whether the conditions of the vocabulary hold: which places a `Where` means, when a `When` or `InCombat` applies."""

from collections.abc import Iterator

from engine.games.bofa.cards.vocabulary.conditions import InCombat, When, Where
from engine.games.bofa.components.box import CHARACTERS, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import (
    army_places,
    characters_with,
    leadership_of,
    near_enemy,
    seat_of,
    unit_limit,
    within_reach,
)
from engine.games.bofa.rules.characters import in_play
from engine.games.bofa.rules.combat import front_of, has_hit
from engine.games.bofa.rules.counters import COUNTERS
from engine.games.bofa.rules.ranges import archers, in_range
from engine.games.bofa.rules.tokens import has_tokens, may_lay
from engine.games.bofa.state import NOWHERE, Battle, GameState
from engine.games.bofa.steps.victory import shadow_points

ANYWHERE, ALWAYS, ANY_COMBAT = Where(), When(), InCombat()
"""Conditions without a line, which always hold."""


def armies_like(s: GameState, p: Pack, seat: int, owner: int, where: Where, last_place: int = NOWHERE) -> list[int]:
    """The places where an owner has an army that a seat means; `last_place` is the one its card picked before."""
    places = army_places(s, p)[owner]
    if where == ANYWHERE:
        return places
    return [
        place
        for place in places
        if _fits_army(s, p, seat, owner, place, where) and _fits_place(s, p, seat, place, where, last_place)
    ]


def regions_like(s: GameState, p: Pack, seat: int, where: Where, last_place: int = NOWHERE) -> Iterator[int]:
    """The regions that a seat means; `last_place` is the one its card picked before."""
    for place in _ground_like(p, where):
        if where.near_enemy is not None and where.near_enemy != near_enemy(s, p, seat, place):
            continue
        if _fits_moment(s, p, seat, place, where, last_place):
            yield place


def _ground_like(p: Pack, where: Where) -> tuple[int, ...]:
    """The regions on such ground, whoever is there: worked out once for each condition of a pack."""
    regions = p.grounds.get(where)
    if regions is None:
        regions = tuple(place for place in range(p.layout.regions) if _fits_ground(p, place, where))
        p.grounds[where] = regions
    return regions


def _fits_army(s: GameState, p: Pack, seat: int, owner: int, place: int, where: Where) -> bool:
    """The lines on the army itself; armies are beside each other if the seat's could attack (p. 25)."""
    army = s.armies[place]
    if where.contains and not any(p.units[unit].id in where.contains for unit in army):
        return False
    if where.leadership is not None and where.leadership != (leadership_of(s, p, place) > 0):
        return False
    if where.damaged is not None and where.damaged != (s.damage[place] > 0):
        return False
    if where.room and len(army) >= unit_limit(p, owner, place):
        return False
    if where.near_enemy is None:
        return True
    near = near_enemy(s, p, seat, place) if owner == seat else within_reach(s, p, seat, place)
    return where.near_enemy == near


def _fits_place(s: GameState, p: Pack, seat: int, place: int, where: Where, last_place: int) -> bool:
    """The lines on the place where it is."""
    return _fits_ground(p, place, where) and _fits_moment(s, p, seat, place, where, last_place)


def _fits_moment(s: GameState, p: Pack, seat: int, place: int, where: Where, last_place: int) -> bool:
    """The lines on a place that change in the course of a match."""
    return (
        _fits_control(s, p, seat, place, where)
        and _fits_company(s, p, seat, place, where)
        and _fits_distance(s, p, seat, place, where, last_place)
    )


def _fits_ground(p: Pack, place: int, where: Where) -> bool:
    """The lines on name, territory, terrain and what is built there."""
    outside = place >= p.layout.regions
    if where.regions and (outside or p.contents.board.region[place].id not in where.regions):
        return False
    if where.territory and (outside or p.contents.board.region[place].territory not in where.territory):
        return False
    if where.terrain and (outside or p.layout.terrain[place] not in where.terrain):
        return False
    if where.settlement is not None and where.settlement != p.layout.is_settlement[place]:
        return False
    if where.fortification is not None and where.fortification != (p.layout.defence[place] > 0):
        return False
    return where.mustering is None or where.mustering == (place in p.layout.mustering)


def _fits_control(s: GameState, p: Pack, seat: int, place: int, where: Where) -> bool:
    """The lines on who holds the settlement there and may muster."""
    if where.held is not None:
        if not p.layout.is_settlement[place]:
            return False
        own = (place in s.shadow_settlements) == (seat == SHADOW)
        if own != (where.held == "friend"):
            return False
    return where.musters is None or where.musters == may_lay(s, p, seat, place)


def _fits_company(s: GameState, p: Pack, seat: int, place: int, where: Where) -> bool:
    """The lines on who and what is there."""
    if where.character and not any(s.characters[CHARACTERS.index(name)] == place for name in where.character):
        return False
    if where.together and not all(s.characters[CHARACTERS.index(name)] == place for name in where.together):
        return False
    if where.army is not None and seat_of(s, p, place) != (seat if where.army == "friend" else 1 - seat):
        return False
    if where.led is not None:
        has_token = seat_of(s, p, place) == seat and s.leaders[place] > 0
        if where.led != (has_token or bool(characters_with(s, seat, place))):
            return False
    if where.has_tokens is not None:
        side = seat if where.has_tokens == "friend" else 1 - seat
        if not has_tokens(s, p, side, place):
            return False
    return True


def _fits_distance(s: GameState, p: Pack, seat: int, place: int, where: Where, last_place: int) -> bool:
    """The lines on what is beside it or in range."""
    if where.near_friend is not None and where.near_friend != within_reach(s, p, seat, place):
        return False
    if where.beside_it and (last_place == NOWHERE or place not in p.layout.neighbours[last_place]):
        return False
    if where.ruler:
        origin = s.characters[CHARACTERS.index(where.of)] if where.of else last_place
        if origin < 0 or not in_range(p, where.ruler, origin, place):
            return False
    if where.shot_by:
        return archers(s, p, seat, place, where.shot_by, where.shot_from) > 0
    return True


def place_is(s: GameState, p: Pack, seat: int, place: int, where: Where) -> bool:
    """Whether a place that a seat's card has picked is like this; without an army, no line on an army holds."""
    owner = seat_of(s, p, place)
    if owner >= 0:
        return place in armies_like(s, p, seat, owner, where, place)
    of_army = where.contains or where.room or where.leadership is not None or where.damaged is not None
    return not of_army and place in regions_like(s, p, seat, where, place)


def holds(s: GameState, p: Pack, seat: int, when: When, last_place: int = NOWHERE) -> bool:
    """Whether a condition holds for a seat; `last_place` is the one its card picked before."""
    if when == ALWAYS:
        return True
    if not all(in_play(s, name) for name in when.in_play):
        return False
    if any(in_play(s, name) for name in when.out_of_play):
        return False
    if when.controls and not all(
        (p.layout.numbers[name] in s.shadow_settlements) == (seat == SHADOW) for name in when.controls
    ):
        return False
    if not _holds_tracks(s, p, when):
        return False
    if when.counter is not None and not getattr(s, COUNTERS[when.counter]):
        return False
    if when.pass_open is not None and when.pass_open != (not all(s.pass_closed)):
        return False
    if when.it is not None and (last_place == NOWHERE or not place_is(s, p, seat, last_place, when.it)):
        return False
    if when.army is not None and not armies_like(s, p, seat, seat, when.army):
        return False
    return when.enemy_army is None or bool(armies_like(s, p, seat, 1 - seat, when.enemy_army))


def _holds_tracks(s: GameState, p: Pack, when: When) -> bool:
    points = shadow_points(s, p)
    return (
        (when.points_least is None or points >= when.points_least)
        and (when.points_most is None or points <= when.points_most)
        and (when.fate_least is None or s.fate >= when.fate_least)
        and (when.fate_most is None or s.fate <= when.fate_most)
    )


def applies(s: GameState, p: Pack, b: Battle, seat: int, when: InCombat) -> bool:
    """Whether the condition of a combat effect holds for a side."""
    if when == ANY_COMBAT:
        return True
    mine, theirs = front_of(b, seat), front_of(b, 1 - seat)
    if when.attacking is not None and when.attacking != (seat == b.attacker):
        return False
    if when.terrain and p.layout.terrain[b.target] not in when.terrain:
        return False
    if when.army_has and not has_units(s, p, mine, when.army_has):
        return False
    if when.enemy_has and not has_units(s, p, theirs, when.enemy_has):
        return False
    if when.character and not any(s.characters[CHARACTERS.index(name)] == mine for name in when.character):
        return False
    if when.first_round is not None and when.first_round != (b.round == 1):
        return False
    if when.leadership is not None and when.leadership != (leadership_of(s, p, mine) > 0):
        return False
    if when.fortification is not None and when.fortification != (p.layout.defence[b.target] > 0):
        return False
    if when.outnumbered is not None and when.outnumbered != (len(s.armies[theirs]) > len(s.armies[mine])):
        return False
    return when.hit is None or when.hit == has_hit(b, seat)


def has_units(s: GameState, p: Pack, place: int, names: tuple[str, ...]) -> bool:
    """Whether the army of a place has a unit of one of these types."""
    return any(p.units[unit].id in names for unit in s.armies[place])
