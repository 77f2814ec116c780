"""Takes the pictures of each board in the middle of a match, of a bracket and of a ladder, that README and docs show.

python -m tests.e2e.console.pictures ADDRESS    # of a running server's gateway; writes docs/pictures

The bracket and the ladder are those of the newest tournament and ladder of the server, where it has any."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Browser, Page, async_playwright

from tests.e2e.console.conftest import CHROMIUM, FLAGS
from tests.e2e.console.driver import begin, drive

FOLDER = Path(__file__).parents[3] / "docs/pictures"
CHOICES = {"wotr": 32, "lotr": 24, "meq": 50, "bofa": 45}
"""After how many choices a board looks like the middle of a match."""
SIZE: Any = {"width": 1400, "height": 1000}


async def take_pictures(address: str) -> None:
    """Play a part of each game, and take a picture of its board; then of the competitions."""
    FOLDER.mkdir(exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game, choices in CHOICES.items():
            page = await browser.new_page(viewport=SIZE, locale="en-GB")
            has_ended = True
            while has_ended:  # who plays at random may lose early
                await begin(page, address, game)
                _, has_ended = await drive(page, choices)
            await keep(page, game)
        async with httpx.AsyncClient(base_url=f"{address}/api/v1") as client:
            tournaments = (await client.get("/tournaments", params={"states": "finished"})).json()["tournaments"]
            ladders = (await client.get("/ladders")).json()["ladders"]
        for one in tournaments[:1]:
            await show(browser, f"{address}/tournaments/{one['tournament_id']}?view=bracket", "tournament")
        for one in ladders[:1]:
            await show(browser, f"{address}/ladders/{one['ladder_id']}", "ladder")
        await browser.close()


async def show(browser: Browser, url: str, name: str) -> None:
    """Take a picture of a page once it has drawn something."""
    page = await browser.new_page(viewport={**SIZE, "height": 700}, locale="en-GB")
    await page.goto(url)
    await page.locator("main svg").first.wait_for()
    await keep(page, name)


async def keep(page: Page, name: str) -> None:
    """Write the picture of a page to which nobody points, and close it."""
    await page.mouse.move(0, 0)
    await page.screenshot(path=FOLDER / f"console-{name}.png")
    await page.close()


if __name__ == "__main__":
    asyncio.run(take_pictures(sys.argv[1]))
