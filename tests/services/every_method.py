"""Every method of every service, to be called with an empty request: for what all of them must refuse."""

from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass

from services.api import (
    admin_pb2,
    archive_pb2,
    bots_pb2,
    engine_pb2,
    ladders_pb2,
    matchmaking_pb2,
    players_pb2,
    tournaments_pb2,
)
from services.api.errors_pb2 import ErrorReason
from services.archive.__main__ import setup as archive_setup
from services.bots.__main__ import setup as bots_setup
from services.engine.__main__ import setup as engine_setup
from services.ladders.__main__ import setup as ladders_setup
from services.matchmaking.__main__ import setup as matchmaking_setup
from services.players.__main__ import setup as players_setup
from services.process.refusals import detail_of
from services.process.settings import Settings
from services.tournaments.__main__ import setup as tournaments_setup
from tests.services.conftest import channel_to

SETUPS = {
    engine_pb2: engine_setup,
    admin_pb2: engine_setup,
    archive_pb2: archive_setup,
    bots_pb2: bots_setup,
    ladders_pb2: ladders_setup,
    matchmaking_pb2: matchmaking_setup,
    players_pb2: players_setup,
    tournaments_pb2: tournaments_setup,
}


@dataclass(frozen=True)
class Method:
    """A method of a service that runs."""

    channel: grpc.aio.Channel
    descriptor: MethodDescriptor

    @property
    def name(self) -> str:
        """Its name, without that of the service."""
        return self.descriptor.name

    def call(self, auth: Any) -> Awaitable[object]:
        """Call it with an empty request; what it answers first."""
        path = f"/{self.descriptor.containing_service.full_name}/{self.name}"
        request = GetMessageClass(self.descriptor.input_type)()
        serializer = type(request).SerializeToString
        if self.descriptor.client_streaming:
            return self.channel.stream_stream(path, serializer)(iter([request]), metadata=auth, timeout=20).read()
        if self.descriptor.server_streaming:
            return self.channel.unary_stream(path, serializer)(request, metadata=auth, timeout=20).read()
        return self.channel.unary_unary(path, serializer)(request, metadata=auth, timeout=20)


async def every_method(settings: Settings) -> AsyncIterator[Method]:
    """The methods of one service after the other, each of which runs meanwhile."""
    with_engine = settings.having(engines="*=127.0.0.1:1")
    for file, setup in SETUPS.items():
        async with channel_to(setup, with_engine) as channel:
            for service in file.DESCRIPTOR.services_by_name.values():
                for descriptor in service.methods:
                    yield Method(channel, descriptor)


async def refusal(call: Awaitable[object]) -> str:
    """The reason for which a call is refused."""
    with pytest.raises(grpc.RpcError) as caught:
        await call
    return ErrorReason.Name(detail_of(caught.value).reason).removeprefix("ERROR_REASON_")
