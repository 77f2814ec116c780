"""Runs the matchmaking service: `python -m services.matchmaking`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.api import matchmaking_pb2
from services.api.matchmaking_pb2_grpc import add_MatchmakingServiceServicer_to_server
from services.match import editions
from services.matchmaking.kept_ratings import KeptRatings
from services.matchmaking.matchmaker import Matchmaker
from services.matchmaking.servicer import MatchmakingServicer
from services.matchmaking.ticket_queue import notice_channel
from services.process.background import cancel_and_wait
from services.rpc.clients import ServiceClients
from services.rpc.serving import Process, run
from services.store.notices import Notices
from services.store.playing import CHANNEL


@asynccontextmanager
async def setup(process: Process) -> AsyncIterator[str]:
    """The matchmaking service on this process's server."""
    settings = process.settings
    games = tuple(game for game in editions.served_games(settings) if settings.services.engine_address(game))
    clients = ServiceClients("matchmaking", settings, process.keyring)
    notices = Notices(process.store, (CHANNEL, *map(notice_channel, games)))
    join_within_ms = int(settings.clocks.join_minutes * 60_000)
    matchmaker = Matchmaker(process.store, clients, games, settings.bots.default_bot, join_within_ms=join_within_ms)
    kept_ratings = KeptRatings(clients if settings.services.players_address else None)
    servicer = MatchmakingServicer(process.store, matchmaker, notices, process.keyring, settings, games, kept_ratings)
    add_MatchmakingServiceServicer_to_server(servicer, process.server)
    rounds = (matchmaker.run(game) for game in games)  # a task for each: none waits for another's engines
    work = [asyncio.create_task(one) for one in (notices.listen(), *rounds)]
    try:
        yield matchmaking_pb2.DESCRIPTOR.services_by_name["MatchmakingService"].full_name
    finally:
        await cancel_and_wait(*work)
        await clients.close()


if __name__ == "__main__":
    run("matchmaking", setup)
