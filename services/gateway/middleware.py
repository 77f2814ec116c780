"""The middleware of the gateway: what happens to every request before the resources, and to every answer after them.

Who calls is made out and counted; what may not be is refused; headers that browsers are to obey are added."""

import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import ExitStack
from typing import Any, TypeAlias

import msgspec

from services.gateway.clients import REQUEST_ID, Allowances, Client, bearer_token
from services.gateway.cookies import Cookies
from services.gateway.origins import ANY_ORIGIN, check_page
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

CLIENT, HELD, HAS_GONE = "westmarch.client", "westmarch.held", "westmarch.has_gone"
"""Where a request's scope has its client, what is let go when it is over, and whether the client has hung up."""
IS_STREAM = "stream"
"""In a route's `opt`: its answers go on. They are not compressed, for that would hold back what is to come at once, and
their time is not that of a request."""
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


class Middleware:
    """Wraps the application."""

    def __init__(self, app: App, settings: Settings, allowances: Allowances) -> None:
        self._app = app
        self._proxies = settings.server.proxy_networks()
        self._allowances = allowances
        self._origins = settings.gateway.origin_list()
        self._cookies = Cookies(secure=settings.gateway.secure_cookies)
        headers = HEADERS | (HTTPS_HEADERS if settings.gateway.secure_cookies else {})
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        began = time.perf_counter()
        status = 500

        async def send_with_headers(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(one for one in self._headers if one[0] not in given)]
            await send(message)

        async def receive_and_note() -> Any:
            message = await receive()
            scope[HAS_GONE] = message["type"] == "http.disconnect"
            return message

        try:
            client = scope[CLIENT] = self.admit(scope)
        except Exception as error:
            await send_problem(problem_of(as_refusal(error).detail()), send_with_headers)
        else:
            with bound_contextvars(request=client.request_id), ExitStack() as held:
                scope[HELD] = held
                await self._app(scope, receive_and_note, send_with_headers)
        finally:
            _count(scope.get("route_handler"), status, time.perf_counter() - began)

    def admit(self, scope: Scope) -> Client:
        """Whom a request comes from, if they may call."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        peer = (scope.get("client") or ("", 0))[0]
        address = forwarded_address(peer, headers.get(b"x-forwarded-for", ""), self._proxies)
        given = headers.get(b"x-request-id", "")
        request_id = {"request_id": given} if REQUEST_ID.fullmatch(given) else {}
        try:
            token = bearer_token(headers.get(b"authorization", ""))
        except Refused:
            self._allowances.take_request(Client(address))
            raise
        session = "" if token else self._cookies.session_in(headers.get(b"cookie", ""))
        client = Client(address, token or session, by_cookie=bool(session), **request_id)
        self._allowances.take_request(client)
        if scope["type"] == "websocket" and (client.by_cookie or ANY_ORIGIN not in self._origins):
            check_page(headers.get(b"origin", ""), headers.get(b"host", ""), self._origins)
        return client


def _count(handler: Any, status: int, seconds: float) -> None:
    """Count a request, and its time, unless it was a stream."""
    route = getattr(handler, "operation_id", None) or "other"
    metrics.GATEWAY_REQUESTS.labels(route, str(status)).inc()
    if not getattr(handler, "opt", {}).get(IS_STREAM):
        metrics.GATEWAY_SECONDS.labels(route).observe(seconds)


async def send_problem(problem: Problem, send: Send) -> None:
    """Answer a request with a problem."""
    headers = [(name.encode(), value.encode()) for name, value in problem.headers().items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem)})
