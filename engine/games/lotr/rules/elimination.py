"""The elimination of a player (p. 22)."""

from engine.core.events import tell
from engine.core.state import because, disclose
from engine.games.lotr.rules.in_play import attachments, heroes
from engine.games.lotr.rules.knowledge import forget
from engine.games.lotr.rules.removal import discard_from_play
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.victory import THREAT_LIMIT, lose, scores


def eliminate(s: GameState, seat: int) -> None:
    """Eliminate a player: discard his hand, deck and cards in play; his enemies return to the staging area (p. 22).

    If the prisoner is his, he can no longer be rescued, and all have lost (FAQ).
    """
    player = s.players[seat]
    standing, takes_prisoner_along = scores(s), s.prisoner in player.heroes
    if player.hand or player.deck:
        disclose(s)
    player.eliminated = True
    player.threat = THREAT_LIMIT
    tell(s, "eliminated", (seat,))
    for enemy in list(player.engaged):
        if s.cards[enemy].under:
            discard_from_play(s, enemy)
        else:
            s.cards[enemy].seat = -1
            s.staging.append(enemy)
    player.engaged = []
    for card in player.heroes + player.allies:
        discard_from_play(s, card)
    for card in attachments(s, seat):
        discard_from_play(s, card)
    forget(s, player.hand + player.deck)
    player.discard += player.hand + player.deck
    player.hand, player.deck, player.shown_to_hold = [], [], []
    s.encounter_discard += player.on_deck
    player.on_deck = []
    if all(other.eliminated for other in s.players):
        lose(s, "all-players-eliminated", standing)
    if takes_prisoner_along:
        lose(s, "prisoner-lost", standing)
    if s.first_player == seat:
        n = len(s.players)
        s.first_player = next(one % n for one in range(seat + 1, seat + n) if not s.players[one % n].eliminated)


def eliminate_without_heroes(s: GameState, seat: int) -> None:
    """Eliminate a player of whose heroes one was killed and none is left, but for a prisoner (p. 22; FAQ)."""
    player = s.players[seat]
    if not player.eliminated and not heroes(s, seat):
        with because(s, "no-hero", seat, player.threat):
            eliminate(s, seat)
