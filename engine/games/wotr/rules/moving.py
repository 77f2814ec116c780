"""Move cards from reserve to a location (pp. 11-12)."""

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.games.wotr.cards.registry import ENTERED
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.entering import may_enter
from engine.games.wotr.rules.places import RESERVE, place
from engine.games.wotr.state import GameState


def can_move(s: GameState, card: int) -> bool:
    """Whether a card in reserve may move: not in the round it was played there (p. 11)."""
    return card not in s.fresh


def move(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    """Move a card from reserve to an active location, its items with it (p. 12)."""
    s.players[seat].reserve.remove(card)
    s.sites[location].cards.append(card)
    tell(s, "moved", (seat, card, location))
    yield from resolve_arrival(s, seat, card, location)


def resolve_arrival(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    """The text of a card that was just played or moved to a location."""
    if card in ENTERED and place(s, card) == location:
        yield from ENTERED[card](s, seat, card, location)


def may_move_now(s: GameState, seat: int, card: int, locations: list[int]) -> Flow[None]:
    """A text lets a card in reserve move at once, even if it was played this round."""
    if place(s, card) != RESERVE:
        return
    options: list[Option] = [("move", card, location) for location in locations if may_enter(s, card, location)]
    if options:
        chosen: Option = yield from ask(s, seat, "move", [*options, ("decline",)])
        if chosen[0] == "move":
            yield from move(s, seat, card, chosen[2])


def must_move_now(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    """A text makes a card in reserve move at once, if it may enter."""
    if place(s, card) == RESERVE and may_enter(s, card, location):
        yield from move(s, seat, card, location)
