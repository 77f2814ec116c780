"""The services behind the gateway: one channel to each, and calls on behalf of a client."""

from collections import OrderedDict
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any

import grpc

from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2_grpc import BotsServiceStub
from services.api.engine_pb2 import GetMatchRequest
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.api.matchmaking_pb2_grpc import MatchmakingServiceStub
from services.gateway.clients import Client
from services.gateway.problems import refusal_of_call
from services.process.refusals import Refused
from services.process.settings import Settings
from services.rpc.addresses import FORWARDED, GATEWAY
from services.rpc.channels import open_channel
from services.rpc.clients import MintedToken, engine_address
from services.rpc.tokens import Keyring

if TYPE_CHECKING:
    from services.api.archive_pb2_grpc import ArchiveServiceAsyncStub
    from services.api.bots_pb2_grpc import BotsServiceAsyncStub
    from services.api.engine_pb2_grpc import EngineServiceAsyncStub
    from services.api.matchmaking_pb2_grpc import MatchmakingServiceAsyncStub

MOST_REMEMBERED = 100_000
"""Matches of which it is remembered what game they are of."""
Metadata = tuple[tuple[str, str], ...]


class Upstream:
    """All other services, as one gateway process calls them."""

    def __init__(self, settings: Settings, keyring: Keyring) -> None:
        self.settings = settings
        self.keyring = keyring
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
        addresses = dict.fromkeys(self.settings.services.engine_addresses().values())
        return [EngineServiceStub(self._channel(address)) for address in addresses]

    def matchmaking(self) -> "MatchmakingServiceAsyncStub":
        """Matchmaking."""
        return MatchmakingServiceStub(self._channel(self.settings.services.matchmaking_address))

    def bots(self) -> "BotsServiceAsyncStub":
        """The bots service."""
        return BotsServiceStub(self._channel(self.settings.services.bots_address))

    def archive(self) -> "ArchiveServiceAsyncStub":
        """The archive."""
        return ArchiveServiceStub(self._channel(self.settings.services.archive_address))

    # -- calls

    async def call(self, method: Any, request: Any, client: Client) -> Any:
        """The answer to a call on behalf of a client; what is refused there is refused here for the same reason."""
        timeout = self.settings.limits.unary_seconds
        try:
            return await method(request, metadata=self.metadata(client), timeout=timeout)
        except grpc.RpcError as error:
            raise refusal_of_call(error) from error

    async def stream(self, method: Any, request: Any, client: Client) -> AsyncGenerator[Any, None]:
        """The messages of a stream on behalf of a client."""
        call = method(request, metadata=self.metadata(client))
        try:
            async for message in call:
                yield message
        except grpc.RpcError as error:
            raise refusal_of_call(error) from error
        finally:
            call.cancel()

    def metadata(self, client: Client) -> Metadata:
        """Who calls, from where, and for which request."""
        token = (("authorization", f"Bearer {client.token}"),) if client.token else ()
        return (
            *token,
            (GATEWAY, self._own_token.text()),
            (FORWARDED, client.address),
            ("x-request-id", client.request_id),
        )

    def own_metadata(self) -> Metadata:
        """That the gateway itself calls, as for the streams that all its clients share."""
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
            game = self._games[match_id] = str(answer.match.game)
            if len(self._games) > MOST_REMEMBERED:
                self._games.popitem(last=False)
            return game
        raise unknown or Refused(ErrorReason.ERROR_REASON_UNKNOWN_MATCH, f"No match {match_id!r} is in play here.")

    async def close(self) -> None:
        """Close all channels."""
        for channel in self._channels.values():
            await channel.close(None)

    def _channel(self, address: str) -> grpc.aio.Channel:
        if not address:
            raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "This server lacks the service that this needs.")
        if address not in self._channels:
            self._channels[address] = open_channel(address, self.settings)
        return self._channels[address]
