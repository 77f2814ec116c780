"""The signing keys of the server of a folder: from the environment, or made on its first start."""

import os
from pathlib import Path

from services.process.private_files import make_private_folder, write_private
from services.rpc.issuers import MINTS, PUBLIC_KEYS, SIGNING_KEYS, issuer_of


def keys_file(home: Path) -> Path:
    """Where the server of a folder keeps its signing keys, one in a line."""
    return home / "keys"


def signing_keys(home: Path) -> str:
    """The private keys of all issuers, as the setting has them; for an issuer that has none yet one is made, and kept
    for the owner only.

    What is nobody's key, such as the one secret of earlier releases, is taken out of the file."""
    if keys := os.environ.get(SIGNING_KEYS):
        return keys
    from services.rpc.signing_keys import new_signing_key  # here: `status` and `down` need no keys

    file = keys_file(home)
    text = file.read_text() if file.exists() else ""
    keys_in_file = text.split()
    kept = [key for key in keys_in_file if issuer_of(key) in MINTS]
    missing = [issuer for issuer in MINTS if issuer not in map(issuer_of, kept)]
    keys_now = [*kept, *map(new_signing_key, missing)]
    if keys_now != keys_in_file:
        make_private_folder(home)
        fresh = file.with_suffix(".new")
        write_private(fresh, "".join(f"{key}\n" for key in keys_now).encode())
        fresh.replace(file)
    return ",".join(keys_now)


def keys_of_service(service: str, keys: str) -> dict[str, str]:
    """The variables of a service's keys: all public ones, and the private ones that it signs with, if it does."""
    from services.rpc.signing_keys import public_keys_of, signing_keys_of

    return {PUBLIC_KEYS: public_keys_of(keys), SIGNING_KEYS: signing_keys_of(service, keys)}
