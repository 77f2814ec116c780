"""A real browser without a window, driven over its debugging protocol."""

import asyncio
import contextlib
import itertools
import json
import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import websockets

NAMES = ("chromium", "chromium-browser", "google-chrome")
ANSWER_SECONDS = 60
POLL_SECONDS = 0.05


class Page:
    """One page of the browser."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._ids = itertools.count(1)
        self._session = ""
        self.logged: list[str] = []
        """What the page was warned of: faults of scripts, and what its policy has kept out."""

    async def call(self, method: str, **parameters: Any) -> Any:
        """The result of a method of the protocol."""
        id = next(self._ids)
        session = {"sessionId": self._session} if self._session else {}
        await self._connection.send(json.dumps({"id": id, "method": method, "params": parameters, **session}))
        while True:
            message = json.loads(await asyncio.wait_for(self._connection.recv(), ANSWER_SECONDS))
            if message.get("id") == id:
                assert "result" in message, message
                return message["result"]
            if message.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown"):
                self.logged.append(json.dumps(message["params"]))

    async def attach(self) -> None:
        """Open a page and listen to it."""
        target = await self.call("Target.createTarget", url="about:blank")
        attached = await self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            await self.call(f"{domain}.enable")

    async def open(self, url: str) -> None:
        """Go to an address."""
        await self.call("Page.navigate", url=url)

    async def evaluate(self, script: str) -> Any:
        """The value of an expression on the page."""
        answer = await self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def until(self, script: str) -> Any:
        """The first value of an expression that is true."""
        async with asyncio.timeout(ANSWER_SECONDS):
            while not (value := await self.evaluate(script)):
                await asyncio.sleep(POLL_SECONDS)
        return value


@contextlib.asynccontextmanager
async def browser_page(folder: Path) -> AsyncIterator[Page]:
    """A page of a browser of its own; skipped where there is none."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"no browser is here: none of {', '.join(NAMES)}")
    words = ("--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", f"--user-data-dir={folder}")
    process = await asyncio.create_subprocess_exec(
        program, *words, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    try:
        address = await asyncio.wait_for(_address_of(process), ANSWER_SECONDS)
        async with websockets.connect(address, max_size=None) as connection:
            page = Page(connection)
            await page.attach()
            yield page
    finally:
        process.kill()
        await process.wait()


async def _address_of(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    while line := (await process.stderr.readline()).decode(errors="replace"):
        if found := re.search(r"ws://\S+", line):
            return found[0]
    raise AssertionError("the browser did not start")
