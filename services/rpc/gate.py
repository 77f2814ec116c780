"""The gate between the wire and the servicers: every call is admitted, timed, counted, and refused in one way."""

import asyncio
import inspect
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.message import Message

from services.process import metrics
from services.process.settings import Settings
from services.rpc.admission import Admission
from services.rpc.decoding import encoder, safe_decoder
from services.rpc.failures import abort
from services.rpc.streams import Context, ServerStream, StreamEnded, write_all
from services.rpc.tokens import Keyring

OUR_SERVICES = "westmarch."
"""How the full names of our services begin."""
RESUMABLE_METHODS = ("Play", "Watch", "WatchTicket", "WatchPlayer", "WatchTournament")
"""Streams that last as long as what they follow. A client can take them up again at another server."""
GOING_AWAY = StreamEnded("This server is going away; connect again.")
TOO_OLD = StreamEnded("The stream has lasted long enough; connect again.")
RESUMABLE_LIFE = (1.1, 1.3)
"""How long a stream that can be resumed lasts at least and at most, in ages of a connection. gRPC varies that age by a
tenth."""
CANCELLED = grpc.StatusCode.CANCELLED.name
"""The status of a call whose client hung up, as most do who follow something."""

Handler = Callable[..., Any]
"""Serves the calls of one method."""


class Gate(grpc.aio.ServerInterceptor):  # type: ignore[type-arg]
    """Wraps every method of a server."""

    def __init__(self, settings: Settings, keyring: Keyring, large_methods: frozenset[str] = frozenset()) -> None:
        self._limits = settings.limits
        self._connection_seconds = settings.server.connection_minutes * 60
        self._admission = Admission(settings, keyring)
        self._large_methods = large_methods
        """Methods whose requests may be as large as the transport takes."""
        self._resumable: set[ServerStream] = set()
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
        """End the streams that clients can take up elsewhere, and refuse new ones; other calls go on."""
        self._draining = True
        for stream in self._resumable:
            stream.end(GOING_AWAY)

    def _wrap(self, method: str, handler: Any) -> "grpc.RpcMethodHandler[Any, Any]":
        service, name = method.strip("/").rsplit("/", 1)
        decode = handler.request_deserializer
        if service.startswith(OUR_SERVICES):
            decode = safe_decoder(decode, None if name in self._large_methods else self._limits.max_request_bytes)
        else:  # health and reflection, which are known by their service
            name = f"{service.rsplit('.', 1)[-1]}.{name}"
        codec = {"request_deserializer": decode, "response_serializer": encoder(handler.response_serializer)}
        if handler.request_streaming:
            return grpc.stream_stream_rpc_method_handler(self._wrap_stream(name, handler.stream_stream), **codec)
        if handler.response_streaming:
            return grpc.unary_stream_rpc_method_handler(self._wrap_stream(name, handler.unary_stream), **codec)
        return grpc.unary_unary_rpc_method_handler(self._wrap_unary(name, handler.unary_unary), **codec)

    def _wrap_unary(self, name: str, call: Handler) -> Handler:
        admit, hold_back = self._admission.admit, self._admission.hold_back
        seconds = metrics.RPC_SECONDS.labels(name)
        most = self._limits.unary_seconds

        async def unary(request: Message, context: Context) -> Any:
            began = time.perf_counter()
            try:
                admit(name, request, context)
                async with asyncio.timeout(min(most, context.time_remaining() or most)):
                    answer = await call(request, context)
            except asyncio.CancelledError:
                seconds.observe(time.perf_counter() - began)
                metrics.RPC_REQUESTS.labels(name, CANCELLED).inc()
                raise
            except Exception as error:
                seconds.observe(time.perf_counter() - began)
                await hold_back(error)
                await abort(name, context, error)
            seconds.observe(time.perf_counter() - began)
            metrics.RPC_REQUESTS.labels(name, "OK").inc()
            return answer

        return unary

    def _stream_seconds(self, name: str) -> float:
        """How long a stream may last. One that can be resumed ends a little after its connection became too old, not
        at the same time as all others, and is resumed on a new connection."""
        most = self._limits.stream_hours * 3600
        if name not in RESUMABLE_METHODS:
            return most
        return min(most, self._connection_seconds * random.uniform(*RESUMABLE_LIFE))

    def _wrap_stream(self, name: str, call: Handler) -> Handler:
        admission = self._admission
        is_generator = inspect.isasyncgenfunction(call)
        open_streams = metrics.RPC_STREAMS.labels(name)
        seconds = metrics.RPC_STREAM_SECONDS.labels(name)

        async def stream(request: Any, context: Context) -> None:
            task = asyncio.current_task()
            assert task is not None
            stream = ServerStream(context, task, self._limits.write_seconds)
            if name in RESUMABLE_METHODS:
                self._resumable.add(stream)
            end_of_life = task.get_loop().call_later(self._stream_seconds(name), stream.end, TOO_OLD)
            began = time.perf_counter()
            try:
                who = admission.admit(name, request, context)
                with open_streams.track_inprogress(), admission.open_stream(who) as slot:
                    stream.on_dropped = slot.drop
                    if self._draining:
                        raise GOING_AWAY
                    await (write_all(call(request, context), stream) if is_generator else call(request, stream))
            except asyncio.CancelledError:
                if stream.ended_by is None or context.cancelled():
                    metrics.RPC_REQUESTS.labels(name, CANCELLED).inc()
                    raise
                task.uncancel()
                await abort(name, context, stream.ended_by)
            except grpc.aio.InternalError:  # a write that nobody is there to read
                metrics.RPC_REQUESTS.labels(name, CANCELLED).inc()
                raise
            except Exception as error:
                await admission.hold_back(error)
                await abort(name, context, error)
            else:
                metrics.RPC_REQUESTS.labels(name, "OK").inc()
            finally:
                end_of_life.cancel()
                stream.close()
                self._resumable.discard(stream)
                seconds.observe(time.perf_counter() - began)

        return stream
