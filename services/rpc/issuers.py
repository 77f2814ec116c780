"""Issuers of tokens: who signs with keys of their own, and which kinds of token these keys may sign.

A new service that mints tokens, or calls others with a service token, is a new line in MINTS."""

OPERATOR = "operator"
MINTS = {
    "engine": frozenset({"seat", "spectator", "turn"}),
    "matchmaking": frozenset({"ticket", "service"}),
    "bots": frozenset({"service"}),
    "ladders": frozenset({"service"}),
    OPERATOR: frozenset({"admin", "player", "service"}),
}
"""By issuer: the kinds of token that its keys may sign. Issuers are services, but for the operator, whose keys no
service has. The archive and bot workers mint nothing."""
SIGNING_KEYS, PUBLIC_KEYS = "WESTMARCH_SIGNING_KEYS", "WESTMARCH_PUBLIC_KEYS"
"""The variables by which a process has its keys."""


def issuer_of(key_id: str) -> str:
    """The issuer of a key: what stands before the dot of its id, as in `engine.1`."""
    return key_id.partition(".")[0]


def may_sign(key_id: str, kind: str, name: str) -> bool:
    """Whether a key may sign a token of this kind for this name; a service signs service tokens for itself only."""
    issuer = issuer_of(key_id)
    return kind in MINTS[issuer] and (kind != "service" or issuer == OPERATOR or name == issuer)
