"""What a bot is, and what it is given to choose by.

A bot gets a `Perspective`, never the match: it cannot see more than its seat, by construction.
"""

import random
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from engine.core.features import Features
from engine.core.flow import Decision, Option
from engine.core.game import Game, Setting
from engine.core.match import Match
from engine.core.vocabulary import Phrase
from engine.core.words import Lang
from engine.core.worlds import Worlds


class Perspective:
    """One seat's side of a match at a decision of its own."""

    __slots__ = ("_match", "_worlds", "decision", "options", "seat")

    def __init__(self, match: Match, seat: int) -> None:
        for decision in match.pending:
            if decision.seat == seat:
                break
        else:
            raise ValueError(f"seat {seat} has no open decision to look at")
        self._match = match
        self._worlds: Worlds | None = None
        self.seat = seat
        self.decision: Decision = decision
        self.options: list[Option] = decision.options
        """What the seat may choose from."""

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._match.game.id

    @property
    def rules(self) -> Game[Any]:
        """The game: its rules, components and judgement; nothing of this match."""
        return self._match.game

    @property
    def side(self) -> str:
        """The side that the seat plays for."""
        return self._match.setting.roles[self.seat].side

    @property
    def milestones(self) -> int:
        """How many milestones of the game have been passed, such as ends of rounds."""
        return self._match.game.milestones(self._match.state)

    @property
    def setting(self) -> Setting:
        """What the match is set up from."""
        return self._match.setting

    def prompt(self, lang: Lang = "en") -> str:
        """What is to be decided, in words."""
        return self._match.prompt(self.decision, lang)

    def describe(self, option: Option, lang: Lang = "en") -> str:
        """An option in words."""
        return self._match.describe(option, lang)

    def named(self, option: Option) -> Phrase:
        """An option as programs outside are told of it, with references in place of ints."""
        return self._match.lexicon.option(option)

    def observation(self) -> Any:
        """What the seat sees: the game's own view, or plain data."""
        return self._match.observation(self.seat)

    def features(self) -> Features:
        """What the game tells of the decision by name, from what the seat sees; much cheaper than an observation."""
        return self._match.game.features(self._match.state, self.seat, self.decision)

    def world(self, rng: random.Random) -> Match:
        """A world that fits everything the seat has seen, to search in."""
        if self._worlds is None:
            self._worlds = self._match.worlds(self.seat)
        return self._worlds.deal(rng)


class Bot(Protocol):
    """Chooses for a seat."""

    def choose(self, view: Perspective) -> int:
        """The index of the option to take."""


def looks_ahead(bot: Bot) -> bool:
    """Whether a bot may ask for worlds: every one does that does not say `looks_ahead = False`."""
    return getattr(bot, "looks_ahead", True)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a bot thinks of an option: how likely its side wins with it, from 0 to 1."""

    index: int
    chance: float


@runtime_checkable
class Explaining(Bot, Protocol):
    """Chooses for a seat, and says why."""

    def estimates(self, view: Perspective) -> list[Estimate]:
        """The options it has looked at, the best first: the first is its choice."""
