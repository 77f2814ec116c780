"""Channels between our services, and the options of gRPC on both ends: tuned for many small messages on connections
that live long.

A name that leads to several servers is resolved anew when a connection ends, as each does at a certain age, and calls
take turns among all of them: so they follow a pool that grows or shrinks."""

import json
import os

import grpc

from services.process.settings import Settings

KEEPALIVE_MS = 30_000
WINDOW_BYTES = 1024 * 1024
"""Bytes that may be on their way to a reader. Fixed: gRPC's own estimate costs a ping for almost every message."""

TRANSPORT = [
    ("grpc.keepalive_time_ms", KEEPALIVE_MS),
    ("grpc.http2.min_ping_interval_without_data_ms", KEEPALIVE_MS // 2),
    ("grpc.http2.bdp_probe", 0),
    ("grpc.http2.lookahead_bytes", WINDOW_BYTES),
]
"""Options of every channel and server."""

RECONNECT = [("grpc.initial_reconnect_backoff_ms", 100), ("grpc.max_reconnect_backoff_ms", 3_000)]
"""The pauses before a lost connection is tried again: a server that died is back soon, and by default gRPC waits for a
second after the first attempt and in the end for two minutes."""

ROUND_ROBIN = json.dumps({"loadBalancingConfig": [{"round_robin": {}}]})
"""Calls take turns among all addresses of a name. By default gRPC sends them all to the first that answers."""


def read_on_completion_thread() -> None:
    """Have the thread that waits for gRPC's completions read the sockets too; to be called before gRPC is used.

    By default a pool of threads reads them and wakes that one, which wakes ours: a third more work for a message."""
    os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_listener")


def channel_options(settings: Settings) -> list[tuple[str, int | str]]:
    """The options of channels to our other services."""
    return [
        *_message_limits(settings),
        *TRANSPORT,
        *RECONNECT,
        ("grpc.service_config", ROUND_ROBIN),
    ]


def server_options(settings: Settings) -> list[tuple[str, int]]:
    """The options of our servers. A connection that is too old takes no new calls; those on it go on for as long as a
    stream may last."""
    return [
        *_message_limits(settings),
        *TRANSPORT,
        ("grpc.so_reuseport", 1),
        ("grpc.max_connection_age_ms", _milliseconds(settings.server.connection_minutes * 60)),
        ("grpc.max_connection_age_grace_ms", _milliseconds(settings.limits.stream_hours * 3600)),
    ]


def _message_limits(settings: Settings) -> list[tuple[str, int]]:
    return [
        ("grpc.max_receive_message_length", settings.limits.max_message_bytes),
        ("grpc.max_send_message_length", settings.limits.max_message_bytes),
    ]


def _milliseconds(seconds: float) -> int:
    """Seconds as an option of gRPC, which has 31 bits; the largest number means for ever."""
    return min(max(1, int(seconds * 1000)), 2**31 - 1)


def open_channel(address: str, settings: Settings) -> grpc.aio.Channel:
    """A channel to another service, with TLS if configured."""
    return _open_channel(address, settings, channel_options(settings))


def open_own_channel(address: str, settings: Settings) -> grpc.aio.Channel:
    """A channel that shares its connection with no other, so that several lead to several servers of a pool."""
    return _open_channel(address, settings, [*channel_options(settings), ("grpc.use_local_subchannel_pool", 1)])


def _open_channel(address: str, settings: Settings, options: list[tuple[str, int | str]]) -> grpc.aio.Channel:
    credentials = channel_credentials(settings)
    if credentials is None:
        return grpc.aio.insecure_channel(address, options)
    return grpc.aio.secure_channel(address, credentials, options)


def channel_credentials(settings: Settings) -> grpc.ChannelCredentials | None:
    """TLS towards other services if configured, with a certificate of our own where there is one."""
    if settings.tls.ca is None:
        return None
    key = settings.tls.client_key.read_bytes() if settings.tls.client_key else None
    chain = settings.tls.client_cert.read_bytes() if settings.tls.client_cert else None
    return grpc.ssl_channel_credentials(settings.tls.ca.read_bytes(), key, chain)
