"""PlayersService over gRPC: decode, call a plain function, encode."""

import asyncio
from collections.abc import AsyncIterator

from google.protobuf.message import Message

from services.api import players_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.players_pb2_grpc import PlayersServiceServicer
from services.players.accounts import Accounts, OpenSession
from services.players.database import AccountRow, Database, SessionRow, TokenRow
from services.players.export import export
from services.players.played_matches import PlayedMatches
from services.players.providers import Providers
from services.players.rating_table import ChangeRow, RatingRow, RatingTable
from services.process.clock import now_ms
from services.process.refusals import Refused, invalid, too_much
from services.process.settings import Settings
from services.rpc.admission import caller_address
from services.rpc.limits import RateLimit
from services.rpc.streams import Context
from services.rpc.tokens import Keyring

SCOPES = {"play": pb.SCOPE_PLAY, "bot": pb.SCOPE_BOT, "host": pb.SCOPE_HOST}
SCOPE_WORDS = {number: word for word, number in SCOPES.items()}
DEFAULT_PAGE, LARGEST_PAGE = 50, 500
BEGUN_PER_SECOND, MOST_BEGUN = 0.5, 50
"""Sign-ins at providers that one address may begin, and at once: each is kept for minutes."""
EXPORT_PIECE = 256 * 1024
"""Bytes of an export in one message."""


class PlayersServicer(PlayersServiceServicer):
    """PlayersService on one database."""

    def __init__(
        self,
        accounts: Accounts,
        database: Database,
        providers: Providers,
        played: PlayedMatches,
        keyring: Keyring,
        settings: Settings,
    ) -> None:
        self._accounts = accounts
        self._database = database
        self._ratings = RatingTable(database.engine)
        self._providers = providers
        self._begun = RateLimit(BEGUN_PER_SECOND, MOST_BEGUN)
        self._played = played
        self._keyring = keyring
        self._token_seconds = settings.players.player_token_minutes * 60

    # -- signing up and in

    async def SignUp(self, request: pb.SignUpRequest, context: Context) -> pb.SignUpResponse:
        _check_texts(request)
        account = await self._accounts.sign_up(request.name, request.password, caller_address())
        return pb.SignUpResponse(session=await self._new_session(account, request.client))

    async def SignIn(self, request: pb.SignInRequest, context: Context) -> pb.SignInResponse:
        _check_texts(request)
        account = await self._accounts.sign_in(request.name, request.password, caller_address())
        return pb.SignInResponse(session=await self._new_session(account, request.client))

    async def ListProviders(self, request: pb.ListProvidersRequest, context: Context) -> pb.ListProvidersResponse:
        return pb.ListProvidersResponse(providers=self._providers.names())

    async def BeginProviderSignIn(
        self, request: pb.BeginProviderSignInRequest, context: Context
    ) -> pb.BeginProviderSignInResponse:
        _check_texts(request)
        if wait := self._begun.take(caller_address()):
            raise too_much("Too many sign-ins were begun; complete one, or wait.", wait)
        if request.name:
            await self._accounts.check_free(request.name)
        url, state = await self._providers.begin(request.provider, request.name)
        return pb.BeginProviderSignInResponse(authorization_url=url, state=state)

    async def CompleteProviderSignIn(
        self, request: pb.CompleteProviderSignInRequest, context: Context
    ) -> pb.CompleteProviderSignInResponse:
        _check_texts(request)
        proven = await self._providers.complete(request.state, request.code)
        account, is_new = await self._accounts.sign_in_as(
            proven.identity, proven.wanted_name, proven.given_name, caller_address()
        )
        session = await self._new_session(account, request.client)
        return pb.CompleteProviderSignInResponse(session=session, signed_up=is_new)

    async def ExchangeToken(self, request: pb.ExchangeTokenRequest, context: Context) -> pb.ExchangeTokenResponse:
        acting = await self._accounts.exchange(request.secret)
        name = acting.account.name
        expires_ms = now_ms() + int(self._token_seconds * 1000)
        token = self._keyring.mint("player", name, self._token_seconds, scopes=acting.scopes)
        return pb.ExchangeTokenResponse(player_token=token, player=name, expires_ms=expires_ms)

    # -- one's account

    async def GetAccount(self, request: pb.GetAccountRequest, context: Context) -> pb.GetAccountResponse:
        opened = await self._accounts.identify(request.session)
        return pb.GetAccountResponse(account=await self._account(opened.account))

    async def ChangePassword(self, request: pb.ChangePasswordRequest, context: Context) -> pb.ChangePasswordResponse:
        opened = await self._accounts.identify(request.session)
        await self._accounts.change_password(opened, request.old_password, request.new_password, caller_address())
        return pb.ChangePasswordResponse()

    async def ListSessions(self, request: pb.ListSessionsRequest, context: Context) -> pb.ListSessionsResponse:
        opened = await self._accounts.identify(request.session)
        rows = await self._accounts.sessions(opened)
        return pb.ListSessionsResponse(sessions=[_session(row, opened) for row in rows])

    async def EndSession(self, request: pb.EndSessionRequest, context: Context) -> pb.EndSessionResponse:
        _check_texts(request)
        opened = await self._accounts.identify(request.session)
        await self._accounts.end_session(opened, request.session_id)
        return pb.EndSessionResponse()

    async def CreateApiToken(self, request: pb.CreateApiTokenRequest, context: Context) -> pb.CreateApiTokenResponse:
        opened = await self._accounts.identify(request.session)
        scopes = [SCOPE_WORDS.get(scope, "") for scope in request.scopes]
        secret, token, acting = await self._accounts.create_token(opened, request.name, scopes, request.bot)
        return pb.CreateApiTokenResponse(secret=secret, token=_api_token(token, acting.name))

    async def ListApiTokens(self, request: pb.ListApiTokensRequest, context: Context) -> pb.ListApiTokensResponse:
        opened = await self._accounts.identify(request.session)
        tokens = await self._accounts.tokens(opened)
        return pb.ListApiTokensResponse(tokens=[_api_token(token, name) for token, name in tokens])

    async def RevokeApiToken(self, request: pb.RevokeApiTokenRequest, context: Context) -> pb.RevokeApiTokenResponse:
        _check_texts(request)
        opened = await self._accounts.identify(request.session)
        await self._accounts.revoke_token(opened, request.token_id)
        return pb.RevokeApiTokenResponse()

    async def CreateBotAccount(
        self, request: pb.CreateBotAccountRequest, context: Context
    ) -> pb.CreateBotAccountResponse:
        opened = await self._accounts.identify(request.session)
        bot = await self._accounts.create_bot(opened, request.name, caller_address())
        return pb.CreateBotAccountResponse(account=await self._account(bot))

    async def DeleteBotAccount(
        self, request: pb.DeleteBotAccountRequest, context: Context
    ) -> pb.DeleteBotAccountResponse:
        opened = await self._accounts.identify(request.session)
        return pb.DeleteBotAccountResponse(pseudonym=await self._accounts.delete_bot(opened, request.name))

    async def ExportData(self, request: pb.ExportDataRequest, context: Context) -> AsyncIterator[pb.ExportDataResponse]:
        opened = await self._accounts.identify(request.session)
        owned = await self._accounts.owned(opened)
        matches = {account.name: await self._played.of_player(account.name) for account in owned}
        document = await asyncio.to_thread(export, self._database, self._ratings, owned, matches, now_ms())
        for start in range(0, len(document), EXPORT_PIECE):
            yield pb.ExportDataResponse(json=document[start : start + EXPORT_PIECE])

    async def DeleteAccount(self, request: pb.DeleteAccountRequest, context: Context) -> pb.DeleteAccountResponse:
        opened = await self._accounts.identify(request.session)
        pseudonym = await self._accounts.delete(opened, request.password, caller_address())
        return pb.DeleteAccountResponse(pseudonym=pseudonym)

    # -- ratings

    async def GetRatings(self, request: pb.GetRatingsRequest, context: Context) -> pb.GetRatingsResponse:
        account = await self._player(request)
        rows = await asyncio.to_thread(self._ratings.of_account, account.account_id, request.game)
        return pb.GetRatingsResponse(ratings=[_rating(row) for row in rows])

    async def ListRatingHistory(
        self, request: pb.ListRatingHistoryRequest, context: Context
    ) -> pb.ListRatingHistoryResponse:
        account = await self._player(request)
        size = request.page_size or DEFAULT_PAGE
        if not 1 <= size <= LARGEST_PAGE:
            raise invalid(f"A page has between 1 and {LARGEST_PAGE} changes.")
        before = _place(request.page_token)
        history = self._ratings.history
        rows = await asyncio.to_thread(history, account.account_id, request.game, size + 1, before)
        token = str(rows[size - 1].number) if len(rows) > size else ""
        return pb.ListRatingHistoryResponse(changes=[_change(row) for row in rows[:size]], next_page_token=token)

    async def _player(self, request: pb.GetRatingsRequest | pb.ListRatingHistoryRequest) -> AccountRow:
        """The account of the player that a request names."""
        _check_texts(request)
        account = await asyncio.to_thread(self._database.account_of_name, request.player)
        if account is None:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_PLAYER, f"No player is called {request.player!r}.")
        return account

    async def _new_session(self, account: AccountRow, client: str) -> pb.NewSession:
        secret, session = await self._accounts.open_session(account, client)
        return pb.NewSession(session=secret, account=await self._account(account), expires_ms=session.expires_ms)

    async def _account(self, account: AccountRow) -> pb.Account:
        owner = None
        if account.owner_id is not None:
            owner = await asyncio.to_thread(self._database.account, account.owner_id)
        bots = await asyncio.to_thread(self._database.bots_of, account.account_id)
        identities = await asyncio.to_thread(self._database.identities_of, account.account_id)
        return pb.Account(
            name=account.name,
            created_ms=account.created_ms,
            is_bot=account.is_bot,
            owner="" if owner is None else owner.name,
            bots=[bot.name for bot in bots],
            has_password=account.password_hash is not None,
            providers=[identity["provider"] for identity in identities],
        )


def _check_texts(request: Message) -> None:
    """Refuse texts that some databases do not take."""
    for field, value in request.ListFields():
        if isinstance(value, str) and "\0" in value:
            raise invalid(f"The {field.name} of a request has no NUL characters.")


def _place(page_token: str) -> int | None:
    """The match before which a page of the history begins; None for the first page."""
    if not page_token:
        return None
    if not (page_token.isascii() and page_token.isdigit() and len(page_token) <= 18):
        raise invalid("The page token is not one of ours.")
    return int(page_token)


def _session(row: SessionRow, opened: OpenSession) -> pb.SessionInfo:
    return pb.SessionInfo(
        session_id=row.session_id,
        created_ms=row.created_ms,
        last_used_ms=row.last_used_ms,
        expires_ms=row.expires_ms,
        client=row.client,
        current=row.session_id == opened.session.session_id,
    )


def _api_token(row: TokenRow, account: str) -> pb.ApiToken:
    return pb.ApiToken(
        token_id=row.token_id,
        name=row.name,
        account=account,
        scopes=[SCOPES[scope] for scope in row.scopes.split()],
        created_ms=row.created_ms,
        last_used_ms=row.last_used_ms,
    )


def _rating(row: RatingRow) -> pb.Rating:
    return pb.Rating(
        game=row.game,
        role=row.role,
        rating=row.skill.rating,
        deviation=row.skill.deviation,
        matches=row.matches,
    )


def _change(row: ChangeRow) -> pb.RatingChange:
    return pb.RatingChange(
        match_id=row.match_id,
        game=row.game,
        role=row.role,
        rating=row.skill.rating,
        deviation=row.skill.deviation,
        change=row.change,
        finished_ms=row.finished_ms,
    )
