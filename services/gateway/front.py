"""The front of the gateway: what happens to every request before the resources, and to every answer after them.

Who calls is made out and counted; what may not be is refused; headers that browsers are to obey are added."""

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import msgspec

from services.api.errors_pb2 import ErrorReason
from services.gateway.clients import REQUEST_ID, Allowances, Client, bearer_token
from services.gateway.problems import Problem, problem_of
from services.process import metrics
from services.process.logs import bound_contextvars
from services.process.refusals import Refused
from services.process.settings import Settings
from services.rpc.addresses import forwarded_address
from services.rpc.failures import as_refusal

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

CLIENT = "westmarch.client"
"""Where a request's scope has its client."""
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
HTTPS_HEADERS = {"strict-transport-security": "max-age=31536000; includeSubDomains"}


class Front:
    """Wraps the application."""

    def __init__(self, app: App, settings: Settings, allowances: Allowances) -> None:
        self._app = app
        self._proxies = settings.server.proxy_networks()
        self._allowances = allowances
        self._origins = frozenset(filter(None, settings.gateway.origins.split(",")))
        headers = HEADERS | (HTTPS_HEADERS if settings.gateway.secure_cookies else {})
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or one WebSocket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)
        else:
            await self._serve_socket(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500

        async def send_with_headers(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(one for one in self._headers if one[0] not in given)]
            await send(message)

        try:
            client = scope[CLIENT] = self._admit(scope)
        except Exception as error:
            await send_problem(problem_of(as_refusal(error).detail()), send_with_headers)
        else:
            with bound_contextvars(request=client.request_id):
                await self._app(scope, receive, send_with_headers)
        finally:
            handler = scope.get("route_handler")
            route = getattr(handler, "operation_id", None) or "other"
            metrics.GATEWAY_REQUESTS.labels(route, str(status)).inc()
            metrics.GATEWAY_SECONDS.labels(route).observe(time.perf_counter() - began)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            client = scope[CLIENT] = self._admit(scope)
            self._check_origin(scope)
            with self._allowances.open_stream(client):
                await self._app(scope, receive, send)
        except Refused as error:
            await receive()
            await _reject_socket(problem_of(error.detail()), send)

    def _admit(self, scope: Scope) -> Client:
        """Whom a request comes from, if they may call."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        peer = (scope.get("client") or ("", 0))[0]
        address = forwarded_address(peer, headers.get(b"x-forwarded-for", ""), self._proxies)
        given = headers.get(b"x-request-id", "")
        request_id = {"request_id": given} if REQUEST_ID.fullmatch(given) else {}
        try:
            client = Client(address, bearer_token(headers.get(b"authorization", "")), **request_id)
        except Refused:
            self._allowances.take_request(Client(address))
            raise
        self._allowances.take_request(client)
        return client

    def _check_origin(self, scope: Scope) -> None:
        """Refuse a socket that the page of another origin opens, unless that is allowed."""
        headers = dict(scope["headers"])
        origin, host = headers.get(b"origin", b"").decode("latin-1"), headers.get(b"host", b"").decode("latin-1")
        if origin and urlsplit(origin).netloc != host and not self._origins & {origin, "*"}:
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, f"Pages of {origin} may not open sockets here.")


async def send_problem(problem: Problem, send: Send) -> None:
    """Answer a request with a problem."""
    headers = [(name.encode(), value.encode()) for name, value in problem.headers().items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem)})


async def _reject_socket(problem: Problem, send: Send) -> None:
    """Refuse the handshake of a WebSocket, with the problem as its answer."""
    headers = [(name.encode(), value.encode()) for name, value in problem.headers().items()]
    await send({"type": "websocket.http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": msgspec.json.encode(problem)})
