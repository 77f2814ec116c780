"""The encounter deck: its top card, and when it is shuffled or made anew (p. 14, 18, 25)."""

from engine.core.chance import shuffle
from engine.games.lotr.rules.knowledge import forget, learn_all
from engine.games.lotr.state import GameState


def next_encounter_card(s: GameState) -> int:
    """Take the top card of the encounter deck; -1 if there is none (p. 14, 25)."""
    renew_encounter_deck(s)
    return s.encounter_deck.pop() if s.encounter_deck else -1


def renew_encounter_deck(s: GameState) -> None:
    """Shuffle the discard pile into a deck that has run out, but only in the quest phase (p. 14, 18, 25)."""
    if s.phase == "quest" and not s.encounter_deck and s.encounter_discard:
        s.encounter_deck, s.encounter_discard = s.encounter_discard, s.encounter_deck
        shuffle_encounter_deck(s)


def shuffle_encounter_deck(s: GameState) -> None:
    """Shuffle the encounter deck; nobody knows any longer where its cards are."""
    forget(s, s.encounter_deck)
    shuffle(s, s.encounter_deck, "encounter")


def put_on_encounter_deck(s: GameState, card: int) -> None:
    """Put a card on top of the encounter deck, for all to see."""
    s.encounter_deck.append(card)
    learn_all(s, [card])
