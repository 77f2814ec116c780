"""The account of who is signed in: its sessions, API tokens, bots and password, all that is kept of it, and its end."""

from typing import Annotated, Any, Literal, TypeAlias, cast

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.datastructures import CacheControlHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from services.api import players_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.gateway.calls import Calls, ClientCalls
from services.process.refusals import Refused
from services.rpc.tokens import SESSION_PREFIX

NOT_KEPT = CacheControlHeader(no_store=True)
"""For answers about a person, which no cache is to have."""
EXPORT = {200: ResponseSpec(dict[str, Any], description="The document.", generate_examples=False)}
Scope: TypeAlias = Literal["play", "bot", "host"]
Name = Annotated[str, msgspec.Meta(max_length=64)]
Password = Annotated[str, msgspec.Meta(max_length=256)]
Id = Annotated[str, PathParameter(description="The id, as the list has it.", max_length=64)]
BotName = Annotated[str, PathParameter(description="The name of a bot.", max_length=64)]


class Account(msgspec.Struct):
    """A person with a name of their own here."""

    name: str
    """Its name."""
    created_ms: int
    """When it was made."""
    bots: list[str]
    """The bot accounts that belong to the person."""
    has_password: bool
    """Without one the person signs in at a provider."""
    providers: list[str]
    """Providers at which the person has signed in."""


class Session(msgspec.Struct):
    """Being signed in at one place."""

    session_id: str
    """By which it can be ended."""
    client: str
    """What the browser calls itself."""
    created_ms: int
    """When it began."""
    last_used_ms: int
    """When it was last used."""
    expires_ms: int
    """When it ends if it is not used."""
    current: bool
    """Whether the request was made with this one."""


class Sessions(msgspec.Struct):
    """All sessions of the account, the last used first."""

    sessions: list[Session]
    """All that are not ended."""


class ApiToken(msgspec.Struct):
    """A secret by which a program acts as the person, or as a bot of theirs."""

    token_id: str
    """By which it can be revoked."""
    name: str
    """What it is for, in the person's own words."""
    account: str
    """Whom it acts as."""
    scopes: list[Scope]
    """What it is good for: `play` and `host` as the person, `bot` as a bot."""
    created_ms: int
    """When it was made."""
    last_used_ms: int | None
    """Null: never."""


class ApiTokens(msgspec.Struct):
    """All API tokens of the person and of their bots, the newest first."""

    tokens: list[ApiToken]
    """All that are not revoked."""


class WantedApiToken(msgspec.Struct, forbid_unknown_fields=True):
    """What an API token is to be good for."""

    name: Name
    """What its owner calls it."""
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=3)]
    """What it is to be good for."""
    bot: Name = ""
    """A bot of the person's that it acts as; empty: the person."""


class NewApiToken(msgspec.Struct):
    """A new API token."""

    secret: str
    """The token itself, for `Authorization: Bearer`. It is shown here, and never again."""
    token: ApiToken
    """What is listed of it."""


class WantedBot(msgspec.Struct, forbid_unknown_fields=True):
    """The account of a program."""

    name: Name
    """The name of the new account."""


class Bot(msgspec.Struct):
    """The account of a program. It belongs to a person and acts by API tokens alone."""

    name: str
    """Its name."""
    owner: str
    """The account it belongs to."""
    created_ms: int
    """When it was made."""


class PasswordChange(msgspec.Struct, forbid_unknown_fields=True):
    """A new password instead of the old one."""

    new_password: Password
    """The one to sign in with from now on."""
    old_password: Password = ""
    """Empty where the account has none."""


class AccountDeletion(msgspec.Struct, forbid_unknown_fields=True):
    """A request to delete the account."""

    password: Password = ""
    """Once more; empty where the account has none."""


class Deleted(msgspec.Struct):
    """What is left of an account."""

    pseudonym: str
    """What records of matches call the player from now on."""


def account_of(account: pb.Account) -> Account:
    """An account as JSON has it."""
    return Account(account.name, account.created_ms, list(account.bots), account.has_password, list(account.providers))


async def ask_players(calls: ClientCalls, method: str, request: Any) -> Any:
    """The answer of the players service, which takes sessions in requests and no token beside them."""
    return await calls.upstream.call(getattr(calls.upstream.players(), method), request, calls.client.as_guest())


def session_of(calls: ClientCalls) -> str:
    """The session that a request was made with."""
    if not calls.client.token.startswith(SESSION_PREFIX):
        message = "This needs you to be signed in; API tokens are not for it."
        raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, message)
    return calls.client.token


class AccountController(Controller):
    """Operations on the account of who is signed in. Changes by cookie need the header `x-csrf-token`."""

    path = "/account"
    tags = ("account",)
    cache_control = NOT_KEPT

    @get("/", operation_id="getAccount")
    async def get_account(self, calls: Calls) -> Account:
        """The account."""
        answer = await ask_players(calls, "GetAccount", pb.GetAccountRequest(session=session_of(calls)))
        return account_of(answer.account)

    @delete("/", operation_id="deleteAccount", status_code=HTTP_200_OK)
    async def delete_account(self, calls: Calls, data: JSONBody[AccountDeletion]) -> Response[Deleted]:
        """Delete the account and its bots. Records of matches keep a pseudonym, and nobody gets the name again."""
        request = pb.DeleteAccountRequest(session=session_of(calls), password=data.password)
        answer = await ask_players(calls, "DeleteAccount", request)
        calls.upstream.player_tokens.forget(calls.client.token)
        return Response(Deleted(answer.pseudonym), cookies=[calls.cookies.without_session()])

    @put("/password", operation_id="changePassword", status_code=204)
    async def change_password(self, calls: Calls, data: JSONBody[PasswordChange]) -> None:
        """Change the password, and end all other sessions."""
        request = pb.ChangePasswordRequest(
            session=session_of(calls), old_password=data.old_password, new_password=data.new_password
        )
        await ask_players(calls, "ChangePassword", request)

    @get("/export", operation_id="exportAccount", media_type="application/json", responses=EXPORT)
    async def export(self, calls: Calls) -> Response[bytes]:
        """All that is kept about the person and their bots, as one JSON document."""
        request = pb.ExportDataRequest(session=session_of(calls))
        stream = calls.upstream.stream(calls.upstream.players().ExportData, request, calls.client.as_guest())
        document = b"".join([piece.json async for piece in stream])
        headers = {"content-disposition": 'attachment; filename="westmarch-account.json"'}
        return Response(document, media_type="application/json", headers=headers)

    @get("/sessions", operation_id="listSessions")
    async def sessions(self, calls: Calls) -> Sessions:
        """Where the person is signed in."""
        answer = await ask_players(calls, "ListSessions", pb.ListSessionsRequest(session=session_of(calls)))
        return Sessions(
            [
                Session(one.session_id, one.client, one.created_ms, one.last_used_ms, one.expires_ms, one.current)
                for one in answer.sessions
            ]
        )

    @delete("/sessions/{session_id:str}", operation_id="endSession", status_code=204)
    async def end_session(self, calls: Calls, session_id: Id) -> None:
        """End a session."""
        request = pb.EndSessionRequest(session=session_of(calls), session_id=session_id)
        await ask_players(calls, "EndSession", request)

    @get("/tokens", operation_id="listTokens")
    async def tokens(self, calls: Calls) -> ApiTokens:
        """The API tokens of the person and of their bots; not the secrets themselves."""
        answer = await ask_players(calls, "ListApiTokens", pb.ListApiTokensRequest(session=session_of(calls)))
        return ApiTokens([_api_token(one) for one in answer.tokens])

    @post("/tokens", operation_id="createToken", status_code=HTTP_201_CREATED)
    async def create_token(self, calls: Calls, data: JSONBody[WantedApiToken]) -> NewApiToken:
        """Make an API token. Its secret is shown once."""
        request = pb.CreateApiTokenRequest(
            session=session_of(calls),
            name=data.name,
            scopes=[pb.Scope.Value(f"SCOPE_{scope.upper()}") for scope in data.scopes],
            bot=data.bot,
        )
        answer = await ask_players(calls, "CreateApiToken", request)
        return NewApiToken(answer.secret, _api_token(answer.token))

    @delete("/tokens/{token_id:str}", operation_id="revokeToken", status_code=204)
    async def revoke_token(self, calls: Calls, token_id: Id) -> None:
        """Revoke an API token."""
        request = pb.RevokeApiTokenRequest(session=session_of(calls), token_id=token_id)
        await ask_players(calls, "RevokeApiToken", request)

    @post("/bots", operation_id="createBot", status_code=HTTP_201_CREATED)
    async def create_bot(self, calls: Calls, data: JSONBody[WantedBot]) -> Bot:
        """Make a bot account, which belongs to the person. API tokens with the scope `bot` act as it."""
        request = pb.CreateBotAccountRequest(session=session_of(calls), name=data.name)
        bot = (await ask_players(calls, "CreateBotAccount", request)).account
        return Bot(bot.name, bot.owner, bot.created_ms)

    @delete("/bots/{name:str}", operation_id="deleteBot", status_code=HTTP_200_OK)
    async def delete_bot(self, calls: Calls, name: BotName) -> Deleted:
        """Delete a bot account. Records of its matches keep a pseudonym."""
        request = pb.DeleteBotAccountRequest(session=session_of(calls), name=name)
        return Deleted((await ask_players(calls, "DeleteBotAccount", request)).pseudonym)


def _api_token(token: pb.ApiToken) -> ApiToken:
    return ApiToken(
        token.token_id,
        token.name,
        token.account,
        [cast(Scope, pb.Scope.Name(scope).removeprefix("SCOPE_").lower()) for scope in token.scopes],
        token.created_ms,
        token.last_used_ms if token.HasField("last_used_ms") else None,
    )
