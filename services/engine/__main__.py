"""Runs one engine worker: `python -m services.engine`."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import engine
from services.api import engine_pb2
from services.api.engine_pb2_grpc import add_EngineServiceServicer_to_server
from services.common import games
from services.common.background import end
from services.common.bootstrap import Process, run
from services.common.matchlog import MatchLog
from services.common.store import open_pipe
from services.engine import mailbox
from services.engine.matches import Matches
from services.engine.servicer import EngineServicer
from services.engine.sweep import Sweep
from services.engine.tables import Tables
from services.engine.turns import TurnCaller

LARGE = frozenset({"CreateMatches"})


@asynccontextmanager
async def setup(process: Process) -> AsyncIterator[str]:
    """The engine service on this process's server."""
    settings = process.settings
    worker = secrets.token_hex(6)
    pipe = open_pipe(process.store, settings.redis_url)
    broker = open_pipe(process.store, settings.broker_url) if settings.broker_url else pipe
    turns = TurnCaller(broker)
    known = games.served(settings)
    for game in known:
        engine.load(game)
    tables = Tables(MatchLog(pipe, worker), settings, turns.after)
    matches = Matches(tables, settings, worker, known)
    servicer = EngineServicer(matches, process.keyring, settings)
    add_EngineServiceServicer_to_server(servicer, process.server)
    work = [
        asyncio.create_task(mailbox.listen(process.store, worker, tables)),
        asyncio.create_task(Sweep(matches, turns, process.store, settings, worker, known).run()),
    ]
    try:
        yield engine_pb2.DESCRIPTOR.services_by_name["EngineService"].full_name
    finally:
        await end(*work)
        await pipe.close()
        if broker is not pipe:
            await broker.close()


if __name__ == "__main__":
    run("engine", setup, large=LARGE)
