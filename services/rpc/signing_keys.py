"""Signing keys: Ed25519 pairs as the settings have them. Who mints has private keys, who only verifies public ones."""

import base64
import binascii
from typing import TypeAlias

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from services.rpc.issuers import MINTS, PUBLIC_KEYS, SIGNING_KEYS, issuer_of

KEY_BYTES = 32

PrivateKeys: TypeAlias = dict[str, Ed25519PrivateKey]
"""By id: private keys, in the order in which they are written."""
PublicKeys: TypeAlias = dict[str, Ed25519PublicKey]
"""By id: public keys."""


def new_signing_key(issuer: str, number: int = 1) -> str:
    """A new private key of an issuer, as `id=key`."""
    return f"{issuer}.{number}={_encoded(Ed25519PrivateKey.generate().private_bytes_raw())}"


def new_signing_keys() -> str:
    """A new private key of every issuer, as the setting has them."""
    return ",".join(map(new_signing_key, MINTS))


def public_keys_of(signing_keys: str) -> str:
    """The public halves of private keys; both as the settings have them."""
    keys = parse_signing_keys(signing_keys)
    return ",".join(f"{id}={_encoded(key.public_key().public_bytes_raw())}" for id, key in keys.items())


def signing_keys_of(issuer: str, signing_keys: str) -> str:
    """Those of the private keys that belong to an issuer; both as the setting has them."""
    return ",".join(item for item in signing_keys.split(",") if issuer_of(item) == issuer)


def parse_signing_keys(text: str) -> PrivateKeys:
    """The private keys of a setting; ValueError where it cannot be read, without telling any of it."""
    return {id: Ed25519PrivateKey.from_private_bytes(data) for id, data in _pairs(text, SIGNING_KEYS)}


def parse_public_keys(text: str) -> PublicKeys:
    """The public keys of a setting; ValueError where it cannot be read."""
    return {id: Ed25519PublicKey.from_public_bytes(data) for id, data in _pairs(text, PUBLIC_KEYS)}


def check_halves_fit(private: PrivateKeys, public: PublicKeys) -> None:
    """ValueError where tokens of a private key could be verified by nobody, or where there are no keys at all."""
    if not public:
        raise ValueError(f"{PUBLIC_KEYS} is empty: no token could be verified")
    for id, key in private.items():
        if id not in public:
            raise ValueError(f"{SIGNING_KEYS} has {id}, but {PUBLIC_KEYS} has not: set both halves of a key")
        if key.public_key() != public[id]:
            raise ValueError(f"{id} of {SIGNING_KEYS} and {id} of {PUBLIC_KEYS} are not halves of one key")


def check_keys_of_service(service: str, signing_keys: str) -> None:
    """ValueError where a service lacks the key that it mints with, or has one that is not its own."""
    issuers = {issuer_of(id) for id in parse_signing_keys(signing_keys)}
    if service in MINTS and service not in issuers:
        kinds = ", ".join(sorted(MINTS[service]))
        raise ValueError(f"{SIGNING_KEYS} has no key of {service}, which signs the tokens it mints: {kinds}")
    if others := sorted(issuers - {service}):
        raise ValueError(f"{SIGNING_KEYS} has keys of {', '.join(others)}, which {service} must not have")


def _pairs(text: str, variable: str) -> list[tuple[str, bytes]]:
    return [_pair(item.strip(), variable) for item in text.split(",") if item.strip()]


def _pair(item: str, variable: str) -> tuple[str, bytes]:
    """The id and the bytes of one key."""
    id, _, encoded = item.partition("=")
    try:
        data = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
    except (binascii.Error, ValueError):
        data = b""
    if issuer_of(id) not in MINTS or len(data) != KEY_BYTES:
        issuers = ", ".join(MINTS)
        raise ValueError(
            f"{variable} must hold id=key pairs, comma separated: ids such as engine.1 of the issuers {issuers},"
            f" keys of {KEY_BYTES} bytes in base64; `westmarch keys` makes some"
        )
    return id, data


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
