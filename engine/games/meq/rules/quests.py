"""Quests completed (p. 25)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.meq.cards.registry import QUEST_REWARD
from engine.games.meq.components.cards import ENCOUNTERS, QUESTS
from engine.games.meq.rules.favor import gain_favor
from engine.games.meq.rules.heroes import sheet
from engine.games.meq.state import GameState


def bloodline(s: GameState, h: int) -> None:
    """Eleanor gains favor once a turn for a quest or a consultation (Noble Bloodline)."""
    if sheet(s.heroes[h]) == "noble_bloodline" and s.turn.hero == h and not s.turn.noble:
        s.turn.noble = True
        gain_favor(s, h, 1)


def complete(s: GameState, h: int, quest: int) -> Flow[None]:
    """A completed quest goes back to the box, and its reward is gained (p. 25)."""
    hero = s.heroes[h]
    hero.quests.remove(quest)
    s.box.append(quest)
    hero.completed += quest in QUESTS
    tell(s, "completed", (h, quest))
    bloodline(s, h)
    key = ENCOUNTERS[quest].key if quest in ENCOUNTERS else QUESTS[quest].key
    yield from QUEST_REWARD[key].run(s, h)
