"""The Story Track: markers, their pace, and the minions that enter with a stage (p. 12)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import because
from engine.games.meq.components.box import EVENTS, MINIONS, PLOTS
from engine.games.meq.components.schema import MARKERS
from engine.games.meq.layout import IDS, LOC
from engine.games.meq.rules.shadow_pool import drain_pool
from engine.games.meq.rules.stage import POOL_PER_STAGE, stage
from engine.games.meq.state import AWAY, SAURON, GameState

FINALE = 18
SHADOW_FALLS = 10
HERO_PACE = 2
"""Spaces that the heroes' marker moves in a story step (p. 12)."""
HERO_MARKER, RING_MARKER, CONQUEST_MARKER, CORRUPTION_MARKER = range(4)
SAURON_MARKERS = (RING_MARKER, CONQUEST_MARKER, CORRUPTION_MARKER)


def move_marker(s: GameState, marker: int, spaces: int) -> None:
    """Move one marker, without the minions that enter with a stage it reaches."""
    s.story[marker] = max(0, min(FINALE, s.story[marker] + spaces))
    tell(s, "story", (MARKERS[marker], s.story[marker]))
    if s.pool > POOL_PER_STAGE * stage(s):
        drain_pool(s, s.pool - POOL_PER_STAGE * stage(s))


def advance(s: GameState, marker: int, spaces: int = 1) -> Flow[None]:
    """Advance a marker, and bring in the minions of a stage reached for the first time (p. 12)."""
    move_marker(s, marker, spaces)
    yield from bring_in_minions(s)


def bring_in_minions(s: GameState) -> Flow[None]:
    """Let the minions enter that come when a marker first stands in stage II or III (p. 12)."""
    while s.stage_reached < stage(s):
        s.stage_reached += 1
        for i, minion in enumerate(MINIONS):
            if minion.stage == s.stage_reached and s.minions[i] == AWAY:
                places = [("enter", minion.id, IDS[place]) for place in minion.start]
                with because(s, "stage", s.stage_reached):
                    choice = yield Decision(SAURON, "minion-start", places)
                s.minions[i] = LOC[choice[2]]
                tell(s, "minion", (minion.id, choice[2]))


def last_markers(s: GameState) -> list[int]:
    """Sauron's markers that are furthest from the Finale: the leftmost, and those tied with it (p. 20)."""
    least = min(s.story[m] for m in SAURON_MARKERS)
    return [m for m in SAURON_MARKERS if s.story[m] == least]


def advance_last(s: GameState, seat: int, spaces: int, markers: list[int] | None = None) -> Flow[None]:
    """Advance Sauron's leftmost marker; the seat chooses among tied ones (p. 20, p. 32)."""
    options = [("marker", MARKERS[m]) for m in markers or last_markers(s)]
    choice = yield Decision(seat, "marker", options)
    yield from advance(s, MARKERS.index(choice[1]), spaces)


def pace(s: GameState) -> list[int]:
    """How far each marker moves in a story step, from the plots and the event in play (p. 12)."""
    spaces = [HERO_PACE, 0, 0, 0]
    for plot in s.plots:
        spaces[PLOTS[plot].marker] += PLOTS[plot].advance
    for event in s.event:
        if EVENTS[event].marker > 0:
            spaces[EVENTS[event].marker] += 1
    return spaces


def finale_begins(s: GameState) -> bool:
    """Whether a marker stands on Finale, or all of Sauron's on Shadow Falls or beyond (p. 33)."""
    return max(s.story) >= FINALE or min(s.story[m] for m in SAURON_MARKERS) >= SHADOW_FALLS
