"""What a card can do: the shapes its clauses take, each with the words that say it."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.flow import Flow
from engine.core.words import Words
from engine.games.meq.components.specs import CombatCard
from engine.games.meq.rules.fighter import Fighter
from engine.games.meq.state import GameState

Rule = Callable[[GameState, int], Flow[None]]
Test = Callable[[GameState, int], bool]


def always(_s: GameState, _h: int) -> bool:
    """No condition."""
    return True


@dataclass(frozen=True)
class Effect:
    """Something that happens to, or because of, hero number h; `can` tells whether it may be chosen."""

    words: Words
    run: Rule
    can: Test = always


Deed = Callable[[GameState, Fighter, Fighter], None]
Ask = Callable[[GameState, Fighter, Fighter], Flow[None]]
Check = Callable[[Fighter, Fighter], bool]


@dataclass(frozen=True)
class CombatAbility:
    """What a combat card or a monster does in a round; hooks take the table, the own side and the enemy's."""

    words: Words
    firm: bool = False
    floor: int = 0
    cancels: Check | None = None
    """Whether it cancels the enemy's card this round."""
    now: Deed | None = None
    ask: Ask | None = None
    """Like `now`, for what needs a choice or chance."""
    later: Deed | None = None
    """What it does in the next round, before that round's cards (p. 28)."""
    lasting: bool = False
    """It works on the next round in some other way."""
    extra: int = 0
    """More damage, if any was dealt."""
    reckless: int = 0
    """More damage taken, if any was."""
    most_damage: int = 99
    """The most damage taken this round."""
    reflects: bool = False
    """Deals as much damage as is taken."""
    cost: Callable[[CombatCard, int], int] | None = None
    """The strength cost of a card at a place in the stack."""
    spies: bool = False
    """Ranged damage becomes influence."""
    counters: bool = False
    """Deals 1 damage when its Melee card prevents damage."""
    from_hand: bool = False
    """One damage must come from the hand."""
    after: Ask | None = None
    """When damage has been dealt."""


@dataclass(frozen=True)
class Goal:
    """What a mission asks for, and whether it is met."""

    words: Words
    met: Callable[[GameState], bool]
