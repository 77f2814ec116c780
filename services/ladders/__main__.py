"""Runs the ladders service: `python -m services.ladders`; `migrate` brings its tables up to date."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.api import ladders_pb2
from services.api.ladders_pb2_grpc import add_LaddersServiceServicer_to_server
from services.ladders.database import Database
from services.ladders.ratings_cache import RatingsCache
from services.ladders.runner import Runner
from services.ladders.schema import connect
from services.ladders.servicer import LaddersServicer
from services.process.background import cancel_and_wait
from services.process.databases import migrate
from services.rpc.clients import ServiceClients
from services.rpc.serving import Process, run

NICENESS = 5
"""Where processors are shared, live matches come first."""


@asynccontextmanager
async def setup(process: Process) -> AsyncIterator[str]:
    """The ladders service on this process's server."""
    settings = process.settings
    database = Database(connect(settings.store.database_url))
    ratings = RatingsCache(database)
    clients = ServiceClients("ladders", settings, process.keyring)
    add_LaddersServiceServicer_to_server(LaddersServicer(database, ratings, settings), process.server)
    playing = asyncio.create_task(Runner(process.store, database, ratings, clients, settings).run())
    try:
        yield ladders_pb2.DESCRIPTOR.services_by_name["LaddersService"].full_name
    finally:
        await cancel_and_wait(playing)
        await clients.close()
        database.close()


if __name__ == "__main__":
    if sys.argv[1:] == ["migrate"]:
        migrate(connect)
    else:
        os.nice(NICENESS)
        run("ladders", setup)
