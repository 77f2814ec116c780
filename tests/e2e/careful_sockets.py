"""People on WebSockets who write down what the gateway told them, to be held against the record and the story."""

import asyncio
import contextlib
import itertools
import json
import random
import time
from typing import Any

import httpx
import websockets

from tests.e2e.careful import TIMEOUT_SECONDS

BREAKS = (OSError, websockets.WebSocketException, TimeoutError)
RETRY_SECONDS = 0.1
TRANSIENT = ("UNAVAILABLE", "RATE_LIMITED")
"""Why something is refused that may be asked again."""


class SocketPlayer:
    """Plays one seat over WebSockets as the guide tells: joins after the version it has, repeats what got no answer."""

    def __init__(self, address: str, token: str, seat: int, thinking_seconds: float) -> None:
        self._address = address
        self._token = token
        self.thinking_seconds = thinking_seconds
        self._rng = random.Random(token)
        self._ids = itertools.count(1)
        self.seat = seat
        self.version = 0
        self.told: list[Any] = []
        """Every event after the deal, in order: its kind and its data."""
        self.sent: dict[int, int] = {}
        """By decision version: the index that was sent."""
        self.acknowledged: dict[int, int] = {}
        """By decision version: the index that was confirmed."""
        self.waits: list[tuple[float, float]] = []
        """For each confirmed choice: when it was first sent, and when it was confirmed."""
        self.end: dict[str, Any] | None = None
        self.sockets = 0
        self._decision: dict[str, Any] | None = None
        self._open: dict[str, Any] | None = None
        """The choice that has no answer yet."""
        self._sent_at = 0.0

    async def play(self) -> None:
        """Play to the end, on one socket after the other."""
        while self.end is None or self._open is not None:
            with contextlib.suppress(*BREAKS):
                async with websockets.connect(f"ws://{self._address}/api/v1/socket", open_timeout=10) as socket:
                    self.sockets += 1
                    await self._play_on(socket)
            await asyncio.sleep(RETRY_SECONDS)

    async def _play_on(self, socket: Any) -> None:
        await self._send(socket, {"type": "join", "slot": 0, "token": self._token, "after_version": self.version})
        if self._open is not None:
            await self._send(socket, self._open)
        while self.end is None or self._open is not None:
            message = json.loads(await asyncio.wait_for(socket.recv(), TIMEOUT_SECONDS))
            if message["type"] == "update":
                self._hear(message["update"])
            elif message["type"] == "done":
                self._confirm(message["id"])
            else:
                assert message["problem"]["reason"] in TRANSIENT, message
                return
            await self._choose(socket)

    def _hear(self, update: dict[str, Any]) -> None:
        assert update["version"] >= self.version
        self.version, self.end, self._decision = update["version"], update["end"], update["decision"]
        self.told += [[event["kind"], event["data"]] for event in update["events"]]

    def _confirm(self, id: int) -> None:
        if self._open is not None and id == self._open["id"]:
            self.acknowledged[self._open["version"]] = self._open["index"]
            self.waits.append((self._sent_at, time.monotonic()))
            self._open = None

    async def _choose(self, socket: Any) -> None:
        """Answer the open decision, once."""
        decision = self._decision
        if decision is None or self._open is not None or decision["version"] in self.sent:
            return
        version, index = decision["version"], self._rng.randrange(len(decision["options"]))
        await asyncio.sleep(self._rng.random() * 2 * self.thinking_seconds)
        self._open = {"type": "choose", "slot": 0, "version": version, "index": index, "request_id": f"v{version}"}
        self.sent[version], self._sent_at = index, time.monotonic()
        await self._send(socket, self._open)

    async def _send(self, socket: Any, message: dict[str, Any]) -> None:
        message["id"] = next(self._ids)
        await socket.send(json.dumps(message))

    async def story(self, match_id: str) -> list[Any]:
        """What the server tells again of the seat, after the deal."""
        url = f"http://{self._address}/api/v1/matches/{match_id}/story"
        query = {"seat": self.seat, "after_version": 0}
        headers = {"authorization": f"Bearer {self._token}"}
        async with httpx.AsyncClient(timeout=30) as http:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    answer = await http.get(url, params=query, headers=headers)
                    if answer.is_success:
                        parts = answer.json()["parts"]
                        return [[event["kind"], event["data"]] for part in parts for event in part["events"]]
                    assert answer.json()["reason"] in TRANSIENT, answer.text
                await asyncio.sleep(RETRY_SECONDS)
