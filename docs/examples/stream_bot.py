"""A bot that plays over HTTP alone: it listens to its account, and plays each match by a stream and posts.

    python docs/examples/stream_bot.py http://127.0.0.1:7705 API_TOKEN             # accepts every challenge
    python docs/examples/stream_bot.py http://127.0.0.1:7705 API_TOKEN wotr duel   # looks for a match, and ends with it

Nothing but Python's standard library; docs/http.md tells how to come by an API token. It chooses at random.
"""

import json
import random
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

BREAKS = (URLError, ConnectionError, TimeoutError)
"""How a connection breaks; a refusal is an HTTPError, which is answered by whoever can."""


class Server:
    """The gateway of a server, called with a token."""

    def __init__(self, address: str, token: str) -> None:
        self._base = f"{address}/api/v1"
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def post(self, path: str, data: Any) -> Any:
        """The answer to a post."""
        request = Request(self._base + path, json.dumps(data).encode(), self._headers, method="POST")
        with urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def lines(self, path: str) -> Iterator[Any]:
        """The lines of a stream, without the empty ones that only show that it lives."""
        with urlopen(Request(self._base + path, headers=self._headers), timeout=60) as answer:
            for line in answer:
                if line.strip():
                    yield json.loads(line)


def play(server: Server, match_id: str, seat: int) -> None:
    """Play a seat to the end. When the stream breaks, it is opened again after the version that was last heard of."""
    after, end = "", None
    while end is None:
        try:
            for line in server.lines(f"/streams/matches/{match_id}?seat={seat}&language=en{after}"):
                if line["type"] != "update":
                    break
                update = line["update"]
                after, end = f"&after_version={update['version']}", update["end"]
                if update["decision"]:
                    choose(server, f"/matches/{match_id}/seats/{seat}/choices", update["decision"])
        except BREAKS as error:
            if isinstance(error, HTTPError) and error.code < 500:
                raise
            time.sleep(1)
    print(f"{match_id}: {end['explanation']}", flush=True)


def choose(server: Server, path: str, decision: dict[str, Any]) -> None:
    """Choose an option. Sent twice under one `request_id`, it is made once; what was answered already is refused."""
    version = decision["version"]
    choice = {"version": version, "index": random.randrange(len(decision["options"])), "request_id": f"v{version}"}
    try:
        server.post(path, choice)
    except HTTPError as error:
        if error.code != 409:
            raise


def listen(server: Server, is_for_one: bool) -> None:
    """Accept challenges, and play what begins: one match, or all until the bot is stopped."""
    playing: dict[tuple[str, int], threading.Thread] = {}
    while True:
        try:
            for event in server.lines("/streams/events"):
                if event["type"] == "challenge":
                    accept(server, event["challenge"]["code"])
                elif event["type"] == "match-start":
                    match = event["match"]
                    for seat in match["seats"]:
                        key = match["match_id"], seat
                        if key not in playing:
                            playing[key] = threading.Thread(target=play, args=(server, *key))
                            playing[key].start()
                    if is_for_one:
                        return
        except BREAKS as error:
            if isinstance(error, HTTPError) and error.code < 500:
                raise
        time.sleep(1)


def accept(server: Server, code: str) -> None:
    """Join the table of a challenge, unless it is gone."""
    try:
        server.post(f"/tables/{code}/tickets", {})
    except HTTPError as error:
        print(f"{code}: {json.load(error)['detail']}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 5):
        sys.exit("usage: python stream_bot.py SERVER TOKEN [GAME SCENARIO]")
    gateway = Server(sys.argv[1], sys.argv[2])
    if len(sys.argv) == 5:
        gateway.post("/tickets", {"game": sys.argv[3], "scenario": sys.argv[4], "ttl_ms": 600_000})
    listen(gateway, len(sys.argv) == 5)
