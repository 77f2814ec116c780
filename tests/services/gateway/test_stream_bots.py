"""The bots of docs/examples that have an HTTP library alone: they find matches, accept challenges, and play."""

import asyncio
import contextlib
import shutil
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.services.gateway.conftest import Gateway
from tests.services.gateway.test_accounts import browser_at

EXAMPLES = Path(__file__).parents[3] / "docs/examples"
NODE = shutil.which("node")
PYTHON_BOT = (sys.executable, str(EXAMPLES / "stream_bot.py"))
NODE_BOT = (str(NODE), str(EXAMPLES / "stream_bot.mjs"))
needs_node = pytest.mark.skipif(NODE is None, reason="no node on this machine; Debian's package nodejs has it")
SECONDS = 60


async def bot_token(gateway: Gateway, owner: str, bot: str) -> str:
    """An API token of a new bot account."""
    async with browser_at(gateway, owner) as browser:
        await browser.ask("POST", "/account/bots", {"name": bot})
        return str((await browser.new_token("bot", bot=bot))["secret"])


@contextlib.asynccontextmanager
async def running(command: tuple[str, ...], gateway: Gateway, *words: str) -> AsyncIterator[Process]:
    """A bot, until the block ends."""
    process = await asyncio.create_subprocess_exec(
        *command, f"http://{gateway.address}", *words, stdout=PIPE, stderr=STDOUT
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def shown(process: Process) -> str:
    """What a bot shows until it ends by itself."""
    output, _ = await asyncio.wait_for(process.communicate(), SECONDS)
    assert process.returncode == 0, output.decode()
    return output.decode()


@pytest.mark.parametrize("other", [PYTHON_BOT, pytest.param(NODE_BOT, marks=needs_node)], ids=["python", "node"])
async def test_two_bots_look_for_a_match_and_play_it(gateway: Gateway, other: tuple[str, ...]) -> None:
    tokens = [await bot_token(gateway, owner, bot) for owner, bot in (("Ann", "annbot"), ("Bob", "bobbot"))]
    async with (
        running(PYTHON_BOT, gateway, tokens[0], "barrow", "duel") as one,
        running(other, gateway, tokens[1], "barrow", "duel") as two,
    ):
        said = await asyncio.gather(shown(one), shown(two))
    match_id, _, explanation = said[0].partition(": ")
    assert explanation.strip()
    assert said[1] == said[0]
    match = await gateway.get(f"/matches/{match_id}")
    assert match["end"]["outcome"]["reason"]
    assert {seat["player"] for seat in match["seats"]} == {"annbot", "bobbot"}


@pytest.mark.parametrize("bot", [PYTHON_BOT, pytest.param(NODE_BOT, marks=needs_node)], ids=["python", "node"])
async def test_a_bot_accepts_challenges_one_after_the_other(gateway: Gateway, bot: tuple[str, ...]) -> None:
    token, host = await bot_token(gateway, "Ann", "annbot"), await bot_token(gateway, "Bob", "bobbot")
    async with running(bot, gateway, token) as process, asyncio.timeout(SECONDS):
        assert process.stdout is not None
        for _ in range(2):
            table = {"game": "barrow", "scenario": "duel", "challenged": ["annbot"]}
            made = await gateway.post("/tables", table, host)
            path = f"/tickets/{made['ticket']['ticket_id']}"
            while (ticket := await gateway.get(path, made["ticket_token"], wait=True))["state"] == "waiting":
                pass
            match_id = ticket["assignment"]["match_id"]
            [seat] = ticket["assignment"]["seats"]
            await gateway.post(f"/matches/{match_id}/seats/{seat['seat']}/concede", None, seat["token"])
            assert (await process.stdout.readline()).decode().startswith(f"{match_id}: ")
