"""One side of a combat round, and the shape of the abilities that act on it (p. 28, p. 29)."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.flow import Flow
from engine.core.words import Words
from engine.games.meq.components.cards import COMBAT
from engine.games.meq.components.specs import CombatCard
from engine.games.meq.rules.fighter import Fighter
from engine.games.meq.state import GameState

Deed = Callable[[GameState, Fighter, Fighter], None]
Ask = Callable[[GameState, Fighter, Fighter], Flow[None]]
Check = Callable[[Fighter, Fighter], bool]


@dataclass(frozen=True)
class Ability:
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


def strength_cost(card: int, at: int, power: Ability | None) -> int:
    """The strength a card in a combat stack uses (p. 29)."""
    spec = COMBAT[card]
    return power.cost(spec, at) if power and power.cost else spec.cost
