"""Takes the pictures of each board in the middle of a match that README and docs show.

python -m tests.e2e.console.pictures ADDRESS    # of a running server's gateway; writes docs/pictures"""

import asyncio
import sys
from pathlib import Path

from playwright.async_api import async_playwright

from tests.e2e.console.conftest import CHROMIUM, FLAGS
from tests.e2e.console.driver import begin, drive

FOLDER = Path(__file__).parents[3] / "docs/pictures"
CHOICES = {"wotr": 32, "lotr": 40, "meq": 50, "bofa": 45}
"""After how many choices a board looks like the middle of a match."""
SIZE = {"width": 1400, "height": 1000}


async def take_pictures(address: str) -> None:
    """Play a part of each game, and take a picture of its board."""
    FOLDER.mkdir(exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game, choices in CHOICES.items():
            page = await browser.new_page(viewport=SIZE, locale="en-GB")  # type: ignore[arg-type]
            await begin(page, address, game)
            await drive(page, choices)
            await page.screenshot(path=FOLDER / f"console-{game}.png")
            await page.close()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(take_pictures(sys.argv[1]))
