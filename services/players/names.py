"""Names of accounts: unique in whatever case of letters, and apart from those of guests and of former players."""

import hashlib
import secrets
import unicodedata

from services.process.names import LONGEST_NAME
from services.process.refusals import invalid
from services.rpc.requests import check_player_name
from services.rpc.tokens import GUEST_MARK

FORMER_MARK = "†"
"""The first character of the pseudonyms of deleted accounts. No account has a name that begins with it."""
RESERVED_MARKS = (GUEST_MARK, FORMER_MARK)


def check_account_name(name: str) -> None:
    """Refuse what cannot be the name of an account."""
    check_player_name(name)
    if name.startswith(RESERVED_MARKS):
        raise invalid(f"The name of an account does not begin with {' or '.join(RESERVED_MARKS)}.")


def name_key(name: str) -> str:
    """The name in one case and form of letters: names with the same key are the same name."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)[: 4 * LONGEST_NAME]


def name_hash(name: str) -> str:
    """What is kept of a name that nobody gets again."""
    return hashlib.sha256(name_key(name).encode()).hexdigest()


def new_pseudonym() -> str:
    """What records call a player whose account was deleted."""
    return f"{FORMER_MARK}{secrets.token_hex(6)}"


def as_account_name(text: str) -> str:
    """The name nearest to what a provider calls somebody; `player` where nothing of it can stand in one."""
    kept = "".join(character for character in unicodedata.normalize("NFC", text) if character.isprintable())
    return kept.strip().lstrip("".join(RESERVED_MARKS)).strip()[: LONGEST_NAME - 4].strip() or "player"
