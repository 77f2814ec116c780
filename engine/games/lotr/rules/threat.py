"""The threat dials of the players (p. 22)."""

from engine.core.events import tell
from engine.core.state import because
from engine.games.lotr.rules.elimination import eliminate
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.victory import THREAT_LIMIT


def raise_threat(s: GameState, seat: int, n: int) -> None:
    """Raise a player's threat; at the limit he is eliminated (p. 22)."""
    player = s.players[seat]
    if player.eliminated or n <= 0:
        return
    player.threat = min(player.threat + n, THREAT_LIMIT)
    tell(s, "threat", (seat, player.threat))
    if player.threat >= THREAT_LIMIT:
        with because(s, "threat-limit", seat):
            eliminate(s, seat)


def lower_threat(s: GameState, seat: int, n: int) -> None:
    """Lower a player's threat, at most to zero."""
    player = s.players[seat]
    player.threat = max(player.threat - n, 0)
    tell(s, "threat", (seat, player.threat))
