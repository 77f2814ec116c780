"""A batch of matches between bots, the chunks it is handed out in, and how a worker plays one match of it."""

import hashlib
import time
from collections.abc import Sequence
from typing import Any

import msgspec

import engine
from engine import Match
from engine.bots import make_bot, play_out
from engine.core.chance import SEED_BYTES
from services.api.bots_pb2 import MatchResult, RunMatchesResponse
from services.bots.archiving import archived_record
from services.match.editions import edition
from services.match.wire import outcome
from services.store import task_queues

RESULTS_TTL_SECONDS = 3600
"""How long the broker keeps results that nobody has collected."""


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """What all matches of a batch have in common."""

    batch_id: str
    game: str
    scenario: str
    seats: int
    options: dict[str, Any]
    bots: list[str]
    seed: int
    records: bool
    """Whether results carry the record of their match."""

    def queue(self) -> str:
        """Where its tasks wait for workers."""
        return task_queues.batch_queue(edition(self.game))

    def task(self, numbers: Sequence[int]) -> bytes:
        """The task to play these matches."""
        data = msgspec.json.encode(Chunk(self, list(numbers))).decode()
        return task_queues.task_message(task_queues.PLAY_CHUNK, [data], self.queue())

    def results(self, report: bytes) -> Sequence[MatchResult]:
        """The results in a worker's report."""
        return RunMatchesResponse.FromString(report).results

    def result_of_lost(self, number: int, losses: int) -> MatchResult | None:
        """None: a match is played again however often it was lost, for a long one may only seem to be."""
        return None


class Chunk(msgspec.Struct, frozen=True):
    """Some matches of a batch: the work of one task."""

    batch: Batch
    numbers: list[int]


def results_key(batch_id: str) -> str:
    """The broker's key of the list into which workers put their results."""
    return f"{{b:{batch_id}}}:results"


def cancelled_key(batch_id: str) -> str:
    """The broker's key that is set when nobody waits for the batch any more."""
    return f"{{b:{batch_id}}}:cancelled"


def match_seed(seed: int, number: int) -> bytes:
    """The seed of one match, from the seed of its batch and its number."""
    return hashlib.blake2b(f"{seed}:{number}".encode(), digest_size=SEED_BYTES).digest()


def play_match(batch: Batch, number: int) -> MatchResult:
    """Play one match of a batch. Where the rules or a bot raise an exception, the result says so as its error."""
    began = time.perf_counter()
    started_ms = time.time_ns() // 1_000_000
    try:
        match = _play(batch, number)
    except Exception as error:
        seconds = time.perf_counter() - began
        return MatchResult(number=number, seconds=seconds, error=f"{type(error).__name__}: {error}")
    assert match.outcome is not None, "a match that is played out has an outcome"
    result = MatchResult(
        number=number,
        outcome=outcome(match.outcome),
        decisions=len(match.choices),
        seconds=time.perf_counter() - began,
    )
    if batch.records:
        match_id = f"{batch.batch_id}-{number}"
        result.record.CopyFrom(
            archived_record(match_id, match.record, match.setting, batch.bots, result.outcome, started_ms)
        )
    return result


def _play(batch: Batch, number: int) -> Match:
    seed = match_seed(batch.seed, number)
    game = engine.load(batch.game)
    match = game.begin(game.setting(batch.scenario, batch.seats, batch.options), seed)
    match.quiet = True
    bots = [
        make_bot(name, int.from_bytes(hashlib.sha256(seed + bytes([seat])).digest()[:8], "big"))
        for seat, name in enumerate(batch.bots)
    ]
    return play_out(match, bots)
