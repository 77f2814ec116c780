"""Who may open a WebSocket, at which path, and the session they get."""

from contextlib import ExitStack
from urllib.parse import urlsplit

from websockets.http11 import Request

from services.gateway.clients import Allowances
from services.gateway.middleware import Middleware
from services.gateway.play_streams import PlayStreams
from services.gateway.socket import SocketSession
from services.gateway.upstream import Upstream
from services.gateway.websocket import Session, Wake
from services.process.refusals import invalid

SOCKET = "/api/v1/socket"


class SocketSessionOpener:
    """Lets clients in as the middleware does with requests."""

    def __init__(
        self, middleware: Middleware, play_streams: PlayStreams, upstream: Upstream, allowances: Allowances
    ) -> None:
        self._middleware = middleware
        self._play_streams = play_streams
        self._upstream = upstream
        self._allowances = allowances

    async def open_session(self, request: Request, peer: str, wake: Wake, held: ExitStack) -> Session:
        """A session for the client of a handshake; refused where they may have none. `held` is let go when it ends."""
        headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in request.headers.raw_items()]
        client = self._middleware.admit({"type": "websocket", "headers": headers, "client": (peer, 0)})
        if urlsplit(request.path).path != SOCKET:
            raise invalid(f"WebSockets are opened at {SOCKET}.")
        held.enter_context(self._allowances.open_stream(client))
        return SocketSession(self._play_streams, self._upstream, self._allowances, client, wake)
