"""Signing up, in and out: with a name and a password, or at an OpenID Connect provider. A browser gets a cookie."""

import hmac
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_302_FOUND

from services.api import players_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.gateway.calls import Calls, ClientCalls
from services.gateway.cookies import Flow
from services.gateway.csrf import SIGNS_IN, csrf_token
from services.gateway.problems import reason_name
from services.gateway.resources.account import NOT_KEPT, Account, Name, Password, account_of, ask_players, session_of
from services.process.refusals import Refused, invalid

LONGEST_CLIENT = 128
"""Characters of what a browser calls itself that are kept in the list of sessions."""
ProviderName = Annotated[str, PathParameter(description="The name of a provider.", max_length=64)]
ReturnTo = Annotated[
    str, QueryParameter(max_length=1000, description="The path of a page here, to go to when it is done.")
]


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """A name and its password."""

    name: Name
    """Of the account."""
    password: Password
    """10 characters or more."""


class SignedIn(msgspec.Struct):
    """Who is signed in from now on. The session itself is in a cookie that no script can read."""

    account: Account
    """Who is signed in."""
    csrf_token: str
    """For the header `x-csrf-token`, which every change by this browser brings along."""


class Me(msgspec.Struct):
    """Who a request comes from."""

    player: str
    """The name of the account; empty: a guest."""
    scopes: list[str] | None
    """What the API token is good for; null: everything, or it is none."""
    csrf_token: str
    """For the header `x-csrf-token`; empty where no cookie was sent."""


class Providers(msgspec.Struct):
    """OpenID Connect providers at which people may sign in."""

    providers: list[str]
    """The names of all that the server is set up for."""


class SignInController(Controller):
    """Operations by which a browser gets a session, and loses it."""

    tags = ("account",)
    cache_control = NOT_KEPT

    @post("/accounts", operation_id="signUp", status_code=HTTP_201_CREATED, opt={SIGNS_IN: True})
    async def sign_up(
        self, calls: Calls, request: "Request[Any, Any, Any]", data: JSONBody[Credentials]
    ) -> Response[SignedIn]:
        """Make an account, and sign in."""
        wanted = pb.SignUpRequest(name=data.name, password=data.password, client=_client_of(request))
        return _signed_in(calls, (await ask_players(calls, "SignUp", wanted)).session)

    @post("/session", operation_id="signIn", status_code=HTTP_200_OK, opt={SIGNS_IN: True})
    async def sign_in(
        self, calls: Calls, request: "Request[Any, Any, Any]", data: JSONBody[Credentials]
    ) -> Response[SignedIn]:
        """Sign in. After some wrong passwords an address waits, longer after each (429)."""
        wanted = pb.SignInRequest(name=data.name, password=data.password, client=_client_of(request))
        return _signed_in(calls, (await ask_players(calls, "SignIn", wanted)).session)

    @delete("/session", operation_id="signOut", status_code=204)
    async def sign_out(self, calls: Calls) -> Response[None]:
        """Sign out: the session ends. It is no fault if it had already."""
        session = session_of(calls)
        calls.upstream.player_tokens.forget(session)
        try:
            await ask_players(calls, "EndSession", pb.EndSessionRequest(session=session))
        except Refused as error:
            if error.reason != ErrorReason.ERROR_REASON_UNAUTHENTICATED:
                raise
        return Response(None, cookies=[calls.cookies.without_session()])

    @get("/me", operation_id="whoAmI")
    async def me(self, calls: Calls) -> Me:
        """Who the request comes from: by a cookie, an API token, a player token, or nothing."""
        player, client = await calls.player(), calls.client
        scopes = ""
        if player:
            scopes = calls.upstream.keyring.read(await calls.upstream.token_of(client)).scopes
        return Me(player, scopes.split() or None, csrf_token(client.token) if client.by_cookie else "")

    @get("/sign-in/callback", operation_id="completeSignIn", status_code=HTTP_302_FOUND)
    async def complete(
        self,
        calls: Calls,
        request: "Request[Any, Any, Any]",
        provider_state: Annotated[str, QueryParameter(name="state", max_length=200)] = "",
        code: Annotated[str, QueryParameter(max_length=4000)] = "",
    ) -> Redirect:
        """Where a provider sends the person back to. They go on to where they came from, signed in, or with the reason
        why not as `problem` in the address."""
        flow = calls.cookies.flow_in(request.headers.get("cookie", ""))
        try:
            session = await _complete(calls, flow, provider_state, code, _client_of(request))
        except Refused as error:
            path = _with_problem(flow.return_to if flow else "/", reason_name(error.reason))
            return Redirect(path, status_code=302, cookies=[calls.cookies.without_flow()])
        cookies = [calls.cookies.without_flow(), calls.cookies.with_session(session)]
        return Redirect(flow.return_to if flow else "/", status_code=302, cookies=cookies)


class ProvidersController(Controller):
    """Operations on OpenID Connect providers."""

    path = "/providers"
    tags = ("account",)
    cache_control = NOT_KEPT

    @get("/", operation_id="listProviders")
    async def providers(self, calls: Calls) -> Providers:
        """The providers at which people may sign in here."""
        answer = await ask_players(calls, "ListProviders", pb.ListProvidersRequest())
        return Providers(list(answer.providers))

    @get("/{provider:str}/sign-in", operation_id="beginSignIn", status_code=HTTP_302_FOUND)
    async def begin(
        self,
        calls: Calls,
        provider: ProviderName,
        name: FromQuery[Name] = "",
        return_to: ReturnTo = "/",
    ) -> Redirect:
        """Send the person to a provider, to sign in there. `name` is the name to have where this makes an account;
        without one it is as the provider calls the person."""
        flow_to = _checked_path(return_to)
        begun = await ask_players(
            calls, "BeginProviderSignIn", pb.BeginProviderSignInRequest(provider=provider, name=name)
        )
        cookie = calls.cookies.with_flow(Flow(begun.state, flow_to))
        return Redirect(begun.authorization_url, status_code=302, cookies=[cookie])


async def _complete(calls: ClientCalls, flow: Flow | None, state: str, code: str, client: str) -> str:
    """The session of who comes back from a provider; refused where another browser has begun it."""
    if flow is None or not hmac.compare_digest(flow.state.encode(), state.encode()):
        message = "This sign-in was not begun in this browser, or has taken too long; begin anew."
        raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, message)
    request = pb.CompleteProviderSignInRequest(state=state, code=code, client=client)
    answer = await ask_players(calls, "CompleteProviderSignIn", request)
    return str(answer.session.session)


def _signed_in(calls: ClientCalls, session: pb.NewSession) -> Response[SignedIn]:
    """The answer to who has signed in."""
    body = SignedIn(account_of(session.account), csrf_token(session.session))
    return Response(body, cookies=[calls.cookies.with_session(session.session)])


def _client_of(request: "Request[Any, Any, Any]") -> str:
    """What a browser calls itself, for the list of sessions."""
    return "".join(filter(str.isprintable, request.headers.get("user-agent", "")))[:LONGEST_CLIENT]


def _checked_path(path: str) -> str:
    """A path of this server; refused where a browser would take it for the address of another."""
    if not path.startswith("/") or path.startswith("//") or "\\" in path or not (path.isascii() and path.isprintable()):
        raise invalid("return_to is a path here, such as /lobby.")
    return path


def _with_problem(path: str, reason: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}{urlencode({'problem': reason})}"
