"""What people do in the web console beside choosing: look things up, ask for hints, see clocks, find each other."""

import re

import httpx
from playwright.async_api import Page, expect

from tests.e2e.console.conftest import NewPage
from tests.e2e.console.driver import PATIENCE_MS, begin, sign_up
from tests.services.conftest import eventually

LONG_PRESS = """
(card) => card.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true }))
"""


async def test_a_card_is_shown_in_full_by_hovering_and_by_a_long_press(page: Page, address: str) -> None:
    await begin(page, address, "wotr")
    card = page.locator(".player .offered").first
    name = (await card.locator(".title").inner_text()).removeprefix("◆").strip()
    sheet = page.locator(".peek")
    await card.hover()
    await expect(sheet).to_contain_text(name)
    await expect(sheet).to_contain_text("Cycle")  # what can be done with it
    await page.mouse.move(0, 0)
    await expect(sheet).to_be_hidden()
    await card.evaluate(LONG_PRESS)
    await expect(sheet).to_contain_text(name)


async def test_a_hint_tells_what_a_bot_would_choose_and_the_title_whose_turn_it_is(page: Page, address: str) -> None:
    await begin(page, address, "bofa")
    await expect(page).to_have_title(re.compile("Your turn"))
    await page.get_by_role("button", name="Hint").click()
    hint = page.locator("#options .hinted")
    await expect(hint).to_contain_text("Hint", timeout=PATIENCE_MS)
    await expect(page.locator("#options").get_by_text(re.compile(r"wins \d+%")).first).to_be_visible()


async def test_a_clock_runs_for_who_has_to_choose(page: Page, address: str) -> None:
    await page.goto(f"{address}/games/riddles")
    await page.get_by_role("combobox", name="Time for each").select_option("10 min + 5 s")
    await page.get_by_role("button", name="Play against a bot").click()
    own = page.locator(".mine .clock")
    await expect(own).to_have_text(re.compile(r"^(10:00|9:\d\d)$"), timeout=PATIENCE_MS)
    await expect(own).to_have_text(re.compile(r"^9:\d\d$"))


async def test_what_happened_since_somebody_left_is_marked(page: Page, address: str) -> None:
    await begin(page, address, "lotr")
    url, match_id = page.url, page.url.rsplit("/", 1)[-1]
    await page.get_by_role("button", name="Leave to a bot").click()
    await expect(page.get_by_text("A bot holds your seat.")).to_be_visible()
    await page.goto(f"{address}/cards/lotr")
    async with httpx.AsyncClient(base_url=f"{address}/api/v1") as client:
        version = (await client.get(f"/matches/{match_id}")).json()["version"]

        async def went_on() -> bool:
            match = (await client.get(f"/matches/{match_id}")).json()
            return match["version"] > version + 10 or match["end"] is not None

        await eventually(went_on)
    await page.goto(url)
    await expect(page.get_by_text("Since you left")).to_be_attached(timeout=PATIENCE_MS)


async def test_two_who_look_for_people_find_each_other(new_page: NewPage, address: str) -> None:
    pages = [await new_page(), await new_page()]
    for page in pages:
        await page.goto(f"{address}/games/riddles")
        await page.get_by_role("button", name="Find people").click()
    for page in pages:
        await page.wait_for_url("**/matches/*", timeout=PATIENCE_MS)
    assert pages[0].url == pages[1].url


async def test_cards_are_searched_by_their_words(page: Page, address: str) -> None:
    await page.goto(f"{address}/cards/wotr")
    cards = page.locator(".cards h3")
    await expect(cards.first).to_be_visible(timeout=PATIENCE_MS)
    before = await cards.count()
    await page.get_by_role("button", name="Show more").click()
    assert await cards.count() > before
    await page.get_by_role("searchbox", name="Search").fill("Gandalf wizard")
    await expect(cards.first).to_contain_text("Gandalf")
    assert 0 < await cards.count() < before


async def test_an_account_makes_and_revokes_tokens_and_has_a_page(page: Page, address: str) -> None:
    await sign_up(page, address, "Pippin")
    await page.get_by_role("textbox", name="What for").fill("a bot")
    await page.get_by_role("button", name="Make a token").click()
    await expect(page.get_by_role("textbox", name="never again")).to_have_value(re.compile("."))
    await page.get_by_role("button", name="Revoke").click()
    await expect(page.get_by_role("button", name="Revoke")).to_have_count(0)
    await page.goto(f"{address}/players/Pippin")
    await expect(page.get_by_text("No rated matches yet.")).to_be_visible(timeout=PATIENCE_MS)
