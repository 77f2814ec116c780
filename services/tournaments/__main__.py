"""Runs the tournaments service: `python -m services.tournaments`; `migrate` brings its tables up to date."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.api import tournaments_pb2
from services.api.tournaments_pb2_grpc import add_TournamentServiceServicer_to_server
from services.process.background import Background, cancel_and_wait
from services.process.databases import migrate
from services.rpc.clients import ServiceClients
from services.rpc.serving import Process, run
from services.store.notices import Notices
from services.tournaments.database import Database
from services.tournaments.directors import Directors
from services.tournaments.replica import Replicas
from services.tournaments.schema import connect
from services.tournaments.servicer import TournamentServicer

NICENESS = 2
"""Where processors are shared, live matches come first."""
CHANNEL = "tournaments"
"""The channel of the store that names tournaments to which something has happened."""
LARGE_METHODS = frozenset({"Register", "CreateTournament", "UpdateTournament"})


@asynccontextmanager
async def setup(process: Process) -> AsyncIterator[str]:
    """The tournaments service on this process's server."""
    settings = process.settings
    background = Background()

    async def publish(tournament_id: str) -> None:
        await process.store.publish(CHANNEL, tournament_id)

    database = Database(connect(settings.store.database_url))
    replicas = Replicas(database, announce=lambda tournament_id: background.start(publish(tournament_id)))
    notices = Notices(process.store, (CHANNEL,))
    clients = ServiceClients("tournaments", settings, process.keyring)
    servicer = TournamentServicer(database, replicas, notices, clients, settings)
    add_TournamentServiceServicer_to_server(servicer, process.server)
    directors = Directors(process.store, database, replicas, clients, notices)
    work = [asyncio.create_task(notices.listen()), asyncio.create_task(directors.run())]
    try:
        yield tournaments_pb2.DESCRIPTOR.services_by_name["TournamentService"].full_name
    finally:
        await cancel_and_wait(*work)
        await clients.close()
        database.close()


if __name__ == "__main__":
    if sys.argv[1:] == ["migrate"]:
        migrate(connect)
    else:
        os.nice(NICENESS)
        run("tournaments", setup, LARGE_METHODS)
