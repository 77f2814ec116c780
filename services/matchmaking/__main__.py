"""Runs matchmaking: `python -m services.matchmaking`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.api import matchmaking_pb2
from services.api.matchmaking_pb2_grpc import add_MatchmakingServiceServicer_to_server
from services.common.background import end
from services.common.bootstrap import Process, run
from services.common.peers import Peers
from services.engine import catalogue
from services.matchmaking.matchmaker import Matchmaker
from services.matchmaking.news import News
from services.matchmaking.servicer import MatchmakingServicer


@asynccontextmanager
async def setup(process: Process) -> AsyncIterator[str]:
    """Matchmaking on this process's server."""
    settings = process.settings
    games = catalogue.served(settings.game_list())
    peers = Peers("matchmaking", settings, process.keyring, process.store)
    news = News(process.store, games)
    servicer = MatchmakingServicer(process.store, news, process.keyring, settings, games)
    add_MatchmakingServiceServicer_to_server(servicer, process.server)
    matchmaker = Matchmaker(process.store, peers, games, settings.default_bot)
    work = [asyncio.create_task(news.listen()), asyncio.create_task(matchmaker.run())]
    try:
        yield matchmaking_pb2.DESCRIPTOR.services_by_name["MatchmakingService"].full_name
    finally:
        await end(*work)
        await peers.close()


if __name__ == "__main__":
    run("matchmaking", setup)
