"""Operations on fate: the marker, its tokens and Fate cards."""

from engine.core.events import tell
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.fate import draw_fate_card, move_marker
from engine.games.bofa.state import Frame, GameState


def fate(s: GameState, p: Pack, frame: Frame, op: orders.Fate) -> None:
    """The fate marker moves (p. 17)."""
    move_marker(s, p, op.by)


def fate_token(s: GameState, p: Pack, frame: Frame, op: orders.FateToken) -> None:
    """A special token joins the pool (p. 16)."""
    for number in [n for n in s.fate_tokens_aside if p.fate_tokens[n].colour == op.colour]:
        s.fate_tokens_aside.remove(number)
        s.fate_pool.append(number)
        tell(s, "fate-token", (op.colour,))


def fate_card(s: GameState, p: Pack, frame: Frame, op: orders.FateCard) -> None:
    """A Fate card is drawn and played (p. 17)."""
    draw_fate_card(s, p)
