"""Progress on locations and the quest, exploring, and the way from stage to stage (p. 15, 22)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.lotr.cards.effects import FORCED, REVEALED, UNDEFEATABLE, WINS, Cue
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.rules.leaving import discard_quietly
from engine.games.lotr.rules.responses import respond
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.victory import win


def place_progress(s: GameState, n: int) -> Flow[None]:
    """Progress goes to the active location until it is explored, the rest to the quest (p. 14-15)."""
    if s.active:
        location = s.active[0]
        used = min(n, KIND[location].quest_points - s.cards[location].progress)
        n -= used
        yield from place_on_location(s, location, used)
    if n <= 0 or not s.quest:
        return
    s.progress += n
    tell(s, "progress", (n,))
    yield from respond(s, "progress", Cue(s.quest[0], amount=n))
    yield from check_quest(s)


def place_on_location(s: GameState, location: int, n: int) -> Flow[None]:
    """Progress on one location; with enough of it the location is explored (p. 15)."""
    state = s.cards[location]
    state.progress += n
    tell(s, "location progress", (location, n))
    if state.progress >= KIND[location].quest_points:
        tell(s, "explored", (location,))
        discard_quietly(s, location)
        yield from respond(s, "explored", Cue(location))
        yield from check_quest(s)


def remove_progress(s: GameState, n: int) -> None:
    """Take progress off the current quest card, as far as there is any."""
    removed = min(n, s.progress)
    s.progress -= removed
    tell(s, "progress", (-removed,))


def check_quest(s: GameState) -> Flow[None]:
    """Win or advance at once when the stage's conditions are met (p. 22)."""
    if s.settling or not s.quest:
        return
    quest = s.quest[0]
    wanted = KIND[quest].quest_points
    if quest in WINS and WINS[quest](s):
        win(s)
    if wanted and s.progress >= wanted and not (quest in UNDEFEATABLE and UNDEFEATABLE[quest](s)):
        yield from _defeat_stage(s, quest)


def _defeat_stage(s: GameState, quest: int) -> Flow[None]:
    """Leave the stage; excess progress is lost (p. 22)."""
    tell(s, "stage defeated", (quest,))
    s.progress = 0
    s.quest.remove(quest)
    s.removed.append(quest)
    follow = FORCED["stage defeated"].get(quest)
    if follow is not None:
        yield from follow(s, quest, Cue(quest))
    if not s.quest_deck:
        win(s)
    yield from next_stage(s)


def next_stage(s: GameState) -> Flow[None]:
    """Turn up the next stage and follow its instructions (p. 22)."""
    quest = s.quest_deck.pop(0)
    s.quest.append(quest)
    tell(s, "stage", (quest,))
    instructions = REVEALED.get(quest)
    if instructions is not None:
        s.settling = True
        yield from instructions(s, quest)
        s.settling = False
    yield from check_quest(s)
