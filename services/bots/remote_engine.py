"""A bot worker's calls to the engine pools, on one channel for each address."""

import grpc

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.process.settings import Settings
from services.rpc.channels import channel_credentials, channel_options
from services.rpc.clients import engine_address


class RemoteEngines:
    """The engine pools of all games. Channels are opened when first used, so that it may be made before a fork."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._channels: dict[str, grpc.Channel] = {}

    def of(self, game: str, token: str) -> "RemoteEngine":
        """The engine pool of a game, for the turn that a token is for."""
        stub = EngineServiceStub(self._channel(engine_address(self._settings, game)))
        return RemoteEngine(stub, token, self._settings.limits.unary_seconds)

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
    """The engine pool of one game, called with a deadline and the token of a turn."""

    def __init__(self, stub: EngineServiceStub, token: str, timeout_seconds: float) -> None:
        self._stub = stub
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._timeout = timeout_seconds

    def deal_worlds(self, request: pb.DealWorldsRequest) -> pb.DealWorldsResponse:
        """Deal a world of what the seat sees."""
        return self._stub.DealWorlds(request, timeout=self._timeout, metadata=self._metadata)

    def choose(self, request: pb.ChooseRequest) -> pb.ChooseResponse:
        """Choose an option for the seat."""
        return self._stub.Choose(request, timeout=self._timeout, metadata=self._metadata)
