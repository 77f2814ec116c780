"""Progress on locations and the quest, exploring, and the way from stage to stage (p. 15, 22)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import because
from engine.games.lotr.cards.effects import FORCED, REVEALED, UNDEFEATABLE, WINS, Cue
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.removal import discard_from_play
from engine.games.lotr.rules.responses import respond
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.victory import win


def place_progress(s: GameState, n: int) -> Flow[None]:
    """Place progress on the active location until it is explored, the rest on the quest (p. 14-15).

    If that completes the stage, the next one is turned up before anything responds to the location (FAQ).
    """
    location, explored = -1, False
    if s.active:
        location = s.active[0]
        share = min(n, ENTRIES[location].quest_points - s.cards[location].progress)
        n -= share
        explored = _explore(s, location, share)
    if n > 0 and s.quest:
        s.progress += n
        tell(s, "progress", (n,))
        yield from respond(s, "progress", Cue(s.quest[0], amount=n))
        yield from check_quest(s)
    if explored:
        yield from _after_exploring(s, location)


def place_on_location(s: GameState, location: int, n: int) -> Flow[None]:
    """Place progress on a location; with enough of it the location is explored (p. 15)."""
    if _explore(s, location, n):
        yield from _after_exploring(s, location)


def _explore(s: GameState, location: int, n: int) -> bool:
    """Place progress on a location, and discard it if that explores it; whether it does."""
    state = s.cards[location]
    state.progress += n
    tell(s, "location-progress", (location, n))
    if state.progress < ENTRIES[location].quest_points:
        return False
    tell(s, "explored", (location,))
    discard_from_play(s, location)
    return True


def _after_exploring(s: GameState, location: int) -> Flow[None]:
    """What follows when a location has been explored: responses, and perhaps the end of a stage."""
    yield from respond(s, "explored", Cue(location))
    yield from check_quest(s)


def remove_progress(s: GameState, n: int) -> None:
    """Remove progress from the current quest card, as far as there is any."""
    removed = min(n, s.progress)
    s.progress -= removed
    tell(s, "progress", (-removed,))


def check_quest(s: GameState) -> Flow[None]:
    """Win or advance to the next stage if the conditions of this one are met (p. 22)."""
    if s.setting_up_stage or not s.quest:
        return
    quest = s.quest[0]
    if quest in WINS and WINS[quest](s):
        win(s)
    goal = ENTRIES[quest].quest_points
    if goal and s.progress >= goal and not (quest in UNDEFEATABLE and UNDEFEATABLE[quest](s)):
        yield from _defeat_stage(s, quest)


def _defeat_stage(s: GameState, quest: int) -> Flow[None]:
    """Leave a stage for the next, or win if it was the last; excess progress is lost (p. 22)."""
    tell(s, "stage-defeated", (quest,))
    s.progress = 0
    s.quest.remove(quest)
    s.removed.append(quest)
    if quest in FORCED["stage-defeated"]:
        yield from FORCED["stage-defeated"][quest](s, quest, Cue(quest))
    if not s.quest_deck:
        win(s)
    yield from next_stage(s)


def next_stage(s: GameState) -> Flow[None]:
    """Turn up the next stage and follow its instructions (p. 22)."""
    quest = s.quest_deck.pop(0)
    s.quest.append(quest)
    tell(s, "stage", (quest,))
    if quest in REVEALED:
        s.setting_up_stage = True
        with because(s, "stage", quest):
            yield from REVEALED[quest](s, quest)
        s.setting_up_stage = False
    yield from check_quest(s)
