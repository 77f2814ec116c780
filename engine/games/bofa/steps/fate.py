"""Chapter VII: fate tokens, the marker on its track and Fate cards (p. 16-17)."""

from engine.core.chance import below
from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import disclose
from engine.games.bofa.components.box import BEORN, SHADOW, THORIN
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.components.schema import FateRow
from engine.games.bofa.state import GONE, Field, Frame, pack_of
from engine.games.bofa.victory import check_fate

ON = {"beorn": BEORN, "thorin": THORIN}


def draw_fate(s: Field) -> Flow[None]:
    """Phase 3: the Shadow draws tokens, one or as many as generals are active, and keeps the last (p. 16)."""
    p = pack_of(s)
    while True:
        token = draw_token(s)
        tell(s, "fate_drawn", (token,))
        left = max(1, len(s.active_generals)) - len(s.fate_drawn)
        if p.fates[token].colour or not left or not s.fate_pool:
            break
        choice = yield Decision(SHADOW, "fate", [("stop",), ("again",)])
        if choice[0] == "stop":
            break
    s.step = "fate_moves"


def draw_token(s: Field) -> int:
    """A token from the pool; used ones go back when it is empty."""
    if not s.fate_pool:
        s.fate_pool, s.fate_used = s.fate_used, []
    token = s.fate_pool.pop(below(s, len(s.fate_pool)))
    s.fate_drawn.append(token)
    return token


def apply_fate(s: Field) -> None:
    """The last token moves the marker and may bring a Fate card; the others go back (p. 16-17)."""
    p = pack_of(s)
    last = s.fate_drawn.pop()
    s.fate_used.append(last)
    s.fate_pool += s.fate_drawn
    s.fate_drawn = []
    move_marker(s, p, p.fates[last].value)
    if p.fates[last].symbol:
        draw_card(s, p)
    s.after = "shadow_leaders"
    s.step = "effect" if s.frames else s.after


def move_marker(s: Field, p: Pack, by: int) -> None:
    """The marker moves on the track (p. 17)."""
    s.fate = max(0, s.fate + by)
    tell(s, "fate", (s.fate,))
    check_fate(s, p)


def draw_card(s: Field, p: Pack) -> None:
    """A Fate card is played beside its character at once, or discarded if that one is gone (p. 17)."""
    if not s.fate_deck:
        return
    card = s.fate_deck.pop()
    disclose(s)
    tell(s, "fate_card", (card,))
    row = p.cards[card].row
    assert isinstance(row, FateRow)
    who = ON.get(row.character, -1)
    if who >= 0 and s.people[who] == GONE:
        s.fate_gone.append(card)
        return
    (s.fate_played if row.table is not None else s.fate_gone).append(card)
    if row.order:
        s.frames.append(Frame("card", card, 0))
