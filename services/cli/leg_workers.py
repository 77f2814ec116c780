"""Processes that play matches of pairs, and survive what bots do.

A bot that kills its process, hangs or eats the memory forfeits that match, and its process is replaced.
"""

import multiprocessing as mp
import os
import signal
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from ctypes import c_double, c_int32
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import msgspec

from engine.bots import BotSpec
from engine.bots.pairs import Fault, PlayedLeg, forfeit
from engine.bots.playout import MOST_DECISIONS
from engine.core.game import Game, Setting
from engine.core.record import Choice
from engine.core.registry import load
from services.cli.arguments import import_plugins
from services.cli.files import options_with_pack
from services.pairs.legs import play_leg
from services.process.garbage import collect_rarely
from services.rpc.outside_bots import make_any_bot

RECYCLE_AFTER = 500
"""Matches after which a process is replaced, so that what leaks slowly stays small."""
MOST_MEMORY = 2 << 30
"""Bytes a process may hold; a bot that is choosing beyond that has crashed."""
HANG_SECONDS = 60.0
"""How long a bot may choose where no limit is given; then it hangs."""
GRACE_SECONDS = 1.0
"""How much longer than its limit a bot may take before its process is killed."""
MOST_DEATHS = 3
"""So often a match is played in a new process when the one before ended while no bot was choosing."""
_LOOK_SECONDS = 0.2
_NOBODY = -1.0
_PAGE = os.sysconf("SC_PAGE_SIZE")


class LegJob(msgspec.Struct, frozen=True):
    """One match to be played: which of a pair, and by which two bots."""

    pair: int
    leg: int
    deal: bytes
    specs: tuple[BotSpec, BotSpec]


class LegSetting(msgspec.Struct, frozen=True):
    """What all matches have in common."""

    game: str
    scenario: str
    seats: int
    options: dict[str, Any]
    limit: float | None = None
    """Seconds for a decision."""
    plugins: str = ""


class LegFailed(Exception):
    """A match could not be played, and no bot is to blame: a fault of the rules or of this program."""


def play_legs(
    setting: LegSetting, jobs: Iterable[LegJob], processes: int
) -> Generator[tuple[LegJob, PlayedLeg], None, None]:
    """Play matches in processes; each with its result, in the order in which they end."""
    workers = [_Worker(setting) for _ in range(processes)]
    waiting = iter(jobs)
    try:
        for worker in workers:
            worker.start_next(waiting)
        while busy := [worker for worker in workers if worker.job is not None]:
            ready = wait([worker.answers for worker in busy], timeout=_LOOK_SECONDS)
            for worker in busy:
                played = worker.collect() if worker.answers in ready else worker.collect_overdue()
                if played is not None:
                    job = worker.job
                    assert job is not None, "only a busy worker has a result"
                    worker.start_next(waiting)
                    yield job, played
    finally:
        for worker in workers:
            worker.stop()


class _Worker:
    """One process, replaced whenever it has to be."""

    def __init__(self, setting: LegSetting) -> None:
        self._setting = setting
        self._limit = HANG_SECONDS if setting.limit is None else setting.limit + GRACE_SECONDS
        self.job: LegJob | None = None
        self._deaths = 0
        """How often a process ended at this match, and no bot was choosing."""
        self._start()

    def _start(self) -> None:
        context = mp.get_context("spawn")
        self.answers, remote = context.Pipe()
        self._thinking = context.RawArray(c_double, [_NOBODY, 0.0])
        """Which entrant is choosing, and since when."""
        self._choices = context.RawArray(c_int32, 2 * MOST_DECISIONS + 1)
        """How many choices there are, and each as seat and index: the match as far as it came."""
        arguments = (remote, self._thinking, self._choices, self._setting)
        self._process = context.Process(target=_serve, args=arguments, daemon=True)
        self._process.start()
        remote.close()
        self._played = 0

    def start_next(self, waiting: Iterator[LegJob]) -> None:
        """Begin the next match, if there is one."""
        self.job = next(waiting, None)
        if self.job is None:
            return
        if self._played >= RECYCLE_AFTER or self._memory() > MOST_MEMORY:
            self.stop()
            self._start()
        self._played += 1
        self._deaths = 0
        self._send()

    def _send(self) -> None:
        with suppress(OSError):  # a process that has ended already is noticed when its answer is read
            self.answers.send(self.job)

    def collect(self) -> PlayedLeg | None:
        """The result of the match that has ended, or that ended with the process; None where it is played again."""
        try:
            answer: PlayedLeg | str = self.answers.recv()
        except (EOFError, OSError):
            self._process.join()
            return self._bury(f"its process ended with exit code {self._process.exitcode}")
        if isinstance(answer, str):
            raise LegFailed(answer)
        return answer

    def collect_overdue(self) -> PlayedLeg | None:
        """A result where the bot that chooses has used up its time or memory; None where all is well."""
        entrant, since = self._thinking
        if entrant == _NOBODY:
            return None
        if time.monotonic() - since > self._limit:
            return self._blame("overrun", f"did not choose within {self._limit:g} s")
        if self._memory() > MOST_MEMORY:
            return self._blame("crash", f"took more than {MOST_MEMORY >> 20} MiB of memory")
        return None

    def _bury(self, message: str) -> PlayedLeg | None:
        """What comes of a match whose process has ended: a crash of the bot that was choosing; else it begins anew."""
        if self._thinking[0] != _NOBODY:
            return self._blame("crash", message)
        self._deaths += 1
        self.stop()
        if self._deaths >= MOST_DEATHS:
            raise LegFailed(f"{message}, {self._deaths} times, while no bot was choosing")
        self._start()
        self._send()
        return None

    def _blame(self, fault: Fault, message: str) -> PlayedLeg:
        """The match goes against the bot that was choosing; the process is replaced."""
        self.stop()
        entrant, choices = int(self._thinking[0]), _written(self._choices)
        self._start()
        return PlayedLeg(
            leg=forfeit(entrant),
            reason=fault,
            decisions=len(choices),
            fault=fault,
            message=message,
            record=self._record(choices),
        )

    def _record(self, choices: Sequence[Choice]) -> str:
        """The record of the match up to the choice that was never made."""
        assert self.job is not None, "a match is under way"
        game, setting = _played(self._setting)
        match = game.begin(setting, self.job.deal)
        for seat, index in choices:
            match.choose(seat, index)
        return match.record.dump().decode()

    def _memory(self) -> int:
        try:
            return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * _PAGE
        except (OSError, IndexError):
            return 0

    def stop(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self.answers.close()


def _played(setting: LegSetting) -> tuple[Game[Any], Setting]:
    """The game, and its setting."""
    game = load(setting.game)
    return game, game.setting(setting.scenario, setting.seats, options_with_pack(game, setting.options))


def _written(noted: Any) -> list[Choice]:
    """The choices that a process has noted."""
    return [(noted[2 * number + 1], noted[2 * number + 2]) for number in range(noted[0])]


def _serve(jobs: Connection, thinking: Any, noted: Any, setting: LegSetting) -> None:
    """Play the matches that come in, in a process of its own. Ctrl-C is for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import_plugins(setting.plugins)
    game, played_setting = _played(setting)
    collect_rarely()

    def watch(entrant: int, choices: Sequence[Choice]) -> None:
        for number in range(noted[0], len(choices)):
            noted[2 * number + 1], noted[2 * number + 2] = choices[number]
        noted[0] = len(choices)
        thinking[1] = time.monotonic()
        thinking[0] = entrant

    while True:
        try:
            job: LegJob = jobs.recv()
        except EOFError:
            return
        noted[0] = 0
        try:
            answer: PlayedLeg | str = play_leg(
                game,
                played_setting,
                job.deal,
                job.leg,
                job.specs,
                limit=setting.limit,
                watcher=watch,
                maker=make_any_bot,
            )
        except Exception as error:
            answer = f"pair {job.pair}, match {job.leg + 1}: {type(error).__name__}: {error}"
        jobs.send(answer)
