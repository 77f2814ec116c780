"""Damage, healing and destruction (p. 20)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.in_play import is_character, stays_in_play
from engine.games.lotr.rules.leaving import after_leaving
from engine.games.lotr.rules.progress import check_quest
from engine.games.lotr.rules.removal import discard_from_play
from engine.games.lotr.rules.responses import force, respond
from engine.games.lotr.rules.stats import health
from engine.games.lotr.state import GameState


def deal_damage(s: GameState, card: int, n: int) -> Flow[None]:
    """Damage a character or enemy; without hit points left it is destroyed at once (p. 20)."""
    state = s.cards[card]
    if n <= 0 or state.facedown:
        return
    state.damage += n
    tell(s, "damaged", (card, n))
    if health(s, card) <= 0:
        yield from destroy(s, card)
    elif ENTRIES[card].type == "hero":
        yield from respond(s, "damaged", Cue(card, state.seat, n))


def deal_damage_each(s: GameState, cards: list[int], n: int) -> Flow[None]:
    """Damage several cards, one after the other."""
    each = {card: s.cards[card] for card in cards}
    for card, state in each.items():
        if stays_in_play(s, card, state):
            yield from deal_damage(s, card, n)


def heal(s: GameState, card: int, n: int) -> None:
    """Heal up to so much damage on a card."""
    state = s.cards[card]
    healed = min(n, state.damage)
    state.damage -= healed
    tell(s, "healed", (card, healed))


def destroy(s: GameState, card: int) -> Flow[None]:
    """Destroy a card without hit points: it goes to its discard pile (p. 20)."""
    tell(s, "destroyed", (card,))
    if is_character(card):
        state = discard_from_play(s, card)
        yield from after_leaving(s, card, state, ("destroyed", "left"))
        return
    seat = s.cards[card].seat
    discard_from_play(s, card)
    yield from force(s, "defeated", card, Cue(card, seat))
    for quest in list(s.quest):
        yield from force(s, "enemy-defeated", quest, Cue(card, seat))
    yield from check_quest(s)
