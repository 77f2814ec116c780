"""HTTP on connections, as uvicorn speaks it, with what it leaves open: heads of requests are of bounded size, and come
within bounded time."""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from services.api.errors_pb2 import ErrorReason
from services.gateway.problems import problem_of
from services.gateway.websocket import refusing_response
from services.process.refusals import Refused, invalid

MOST_HEAD_BYTES = 64 * 1024
"""Of the first line and all headers together."""
HEAD_SECONDS = 20.0
"""From a connection, or the first byte of a request, to the end of the headers."""
NO_REQUEST = invalid("That is no HTTP request.")
LINGER_SECONDS = 1.0
"""How long who was sent away may read why."""
TOO_LARGE = Refused(ErrorReason.ERROR_REASON_TOO_LARGE, f"The headers have more than {MOST_HEAD_BYTES} bytes.")
TOO_SLOW = Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "The request did not come in time.")


class BoundedHttpProtocol(HttpToolsProtocol):
    """One connection."""

    _head_bytes = 0
    """Of the request whose headers are being read."""
    _is_in_head = True
    _patience: asyncio.TimerHandle | None = None
    """Set while a request is waited for, or the rest of its headers."""
    _is_sent_away = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin with a connection."""
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """End everything."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        if self._is_sent_away:
            return
        super().data_received(data)
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES:
                self._send_away(TOO_LARGE, 431)

    def on_message_begin(self) -> None:
        """Hear that a request begins."""
        super().on_message_begin()
        self._is_in_head, self._head_bytes = True, 0
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        """Hear that the headers of a request are there."""
        self._is_in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP."""
        self._send_away(NO_REQUEST, 400)

    def _wait_for_head(self) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(HEAD_SECONDS, self._lose_patience)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _lose_patience(self) -> None:
        """Send the client away, unless the answer to a request before this one is under way."""
        if self.cycle is None or self.cycle.response_complete:
            self._send_away(TOO_SLOW, 408)
        else:
            self._wait_for_head()

    def _send_away(self, why: Refused, status: int) -> None:
        """Answer with a problem and end the connection; what comes meanwhile is read and forgotten, for to close with
        something unread would take the answer back."""
        if self._is_sent_away or self.transport.is_closing():
            return
        self._is_sent_away = True
        self._stop_waiting()
        self.transport.write(refusing_response(problem_of(why.detail(), status)).serialize())
        if self.transport.can_write_eof():
            self.transport.write_eof()
            self.loop.call_later(LINGER_SECONDS, self.transport.close)
        else:
            self.transport.close()
