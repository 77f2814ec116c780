"""Clients of our other services, which call with a service token."""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

import grpc

from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2_grpc import BotsServiceStub
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.api.players_pb2_grpc import PlayersServiceStub
from services.process.logs import current_request
from services.process.refusals import Refused
from services.process.settings import Settings
from services.rpc.channels import open_channel
from services.rpc.tokens import Keyring

if TYPE_CHECKING:
    from services.api.archive_pb2_grpc import ArchiveServiceAsyncStub
    from services.api.bots_pb2_grpc import BotsServiceAsyncStub
    from services.api.engine_pb2_grpc import EngineServiceAsyncStub
    from services.api.players_pb2_grpc import PlayersServiceAsyncStub

TOKEN_SECONDS = 3600.0


class MintedToken:
    """The token of one of our processes, minted anew before it expires."""

    def __init__(self, kind: str, name: str, keyring: Keyring) -> None:
        self._kind = kind
        self._name = name
        self._keyring = keyring
        self._token = ""
        self._renew_at = 0.0

    def text(self) -> str:
        """A token that is good for half of its life at least."""
        now = time.time()  # tokens expire by the time of day, also while the machine sleeps
        if now > self._renew_at:
            self._token = self._keyring.mint(self._kind, self._name, TOKEN_SECONDS)
            self._renew_at = now + TOKEN_SECONDS / 2
        return self._token


class ServiceClients:
    """Clients of all other services, for one of them; one channel for each address."""

    def __init__(self, name: str, settings: Settings, keyring: Keyring) -> None:
        self._settings = settings
        self._service_token = MintedToken("service", name, keyring)
        self._channels: dict[str, grpc.aio.Channel] = {}

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """The metadata of a call that says who is calling, and for which request."""
        request = current_request()
        token = ("authorization", f"Bearer {self._service_token.text()}")
        return (token, *((("x-request-id", request),) if request else ()))

    def public_address(self, game: str) -> str:
        """Where clients reach the engine pool of a game."""
        services = self._settings.services
        return services.public_engine_address(game) or _refuse(game, services.public_engine_addresses())

    def engine(self, game: str) -> "EngineServiceAsyncStub":
        """The engine pool of a game."""
        return EngineServiceStub(self._channel(engine_address(self._settings, game)))

    def archive(self) -> "ArchiveServiceAsyncStub":
        """The archive."""
        return ArchiveServiceStub(self._channel(self._settings.services.archive_address))

    def bots(self) -> "BotsServiceAsyncStub":
        """The bots."""
        return BotsServiceStub(self._channel(self._settings.services.bots_address))

    def players(self) -> "PlayersServiceAsyncStub":
        """The players."""
        return PlayersServiceStub(self._channel(self._settings.services.players_address))

    async def close(self) -> None:
        """Close all channels."""
        for channel in self._channels.values():
            await channel.close(None)

    def _channel(self, address: str) -> grpc.aio.Channel:
        if address not in self._channels:
            self._channels[address] = open_channel(address, self._settings)
        return self._channels[address]


def engine_address(settings: Settings, game: str) -> str:
    """Where our services reach the engine pool of a game; refused where the settings name none."""
    return settings.services.engine_address(game) or _refuse(game, settings.services.engine_addresses())


def _refuse(game: str, games: Iterable[str]) -> NoReturn:
    raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_GAME, f"No engine serves {game!r}.", allowed=tuple(games))
