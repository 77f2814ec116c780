"""A guest in the web console: plays, undoes, comes back, reads another language, and only watches."""

import re

from playwright.async_api import Page, expect

from tests.e2e.console.conftest import NewPage
from tests.e2e.console.driver import PATIENCE_MS, begin, choose_polish, concede


async def choose_first(page: Page) -> None:
    """Choose the first option, and wait for the next decision."""
    lines = await page.get_by_label("What happened").get_by_role("listitem").count()
    await page.locator("#options .groups button").first.click()
    log = page.get_by_label("What happened").get_by_role("listitem")
    await expect(log.nth(lines)).to_be_attached(timeout=PATIENCE_MS)
    await expect(page.locator("#options h2")).to_be_visible(timeout=PATIENCE_MS)


async def test_a_guest_plays_comes_back_and_reads_polish(page: Page, address: str) -> None:
    await begin(page, address, "wotr")
    card = page.locator(".player .offered").first
    name = (await card.locator(".title").inner_text()).removeprefix("◆").strip()
    await card.click()
    sheet = page.locator("#options article")
    await expect(sheet.get_by_role("heading", name=name)).to_be_visible()
    await expect(page.locator("#options .sheet li button")).to_have_count(1)
    for _ in range(8):
        await choose_first(page)
    seats = page.locator("ul", has=page.locator(".mine"))
    await expect(seats.first).to_contain_text("Your turn")
    told = await page.get_by_label("What happened").get_by_role("listitem").count()

    await page.reload()  # as good as a closed window: the seat is kept in the browser
    await expect(page.locator("#options h2")).to_be_visible(timeout=PATIENCE_MS)
    assert await page.get_by_label("What happened").get_by_role("listitem").count() >= told

    prompt = await page.locator("#options h2").inner_text()
    line = page.get_by_label("What happened").get_by_role("listitem").last
    said = await line.inner_text()
    await choose_polish(page)
    await expect(page.get_by_role("button", name="Podpowiedź")).to_be_visible()
    await expect(seats.first).to_contain_text("gość")
    await expect(page.locator("#options h2")).not_to_have_text(prompt)
    told = page.get_by_label("Przebieg").get_by_role("listitem")
    await expect(told.last).to_be_attached()
    assert said not in await told.all_inner_texts()


async def test_options_of_a_setting_and_their_groups_are_read_in_polish(page: Page, address: str) -> None:
    await page.goto(f"{address}/games/wotr")
    await choose_polish(page)
    await page.get_by_text("Opcje").click()
    await expect(page.get_by_role("combobox", name="Cień gra sam")).to_have_text(re.compile("ludzie po obu stronach"))
    await expect(page.get_by_role("combobox", name="promocyjnymi")).to_have_text(re.compile("nie", re.IGNORECASE))
    await begin(page, address, "bofa", "Graj z botem")
    await expect(page.locator("#options h3").first).to_have_text("Aktywuj generała")


async def test_a_place_tells_who_stands_there(page: Page, address: str) -> None:
    await begin(page, address, "bofa")
    place = page.get_by_role("group", name="Map").get_by_role("button", name="Front Gate")
    words = await place.get_attribute("aria-label")
    assert words is not None
    assert "strength" in words
    await place.click()
    for line in words.removeprefix("Front Gate: ").split(", "):
        await expect(page.locator("#options article")).to_contain_text(line)
    await page.get_by_text("What the signs mean").click()
    await expect(page.get_by_role("listitem").filter(has_text="recruitment tokens")).to_be_visible()
    await concede(page)
    await page.get_by_role("link", name="Replay").click()
    await place.click(timeout=PATIENCE_MS)
    await expect(page.locator("aside article")).to_contain_text("strength")


async def test_a_seat_that_is_left_to_a_bot_asks_nothing_until_it_is_taken_back(page: Page, address: str) -> None:
    await begin(page, address, "lotr")
    await page.get_by_role("button", name="Leave to a bot").click()
    await expect(page.get_by_text("A bot holds your seat.")).to_be_visible()
    await expect(page.locator("#options .groups button")).to_have_count(0)
    await page.get_by_role("button", name="Take the seat back").click()
    await expect(page.locator("#options .groups button").first).to_be_visible(timeout=PATIENCE_MS)


async def test_an_undone_choice_is_struck_out(page: Page, address: str) -> None:
    await begin(page, address, "lotr")
    struck, undo = page.locator("del").first, page.get_by_role("button", name="Undo")
    undos = page.get_by_text("undoes the last choice")
    for _ in range(20):
        version = await page.locator("#options").get_attribute("data-version")
        await page.locator("#options .groups button").first.click()
        await expect(page.locator(f"#options[data-version='{version}']")).to_have_count(0)
        before = await undos.count()
        await undo.click()
        await expect(undos.nth(before).or_(page.locator("[role=alert] p")).first).to_be_attached()
        if await struck.count():
            break
        if await undos.count() > before:  # what told nothing: make it again, and go on
            await page.locator("#options .groups button").first.click()
            await expect(undo).to_be_enabled()
    await expect(struck).to_be_visible()
    await expect(page.get_by_text("(undone)").first).to_be_visible()


async def test_who_only_watches_sees_no_hand_and_no_options(new_page: NewPage, address: str) -> None:
    page, other = await new_page(), await new_page()
    await begin(page, address, "wotr")
    await other.goto(page.url)
    await expect(other.get_by_text("You are watching.")).to_be_visible(timeout=PATIENCE_MS)
    await expect(other.locator(".player .backs").first).to_be_visible()
    await expect(other.locator(".player .hand .card")).to_have_count(0)
    await expect(other.locator("#options li")).to_have_count(0)


async def test_bad_addresses_are_answered_in_words(page: Page, address: str) -> None:
    await page.goto(f"{address}/nowhere/at/all")
    await expect(page.get_by_text("There is no such page.")).to_be_visible()
