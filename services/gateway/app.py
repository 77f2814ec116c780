"""The application: routes, what handlers are given, how failures are answered, and the contract in OpenAPI."""

from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, WebSocket, get, websocket
from litestar.config.compression import CompressionConfig
from litestar.config.cors import CORSConfig
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import Scope

from services.api.errors_pb2 import ErrorReason
from services.gateway.calls import Calls, ClientCalls
from services.gateway.clients import Allowances
from services.gateway.front import CLIENT
from services.gateway.hub import Hub
from services.gateway.problems import MEDIA_TYPE, Problem, problem_of
from services.gateway.resources.archive import ArchiveController, list_bots
from services.gateway.resources.games import GamesController
from services.gateway.resources.matches import MatchesController
from services.gateway.resources.seats import SeatsController
from services.gateway.resources.tickets import TablesController, TicketsController, list_queues
from services.gateway.socket import SocketSession
from services.gateway.upstream import Upstream
from services.process.refusals import Refused
from services.rpc.failures import as_refusal

API = "/api/v1"
SMALLEST_COMPRESSED = 1024
COMPRESSION_LEVEL = 4
"""Of gzip: nearly as small as the most, at a third of the time."""
NO_COMPRESSION = "stream"
"""In a route's `opt`: it is not compressed, for that would hold back what is to come at once."""
HTTP_REASONS = {
    401: ErrorReason.ERROR_REASON_UNAUTHENTICATED,
    403: ErrorReason.ERROR_REASON_FORBIDDEN,
    413: ErrorReason.ERROR_REASON_TOO_LARGE,
    429: ErrorReason.ERROR_REASON_RATE_LIMITED,
}
"""Reasons of what HTTP itself refuses; INVALID_ARGUMENT for all other."""


@get("/health", operation_id="getHealth", tags=["server"])
async def health() -> dict[str, str]:
    """Whether this gateway serves."""
    return {"status": "serving"}


@websocket("/socket")
async def socket(
    socket: WebSocket[Any, Any, Any],
    calls: Calls,
    hub: NamedDependency[Hub],
    allowances: NamedDependency[Allowances],
) -> None:
    """The WebSocket of one browser."""
    await socket.accept()
    upstream = calls.upstream
    session = SocketSession(hub, upstream.keyring, upstream.settings, allowances, calls.client)
    await session.run(socket.receive, socket.send)  # type: ignore[arg-type]


def make_app(upstream: Upstream, hub: Hub, allowances: Allowances) -> Litestar:
    """The application of one gateway process."""
    settings = upstream.settings
    origins = [origin for origin in settings.gateway.origins.split(",") if origin]
    api = Router(
        API,
        route_handlers=[
            GamesController,
            MatchesController,
            SeatsController,
            TicketsController,
            TablesController,
            list_queues,
            ArchiveController,
            list_bots,
            health,
            socket,
            describe,
        ],
    )
    return Litestar(
        [api],
        dependencies={
            "calls": Provide(_calls_by(upstream), sync_to_thread=False),
            "hub": Provide(_given(hub), sync_to_thread=False),
            "allowances": Provide(_given(allowances), sync_to_thread=False),
        },
        exception_handlers={HTTPException: on_http_exception, Exception: on_exception},
        openapi_config=OpenAPIConfig(
            title="Westmarch",
            version="1",
            description="Games, matches, tickets and the archive of a Westmarch server. docs/http.md is its guide.",
            use_handler_docstrings=True,
            components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
            security=[{}, {"token": []}],
            path=f"{API}/litestar",
            render_plugins=[],
        ),
        cors_config=CORSConfig(
            allow_origins=origins,
            allow_credentials="*" not in origins,
            allow_headers=["authorization", "content-type", "x-request-id", "x-csrf-token"],
            expose_headers=["retry-after"],
        )
        if origins
        else None,
        compression_config=CompressionConfig(
            "gzip",
            minimum_size=SMALLEST_COMPRESSED,
            gzip_compress_level=COMPRESSION_LEVEL,
            exclude_opt_key=NO_COMPRESSION,
        ),
        request_max_body_size=settings.limits.max_request_bytes,
        logging_config=None,
        debug=False,
    )


@get("/openapi.json", include_in_schema=False, operation_id="describe")
async def describe(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The contract of this API."""
    return Response(msgspec.json.encode(contract(request.app)), media_type="application/json")


def contract(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document: as Litestar has it, and with the problem that any operation may answer."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    (schema,), components = msgspec.json.schema_components([Problem], ref_template="#/components/schemas/{name}")
    document["components"]["schemas"].update(components)
    problem = {"description": "Refused.", "content": {MEDIA_TYPE: {"schema": schema}}}
    for path in document["paths"].values():
        for operation in path.values():
            operation["responses"].pop("400", None)
            operation["responses"]["default"] = problem
    return document


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value


def _calls_by(upstream: Upstream) -> Callable[[Scope], ClientCalls]:
    def calls_of(scope: Scope) -> ClientCalls:
        return ClientCalls(upstream, scope[CLIENT])  # type: ignore[literal-required]

    return calls_of


def on_http_exception(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """The answer to what HTTP itself refuses: no such path, no such method, a body that is none."""
    if error.status_code >= 500:
        return on_exception(_, error)
    reason = HTTP_REASONS.get(error.status_code, ErrorReason.ERROR_REASON_INVALID_ARGUMENT)
    refusal = Refused(reason, _told(error))
    return _answer(problem_of(refusal.detail(), error.status_code), dict(error.headers or {}))


def _told(error: HTTPException) -> str:
    """What was wrong with a request, in one sentence."""
    extra = error.extra if isinstance(error.extra, list) else []
    faults = [f"{one.get('key', '')}: {one['message']}" for one in extra if isinstance(one, dict) and "message" in one]
    return "; ".join(faults) or error.detail


def on_exception(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The answer to a refusal, or to a fault of ours, which is logged."""
    return _answer(problem_of(as_refusal(error).detail()), {})


def _answer(problem: Problem, headers: dict[str, str]) -> Response[Problem]:
    return Response(
        problem, status_code=problem.status, headers={**headers, **problem.headers()}, media_type=MEDIA_TYPE
    )
