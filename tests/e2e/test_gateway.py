"""Clients on WebSockets while the gateway, engines and the store are killed: all resume, nothing is lost or doubled."""

import asyncio
import contextlib
import itertools
import json
import random
from collections import Counter
from typing import Any

import httpx
import websockets

from services.api import archive_pb2, engine_pb2
from tests.e2e.careful import TIMEOUT_SECONDS, retrying
from tests.e2e.conftest import GAME, Server

MATCHES = 6
KILLS = 8
PAUSE_SECONDS = 0.2
THINKING_SECONDS = 0.15


class SocketPlayer:
    """Plays one seat over WebSockets as the guide tells: joins after the version it has, repeats what got no answer."""

    def __init__(self, address: str, token: str, rng: random.Random) -> None:
        self._url = f"ws://{address}/api/v1/socket"
        self._token = token
        self._rng = rng
        self._ids = itertools.count(1)
        self.version = -1
        self.told: list[tuple[str, str]] = []
        """Every event, in order."""
        self.acknowledged: list[int] = []
        """Versions of decisions whose answer was confirmed."""
        self.end: dict[str, Any] | None = None
        self.sockets = 0
        self._decision: dict[str, Any] | None = None
        self._open: dict[str, Any] | None = None
        """The choice that has no answer yet."""

    async def play(self) -> None:
        """Play to the end, on one socket after the other."""
        while self.end is None:
            with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
                async with websockets.connect(self._url, open_timeout=10) as socket:
                    self.sockets += 1
                    await self._play_on(socket)
            await asyncio.sleep(0.1)

    async def _play_on(self, socket: Any) -> None:
        after = {"after_version": self.version} if self.version >= 0 else {}
        await self._send(socket, {"type": "join", "slot": 0, "token": self._token, **after})
        if self._open is not None:
            await self._send(socket, self._open)
        while self.end is None:
            message = json.loads(await asyncio.wait_for(socket.recv(), TIMEOUT_SECONDS))
            if message["type"] == "update":
                self._hear(message["update"])
            elif message["type"] == "done":
                if self._open is not None and message["id"] == self._open["id"]:
                    self.acknowledged.append(self._open["version"])
                    self._open = None
            else:
                assert message["problem"]["reason"] == "UNAVAILABLE", message
                return
            await self._choose(socket)

    def _hear(self, update: dict[str, Any]) -> None:
        assert update["version"] >= self.version
        self.version, self.end, self._decision = update["version"], update["end"], update["decision"]
        self.told += [(event["kind"], json.dumps(event["data"])) for event in update["events"]]

    async def _choose(self, socket: Any) -> None:
        """Answer the open decision, once."""
        decision = self._decision
        if decision is None or self._open is not None or decision["version"] in self.acknowledged:
            return
        await asyncio.sleep(self._rng.random() * THINKING_SECONDS)
        self._open = {
            "type": "choose",
            "slot": 0,
            "version": decision["version"],
            "index": self._rng.randrange(len(decision["options"])),
            "request_id": f"{decision['version']}",
        }
        await self._send(socket, self._open)

    async def _send(self, socket: Any, message: dict[str, Any]) -> None:
        message["id"] = next(self._ids)
        await socket.send(json.dumps(message))


async def new_match(server: Server, number: int) -> Any:
    seats = [engine_pb2.SeatHolder(player=f"p{number}.{seat}", bot="random") for seat in range(2)]
    request = engine_pb2.CreateMatchRequest(game=GAME, scenario="duel", seats=seats, options={"rounds": "3"})
    return await retrying(lambda: server.engine.CreateMatch(request, metadata=server.admin, timeout=10))


async def record_of(server: Server, match_id: str) -> Any:
    while True:
        with contextlib.suppress(Exception):
            await server.archive.Verify(archive_pb2.VerifyRequest(match_id=match_id), timeout=20)
            return (await server.archive.Get(archive_pb2.GetRequest(match_id=match_id), timeout=20)).record
        await asyncio.sleep(0.3)


async def test_sockets_resume_whatever_is_killed(server: Server) -> None:
    rng = random.Random(3)
    made = [await new_match(server, number) for number in range(MATCHES)]
    players = {
        (one.match.match_id, token.seat): SocketPlayer(server.addresses.gateway, token.token, random.Random(token.seat))
        for one in made
        for token in one.tokens
    }
    playing = asyncio.gather(*(player.play() for player in players.values()))
    killed: Counter[str] = Counter()
    victims = ("gateway", f"engine-{GAME}-1", "store", f"engine-{GAME}-2")
    for victim in itertools.islice(itertools.cycle(victims), KILLS):
        await asyncio.sleep(PAUSE_SECONDS + rng.random())
        if not playing.done():
            server.kill(victim)
            killed[victim] += 1
    await asyncio.wait_for(playing, TIMEOUT_SECONDS)
    assert killed["gateway"] >= 1
    assert max(player.sockets for player in players.values()) > 1
    for one in made:
        match_id = one.match.match_id
        sides = [players[match_id, seat] for seat in range(2)]
        assert sides[0].end == sides[1].end
        record = await record_of(server, match_id)
        assert record.decisions == sum(len(player.acknowledged) + (player._open is not None) for player in sides)
        for player in sides:
            assert len(set(player.acknowledged)) == len(player.acknowledged)
            assert len(player.told) > 5


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
