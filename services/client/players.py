"""Accounts: signing up and in, the player token that every service knows its holder by, and API tokens."""

from collections.abc import Sequence
from types import TracebackType
from typing import Any

import grpc

from services.api import players_pb2 as pb
from services.api.players_pb2_grpc import PlayersServiceStub
from services.client.channel import open_channel
from services.client.refusal import raising_refusals


class Players:
    """The players service, as an async context manager. What an account may do needs its session."""

    def __init__(self, address: str, *, credentials: grpc.ChannelCredentials | None = None) -> None:
        """`credentials` are for a server with TLS."""
        self._channel = open_channel(address, credentials)
        self._stub: Any = PlayersServiceStub(self._channel)

    async def __aenter__(self) -> "Players":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close(None)

    async def sign_up(self, name: str, password: str, client: str = "") -> pb.NewSession:
        """Make an account; `client` is what the session is called in the list of sessions."""
        request = pb.SignUpRequest(name=name, password=password, client=client)
        session: pb.NewSession = (await self._call("SignUp", request)).session
        return session

    async def sign_in(self, name: str, password: str, client: str = "") -> pb.NewSession:
        """Begin another session of an account."""
        request = pb.SignInRequest(name=name, password=password, client=client)
        session: pb.NewSession = (await self._call("SignIn", request)).session
        return session

    async def sign_out(self, session: str) -> None:
        """End a session."""
        await self._call("EndSession", pb.EndSessionRequest(session=session))

    async def player_token(self, secret: str) -> pb.ExchangeTokenResponse:
        """A player token for a session or an API token; it is good for some minutes."""
        answer: pb.ExchangeTokenResponse = await self._call("ExchangeToken", pb.ExchangeTokenRequest(secret=secret))
        return answer

    async def create_token(
        self, session: str, name: str, scopes: Sequence["pb.Scope.ValueType"], bot: str = ""
    ) -> pb.CreateApiTokenResponse:
        """A new API token, whose secret is never shown again; for a bot account, if one is named."""
        request = pb.CreateApiTokenRequest(session=session, name=name, scopes=scopes, bot=bot)
        answer: pb.CreateApiTokenResponse = await self._call("CreateApiToken", request)
        return answer

    async def tokens(self, session: str) -> list[pb.ApiToken]:
        """The API tokens of a person and of their bots."""
        return list((await self._call("ListApiTokens", pb.ListApiTokensRequest(session=session))).tokens)

    async def revoke_token(self, session: str, token_id: str) -> None:
        """Revoke an API token."""
        await self._call("RevokeApiToken", pb.RevokeApiTokenRequest(session=session, token_id=token_id))

    async def create_bot(self, session: str, name: str) -> pb.Account:
        """A bot account that belongs to the person."""
        request = pb.CreateBotAccountRequest(session=session, name=name)
        account: pb.Account = (await self._call("CreateBotAccount", request)).account
        return account

    async def export(self, session: str) -> bytes:
        """All that is kept about a person, as JSON."""
        with raising_refusals():
            stream = self._stub.ExportData(pb.ExportDataRequest(session=session))
            return b"".join([piece.json async for piece in stream])

    async def delete_account(self, session: str, password: str) -> str:
        """Delete an account. What records of its matches call the player from now on."""
        request = pb.DeleteAccountRequest(session=session, password=password)
        return str((await self._call("DeleteAccount", request)).pseudonym)

    async def ratings(self, player: str, game: str = "") -> list[pb.Rating]:
        """The ratings of a player, in one game or in all."""
        return list((await self._call("GetRatings", pb.GetRatingsRequest(player=player, game=game))).ratings)

    async def _call(self, method: str, request: Any) -> Any:
        with raising_refusals():
            return await getattr(self._stub, method)(request)
