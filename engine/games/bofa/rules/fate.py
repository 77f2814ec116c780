"""Fate tokens, the marker on its track and Fate cards (p. 16-17)."""

from engine.core.chance import pick
from engine.core.events import tell
from engine.core.state import disclose
from engine.games.bofa.components.box import BEORN, THORIN
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.components.schema import FateEntry
from engine.games.bofa.state import GONE, Frame, GameState
from engine.games.bofa.steps.victory import check_fate

PLAYED_ON = {"beorn": BEORN, "thorin": THORIN}
"""Characters beside whom Fate cards are played; those of the Eagles need none (p. 17)."""


def draw_token(s: GameState) -> int:
    """Draw a token from the pool; used ones go back when it is empty."""
    if not s.fate_pool:
        s.fate_pool, s.fate_tokens_used = s.fate_tokens_used, []
    token = pick(s, s.fate_pool, "fate-tokens")
    s.fate_pool.remove(token)
    s.fate_tokens_drawn.append(token)
    return token


def move_marker(s: GameState, p: Pack, by: int) -> None:
    """The marker moves on the track (p. 17)."""
    s.fate = max(0, s.fate + by)
    tell(s, "fate", (s.fate,))
    check_fate(s, p)


def draw_fate_card(s: GameState, p: Pack) -> None:
    """Draw a Fate card and play it at once beside its character; it is discarded if that one is gone (p. 17)."""
    if not s.fate_deck:
        return
    card = s.fate_deck.pop()
    disclose(s)
    tell(s, "fate-card", (card,))
    row = p.cards[card].row
    assert isinstance(row, FateEntry)
    who = PLAYED_ON.get(row.character)
    if who is not None and s.characters[who] == GONE:
        s.fate_discard.append(card)
        tell(s, "left-play", (card,))
        return
    (s.fate_cards if row.lasting is not None else s.fate_discard).append(card)
    if row.order:
        s.frames.append(Frame("card", card, 0))
