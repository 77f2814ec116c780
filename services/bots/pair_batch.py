"""A batch of pairs between bots, the chunks it is handed out in, and how a worker plays one pair of it."""

import signal
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

import engine
from engine import Record
from engine.bots import BOTS, BotSpec, parse_spec
from engine.bots.pairs import Fault, PlayedLeg, forfeit, holders
from engine.bots.timing import merged
from engine.core.game import Game, Setting
from engine.core.record import Choice
from services.api.archive_pb2 import ArchivedRecord
from services.api.bots_pb2 import DecisionTimes, PlayedMatch, PlayedPair, PlayPairsResponse
from services.bots.archiving import archived_record
from services.bots.notes import Notes
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


class Death(msgspec.Struct, frozen=True):
    """A process ended at a pair: in which leg, whose bot was choosing, and after which choices of the match."""

    leg: int
    entrant: int
    fault: Fault
    message: str
    choices: list[Choice]
    certain: bool
    """Whether that bot is to blame, for all that is known. If not, the same has to happen twice."""


class PairJob(msgspec.Struct, frozen=True):
    """A pair to be played: by which two bots, and the seed of both matches."""

    number: int
    first: str
    second: str
    deal: bytes
    deaths: list[Death] = []

    def forfeit_of(self, leg: int) -> Death | None:
        """What a bot forfeits a leg by without another try; None where it is to be played."""
        seen: set[int] = set()
        for death in self.deaths:
            if death.leg == leg and (death.certain or death.entrant in seen):
                return death
            seen |= {death.entrant} if death.leg == leg else set()
        return None


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

    def result_of_lost(self, number: int, losses: int) -> PlayedPair | None:
        """The result of a pair that was lost so many times; None while it is to be played again."""
        if losses < MOST_LOSSES:
            return None
        return PlayedPair(number=number, error=f"The worker that played it was lost, {losses} times.")


class Watch:
    """Looks after the bots of a leg: interrupts one that overruns its time, and takes a break now and then.

    Works in the main thread only, for it uses the alarm signal."""

    def __init__(self, limit: float, take_break: Callable[[], None], notes: Notes | None = None) -> None:
        self.limit = limit
        self._take_break = take_break
        self._notes = notes
        self._next_break = time.monotonic() + BREAK_SECONDS
        self.choosing = -1
        """The entrant who chose last, or is choosing."""
        self.choices: Sequence[Choice] = ()
        """The choices of the match before that."""
        signal.signal(signal.SIGALRM, _raise_overrun)

    def __call__(self, entrant: int, choices: Sequence[Choice]) -> None:
        """Set the alarm when an entrant's bot is about to be made or to choose, and stop it afterwards."""
        if entrant < 0:
            self.stop()
            return
        self.choosing, self.choices = entrant, choices
        if time.monotonic() > self._next_break:
            self._take_break()
            self._next_break = time.monotonic() + BREAK_SECONDS
            signal.signal(signal.SIGALRM, _raise_overrun)  # turns that are played in a break have an alarm of their own
        if self._notes is not None:
            self._notes.watch(entrant, choices)
        signal.setitimer(signal.ITIMER_REAL, self.limit + GRACE_SECONDS)

    def stop(self) -> None:
        """Nobody is choosing."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        if self._notes is not None:
            self._notes.rest()


def _raise_overrun(*_: Any) -> None:
    raise Overrun


def play_pair(
    setting: PairSetting, job: PairJob, take_break: Callable[[], None], notes: Notes | None = None, place: int = 0
) -> PlayedPair:
    """Play both matches of a pair; `take_break` is called now and then between two decisions.

    Where no bot is to blame for a failure, the result says so as its error. By its notes others see what this process
    is at; `place` is that of the pair in its task."""
    began = time.perf_counter()
    legs = []
    try:
        game = engine.load(setting.game)
        played_setting = game.setting(setting.scenario, setting.seats, setting.options)
        specs = [parse_spec(bot, BOTS) for bot in (job.first, job.second)]
        watch = Watch(setting.limit, take_break, notes)
        for leg in (0, 1):
            if notes is not None:
                notes.start(place, leg)
            legs.append(_play_match(setting, played_setting, job, leg, specs, watch))
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
    played = _play(engine.load(setting.game), played_setting, job, leg, specs, watch)
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
    if setting.records:
        match.match_id = f"{setting.batch_id}-{job.number}-{leg + 1}"
        match.record.CopyFrom(_archived(match.match_id, played_setting, leg, specs, played, started_ms))
    return match, played.times


def _play(
    game: Game[Any], setting: Setting, job: PairJob, leg: int, specs: Sequence[BotSpec], watch: Watch
) -> PlayedLeg:
    """Play one match of a pair, or forfeit it where it is known what comes of it."""
    if (death := job.forfeit_of(leg)) is not None:
        return _forfeited(game, setting, job.deal, death)
    fault: Fault = "overrun"
    try:
        return play_leg(game, setting, job.deal, leg, specs, limit=watch.limit, watcher=watch)
    except Overrun:  # the alarm rang when the choice had just been made
        message = "was interrupted just as it chose"
    except KeyboardInterrupt:  # no key: workers do not hear of those
        fault, message = "crash", "KeyboardInterrupt"
    finally:
        watch.stop()
    return _forfeited(game, setting, job.deal, Death(leg, watch.choosing, fault, message, list(watch.choices), True))


def _forfeited(game: Game[Any], setting: Setting, deal: bytes, death: Death) -> PlayedLeg:
    """A match whose choices are known up to the one that was never made."""
    match = game.begin(setting, deal)
    for seat, index in death.choices:
        match.choose(seat, index)
    return PlayedLeg(
        leg=forfeit(death.entrant),
        reason=death.fault,
        decisions=len(death.choices),
        fault=death.fault,
        message=death.message,
        record=match.record.dump().decode(),
    )


def _archived(
    match_id: str,
    setting: Setting,
    leg: int,
    specs: Sequence[BotSpec],
    played: PlayedLeg,
    started_ms: int,
) -> ArchivedRecord:
    """The record of a match. One that was forfeited ends as if the bot had conceded where it should have chosen."""
    seats = holders(setting)[leg]
    record, ending = Record.load(played.record.encode()), played.outcome
    if played.leg.forfeited_by is not None:
        match = record.replay()
        ending = match.concede(seats.index(played.leg.forfeited_by))
        record = match.record
    assert ending is not None, "a match that nobody forfeited was played to its end"
    bots = [str(specs[entrant]) for entrant in seats]
    return archived_record(match_id, record, setting, bots, outcome(ending), started_ms)
