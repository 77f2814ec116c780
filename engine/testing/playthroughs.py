"""Golden playthroughs: one random match per variant, written out decision by decision and kept with the tests.

A change of the rules shows up as a changed line. `python -m engine.testing.golden --write` writes them anew.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.core.events import ONLY_OPTION, Event
from engine.core.flow import Decision, Option
from engine.core.game import Game
from engine.testing.walk import Nonconforming, Variant, variants_of, viewers, walk

FOLDER = Path("tests/golden")
_SHOWN = 8
"""Options written out per decision; the rest goes into a fingerprint."""


def playthrough(game: Game[Any], variant: Variant, seed: int = 0) -> Iterator[str]:
    """The lines of a playthrough.

    A decision, `->` the choice and what every seat and then a spectator sees before it as fingerprints, and `*` each
    event that follows.
    """
    match = variant.new_match(game, seed)
    options = msgspec.json.encode(dict(match.setting.options)).decode()
    yield f"{game.id} rules {game.rules_version}, {variant.scenario} with {variant.seats} seats, {options}, seed {seed}"
    yield "roles: " + ", ".join(f"{role.id} ({role.side})" for role in match.setting.roles)
    yield from _happened(match.events)
    for number, (seat, index) in enumerate(walk(match, variant.rng(game, seed))):
        if number:
            yield from _happened(match.events)
        decision = match.decision(seat)
        assert decision is not None
        yield f"{number} seat {seat} {decision.kind}: {_listed(decision)}"
        sight = " ".join(_fingerprint(match.observation(viewer)) for viewer in viewers(match))
        yield f"  -> {_spelled(decision.options[index])}  [{sight}]"
    yield from _happened(match.events)
    yield f"over after {len(match.choices)} choices: {msgspec.json.encode(match.outcome).decode()}"
    yield f"state {match.digest()}"


def _happened(events: list[Event]) -> Iterator[str]:
    for event in events:
        if event.kind == ONLY_OPTION:  # the kernel's word, not the rules'
            continue
        secret = "" if event.only is None else f"  (only {' '.join(map(str, event.only))})"
        yield f"  * {_spelled((event.kind, *event.data))}{secret}"


def _listed(decision: Decision) -> str:
    options = decision.options
    shown = " | ".join(_spelled(option) for option in options[:_SHOWN])
    more = len(options) - _SHOWN
    return shown if more <= 0 else f"{shown} | {more} more {_fingerprint(options[_SHOWN:])}"


def _spelled(option: Option) -> str:
    return " ".join(str(part) for part in option)


def _fingerprint(value: Any) -> str:
    return hashlib.blake2b(msgspec.json.encode(value, order="deterministic"), digest_size=4).hexdigest()


def golden_file(game: Game[Any], variant: Variant, folder: Path = FOLDER) -> Path:
    """Where the playthrough of a variant is kept."""
    return folder / game.id / f"{variant}.txt"


def golden_variants(game: Game[Any]) -> list[Variant]:
    """The variants that have a playthrough: every scenario with every number of seats, however it comes by it."""
    variants: dict[tuple[str, int], Variant] = {}
    for variant in variants_of(game):
        variants.setdefault((variant.scenario, variant.seats), variant)
    return list(variants.values())


def check_golden(game: Game[Any], variant: Variant, folder: Path = FOLDER) -> None:
    """The golden playthrough of the variant exists and still matches."""
    file = golden_file(game, variant, folder)
    again = f"write it with: python -m engine.testing.golden --write {game.id}"
    if not file.is_file():
        raise Nonconforming(f"{game.id} {variant} has no golden playthrough {file}; {again}")
    golden = file.read_text(encoding="utf-8").splitlines()
    now = list(playthrough(game, variant))
    for number, (old, new) in enumerate(zip([*golden, "the end"], [*now, "the end"], strict=False), start=1):
        if old != new:
            raise Nonconforming(
                f"{file}:{number} does not match any more.\n  kept: {old}\n  now:  {new}\n"
                f"If the rules were meant to change, raise rules_version and {again}"
            )


def write_golden(game: Game[Any], folder: Path = FOLDER) -> list[Path]:
    """Write every playthrough of a game anew and drop those of variants it no longer has."""
    home = folder / game.id
    home.mkdir(parents=True, exist_ok=True)
    files = []
    for variant in golden_variants(game):
        file = golden_file(game, variant, folder)
        file.write_text("\n".join(playthrough(game, variant)) + "\n", encoding="utf-8")
        files.append(file)
    for stale in set(home.glob("*.txt")) - set(files):
        stale.unlink()
    return files
