"""Plays one match between bots, of a pair or by itself; who crashes, is late or chooses what is not offered forfeits
it."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from engine.bots import Bot, BotSpec, Perspective, make_bot
from engine.bots.pairs import Fault, PlayedLeg, bot_seed, forfeit, holders, leg_of
from engine.bots.perspective import looks_ahead
from engine.bots.playout import MOST_DECISIONS
from engine.bots.timing import step_of
from engine.core.errors import IllegalChoice, RulesError
from engine.core.game import Game, Setting
from engine.core.match import Match
from engine.core.record import Choice, Record
from engine.core.state import Outcome
from services.process.names import as_printable

Maker = Callable[[BotSpec, int], Bot]
"""Makes a bot, given its seed."""
Watcher = Callable[[int, Sequence[Choice]], None]
"""Called with the entrant whose bot is about to be made or to choose, and with -1 when it has; and with all choices so
far."""
T = TypeVar("T")


class Overrun(BaseException):
    """A bot is interrupted, by an alarm that a watcher has set. No Exception: a bot that catches its own does not
    catch this."""


def _nobody(_entrant: int, _choices: Sequence[Choice]) -> None:
    pass


class PlayedSeats(NamedTuple):
    """A match in which every seat has a bot of its own, as it was played."""

    outcome: Outcome | None
    """None where it was forfeited."""
    record: Record
    decisions: int
    seconds: float
    fault: Fault | None = None
    guilty: int = -1
    """The seat whose bot forfeited it."""
    message: str = ""
    """What the bot did wrong, where it did."""


def play_seats(
    game: Game[Any],
    setting: Setting,
    deal: bytes,
    bots: Sequence[tuple[BotSpec, int]],
    *,
    limit: float | None = None,
    watcher: Watcher = _nobody,
) -> PlayedSeats:
    """Play a match with a bot for each seat, each with a seed of its own. With a limit, in seconds, who takes longer
    forfeits; the watcher is told seats."""
    play = _Play(game.begin(setting, deal), range(setting.seats), limit, watcher)
    for seat, (spec, seed) in enumerate(bots):
        play.make(make_bot, seat, spec, seed)
    play.run(game)
    match = play.match
    outcome = match.outcome if play.fault is None else None
    seconds = time.perf_counter() - play.began
    return PlayedSeats(outcome, match.record, len(match.choices), seconds, play.fault, play.guilty, play.message)


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
    play = _Play(game.begin(setting, deal), seats, limit, watcher)
    for seat, entrant in enumerate(seats):
        play.make(maker, entrant, specs[entrant], bot_seed(deal, number, seat))
    play.run(game)
    return play.result()


class _Play:
    """A match under way, and which entrant holds each seat."""

    def __init__(self, match: Match, seats: Sequence[int], limit: float | None, watcher: Watcher) -> None:
        self.match = match
        match.quiet = True
        self.seats = seats
        self.limit = limit
        self.watcher = watcher
        self.bots: list[Bot] = []
        self.times: dict[int, Counter[int]] = defaultdict(Counter)
        """By entrant: how many decisions took how long."""
        self.took = 0.0
        """How long the last of them took."""
        self.began = time.perf_counter()
        self.fault: Fault | None = None
        self.guilty = -1
        self.message = ""

    def make(self, maker: Maker, entrant: int, spec: BotSpec, seed: int) -> None:
        """Make the bot of the next seat; one that cannot even be made has crashed, and ends the match."""
        if self.fault is None:
            self._let(entrant, lambda: self.bots.append(maker(spec, seed)))

    def run(self, game: Game[Any]) -> None:
        """Play until the match is over or forfeited."""
        self.match.playout = not any(map(looks_ahead, self.bots))
        while self.match.pending and self.fault is None:
            if len(self.match.choices) >= MOST_DECISIONS:
                raise RulesError(f"{game.id} did not end within {MOST_DECISIONS} decisions")
            self.decide()

    def decide(self) -> None:
        """Let the bot that is first in line choose."""
        seat = self.match.pending[0].seat
        entrant = self.seats[seat]
        bot, view = self.bots[seat], Perspective(self.match, seat)
        index = self._let(entrant, lambda: bot.choose(view))
        if self.fault is not None:
            return
        took = self.took
        self.times[entrant][step_of(took)] += 1
        if self.limit is not None and took > self.limit:
            self._blame(entrant, "overrun", f"took {took:.3f} s; {self.limit:g} s are allowed")
            return
        try:
            self.match.choose(seat, index)  # type: ignore[arg-type]  # a bot may answer anything
        except IllegalChoice as error:
            self._blame(entrant, "illegal", str(error))

    def _let(self, entrant: int, act: Callable[[], T]) -> T | None:
        """Let an entrant's bot do something; whatever comes of it but an answer is its fault, as is `sys.exit`."""
        self.watcher(entrant, self.match.choices)
        began = time.perf_counter()
        answer = None
        try:
            answer = act()
        except KeyboardInterrupt:
            raise  # the watcher still knows whose turn it was, if it was no key that interrupted
        except Overrun:
            self._blame(entrant, "overrun", f"was interrupted after {time.perf_counter() - began:.3f} s")
        except BaseException as error:
            self._blame(entrant, "crash", _words_of(error))
        self.took = time.perf_counter() - began
        self.watcher(-1, self.match.choices)
        return answer

    def _blame(self, entrant: int, fault: Fault, message: str) -> None:
        self.fault, self.guilty, self.message = fault, entrant, as_printable(message)

    def result(self) -> PlayedLeg:
        """What came of it, as a leg of a pair."""
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


def _words_of(error: BaseException) -> str:
    """What an error says. It may be of a kind that the bot has made, and fail at that."""
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:
        return type(error).__name__
