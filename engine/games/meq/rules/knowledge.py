"""What seats know of cards and tokens that lie face down (p. 21)."""

from collections.abc import Iterable

from engine.core.state import disclose
from engine.games.meq.components.cards import COMBAT
from engine.games.meq.state import GameState, Hero, seat_of


def forget(s: GameState, card: int) -> None:
    """Nobody can name the place of a card or token any more, or everybody can."""
    for seen in s.known:
        if card in seen:
            seen.remove(card)


def note_skill(hero: Hero, card: int) -> None:
    """Everybody has seen a card of this hero; if it is a skill, it is known to be the hero's."""
    if COMBAT[card].deck == "skill" and card not in hero.known_skills:
        hero.known_skills.append(card)


def obscure_hand(s: GameState, h: int) -> None:
    """A hidden card came into the hand or left it: what was told of its types is out of date (Strategize)."""
    if s.combat.hero == h:
        s.combat.foe_knows_types = False


def learn(s: GameState, h: int, cards: Iterable[int]) -> None:
    """A hero looks at tokens or cards that are face down."""
    seen = s.known[seat_of(h)]
    seen += [card for card in cards if card not in seen]
    disclose(s)


def reveal_to_heroes(s: GameState, card: int) -> None:
    """Everybody sees a card that goes into Sauron's hand."""
    for seen in s.known[1:]:
        if card not in seen:
            seen.append(card)
    disclose(s)
