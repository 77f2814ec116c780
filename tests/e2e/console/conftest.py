"""A whole server with every game, and a browser before it whose pages have nothing to complain of."""

import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from services.cli.server import operator_token
from services.process.ports import free_row
from services.supervisor.plan import Addresses
from services.supervisor.specs import Plan
from services.supervisor.supervisor import running_server
from tests.e2e.console.driver import PATIENCE_MS
from tests.services import marked_barrow

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
GAMES = ("wotr", "lotr", "meq", "bofa", "riddles")
EXAMPLES = Path(__file__).parents[3] / "docs/examples"
NewPage: TypeAlias = Callable[[], Awaitable[Page]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a browser where there is none."""
    skip = pytest.mark.skip(reason="no chromium on this machine; Debian's package has it")
    for item in items:
        if CHROMIUM is None and Path(__file__).parent in item.path.parents:
            item.add_marker(skip)


@dataclass(frozen=True)
class Server:
    """A running server, and the keys of its operator."""

    addresses: Addresses
    home: Path

    @property
    def admin_token(self) -> str:
        """A token of its operator."""
        return operator_token(self.home)


@pytest.fixture(scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A server of every game, of one that has no layout and of one with marked cards, with one bot worker."""
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(EXAMPLES), str(EXAMPLES.parents[1])]))
    home = tmp_path_factory.mktemp("console")
    plugins, games = f"riddles,{marked_barrow.__name__}", (*GAMES, marked_barrow.MARKED)
    plan = Plan(home, games, 1, 1, first_port=free_row(40), plugins=plugins, env={"PYTHONPATH": path})
    async with running_server(plan) as addresses:
        yield Server(addresses, home)


@pytest.fixture(scope="session")
def address(server: Server) -> str:
    """Where its gateway answers."""
    return f"http://{server.addresses.gateway}"


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A browser without a window."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


@pytest.fixture
async def new_page(browser: Browser) -> AsyncIterator[NewPage]:
    """Makes pages, each of a fresh visitor, that have nothing to complain of: no fault, nothing that is forbidden."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    async def make() -> Page:
        contexts.append(await browser.new_context(locale="en-GB"))
        page = await contexts[-1].new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        return page

    async with contextlib.AsyncExitStack() as stack:
        yield make
        for context in contexts:
            stack.push_async_callback(context.close)
    assert complaints == []


@pytest.fixture
async def page(new_page: NewPage) -> Page:
    """A page of a fresh visitor."""
    return await new_page()
