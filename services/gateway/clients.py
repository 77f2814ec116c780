"""Those who call the gateway: by which token, from which address; and what they may take."""

import re
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from services.api.errors_pb2 import ErrorReason
from services.process import metrics
from services.process.refusals import Refused, too_much
from services.process.settings import Settings
from services.rpc.addresses import account_of_text
from services.rpc.limits import RateLimit
from services.rpc.tokens import API_TOKEN_PREFIX, SESSION_PREFIX

TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{1,2000}")
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


@dataclass(frozen=True, slots=True)
class Client:
    """Whom a request comes from."""

    address: str
    token: str = ""
    """What it brought to show who it is: a token of ours, or a secret that is exchanged for one; empty: a guest."""
    request_id: str = field(default_factory=lambda: secrets.token_hex(8))
    """By which logs of all services know it."""
    by_cookie: bool = False
    """Whether a browser sent the token along as a cookie."""

    @property
    def has_secret(self) -> bool:
        """Whether the token is a session or an API token, which only the players service knows."""
        return self.token.startswith((SESSION_PREFIX, API_TOKEN_PREFIX))

    @property
    def account(self) -> str:
        """What is charged for the address."""
        return account_of_text(self.address)

    def with_token(self, token: str) -> "Client":
        """This client, calling with another token."""
        return Client(self.address, check_token(token), self.request_id)

    def as_guest(self) -> "Client":
        """This client, calling without a token."""
        return Client(self.address, "", self.request_id)


def check_token(token: str) -> str:
    """The token; refused where it cannot be one."""
    if not TOKEN.fullmatch(token):
        raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "The token is not valid.")
    return token


def bearer_token(authorization: str) -> str:
    """The token of an Authorization header; empty where there is none."""
    if not authorization:
        return ""
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "Authorization must be `Bearer <token>`.")
    return check_token(token.strip())


class Allowances:
    """What each token and each address may take of one gateway process."""

    def __init__(self, settings: Settings) -> None:
        self._gateway = settings.gateway
        self._limits = limits = settings.limits
        self._by_token = RateLimit(limits.calls_per_second, limits.calls_burst)
        self._by_address = RateLimit(limits.calls_per_second_of_address, limits.calls_burst_of_address)
        self._commands = RateLimit(limits.commands_per_second_of_address, limits.max_slots)
        self._streams: Counter[str] = Counter()
        """By address: sockets and event streams that are open."""

    def take_request(self, client: Client) -> None:
        """Count a request; refused where its token or its address has used up what it may have."""
        limits = self._limits
        if wait := self._by_token.take(client.token or client.address):
            raise too_much(f"More than {limits.calls_per_second:g} requests a second; slow down.", wait)
        if wait := self._by_address.take(client.account):
            most = limits.calls_per_second_of_address
            raise too_much(f"More than {most:g} requests a second from one address; slow down.", wait)

    def reserve_command(self, client: Client) -> float:
        """Count a command on a socket. For how many seconds it has to wait."""
        return self._commands.reserve(client.account, 1)

    @contextmanager
    def open_stream(self, client: Client) -> Iterator[None]:
        """Count a socket or an event stream while it is open; refused where there are too many."""
        most, account = self._gateway.max_sockets_per_address, client.account
        if self._streams.total() >= self._gateway.max_sockets:
            raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "This gateway has all the sockets it can hold.")
        if self._streams[account] >= most:
            raise too_much(f"One address has at most {most} sockets and streams open.")
        self._streams[account] += 1
        try:
            with metrics.GATEWAY_STREAMS.track_inprogress():
                yield
        finally:
            self._streams[account] -= 1
            if not self._streams[account]:
                del self._streams[account]
