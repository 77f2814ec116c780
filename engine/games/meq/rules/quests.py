"""Quests completed (p. 25)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import because
from engine.games.meq.cards.registry import HERO_ABILITIES, QUEST_EFFECTS
from engine.games.meq.components.box import QUESTS
from engine.games.meq.rules.favor import gain_favor
from engine.games.meq.state import GameState


def reward_deed(s: GameState, h: int) -> None:
    """Give favor for a quest or a consultation, once a turn, to a hero with such an ability (p. 20)."""
    favor = HERO_ABILITIES[s.heroes[h].who].favor_for_deeds
    if favor and s.turn.hero == h and not s.turn.deed_rewarded:
        s.turn.deed_rewarded = True
        gain_favor(s, h, favor)


def complete_quest(s: GameState, h: int, quest: int) -> Flow[None]:
    """Put a completed quest back into the box and give its reward (p. 25)."""
    hero = s.heroes[h]
    hero.quests.remove(quest)
    s.box.append(quest)
    hero.completed += quest in QUESTS
    tell(s, "completed", (h, quest))
    reward_deed(s, h)
    with because(s, "text", quest):
        yield from QUEST_EFFECTS[quest].reward.run(s, h)
