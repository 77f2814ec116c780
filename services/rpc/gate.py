"""What stands between the wire and a servicer: identity, limits, metrics and refusals, the same for every call."""

import asyncio
import inspect
import time
import uuid
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from contextvars import ContextVar
from typing import Any, NoReturn

import grpc
from google.protobuf.message import DecodeError, Message

from services.api.errors_pb2 import ErrorReason
from services.process import metrics
from services.process.logs import bind_contextvars, logger
from services.process.refusals import Refused, invalid
from services.process.settings import Settings
from services.rpc.limits import MOST_AT_ONCE, RateLimit
from services.rpc.tokens import Caller, Keyring
from services.store.connection import AWAY, note_away

CALLER: ContextVar[Caller] = ContextVar("caller")
FOLLOWING = ("Play", "Watch", "WatchTicket")
"""Streams that last as long as what they follow, and that a client takes up again elsewhere."""
GOING_AWAY = Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "This server is going away; connect again.")
LONG_ENOUGH = Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "The stream has lasted long enough; connect again.")
OURS = "westmarch."
CANCELLED = grpc.StatusCode.CANCELLED.name
"""How a call ends whose client hung up, as most do who follow something."""

Context = grpc.aio.ServicerContext[Any, Any]
Handler = Callable[..., Any]


def caller() -> Caller:
    """Who made the call being served."""
    return CALLER.get()


class ServerStream:
    """Carries the messages of one stream, and ends it between two of them: during a write no status can be sent."""

    def __init__(self, context: Context, task: "asyncio.Task[Any]") -> None:
        self._context = context
        self._task = task
        self._writing = False
        self.read = context.read
        self.ended_by: Refused | None = None
        """Why we have ended the stream, if we have."""

    async def write(self, message: Any) -> None:
        """Send a message; the last one, if the stream was ended meanwhile."""
        self._writing = True
        try:
            await self._context.write(message)
        finally:
            self._writing = False
        if self.ended_by is not None:
            raise self.ended_by

    def end(self, why: Refused) -> None:
        """End the stream, as soon as that can be said to the client."""
        self.ended_by = why
        if not self._writing:
            self._task.cancel()


class Gate(grpc.aio.ServerInterceptor):  # type: ignore[type-arg]
    """Wraps every method of a server."""

    def __init__(self, settings: Settings, keyring: Keyring, large: frozenset[str] = frozenset()) -> None:
        self._settings = settings
        self._keyring = keyring
        self._large = large
        self._rate = RateLimit(settings.limits.calls_per_second, settings.limits.calls_burst)
        self._following: set[ServerStream] = set()
        self._streams: Counter[Caller] = Counter()
        self._draining = False
        self._wrapped: dict[str, grpc.RpcMethodHandler[Any, Any]] = {}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        """The method's handler, wrapped; made once for each method."""
        method = handler_call_details.method
        wrapped = self._wrapped.get(method)
        if wrapped is None:
            handler = await continuation(handler_call_details)
            if handler is None:
                return None
            wrapped = self._wrapped[method] = self._wrap(method, handler)
        return wrapped

    def drain(self) -> None:
        """Send those who follow something elsewhere; who waits for an answer gets it."""
        self._draining = True
        for stream in self._following:
            stream.end(GOING_AWAY)

    def _wrap(self, method: str, handler: Any) -> "grpc.RpcMethodHandler[Any, Any]":
        service, name = method.strip("/").rsplit("/", 1)
        decode = handler.request_deserializer
        if service.startswith(OURS):
            decode = _decoder(decode, self._settings.limits.max_request_bytes if name not in self._large else None)
        else:  # health and reflection, which are known by their service
            name = f"{service.rsplit('.', 1)[-1]}.{name}"
        codec = {"request_deserializer": decode, "response_serializer": handler.response_serializer}
        if handler.request_streaming:
            return grpc.stream_stream_rpc_method_handler(self._stream(name, handler.stream_stream), **codec)
        if handler.response_streaming:
            return grpc.unary_stream_rpc_method_handler(self._stream(name, handler.unary_stream), **codec)
        return grpc.unary_unary_rpc_method_handler(self._unary(name, handler.unary_unary), **codec)

    def _unary(self, name: str, call: Handler) -> Handler:
        seconds = metrics.RPC_SECONDS.labels(name)
        most = self._settings.limits.unary_seconds

        async def unary(request: Message, context: Context) -> Any:
            began = time.perf_counter()
            try:
                self._admit(name, request, context)
                async with asyncio.timeout(min(most, context.time_remaining() or most)):
                    answer = await call(request, context)
            except asyncio.CancelledError:
                seconds.observe(time.perf_counter() - began)
                metrics.RPC_REQUESTS.labels(name, CANCELLED).inc()
                raise
            except Exception as error:
                seconds.observe(time.perf_counter() - began)
                await _abort(name, context, error)
            seconds.observe(time.perf_counter() - began)
            metrics.RPC_REQUESTS.labels(name, "OK").inc()
            return answer

        return unary

    def _stream(self, name: str, call: Handler) -> Handler:
        generates = inspect.isasyncgenfunction(call)
        gauge = metrics.RPC_STREAMS.labels(name)
        most = self._settings.limits.stream_hours * 3600
        seconds = metrics.RPC_STREAM_SECONDS.labels(name)

        async def stream(request: Any, context: Context) -> None:
            task = asyncio.current_task()
            assert task is not None
            stream = ServerStream(context, task)
            if name in FOLLOWING:
                self._following.add(stream)
            long_enough = task.get_loop().call_later(most, stream.end, LONG_ENOUGH)
            began = time.perf_counter()
            try:
                with gauge.track_inprogress(), self._one_more(self._admit(name, request, context)):
                    if self._draining:
                        raise GOING_AWAY
                    await (_drain(call(request, context), stream) if generates else call(request, stream))
            except asyncio.CancelledError:
                if stream.ended_by is None or context.cancelled():
                    metrics.RPC_REQUESTS.labels(name, CANCELLED).inc()
                    raise
                task.uncancel()
                await _abort(name, context, stream.ended_by)
            except grpc.aio.InternalError:  # a write that nobody is there to read
                metrics.RPC_REQUESTS.labels(name, CANCELLED).inc()
                raise
            except Exception as error:
                await _abort(name, context, error)
            else:
                metrics.RPC_REQUESTS.labels(name, "OK").inc()
            finally:
                long_enough.cancel()
                self._following.discard(stream)
                seconds.observe(time.perf_counter() - began)

        return stream

    @contextmanager
    def _one_more(self, who: Caller) -> Iterator[None]:
        """Count a stream for as long as it is open; refuse one too many, for all or for one caller."""
        if self._streams.total() >= self._settings.limits.max_streams:
            raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "This server has all the streams it can hold.")
        most = self._settings.limits.max_streams_per_caller
        if self._streams[who] >= most and not who.trusted:
            raise Refused(ErrorReason.ERROR_REASON_RATE_LIMITED, f"One caller has at most {most} streams open.")
        self._streams[who] += 1
        try:
            yield
        finally:
            self._streams[who] -= 1
            if not self._streams[who]:
                del self._streams[who]

    def _admit(self, name: str, request: Any, context: Context) -> Caller:
        """Say who calls, and refuse what is too much or no message at all; whose limits the call counts for."""
        try:
            request_id, who = self._identify(context)
        except Refused:
            self._count(_guest(context))
            raise
        CALLER.set(who)
        bind_contextvars(request=request_id, method=name, caller=who.name)
        if match_id := getattr(request, "match_id", ""):
            bind_contextvars(match=match_id[:64])
        counted = _guest(context) if who.kind == "ticket" else who  # anybody gets tickets, as many as they like
        if not who.trusted:
            asked = getattr(request, "count", 1)
            self._count(counted, asked if 1 <= asked <= MOST_AT_ONCE else 1)  # what is refused anyway costs no more
        check_decoded(request)
        return counted

    def _count(self, who: Caller, cost: int = 1) -> None:
        """Refuse a caller who is too fast. A call that asks for several things counts as several."""
        if not self._rate.allow(who, min(cost, self._settings.limits.calls_burst)):
            raise Refused(
                ErrorReason.ERROR_REASON_RATE_LIMITED,
                f"More than {self._settings.limits.calls_per_second:g} calls a second; slow down.",
            )

    def _identify(self, context: Context) -> tuple[str, Caller]:
        token = request_id = ""
        for name, value in context.invocation_metadata() or ():
            if name == "authorization" and isinstance(value, str):
                token = value
            elif name == "x-request-id" and isinstance(value, str):
                request_id = value[:64]
        request_id = request_id or uuid.uuid4().hex[:16]
        if not token:
            return request_id, _guest(context)
        scheme, _, rest = token.partition(" ")
        if scheme.lower() != "bearer" or not rest:
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "Authorization must be `Bearer <token>`.")
        return request_id, self._keyring.read(rest)


def accountable(context: Context) -> Caller:
    """Whom it counts for what a call leaves behind: the caller, by address where anybody may have such a token."""
    who = caller()
    return who if who.kind == "player" or who.trusted else _guest(context)


def _guest(context: Context) -> Caller:
    """Somebody without a token, known by address."""
    return Caller("guest", context.peer().rsplit(":", 1)[0])


class Unreadable:
    """Stands for bytes that are refused before anybody looks into them."""

    def __init__(self, refusal: Refused) -> None:
        self.refusal = refusal


def check_decoded(request: Any) -> None:
    """Refuse bytes that made no message."""
    if isinstance(request, Unreadable):
        raise request.refusal


def _decoder(decode: Callable[[bytes], Any], most: int | None) -> Callable[[bytes], Any]:
    def decoded(data: bytes) -> Any:
        if most is not None and len(data) > most:
            message = f"The request has {len(data)} bytes; {most} are allowed."
            return Unreadable(Refused(ErrorReason.ERROR_REASON_TOO_LARGE, message))
        try:
            return decode(data)
        except DecodeError:
            return Unreadable(invalid("The request is not a message of this method."))

    return decoded


async def _drain(answers: AsyncGenerator[Any, None], stream: ServerStream) -> None:
    """Write what a generator yields; however that ends, the generator ends with it and lets go of what it holds."""
    async with aclosing(answers):
        async for answer in answers:
            await stream.write(answer)


async def _abort(name: str, context: Context, error: Exception) -> NoReturn:
    """End the call with the status and detail that fit the error."""
    refusal = as_refusal(error)
    code = grpc.StatusCode.DEADLINE_EXCEEDED if isinstance(error, TimeoutError) else refusal.code
    metrics.RPC_REQUESTS.labels(name, code.name).inc()
    metrics.RPC_REFUSALS.labels(name, ErrorReason.Name(refusal.reason).removeprefix("ERROR_REASON_")).inc()
    await context.abort(code, refusal.message, (refusal.trailer(),))


def as_refusal(error: Exception) -> Refused:
    """The refusal an exception amounts to; a fault of our own is logged and kept to ourselves."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, grpc.aio.AbortError):
        raise error
    if isinstance(error, TimeoutError):
        return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "The call took longer than it may.")
    if isinstance(error, AWAY):
        note_away("call", error)
        return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "The store does not answer.")
    logger().error("unexpected", exc_info=error)
    return Refused(ErrorReason.ERROR_REASON_INTERNAL, "Something went wrong here.")
