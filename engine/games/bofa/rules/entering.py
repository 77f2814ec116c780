"""How characters enter play: when they are ready, where, and what they bring (p. 19)."""

from collections.abc import Iterator

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.conditions import regions_like
from engine.games.bofa.cards.vocabulary.conditions import Where
from engine.games.bofa.components.box import (
    BEORN,
    BILBO,
    BODYGUARD_TOKENS,
    BOLG,
    FREE,
    LORD,
    RING_TOKENS,
    SHADOW,
    THORIN,
)
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import seat_of
from engine.games.bofa.rules.counters import change_counter
from engine.games.bofa.rules.settlements import enemy_controls, free_settlement
from engine.games.bofa.state import EYRIE, WAITING, Frame, GameState
from engine.games.bofa.steps.victory import BEORN_TOO_LATE, shadow_points, win


def ready_characters(s: GameState, p: Pack, seat: int, results: set[str]) -> list[int]:
    """Characters that one of these results can bring into play now (p. 19)."""
    characters = []
    for who in (BOLG,) if seat == SHADOW else (BILBO, THORIN, LORD, BEORN):
        if s.characters[who] == WAITING and p.characters[who].die in results:
            ready = bolg_is_ready(s, p) if who == BOLG else fate_reached(s, p, who)
            if ready and (who == LORD or may_enter_somewhere(s, p, who)):
                characters.append(who)
    return characters


def bolg_is_ready(s: GameState, p: Pack) -> bool:
    """Whether the Shadow holds a region of the Valley, by an army or a settlement (p. 19, 34)."""
    return any(place in s.shadow_settlements or seat_of(s, p, place) == SHADOW for place in p.layout.valley)


def fate_reached(s: GameState, p: Pack, who: int) -> bool:
    """Whether the fate marker has reached the space of a character (p. 17, 19)."""
    space = p.characters[who].fate
    return space is not None and s.fate >= space


def may_enter_somewhere(s: GameState, p: Pack, who: int) -> bool:
    """Whether there is any place where a character may enter."""
    return next(entry_places(s, p, who), None) is not None


def entry_places(s: GameState, p: Pack, who: int) -> Iterator[int]:
    """Where a character may enter: never among enemy units or where the enemy is in control (p. 19)."""
    seat = SHADOW if who == BOLG else FREE
    for place in regions_like(s, p, seat, p.characters[who].enters or Where()):
        if seat_of(s, p, place) == 1 - seat or enemy_controls(s, p, seat, place):
            continue
        if who != BEORN or not s.armies[place]:
            yield place


def enter_play(s: GameState, p: Pack, seat: int, who: int) -> Flow[None]:
    """A ready character enters, with its counters; then what its card says happens (p. 19)."""
    place = EYRIE
    if who != LORD:
        options: list[Option] = [("at", there) for there in entry_places(s, p, who)]
        _, place = yield Decision(seat, "enter-at", options)
    s.characters[who] = place
    tell(s, "entered", (who, place))
    if who == BILBO:
        change_counter(s, "ring", RING_TOKENS)
    elif who == BOLG:
        change_counter(s, "bodyguard", BODYGUARD_TOKENS if p.layout.ruins_of_dale in s.shadow_settlements else 1)
    elif who == BEORN:
        change_counter(s, "wrath", p.characters[who].wrath or 0)
        free_settlement(s, p, place)
        if shadow_points(s, p) < BEORN_TOO_LATE:
            win(s, FREE, "beorn")
    if p.characters[who].arrives:
        s.frames.append(Frame("arrive", who, seat))
