"""Phase 4, travel (p. 15)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because
from engine.games.lotr.cards.effects import TRAVEL_COSTS, VALUES, Cue
from engine.games.lotr.rules.in_play import staged_locations, stays_in_play
from engine.games.lotr.rules.responses import force, respond
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.action_windows import open_window


def travel(s: GameState) -> Flow[None]:
    """Let the first player take the group to a location, if none is active (p. 15)."""
    s.phase = "travel"
    if not s.active:
        goals = destinations(s)
        musts = [card for card in goals if VALUES[card].must_be_travelled_to]
        options: list[Option] = [("travel", card) for card in musts or goals]
        choice = yield Decision(s.first_player, "travel", options if musts else [*options, ("stay",)])
        if choice[0] == "travel":
            yield from travel_to(s, int(choice[1]))
    open_window(s, "end-phase")


def destinations(s: GameState) -> list[int]:
    """The locations whose travel cost can be met (p. 23)."""
    return [card for card in staged_locations(s) if card not in TRAVEL_COSTS or TRAVEL_COSTS[card].can(s)]


def travel_to(s: GameState, location: int) -> Flow[None]:
    """Pay the travel cost and make the location the active one (p. 15, 23)."""
    tell(s, "travelled", (location,))
    state = s.cards[location]
    if location in TRAVEL_COSTS:
        with because(s, "travel", location):
            yield from TRAVEL_COSTS[location].do(s)
    if not stays_in_play(s, location, state):
        return
    s.staging.remove(location)
    s.active.append(location)
    yield from force(s, "travelled", location, Cue(location))
    if stays_in_play(s, location, state):
        yield from respond(s, "travelled", Cue(location))
