"""Phase 3: the Shadow draws fate tokens, and the marker moves (p. 16-17)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.games.bofa.components.box import SHADOW
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.rules.fate import draw_fate_card, draw_token, move_marker
from engine.games.bofa.state import GameState


def draw_fate(s: GameState) -> Flow[None]:
    """Phase 3: the Shadow draws tokens, one or as many as generals are active, and keeps the last (p. 16)."""
    p = pack_of(s)
    while True:
        token = draw_token(s)
        tell(s, "fate-drawn", (token,))
        draws_left = max(1, len(s.active_generals)) - len(s.fate_tokens_drawn)
        if p.fate_tokens[token].colour or not draws_left or not s.fate_pool:
            break
        choice = yield Decision(SHADOW, "fate", [("stop",), ("again",)])
        if choice[0] == "stop":
            break
    s.step = "fate-moves"


def apply_fate(s: GameState) -> None:
    """The last token moves the marker and may bring a Fate card; the others go back (p. 16-17)."""
    p = pack_of(s)
    last = s.fate_tokens_drawn.pop()
    s.fate_tokens_used.append(last)
    s.fate_pool += s.fate_tokens_drawn
    s.fate_tokens_drawn = []
    move_marker(s, p, p.fate_tokens[last].value)
    if p.fate_tokens[last].symbol:
        draw_fate_card(s, p)
    s.next_step = "shadow-leaders"
    s.step = "effect" if s.frames else s.next_step
