"""Everything the engine refuses, one narrow exception each.

All stand on builtins, so that `except ValueError` catches every kind of bad input.
"""

from engine.core.words import Words


class EngineError(Exception):
    """Base of every error the engine raises on purpose."""


class UnknownGame(EngineError, ValueError):
    """No game is registered under that id."""


class UnknownScenario(EngineError, ValueError):
    """The game has no scenario of that id."""


class UnknownBot(EngineError, ValueError):
    """No bot is registered under that name."""


class BadWeights(EngineError, ValueError):
    """The bytes are no learned weights, or were learned under other rules or features."""


class BadSeats(EngineError, ValueError):
    """The scenario cannot be played with that number of seats, or has no such seat."""


class BadOption(EngineError, ValueError):
    """A game option is unknown or has a value that is not allowed."""


class BadSeed(EngineError, ValueError):
    """A seed must be 16 bytes."""


class BadRecord(EngineError, ValueError):
    """The bytes are not a record, or its choices do not fit the rules."""


class BadSnapshot(EngineError, ValueError):
    """The bytes are not a snapshot of a match."""


class RulesChanged(EngineError, ValueError):
    """The record or snapshot was made under another version of the rules."""


class IllegalChoice(EngineError, ValueError):
    """The choice is not among the options of the open decision."""


class NotYourTurn(EngineError, ValueError):
    """The seat has no open decision."""


class StaleVersion(EngineError, ValueError):
    """The choice answers an earlier version of the match."""


class MatchOver(EngineError, ValueError):
    """The match has ended; nothing can be chosen any more."""


class CannotUndo(EngineError, ValueError):
    """The last choice must stand: somebody else chose, something random happened or something was shown."""

    def __init__(self, why: Words) -> None:
        super().__init__(why.say())
        self.why = why


class NoWorldFits(EngineError, RuntimeError):
    """No other world that fits what the seat has seen was found."""


class RulesError(EngineError, RuntimeError):
    """A game broke the kernel's contract: a fault of its rules, never of the caller."""
