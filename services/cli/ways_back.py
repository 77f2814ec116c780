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
    file: str
    """What they go on with: a record, or a seat."""
    folder: str
    """Where they were typed."""
    process: int
    """Who plays it now, if that still runs."""
    at: float


def folder_of_ways() -> Path:
    """Where ways back are kept for this user."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "westmarch" / "ways-back"


def note_way(title: str, words: list[str], file: Path) -> None:
    """Write down the way to a match, for its owner only, in place of others to the same. A home that takes no files is
    no reason to stop a match."""
    with contextlib.suppress(OSError):
        forget_way(file)
        folder = folder_of_ways()
        make_private_folder(folder.parent)
        make_private_folder(folder)
        way = SavedWay(title, words, str(file), str(Path.cwd()), os.getpid(), time.time())
        write_private(folder / f"{secrets.token_hex(8)}.json", msgspec.json.encode(way))


def forget_way(file: str | Path) -> None:
    """Take away the ways to a match that is over, or that nobody wants to go back to."""
    with contextlib.suppress(OSError):
        for note, way in _ways():
            if way.file == str(file):
                note.unlink(missing_ok=True)


def open_ways() -> list[SavedWay]:
    """The ways to matches that nobody plays at the moment, the latest first."""
    ways = [way for _, way in _ways() if not _runs(way.process)]
    return sorted(ways, key=lambda way: way.at, reverse=True)


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
