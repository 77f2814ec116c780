"""Runs one engine worker: `python -m services.engine`."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import engine
from services.api import engine_pb2
from services.api.engine_pb2_grpc import add_EngineServiceServicer_to_server
from services.engine import notices
from services.engine.ai_turns import AiTurns
from services.engine.committer import Committer
from services.engine.servicer import EngineServicer
from services.engine.sweep import Sweep
from services.match.editions import served_games
from services.process.background import cancel_and_wait
from services.rpc.serving import Process, run
from services.store.connection import connect_multiplexed
from services.store.matchlog import MatchLog

LARGE_METHODS = frozenset({"CreateMatches"})


@asynccontextmanager
async def setup(process: Process) -> AsyncIterator[str]:
    """The engine service on this process's server."""
    settings, store = process.settings, process.store
    worker = secrets.token_hex(6)
    connection = connect_multiplexed(store, settings.store.redis_url)
    broker = connect_multiplexed(store, settings.store.broker_url) if settings.store.broker_url else connection
    ai_turns = AiTurns(broker, process.keyring)
    games = served_games(settings)
    for game in games:
        engine.load(game)
    committer = Committer(MatchLog(connection, worker), settings, worker, ai_turns.after)
    add_EngineServiceServicer_to_server(EngineServicer(committer, process.keyring, settings, games), process.server)
    work = [
        asyncio.create_task(notices.listen(store, worker, committer)),
        asyncio.create_task(Sweep(committer, ai_turns, store, settings, worker, games).run()),
    ]
    try:
        yield engine_pb2.DESCRIPTOR.services_by_name["EngineService"].full_name
    finally:
        await cancel_and_wait(*work)
        await connection.close()
        if broker is not connection:
            await broker.close()


if __name__ == "__main__":
    run("engine", setup, large_methods=LARGE_METHODS)
