"""Signed, expiring tokens: who is calling, and for which match and seat.

Keys have ids, so that a new one can be brought in while tokens of the old one live out their time."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import jwt

from services.api.errors_pb2 import ErrorReason
from services.process.names import name_fault
from services.process.refusals import Refused

ALGORITHM = "HS256"
KINDS = ("seat", "spectator", "player", "ticket", "service", "admin")
SHORTEST_SECRET = 32
GUEST_MARK = "~"
"""The first character of a guest's name. No player token has a name that begins with it."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is calling. Without a token: a guest, known by address."""

    kind: str
    """One of KINDS, or `guest`."""
    name: str
    """Player, service or address."""
    match_id: str = ""
    """The match a seat or spectator token is for, or the ticket of a ticket token."""
    seat: int = -1
    """The seat a seat token is for."""
    scopes: str = ""
    """What a player token is limited to, as words with spaces between; empty: nothing."""

    @property
    def trusted(self) -> bool:
        """Whether the caller is another service of ours, or an operator."""
        return self.kind in ("service", "admin")

    def require(self, *kinds: str) -> None:
        """Refuse unless the token is of one of these kinds; an admin may do everything."""
        if self.kind in kinds or self.kind == "admin":
            return
        if self.kind == "guest":
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "This call needs a token.")
        raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, f"This call is not for {self.kind} tokens.", allowed=kinds)

    def require_scope(self, *scopes: str) -> None:
        """Refuse a player token that is limited to other things than any of these."""
        if self.scopes and not set(scopes) & set(self.scopes.split()):
            message = f"The token is limited to: {self.scopes}."
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, message, allowed=scopes)

    def may_act_for(self, match_id: str, seat: int) -> bool:
        """Whether choices for this seat may come from this caller."""
        return self.trusted or (self.kind == "seat" and self.match_id == match_id and self.seat == seat)


def _check_player_name(name: str) -> None:
    if name.startswith(GUEST_MARK):
        raise ValueError(f"the name of a player does not begin with {GUEST_MARK!r}, as those of guests do: {name!r}")
    if fault := name_fault(name):
        raise ValueError(fault)


class Keyring:
    """The keys of the server: signs tokens with the first and verifies with all."""

    def __init__(self, keys: str, clock: Callable[[], float] = time.time) -> None:
        pairs = [item.split("=", 1) for item in keys.split(",") if item]
        if not pairs or any(len(pair) != 2 or len(pair[1]) < SHORTEST_SECRET for pair in pairs):
            raise ValueError(
                f"WESTMARCH_AUTH_KEYS must hold id=secret pairs with secrets of {SHORTEST_SECRET} characters or more"
            )
        self._keys = {pair[0]: pair[1] for pair in pairs}
        self._signing_id = pairs[0][0]
        self._clock = clock

    def mint(
        self, kind: str, name: str, seconds: float, *, match_id: str = "", seat: int | None = None, scopes: str = ""
    ) -> str:
        """A new token of this kind, valid for so many seconds."""
        if kind not in KINDS:
            raise ValueError(f"no token of kind {kind!r}; there are {', '.join(KINDS)}")
        if kind == "player":
            _check_player_name(name)
        now = self._clock()
        claims: dict[str, object] = {"knd": kind, "sub": name, "iat": int(now), "exp": int(now + seconds)}
        if match_id:
            claims["mid"] = match_id
        if seat is not None:
            claims["seat"] = seat
        if scopes:
            claims["scp"] = scopes
        return jwt.encode(claims, self._keys[self._signing_id], ALGORITHM, headers={"kid": self._signing_id})

    def read(self, token: str) -> Caller:
        """The caller a token stands for; refused when malformed, forged or expired."""
        try:
            kid = jwt.get_unverified_header(token).get("kid", "")
            secret = self._keys.get(kid)
            if secret is None:
                raise jwt.InvalidTokenError("unknown key")
            claims = jwt.decode(
                token,
                secret,
                [ALGORITHM],
                options={"require": ["exp", "sub"], "verify_exp": False, "verify_iat": False},
            )
            expires = float(claims["exp"])
            kind = str(claims.get("knd", ""))
            scopes = str(claims.get("scp", ""))
            caller = Caller(kind, str(claims["sub"]), str(claims.get("mid", "")), int(claims.get("seat", -1)), scopes)
        except (jwt.InvalidTokenError, ValueError, TypeError) as error:
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "The token is not valid.") from error
        if kind not in KINDS:
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "The token is not valid.")
        if expires <= self._clock():
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "The token has expired.")
        return caller
