"""Who answers a decision: the seat itself, the rules of "Against the Shadow" for a bot, or a person on its behalf."""

from collections.abc import Callable
from typing import TypeAlias

from engine.core.flow import Decision, Flow, Option
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

BotAnswer: TypeAlias = Callable[[GameState, int, list[Option]], Flow[Option]]

BOT_ANSWERS: dict[str, BotAnswer] = {}
"""How a bot answers each kind of decision; filled when the game loads, from rules/against_the_shadow/answers.py."""


def ask(s: GameState, player: int, kind: str, options: list[Option]) -> Flow[Option]:
    """Ask a player, and give the option it chooses."""
    if player in VARIANTS[s.variant].bots:
        answer: Option = yield from BOT_ANSWERS[kind](s, player, options)
        return answer
    choice: Option = yield Decision(player, kind, options)
    return choice


def ask_for_bot(s: GameState, options: list[Option]) -> Flow[Option]:
    """Ask the first person in turn order on behalf of a bot, and give the option chosen (AtS p. 4)."""
    variant = VARIANTS[s.variant]
    turns = variant.order[s.first :] + variant.order[: s.first]
    person = next(player for player in turns if player not in variant.bots)
    choice: Option = yield Decision(person, "for-the-bot", options)
    return choice
