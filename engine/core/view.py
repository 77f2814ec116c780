"""What a seat sees of a match, as types: the part that every game has, on which each builds its own."""

import msgspec

from engine.core.vocabulary import Value


class PendingDecision(msgspec.Struct, frozen=True):
    """A decision that the match waits for."""

    seat: str
    """Who decides, by reference."""
    kind: str
    """What kind of decision it is; the game's vocabulary lists them."""


class OptionView(msgspec.Struct, frozen=True):
    """One thing that the viewer may choose; its index is its place in the list."""

    verb: str
    """What is done; the game's vocabulary lists the verbs."""
    arguments: dict[str, Value]
    """What it is done with, by the names that the vocabulary gives for the verb."""
    touches: list[str]
    """References of everything that the option concerns."""
    group: str
    """Options of one group are shown together."""


class CauseView(msgspec.Struct, frozen=True):
    """What a decision is the cost or the consequence of."""

    verb: str
    """How it came to the decision: a cause of the game's vocabulary."""
    arguments: dict[str, Value]
    """By which card or place, by the names that the vocabulary gives for the cause."""
    touches: list[str]
    """References of everything that the cause concerns."""


class OutcomeView(msgspec.Struct, frozen=True):
    """How the match ended."""

    winners: list[str]
    """The seats that won, by reference; none where everybody lost."""
    side: str
    """The side that won; empty where no one side did."""
    reason: str
    """Why the match ended, as a short code of the game's."""
    scores: dict[str, int]
    """The final score by side."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What every observation has; the kernel fills it in after the game has made its own part."""

    viewer: str | None = None
    """The seat that sees this, by reference; null for a spectator."""
    pending: list[PendingDecision] = []
    """Every decision that the match waits for now."""
    options: list[OptionView] = []
    """What the viewer may choose now; empty where it has no decision."""
    groups: list[str] = []
    """The groups of these options, in the order in which they are shown at every decision."""
    touched: list[str] = []
    """Everything that these options touch, in an order that is the same at every decision, to group them by that."""
    cause: CauseView | None = None
    """What the viewer's decision is the cost or the consequence of; null where it stands for itself."""
    outcome: OutcomeView | None = None
    """How the match ended; null while it goes on."""
