"""What the browser receives never holds a card that its person may not see: every frame and every body is scanned."""

import asyncio
import json
from typing import Any

import httpx
from playwright.async_api import Page, WebSocket

from engine import Record
from tests.e2e.console.driver import begin, drive
from tests.services.conftest import eventually
from tests.services.marked_barrow import CARD, FIRST, MARKED, may_see
from tests.toy.state import CARDS


class Ear:
    """Keeps all that a page receives."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.bodies: list[bytes] = []
        self._reading: list[asyncio.Task[None]] = []
        page.on("websocket", self._listen)
        page.on("requestfinished", lambda request: self._reading.append(asyncio.ensure_future(self._read(request))))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    async def _read(self, request: Any) -> None:
        response = await request.response()
        if response is not None and response.headers.get("content-type", "").startswith("application/json"):
            self.bodies.append(await response.body())

    async def all_bodies(self) -> list[bytes]:
        """All bodies, once they are read."""
        await asyncio.gather(*self._reading)
        return self.bodies


async def record_of(address: str, match_id: str) -> Record:
    """The record of a match that has just ended, as soon as the archive has it."""
    async with httpx.AsyncClient(base_url=f"{address}/api/v1") as client:
        answers: list[httpx.Response] = []

        async def is_kept() -> bool:
            answers.append(await client.get(f"/matches/{match_id}/record"))
            return answers[-1].is_success

        await eventually(is_kept)
        return Record.load(answers[-1].content)


async def test_nothing_shows_a_card_before_its_person_may_see_it(page: Page, address: str) -> None:
    ear = Ear(page)
    await begin(page, address, MARKED)
    seat = int(await page.evaluate("JSON.parse(localStorage['westmarch.seats'])[0].seat"))
    _, has_ended = await drive(page, 200)
    assert has_ended
    record = await record_of(address, page.url.rsplit("/", 1)[-1])
    match, allowed = record.replay(0), {}
    known = allowed[0] = may_see(match.state, seat)
    for version, (chooser, index) in enumerate(record.choices, 1):
        match.repeat(chooser, index)
        known = allowed[version] = known | may_see(match.state, seat)

    count = 0
    for frame in ear.frames:
        message = json.loads(frame)
        if message["type"] == "update":
            cards = {int(card) for card in CARD.findall(frame.encode())}
            count += len(cards)
            assert cards <= allowed[message["update"]["version"]], frame
            assert message["update"]["end"] or record.seed not in frame
    assert count > 20
    hidden = {FIRST + card for card in range(CARDS)} - known
    assert hidden
    for body in await ear.all_bodies():
        assert not hidden & {int(card) for card in CARD.findall(body)}, body
