"""The calls that a request leads to, on behalf of whom it comes from: what handlers are given."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from litestar.di import NamedDependency

from services.gateway.clients import Client
from services.gateway.upstream import Upstream

if TYPE_CHECKING:
    from services.api.engine_pb2_grpc import EngineServiceAsyncStub


@dataclass(frozen=True, slots=True)
class ClientCalls:
    """Calls on behalf of one client."""

    upstream: Upstream
    client: Client

    async def make(self, method: Any, request: Any) -> Any:
        """The answer to a call."""
        return await self.upstream.call(method, request, self.client)

    def stream(self, method: Any, request: Any) -> AsyncGenerator[Any, None]:
        """The messages of a stream."""
        return self.upstream.stream(method, request, self.client)

    async def engine_of(self, match_id: str) -> "EngineServiceAsyncStub":
        """The engine pool that plays a match."""
        return await self.upstream.engine_of(match_id, self.client)


Calls: TypeAlias = NamedDependency[ClientCalls]
"""How a handler asks for them."""
