"""The combat phase: combat after combat, in the order the first player chooses (p. 14)."""

from engine.core.flow import Flow, Option
from engine.games.wotr.components.groups import is_path
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.fighting import battleground_combat, path_combat
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def combat_phase(s: GameState) -> Flow[None]:
    """The first player chooses which combat is resolved next, until none is left (p. 14)."""
    locations = [*s.path, *s.battlegrounds]
    if not locations:
        s.step = "victory"
        return
    first_player = VARIANTS[s.variant].order[s.first]
    choice: Option = yield from ask(s, first_player, "combat", [("fight", location) for location in locations])
    yield from (path_combat if is_path(choice[1]) else battleground_combat)(s, choice[1])
