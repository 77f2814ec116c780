"""A match is its record: replayed, copied, stored or played in another process, it is the same match."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.chance import commitment
from engine.core.errors import BadRecord
from engine.core.game import Game, as_seed
from engine.core.match import Match, restore
from engine.core.record import Record
from engine.testing.walk import Nonconforming, Variant, bytes_of, expect, viewers, walk

_AHEAD = 5
"""Choices made on a copy to see whether the original notices."""


def check_replay(game: Game[Any], variant: Variant, seed: int = 0) -> None:
    """Replaying the record gives the same state after every choice; a changed record is found out."""
    match = variant.new_match(game, seed)
    digests = [match.digest() for _ in walk(match, variant.rng(game, seed))]
    record = Record.load(match.record.dump())
    again = record.replay(until=0)
    for (seat, index), digest in zip(record.choices, digests, strict=True):
        expect(again.digest() == digest, again, "the replay has another state than the match had")
        again.choose(seat, index)
    expect(again.digest() == match.digest(), again, "the replay ends in another state than the match")
    rng = variant.rng(game, seed + 1)
    for until in rng.sample(range(len(digests)), min(5, len(digests))):
        expect(record.replay(until).digest() == digests[until], match, f"replay(until={until}) leads elsewhere")
    expect(record.verify().outcome == match.outcome, match, "the verified record has another outcome")
    other = as_seed(seed + 1)
    for forged in (
        {"digest": "0" * 32},
        {"commitment": "0" * 64},
        {"seed": other.hex()},
        {"seed": other.hex(), "commitment": commitment(other)},
        {"choices": record.choices[:-1]},
    ):
        _check_found_out(match, msgspec.structs.replace(record, **forged), " and ".join(forged))


def _check_found_out(match: Match, record: Record, forged: str) -> None:
    try:
        record.verify()
    except BadRecord:
        return
    expect(False, match, f"a record with forged {forged} was verified")


def check_snapshots(game: Game[Any], variant: Variant, seed: int = 0) -> None:
    """Copies continue identically, and what is done to a copy is never seen in the original.

    At every decision a line of clones and a line of restored snapshots, each copied from the last, go on beside the
    match, while another copy runs ahead with choices of its own.
    """
    match = variant.new_match(game, seed)
    cloned, restored = match.clone(), restore(match.snapshot())
    rng, aside = variant.rng(game, seed), variant.rng(game, seed + 1)
    for seat, index in walk(match, rng):
        before = bytes_of(match)
        _run_ahead(match.clone(), aside)
        expect(bytes_of(match) == before, match, "playing on a clone changed the match it was made from")
        cloned, restored = cloned.clone(), restore(restored.snapshot())
        _check_same(match, cloned, "clone")
        _check_same(match, restored, "restored snapshot")
        cloned.choose(seat, index)
        restored.choose(seat, index)
    _check_same(match, cloned.clone(), "clone")
    _check_same(match, restore(restored.snapshot()), "restored snapshot")


def _run_ahead(copy: Match, rng: Any) -> None:
    for number, _ in enumerate(walk(copy, rng)):
        if number == _AHEAD:
            return


def _check_same(match: Match, copy: Match, kind: str) -> None:
    expect(copy.state is not match.state, match, f"the {kind} is the match itself")
    expect(copy.digest() == match.digest(), match, f"the {kind} has another state")
    expect(copy.pending == match.pending, match, f"the {kind} asks {copy.pending}, the match {match.pending}")
    expect(copy.choices == match.choices, match, f"the {kind} has other choices")
    expect(copy.version == match.version, match, f"the {kind} is at another version")
    for viewer in viewers(match):
        same = copy.observation(viewer) == match.observation(viewer)
        expect(same, match, f"the {kind} looks different to seat {viewer}")


def check_determinism(game: Game[Any], variant: Variant, seed: int = 0, imports: Sequence[str] = ()) -> None:
    """A process that orders its hashes differently plays the same match.

    A game that is not installed is named by the modules that register it (`imports`).
    """
    here = trace(game, variant, seed)
    options = msgspec.json.encode(dict(variant.options)).decode()
    arguments = [game.id, variant.scenario, str(variant.seats), str(seed), options, *imports]
    command = [sys.executable, "-m", "engine.testing.trace", *arguments]
    hashes = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    env = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=300)
    if process.stdout.strip() != here:
        complaint = process.stderr.strip() or "it played another match"
        raise Nonconforming(f"{game.id} {variant} seed {seed} in a process with other hashes: {complaint}")


def trace(game: Game[Any], variant: Variant, seed: int) -> str:
    """A fingerprint of every decision, observation and state of a random match."""
    match = variant.new_match(game, seed)
    match.quiet = True
    fingerprint = hashlib.blake2b(digest_size=16)
    for _ in walk(match, variant.rng(game, seed)):
        for viewer in viewers(match):
            fingerprint.update(msgspec.json.encode(match.observation(viewer)))
        fingerprint.update(match.digest().encode())
    fingerprint.update(match.digest().encode())
    return fingerprint.hexdigest()
