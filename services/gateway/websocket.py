"""The WebSocket protocol (RFC 6455) on connections that uvicorn hands over.

A session is given messages as they are read, and what it has to send within one turn of the event loop goes out in one
write. ASGI would put a queue, two tasks and a write of its own for every message between."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from struct import pack
from typing import Any, Protocol, TypeAlias, cast

import msgspec
import websockets
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from services.gateway.problems import Problem, problem_of
from services.process.settings import Settings
from services.rpc.failures import as_refusal

PING_SECONDS = 20.0
"""A client that was silent for so long is asked for a sign of life, and has as long again to give it."""
COMPRESSION = ServerPerMessageDeflateFactory(
    server_max_window_bits=12, client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 1}
)
"""Small windows: each compressed socket holds 30 KiB more."""
WHOLE_TEXT = 0x80 | Opcode.TEXT
"""The first byte of a text message in one frame."""
_logger = logging.getLogger("websockets.server")
_logger.setLevel(logging.ERROR)  # that connections come and go, the metrics tell


class Session(Protocol):
    """What talks with one client."""

    def take(self, text: bytes) -> float:
        """Take a message. For how many seconds no other is to be read."""

    def messages(self) -> Iterator[bytes]:
        """What is to be sent now."""

    @property
    def is_behind(self) -> bool:
        """Whether the client has so much to read that nothing more is read from it."""

    def close(self) -> None:
        """Hear that the client has gone."""


Wake: TypeAlias = Callable[[], None]
"""Called by a session that has something to send."""


class SessionOpener(Protocol):
    """Who lets clients in."""

    async def open_session(self, request: Request, peer: str, wake: Wake, held: ExitStack) -> Session:
        """A session for the client of a handshake; refused where they may have none. `held` is let go when it ends."""


class SocketProtocol(asyncio.Protocol):
    """One WebSocket."""

    def __init__(
        self, opener: SessionOpener, settings: Settings, config: Any, server_state: Any, app_state: Any
    ) -> None:
        """The last three are how uvicorn makes a protocol."""
        self._opener = opener
        self._connections: set[Any] = server_state.connections
        extensions = [COMPRESSION] if settings.gateway.compress_sockets else []
        self._wire = ServerProtocol(extensions=extensions, max_size=settings.limits.max_request_bytes, logger=_logger)
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._session: Session | None = None
        self._held = ExitStack()
        self._opening: asyncio.Task[None] | None = None
        self._fragments: list[bytes] = []
        self._is_flush_due = False
        self._is_writable = True
        self._is_heard = True
        """Whether anything has come since the last ping."""
        self._pinger: asyncio.TimerHandle | None = None

    # -- what the transport tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with a connection on which an upgrade was asked for."""
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self._is_heard = True
        self._wire.receive_data(data)
        for event in self._wire.events_received():
            if isinstance(event, Frame):
                self._take(event)
            elif isinstance(event, Request):
                self._opening = self._loop.create_task(self._open(event))
        self._write()

    def pause_writing(self) -> None:
        """Send nothing more for now: the client reads slowly."""
        self._is_writable = False

    def resume_writing(self) -> None:
        """Send what has gathered meanwhile."""
        self._is_writable = True
        self.wake()
        self._transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """End everything."""
        self._connections.discard(self)
        if self._opening is not None:
            self._opening.cancel()
        if self._pinger is not None:
            self._pinger.cancel()
        if self._session is not None:
            self._session.close()
            self._session = None
        self._held.close()

    def shutdown(self) -> None:
        """Close the socket because the process ends; the client connects elsewhere."""
        if self._wire.state is State.OPEN:
            self._flush()
            self._wire.send_close(CloseCode.SERVICE_RESTART)
            self._write()
        self._transport.close()

    # -- opening

    async def _open(self, request: Request) -> None:
        peer = self._transport.get_extra_info("peername") or ("",)
        try:
            session = await self._opener.open_session(request, peer[0], self.wake, self._held)
        except Exception as error:
            self._respond(refusing_response(problem_of(as_refusal(error).detail())))
            return
        self._respond(self._wire.accept(request))
        if self._wire.state is State.OPEN:
            self._session = session
            self._pinger = self._loop.call_later(PING_SECONDS, self._ping)
            self.wake()

    def _respond(self, response: Response) -> None:
        self._wire.send_response(response)
        self._write()

    def _ping(self) -> None:
        """Ask for a sign of life, and close the socket if there was none since the last time."""
        if not self._is_heard:
            self._wire.fail(CloseCode.INTERNAL_ERROR, "no answer to a ping")
        elif self._wire.state is State.OPEN:
            self._is_heard = False
            self._wire.send_ping(b"")
            self._pinger = self._loop.call_later(PING_SECONDS, self._ping)
        self._write()

    # -- messages

    def _take(self, frame: Frame) -> None:
        """Give a message to the session, when it is whole."""
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return
        if not frame.fin or self._fragments:
            self._fragments.append(bytes(frame.data))
            if not frame.fin:
                return
            message, self._fragments = b"".join(self._fragments), []
        else:
            message = bytes(frame.data)
        if self._session is None:
            return
        delay = self._session.take(message)
        if delay:
            self._transport.pause_reading()
            self._loop.call_later(delay, self._transport.resume_reading)
        elif not self._is_writable and self._session.is_behind:
            self._transport.pause_reading()  # who does not read is not read either

    def wake(self) -> None:
        """Send what the session has, at the end of this turn of the event loop."""
        if not self._is_flush_due:
            self._is_flush_due = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._is_flush_due = False
        if self._session is not None and self._is_writable and self._wire.state is State.OPEN:
            if self._wire.extensions:
                for message in self._session.messages():
                    self._wire.send_text(message)
            else:
                for message in self._session.messages():
                    self._wire.writes += (text_header(len(message)), message)
            self._write()

    def _write(self) -> None:
        """Write what the protocol has to send, and close the connection where it says so."""
        data = self._wire.data_to_send()
        if data and not self._transport.is_closing():
            self._transport.write(b"".join(data))
            if not data[-1]:  # how websockets says that nothing follows
                self._transport.close()


def text_header(length: int) -> bytes:
    """What stands before a whole text message of so many bytes, from a server and without extensions."""
    if length < 126:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return pack("!BBH", WHOLE_TEXT, 126, length)
    return pack("!BBQ", WHOLE_TEXT, 127, length)


def refusing_response(problem: Problem) -> Response:
    """The whole answer that refuses a request, after which the connection ends."""
    body = msgspec.json.encode(problem)
    headers = websockets.Headers({**problem.headers(), "content-length": str(len(body)), "connection": "close"})
    return Response(problem.status, "Refused", headers, body)
