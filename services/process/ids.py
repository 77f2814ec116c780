"""Fresh ids of what is kept and named on command lines and in addresses."""

import secrets

_RANDOM_BYTES = 9


def fresh_id(prefix: str) -> str:
    """A random id that begins with letters, so that no command takes it for an option."""
    return prefix + secrets.token_urlsafe(_RANDOM_BYTES)
