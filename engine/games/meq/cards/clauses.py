"""What cards and figures can do: the shapes it takes, each with the words that say it.

A value that a card does not name keeps its default, so that no rule asks a card for its name.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.core.flow import Flow, Option, as_flow
from engine.core.words import Words
from engine.games.meq.layout import Way
from engine.games.meq.state import AWAY, NO_LIMIT, GameState

Rule = Callable[[GameState, int], Flow[None]]
"""What happens to, or because of, hero number h; for a plot, in the location that it affects."""
Test = Callable[[GameState, int], bool]
NO_TRAIT = -1


def always(_s: GameState, _h: int) -> bool:
    """No condition."""
    return True


@as_flow
def nothing(_s: GameState, _h: int) -> None:
    """No rule."""


@dataclass(frozen=True, eq=False, slots=True)
class Effect:
    """Something that happens; `can` tells whether it may be chosen."""

    words: Words
    run: Rule
    can: Test = always


NO_EFFECT = Effect(Words(""), nothing)


@dataclass(frozen=True, eq=False, slots=True)
class EventEffect:
    """What an event does: at once, or when a hero explores its location (p. 14)."""

    effect: Effect
    when_kept: Effect | None = None
    """What a hero who was given the card may do with it when exploring."""


@dataclass(frozen=True, eq=False, slots=True)
class OtherGoal:
    """Another way to complete a quest: any fight with an enemy."""

    words: Words
    enemy: str


@dataclass(frozen=True, eq=False, slots=True)
class QuestEffect:
    """The reward of a quest, and what it brings when it comes into play (p. 25)."""

    reward: Effect
    setup: Effect = NO_EFFECT
    other_goal: OtherGoal | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Goal:
    """What a mission asks for, whether it is met (p. 33), and how it stands."""

    words: Words
    met: Callable[[GameState], bool]
    stands: Callable[[GameState], Words]
    """How far the side is, in numbers."""


@dataclass(frozen=True, eq=False, slots=True)
class CorruptionEffect:
    """What a corruption card does when it is received, or to the rules while it lies on a hero (p. 26)."""

    words: Words
    on_receipt: Rule = nothing
    lowered_trait: int = NO_TRAIT
    """The trait that is one lower."""
    most_favor: int = NO_LIMIT
    most_cards: int = NO_LIMIT
    """The largest hand."""
    most_gained: int = NO_LIMIT
    """The most favor gained in each future turn."""
    most_travel_steps: int = NO_LIMIT
    """The most Travel steps in each future turn: moves, and exploring the start (p. 22, p. 24)."""
    isolates: bool = False
    """The hero may not consult characters or trade."""
    fewer_encounters: int = 0
    """Encounter cards that the hero draws less."""
    more_perils: int = 0
    """Peril cards that Sauron may draw more on the hero's turn."""
    shadow_cards: int = 0
    """Shadow cards that Sauron may draw after he has played one on the hero's turn."""
    lost_in_fights: int = 0
    """Random cards discarded at the start of each future fight."""
    more_spaces: int = 0
    """Spaces that Sauron's marker advances more when the hero rests or is defeated."""


@dataclass(frozen=True, eq=False, slots=True)
class Requirement:
    """What a plot asks for besides influence in the Shadow Pool (p. 13)."""

    words: Words
    met: Test
    """Whether it is met for a location that the plot could affect."""
    places: Callable[[GameState], Iterable[int]] | None = None
    """The locations it could affect, where none is printed."""


@dataclass(frozen=True, eq=False, slots=True)
class PlotEffect:
    """What a plot requires, does when it becomes active, and does to the rules while it is (p. 13)."""

    requires: Requirement | None = None
    on_activation: Effect = NO_EFFECT
    while_active: Words = Words("")
    """What the values below come to, in words."""
    corrupts: str = ""
    """The character who gives a corruption card to whoever consults it."""
    perilous: bool = False
    """The location it affects is perilous."""
    closed: bool = False
    """Heroes may not rest or draw encounter cards in the location it affects."""
    fights_as: tuple[int, str] | None = None
    """A region, and the monster that Sauron may treat any other in it as."""


@dataclass(frozen=True, eq=False, slots=True)
class ItemEffect:
    """What an item does for the hero who carries it; every copy does it (p. 26)."""

    words: Words
    changes_path: Callable[[Way], Way] | None = None
    """What it makes of a path."""
    route: tuple[int, int, int] | None = None
    """Two locations it joins by a path, and how many cards that costs."""
    drains: int = 0
    """Influence that leaves the Shadow Pool after Sauron has played a shadow card on the hero's turn."""


@dataclass(frozen=True, eq=False, slots=True)
class HeroAbility:
    """The special ability of a hero (p. 20)."""

    words: Words
    steadfast: bool = False
    """The turn goes on after a fight in which the enemy was not defeated."""
    scouts: bool = False
    """The hero may look at the monster tokens of an adjacent location once a turn."""
    favor_for_deeds: int = 0
    """Favor for completing a quest or consulting a character, once a turn."""
    rest_options: tuple[Option, ...] = ()
    """More ways to rest outside a haven."""


@dataclass(frozen=True, eq=False, slots=True)
class MinionAbility:
    """What is special about a minion (p. 18, p. 23)."""

    words: Words
    swift: bool = False
    """It moves up to two locations."""
    breeds: bool = False
    """Monster tokens may be placed within 1 space of it even without influence."""
    perilous: bool = False
    """All locations within 1 space of it but havens are perilous."""
    forbids_rest: bool = False
    """Heroes within 1 space of it rest only in havens."""
    corrupts: bool = False
    """The hero it fights receives a corruption card."""
    returns_to: int = AWAY
    """Where it comes back after it was defeated."""
