"""Tournaments, ladders and operators in the web console."""

import grpc
from playwright.async_api import Page, expect

from services.api import ladders_pb2
from services.api.ladders_pb2_grpc import LaddersServiceStub
from tests.e2e.console.conftest import NewPage, Server
from tests.e2e.console.driver import AXE, PATIENCE_MS, faults, sign_up

PHONE = {"width": 390, "height": 844}


async def look(page: Page) -> None:
    """See that the page has no serious fault, and that a phone shows it without scrolling sideways."""
    if AXE.exists():
        assert await faults(page) == []
    size = page.viewport_size
    await page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    await page.set_viewport_size(size)  # type: ignore[arg-type]


async def test_a_tournament_is_held_from_the_form_to_the_standings(new_page: NewPage, address: str) -> None:
    host, guest = await new_page(), await new_page()
    await sign_up(host, address, "Gandalf")
    await sign_up(guest, address, "Bilbo")
    await host.goto(f"{address}/tournaments")
    await host.get_by_role("link", name="Hold a tournament").click()
    await host.get_by_role("textbox", name="Name", exact=True).fill("Riddles in the Dark")
    await host.get_by_role("combobox", name="Game").select_option("wotr")
    await host.get_by_role("combobox", name="Scenario").select_option("duel")
    await host.get_by_role("spinbutton", name="Rounds", exact=True).fill("1")
    await look(host)
    await host.get_by_role("button", name="Create it").click()
    await host.wait_for_url("**/tournaments/t*")

    await guest.goto(f"{address}/tournaments")
    await guest.get_by_role("link", name="Riddles in the Dark").click()
    for page in (guest, host):
        await page.get_by_role("button", name="Enter", exact=True).click()
        await expect(page.get_by_text("You have entered.")).to_be_visible()
    await look(guest)
    await host.get_by_role("button", name="Start it now").click()
    await guest.get_by_role("link", name="Play: Table 1").click(timeout=PATIENCE_MS)
    await expect(guest.locator(".board")).to_be_visible(timeout=PATIENCE_MS)
    await expect(guest.get_by_text("Gandalf", exact=True).first).to_be_visible()
    await guest.go_back()

    await host.get_by_role("textbox", name="Reason").fill("they agreed")
    await host.get_by_role("combobox", name="Table").select_option("1", timeout=PATIENCE_MS)
    await host.get_by_role("spinbutton", name="Bilbo").fill("2")
    await host.get_by_role("spinbutton", name="Gandalf").fill("0")
    await host.get_by_role("button", name="Set the result").click()
    await look(host)

    await guest.get_by_role("link", name="Standings").click()
    await expect(guest.get_by_role("heading", name="Final standings")).to_be_visible(timeout=PATIENCE_MS)
    await expect(guest.get_by_role("row", name="★ 1 Bilbo 2")).to_be_visible()
    await expect(guest.get_by_text("the sum of the points of all opponents")).to_be_visible()
    await guest.get_by_role("link", name="Pairings").click()
    await expect(guest.get_by_role("row", name="1").get_by_text(":").first).to_be_visible()
    await guest.get_by_role("link", name="Log").click()
    await expect(guest.get_by_text("they agreed").first).to_be_visible()
    await look(guest)
    async with host.expect_download() as downloading:
        await host.get_by_role("link", name="CSV").click()
    assert (await downloading.value).suggested_filename.endswith(".csv")


async def test_a_bracket_of_bots_is_drawn(page: Page, address: str) -> None:
    await sign_up(page, address, "Saruman")
    await page.goto(f"{address}/tournaments/new")
    await page.get_by_role("textbox", name="Name", exact=True).fill("Isengard Open")
    await page.get_by_role("combobox", name="Game").select_option("wotr")
    await page.get_by_role("combobox", name="Scenario").select_option("duel")
    await page.get_by_role("combobox", name="Format").select_option("elimination")
    await page.get_by_role("group", name="Who may enter").get_by_role("combobox").select_option("ours")
    await page.get_by_role("button", name="Create it").click()
    await page.get_by_role("combobox", name="Bot", exact=True).select_option("random")
    await page.get_by_role("button", name="Enter", exact=True).last.click()
    await expect(page.get_by_text("Done.")).to_be_visible()
    await page.get_by_role("button", name="Start it now").click()
    await expect(page.get_by_text("finished", exact=True)).to_be_visible(timeout=PATIENCE_MS)
    await page.get_by_role("link", name="Bracket").click()
    boxes = page.get_by_role("group", name="Bracket").get_by_role("img", name="Table")
    await expect(boxes.nth(2)).to_be_visible()  # two semifinals and a final
    await look(page)


async def test_a_host_fixes_who_meets_before_the_round(page: Page, address: str) -> None:
    await sign_up(page, address, "Elrond")
    await page.goto(f"{address}/tournaments/new")
    await page.get_by_role("textbox", name="Name", exact=True).fill("The Council")
    await page.get_by_role("combobox", name="Game").select_option("wotr")
    await page.get_by_role("combobox", name="Scenario").select_option("duel")
    await page.get_by_role("group", name="Who may enter").get_by_role("combobox").select_option("ours")
    await page.get_by_role("combobox", name="The two matches of a pair").select_option("together")
    notice = page.get_by_role("spinbutton", name="Pairings are known so many minutes")
    await notice.fill("90")
    await page.get_by_role("button", name="Create it").click()
    await page.get_by_role("link", name="Change the plan").click()
    await expect(notice).to_have_value("90")
    await expect(page.get_by_role("combobox", name="The two matches of a pair")).to_have_value("together")
    await page.get_by_role("link", name="Cancel").click()
    await page.get_by_role("link", name="Host's desk").click()
    await page.get_by_role("combobox", name="Bot", exact=True).select_option("random")
    await page.get_by_role("button", name="Enter", exact=True).last.click()
    await page.get_by_role("button", name="Start it now").click()
    first, second = (page.get_by_role("combobox", name=f"{side} side") for side in ("First", "Second"))
    await expect(first.locator("option")).to_have_count(5)
    names = await first.locator("option").all_inner_texts()
    for one, other in ((names[2], names[1]), (names[4], names[3])):
        await first.select_option(one)
        await second.select_option(other)
        await page.get_by_role("button", name="Fix this meeting").click()
    await page.get_by_role("textbox", name="Reason").fill("they were paired last year")
    await look(page)
    await page.get_by_role("button", name="Pair the round again").click()
    await expect(page.get_by_text("Done.")).to_be_visible()
    await page.get_by_role("link", name="Pairings").click()
    for one, other in ((names[2], names[1]), (names[4], names[3])):
        await expect(page.get_by_role("cell", name=f"{one} – {other}")).to_be_visible(timeout=PATIENCE_MS)


async def test_a_ladder_and_a_test_are_read_down_to_their_replays(page: Page, server: Server, address: str) -> None:
    setting = ladders_pb2.LadderSetting(game="wotr", scenario="duel", most_pairs=3)
    entries = [ladders_pb2.Entry(bot="random", anchor_elo=1000.0), ladders_pb2.Entry(bot="swift")]
    operator = (("authorization", f"Bearer {server.admin_token}"),)
    async with grpc.aio.insecure_channel(server.addresses.ladders) as channel:
        stub = LaddersServiceStub(channel)
        create = ladders_pb2.CreateLadderRequest(name="Duels", setting=setting, entries=entries)
        await stub.CreateLadder(create, metadata=operator)
        test = ladders_pb2.RunTestRequest(ladder_id="Duels", first="swift", second="random", elo1=100, most_pairs=4)
        await stub.RunTest(test, metadata=operator)
    await page.goto(f"{address}/ladders")
    await page.get_by_role("link", name="Duels").click()
    await expect(page.get_by_text("finished", exact=True)).to_be_visible(timeout=PATIENCE_MS)
    await expect(page.get_by_role("row", name="random (anchor) 1000 ± 0")).to_be_visible()
    await page.get_by_role("button", name="swift against random").click()
    await expect(page.get_by_role("heading", name="Pairs of: swift against random")).to_be_visible()
    await expect(page.get_by_role("link", name="replay")).to_have_count(6)
    await look(page)
    await page.get_by_role("link", name="swift against random").click()
    await expect(page.get_by_role("img", name="Log-likelihood ratio")).to_be_visible()
    await expect(page.get_by_text("Pairs: 4 / 4")).to_be_visible(timeout=PATIENCE_MS)
    await look(page)
    await page.go_back()
    await page.get_by_role("link", name="replay").first.click()
    await expect(page.get_by_text("0 / ")).to_be_visible(timeout=PATIENCE_MS)


async def test_an_operator_sees_the_server_and_annuls_a_match(new_page: NewPage, server: Server, address: str) -> None:
    player, page = await new_page(), await new_page()
    await player.goto(f"{address}/games/riddles")
    await player.get_by_role("button", name="Play against a bot").click()
    await player.wait_for_url("**/matches/*")
    await page.goto(f"{address}/operator")
    await page.get_by_label("Admin token").fill(server.admin_token)
    await page.get_by_role("button", name="Show").click()
    for name in ("Alerts", "Queues of bot workers", "Engines", "Store", "Bots"):
        await expect(page.get_by_role("heading", name=name)).to_be_visible()
    await expect(page.get_by_text("every choice is on disk")).to_be_visible()
    await look(page)
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=player.url.rsplit("/", 1)[-1]))
    await row.get_by_role("button", name="Details").click()
    await page.get_by_role("textbox", name="Reason").fill("the roof fell")
    await page.get_by_role("button", name="Annul").click()
    await expect(player.get_by_text("the roof fell")).to_be_visible(timeout=PATIENCE_MS)
    await expect(player.get_by_role("heading", name="The end", exact=True)).to_be_visible()
