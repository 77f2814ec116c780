"""`python -m benchmarks.console`: what the web console costs a browser, and 200 browsers one gateway.

First page and first board in a real browser: what is loaded, gzipped, and how long until one can press something, as
the medians of some visits with an empty cache. Then 200 browsers' worth of WebSockets on one gateway: two guests at
each of 100 tables of `wotr` choose at random, with a pause between, and every choice is timed until it is answered, and
until the other browser has it. The visits are repeated beside them. Everything runs on loopback, for a bounded time."""

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import websockets
from playwright.async_api import Browser, async_playwright

from services.process.ports import free_row
from services.supervisor.specs import Plan
from services.supervisor.supervisor import running_server
from tests.e2e.console.conftest import CHROMIUM, FLAGS

GAME, SCENARIO = "wotr", "duel"
SETTING = {"game": GAME, "scenario": SCENARIO, "seats": 2}
VISITS = 3
ONE_ADDRESS = {"WESTMARCH_GATEWAY_MAX_SOCKETS_PER_ADDRESS": "10000"}
"""All browsers come from this machine here, which counts as one address."""


class Guest:
    """One browser's WebSocket at one seat."""

    def __init__(self, address: str, token: str, pause: float, waits: "Waits") -> None:
        self._address = address
        self._token = token
        self._pause = pause
        self._waits = waits
        self._sent: dict[int, float] = {}
        """When each choice was sent, by the id of its message."""

    async def play(self, until: float) -> None:
        """Choose at random whenever there is something to choose."""
        address = f"ws://{self._address}/api/v1/socket"
        async with websockets.connect(address, max_size=None) as socket, asyncio.TaskGroup() as choosing:
            join = {"type": "join", "id": 0, "slot": 0, "token": self._token, "language": "en", "observations": True}
            await socket.send(json.dumps(join))
            while (left := until - time.monotonic()) > 0:
                with contextlib.suppress(TimeoutError):
                    message = json.loads(await asyncio.wait_for(socket.recv(), left))
                    if message["type"] == "done" and message["id"] in self._sent:
                        self._waits.answered.append(time.monotonic() - self._sent.pop(message["id"]))
                    elif message["type"] == "update":
                        update = message["update"]
                        self._waits.hear(self._token, update["version"])
                        if update["end"]:
                            return
                        if update["decision"] and left > 2 * self._pause:
                            choosing.create_task(self._choose(socket, update["decision"]))

    async def _choose(self, socket: Any, decision: dict[str, Any]) -> None:
        """Choose after a pause."""
        await asyncio.sleep(self._pause)
        number, version = decision["version"] + 1, decision["version"]
        self._sent[number] = self._waits.chosen[self._token, number] = time.monotonic()
        choice = {"type": "choose", "id": number, "slot": 0, "version": version}
        await socket.send(json.dumps({**choice, "index": random.randrange(len(decision["options"]))}))


class Waits:
    """How long choices took, in seconds."""

    def __init__(self, opponents: dict[str, str]) -> None:
        self.answered: list[float] = []
        self.heard: list[float] = []
        self.chosen: dict[tuple[str, int], float] = {}
        self._opponents = opponents

    def hear(self, token: str, version: int) -> None:
        """Note that a guest was told of a version that the other one brought about."""
        began = self.chosen.pop((self._opponents[token], version), None)
        if began is not None:
            self.heard.append(time.monotonic() - began)


async def seats_of(client: httpx.AsyncClient, number: int) -> tuple[str, str]:
    """The tokens of two guests at a table."""
    made = (await client.post("/tables", json={**SETTING, "players": [f"a{number}"]})).json()
    joined = (await client.post(f"/tables/{made['code']}/tickets", json={"players": [f"b{number}"]})).json()
    tokens = []
    for one in (made, joined):
        path, headers = f"/tickets/{one['ticket']['ticket_id']}", {"authorization": f"Bearer {one['ticket_token']}"}
        while not (ticket := (await client.get(path, params={"wait": True}, headers=headers)).json())["assignment"]:
            pass
        tokens.append(ticket["assignment"]["seats"][0]["token"])
    return tokens[0], tokens[1]


async def crowd(address: str, browsers: int, seconds: float, pause: float) -> dict[str, Any]:
    """What so many browsers feel that play for so long."""
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1", timeout=60) as client:
        tables = await asyncio.gather(*(seats_of(client, number) for number in range(browsers // 2)))
    waits = Waits({one: other for two in tables for one, other in (two, two[::-1])})
    until = time.monotonic() + seconds
    await asyncio.gather(*(Guest(address, token, pause, waits).play(until) for two in tables for token in two))
    return {
        "browsers": 2 * len(tables),
        "choices_per_second": round(len(waits.answered) / seconds),
        "until_answered_ms": _figures(waits.answered),
        "until_the_other_has_it_ms": _figures(waits.heard),
    }


def _figures(waits: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(waits, n=100, method="inclusive")
    return {"p50": round(1000 * cuts[49], 1), "p99": round(1000 * cuts[98], 1)}


async def visit(browser: Browser, address: str) -> dict[str, float]:
    """Milliseconds until the first page and the first board can be used, and kilobytes that each loads, gzipped."""
    page = await browser.new_page()
    sizes: list[int] = []
    session = await page.context.new_cdp_session(page)
    await session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    began = time.monotonic()
    await page.goto(f"http://{address}/")
    await page.locator("button.main").first.wait_for()
    first_page, loaded = time.monotonic() - began, sum(sizes)
    section = page.locator("section", has=page.locator(f"a[href='/games/{GAME}']"))
    began = time.monotonic()
    await section.locator("button.main").click()
    await page.locator("#options h2").wait_for()
    first_board = time.monotonic() - began
    board_loaded = sum(sizes) - loaded
    await page.close()
    return {
        "first_page_ms": 1000 * first_page,
        "first_page_kB": loaded / 1000,
        "first_board_ms": 1000 * first_board,
        "first_board_kB": board_loaded / 1000,
    }


async def visits(address: str) -> dict[str, float]:
    """The medians of some visits, each with an empty cache."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        figures = [await visit(browser, address) for _ in range(VISITS)]
        await browser.close()
    return {name: round(statistics.median(one[name] for one in figures), 1) for name in figures[0]}


async def measure(browsers: int, seconds: float, pause: float) -> dict[str, Any]:
    """All figures, on a server of its own."""
    with tempfile.TemporaryDirectory() as home:
        plan = Plan(Path(home), (GAME,), 1, 1, first_port=free_row(40), env=ONE_ADDRESS)
        async with running_server(plan) as addresses:
            alone = await visits(addresses.gateway)
            print(f"alone: {alone}", file=sys.stderr)
            busy = asyncio.create_task(crowd(addresses.gateway, browsers, seconds, pause))
            await asyncio.sleep(seconds / 2)
            beside = await visits(addresses.gateway)
            print(f"beside the crowd: {beside}", file=sys.stderr)
            return {"alone": alone, "crowd": await busy, "beside_the_crowd": beside}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browsers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds that a guest needs to choose")
    options = parser.parse_args()
    print(json.dumps(asyncio.run(measure(options.browsers, options.seconds, options.pause)), indent=2))


if __name__ == "__main__":
    main()
