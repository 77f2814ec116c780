"""Threat dials and the elimination of a player (p. 22)."""

from engine.core.events import tell
from engine.core.state import disclose
from engine.games.lotr.rules.in_play import attachments
from engine.games.lotr.rules.leaving import discard_quietly, to_discard
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.victory import lose

LIMIT = 50
"""The threat at which a player is eliminated (p. 22)."""


def eliminate(s: GameState, seat: int) -> None:
    """Hand, deck and controlled cards are discarded, engaged enemies go back to the staging area (p. 22)."""
    player = s.players[seat]
    if player.hand or player.deck:
        disclose(s)
    player.out = True
    player.threat = LIMIT
    tell(s, "eliminated", (seat,))
    for enemy in list(player.engaged):
        if s.cards[enemy].under:
            discard_quietly(s, enemy)
        else:
            s.cards[enemy].seat = -1
            s.staging.append(enemy)
    player.engaged = []
    for card in player.heroes + player.allies:
        discard_quietly(s, card)
    for card in attachments(s, seat):
        discard_quietly(s, card)
    for card in player.hand + player.deck:
        to_discard(s, card)
    player.hand, player.deck = [], []
    s.encounter_discard += player.on_deck
    player.on_deck = []
    if not any(not other.out for other in s.players):
        lose(s)
    if s.first == seat:
        n = len(s.players)
        s.first = next(one % n for one in range(seat + 1, seat + n) if not s.players[one % n].out)


def eliminate_without_heroes(s: GameState, seat: int) -> None:
    """A player whose heroes have all been killed is eliminated; a prisoner still lives (p. 22)."""
    player = s.players[seat]
    if not player.out and not player.heroes:
        eliminate(s, seat)
