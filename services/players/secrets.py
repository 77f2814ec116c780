"""Secrets of players: passwords by argon2; sessions and API tokens, of which only hashes are kept."""

import asyncio
import hashlib
import secrets
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from services.players.names import name_key
from services.process.refusals import invalid

SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 256
MOST_AT_ONCE = 2
"""Passwords that are hashed at the same time: each takes a processor and 64 MiB."""


def check_password(password: str, name: str) -> None:
    """Refuse a password that is too short or too long, or the name itself."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise invalid(f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters, not {len(password)}.")
    if name_key(password) == name_key(name):
        raise invalid("A password is not the name of the account.")


def new_secret(prefix: str) -> str:
    """A session or an API token, of 256 random bits."""
    return prefix + secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """What is kept of a session or an API token. A fast hash will do: nobody guesses 256 bits."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class Passwords:
    """Hashes and verifies passwords, a few at a time, in threads of their own."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._decoy = self._hasher.hash(secrets.token_urlsafe(16))
        """What is verified for a name that nobody has, so that the answer takes as long."""
        self._free = asyncio.Semaphore(MOST_AT_ONCE)

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        async with self._free:
            return await asyncio.to_thread(self._hasher.hash, _normal(password))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether the password is the one that was hashed. It takes as long where there is none: None."""
        async with self._free:
            is_right = await asyncio.to_thread(self._verify, password[:LONGEST_PASSWORD], kept or self._decoy)
        return is_right and kept is not None

    def is_dated(self, kept: str) -> bool:
        """Whether a password should be hashed again, by the parameters of today."""
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, password: str, kept: str) -> bool:
        try:
            return self._hasher.verify(kept, _normal(password))
        except (VerifyMismatchError, InvalidHashError):
            return False


def _normal(password: str) -> bytes:
    """A password in one form, whatever keyboard it was typed on."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
