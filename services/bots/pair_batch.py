"""A batch of pairs between bots, the chunks it is handed out in, and how a worker plays one pair of it."""

import signal
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

import engine
from engine import Record
from engine.bots import BOTS, BotSpec, parse_spec
from engine.bots.pairs import PlayedLeg, forfeit, holders
from engine.bots.timing import merged
from engine.core.game import Setting
from services.api.bots_pb2 import DecisionTimes, PlayedMatch, PlayedPair, PlayPairsResponse
from services.bots.archiving import archived_record
from services.match.editions import edition
from services.match.wire import outcome
from services.pairs.legs import Overrun, play_leg
from services.store import task_queues

MOST_LOSSES = 3
"""A pair that was lost with its worker so many times is played no more: it may be what ends the worker."""
GRACE_SECONDS = 1.0
"""How much longer than its limit a bot may take before it is interrupted."""
BREAK_SECONDS = 0.1
"""How often a worker may do something else between two decisions of a pair."""


BotTimes: TypeAlias = tuple[dict[int, int], dict[int, int]]
"""By bot: how many decisions took how long (engine.bots.timing)."""


class PairJob(msgspec.Struct, frozen=True):
    """A pair to be played: by which two bots, and the seed of both matches."""

    number: int
    first: str
    second: str
    deal: bytes


class PairSetting(msgspec.Struct, frozen=True, kw_only=True):
    """What all pairs of a batch have in common."""

    batch_id: str
    game: str
    scenario: str
    seats: int
    options: dict[str, Any]
    limit: float
    """Seconds for a decision."""
    records: bool
    """Whether results carry the records of their matches."""


class PairChunk(msgspec.Struct, frozen=True):
    """Some pairs of a batch: the work of one task."""

    setting: PairSetting
    jobs: list[PairJob]


class PairBatch(msgspec.Struct, frozen=True):
    """Pairs by number, as a scheduler hands them out."""

    setting: PairSetting
    jobs: Mapping[int, PairJob]

    @property
    def batch_id(self) -> str:
        """The name of the batch; its matches are archived under it."""
        return self.setting.batch_id

    def queue(self) -> str:
        """Where its tasks wait for workers."""
        return task_queues.ladder_queue(edition(self.setting.game))

    def task(self, numbers: Sequence[int]) -> bytes:
        """The task to play these pairs."""
        chunk = PairChunk(self.setting, [self.jobs[number] for number in numbers])
        return task_queues.task_message(task_queues.PLAY_PAIRS, [msgspec.json.encode(chunk).decode()], self.queue())

    def results(self, report: bytes) -> Sequence[PlayedPair]:
        """The results in a worker's report."""
        return PlayPairsResponse.FromString(report).pairs

    def give_up(self, number: int, losses: int) -> PlayedPair | None:
        """The result of a pair that was lost so many times; None while it is to be played again."""
        if losses < MOST_LOSSES:
            return None
        return PlayedPair(number=number, error=f"The worker that played it was lost, {losses} times.")


class Watch:
    """Looks after the bots of a leg: interrupts one that overruns its time, and takes a break now and then.

    Works in the main thread only, for it uses the alarm signal."""

    def __init__(self, limit: float, take_break: Callable[[], None]) -> None:
        self._seconds = limit + GRACE_SECONDS
        self._take_break = take_break
        self._next_break = time.monotonic() + BREAK_SECONDS
        self.choosing = -1
        """The entrant who chose last, or is choosing."""
        signal.signal(signal.SIGALRM, _raise_overrun)

    def __call__(self, entrant: int) -> None:
        """Set the alarm when an entrant is about to choose, and stop it afterwards."""
        if entrant < 0:
            signal.setitimer(signal.ITIMER_REAL, 0)
            return
        self.choosing = entrant
        if time.monotonic() > self._next_break:
            self._take_break()
            self._next_break = time.monotonic() + BREAK_SECONDS
            signal.signal(signal.SIGALRM, _raise_overrun)  # turns that are played in a break have an alarm of their own
        signal.setitimer(signal.ITIMER_REAL, self._seconds)


def _raise_overrun(*_: Any) -> None:
    raise Overrun


def play_pair(setting: PairSetting, job: PairJob, take_break: Callable[[], None]) -> PlayedPair:
    """Play both matches of a pair; `take_break` is called now and then between two decisions.

    Where no bot is to blame for a failure, the result says so as its error."""
    began = time.perf_counter()
    try:
        game = engine.load(setting.game)
        played_setting = game.setting(setting.scenario, setting.seats, setting.options)
        specs = [parse_spec(bot, BOTS) for bot in (job.first, job.second)]
        watch = Watch(setting.limit, take_break)
        legs = [_play_match(setting, played_setting, job, leg, specs, watch) for leg in (0, 1)]
    except Exception as error:
        return PlayedPair(number=job.number, error=f"{type(error).__name__}: {error}")
    matches, times = [match for match, _ in legs], [times for _, times in legs]
    return PlayedPair(
        number=job.number,
        matches=matches,
        seconds=time.perf_counter() - began,
        times=[DecisionTimes(counts=merged(*both)) for both in zip(*times, strict=True)],
    )


def _play_match(
    setting: PairSetting, played_setting: Setting, job: PairJob, leg: int, specs: Sequence[BotSpec], watch: Watch
) -> tuple[PlayedMatch, BotTimes]:
    """Play one match of a pair; beside it, how long the decisions of each bot took."""
    started_ms = time.time_ns() // 1_000_000
    game = engine.load(setting.game)
    try:
        played = play_leg(game, played_setting, job.deal, leg, specs, limit=setting.limit, watcher=watch)
    except Overrun:  # the alarm rang when the choice had just been made
        message = "was interrupted just as it chose"
        played = PlayedLeg(leg=forfeit(watch.choosing), reason="overrun", fault="overrun", message=message)
    finally:
        watch(-1)
    match = PlayedMatch(
        winner=played.leg.winner,
        won=played.leg.won,
        score=played.leg.score,
        forfeited_by=played.leg.forfeited_by,
        fault=played.fault or "",
        message=played.message,
        reason=played.reason,
        decisions=played.decisions,
        seconds=played.seconds,
    )
    if setting.records and played.outcome is not None:
        match.match_id = f"{setting.batch_id}-{job.number}-{leg + 1}"
        record = Record.load(played.record.encode())
        bots = [str(specs[entrant]) for entrant in holders(played_setting)[leg]]
        match.record.CopyFrom(
            archived_record(match.match_id, record, played_setting, bots, outcome(played.outcome), started_ms)
        )
    return match, played.times
