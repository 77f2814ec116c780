"""Who answers a question of the rules: the seat itself, or the rules of "Against the Shadow" for a bot."""

from collections.abc import Callable
from typing import TypeAlias

from engine.core.flow import Decision, Flow, Option
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

BotAnswer: TypeAlias = Callable[[GameState, int, list[Option]], Flow[Option]]
BOT_ANSWERS: dict[str, BotAnswer] = {}
"""How a bot answers each kind of decision; filled by shadow/answers.py."""


def ask(s: GameState, player: int, kind: str, options: list[Option]) -> Flow[Option]:
    """The option a player takes."""
    if player in VARIANTS[s.variant].bots:
        answer: Option = yield from BOT_ANSWERS[kind](s, player, options)
        return answer
    chosen: Option = yield Decision(player, kind, options)
    return chosen
