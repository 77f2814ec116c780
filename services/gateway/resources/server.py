"""The server itself: whether it serves, and what is said on its WebSocket."""

from typing import Any

import msgspec
from litestar import get

from services.gateway.socket_schema import socket_schema, socket_types


class Health(msgspec.Struct):
    """The state of this gateway."""

    status: str
    """`serving`."""


class SocketSchema(msgspec.Struct):
    """The messages of the WebSocket, which OpenAPI has no words for."""

    schema: dict[str, Any]
    """JSON Schema: the client's messages under `ClientMessage`, the server's under `ServerMessage`."""
    types: str
    """TypeScript of all messages."""


@get("/health", operation_id="getHealth", tags=["server"])
async def health() -> Health:
    """Whether this gateway serves."""
    return Health("serving")


@get("/schemas/socket", operation_id="getSocketSchema", tags=["server"])
async def get_socket_schema() -> SocketSchema:
    """The types of all messages of the WebSocket, and so of every update."""
    return SocketSchema(socket_schema(), socket_types())
