"""Deals that nobody can choose: a deal's seed is a hash of a secret that was committed to when the tournament was made,
of what entrants contributed by checking in, and of the deal's number.

The commitment to the secret is public from the beginning, the contributions as they come, the secret at the end. Then
anybody can compute every seed, and compare it with the records of the matches.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping

from engine.core.chance import SEED_BYTES

SECRET_BYTES = 32
NO_CONTRIBUTIONS = hashlib.sha256(b"westmarch contributions").digest()
"""What contributions are hashed to before there is any."""


def new_secret() -> bytes:
    """A secret of a new tournament."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is published of a secret, hexadecimal."""
    return hashlib.sha256(b"westmarch secret" + secret).hexdigest()


def contributed(before: bytes, name: str, contribution: bytes) -> bytes:
    """The hash of all contributions, after one more has come: each is bound to who gave it and to all before it."""
    name_bytes = name.encode()
    return hashlib.sha256(before + len(name_bytes).to_bytes(4, "big") + name_bytes + contribution).digest()


def all_contributed(contributions: Iterable[tuple[str, bytes]]) -> bytes:
    """The hash of contributions, with the names of who gave them, in the order in which they came."""
    chain = NO_CONTRIBUTIONS
    for name, contribution in contributions:
        chain = contributed(chain, name, contribution)
    return chain


def seed(secret: bytes, chain: bytes, number: int) -> bytes:
    """The seed of a deal."""
    return hmac.digest(secret, chain + number.to_bytes(8, "big"), "sha256")[:SEED_BYTES]


def verify(
    secret: bytes, published: str, contributions: Iterable[tuple[str, bytes]], deals: Mapping[int, tuple[int, bytes]]
) -> list[str]:
    """What is wrong with the deals of a tournament; nothing if all is well.

    Contributions are all that were made, in order; each deal comes by its number with how many of them there were when
    its round was made, and with its seed as the record of a match has it.
    """
    faults = []
    if commitment(secret) != published:
        faults.append("the secret is not the one that was committed to")
    chains = [NO_CONTRIBUTIONS]
    for name, contribution in contributions:
        chains.append(contributed(chains[-1], name, contribution))
    for number, (count, own_seed) in sorted(deals.items()):
        if not 0 <= count < len(chains):
            faults.append(f"deal {number} names {count} contributions; there are {len(chains) - 1}")
        elif not hmac.compare_digest(seed(secret, chains[count], number), own_seed):
            faults.append(f"deal {number} has another seed than the secret and the contributions give")
    return faults
