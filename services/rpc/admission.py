"""Admission of calls: who is calling, and whether they are within their limits."""

import asyncio
import random
import uuid
from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import Any

from services.api.errors_pb2 import ErrorReason
from services.process.logs import bind_contextvars
from services.process.refusals import Refused, too_much
from services.process.settings import Settings
from services.rpc import addresses
from services.rpc.decoding import check_decoded
from services.rpc.limits import MOST_ITEMS, RateLimit
from services.rpc.stream_slots import StreamSlot, StreamSlots
from services.rpc.streams import Context
from services.rpc.tokens import Caller, Keyring

MOST_HELD_BACK = 1_000
"""Refusals that are held back at the same time; any more are sent at once."""

CALLER: ContextVar[Caller] = ContextVar("caller")
ADDRESS: ContextVar[str] = ContextVar("address")


def caller() -> Caller:
    """Who made the call that is being served."""
    return CALLER.get()


def caller_address() -> str:
    """Where the call that is being served comes from."""
    return ADDRESS.get()


def accountable_caller() -> Caller:
    """Who is accountable for what a call leaves behind: the caller, or their address where anybody can have such a
    token."""
    who = caller()
    return who if who.kind == "player" or who.trusted else _guest(caller_address())


class Admission:
    """Admits the calls of one server. Those of our own services are not counted; any other call is charged to its token
    and to its address, for tokens are free."""

    def __init__(self, settings: Settings, keyring: Keyring) -> None:
        self._limits = limits = settings.limits
        self._proxies = settings.server.proxy_networks()
        self._keyring = keyring
        self._rate = RateLimit(limits.calls_per_second, limits.calls_burst)
        self._address_rate = RateLimit(limits.calls_per_second_of_address, limits.calls_burst_of_address)
        self._slots = StreamSlots(limits)
        self._held_back = 0

    def admit(self, method: str, request: Any, context: Context) -> Caller:
        """Identify the caller, and refuse a call too many or a request that is no message. The caller against whose
        limits it counts."""
        address = addresses.caller_address(context, self._proxies, self._is_gateway)
        ADDRESS.set(address)
        try:
            request_id, who = self._identify(context, address)
        except Refused:
            self._count(_guest(address), address)
            raise
        CALLER.set(who)
        bind_contextvars(request=request_id, method=method, caller=who.name)
        if match_id := getattr(request, "match_id", ""):
            bind_contextvars(match=match_id[:64])
        who.check_method(method)
        accountable = _guest(address) if who.kind == "ticket" else who  # anybody gets tickets, as many as they like
        if not who.is_ours:
            items = getattr(request, "count", 1)
            self._count(accountable, address, items if 1 <= items <= MOST_ITEMS else 1)  # refused anyway: costs no more
        check_decoded(request)
        return accountable

    def open_stream(self, who: Caller) -> AbstractContextManager[StreamSlot]:
        """Hold a slot for a stream of the call that is being served; refuse one too many."""
        return self._slots.take(who, caller_address())

    async def hold_back(self, error: Exception) -> None:
        """Let who has used up an allowance wait for the refusal, lest they ask again at once; those refused together
        do not come back together."""
        too_fast = isinstance(error, Refused) and error.retry_after is not None
        if not too_fast or self._held_back >= MOST_HELD_BACK:
            return
        self._held_back += 1
        try:
            await asyncio.sleep(self._limits.refusal_seconds * random.uniform(0.5, 1.5))
        finally:
            self._held_back -= 1

    def _is_gateway(self, token: str) -> bool:
        """Whether a token is of a gateway of ours, which says truly for whom it calls."""
        try:
            return self._keyring.read(token).kind == "gateway"
        except Refused:
            return False

    def _identify(self, context: Context, address: str) -> tuple[str, Caller]:
        """The id of the request, and the caller by their token."""
        authorization = request_id = ""
        for name, value in context.invocation_metadata() or ():
            if name == "authorization" and isinstance(value, str):
                authorization = value
            elif name == "x-request-id" and isinstance(value, str):
                request_id = value[:64]
        request_id = request_id or uuid.uuid4().hex[:16]
        if not authorization:
            return request_id, _guest(address)
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "Authorization must be `Bearer <token>`.")
        return request_id, self._keyring.read(token)

    def _count(self, who: Caller, address: str, items: int = 1) -> None:
        """Refuse a caller or an address that is too fast. A call that asks for several items counts as several. What a
        token has no more of does not go down to its address, where others may call from."""
        limits = self._limits
        if wait := self._rate.take(who, min(items, limits.calls_burst)):
            raise too_much(f"More than {limits.calls_per_second:g} calls a second; slow down.", wait)
        if wait := self._address_rate.take(address, min(items, limits.calls_burst_of_address)):
            most = limits.calls_per_second_of_address
            raise too_much(f"More than {most:g} calls a second from one address; slow down.", wait)


def _guest(address: str) -> Caller:
    """Somebody without a token, known by address."""
    return Caller("guest", address)
