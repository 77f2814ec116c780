"""Serves the gateway over HTTP with uvicorn, in a process that is watched and drained as all others are."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import uvicorn
from grpc_health.v1 import health as health_service
from grpc_health.v1 import health_pb2

from services.gateway.app import make_app
from services.gateway.clients import Allowances
from services.gateway.http_protocol import BoundedHttpProtocol
from services.gateway.middleware import Middleware
from services.gateway.play_streams import PlayStreams
from services.gateway.session_opener import SocketSessionOpener
from services.gateway.streams import Streams
from services.gateway.upstream import Upstream
from services.gateway.websocket import SocketProtocol
from services.process.settings import Settings
from services.rpc.serving import serving_probes
from services.rpc.tokens import Keyring

STARTED_SECONDS = 0.01


@dataclass
class Gateway:
    """A gateway that serves."""

    address: str
    """Where it answers, as host and port."""
    upstream: Upstream


class _Server(uvicorn.Server):
    """uvicorn, without signal handlers of its own: the process has them."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def serving_gateway(settings: Settings, stop: asyncio.Event | None = None) -> AsyncIterator[Gateway]:
    """A gateway that answers for as long as the block runs, and then drains."""
    upstream = Upstream(settings, Keyring(settings.auth.public_keys, settings.auth.signing_keys.get_secret_value()))
    play_streams, allowances = PlayStreams(upstream), Allowances(settings)
    streams = Streams(play_streams, allowances, settings)
    middleware = Middleware(make_app(upstream, streams), settings, allowances)  # type: ignore[arg-type]
    sockets = partial(SocketProtocol, SocketSessionOpener(middleware, play_streams, upstream, allowances), settings)
    health: Any = health_service.aio.HealthServicer()  # type: ignore[attr-defined]
    listener = _listen(settings)
    server = _Server(_config(middleware, sockets, settings))
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started and not running.done():
            await asyncio.sleep(STARTED_SECONDS)
        if running.done():
            running.result()
        port = listener.getsockname()[1]
        await health.set("", health_pb2.HealthCheckResponse.SERVING)
        async with serving_probes(settings, health):
            yield Gateway(settings.server.advertise or f"{settings.server.host}:{port}", upstream)
            await health.enter_graceful_shutdown()
    finally:
        streams.drain()
        server.should_exit = True
        await running
        await play_streams.close()
        await upstream.close()


def _listen(settings: Settings) -> socket.socket:
    """The socket of this process; several may share a port."""
    listener = socket.socket(socket.AF_INET6 if ":" in settings.server.host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.bind((settings.server.host, settings.server.port))
    return listener


def _config(app: Any, sockets: Any, settings: Settings) -> uvicorn.Config:
    tls = settings.tls
    return uvicorn.Config(
        app,
        http=BoundedHttpProtocol,
        ws=sockets,
        loop="uvloop",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=max(1, int(settings.server.drain_seconds)),
        ssl_certfile=tls.cert,
        ssl_keyfile=tls.key,
    )
