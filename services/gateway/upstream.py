"""The services behind the gateway: one channel to each, and calls on behalf of a client."""

from collections import OrderedDict
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any

import grpc

from services.api.admin_pb2_grpc import AdminServiceStub
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2_grpc import BotsServiceStub
from services.api.engine_pb2 import GetMatchRequest
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.api.ladders_pb2_grpc import LaddersServiceStub
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.api.players_pb2 import ExchangeTokenRequest, ExchangeTokenResponse
from services.api.players_pb2_grpc import PlayersServiceStub
from services.api.tournaments_pb2_grpc import TournamentServiceStub
from services.gateway.clients import Client
from services.gateway.player_tokens import PlayerTokens
from services.gateway.problems import refusal_of_call
from services.process.refusals import Refused
from services.process.settings import Settings
from services.rpc.addresses import FORWARDED, GATEWAY
from services.rpc.channels import open_channel
from services.rpc.clients import MintedToken, engine_address
from services.rpc.tokens import Keyring

if TYPE_CHECKING:
    from services.api.admin_pb2_grpc import AdminServiceAsyncStub
    from services.api.archive_pb2_grpc import ArchiveServiceAsyncStub
    from services.api.bots_pb2_grpc import BotsServiceAsyncStub
    from services.api.engine_pb2_grpc import EngineServiceAsyncStub
    from services.api.ladders_pb2_grpc import LaddersServiceAsyncStub
    from services.api.matchmaking_pb2_grpc import MatchmakingServiceAsyncStub
    from services.api.players_pb2_grpc import PlayersServiceAsyncStub
    from services.api.tournaments_pb2_grpc import TournamentServiceAsyncStub

MOST_REMEMBERED = 100_000
"""Matches of which it is remembered what game they are of."""
Metadata = tuple[tuple[str, str], ...]


class Upstream:
    """All other services, as one gateway process calls them."""

    def __init__(self, settings: Settings, keyring: Keyring) -> None:
        self.settings = settings
        self.keyring = keyring
        self.player_tokens = PlayerTokens(self._exchange)
        self._own_token = MintedToken("gateway", "gateway", keyring)
        self._channels: dict[str, grpc.aio.Channel] = {}
        self._games: OrderedDict[str, str] = OrderedDict()
        """By match: its game."""

    # -- stubs

    def engine(self, game: str) -> "EngineServiceAsyncStub":
        """The engine pool of a game."""
        return EngineServiceStub(self._channel(engine_address(self.settings, game)))

    def engines(self) -> "list[EngineServiceAsyncStub]":
        """Every engine pool once."""
        return [EngineServiceStub(self._channel(address)) for address in self._engine_addresses()]

    def operations(self, game: str) -> "AdminServiceAsyncStub":
        """What operators may ask of the engine pool of a game."""
        return AdminServiceStub(self._channel(engine_address(self.settings, game)))

    def all_operations(self) -> "list[AdminServiceAsyncStub]":
        """What operators may ask, of every engine pool once."""
        return list(self.operations_by_address().values())

    def operations_by_address(self) -> "dict[str, AdminServiceAsyncStub]":
        """What operators may ask of every engine pool, by its address."""
        return {address: AdminServiceStub(self._channel(address)) for address in self._engine_addresses()}

    def matchmaking(self) -> "MatchmakingServiceAsyncStub":
        """Matchmaking."""
        return MatchmakingServiceStub(self._channel(self.settings.services.matchmaking_address))

    def bots(self) -> "BotsServiceAsyncStub":
        """The bots service."""
        return BotsServiceStub(self._channel(self.settings.services.bots_address))

    def archive(self) -> "ArchiveServiceAsyncStub":
        """The archive."""
        return ArchiveServiceStub(self._channel(self.settings.services.archive_address))

    def players(self) -> "PlayersServiceAsyncStub":
        """The players service."""
        return PlayersServiceStub(self._channel(self.settings.services.players_address))

    def tournaments(self) -> "TournamentServiceAsyncStub":
        """The tournaments service."""
        return TournamentServiceStub(self._channel(self.settings.services.tournaments_address))

    def ladders(self) -> "LaddersServiceAsyncStub":
        """The ladders service."""
        return LaddersServiceStub(self._channel(self.settings.services.ladders_address))

    # -- calls

    async def call(self, method: Any, request: Any, client: Client) -> Any:
        """The answer to a call on behalf of a client; what is refused there is refused here for the same reason."""
        timeout, metadata = self.settings.limits.unary_seconds, await self.metadata(client)
        try:
            return await method(request, metadata=metadata, timeout=timeout)
        except grpc.RpcError as error:
            raise refusal_of_call(error) from error

    async def stream(self, method: Any, request: Any, client: Client) -> AsyncGenerator[Any, None]:
        """The messages of a stream on behalf of a client."""
        call = method(request, metadata=await self.metadata(client))
        try:
            async for message in call:
                yield message
        except grpc.RpcError as error:
            raise refusal_of_call(error) from error
        finally:
            call.cancel()

    async def token_of(self, client: Client) -> str:
        """The token by which services know a client: the one it brought, or the one its secret is exchanged for."""
        return (await self.player_tokens.of(client)).text if client.has_secret else client.token

    async def _exchange(self, client: Client) -> ExchangeTokenResponse:
        """The player token of a client's secret."""
        request = ExchangeTokenRequest(secret=client.token)
        answer: ExchangeTokenResponse = await self.call(self.players().ExchangeToken, request, client.as_guest())
        return answer

    async def metadata(self, client: Client) -> Metadata:
        """Who calls, from where, and for which request."""
        token = await self.token_of(client)
        return (
            *((("authorization", f"Bearer {token}"),) if token else ()),
            (GATEWAY, self._own_token.text()),
            (FORWARDED, client.address),
            ("x-request-id", client.request_id),
        )

    def own_metadata(self) -> Metadata:
        """Metadata of the gateway's own calls, as for the streams that all its clients share."""
        return (("authorization", f"Bearer {self._own_token.text()}"),)

    async def engine_of(self, match_id: str, client: Client) -> "EngineServiceAsyncStub":
        """The engine pool that plays a match."""
        return self.engine(await self.game_of(match_id, client))

    async def game_of(self, match_id: str, client: Client) -> str:
        """The game of a match; any pool on the same store knows it."""
        game = self._games.get(match_id)
        if game is not None:
            self._games.move_to_end(match_id)
            return game
        unknown: Refused | None = None
        for stub in self.engines():
            try:
                answer = await self.call(stub.GetMatch, GetMatchRequest(match_id=match_id), client)
            except Refused as error:
                if error.reason != ErrorReason.ERROR_REASON_UNKNOWN_MATCH:
                    raise
                unknown = error
                continue
            self.note_game(match_id, answer.match.game)
            return str(answer.match.game)
        raise unknown or Refused(ErrorReason.ERROR_REASON_UNKNOWN_MATCH, f"No match {match_id!r} is in play here.")

    def note_game(self, match_id: str, game: str) -> None:
        """Remember the game of a match."""
        self._games[match_id] = game
        if len(self._games) > MOST_REMEMBERED:
            self._games.popitem(last=False)

    async def close(self) -> None:
        """Close all channels."""
        for channel in self._channels.values():
            await channel.close(None)

    def _engine_addresses(self) -> list[str]:
        return list(dict.fromkeys(self.settings.services.engine_addresses().values()))

    def _channel(self, address: str) -> grpc.aio.Channel:
        if not address:
            raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "This server lacks the service that this needs.")
        if address not in self._channels:
            self._channels[address] = open_channel(address, self.settings)
        return self._channels[address]
