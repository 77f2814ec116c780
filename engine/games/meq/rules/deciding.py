"""Choices of the heroes as a side: the first of them answers, or all propose and the lot decides (p. 13)."""

from engine.core.chance import below
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option, Together
from engine.core.state import disclose
from engine.games.meq.state import GameState, seat_of

HEROES = -1
"""Stands for a seat where the heroes decide as a side."""
FIRST_HERO = 1
"""The seat that answers for the heroes unless they decide together."""


def decide(s: GameState, by: int, kind: str, options: list[Option]) -> Flow[Option]:
    """Let a seat, or the heroes as a side, choose one of the options."""
    if by == HEROES and s.together and len(s.heroes) > 1:
        return (yield from _propose(s, kind, options))
    choice: Option = yield Decision(FIRST_HERO if by == HEROES else by, kind, options)
    return choice


def _propose(s: GameState, kind: str, options: list[Option]) -> Flow[Option]:
    """Let every hero propose an option in secret; if they do not agree, one of the proposals is drawn (p. 13)."""
    proposals = yield Together(tuple(Decision(seat_of(h), kind, options) for h in range(len(s.heroes))))
    disclose(s)
    h = 0
    if len(set(proposals)) > 1:
        h = below(s, len(proposals), "lot")
        tell(s, "lot", (h,))
    choice: Option = proposals[h]
    return choice
