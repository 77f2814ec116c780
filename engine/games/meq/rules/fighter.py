"""A fighter in a round of combat, and what the ability of its card or monster may do (p. 28, p. 29)."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.flow import Flow
from engine.core.words import Words
from engine.games.meq.components.box import COMBAT
from engine.games.meq.components.schema import CombatCard
from engine.games.meq.state import NO_LIMIT, GameState

RANGED, MELEE = "ranged", "melee"


class Fighter:
    """The hero or the enemy in one round: the card played, what it is worth by now, and the damage so far."""

    __slots__ = (
        "ability_damage",
        "attack",
        "attack_bonus",
        "attack_fixed",
        "cancelled",
        "card",
        "damage_taken",
        "defense",
        "defense_bonus",
        "defense_fixed",
        "firm",
        "floor",
        "is_hero",
        "last_type",
        "monster_ability",
        "slain",
        "spec",
        "type",
    )

    def __init__(self, card: int, last_type: str, monster_ability: "CombatAbility", *, is_hero: bool) -> None:
        spec = COMBAT[card] if card >= 0 else None
        self.is_hero = is_hero
        self.card = card
        """The card played, -1 for none."""
        self.spec: CombatCard | None = spec
        self.type = spec.type if spec else ""
        self.last_type = last_type
        """The type played in the last round."""
        self.attack = spec.attack if spec else 0
        self.defense = spec.defense if spec else 0
        self.attack_bonus = 0
        self.defense_bonus = 0
        self.attack_fixed = False
        """Reduced to 0: no bonus counts any more (p. 29)."""
        self.defense_fixed = False
        self.cancelled = spec is None
        self.firm = False
        """The card cannot be cancelled."""
        self.floor = 0
        """The defense cannot be reduced below this."""
        self.ability_damage = 0
        """Damage that abilities deal to this fighter."""
        self.damage_taken = 0
        """All damage that this fighter is dealt this round."""
        self.slain = False
        """Defeated outright by an ability."""
        self.monster_ability = monster_ability

    @property
    def printed_attack(self) -> int:
        """The attack printed on the card; 0 without a card."""
        return self.spec.attack if self.spec else 0

    @property
    def printed_defense(self) -> int:
        """The defense printed on the card; -1 without a card, for then none is printed (p. 29)."""
        return self.spec.defense if self.spec else -1

    @property
    def final_attack(self) -> int:
        """The attack that counts (p. 29)."""
        if self.cancelled or self.attack_fixed:
            return 0
        return max(0, self.attack + self.attack_bonus)

    @property
    def final_defense(self) -> int:
        """The defense that counts (p. 29)."""
        if self.cancelled or self.defense_fixed:
            return 0
        return max(self.floor, self.defense + self.defense_bonus)

    def cancel(self) -> None:
        """Ignore the card: no text, no attack, no defense (p. 29)."""
        if not self.firm:
            self.cancelled = True

    def exhaust(self) -> None:
        """Cancel the card of a fighter who has overspent; it counts as no type (p. 28, p. 32)."""
        self.cancelled = True
        self.spec = None
        self.type = ""

    def reduce(self, attack: int = -1, defense: int = -1) -> None:
        """Reduce printed values; what is reduced to 0 stays there (p. 29)."""
        if attack >= 0:
            self.attack = min(self.attack, attack)
            self.attack_fixed |= attack == 0
        if defense >= 0:
            self.defense = max(self.floor, min(self.defense, defense))
            self.defense_fixed |= defense == 0 and not self.floor


Deed = Callable[[GameState, Fighter, Fighter], None]
"""What a fighter's card does to its own side and the opponent, in this order."""
Ask = Callable[[GameState, Fighter, Fighter], Flow[None]]
Check = Callable[[Fighter, Fighter], bool]


@dataclass(frozen=True, eq=False, slots=True)
class CombatAbility:
    """What a combat card or a monster does in a round of combat (p. 28, p. 29)."""

    words: Words
    firm: bool = False
    """The card cannot be cancelled."""
    floor: int = 0
    """The defense cannot be reduced below this."""
    cancels: Check | None = None
    """Whether it cancels the opponent's card this round."""
    now: Deed | None = None
    ask: Ask | None = None
    """Like `now`, for what needs a choice or chance."""
    later: Deed | None = None
    """What it does in the next round, before that round's cards (p. 28)."""
    opponent_first: bool = False
    """In the next round the opponent plays first and face up."""
    free_type: str = ""
    """A type of which a card costs no strength in the next round, and is discarded after it."""
    extra: int = 0
    """More damage, if any was dealt."""
    reckless: int = 0
    """More damage taken, if any was."""
    most_damage: int = NO_LIMIT
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

    @property
    def lasts(self) -> bool:
        """Whether it works on the next round."""
        return self.later is not None or self.opponent_first or bool(self.free_type)


NO_ABILITY = CombatAbility(Words(""))
