"""The calls that a request leads to, on behalf of whom it comes from: what handlers are given."""

from collections.abc import AsyncGenerator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from litestar.di import NamedDependency

from services.gateway.clients import Client
from services.gateway.cookies import Cookies
from services.gateway.upstream import Upstream
from services.rpc.tokens import Caller

if TYPE_CHECKING:
    from services.api.engine_pb2_grpc import EngineServiceAsyncStub


@dataclass(frozen=True, slots=True)
class ClientCalls:
    """Calls on behalf of one client."""

    upstream: Upstream
    client: Client
    held: ExitStack
    """What is let go when the request is over, whichever way it ends."""

    async def make(self, method: Any, request: Any) -> Any:
        """The answer to a call."""
        return await self.upstream.call(method, request, self.client)

    def stream(self, method: Any, request: Any) -> AsyncGenerator[Any, None]:
        """The messages of a stream."""
        return self.upstream.stream(method, request, self.client)

    @property
    def cookies(self) -> Cookies:
        """The cookies of this gateway."""
        return Cookies(secure=self.upstream.settings.gateway.secure_cookies)

    async def caller(self) -> Caller:
        """Whom services take the client for."""
        token = await self.upstream.token_of(self.client)
        return self.upstream.keyring.read(token) if token else Caller("guest", self.client.address)

    async def player(self) -> str:
        """The name of the player that the client has shown to be; empty where it has not."""
        caller = await self.caller()
        return caller.name if caller.kind == "player" else ""

    async def engine_of(self, match_id: str) -> "EngineServiceAsyncStub":
        """The engine pool that plays a match."""
        return await self.upstream.engine_of(match_id, self.client)


Calls: TypeAlias = NamedDependency[ClientCalls]
"""How a handler asks for them."""
