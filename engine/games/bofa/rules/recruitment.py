"""Recruiting units, from tokens and straight from the supply (p. 24-25)."""

from itertools import compress

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.bofa.components.box import BEORN, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import place_unit, seat_of, supply
from engine.games.bofa.rules.movement import reduce_to_limit
from engine.games.bofa.rules.tokens import has_tokens
from engine.games.bofa.state import GameState

ANY = 99
"""More tokens than can lie in a region."""


def recruit_options(s: GameState, p: Pack, seat: int, but: int = -1) -> list[Option]:
    """Regions where a side can turn a recruitment token (p. 24)."""
    return [
        ("recruit", place)
        for place in compress(range(p.layout.regions), s.tokens)
        if place != but and has_tokens(s, p, seat, place) and place != s.characters[BEORN]
    ]


def recruit_action(s: GameState, p: Pack, seat: int, place: int) -> Flow[None]:
    """Turn one token in each of up to two regions (p. 13)."""
    yield from flip(s, p, seat, place)
    s.plan = []
    options: list[Option] = [("done",)]
    choice = yield Decision(seat, "second-recruit", options + recruit_options(s, p, seat, but=place))
    if choice[0] == "recruit":
        yield from flip(s, p, seat, choice[1])


def flip(s: GameState, p: Pack, seat: int, place: int, last: int = ANY) -> Flow[None]:
    """Turn a recruitment token, one of the `last` laid there: its units appear, or others of its group (p. 24)."""
    tokens = s.tokens[place][-last:]
    backs: list[Option] = [("pile", pile) for pile in sorted({p.recruitment_tokens[one].pile for one in tokens})]
    _, pile = yield Decision(seat, "turn-token", backs)
    token = next(one for one in reversed(tokens) if p.recruitment_tokens[one].pile == pile)
    s.tokens[place].remove(token)
    s.spent_tokens.append(token)
    disclose(s)
    tell(s, "turned", (seat, place, token))
    info = p.recruitment_tokens[token]
    for unit in info.units:
        if supply(s, p, unit):
            place_unit(s, p, place, unit)
            continue
        tell(s, "no-figure", (unit,))
        options: list[Option] = [("instead", other) for other in p.pile_units[info.pile] if supply(s, p, other)]
        choice = yield Decision(seat, "instead", [*options, ("none",)])
        if choice[0] == "instead":
            place_unit(s, p, place, choice[1])
    yield from reduce_to_limit(s, p, seat, place)


def recruit_units(s: GameState, p: Pack, place: int, unit: int, count: int) -> Flow[None]:
    """Units come straight from the supply, as far as there are figures (p. 25), but never to Beorn (p. 33)."""
    if place == s.characters[BEORN]:
        return
    for _ in range(min(count, supply(s, p, unit))):
        place_unit(s, p, place, unit)
    if s.armies[place]:
        yield from reduce_to_limit(s, p, seat_of(s, p, place), place)


def muster_goblins(s: GameState, p: Pack, count: int) -> Flow[None]:
    """Goblins gather at both mustering points; the player says where the last figure comes (p. 10, 13, 24)."""
    for _ in range(count):
        points = list(p.layout.muster_points)
        figures = supply(s, p, p.goblins)
        if figures == 1:
            _, point = yield Decision(SHADOW, "last-goblins", [("at", point) for point in points])
            points = [point]
        for point in points if figures else ():
            place_unit(s, p, point, p.goblins)
