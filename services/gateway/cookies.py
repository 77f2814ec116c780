"""Cookies: the session of a browser, and the sign-in at a provider that it has begun."""

import base64
import binascii
from typing import NamedTuple

from litestar.datastructures import Cookie

from services.rpc.tokens import SESSION_PREFIX

SESSION_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie; the session itself ends when the players service says so."""
FLOW_COOKIE, FLOW_PATH, FLOW_SECONDS = "westmarch-flow", "/api/v1/sign-in", 600


class Flow(NamedTuple):
    """A sign-in at a provider that a browser has begun."""

    state: str
    return_to: str
    """The path to go to when it is done."""


class Cookies:
    """The cookies of one gateway."""

    def __init__(self, *, secure: bool) -> None:
        """`secure`: they go over HTTPS only."""
        self._secure = secure
        self._session = "__Host-westmarch-session" if secure else "westmarch-session"

    @property
    def session_name(self) -> str:
        """The name of the cookie that holds the session."""
        return self._session

    def session_in(self, header: str) -> str:
        """The session in a Cookie header; empty where there is none."""
        value = _value(header, self._session)
        return value if value.startswith(SESSION_PREFIX) else ""

    def flow_in(self, header: str) -> Flow | None:
        """The sign-in that was begun, as a Cookie header has it."""
        state, _, encoded = _value(header, FLOW_COOKIE).partition(".")
        try:
            return Flow(state, base64.urlsafe_b64decode(encoded).decode()) if state else None
        except (binascii.Error, ValueError):
            return None

    def with_session(self, session: str) -> Cookie:
        """The cookie of a new session."""
        return self._cookie(self._session, session, SESSION_SECONDS, strict=True)

    def without_session(self) -> Cookie:
        """The cookie that takes the session away."""
        return self._cookie(self._session, "", 0, strict=True)

    def with_flow(self, flow: Flow) -> Cookie:
        """The cookie of a sign-in that begins. It is sent along when the provider sends the person back."""
        encoded = base64.urlsafe_b64encode(flow.return_to.encode()).decode()
        return self._cookie(FLOW_COOKIE, f"{flow.state}.{encoded}", FLOW_SECONDS, strict=False, path=FLOW_PATH)

    def without_flow(self) -> Cookie:
        """The cookie that takes a sign-in away that is over."""
        return self._cookie(FLOW_COOKIE, "", 0, strict=False, path=FLOW_PATH)

    def _cookie(self, name: str, value: str, seconds: int, *, strict: bool, path: str = "/") -> Cookie:
        return Cookie(
            name,
            path,
            value,
            max_age=seconds,
            secure=self._secure,
            httponly=True,
            samesite="strict" if strict else "lax",
        )


def _value(header: str, name: str) -> str:
    """The value of a cookie in a Cookie header."""
    for part in header.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            return value
    return ""
