"""Calls from one of our services to another: channels, and a service token that is renewed in time."""

import time
from typing import TYPE_CHECKING

import grpc

from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.process.logs import current_request
from services.process.refusals import Refused
from services.process.settings import Settings
from services.rpc.channels import open_channel
from services.rpc.tokens import Keyring

if TYPE_CHECKING:
    from services.api.archive_pb2_grpc import ArchiveServiceAsyncStub
    from services.api.engine_pb2_grpc import EngineServiceAsyncStub

TOKEN_SECONDS = 3600.0
ANY_GAME = "*"


class ServiceToken:
    """A service token, minted anew before it expires."""

    def __init__(self, name: str, keyring: Keyring) -> None:
        self._name = name
        self._keyring = keyring
        self._token = ""
        self._until = 0.0

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What a call carries to say who we are."""
        now = time.time()  # tokens expire by the time of day, also while the machine sleeps
        if now > self._until:
            self._token = self._keyring.mint("service", self._name, TOKEN_SECONDS)
            self._until = now + TOKEN_SECONDS / 2
        return (("authorization", f"Bearer {self._token}"),)


class ServiceClients:
    """The other services, as one of them sees them."""

    def __init__(self, name: str, settings: Settings, keyring: Keyring) -> None:
        self._settings = settings
        self._badge = ServiceToken(name, keyring)
        self._channels: dict[str, grpc.aio.Channel] = {}

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What a call carries to say who we are, and which request it is made for."""
        request = current_request()
        return (*self._badge.metadata(), *((("x-request-id", request),) if request else ()))

    def public_address(self, game: str) -> str:
        """Where clients play matches of a game."""
        return _find(self._settings.services.public_addresses(), game)

    def engine(self, game: str) -> "EngineServiceAsyncStub":
        """The engine pool of a game."""
        return EngineServiceStub(self._channel(engine_address(self._settings, game)))

    def archive(self) -> "ArchiveServiceAsyncStub":
        """The archive."""
        return ArchiveServiceStub(self._channel(self._settings.services.archive_address))

    async def close(self) -> None:
        """Hang up."""
        for channel in self._channels.values():
            await channel.close(None)

    def _channel(self, address: str) -> grpc.aio.Channel:
        if address not in self._channels:
            self._channels[address] = open_channel(address, self._settings)
        return self._channels[address]


def has_engine(settings: Settings, game: str) -> bool:
    """Whether the settings name an engine for the game."""
    addresses = settings.services.engine_addresses()
    return bool(addresses.get(game) or addresses.get(ANY_GAME))


def engine_address(settings: Settings, game: str) -> str:
    """Where matches of a game are played, by the settings."""
    return _find(settings.services.engine_addresses(), game)


def _find(addresses: dict[str, str], game: str) -> str:
    address = addresses.get(game) or addresses.get(ANY_GAME)
    if not address:
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_GAME, f"No engine serves {game!r}.", allowed=tuple(addresses))
    return address
