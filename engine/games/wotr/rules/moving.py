"""Move cards from reserve to a location (pp. 11-12)."""

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import because
from engine.games.wotr.cards.registry import ENTERED
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.entering import may_enter, steady_ways, ways_to_enter
from engine.games.wotr.rules.places import RESERVE, place
from engine.games.wotr.state import GameState


def moves(s: GameState, reserve: list[int]) -> list[Option]:
    """The ways of each card in reserve to a location: of none in the round it was played there (p. 11)."""
    options: list[Option] = []
    fresh = s.new_in_reserve
    steady = None if s.events_this_round else steady_ways(s.variant, (*s.path, *s.battlegrounds), "move")
    for card in reserve:
        if card not in fresh:
            ways = None if steady is None else steady[card]
            options += ways_to_enter(s, "move", card) if ways is None else ways
    return options


def move(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    """Move a card from reserve to an active location, its items with it (p. 12)."""
    s.players[seat].reserve.remove(card)
    s.sites[location].cards.append(card)
    tell(s, "moved", (seat, card, location))
    yield from resolve_arrival(s, seat, card, location)


def resolve_arrival(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    """Resolve the text of a card that was just played or moved to a location."""
    if card in ENTERED and place(s, card) == location:
        with because(s, "text", card):
            yield from ENTERED[card](s, seat, card, location)


def may_move_now(s: GameState, seat: int, card: int, locations: list[int]) -> Flow[None]:
    """Move a card from reserve at once if its player likes, even in the round it was played."""
    if place(s, card) != RESERVE:
        return
    options: list[Option] = [("move", card, location) for location in locations if may_enter(s, card, location)]
    if options:
        choice: Option = yield from ask(s, seat, "move", [*options, ("decline",)])
        if choice[0] == "move":
            yield from move(s, seat, card, choice[2])


def must_move_now(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    """Move a card from reserve at once, even in the round it was played, if it may enter."""
    if place(s, card) == RESERVE and may_enter(s, card, location):
        yield from move(s, seat, card, location)
