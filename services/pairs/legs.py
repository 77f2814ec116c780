"""Plays one match of a pair between two bots; who crashes, is late or chooses what is not offered forfeits it."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from engine.bots import Bot, BotSpec, Perspective, make_bot
from engine.bots.arena import MOST_DECISIONS
from engine.bots.pairs import Fault, PlayedLeg, bot_seed, forfeit, holders, leg_of
from engine.bots.timing import step_of
from engine.core.errors import IllegalChoice, RulesError
from engine.core.game import Game, Setting
from engine.core.match import Match

Maker = Callable[[BotSpec, int], Bot]
"""Makes a bot, given its seed."""
Watcher = Callable[[int], None]
"""Called with the entrant who is about to choose, and with -1 when nobody is."""


class Overrun(BaseException):
    """A bot is interrupted, by an alarm that a watcher has set. No Exception: a bot that catches its own does not
    catch this."""


def _nobody(_entrant: int) -> None:
    pass


def play_leg(
    game: Game[Any],
    setting: Setting,
    deal: bytes,
    number: int,
    specs: Sequence[BotSpec],
    *,
    limit: float | None = None,
    watcher: Watcher = _nobody,
    maker: Maker = make_bot,
) -> PlayedLeg:
    """Play the first (0) or second (1) match of a pair. With a limit, in seconds, who takes longer forfeits."""
    seats = holders(setting)[number]
    match = game.begin(setting, deal)
    match.quiet = True
    play = _Play(match, seats, limit, watcher)
    for seat, entrant in enumerate(seats):
        play.make(maker, entrant, specs[entrant], bot_seed(deal, number, seat))
    while match.pending and play.fault is None:
        if len(match.choices) >= MOST_DECISIONS:
            raise RulesError(f"{game.id} did not end within {MOST_DECISIONS} decisions")
        play.decide()
    return play.result()


class _Play:
    """A leg under way."""

    def __init__(self, match: Match, seats: Sequence[int], limit: float | None, watcher: Watcher) -> None:
        self.match = match
        self.seats = seats
        self.limit = limit
        self.watcher = watcher
        self.bots: list[Bot] = []
        self.times: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self.began = time.perf_counter()
        self.fault: Fault | None = None
        self.guilty = -1
        self.message = ""

    def make(self, maker: Maker, entrant: int, spec: BotSpec, seed: int) -> None:
        """Make the bot of the next seat; one that cannot even be made has crashed."""
        try:
            self.bots.append(maker(spec, seed))
        except Exception as error:
            self._blame(entrant, "crash", f"{type(error).__name__}: {error}")

    def decide(self) -> None:
        """Let the bot that is first in line choose."""
        seat = self.match.pending[0].seat
        entrant = self.seats[seat]
        view = Perspective(self.match, seat)
        self.watcher(entrant)
        began = time.perf_counter()
        try:
            index = self.bots[seat].choose(view)
        except Overrun:
            self._blame(entrant, "overrun", f"was interrupted after {time.perf_counter() - began:.3f} s")
            return
        except Exception as error:
            self._blame(entrant, "crash", f"{type(error).__name__}: {error}")
            return
        finally:
            took = time.perf_counter() - began
            self.watcher(-1)
        self.times[entrant][step_of(took)] += 1
        if self.limit is not None and took > self.limit:
            self._blame(entrant, "overrun", f"took {took:.3f} s; {self.limit:g} s are allowed")
            return
        try:
            self.match.choose(seat, index)
        except IllegalChoice as error:
            self._blame(entrant, "illegal", str(error))

    def _blame(self, entrant: int, fault: Fault, message: str) -> None:
        self.fault, self.guilty, self.message = fault, entrant, message

    def result(self) -> PlayedLeg:
        """What came of it."""
        outcome = self.match.outcome
        if self.fault is None:
            assert outcome is not None, "the match is over"
            leg, reason = leg_of(self.match, self.seats), outcome.reason
        else:
            leg, reason, outcome = forfeit(self.guilty), self.fault, None
        return PlayedLeg(
            leg=leg,
            reason=reason,
            decisions=len(self.match.choices),
            seconds=time.perf_counter() - self.began,
            times=(dict(self.times[0]), dict(self.times[1])),
            outcome=outcome,
            fault=self.fault,
            message=self.message,
            record=self.match.record.dump().decode(),
        )
