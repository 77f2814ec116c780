"""Runs a gRPC service process: health, reflection, metrics and TLS, and a drain on SIGTERM."""

import asyncio
import contextlib
import gc
import json
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import grpc
import prometheus_client
from google.protobuf import descriptor_pool
from grpc_health.v1 import health as health_service
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from services.process.garbage import GC_THRESHOLD
from services.process.logs import configure, logger
from services.process.ports import free_port
from services.process.settings import Settings
from services.process.variables import warn_of_misspelt_variables
from services.rpc.channels import read_on_completion_thread, server_options
from services.rpc.event_loop import ServiceLoop
from services.rpc.failures import count_from_zero
from services.rpc.gate import Gate
from services.rpc.signing_keys import check_keys_of_service
from services.rpc.tokens import Keyring
from services.store.connection import Store, connect, wait_until_ready

STORE_WAIT_SECONDS = 60.0
"""How long a process waits at its start for the store to answer."""


@dataclass
class Process:
    """What a service needs to set itself up."""

    settings: Settings
    store: Store
    keyring: Keyring
    server: grpc.aio.Server
    address: str
    """Where clients reach this process, or its pool."""
    stop: asyncio.Event
    """Set when the process is to drain and end."""
    further_services: list[str] = field(default_factory=list)
    """Full names of gRPC services that it has beside its own."""


Setup: TypeAlias = Callable[[Process], AbstractAsyncContextManager[str]]
"""Adds its servicer to the process's server and yields the full name of its gRPC service."""


class Serving(Protocol):
    """What serves for as long as a block runs."""

    address: str
    """Where clients reach it."""


Serve: TypeAlias = Callable[[Settings, asyncio.Event], AbstractAsyncContextManager[Serving]]
"""Serves while a block runs, and then drains; the event is set by whoever wants the process to end."""


def run(name: str, setup: Setup, large_methods: frozenset[str] = frozenset()) -> None:
    """Serve gRPC until SIGTERM or SIGINT."""
    run_process(name, lambda settings, stop: serving(setup, settings, large_methods, stop))


def run_process(name: str, serve: Serve) -> None:
    """Serve until SIGTERM or SIGINT. An error that keeps the process from it is logged, and the exit code is 1."""
    configure(name)
    try:
        settings = Settings()
        configure(name, settings.log_level)
        warn_of_misspelt_variables()
        check_keys_of_service(name, settings.auth.signing_keys.get_secret_value())
        settings.import_plugins()
        read_on_completion_thread()
        gc.set_threshold(*GC_THRESHOLD)
        with asyncio.Runner(loop_factory=ServiceLoop) as runner:
            runner.run(_serve_until_stopped(name, serve, settings))
    except Exception as error:
        logger().critical("cannot serve", error=str(error), exc_info=error)
        sys.exit(1)


async def _serve_until_stopped(name: str, serve: Serve, settings: Settings) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with serve(settings, stop) as process:
        metrics_port = _serve_metrics(settings)
        logger().info("serving", address=process.address, metrics=metrics_port)
        if settings.server.ready_file is not None:
            ready = {"address": process.address, "metrics": metrics_port}
            settings.server.ready_file.write_text(json.dumps(ready))
        await stop.wait()
        logger().info("draining")
    logger().info("stopped", service=name)


@contextlib.asynccontextmanager
async def serving(
    setup: Setup,
    settings: Settings,
    large_methods: frozenset[str] = frozenset(),
    stop: asyncio.Event | None = None,
) -> AsyncIterator[Process]:
    """A server that answers for as long as the block runs, and then drains. `stop` is set by who wants that."""
    store = connect(settings)
    await wait_until_ready(store, STORE_WAIT_SECONDS)
    keyring = Keyring(settings.auth.public_keys, settings.auth.signing_keys.get_secret_value())
    gate = Gate(settings, keyring, large_methods)
    server = grpc.aio.server(interceptors=[gate], options=server_options(settings))
    credentials = _server_credentials(settings)
    bind = f"{settings.server.host}:{settings.server.port}"
    port = server.add_secure_port(bind, credentials) if credentials else server.add_insecure_port(bind)
    address = settings.server.advertise or f"{settings.server.host}:{port}"
    process = Process(settings, store, keyring, server, address, stop or asyncio.Event())
    health: Any = health_service.aio.HealthServicer()  # type: ignore[attr-defined]
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    async with setup(process) as service:
        services = (service, *process.further_services)
        reflection.enable_server_reflection(
            (*services, health_pb2.DESCRIPTOR.services_by_name["Health"].full_name, reflection.SERVICE_NAME), server
        )
        for name in services:
            for method in descriptor_pool.Default().FindServiceByName(name).methods:
                count_from_zero(method.name)
        await server.start()
        gc.freeze()
        for name in ("", service):
            await health.set(name, health_pb2.HealthCheckResponse.SERVING)
        async with serving_probes(settings, health):
            try:
                yield process
            finally:
                await health.enter_graceful_shutdown()
                gate.drain()
                await server.stop(settings.server.drain_seconds)
    await store.aclose()


@contextlib.asynccontextmanager
async def serving_probes(settings: Settings, health: Any) -> AsyncIterator[None]:
    """A server with nothing but health on a port of its own, if one is set: probes of a pod know neither TLS nor
    certificates."""
    if not settings.server.health_port:
        yield
        return
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    server.add_insecure_port(f"{settings.server.host}:{settings.server.health_port}")
    await server.start()
    try:
        yield
    finally:
        await server.stop(None)


def _server_credentials(settings: Settings) -> grpc.ServerCredentials | None:
    """TLS if configured, and mTLS if an authority for clients is."""
    if settings.tls.cert is None or settings.tls.key is None:
        return None
    authority = settings.tls.client_ca.read_bytes() if settings.tls.client_ca else None
    return grpc.ssl_server_credentials(
        [(settings.tls.key.read_bytes(), settings.tls.cert.read_bytes())], authority, authority is not None
    )


def _serve_metrics(settings: Settings) -> int:
    """Answer /metrics on a port of its own. The port."""
    port = settings.server.metrics_port or free_port(settings.server.host)
    prometheus_client.start_http_server(port, settings.server.host)
    return port
