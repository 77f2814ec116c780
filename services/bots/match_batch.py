"""A batch of matches of a tournament between bots, the chunks it is handed out in, and how a worker plays one of it."""

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

import engine
from engine.bots import BOTS, parse_spec
from services.api.bots_pb2 import MatchResult, PlayMatchesResponse
from services.bots.archiving import archived_record
from services.bots.pair_batch import MOST_LOSSES, PairSetting, Watch
from services.match.editions import edition
from services.match.wire import outcome
from services.pairs.legs import Overrun, play_seats
from services.store import task_queues


class MatchJob(msgspec.Struct, frozen=True):
    """A match to be played: by which bots, one for each seat, from which seed, and what its record is to say."""

    number: int
    match_id: str
    bots: list[str]
    deal: bytes
    labels: dict[str, str]
    sealed: bool


class MatchChunk(msgspec.Struct, frozen=True):
    """Some matches of a batch: the work of one task."""

    setting: PairSetting
    jobs: list[MatchJob]


class MatchBatch(msgspec.Struct, frozen=True):
    """Matches by number, as a scheduler hands them out."""

    setting: PairSetting
    jobs: Mapping[int, MatchJob]

    @property
    def batch_id(self) -> str:
        """The name of the batch."""
        return self.setting.batch_id

    def queue(self) -> str:
        """Where its tasks wait for workers."""
        return task_queues.batch_queue(edition(self.setting.game))

    def task(self, numbers: Sequence[int]) -> bytes:
        """The task to play these matches."""
        chunk = MatchChunk(self.setting, [self.jobs[number] for number in numbers])
        return task_queues.task_message(task_queues.PLAY_MATCHES, [msgspec.json.encode(chunk).decode()], self.queue())

    def results(self, report: bytes) -> Sequence[MatchResult]:
        """The results in a worker's report."""
        return PlayMatchesResponse.FromString(report).results

    def result_of_lost(self, number: int, losses: int) -> MatchResult | None:
        """The result of a match that was lost so many times; None while it is to be played again."""
        if losses < MOST_LOSSES:
            return None
        return MatchResult(number=number, error=f"The worker that played it was lost, {losses} times.")


def bot_seed(job: MatchJob, seat: int) -> int:
    """The seed of a bot's own randomness: by match, for others may play the same deal."""
    return int.from_bytes(hashlib.sha256(job.deal + job.match_id.encode() + bytes([seat])).digest()[:8], "big")


def play_bot_match(setting: PairSetting, job: MatchJob, take_break: Callable[[], None]) -> MatchResult:
    """Play a match; `take_break` is called now and then between two decisions.

    Where no bot is to blame for a failure, the result says so as its error."""
    began = time.perf_counter()
    try:
        return _play(setting, job, Watch(setting.limit, take_break))
    except Exception as error:
        seconds = time.perf_counter() - began
        return MatchResult(number=job.number, seconds=seconds, error=f"{type(error).__name__}: {error}")


def _play(setting: PairSetting, job: MatchJob, watch: Watch) -> MatchResult:
    started_ms = time.time_ns() // 1_000_000
    game = engine.load(setting.game)
    played_setting = game.setting(setting.scenario, setting.seats, setting.options)
    bots = [(parse_spec(bot, BOTS), bot_seed(job, seat)) for seat, bot in enumerate(job.bots)]
    try:
        played = play_seats(game, played_setting, job.deal, bots, limit=setting.limit, watcher=watch)
    except KeyboardInterrupt:  # no key: workers do not hear of those
        return MatchResult(number=job.number, forfeited_by=watch.choosing, fault="crash", message="KeyboardInterrupt")
    except Overrun:  # the alarm rang when the choice had just been made
        message = "was interrupted just as it chose"
        return MatchResult(number=job.number, forfeited_by=watch.choosing, fault="overrun", message=message)
    finally:
        watch.stop()
    result = MatchResult(number=job.number, decisions=played.decisions, seconds=played.seconds)
    if played.outcome is None:
        result.forfeited_by, result.fault, result.message = played.guilty, played.fault or "", played.message
        return result
    result.outcome.CopyFrom(outcome(played.outcome))
    names = [str(spec) for spec, _ in bots]
    record = archived_record(
        job.match_id, played.record, played_setting, names, result.outcome, started_ms, job.labels, job.sealed
    )
    result.record.CopyFrom(record)
    return result
