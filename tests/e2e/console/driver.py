"""Drives the web console as a person does, by what its pages offer; the fast driver clicks within the page."""

from pathlib import Path

from playwright.async_api import Page, expect

WEB = Path(__file__).parents[3] / "services/gateway/web"
AXE = WEB / "node_modules/axe-core/axe.min.js"
PATIENCE_MS = 60_000
PASSWORD = "speak friend and enter"
SERIOUS = ("serious", "critical")
DRIVE = """
([most, seed]) => new Promise((done) => {
  let made = 0, last = null;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const finish = (ended) => { watcher.disconnect(); done([made, ended]); };
  const look = () => {
    if (document.querySelector(".ended")) return finish(true);
    const options = document.querySelector("#options");
    const version = options?.dataset.version;
    const buttons = options ? [...options.querySelectorAll(".groups button:not(:disabled)")] : [];
    if (!version || version === last || !buttons.length) return;
    if (made === most) return finish(false);
    last = version;
    made++;
    buttons[random(buttons.length)].click();
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
  look();
})
"""
"""Clicks an option at every decision, until the match has ended or so many choices were made."""


async def begin(page: Page, address: str, game: str, button: str = "Play against a bot") -> None:
    """Come into a match against bots: two clicks from the address."""
    await page.goto(address)
    section = page.locator("section", has=page.locator(f"a[href='/games/{game}']"))
    await section.get_by_role("button", name=button).click()
    await page.wait_for_url("**/matches/*")
    await expect(page.locator("#options h2")).to_be_visible(timeout=PATIENCE_MS)


async def sign_up(page: Page, address: str, name: str) -> None:
    """Come as somebody with an account."""
    await page.goto(f"{address}/account")
    await page.get_by_role("textbox", name="Your name").fill(name)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Create an account").click()
    await expect(page.get_by_role("heading", name=name)).to_be_visible(timeout=PATIENCE_MS)


async def choose_polish(page: Page) -> None:
    """Read on in Polish."""
    await page.locator("summary", has_text="⚙").click()
    await page.get_by_role("combobox", name="Language").select_option("pl")
    await page.locator("summary", has_text="⚙").click()
    await expect(page.locator("html")).to_have_attribute("lang", "pl")


async def drive(page: Page, most: int, seed: int = 7) -> tuple[int, bool]:
    """How many choices were made, and whether the match has ended."""
    made, has_ended = await page.evaluate(DRIVE, [most, seed])
    return made, has_ended


async def concede(page: Page) -> None:
    """Give the match up."""
    await page.get_by_role("button", name="Concede").click()
    await page.get_by_role("button", name="Yes").click()


async def faults(page: Page) -> list[str]:
    """What axe-core finds serious on a page, with where it is."""
    await page.evaluate(AXE.read_text())
    found = await page.evaluate("axe.run().then((result) => result.violations)")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in SERIOUS
    ]
