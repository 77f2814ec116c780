"""The example of an external bot in docs plays a match."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from services.process.ports import free_port
from tests.e2e.conftest import GAME, running

ROOT = Path(__file__).parents[2]


EXAMPLE = ROOT / "docs" / "examples" / "external_bot.py"


def test_the_example_says_how_it_is_used_and_what_was_refused() -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}

    def run(*words: str) -> str:
        process = subprocess.run([sys.executable, EXAMPLE, *words], env=env, capture_output=True, text=True, timeout=60)
        assert process.returncode == 1
        return process.stderr

    assert run() == "usage: python external_bot.py SERVER GAME SCENARIO, such as 127.0.0.1:7701 wotr duel\n"
    assert run(f"127.0.0.1:{free_port()}", "wotr", "duel") == "UNAVAILABLE: The server does not answer.\n"


async def test_the_external_bot_of_the_docs_plays(tmp_path) -> None:
    async with running(tmp_path, engines=1) as server:
        example = [sys.executable, EXAMPLE, server.addresses.matchmaking]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        process = await asyncio.to_thread(
            subprocess.run, [*example, GAME, "duel"], env=env, capture_output=True, text=True, timeout=60
        )
    assert process.returncode == 0, process.stderr
    assert process.stdout.split()[0] in ("won", "lost")
