"""The application: routes, what handlers are given, and how failures are answered."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.config.compression import CompressionConfig
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import Scope

from services.api.errors_pb2 import ErrorReason
from services.gateway.calls import ClientCalls
from services.gateway.clients import Client
from services.gateway.console import Console, console_route
from services.gateway.contract import contract
from services.gateway.cookies import Cookies
from services.gateway.csrf import check_change
from services.gateway.live_list import LiveLists
from services.gateway.middleware import CLIENT, HAS_GONE, HELD, IS_STREAM
from services.gateway.player_tokens import SessionEnded
from services.gateway.problems import MEDIA_TYPE, Problem, problem_of
from services.gateway.resources.account import AccountController
from services.gateway.resources.admin import AdminController
from services.gateway.resources.archive import ArchiveController, list_bots, newest_archived
from services.gateway.resources.archived_hints import get_archived_hint
from services.gateway.resources.competition_feeds import CompetitionFeedsController
from services.gateway.resources.feeds import FeedsController
from services.gateway.resources.games import GamesController
from services.gateway.resources.ladder_tests import get_test_curve, list_tests
from services.gateway.resources.ladders import LaddersController, get_test
from services.gateway.resources.matches import MatchesController, newest_matches
from services.gateway.resources.operations import OperationsController
from services.gateway.resources.pages import read_docs, read_docs_part
from services.gateway.resources.players import PlayersController
from services.gateway.resources.presence import get_presence
from services.gateway.resources.rematches import create_rematch, get_rematch
from services.gateway.resources.seats import SeatsController
from services.gateway.resources.server import get_socket_schema, health
from services.gateway.resources.sign_in import ProvidersController, SignInController
from services.gateway.resources.streams import StreamsController
from services.gateway.resources.tickets import (
    TablesController,
    TicketsController,
    decline_challenge,
    list_queues,
    present_queues,
)
from services.gateway.resources.tournament_hosting import EntrantsController, HostingController
from services.gateway.resources.tournaments import TournamentsController, list_my_tables
from services.gateway.streams import Streams
from services.gateway.upstream import Upstream
from services.process.refusals import Refused
from services.rpc.failures import as_refusal

API = "/api/v1"
SMALLEST_COMPRESSED = 1024
COMPRESSION_LEVEL = 4
"""Of gzip: nearly as small as the most, at a third of the time."""
HTTP_REASONS = {
    401: ErrorReason.ERROR_REASON_UNAUTHENTICATED,
    403: ErrorReason.ERROR_REASON_FORBIDDEN,
    413: ErrorReason.ERROR_REASON_TOO_LARGE,
    429: ErrorReason.ERROR_REASON_RATE_LIMITED,
}
"""Reasons of what HTTP itself refuses; INVALID_ARGUMENT for all other."""


def make_app(upstream: Upstream, streams: Streams) -> Litestar:
    """The application of one gateway process."""
    settings = upstream.settings
    lists = LiveLists(partial(newest_matches, upstream), lambda one: one.match_id)
    finished = LiveLists(partial(newest_archived, upstream), lambda one: one.match_id)
    queues = LiveLists(partial(present_queues, upstream), lambda one: f"{one.game} {one.scenario}")
    origins, cookies = sorted(settings.gateway.origin_list()), Cookies(secure=settings.gateway.secure_cookies)
    api = Router(
        API,
        route_handlers=[
            GamesController,
            MatchesController,
            get_presence,
            create_rematch,
            get_rematch,
            SeatsController,
            TicketsController,
            TablesController,
            decline_challenge,
            list_queues,
            ArchiveController,
            get_archived_hint,
            list_bots,
            StreamsController,
            FeedsController,
            SignInController,
            ProvidersController,
            AccountController,
            PlayersController,
            TournamentsController,
            EntrantsController,
            HostingController,
            list_my_tables,
            LaddersController,
            get_test,
            list_tests,
            get_test_curve,
            CompetitionFeedsController,
            AdminController,
            OperationsController,
            health,
            get_socket_schema,
            describe,
            read_docs,
            read_docs_part,
        ],
        guards=[check_change],
    )
    return Litestar(
        [api, console_route(Console())],
        dependencies={
            "calls": Provide(_calls_by(upstream), sync_to_thread=False),
            "streams": Provide(_given(streams), sync_to_thread=False),
            "lists": Provide(_given(lists), sync_to_thread=False),
            "finished": Provide(_given(finished), sync_to_thread=False),
            "queues": Provide(_given(queues), sync_to_thread=False),
        },
        exception_handlers={HTTPException: on_http_exception, Exception: on_exception},
        openapi_config=_openapi(cookies),
        cors_config=_cors(origins) if origins else None,
        compression_config=CompressionConfig(
            "gzip",
            minimum_size=SMALLEST_COMPRESSED,
            gzip_compress_level=COMPRESSION_LEVEL,
            exclude_opt_key=IS_STREAM,
        ),
        request_max_body_size=settings.limits.max_request_bytes,
        state=State({"cookies": cookies, "origins": settings.gateway.origin_list()}),
        logging_config=None,
        debug=False,
    )


def _openapi(cookies: Cookies) -> OpenAPIConfig:
    """What the contract says of the whole server."""
    return OpenAPIConfig(
        title="Westmarch",
        version="1",
        description="Games, matches, tickets, records, accounts of a Westmarch server. docs/http.md is its guide.",
        use_handler_docstrings=True,
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer"),
                "session": SecurityScheme(type="apiKey", name=cookies.session_name, security_scheme_in="cookie"),
            }
        ),
        security=[{}, {"token": []}, {"session": []}],
        path=f"{API}/litestar",
        render_plugins=[],
    )


def _cors(origins: list[str]) -> CORSConfig:
    """What pages of these origins may do."""
    return CORSConfig(
        allow_origins=origins,
        allow_credentials="*" not in origins,
        allow_headers=["authorization", "content-type", "x-request-id", "x-csrf-token"],
        expose_headers=["retry-after"],
    )


@get("/openapi.json", include_in_schema=False, operation_id="describe")
async def describe(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The contract of this API."""
    return Response(msgspec.json.encode(contract(request.app)), media_type="application/json")


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value


def _calls_by(upstream: Upstream) -> Callable[[Scope], ClientCalls]:
    def calls_of(scope: Scope) -> ClientCalls:
        return ClientCalls(upstream, scope[CLIENT], scope[HELD])  # type: ignore[literal-required]

    return calls_of


def on_http_exception(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """The answer to what HTTP itself refuses: no such path, no such method, a body that is none or breaks off."""
    if request.scope.get(HAS_GONE):
        broken_off = Refused(ErrorReason.ERROR_REASON_INVALID_ARGUMENT, "The request broke off before its end.")
        return _answer(problem_of(broken_off.detail()), {})
    if error.status_code >= 500:
        return on_exception(request, error)
    reason = HTTP_REASONS.get(error.status_code, ErrorReason.ERROR_REASON_INVALID_ARGUMENT)
    refusal = Refused(reason, _told(error))
    return _answer(problem_of(refusal.detail(), error.status_code), dict(error.headers or {}))


def _told(error: HTTPException) -> str:
    """What was wrong with a request, in one sentence."""
    extra = error.extra if isinstance(error.extra, list) else []
    faults = [f"{one.get('key', '')}: {one['message']}" for one in extra if isinstance(one, dict) and "message" in one]
    return "; ".join(faults) or error.detail


def on_exception(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The answer to a refusal, or to a fault of ours, which is logged. A browser forgets a session that has ended."""
    answer = _answer(problem_of(as_refusal(error).detail()), {})
    client: Client = request.scope[CLIENT]  # type: ignore[literal-required]
    if isinstance(error, SessionEnded) and client.by_cookie:
        answer.set_cookie(request.app.state.cookies.without_session())
    return answer


def _answer(problem: Problem, headers: dict[str, str]) -> Response[Problem]:
    return Response(
        problem, status_code=problem.status, headers={**headers, **problem.headers()}, media_type=MEDIA_TYPE
    )
