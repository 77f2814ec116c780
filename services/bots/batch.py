"""A batch of matches between bots, the chunks it is handed out in, and how a worker plays one match of it."""

import hashlib
import time
from typing import Any

import msgspec

import engine
from engine import Match
from engine.bots import make_bot, play_out
from engine.core.chance import SEED_BYTES
from services.api.archive_pb2 import ArchivedRecord
from services.api.bots_pb2 import MatchResult
from services.api.match_pb2 import HOLDER_BOT, Seat
from services.match.wire import outcome

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
        result.record.CopyFrom(_record(batch, number, match, started_ms, result))
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


def _record(batch: Batch, number: int, match: Match, started_ms: int, result: MatchResult) -> ArchivedRecord:
    record = match.record
    return ArchivedRecord(
        match_id=f"{batch.batch_id}-{number}",
        record=record.dump(),
        game=record.game,
        scenario=record.scenario,
        rules_version=record.rules_version,
        seats=[
            Seat(seat=seat, role=role.id, side=role.side, holder=HOLDER_BOT, bot=batch.bots[seat])
            for seat, role in enumerate(match.setting.roles)
        ],
        outcome=result.outcome,
        started_ms=started_ms,
        finished_ms=time.time_ns() // 1_000_000,
        decisions=result.decisions,
        commitment=record.commitment,
        digest=record.digest,
    )
