"""Admission of calls: who is calling, and whether they are within their limits."""

import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from services.api.errors_pb2 import ErrorReason
from services.process.logs import bind_contextvars
from services.process.refusals import Refused
from services.process.settings import Settings
from services.rpc.decoding import check_decoded
from services.rpc.limits import MOST_ITEMS, RateLimit
from services.rpc.streams import Context
from services.rpc.tokens import Caller, Keyring

CALLER: ContextVar[Caller] = ContextVar("caller")


def caller() -> Caller:
    """Who made the call that is being served."""
    return CALLER.get()


def accountable_caller(context: Context) -> Caller:
    """Who is accountable for what a call leaves behind: the caller, or their address where anybody can have such a
    token."""
    who = caller()
    return who if who.kind == "player" or who.trusted else _guest(context)


class Admission:
    """Admits the calls of one server."""

    def __init__(self, settings: Settings, keyring: Keyring) -> None:
        self._limits = settings.limits
        self._keyring = keyring
        self._rate = RateLimit(settings.limits.calls_per_second, settings.limits.calls_burst)
        self._streams: Counter[Caller] = Counter()
        """By caller: how many streams they have open."""

    def admit(self, method: str, request: Any, context: Context) -> Caller:
        """Identify the caller, and refuse a call too many or a request that is no message. The caller against whose
        limits it counts."""
        try:
            request_id, who = self._identify(context)
        except Refused:
            self._count(_guest(context))
            raise
        CALLER.set(who)
        bind_contextvars(request=request_id, method=method, caller=who.name)
        if match_id := getattr(request, "match_id", ""):
            bind_contextvars(match=match_id[:64])
        accountable = _guest(context) if who.kind == "ticket" else who  # anybody gets tickets, as many as they like
        if not who.trusted:
            items = getattr(request, "count", 1)
            self._count(accountable, items if 1 <= items <= MOST_ITEMS else 1)  # what is refused anyway costs no more
        check_decoded(request)
        return accountable

    @contextmanager
    def open_stream(self, who: Caller) -> Iterator[None]:
        """Count a stream for as long as it is open; refuse one too many, for all or for one caller."""
        if self._streams.total() >= self._limits.max_streams:
            raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "This server has all the streams it can hold.")
        most = self._limits.max_streams_per_caller
        if self._streams[who] >= most and not who.trusted:
            raise Refused(ErrorReason.ERROR_REASON_RATE_LIMITED, f"One caller has at most {most} streams open.")
        self._streams[who] += 1
        try:
            yield
        finally:
            self._streams[who] -= 1
            if not self._streams[who]:
                del self._streams[who]

    def _identify(self, context: Context) -> tuple[str, Caller]:
        """The id of the request, and the caller by their token."""
        authorization = request_id = ""
        for name, value in context.invocation_metadata() or ():
            if name == "authorization" and isinstance(value, str):
                authorization = value
            elif name == "x-request-id" and isinstance(value, str):
                request_id = value[:64]
        request_id = request_id or uuid.uuid4().hex[:16]
        if not authorization:
            return request_id, _guest(context)
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "Authorization must be `Bearer <token>`.")
        return request_id, self._keyring.read(token)

    def _count(self, who: Caller, items: int = 1) -> None:
        """Refuse a caller who is too fast. A call that asks for several items counts as several."""
        if not self._rate.allow(who, min(items, self._limits.calls_burst)):
            raise Refused(
                ErrorReason.ERROR_REASON_RATE_LIMITED,
                f"More than {self._limits.calls_per_second:g} calls a second; slow down.",
            )


def _guest(context: Context) -> Caller:
    """Somebody without a token, known by address."""
    return Caller("guest", context.peer().rsplit(":", 1)[0])
