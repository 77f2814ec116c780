"""What a bot is, and what it is given to choose by.

A bot gets a `Perspective`, never the match: it cannot see more than its seat, by construction.
"""

import random
from typing import Any, Protocol

from engine.core.flow import Decision, Option
from engine.core.game import Setting
from engine.core.match import Match
from engine.core.vocabulary import Phrase
from engine.core.words import Lang


class Perspective:
    """One seat's side of a match at a decision of its own."""

    __slots__ = ("_match", "decision", "options", "seat")

    def __init__(self, match: Match, seat: int) -> None:
        for decision in match.pending:
            if decision.seat == seat:
                break
        else:
            raise ValueError(f"seat {seat} has no open decision to look at")
        self._match = match
        self.seat = seat
        self.decision: Decision = decision
        self.options: list[Option] = decision.options
        """What the seat may choose from."""

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._match.game.id

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

    def world(self, rng: random.Random) -> Match:
        """A world that fits everything the seat has seen, to search in."""
        return self._match.deal_world(self.seat, rng)


class Bot(Protocol):
    """Chooses for a seat."""

    def choose(self, view: Perspective) -> int:
        """The index of the option to take."""
