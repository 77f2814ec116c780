"""What a seat of Barrow sees, and words for it."""

from typing import Any

from engine.core.events import Event
from engine.core.flow import Decision, Option
from engine.core.words import Lang, Words
from tests.toy.state import Barrow, value

OPTIONS = {
    "bid": Words("Bid {0}", "Licytuj {0}"),
    "play": Words("Lay open treasure {0}", "Wyłóż skarb {0}"),
    "stow": Words("Hide treasure {0}", "Ukryj skarb {0}"),
    "peek": Words("Peek at the top of the deck", "Podejrzyj wierzch talii"),
    "dig": Words("Dig for a treasure", "Wykop skarb"),
    "gamble": Words("Gamble", "Zaryzykuj"),
    "pass": Words("Pass", "Spasuj"),
    "leave": Words("Leave it unguarded", "Zostaw bez straży"),
    "guard": Words("Guard it", "Postaw straż"),
}
PROMPTS = {
    "bid": Words("Bid for the first turn", "Licytuj pierwszą turę"),
    "turn": Words("Your turn", "Twoja tura"),
    "guard": Words("Guard the hiding place?", "Postawić straż?"),
}
EVENTS = {
    "dealt": Words("Seat {0} takes a hand", "Miejsce {0} bierze rękę"),
    "bids": Words("Bids are open", "Licytacja odkryta"),
    "played": Words("Seat {0} lays open {1}", "Miejsce {0} wykłada {1}"),
    "stowed": Words("Seat {0} hides a treasure", "Miejsce {0} ukrywa skarb"),
    "peeked": Words("Seat {0} peeks", "Miejsce {0} podgląda"),
    "dug": Words("Seat {0} digs", "Miejsce {0} kopie"),
    "rolled": Words("Seat {0} rolls {1}", "Miejsce {0} rzuca {1}"),
    "passed": Words("Seat {0} passes", "Miejsce {0} pasuje"),
}
REASONS = {"score": Words("the greatest treasure", "największy skarb")}


def observe(s: Barrow, seat: int | None) -> dict[str, Any]:
    """Own hand and hiding place, what lies open, how much the others have, and the top card if peeked at."""
    return {
        "seat": seat,
        "hand": [] if seat is None else list(s.hands[seat]),
        "stash": [] if seat is None else list(s.stash[seat]),
        "hands": [len(hand) for hand in s.hands],
        "stashes": [len(stash) for stash in s.stash],
        "table": [list(row) for row in s.table],
        "coins": list(s.coins),
        "guards": list(s.guards),
        "deck": len(s.deck),
        "peeked": list(s.peeked),
        "top": s.deck[-1] if seat in s.peeked else None,
        "rounds": s.rounds,
    }


def unseen(s: Barrow, seat: int | None) -> list[list[int]]:
    """Other hands and hiding places, and the deck but for a top that was peeked at."""
    deck = s.deck[:-1] if seat in s.peeked else s.deck
    others = [i for i in range(s.seats) if i != seat]
    return [[*deck, *(card for i in others for card in (*s.hands[i], *s.stash[i]))]]


def zones(s: Barrow) -> list[list[int]]:
    """Where treasures lie."""
    return [s.deck, *s.hands, *s.table, *s.stash]


def describe(s: Barrow, option: Option, lang: Lang) -> str:
    """An option in words."""
    return OPTIONS[option[0]].say(lang).format(*option[1:])


def prompt(s: Barrow, decision: Decision, lang: Lang) -> str:
    """A decision in words."""
    return PROMPTS[decision.kind].say(lang)


def narrate(s: Barrow, event: Event, lang: Lang) -> str:
    """An event in words."""
    return EVENTS[event.kind].say(lang).format(*event.data)


def evaluate(s: Barrow, seat: int) -> float:
    """Treasures laid open or hidden, and coins."""
    return float(sum(value(card) for card in (*s.table[seat], *s.stash[seat])) + s.coins[seat])
