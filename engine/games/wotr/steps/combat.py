"""The combat phase: combat after combat, in the order the first player chooses (p. 14)."""

from engine.core.flow import Flow, Option
from engine.games.wotr.components.entries import PATHS
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.fighting import battleground_combat, path_combat
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def combat_phase(s: GameState) -> Flow[None]:
    """The first player chooses which combat is resolved next, until none is left (p. 14)."""
    variant = VARIANTS[s.variant]
    waiting = [*s.path, *s.battlegrounds]
    if not waiting:
        s.step = "victory"
        return
    chosen: Option = yield from ask(s, variant.order[s.first], "combat", [("fight", location) for location in waiting])
    if chosen[1] in PATHS:
        yield from path_combat(s, chosen[1])
    else:
        yield from battleground_combat(s, chosen[1])
