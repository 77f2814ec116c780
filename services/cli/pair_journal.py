"""A comparison on disk: what is compared, and each pair as soon as it is played, so that it can go on after a break."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from services.cli.arguments import BadInput
from services.pairs.comparison import PairResult

_HEAD = "comparison.json"
_PAIRS = "pairs.jsonl"
_RECORDS = "records"


class Head(msgspec.Struct, frozen=True):
    """What is compared: another comparison cannot go on from these files."""

    game: str
    rules_version: int
    scenario: str
    seats: int
    options: dict[str, Any]
    entrants: list[str]
    """Their fingerprints."""
    seed: int
    gauntlet: bool = False
    limit: float | None = None


class Journal:
    """The files of one comparison."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def open(cls, folder: Path, head: Head) -> "Journal":
        """Begin in a new or empty folder, or go on where the same comparison stopped."""
        file = folder / _HEAD
        if file.exists():
            _check_same(file, head)
        elif folder.exists() and any(folder.iterdir()):
            raise BadInput(f"{folder} holds other files; give an empty folder, or one of such a comparison")
        else:
            (folder / _RECORDS).mkdir(parents=True, exist_ok=True)
            file.write_bytes(msgspec.json.format(msgspec.json.encode(head)))
        return cls(folder)

    def seed(self) -> int | None:
        """The seed of the comparison that is kept here, if there is one."""
        file = self.folder / _HEAD
        return _read_head(file).seed if file.exists() else None

    def pairs(self) -> Iterator[PairResult]:
        """The pairs that were played before; a line that was cut off is not one of them."""
        file = self.folder / _PAIRS
        if not file.exists():
            return
        whole = 0
        for line in file.read_bytes().splitlines(keepends=True):
            try:
                pair = msgspec.json.decode(line, type=PairResult)
            except msgspec.MsgspecError:
                break
            whole += len(line)
            yield pair
        with file.open("r+b") as lines:
            lines.truncate(whole)

    def with_records(self, pair: PairResult) -> PairResult:
        """A pair with the records of its matches, which one of an earlier run has on disk alone."""
        legs = []
        for number, played in enumerate(pair.legs, start=1):
            file = self._record_file(pair, number)
            record = played.record or (file.read_text() if file.exists() else "")
            legs.append(msgspec.structs.replace(played, record=record))
        return msgspec.structs.replace(pair, legs=tuple(legs))

    def _record_file(self, pair: PairResult, match: int) -> Path:
        return self.folder / _RECORDS / f"{pair.number + 1:06}-{match}.json"

    def add(self, pair: PairResult) -> None:
        """Keep a pair and the records of its matches; on disk before this returns."""
        for number, played in enumerate(pair.legs, start=1):
            if played.record:
                self._record_file(pair, number).write_text(played.record)
        light = tuple(msgspec.structs.replace(played, record="") for played in pair.legs)
        with (self.folder / _PAIRS).open("ab") as lines:
            lines.write(msgspec.json.encode(msgspec.structs.replace(pair, legs=light)) + b"\n")
            lines.flush()
            os.fsync(lines.fileno())


def _read_head(file: Path) -> Head:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Head)
    except msgspec.MsgspecError as fault:
        raise BadInput(f"{file} is no comparison: {fault}") from None


def _check_same(file: Path, head: Head) -> None:
    own = _read_head(file)
    for name in Head.__struct_fields__:
        old, new = getattr(own, name), getattr(head, name)
        if old != new:
            raise BadInput(
                f"{file.parent} holds another comparison, with {name} {_in_words(old)}, not {_in_words(new)}"
            )


def _in_words(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)
