"""What a process that plays pairs notes outside itself, so that what it was at can be read when it has ended."""

import mmap
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from engine.bots.playout import MOST_DECISIONS
from engine.core.record import Choice

_TASK = ".task"
_REPORTED, _JOB, _LEG, _CHOOSING, _SINCE, _CHOICES = range(6)
"""Places of numbers, eight bytes each; after them the choices of the match, each as seat and index. Who is choosing is
one more than the number of the entrant, so that a file that was just made says what is true: nobody."""
_SIZE = 8 * (_CHOICES + 1 + 2 * MOST_DECISIONS)


class Notes:
    """The notes of one process about one task. Two files; the one with numbers is written as memory is."""

    def __init__(self, file: Path, view: "memoryview[int]") -> None:
        self._file = file
        self._view = view

    @classmethod
    def begin(cls, folder: Path, task: bytes) -> "Notes":
        """The notes of this process, which begins a task."""
        file = folder / str(os.getpid())
        file.with_suffix(_TASK).write_bytes(task)
        with file.open("w+b") as opened:
            opened.truncate(_SIZE)
            view = memoryview(mmap.mmap(opened.fileno(), _SIZE)).cast("q")
        return cls(file, view)

    @classmethod
    def all(cls, folder: Path) -> "list[Notes]":
        """The notes of all processes of a folder that are at a task."""
        notes = []
        for file in folder.glob("[0-9]*"):
            if file.suffix == _TASK or not file.with_suffix(_TASK).exists():
                continue
            with suppress(FileNotFoundError, ValueError), file.open("rb") as opened:  # it ends, or has just begun
                content = mmap.mmap(opened.fileno(), _SIZE, access=mmap.ACCESS_READ)
                notes.append(cls(file, memoryview(content).cast("q")))
        return notes

    def end(self) -> None:
        """The task is done, or dealt with."""
        for file in (self._file, self._file.with_suffix(_TASK)):
            file.unlink(missing_ok=True)

    # -- written by the process

    def report(self, jobs: int) -> None:
        """Results of so many of the task's jobs have been reported."""
        self._view[_REPORTED] = jobs

    def start(self, job: int, leg: int) -> None:
        """A match begins: which of the task's jobs, and which leg."""
        self._view[_JOB], self._view[_LEG], self._view[_CHOICES] = job, leg, 0

    def watch(self, entrant: int, choices: Sequence[Choice]) -> None:
        """An entrant is about to choose, after these choices."""
        view = self._view
        for number in range(view[_CHOICES], len(choices)):
            place = _CHOICES + 1 + 2 * number
            view[place], view[place + 1] = choices[number]
        view[_CHOICES] = len(choices)
        view[_SINCE] = time.monotonic_ns()
        view[_CHOOSING] = entrant + 1

    def rest(self) -> None:
        """Nobody is choosing."""
        self._view[_CHOOSING] = 0

    # -- read by others

    @property
    def pid(self) -> int:
        """The process."""
        return int(self._file.name)

    @property
    def task(self) -> bytes:
        """What the process was given to do."""
        return self._file.with_suffix(_TASK).read_bytes()

    @property
    def reported(self) -> int:
        """How many of the task's jobs are over and reported."""
        return self._view[_REPORTED]

    @property
    def job(self) -> int:
        """The place in the task of the job that is under way."""
        return self._view[_JOB]

    @property
    def leg(self) -> int:
        """Which match of it."""
        return self._view[_LEG]

    @property
    def entrant(self) -> int:
        """Who is choosing; -1 for nobody."""
        return self._view[_CHOOSING] - 1

    @property
    def thinking_seconds(self) -> float:
        """For how long, by now."""
        return (time.monotonic_ns() - self._view[_SINCE]) / 1e9

    @property
    def choices(self) -> list[Choice]:
        """The choices of the match before that."""
        places = range(_CHOICES + 1, _CHOICES + 1 + 2 * self._view[_CHOICES], 2)
        return [(self._view[place], self._view[place + 1]) for place in places]
