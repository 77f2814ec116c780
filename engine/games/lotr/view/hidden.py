"""What a seat cannot know: cards that it cannot place, and what others have looked at."""

from engine.games.lotr.components.box import ENTRIES, OWNER
from engine.games.lotr.rules.knowledge import known_to
from engine.games.lotr.state import GameState


def unseen(s: GameState, seat: int | None) -> list[list[int]]:
    """The pools of cards that a seat cannot place.

    One is the encounter deck with face-down shadow cards; one for each player is his deck, with his cards that are Orc
    Guards and, if it is another player, his hand. Left out are cards that the seat was shown and could follow, and
    responses that were offered to others.
    """
    known = known_to(s, seat)
    hidden = [list(s.encounter_deck)]
    for at, player in enumerate(s.players):
        hidden.append(player.deck + player.hand if at != seat else list(player.deck))
        for id in player.shown_to_hold:
            known.add(next(card for card in player.hand if ENTRIES[card].id == id))
    for state in s.cards.values():
        hidden[0] += state.shadows
        for card in state.under:
            hidden[OWNER[card] + 1].append(card)
    return [[card for card in pool if card not in known] for pool in hidden]


def withhold(s: GameState, seat: int | None) -> None:
    """Clear what other players have looked at, which is none of the seat's knowledge."""
    for at, player in enumerate(s.players):
        if at != seat:
            player.known_cards = []
