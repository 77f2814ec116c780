"""The example of an external bot in docs plays a match."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from tests.e2e.conftest import GAME, running

ROOT = Path(__file__).parents[2]


async def test_the_external_bot_of_the_docs_plays(tmp_path) -> None:
    async with running(tmp_path, engines=1) as server:
        example = [sys.executable, ROOT / "docs" / "examples" / "external_bot.py", server.addresses.matchmaking]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = await asyncio.to_thread(
            subprocess.run, [*example, GAME, "duel"], env=env, capture_output=True, text=True, timeout=60
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[0] in ("won", "lost")
