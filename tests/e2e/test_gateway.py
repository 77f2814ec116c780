"""Clients on WebSockets while the gateway, engines and the store are killed: all resume, nothing is lost or doubled."""

import asyncio
import contextlib
import itertools
import random
from collections import Counter
from typing import Any

import httpx

from engine import Record
from services.api import engine_pb2
from tests.e2e.careful import TIMEOUT_SECONDS, doubled_choices, lost_choices, retrying, verified
from tests.e2e.careful_sockets import SocketPlayer
from tests.e2e.conftest import GAME, Server

TABLES = 6
KILLS = 8
VICTIMS = ("gateway", f"engine-{GAME}-1", "store", f"engine-{GAME}-2")
PAUSE_SECONDS = 0.4
THINKING_SECONDS = 0.08


async def new_match(server: Server, number: int) -> Any:
    seats = [engine_pb2.SeatHolder(player=f"p{number}.{seat}", bot="random") for seat in range(2)]
    request = engine_pb2.CreateMatchRequest(game=GAME, scenario="duel", seats=seats, options={"rounds": "3"})
    return await retrying(lambda: server.engine.CreateMatch(request, metadata=server.admin, timeout=10))


async def play_on(server: Server, number: int, is_over: asyncio.Event) -> list[SocketPlayer]:
    """Two people play one match after the other, and hold each against what is kept of it; all who played."""
    everybody: list[SocketPlayer] = []
    while not is_over.is_set():
        made = await new_match(server, number)
        players = [SocketPlayer(server.addresses.gateway, one.token, one.seat, THINKING_SECONDS) for one in made.tokens]
        await asyncio.gather(*(player.play() for player in players))
        match_id = made.match.match_id
        record = Record.load((await verified(server.archive, match_id)).record)
        assert players[0].end == players[1].end
        for player in players:
            assert lost_choices(record, player.seat, player) == 0
            assert doubled_choices(record, player.seat, player) == 0
            assert player.told == await player.story(match_id)
        everybody += players
    return everybody


async def test_sockets_resume_whatever_is_killed(server: Server) -> None:
    rng, is_over, killed = random.Random(3), asyncio.Event(), Counter[str]()
    playing = asyncio.gather(*(play_on(server, number, is_over) for number in range(TABLES)))
    try:
        for victim in itertools.islice(itertools.cycle(VICTIMS), KILLS):
            await asyncio.sleep(PAUSE_SECONDS + rng.random())
            while not server.pid(victim):  # it is just being started again
                await asyncio.sleep(0.1)
            server.kill(victim)
            killed[victim] += 1
        is_over.set()
        everybody = [one for some in await asyncio.wait_for(playing, TIMEOUT_SECONDS) for one in some]
    finally:
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing
    assert killed == dict.fromkeys(VICTIMS, KILLS // len(VICTIMS))
    assert all(server.restarts()[victim] for victim in VICTIMS)
    assert max(player.sockets for player in everybody) > 1
    assert sum(len(player.acknowledged) for player in everybody) > 50


async def test_a_hint_and_a_page_through_a_whole_server(server: Server) -> None:
    one = await new_match(server, 0)
    seat = one.match.waiting_for[0]
    token = next(token.token for token in one.tokens if token.seat == seat)
    base = f"http://{server.addresses.gateway}"
    async with httpx.AsyncClient(base_url=base, timeout=30) as http:
        path = f"/api/v1/matches/{one.match.match_id}/seats/{seat}/hint"
        hint = await http.get(path, params={"bot": "random"}, headers={"authorization": f"Bearer {token}"})
        assert hint.json()["version"] == 0
        assert (await http.get("/api/v1/health")).json() == {"status": "serving"}
