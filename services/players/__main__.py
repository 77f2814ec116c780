"""Runs the players service: `python -m services.players`; `migrate` brings its tables up to date."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.api import players_pb2
from services.api.players_pb2_grpc import add_PlayersServiceServicer_to_server
from services.players.accounts import Accounts
from services.players.database import Database
from services.players.follower import Follower
from services.players.played_matches import PlayedMatches
from services.players.providers import Providers
from services.players.schema import connect
from services.players.servicer import PlayersServicer
from services.process.background import cancel_and_wait
from services.process.databases import migrate
from services.rpc.clients import ServiceClients
from services.rpc.serving import Process, run


@asynccontextmanager
async def setup(process: Process) -> AsyncIterator[str]:
    """The players service on this process's server."""
    settings = process.settings
    database = Database(connect(settings.store.database_url))
    clients = ServiceClients("players", settings, process.keyring)
    providers = Providers(settings, process.store)
    has_archive = bool(settings.services.archive_address)
    played = PlayedMatches(clients if has_archive else None)
    servicer = PlayersServicer(Accounts(database, settings), database, providers, played, process.keyring, settings)
    add_PlayersServiceServicer_to_server(servicer, process.server)
    work = []
    if has_archive:
        work.append(asyncio.create_task(Follower(process.store, database, clients, settings).run()))
    try:
        yield players_pb2.DESCRIPTOR.services_by_name["PlayersService"].full_name
    finally:
        await cancel_and_wait(*work)
        await clients.close()
        database.close()


if __name__ == "__main__":
    if sys.argv[1:] == ["migrate"]:
        migrate(connect)
    else:
        run("players", setup)
