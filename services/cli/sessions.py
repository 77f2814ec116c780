"""The session of whoever is logged in, in a file for its owner only."""

import os
from pathlib import Path

import msgspec

from services.cli.arguments import BadInput
from services.process.private_files import make_private_folder, write_private


class SavedSession(msgspec.Struct, frozen=True):
    """A session at a players service."""

    server: str
    """The address of the service."""
    player: str
    session: str
    authority: str = ""
    """The file of the authority to trust; empty for a server without TLS."""


def session_file() -> Path:
    """Where the session of this user is kept."""
    folder = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(folder) / "westmarch" / "session.json"


def save_session(saved: SavedSession) -> Path:
    """Write the session for its owner only; the file."""
    file = session_file()
    make_private_folder(file.parent)
    write_private(file, msgspec.json.encode(saved))
    return file


def load_session() -> SavedSession:
    """The session of whoever is logged in; BadInput where nobody is."""
    file = session_file()
    try:
        return msgspec.json.decode(file.read_bytes(), type=SavedSession)
    except FileNotFoundError:
        raise BadInput("nobody is logged in; `westmarch account login` does it") from None
    except msgspec.MsgspecError:
        raise BadInput(f"{file} holds no session; log in again") from None


def forget_session() -> None:
    """Delete the file."""
    session_file().unlink(missing_ok=True)
