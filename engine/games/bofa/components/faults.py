"""A fault of a component pack: what is wrong, and in which line of which file."""

import difflib
from collections.abc import Iterable
from typing import NamedTuple

from engine.core.errors import EngineError


class Fault(NamedTuple):
    """One thing wrong with a pack."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question after a fault, if the word is close to one that is known; otherwise nothing."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


class PackError(EngineError, ValueError):
    """A pack cannot be played; carries every fault found."""

    def __init__(self, where: str, faults: list[Fault]) -> None:
        self.faults = faults
        count = "one fault" if len(faults) == 1 else f"{len(faults)} faults"
        super().__init__(f"the pack {where} has {count}: " + "; ".join(str(fault) for fault in faults[:5]))


class UnknownPack(EngineError, ValueError):
    """No pack of that name is shipped or has been read by this process."""
