"""Signed, expiring tokens: who is calling, and for which match and seat.

Keys have ids, so that a new one can be brought in while tokens of the old one live out their time."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

import jwt

from services.api.errors_pb2 import ErrorReason
from services.process.names import name_fault
from services.process.refusals import Refused
from services.rpc.issuers import DEALERS, SERVICE_METHODS, may_sign
from services.rpc.signing_keys import check_halves_fit, parse_public_keys, parse_signing_keys, public_keys_of

ALGORITHM = "EdDSA"
KINDS = ("seat", "spectator", "player", "ticket", "turn", "gateway", "service", "admin")
TURN_METHODS = frozenset({"DealWorlds", "Choose"})
"""All that a turn token is good for, on the seat that it names and while a bot holds that."""
GATEWAY_METHODS = frozenset({"Play"})
"""All that a gateway does by its own token: all else it does by its clients' tokens."""
VERIFIED_TOKENS = 10_000
"""How many tokens are remembered as verified: a signature takes longer to verify than most calls take to answer."""
SESSION_PREFIX, API_TOKEN_PREFIX = "wms_", "wmt_"
"""How sessions and API tokens begin, which the players service exchanges for player tokens; so that people and scanners
of repositories know them for what they are."""
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
    """The match a seat, spectator or turn token is for, or the ticket of a ticket token."""
    seat: int = -1
    """The seat a seat or turn token is for."""
    scopes: str = ""
    """What a player token is limited to, as words with spaces between; empty: nothing."""
    game: str = ""
    """The game of the match that a seat or spectator token is for."""

    @property
    def trusted(self) -> bool:
        """Whether the caller is another service of ours, or an operator."""
        return self.kind in ("service", "admin")

    @property
    def is_ours(self) -> bool:
        """Whether one of our own processes is calling, or an operator: limits are for everybody else."""
        return self.trusted or self.kind in ("turn", "gateway")

    def require(self, *kinds: str) -> None:
        """Refuse unless the token is of one of these kinds; an admin may do everything."""
        if self.kind in kinds or self.kind == "admin":
            return
        if self.kind == "guest":
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "This call needs a token.")
        raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, f"This call is not for {self.kind} tokens.", allowed=kinds)

    @property
    def methods(self) -> frozenset[str] | None:
        """All that the token is good for, where that is less than what is open to its kind."""
        if self.kind == "turn":
            return TURN_METHODS
        if self.kind == "gateway":
            return GATEWAY_METHODS
        return SERVICE_METHODS.get(self.name) if self.kind == "service" else None

    def check_method(self, method: str) -> None:
        """Refuse a method that the token is not good for."""
        allowed = self.methods
        if allowed is not None and method not in allowed:
            whose = f"the token of {self.name}" if self.kind == "service" else f"{self.kind} tokens"
            raise Refused(
                ErrorReason.ERROR_REASON_FORBIDDEN, f"{method} is not for {whose}.", allowed=tuple(sorted(allowed))
            )

    def require_scope(self, *scopes: str) -> None:
        """Refuse a player token that is limited to other things than any of these."""
        if self.scopes and not set(scopes) & set(self.scopes.split()):
            message = f"The token is limited to: {self.scopes}."
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, message, allowed=scopes)

    def may_act_for(self, match_id: str, seat: int) -> bool:
        """Whether choices for this seat may come from this caller."""
        is_of_seat = self.kind in ("seat", "turn") and self.match_id == match_id and self.seat == seat
        return self.trusted or is_of_seat

    @property
    def may_choose_seeds(self) -> bool:
        """Whether matches of this caller may have a seed that they name."""
        return self.kind == "admin" or (self.kind == "service" and self.name in DEALERS)

    def may_watch_private(self, match_id: str) -> bool:
        """Whether the caller may see what is public in a private match."""
        return self.trusted or (self.kind in ("seat", "spectator") and self.match_id == match_id)


def accounts_in(players: Iterable[str]) -> list[str]:
    """The players with an account among those who have seats, each once: neither guests nor the bots of the server."""
    return [player for player in dict.fromkeys(players) if player and not player.startswith(GUEST_MARK)]


def _check_player_name(name: str) -> None:
    if name.startswith(GUEST_MARK):
        raise ValueError(f"the name of a player does not begin with {GUEST_MARK!r}, as those of guests do: {name!r}")
    if fault := name_fault(name):
        raise ValueError(fault)


class Keyring:
    """The keys of one process: verifies tokens with the public ones, and signs with the private ones that it has."""

    def __init__(self, public_keys: str, signing_keys: str = "", clock: Callable[[], float] = time.time) -> None:
        """Both as the settings have them; of several private keys that may sign a token the first does."""
        self._public = parse_public_keys(public_keys)
        self._private = parse_signing_keys(signing_keys)
        check_halves_fit(self._private, self._public)
        self._clock = clock
        self._verify = lru_cache(VERIFIED_TOKENS)(self._verify_signature)

    def mint(
        self,
        kind: str,
        name: str,
        seconds: float,
        *,
        match_id: str = "",
        seat: int | None = None,
        scopes: str = "",
        game: str = "",
    ) -> str:
        """A new token of this kind, valid for so many seconds; ValueError where no key here may sign it."""
        if kind not in KINDS:
            raise ValueError(f"no token of kind {kind!r}; there are {', '.join(KINDS)}")
        if kind == "player":
            _check_player_name(name)
        key_id = next((id for id in self._private if may_sign(id, kind, name)), None)
        if key_id is None:
            raise ValueError(f"there is no key here that may sign a token of kind {kind!r} for {name!r}")
        now = self._clock()
        claims: dict[str, object] = {"knd": kind, "sub": name, "iat": int(now), "exp": int(now + seconds)}
        if match_id:
            claims["mid"] = match_id
        if seat is not None:
            claims["seat"] = seat
        if scopes:
            claims["scp"] = scopes
        if game:
            claims["gam"] = game
        return jwt.encode(claims, self._private[key_id], ALGORITHM, headers={"kid": key_id})

    def read(self, token: str) -> Caller:
        """The caller a token stands for; refused when malformed, forged, expired, or signed by a key that may not."""
        caller, expires = self._verify(token)
        if expires <= self._clock():
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "The token has expired.")
        return caller

    def _verify_signature(self, token: str) -> tuple[Caller, float]:
        """The caller a token stands for, and when it expires."""
        try:
            key_id = jwt.get_unverified_header(token).get("kid", "")
            key = self._public.get(key_id)
            if key is None:
                raise jwt.InvalidTokenError("unknown key")
            claims = jwt.decode(
                token,
                key,
                [ALGORITHM],
                options={"require": ["exp", "sub"], "verify_exp": False, "verify_iat": False},
            )
            kind, name = str(claims.get("knd", "")), str(claims["sub"])
            if not may_sign(key_id, kind, name):
                raise jwt.InvalidTokenError("a key of another issuer")
            match_id, seat, scopes = str(claims.get("mid", "")), int(claims.get("seat", -1)), str(claims.get("scp", ""))
            caller = Caller(kind, name, match_id, seat, scopes, str(claims.get("gam", "")))
            return caller, float(claims["exp"])
        except (jwt.InvalidTokenError, ValueError, TypeError) as error:
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "The token is not valid.") from error


def signing_keyring(signing_keys: str) -> Keyring:
    """The keyring of who has private keys and nothing else: it verifies what they sign."""
    return Keyring(public_keys_of(signing_keys), signing_keys)
