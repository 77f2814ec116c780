"""What seats know of cards and tokens that lie face down (p. 21)."""

from collections.abc import Iterable

from engine.core.state import disclose
from engine.games.meq.components.cards import COMBAT
from engine.games.meq.state import GameState, Hero, seat_of


def forget(s: GameState, card: int) -> None:
    """Take a card or token off the lists of what seats could name: nobody can any more, or everybody."""
    for known in s.known:
        if card in known:
            known.remove(card)


def note_skill(hero: Hero, card: int) -> None:
    """Note a card of a hero that everybody has seen: if it is a skill, it is known to be the hero's."""
    if COMBAT[card].deck == "skill" and card not in hero.known_skills:
        hero.known_skills.append(card)


def forget_types(s: GameState, h: int) -> None:
    """Note that a hidden card came into a hand or left it: what Sauron was told of its types is out of date."""
    if s.combat.hero == h:
        s.combat.foe_knows_types = False


def learn(s: GameState, h: int, cards: Iterable[int]) -> None:
    """A hero looks at tokens or cards that are face down."""
    known = s.known[seat_of(h)]
    known += [card for card in cards if card not in known]
    disclose(s)


def reveal_to_heroes(s: GameState, card: int) -> None:
    """Everybody sees a card that goes into Sauron's hand."""
    for known in s.known[1:]:
        if card not in known:
            known.append(card)
    disclose(s)
