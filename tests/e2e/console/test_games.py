"""A guest plays each game in a browser, from the first click to the explained end."""

import asyncio

from playwright.async_api import expect

from tests.e2e.console.conftest import GAMES, NewPage
from tests.e2e.console.driver import begin, concede, drive

MOST_CHOICES = 20
"""Of the longer games; who has made them concedes, which is an end as good as any to explain."""


async def test_a_guest_plays_each_game_from_the_first_click_to_the_explained_end(
    new_page: NewPage, address: str
) -> None:
    async def play(game: str) -> None:
        page = await new_page()
        await begin(page, address, game)
        made, has_ended = await drive(page, MOST_CHOICES)
        assert made >= 3, game
        if not has_ended:
            await concede(page)
        end = page.get_by_role("region", name="The end")
        await expect(end.get_by_role("heading")).to_be_visible()
        assert len(await end.locator("p").first.inner_text()) > 10, game
        await expect(end.get_by_role("rowheader").first).to_be_attached()
        await end.get_by_text("Proof of the deal").click()
        await expect(end.get_by_text("Seed")).to_be_visible()

    await asyncio.gather(*map(play, GAMES))
