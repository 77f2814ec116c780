"""Ways back to matches that are being played at a terminal, written down while it stands, for who loses it.

Each is a small file with the command that goes on with the match, and the process that plays it now.
"""

import contextlib
import os
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from services.process.private_files import make_private_folder, write_private


class SavedWay(msgspec.Struct, frozen=True):
    """The way back to one match."""

    title: str
    words: list[str]
    """The words after `westmarch`."""
    folder: str
    """Where they were typed."""
    process: int
    """Who plays it now, if that still runs."""
    at: float


def folder_of_ways() -> Path:
    """Where ways back are kept for this user."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "westmarch" / "ways-back"


class WayBack:
    """The way back to the match of this process."""

    def __init__(self) -> None:
        self._file: Path | None = None
        self._noted: tuple[str, list[str]] | None = None

    def note(self, title: str, words: list[str]) -> None:
        """Write the way down, for its owner only. A home that takes no files is no reason to stop a match."""
        if self._noted == (title, words):
            return
        with contextlib.suppress(OSError):
            for old in (file for file, way in _ways() if way.words == words):
                old.unlink(missing_ok=True)
            if self._file is None:
                self._file = folder_of_ways() / f"{secrets.token_hex(8)}.json"
                make_private_folder(self._file.parent.parent)
                make_private_folder(self._file.parent)
            way = SavedWay(title, words, str(Path.cwd()), os.getpid(), time.time())
            write_private(self._file, msgspec.json.encode(way))
            self._noted = (title, words)

    def forget(self) -> None:
        """The match is over, or there is nothing to come back to."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)
        self._file, self._noted = None, None


def open_ways() -> list[SavedWay]:
    """The ways to matches that nobody plays at the moment, the latest first."""
    ways = [way for _, way in _ways() if not _runs(way.process)]
    return sorted(ways, key=lambda way: way.at, reverse=True)


def forget_way(words: list[str]) -> None:
    """Take a way back away, for it leads nowhere any more."""
    for file, way in _ways():
        if way.words == words:
            file.unlink(missing_ok=True)


def _ways() -> Iterator[tuple[Path, SavedWay]]:
    """All that were written down; what cannot be read is none."""
    with contextlib.suppress(OSError):
        for file in folder_of_ways().glob("*.json"):
            with contextlib.suppress(OSError, msgspec.MsgspecError):
                yield file, msgspec.json.decode(file.read_bytes(), type=SavedWay)


def _runs(process: int) -> bool:
    """Whether a process of this user runs, other than this one."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True
