"""Runs one engine worker: `python -m services.engine`."""

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import engine
from services.api import admin_pb2, engine_pb2
from services.api.admin_pb2_grpc import add_AdminServiceServicer_to_server
from services.api.engine_pb2_grpc import add_EngineServiceServicer_to_server
from services.engine import notices
from services.engine.admin_servicer import AdminServicer
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
    worker = f"{socket.gethostname()}.{os.getpid()}.{secrets.token_hex(2)}"
    connection = connect_multiplexed(
        store, settings.store.redis_url, settings.store.replicas, on_change=lambda: committer.notice_all()
    )
    broker = connect_multiplexed(store, settings.store.broker_url) if settings.store.broker_url else connection
    ai_turns = AiTurns(broker, process.keyring)
    games = served_games(settings)
    for game in games:
        engine.load(game)
    committer = Committer(MatchLog(connection, worker), settings, secrets.token_hex(6), ai_turns.after)
    add_EngineServiceServicer_to_server(
        EngineServicer(committer, store, process.keyring, settings, games), process.server
    )
    add_AdminServiceServicer_to_server(
        AdminServicer(committer, ai_turns, store, games, worker, process.stop.set), process.server
    )
    process.further_services.append(admin_pb2.DESCRIPTOR.services_by_name["AdminService"].full_name)
    work = [
        asyncio.create_task(notices.listen(store, worker, committer, process.stop.set)),
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
