"""The zones of the game: every list of the state that holds cards or tokens."""

from engine.games.bofa.state import GameState


def zones(s: GameState) -> list[list[int]]:
    """Every list that holds cards or tokens."""
    return [
        s.event_deck,
        s.event_discard,
        *s.face_down,
        *s.hands,
        *s.story_decks,
        s.story_gone,
        *s.tables,
        s.fate_deck,
        s.fate_played,
        s.fate_gone,
        *s.piles,
        *s.ground,
        s.spent,
        s.fate_pool,
        s.fate_aside,
        s.fate_drawn,
        s.fate_used,
    ]
