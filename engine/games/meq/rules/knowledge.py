"""What seats know of cards and tokens that lie face down (p. 21)."""

from collections.abc import Container

from engine.core.state import disclose
from engine.games.meq.components.box import COMBAT
from engine.games.meq.rules.fighter import RANGED
from engine.games.meq.state import SAURON, UNKNOWN, GameState, Hero, seat_of


def known_to(s: GameState, seat: int | None) -> set[int]:
    """The face-down tokens and cards in other hands that a seat, or a spectator, could name."""
    known = set(s.known_cards)
    if seat is None or not (known or s.token_viewers or s.plot_viewers):
        return known
    if seat == SAURON:
        return known.difference(s.shadow_hand, s.plot_hand)
    known.difference_update(s.heroes[seat - 1].hand)
    known.update(_looked_at(s.tokens, s.token_viewers, seat), _looked_at(s.plot_hand, s.plot_viewers, seat))
    return known


def _looked_at(cards: list[int], viewers: list[int], seat: int) -> list[int]:
    """Those cards or tokens that a seat has looked at."""
    return [card for card, mask in zip(cards, viewers, strict=False) if mask >> seat & 1]


def _note_look(viewers: list[int], seat: int, places: Container[int], size: int) -> None:
    """Note that a seat looks at what lies at some places of a list."""
    viewers += [0] * (size - len(viewers))
    for i in range(size):
        if i in places:
            viewers[i] |= 1 << seat


def look_at_tokens(s: GameState, h: int, locations: Container[int]) -> None:
    """A hero looks at the monster tokens on some locations."""
    places = [i for i, at in enumerate(s.token_places) if at in locations]
    _note_look(s.token_viewers, seat_of(h), places, len(s.tokens))
    disclose(s)


def look_at_plots(s: GameState, h: int) -> None:
    """A hero looks at the plot cards in Sauron's hand."""
    size = len(s.plot_hand)
    _note_look(s.plot_viewers, seat_of(h), range(size), size)
    disclose(s)


def reveal_to_heroes(s: GameState, card: int) -> None:
    """Everybody sees a card that goes into Sauron's hand."""
    note_known(s, card)
    disclose(s)


def note_known(s: GameState, card: int) -> None:
    """Note a card that goes into a hand before all eyes."""
    if card not in s.known_cards:
        s.known_cards.append(card)


def forget(s: GameState, card: int) -> None:
    """Take a card off the list of those in hands that everybody could name: nobody can any more, or it lies open."""
    if card in s.known_cards:
        s.known_cards.remove(card)


def note_skill(hero: Hero, card: int) -> None:
    """Note a card of a hero that everybody has seen: if it is a skill, it is known to be the hero's."""
    if COMBAT[card].deck == "skill" and card not in hero.known_skills:
        hero.known_skills.append(card)


def count_types(s: GameState) -> None:
    """Count the types in hands that were told of: now, and again whenever a card goes or comes before all eyes."""
    c = s.combat
    if c.hero_knows_types:
        c.ranged_in_enemy_hand = ranged_in(c.hand)
    if c.enemy_knows_types:
        c.ranged_in_hero_hand = ranged_in(s.heroes[c.hero].hand)


def ranged_in(cards: list[int]) -> int:
    """How many of the cards are Ranged."""
    return sum(COMBAT[card].type == RANGED for card in cards)


def forget_types(s: GameState, h: int) -> None:
    """Note that a hidden card came into a hand or left it: what Sauron was told of its types is out of date."""
    if s.combat.hero == h:
        s.combat.enemy_knows_types = False
        s.combat.ranged_in_hero_hand = UNKNOWN


def forget_enemy_types(s: GameState) -> None:
    """Note that a hidden card came into Sauron's hand: what the hero was told of its types is out of date."""
    s.combat.hero_knows_types = False
    s.combat.ranged_in_enemy_hand = UNKNOWN
