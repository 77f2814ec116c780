"""Issuers of tokens: who signs with keys of their own, and what these keys may sign.

A new service is a new line in SERVICE_METHODS, and in MINTS if it mints tokens or calls others."""

OPERATOR = "operator"
MINTS = {
    "engine": frozenset({"seat", "spectator", "turn"}),
    "matchmaking": frozenset({"ticket", "service"}),
    "bots": frozenset({"service"}),
    "ladders": frozenset({"service"}),
    "gateway": frozenset({"gateway"}),
    "players": frozenset({"player", "service"}),
    "tournaments": frozenset({"service"}),
    OPERATOR: frozenset({"admin", "player", "service"}),
}
"""By issuer: the kinds of token that its keys may sign. Issuers are services, but for the operator, whose keys no
service has. The archive and bot workers mint nothing."""
SERVICE_METHODS = {
    "engine": frozenset[str](),
    "matchmaking": frozenset({"CreateMatches", "GetRatings"}),
    "bots": frozenset({"DealWorlds", "Put", "Get"}),
    "ladders": frozenset({"PlayPairs", "CreateMatches", "ListFinished", "Unseal"}),
    "tournaments": frozenset(
        {
            "CreateMatches",
            "GetMatches",
            "AnnulMatches",
            "HandOverSeat",
            "PlayMatches",
            "ListFinished",
            "Verify",
            "Unseal",
            "GetRatings",
        }
    ),
    "archive": frozenset[str](),
    "gateway": frozenset[str](),
    "players": frozenset({"List", "ListFinished", "RenamePlayer"}),
}
"""By service: the methods of others that it calls, which are all that its service token is good for. The operator may
give programs under other names a token for whatever is open to services."""
DEALERS = frozenset({"tournaments", "ladders"})
"""Services that may choose the seeds of matches, because they have a deal played more than once."""
SIGNING_KEYS, PUBLIC_KEYS = "WESTMARCH_SIGNING_KEYS", "WESTMARCH_PUBLIC_KEYS"
"""The variables by which a process has its keys."""


def issuer_of(key_id: str) -> str:
    """The issuer of a key: what stands before the dot of its id, as in `engine.1`."""
    return key_id.partition(".")[0]


def may_sign(key_id: str, kind: str, name: str) -> bool:
    """Whether a key may sign a token of this kind for this name; a service signs service tokens for itself only."""
    issuer = issuer_of(key_id)
    return kind in MINTS[issuer] and (kind != "service" or issuer == OPERATOR or name == issuer)
