"""Endings that are no option of the rules: a match that is conceded, abandoned or annulled."""

from engine.core.game import Setting
from engine.core.state import Outcome

CONCEDED = "conceded"
"""The reason of outcomes where a side gave the match up."""
ABANDONED, ANNULLED = WITHOUT_WINNER = ("abandoned", "annulled")
"""Reasons of outcomes that the rules have no part in, and that count for nobody."""


def conceded(setting: Setting, seat: int, scores: dict[str, int]) -> Outcome:
    """The seat's side loses and every other side wins.

    A side without seats that the rules play wins as well: it is one of those that have a score.
    """
    side = setting.roles[seat].side
    winners = [i for i, role in enumerate(setting.roles) if role.side != side]
    others = {*(role.side for role in setting.roles), *scores} - {side}
    return Outcome(winners, others.pop() if len(others) == 1 else "", CONCEDED, scores)


def without_winner(reason: str, scores: dict[str, int]) -> Outcome:
    """No side wins, whatever the scores."""
    return Outcome([], "", reason, scores)
