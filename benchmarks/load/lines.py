"""The line by which one person plays: a Play stream of an engine, or a WebSocket of the gateway.

Both take and tell the same things. What is sent in one turn of the event loop goes in one message where it can."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol, TypeAlias

import grpc
import msgspec
import websockets

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.rpc.channels import RECONNECT, TRANSPORT

END_OF_STREAM = grpc.aio.EOF  # type: ignore[attr-defined]
NO_DECISION = -1
DONE = ""
OPEN_SECONDS = 10.0


class Heard(NamedTuple):
    """An update, as far as it matters here."""

    slot: int
    version: int
    decision: int
    """The version of the open decision of the seat; NO_DECISION where there is none."""
    options: int
    is_over: bool


class Listener(Protocol):
    """Who is at the other end."""

    def on_update(self, heard: Heard) -> None:
        """Hear of a change."""

    def on_answer(self, id: int, reason: str) -> None:
        """Hear that a command was carried out (DONE), or why not."""

    def on_broken(self, reason: str) -> None:
        """Hear that the line is lost; nothing comes by it any more."""


class Line(Protocol):
    """An open line. What is sent on one that has just broken is lost, as it would be for a person."""

    def join(self, id: int, slot: int, token: str, match_id: str, after_version: int | None) -> None:
        """Follow a seat by its token, or look on at a match."""

    def choose(self, id: int, slot: int, version: int, index: int, request_id: str) -> None:
        """Choose an option."""

    def leave(self, id: int, slot: int) -> None:
        """Follow a slot no longer."""

    async def close(self) -> None:
        """Hang up."""


OpenLine: TypeAlias = Callable[[Listener], Awaitable[Line]]
"""Opens a line. Raises OSError, TimeoutError or grpc.RpcError where that fails."""


class _Writer:
    """Sends what has gathered, one message at a time."""

    def __init__(self, send: Callable[[list[Any]], Awaitable[None]]) -> None:
        self._send = send
        self._unsent: list[Any] = []
        self._task: asyncio.Task[None] | None = None

    def put(self, command: Any) -> None:
        """Send a command as soon as may be."""
        self._unsent.append(command)
        if self._task is None:
            self._task = asyncio.ensure_future(self._write())

    def stop(self) -> None:
        """Send nothing more."""
        if self._task is not None:
            self._task.cancel()

    async def _write(self) -> None:
        try:
            while self._unsent:
                commands, self._unsent = self._unsent, []
                await self._send(commands)
        except (grpc.RpcError, asyncio.InvalidStateError, OSError, websockets.WebSocketException):
            pass  # who reads hears of it
        finally:
            self._task = None


# -- gRPC


def grpc_lines(address: str, people_on_connection: int) -> OpenLine:
    """Lines that are Play streams, so many on each connection."""
    stubs: list[Any] = []
    opened = 0

    async def open_line(listener: Listener) -> Line:
        nonlocal opened
        if opened % people_on_connection == 0:
            options = [*TRANSPORT, *RECONNECT, ("grpc.use_local_subchannel_pool", 1)]
            stubs.append(EngineServiceStub(grpc.aio.insecure_channel(address, options)))
        opened += 1
        return _PlayLine(stubs[opened % len(stubs)].Play(), listener)

    return open_line


class _PlayLine:
    """A Play stream."""

    def __init__(self, call: Any, listener: Listener) -> None:
        self._call = call
        self._listener = listener
        self._writer = _Writer(self._write)
        self._reading = asyncio.ensure_future(self._read())

    def join(self, id: int, slot: int, token: str, match_id: str, after_version: int | None) -> None:
        subscription = pb.Subscription(after_version=after_version)
        join = pb.Join(token=token, match_id=match_id, subscription=subscription)
        self._writer.put(pb.PlayCommand(id=id, slot=slot, join=join))

    def choose(self, id: int, slot: int, version: int, index: int, request_id: str) -> None:
        choice = pb.Choice(version=version, index=index, request_id=request_id)
        self._writer.put(pb.PlayCommand(id=id, slot=slot, choice=choice))

    def leave(self, id: int, slot: int) -> None:
        self._writer.put(pb.PlayCommand(id=id, slot=slot, leave=pb.Leave()))

    async def close(self) -> None:
        self._reading.cancel()
        self._writer.stop()
        self._call.cancel()

    async def _write(self, commands: list[pb.PlayCommand]) -> None:
        await self._call.write(pb.PlayRequest(commands=commands))

    async def _read(self) -> None:
        try:
            while (response := await self._call.read()) is not END_OF_STREAM:
                self._hear(response)
            reason = (await self._call.code()).name
        except grpc.RpcError as error:
            reason = f"{error.code().name} {error.details()}"
        self._writer.stop()
        self._listener.on_broken(f"stream {reason}")

    def _hear(self, response: pb.PlayResponse) -> None:
        for update in response.updates:
            has_decision = update.HasField("decision")
            decision = update.decision.version if has_decision else NO_DECISION
            options = len(update.decision.options) if has_decision else 0
            self._listener.on_update(Heard(update.slot, update.version, decision, options, update.HasField("end")))
        for done in response.confirmations:
            self._listener.on_answer(done.id, DONE)
        for refusal in response.refusals:
            reason = ErrorReason.Name(refusal.error.reason).removeprefix("ERROR_REASON_")
            self._listener.on_answer(refusal.id, reason)


# -- the gateway


class _Decision(msgspec.Struct):
    version: int
    options: list[msgspec.Raw]


class _Update(msgspec.Struct):
    version: int
    decision: _Decision | None = None
    end: msgspec.Raw | None = None


class _SlotUpdate(msgspec.Struct, tag="update", tag_field="type"):
    slot: int
    update: _Update


class _Done(msgspec.Struct, tag="done", tag_field="type"):
    id: int


class _Problem(msgspec.Struct):
    reason: str


class _Refused(msgspec.Struct, tag="refused", tag_field="type"):
    id: int | None
    problem: _Problem


class _Left(msgspec.Struct, tag="left", tag_field="type"):
    slot: int
    problem: _Problem


class _NotFollowed(Exception):
    """The gateway can follow a slot no longer; says why."""


_NULL = msgspec.Raw(b"null")
_decode = msgspec.json.Decoder(_SlotUpdate | _Done | _Refused | _Left).decode
_encode = msgspec.json.Encoder().encode


def socket_lines(address: str) -> OpenLine:
    """Lines that are WebSockets of the gateway."""

    async def open_line(listener: Listener) -> Line:
        url = f"ws://{address}/api/v1/socket"
        try:
            socket = await websockets.connect(
                url, compression=None, ping_interval=None, open_timeout=OPEN_SECONDS, max_queue=None
            )
        except websockets.WebSocketException as error:
            raise ConnectionError(type(error).__name__) from error
        return _SocketLine(socket, listener)

    return open_line


class _SocketLine:
    """A WebSocket of the gateway."""

    def __init__(self, socket: Any, listener: Listener) -> None:
        self._socket = socket
        self._listener = listener
        self._writer = _Writer(self._write)
        self._reading = asyncio.ensure_future(self._read())

    def join(self, id: int, slot: int, token: str, match_id: str, after_version: int | None) -> None:
        message = {"type": "join", "id": id, "slot": slot, "after_version": after_version}
        self._writer.put(message | ({"token": token} if token else {"match_id": match_id}))

    def choose(self, id: int, slot: int, version: int, index: int, request_id: str) -> None:
        message = {"type": "choose", "id": id, "slot": slot, "version": version, "index": index}
        self._writer.put(message | {"request_id": request_id})

    def leave(self, id: int, slot: int) -> None:
        self._writer.put({"type": "leave", "id": id, "slot": slot})

    async def close(self) -> None:
        self._reading.cancel()
        self._writer.stop()
        with contextlib.suppress(OSError, websockets.WebSocketException):
            await self._socket.close()

    async def _write(self, messages: list[dict[str, Any]]) -> None:
        for message in messages:
            await self._socket.send(_encode(message), text=True)

    async def _read(self) -> None:
        try:
            while True:
                self._hear(_decode(await self._socket.recv(decode=False)))
        except websockets.ConnectionClosed as error:
            reason = f"socket {error.rcvd.code if error.rcvd else 'lost'}"
        except _NotFollowed as error:
            reason = f"left {error}"
            with contextlib.suppress(OSError, websockets.WebSocketException):
                await self._socket.close()
        self._writer.stop()
        self._listener.on_broken(reason)

    def _hear(self, message: Any) -> None:
        match message:
            case _SlotUpdate(slot=slot, update=update):
                decision = update.decision.version if update.decision else NO_DECISION
                options = len(update.decision.options) if update.decision else 0
                is_over = update.end is not None and update.end != _NULL
                self._listener.on_update(Heard(slot, update.version, decision, options, is_over))
            case _Done(id=id):
                self._listener.on_answer(id, DONE)
            case _Refused(id=id, problem=problem):
                self._listener.on_answer(-1 if id is None else id, problem.reason)
            case _Left(problem=problem):
                raise _NotFollowed(problem.reason)
