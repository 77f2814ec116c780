"""The channel from a client to a server, plain or over TLS, and the pauses between attempts to connect again."""

from pathlib import Path

import grpc

from services.rpc.channels import RECONNECT, TRANSPORT

FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 3.0


def open_channel(address: str, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    """A channel to a server; without credentials it is not encrypted."""
    options = [*TRANSPORT, *RECONNECT]
    if credentials is None:
        return grpc.aio.insecure_channel(address, options)
    return grpc.aio.secure_channel(address, credentials, options)


def tls_credentials(authority: Path) -> grpc.ChannelCredentials:
    """Credentials for a server with TLS whose certificate was signed by this authority."""
    return grpc.ssl_channel_credentials(authority.read_bytes())


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata that carries a token; none without one."""
    return (("authorization", f"Bearer {token}"),) if token else ()
