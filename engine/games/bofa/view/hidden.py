"""What a seat cannot know: components that it cannot place, and what others have looked at."""

from engine.games.bofa.components.box import FREE, SHADOW
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.state import GameState


def withhold(s: GameState, seat: int | None) -> None:
    """Clear what the others have looked at."""
    for other in (FREE, SHADOW):
        if other != seat:
            s.known_cards[other] = []


def unseen(s: GameState, seat: int | None) -> list[list[int]]:
    """What the seat cannot place: decks, hands and face-down cards of others it has not looked at, tokens face down."""
    p = pack_of(s)
    cards = p.cards
    others = [one for one in (FREE, SHADOW) if one != seat]
    hidden = [card for one in others for card in s.hands[one] + s.face_down[one]]
    pools = [s.event_deck + [card for card in hidden if cards[card].deck == "event"]]
    for one in (FREE, SHADOW):
        stories = [card for card in hidden if cards[card].deck == "story" and cards[card].side == one]
        pools.append(s.story_decks[one] + stories)
    pools.append(list(s.fate_deck))
    on_board = [token for tokens in s.tokens for token in tokens]
    known = [] if seat is None else s.known_cards[seat]
    if known:
        pools = [[card for card in pool if card not in known] for pool in pools]
    return pools + [
        tokens + [token for token in on_board if p.recruitment_tokens[token].pile == pile]
        for pile, tokens in enumerate(s.piles)
    ]
