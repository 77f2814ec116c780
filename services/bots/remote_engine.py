"""A bot worker's calls to the engine pools, on one channel for each address."""

from functools import cached_property

import grpc

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.process.settings import Settings
from services.rpc.channels import channel_credentials, channel_options
from services.rpc.clients import ServiceToken, engine_address
from services.rpc.tokens import Keyring


class RemoteEngines:
    """The engine pools of all games. Channels are opened when first used, so that it may be made before a fork."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._channels: dict[str, grpc.Channel] = {}

    def of(self, game: str) -> "RemoteEngine":
        """The engine pool of a game."""
        stub = EngineServiceStub(self._channel(engine_address(self._settings, game)))
        return RemoteEngine(stub, self._token, self._settings.limits.unary_seconds)

    @cached_property
    def _token(self) -> ServiceToken:
        return ServiceToken("bots", Keyring(self._settings.auth.auth_keys.get_secret_value()))

    def _channel(self, address: str) -> grpc.Channel:
        if address not in self._channels:
            self._channels[address] = self._open(address)
        return self._channels[address]

    def _open(self, address: str) -> grpc.Channel:
        options = channel_options(self._settings)
        credentials = channel_credentials(self._settings)
        if credentials is None:
            return grpc.insecure_channel(address, options)
        return grpc.secure_channel(address, credentials, options)


class RemoteEngine:
    """The engine pool of one game, called with a deadline and a service token."""

    def __init__(self, stub: EngineServiceStub, token: ServiceToken, timeout_seconds: float) -> None:
        self._stub = stub
        self._token = token
        self._timeout = timeout_seconds

    def deal_worlds(self, request: pb.DealWorldsRequest) -> pb.DealWorldsResponse:
        """Deal a world of what the seat sees."""
        return self._stub.DealWorlds(request, timeout=self._timeout, metadata=self._token.metadata())

    def choose(self, request: pb.ChooseRequest) -> pb.ChooseResponse:
        """Choose an option for the seat."""
        return self._stub.Choose(request, timeout=self._timeout, metadata=self._token.metadata())
