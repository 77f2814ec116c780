"""The web console for everybody: by keyboard alone, on a phone, and without what axe-core finds serious."""

import pytest
from playwright.async_api import Page, expect

from tests.e2e.console.conftest import GAMES, NewPage
from tests.e2e.console.driver import AXE, PATIENCE_MS, begin, choose_polish, drive, faults

PHONE = {"width": 390, "height": 844}
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="no axe-core here; `make setup` installs it with the console")


async def press_until(page: Page, key: str, selector: str) -> None:
    """Press a key until what has the focus is what is looked for."""
    for _ in range(120):
        await page.keyboard.press(key)
        if await page.evaluate("(selector) => document.activeElement?.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not reached by {key}")


async def test_a_match_is_played_by_keyboard_alone(page: Page, address: str) -> None:
    await page.goto(address)
    await expect(page.locator("button.main").first).to_be_visible()
    await press_until(page, "Tab", ".games button.main")
    await page.keyboard.press("Enter")
    await expect(page.locator("#options h2")).to_be_visible(timeout=PATIENCE_MS)
    await press_until(page, "Tab", "a.skip")
    await page.keyboard.press("Enter")
    await press_until(page, "Tab", "#options .groups button")
    version = await page.locator("#options").get_attribute("data-version")
    await page.keyboard.press("Enter")
    await expect(page.locator(f"#options[data-version='{version}']")).to_have_count(0)


async def test_keys_lead_from_a_card_to_what_it_can_do_and_back(page: Page, address: str) -> None:
    await begin(page, address, "wotr")
    await press_until(page, "Tab", ".player .offered")
    await page.keyboard.press("Enter")
    await press_until(page, "Tab", "#options .chosen .close")
    await page.keyboard.press("Enter")
    assert await page.evaluate("document.activeElement.matches('.player .offered')")
    await page.keyboard.press("Enter")
    await press_until(page, "Tab", "#options .chosen li button")
    version = await page.locator("#options").get_attribute("data-version")
    await page.keyboard.press("Enter")
    await expect(page.locator(f"#options[data-version='{version}']")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
async def test_a_phone_shows_a_match_without_scrolling_sideways(page: Page, address: str, game: str) -> None:
    await page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    await begin(page, address, game)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_the_map_can_be_read_on_a_phone_and_be_made_larger(page: Page, address: str) -> None:
    await page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    await begin(page, address, "meq")
    name = page.locator("svg .label").first
    await expect(name).to_be_attached()
    before = await name.evaluate("(one) => one.getBoundingClientRect().height")
    assert before > 8
    larger, smaller = (page.get_by_role("button", name=one, exact=True) for one in ("Larger", "Smaller"))
    await larger.click()
    assert await name.evaluate("(one) => one.getBoundingClientRect().height") > before
    await expect(larger).to_be_disabled()
    for _ in range(3):
        await smaller.click()
    await expect(smaller).to_be_disabled()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_what_is_pressed_on_a_phone_stands_in_sight_with_its_options(page: Page, address: str) -> None:
    await page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    await begin(page, address, "wotr")
    await page.locator(".player .offered").first.click()
    sheet = page.locator("#options .chosen")
    await expect(sheet.locator("li button").first).to_be_in_viewport()
    await sheet.get_by_role("button", name="Close").click()
    await expect(sheet).to_be_hidden()


@pytest.mark.parametrize("game", ["meq", "bofa"])
async def test_no_name_of_a_map_is_cut_off(page: Page, address: str, game: str) -> None:
    await begin(page, address, game)
    await choose_polish(page)
    names = page.locator("svg .label")
    await expect(names.first).to_be_attached()
    frame = await page.locator(".map svg").bounding_box()
    assert frame is not None
    for box in [await one.bounding_box() for one in await names.all()]:
        assert box is not None
        assert frame["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1


@needs_axe
@pytest.mark.parametrize("game", GAMES)
async def test_no_board_has_a_serious_fault(page: Page, address: str, game: str) -> None:
    await begin(page, address, game)
    await drive(page, 3)
    assert await faults(page) == []


@needs_axe
@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/", "button.main"),
        ("/archive", "select option:nth-child(2)"),
        ("/account", "form"),
        ("/games/meq", "button.main"),
        ("/cards/lotr", ".cards h3"),
        ("/tournaments", "h1"),
        ("/ladders", "h1"),
    ],
)
async def test_no_page_has_a_serious_fault(page: Page, address: str, path: str, shown: str) -> None:
    await page.goto(address + path)
    await expect(page.locator(shown).first).to_be_attached()
    assert await faults(page) == []


@needs_axe
async def test_the_dark_has_no_serious_fault(new_page: NewPage, address: str) -> None:
    page = await new_page()
    await page.emulate_media(color_scheme="dark")
    await begin(page, address, "bofa")
    assert await faults(page) == []
