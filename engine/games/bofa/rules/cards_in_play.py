"""Cards that lie on the table, and where cards go when they are used (p. 15, 17)."""

from engine.core.events import tell
from engine.games.bofa.cards.conditions import holds
from engine.games.bofa.components.box import FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState


def put_on_discard_pile(s: GameState, p: Pack, card: int) -> None:
    """A card that was used goes to its discard pile; Story and Fate cards never return (p. 15, 17)."""
    deck = p.cards[card].deck
    piles = {"event": s.event_discard, "story": s.story_discard, "fate": s.fate_discard}
    piles[deck].append(card)


def discard_until(s: GameState, p: Pack, until: str) -> None:
    """Cards on the table whose time is over are discarded (p. 15)."""
    for _, lying in cards_in_play(s):
        for card in [one for one in lying if p.cards[one].lasting.until == until]:
            lying.remove(card)
            put_on_discard_pile(s, p, card)
            tell(s, "left-play", (card,))


def discard_lapsed_cards(s: GameState, p: Pack) -> None:
    """Cards on the table whose condition no longer holds are discarded (p. 15)."""
    if not (s.fate_cards or s.lasting_cards[FREE] or s.lasting_cards[SHADOW]):
        return
    for seat, lying in cards_in_play(s):
        for card in [one for one in lying if not holds(s, p, seat, p.cards[one].lasting.while_)]:
            lying.remove(card)
            put_on_discard_pile(s, p, card)
            tell(s, "left-play", (card,))


def cards_in_play(s: GameState) -> tuple[tuple[int, list[int]], ...]:
    """The cards that lie on the table, and whose they are; Fate cards help the Free Peoples."""
    return (FREE, s.lasting_cards[FREE]), (SHADOW, s.lasting_cards[SHADOW]), (FREE, s.fate_cards)
