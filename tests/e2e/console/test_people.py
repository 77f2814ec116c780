"""People in the web console: two at a private table, who leave and lose the connection; spectators; a replay."""

from pathlib import Path

from playwright.async_api import Page, WebSocketRoute, expect

from engine import Record
from tests.e2e.console.conftest import NewPage
from tests.e2e.console.driver import PATIENCE_MS, begin, concede, drive

CHOICES = 12
POLL_MS = 20


async def take_a_turn(pages: list[Page]) -> None:
    """Let whoever has a decision choose the first option, and see that it was made."""
    while True:
        for page in pages:
            version = await page.locator("#options").get_attribute("data-version")
            if version is not None:
                await page.locator("#options .groups button").first.click()
                await expect(page.locator(f"#options[data-version='{version}']")).to_have_count(0)
                return
        await pages[0].wait_for_timeout(POLL_MS)


async def sit_down(host: Page, friend: Page, address: str, scenario: str = "duel") -> None:
    """Bring two guests into one match, by the link of a private table; bots have the seats that are left."""
    await host.goto(f"{address}/games/wotr")
    await host.get_by_role("combobox", name="Scenario").select_option(scenario)
    people = host.get_by_role("combobox", name="People at a private table")
    if await people.count():
        await people.select_option("2")
    await host.get_by_role("button", name="Open a private table").click()
    link = await host.get_by_role("textbox", name="Send this link").input_value()
    await friend.goto(link)
    await friend.get_by_role("button", name="Join a table").click()
    for page in (host, friend):
        await page.wait_for_url("**/matches/*")
        await expect(page.get_by_label("What happened").get_by_role("listitem").first).to_be_attached()


async def test_two_browsers_play_a_match_over_a_reload_and_a_lost_connection(new_page: NewPage, address: str) -> None:
    host, friend, watcher = await new_page(), await new_page(), await new_page()
    sockets: list[WebSocketRoute] = []

    def pass_on(route: WebSocketRoute) -> None:
        route.connect_to_server()
        sockets.append(route)

    await host.route_web_socket("**/api/v1/socket", pass_on)
    await sit_down(host, friend, address)

    watch_link = await host.get_by_role("textbox", name="Link for spectators").input_value()
    assert "token=" in watch_link
    await watcher.goto(watch_link)
    await expect(watcher.get_by_text("You are watching.")).to_be_visible(timeout=PATIENCE_MS)
    await watcher.close()

    await expect(host.locator(".presence").get_by_text("here", exact=True)).to_be_attached()
    for number in range(CHOICES):
        if number == CHOICES // 3:
            await friend.reload()
            await expect(friend.get_by_label("What happened").get_by_role("listitem").first).to_be_attached()
        if number == CHOICES // 2:
            await sockets[-1].close(code=1012)
            await expect(host.get_by_text("The connection is lost.")).to_be_hidden()
        await take_a_turn([host, friend])
    assert len(sockets) == 2  # it came again by itself


async def prove(page: Page) -> None:
    """See that the match, which only who was in it may see, is verified and its record saved."""
    await page.get_by_text("Proof of the deal").click()
    await page.get_by_role("button", name="Verify").click()
    await expect(page.locator("details").get_by_text("✓")).to_have_count(2, timeout=PATIENCE_MS)
    async with page.expect_download() as downloading:
        await page.get_by_role("button", name="Record").click()
    record = Record.load(Path(await (await downloading.value).path()).read_bytes())
    assert record.verify().is_over


async def test_two_guests_play_again_with_sides_exchanged(new_page: NewPage, address: str) -> None:
    host, friend = pages = [await new_page(), await new_page()]
    await sit_down(host, friend, address, "trilogy")
    own = ".mine > strong"
    roles = [await page.locator(own).inner_text() for page in pages]
    url = host.url
    await concede(host)
    await prove(host)
    again = [page.get_by_role("button", name="Play again, seats exchanged") for page in pages]
    await again[0].click()
    await expect(host.get_by_text("Waiting until everybody wants to play again")).to_be_visible()
    await expect(friend.get_by_text("guest: wants to play again.")).to_be_visible()
    await host.get_by_role("button", name="Cancel").click()
    await expect(friend.get_by_text("guest: wants to play again.")).to_be_hidden()
    await again[0].click()
    await expect(friend.get_by_text("guest: wants to play again.")).to_be_visible()
    await again[1].click()
    for page in pages:
        await page.wait_for_url(lambda now: "/matches/" in now and now != url)
        await expect(page.get_by_label("What happened").get_by_role("listitem").first).to_be_attached()
    assert host.url == friend.url
    assert [await page.locator(own).inner_text() for page in pages] == roles[::-1] != roles
    await take_a_turn(pages)


async def test_a_replay_is_stepped_through_by_keys_linked_to_and_proven(new_page: NewPage, address: str) -> None:
    page = await new_page()
    await begin(page, address, "riddles")
    _, has_ended = await drive(page, 10)
    assert has_ended
    await page.get_by_role("link", name="Replay").click()
    await expect(page.get_by_text("0 / 8")).to_be_visible(timeout=PATIENCE_MS)
    await page.keyboard.press("End")
    await expect(page.get_by_text("8 / 8")).to_be_visible()
    await expect(page.get_by_text("The end:", exact=True)).to_be_visible()
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_text("7 / 8")).to_be_visible()
    await page.get_by_role("combobox", name="Seen by").select_option("everybody")
    await page.get_by_role("button", name="What does a bot think of it?").first.click()
    await expect(page.get_by_text("a bot would choose this")).to_be_visible(timeout=PATIENCE_MS)
    await expect(page.get_by_text("chosen", exact=False).first).to_be_visible()
    await page.get_by_text("Proof of the deal").click()
    await page.get_by_role("button", name="Verify").click()
    await expect(page.locator("details").get_by_text("✓")).to_have_count(2)
    link = await page.get_by_role("textbox", name="Link to this moment").input_value()

    other = await new_page()
    await other.goto(link)
    await expect(other.get_by_text("7 / 8")).to_be_visible(timeout=PATIENCE_MS)
