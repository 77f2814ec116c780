"""Armies in their places: whose they are, who leads them, how large they may be, whom they stand beside (p. 20-22)."""

from bisect import insort
from itertools import compress
from operator import not_

from engine.core.events import tell
from engine.games.bofa.cards.lasting_effects import extra_leadership
from engine.games.bofa.components.box import ARMY_LIMIT, BEORN, BOLG, LEADERSHIP_TOKENS, LORD, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.characters import eliminate
from engine.games.bofa.rules.passes import open_passes
from engine.games.bofa.state import NOWHERE, GameState

NO_LIMIT = 99
"""More units than there are figures."""


def seat_of(s: GameState, p: Pack, place: int) -> int:
    """Whose army stands in a place; -1 for none."""
    army = s.armies[place]
    return p.unit_side[army[0]] if army else -1


def army_places(s: GameState, p: Pack) -> tuple[list[int], list[int]]:
    """The places where each seat has an army."""
    armies, side = s.armies, p.unit_side
    places = list(compress(range(len(armies)), armies))
    seats = [side[army[0]] for army in compress(armies, armies)]
    return list(compress(places, map(not_, seats))), list(compress(places, seats))


def characters_with(s: GameState, seat: int, place: int) -> list[int]:
    """The characters of a side in a place, but for Beorn, who is never with an army."""
    places = s.characters
    if place not in places:
        return []
    if seat == SHADOW:
        return [BOLG] if places[BOLG] == place else []
    return [who for who in range(LORD) if places[who] == place]


def leadership_of(s: GameState, p: Pack, place: int) -> int:
    """The leadership of the army in a place (p. 21)."""
    army = s.armies[place]
    if not army:
        return 0
    total = s.leaders[place]
    if place not in s.characters:
        return total
    for who in characters_with(s, p.unit_side[army[0]], place):
        total += p.leadership[who]
        if s.fate_cards or s.lasting_cards[0] or s.lasting_cards[1]:
            total += extra_leadership(s, p, who)
    return total


def supply(s: GameState, p: Pack, unit: int) -> int:
    """How many figures of a unit type are out of play (p. 10)."""
    in_armies = sum([army.count(unit) for army in compress(s.armies, s.armies)])
    in_columns = sum([column.units.count(unit) for column in s.columns])
    return p.figures[unit] - in_armies - in_columns


def unit_limit(p: Pack, seat: int, place: int) -> int:
    """How many units a side may have in a place; only the Shadow musters without limit (p. 21)."""
    return NO_LIMIT if seat == SHADOW and place in p.layout.unlimited else ARMY_LIMIT


def place_unit(s: GameState, p: Pack, place: int, unit: int) -> None:
    """A unit from the supply joins the army in a place."""
    insort(s.armies[place], unit)
    tell(s, "recruited", (p.unit_side[unit], unit, place))
    open_passes(s, p)


def remove_unit(s: GameState, p: Pack, place: int, unit: int) -> None:
    """A unit leaves the board; with the last one its army is destroyed (p. 29)."""
    army = s.armies[place]
    army.remove(unit)
    seat = p.unit_side[unit]
    if not army:
        tell(s, "destroyed", (seat, place))
        s.damage[place] = s.leaders[place] = 0
        for who in characters_with(s, seat, place):
            eliminate(s, p, who)


def give_leader(s: GameState, p: Pack, place: int) -> bool:
    """A leadership token joins an army, if any is left (p. 20)."""
    army = s.armies[place]
    if not army:
        return False
    seat = p.unit_side[army[0]]
    if leadership_tokens_left(s, p, seat) <= 0:
        return False
    s.leaders[place] += 1
    tell(s, "leader", (seat, place))
    return True


def leadership_tokens_left(s: GameState, p: Pack, seat: int) -> int:
    """Leadership tokens of a side that are with no army (p. 20)."""
    side, armies = p.unit_side, s.armies
    led = compress(range(len(armies)), s.leaders)
    used = sum([s.leaders[place] for place in led if armies[place] and side[armies[place][0]] == seat])
    used += sum([column.leaders for column in s.columns if side[column.units[0]] == seat])
    return LEADERSHIP_TOKENS[seat] - used


def remove_leaders(s: GameState, place: int, count: int) -> None:
    """An army loses leadership tokens, as far as it has any (p. 20)."""
    removed = min(count, s.leaders[place])
    if removed:
        s.leaders[place] -= removed
        tell(s, "leaders-lost", (place, removed))


def enemy_at(s: GameState, p: Pack, seat: int, place: int) -> bool:
    """Whether a place is barred to a side's armies by an enemy army or Beorn (p. 22, 33)."""
    army = s.armies[place]
    if army:
        return p.unit_side[army[0]] != seat
    return seat == SHADOW and s.characters[BEORN] == place


def near_enemy(s: GameState, p: Pack, seat: int, place: int) -> bool:
    """Whether an army of a side could attack from a place: an enemy army or, for the Shadow, Beorn (p. 26)."""
    armies, side, beorn = s.armies, p.unit_side, s.characters[BEORN] if seat == SHADOW else NOWHERE
    for beside in p.layout.neighbours[place]:
        army = armies[beside]
        if (army and side[army[0]] != seat) or beside == beorn:
            return True
    return False


def within_reach(s: GameState, p: Pack, seat: int, place: int) -> bool:
    """Whether an army of a side stands where it could attack a place; nobody attacks a pass (p. 25, 26)."""
    if place < p.layout.regions and any(seat_of(s, p, beside) == seat for beside in p.layout.neighbours[place]):
        return True
    return any(seat_of(s, p, one) == seat and place in p.layout.neighbours[one] for one in p.layout.passes)
