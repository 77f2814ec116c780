"""Where things lie: zones of cards and tokens here; beside it places, their map, and what a board is drawn from."""

from engine.games.bofa.state import GameState


def zones(s: GameState) -> list[list[int]]:
    """Every list that holds cards or tokens."""
    return [
        s.event_deck,
        s.event_discard,
        *s.face_down,
        *s.hands,
        *s.story_decks,
        s.story_discard,
        *s.lasting_cards,
        s.fate_deck,
        s.fate_cards,
        s.fate_discard,
        *s.piles,
        *s.tokens,
        s.spent_tokens,
        s.fate_pool,
        s.fate_tokens_aside,
        s.fate_tokens_drawn,
        s.fate_tokens_used,
    ]
