"""Recruitment tokens: where they may be laid, and how they leave the board unseen (p. 24)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.games.bofa.components.box import FREE, SHADOW, SHADOW_PILE
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import seat_of
from engine.games.bofa.state import GameState


def has_tokens(s: GameState, p: Pack, seat: int, place: int) -> bool:
    """Whether recruitment tokens of a side lie in a place."""
    tokens = s.tokens[place]
    return bool(tokens) and (p.recruitment_tokens[tokens[0]].pile == SHADOW_PILE) == (seat == SHADOW)


def may_lay(s: GameState, p: Pack, seat: int, place: int) -> bool:
    """Whether a side may lay tokens in a place: a settlement of the Free Peoples, a mustering region (p. 24)."""
    if place >= p.layout.regions or seat_of(s, p, place) == 1 - seat:
        return False
    if seat == FREE:
        return p.layout.is_settlement[place] and place not in s.shadow_settlements
    return place in p.layout.mustering


def lay_token(s: GameState, p: Pack, pile: int, place: int) -> bool:
    """A token of a pile is laid face down in a region; an empty pile gives none (p. 24)."""
    if not s.piles[pile]:
        return False
    s.tokens[place].append(s.piles[pile].pop())
    tell(s, "token", (pile, place))
    return True


def tokens_of(s: GameState, p: Pack, seat: int, place: int) -> list[int]:
    """The recruitment tokens of a side in a place."""
    return [token for token in s.tokens[place] if (p.recruitment_tokens[token].pile == SHADOW_PILE) == (seat == SHADOW)]


def return_token(s: GameState, p: Pack, place: int, token: int) -> None:
    """A recruitment token goes back to its pile unseen (p. 24)."""
    number = p.recruitment_tokens[token].pile
    pile = s.piles[number]
    s.tokens[place].remove(token)
    pile.append(token)
    shuffle(s, pile, f"tokens:{number}")
    tell(s, "tokens-removed", (place,))
