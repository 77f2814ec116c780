"""Lets bots play a match to its end."""

from collections.abc import Sequence

from engine.bots.perspective import Bot, Perspective, looks_ahead
from engine.core.errors import RulesError
from engine.core.match import Match

MOST_DECISIONS = 100_000


def play_out(match: Match, bots: Sequence[Bot], most: int = MOST_DECISIONS) -> Match:
    """Let the bots, one per seat, play the match to its end."""
    match.playout = not any(looks_ahead(bot) for bot in bots)
    for _ in range(most):
        if not match.pending:
            return match
        seat = match.pending[0].seat
        match.choose(seat, bots[seat].choose(Perspective(match, seat)))
    raise RulesError(f"{match.game.id} did not end within {most} decisions")
