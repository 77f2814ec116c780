"""How gRPC is tuned on both ends: for many small messages on connections that live long."""

import os

KEEPALIVE_MS = 30_000
WINDOW_BYTES = 1024 * 1024
"""What may be on its way to a reader. Fixed: gRPC's own estimate costs a ping for almost every message."""

TRANSPORT = [
    ("grpc.keepalive_time_ms", KEEPALIVE_MS),
    ("grpc.http2.min_ping_interval_without_data_ms", KEEPALIVE_MS // 2),
    ("grpc.http2.bdp_probe", 0),
    ("grpc.http2.lookahead_bytes", WINDOW_BYTES),
]


def read_where_we_wait() -> None:
    """Let the thread that waits for gRPC's completions read the sockets too; to be called before gRPC is used.

    By default a pool of threads reads them and wakes that one, which wakes ours: a third more work for a message."""
    os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_listener")
