"""Forged tokens of every kind, for those who must refuse them."""

import base64
import json

import jwt

from services.rpc.signing_keys import new_signing_keys, parse_signing_keys, public_keys_of
from services.rpc.tokens import signing_keyring

CLAIMS = {"knd": "admin", "sub": "eve", "exp": 9e9}
ADMIN_KEY = "operator.1"


def signed_by(signing_keys: str, key_id: str, **change) -> str:
    """A token that a key has signed, whatever it may sign."""
    return jwt.encode({**CLAIMS, **change}, parse_signing_keys(signing_keys)[key_id], "EdDSA", headers={"kid": key_id})


def forged_tokens(signing_keys: str) -> dict[str, str]:
    """By what is wrong with them: tokens for a server with these private keys."""
    ring, key = signing_keyring(signing_keys), parse_signing_keys(signing_keys)[ADMIN_KEY]
    good = ring.mint("admin", "op", 60)
    return {
        "another key under a known id": signing_keyring(new_signing_keys()).mint("admin", "eve", 60),
        "an unknown id": jwt.encode(CLAIMS, key, "EdDSA", headers={"kid": "operator.7"}),
        "no id": jwt.encode(CLAIMS, key, "EdDSA"),
        "unsigned": jwt.encode(CLAIMS, "", "none", headers={"kid": ADMIN_KEY}),
        "the public key as secret": _public_key_as_secret(signing_keys),
        "no such kind": signed_by(signing_keys, ADMIN_KEY, knd="king"),
        "an admin by the engine's key": signed_by(signing_keys, "engine.1"),
        "an admin by the key of bots": signed_by(signing_keys, "bots.1"),
        "a service by another's key": signed_by(signing_keys, "matchmaking.1", knd="service", sub="bots"),
        "a seat by the key of bots": signed_by(signing_keys, "bots.1", knd="seat", mid="m1", seat=0),
        "endless": signed_by(signing_keys, ADMIN_KEY, exp=None),
        "expired": ring.mint("admin", "op", -1),
        "tampered": _tampered(ring.mint("seat", "ann", 60, match_id="m1", seat=0)),
        "without its signature": good.rpartition(".")[0] + ".",
    }


def _tampered(token: str) -> str:
    """The token for another seat, with the old signature."""
    head, body, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    body = base64.urlsafe_b64encode(json.dumps({**claims, "seat": 1}).encode()).rstrip(b"=").decode()
    return f"{head}.{body}.{signature}"


def _public_key_as_secret(signing_keys: str) -> str:
    """An HMAC token whose secret is what everybody knows."""
    public = dict(item.split("=") for item in public_keys_of(signing_keys).split(","))
    return jwt.encode(CLAIMS, public[ADMIN_KEY], "HS256", headers={"kid": ADMIN_KEY})
