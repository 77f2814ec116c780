"""Files that only their owner may read: they hold keys, passwords and seat tokens."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def create_private(file: Path, data: bytes) -> None:
    """Write a new file; FileExistsError where there is one already."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "wb") as out:
        out.write(data)


def write_private(file: Path, data: bytes) -> None:
    """Write a file in place of the one of that name, which others might be able to read."""
    with _naming(file):
        file.unlink(missing_ok=True)
        create_private(file, data)


def make_private_folder(folder: Path) -> None:
    """Make a folder, and those above it, where they are missing."""
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """Let an error say which file it was: the system does so when a file is opened, not when it is written."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error
