"""Keeps pages of others from changing anything by a browser's cookie.

A browser sends cookies along whoever has made it call. So a change that is known by its cookie must come from a page of
ours, and bring the session's CSRF token, which no other page can read. Who signs in has no such token yet; but no other
page may sign somebody in: it could be into an account of its own."""

import hashlib
import hmac
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from services.api.errors_pb2 import ErrorReason
from services.gateway.clients import Client
from services.gateway.middleware import CLIENT
from services.gateway.origins import check_page
from services.process.refusals import Refused

CSRF_HEADER = "x-csrf-token"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
SIGNS_IN = "signs_in"
"""In a route's `opt`: it begins a session, whatever cookie comes along."""


def csrf_token(session: str) -> str:
    """What a page of ours sends along with every change. It tells nothing of the session."""
    return hashlib.sha256(f"csrf:{session}".encode()).hexdigest()[:32]


def check_change(connection: "ASGIConnection[Any, Any, Any, Any]", handler: BaseRouteHandler) -> None:
    """Refuse a change that a page of others has made a browser ask for."""
    scope, headers = connection.scope, connection.headers
    client: Client = scope[CLIENT]  # type: ignore[literal-required]
    if scope.get("method", "GET") in SAFE_METHODS:  # a WebSocket has none
        return
    signs_in = handler.opt.get(SIGNS_IN, False)
    if signs_in or client.by_cookie:
        check_page(headers.get("origin", ""), headers.get("host", ""), connection.app.state.origins)
    if client.by_cookie and not signs_in:
        _check_token(client.token, headers.get(CSRF_HEADER, ""))


def _check_token(session: str, token: str) -> None:
    if not hmac.compare_digest(csrf_token(session).encode(), token.encode()):
        message = f"A change by a signed-in browser needs the header {CSRF_HEADER}, as GET /api/v1/me tells it."
        raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, message)
