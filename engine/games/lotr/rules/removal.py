"""Taking cards out of play, with what is attached or dealt to them, before anything responds (p. 9, 20, 25)."""

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.core.state import disclose
from engine.games.lotr.cards.effects import INSTEAD_OF_DISCARD
from engine.games.lotr.components.box import ENTRIES, OWNER
from engine.games.lotr.rules.hand import put_into_hand
from engine.games.lotr.rules.knowledge import forget, learn_all
from engine.games.lotr.state import Attack, GameState, InPlay


def take_out_of_play(s: GameState, card: int) -> InPlay:
    """Take a card out of play and discard its attachments and shadow cards (p. 9, 20); what lay on it.

    It also leaves the attacks under way: if it comes back, it comes as another card (p. 18, 20).
    """
    state = s.cards.pop(card)
    _zone(s, card, state).remove(card)
    for attack in s.attacks:
        _withdraw(attack, card)
    for one in state.attachments:
        del s.cards[one]
        move_to_pile(s, one)
    discard_shadows(s, state)
    for one in state.under:
        disclose(s)
        move_to_pile(s, one)
    if s.prisoner == card:
        s.prisoner = -1
    if state.guards >= 0:
        tell(s, "unguarded", (state.guards,))
    if ENTRIES[card].type == "objective":
        for guard in s.cards.values():
            if guard.guards == card:
                guard.guards = -1
    return state


def _withdraw(attack: Attack, card: int) -> None:
    """Take a card out of an attack that it may be part of."""
    if card == attack.enemy:
        attack.enemy_left = True
    for side in (attack.defenders, attack.attackers):
        if card in side:
            side.remove(card)


def discard_shadows(s: GameState, state: InPlay) -> None:
    """Discard the shadow cards of an enemy face up, also those nobody has seen yet (p. 20)."""
    if state.shadows:
        disclose(s)
        forget(s, state.shadows)
    s.encounter_discard += state.shadows + state.open_shadows
    state.shadows, state.open_shadows = [], []


def _zone(s: GameState, card: int, state: InPlay) -> list[int]:
    """The list that a card in play lies in."""
    kind = ENTRIES[card].type
    if state.host >= 0:
        return s.cards[state.host].attachments
    if kind == "hero":
        return s.players[state.seat].heroes
    if kind == "ally":
        return s.players[state.seat].allies
    if state.seat >= 0:
        return s.players[state.seat].engaged
    for zone in (s.active, s.riders):
        if card in zone:
            return zone
    return s.staging


def move_to_pile(s: GameState, card: int) -> None:
    """Move a card that left play, a hand or a deck to the pile where it belongs (p. 11, 24)."""
    entry = ENTRIES[card]
    if OWNER[card] >= 0:
        forget(s, [card])
        s.players[OWNER[card]].discard.append(card)
    elif entry.type == "objective":
        s.staging.append(card)
        s.cards[card] = InPlay()
    elif entry.victory:
        s.victory.append(card)
    elif card in INSTEAD_OF_DISCARD:
        INSTEAD_OF_DISCARD[card](s, card)
    else:
        s.encounter_discard.append(card)


def discard_from_play(s: GameState, card: int) -> InPlay:
    """Move a card from play to its discard pile, without asking for responses; what lay on it."""
    state = take_out_of_play(s, card)
    move_to_pile(s, card)
    tell(s, "left-play", (card,))
    return state


def return_to_hand(s: GameState, card: int) -> InPlay:
    """Return a card from play to its owner's hand, for all to see; if he is eliminated, to his discard pile (p. 22)."""
    if s.players[OWNER[card]].eliminated:
        return discard_from_play(s, card)
    state = take_out_of_play(s, card)
    put_into_hand(s, card)
    learn_all(s, [card])
    return state


def shuffle_into_deck(s: GameState, card: int) -> InPlay:
    """Shuffle a card from play into its owner's deck; if he is eliminated, discard it (p. 22)."""
    if s.players[OWNER[card]].eliminated:
        return discard_from_play(s, card)
    state = take_out_of_play(s, card)
    deck = s.players[OWNER[card]].deck
    deck.append(card)
    forget(s, deck)
    shuffle(s, deck, f"deck:{OWNER[card]}")
    tell(s, "left-play", (card,))
    return state
