"""How a client reaches a server: in the open, or over TLS."""

from pathlib import Path

import grpc

from services.rpc.channels import TRANSPORT


def open_channel(address: str, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    """A channel; without credentials it is in the open."""
    if credentials is None:
        return grpc.aio.insecure_channel(address, TRANSPORT)
    return grpc.aio.secure_channel(address, credentials, TRANSPORT)


def trusting(authority: Path) -> grpc.ChannelCredentials:
    """TLS with a server whose certificate is of this authority."""
    return grpc.ssl_channel_credentials(authority.read_bytes())
