"""Runs the bots service: `python -m services.bots`. The work itself is done by `python -m services.bots.worker`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.api import bots_pb2
from services.api.bots_pb2_grpc import add_BotsServiceServicer_to_server
from services.bots.hints import Hints
from services.bots.servicer import BotsServicer
from services.process.background import cancel_and_wait
from services.rpc.clients import ServiceClients
from services.rpc.serving import Process, run
from services.store.connection import connect


@asynccontextmanager
async def setup(process: Process) -> AsyncIterator[str]:
    """The bots service on this process's server."""
    settings = process.settings
    clients = ServiceClients("bots", settings, process.keyring)
    broker = process.store
    if settings.store.broker_url:
        broker = connect(settings.having(redis_url=settings.store.broker_url))
    hints = Hints(process.store, broker, settings.bots.turn_seconds)
    servicer = BotsServicer(process.store, broker, clients, hints, settings)
    add_BotsServiceServicer_to_server(servicer, process.server)
    listening = asyncio.create_task(hints.listen())
    try:
        yield bots_pb2.DESCRIPTOR.services_by_name["BotsService"].full_name
    finally:
        await cancel_and_wait(listening)
        await clients.close()
        if broker is not process.store:
            await broker.aclose()


if __name__ == "__main__":
    run("bots", setup)
