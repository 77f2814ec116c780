"""The frontend of docs/examples in a real browser, on an origin of its own: it plays and draws every game."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import async_playwright, expect

from services.process.ports import free_port, free_row
from services.supervisor.specs import Plan
from services.supervisor.supervisor import running_server
from tests.e2e.console.conftest import CHROMIUM, FLAGS
from tests.e2e.console.driver import PATIENCE_MS

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine; Debian's package has it")

FOLDER = Path(__file__).parents[2] / "docs/examples/frontend"
GAMES = {"wotr duel": 0, "lotr passage-through-mirkwood": 0, "meq quest": 63, "bofa battle": 37}
"""What is played, and how many places its map has."""
SHOTS = os.environ.get("SCREENSHOTS", "")
"""A folder for pictures of the boards, to be looked at."""


@pytest.fixture(scope="module")
async def page_url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """Where the page is, which knows of a server of all games that lets it call."""
    port = free_port()
    origin = f"http://localhost:{port}"
    words = ("-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(FOLDER))
    files = await asyncio.create_subprocess_exec(sys.executable, *words, stderr=asyncio.subprocess.DEVNULL)
    home = tmp_path_factory.mktemp("frontend")
    plan = Plan(home, ("wotr", "lotr", "meq", "bofa"), 1, 1, free_row(40), env={"WESTMARCH_GATEWAY_ORIGINS": origin})
    try:
        async with running_server(plan) as addresses:
            yield f"{origin}/?bot=random&server=http://{addresses.gateway}"
    finally:
        files.kill()
        await files.wait()


@pytest.mark.parametrize(("scenario", "places"), GAMES.items(), ids=[one.split()[0] for one in GAMES])
async def test_every_game_is_played_to_the_end_and_drawn(page_url: str, scenario: str, places: int) -> None:
    complaints: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = await browser.new_page(viewport={"width": 1400, "height": 1000})
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        await page.goto(f"{page_url}&scenario={scenario.replace(' ', '%20')}")
        await expect(page.locator("#status")).to_have_text("4 games")
        await page.get_by_role("button", name="Play").click()
        await expect(page.locator("#decision button").first).to_be_visible(timeout=PATIENCE_MS)
        await expect(page.locator("svg .place")).to_have_count(places)
        assert await page.locator(".player.mine .card").count() >= 1
        for _ in range(12):  # by hand at first: a click on an option, and the next decision
            version = await page.evaluate("document.body.dataset.version")
            await page.locator("#decision button").first.click()
            await page.wait_for_function("(before) => document.body.dataset.version !== before", arg=version)
            await expect(page.locator("#decision button").first).to_be_visible(timeout=PATIENCE_MS)
        if SHOTS:
            await page.screenshot(path=f"{SHOTS}/{scenario.split()[0]}.png", full_page=True)
        await page.goto(f"{page_url}&auto&scenario={scenario.replace(' ', '%20')}")
        await expect(page.locator("#status")).to_have_text("4 games")
        await page.get_by_role("button", name="Play").click()
        await page.wait_for_function("document.body.dataset.end", timeout=4 * PATIENCE_MS)
        await expect(page.get_by_role("heading", name="The match is over")).to_be_visible()
        if SHOTS:
            await page.screenshot(path=f"{SHOTS}/{scenario.split()[0]}-end.png", full_page=True)
        await browser.close()
    assert complaints == []
