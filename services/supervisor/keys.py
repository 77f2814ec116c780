"""The signing keys of the server of a folder: from the environment, or made on its first start."""

import os
import secrets
from pathlib import Path

from services.process.private_files import create_private, make_private_folder

AUTH_KEYS = "WESTMARCH_AUTH_KEYS"


def keys_file(home: Path) -> Path:
    """Where the server of a folder keeps its signing keys."""
    return home / "keys"


def signing_keys(home: Path) -> str:
    """The keys that tokens are signed with; where there are none yet, one is made and kept for the owner only."""
    if keys := os.environ.get(AUTH_KEYS):
        return keys
    file = keys_file(home)
    if not file.exists():
        make_private_folder(home)
        create_private(file, f"k1={secrets.token_urlsafe(32)}".encode())
    return file.read_text()
