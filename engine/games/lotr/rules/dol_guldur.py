"""Rules of the scenario Escape from Dol Guldur that more than one of its cards use."""

from engine.core.flow import Flow
from engine.games.lotr.rules.entering import begin_engagement
from engine.games.lotr.rules.in_play import each_player, of_type
from engine.games.lotr.state import GameState, InPlay


def place_orc_guards(s: GameState) -> Flow[None]:
    """Engage each player with the top card of his deck, face down, as an Orc Guard."""
    for seat in each_player(s):
        deck = s.players[seat].deck
        if deck:
            guard = s.orc_guards.pop()
            s.cards[guard] = InPlay(under=[deck.pop()])
            yield from begin_engagement(s, guard, seat)


def claimed_objectives(s: GameState) -> int:
    """How many objectives the players have claimed."""
    return sum(len(of_type(state.attachments, "objective")) for state in s.cards.values())
