"""The bots of docs/examples play on a whole server: a match, and the pairs of a ladder."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from services.api import ladders_pb2 as pb
from services.api.players_pb2 import SCOPE_BOT
from services.client import Players
from services.process.ports import free_port
from tests.e2e.conftest import GAME, running
from tests.services.conftest import eventually

ROOT = Path(__file__).parents[2]


EXAMPLE = ROOT / "docs" / "examples" / "external_bot.py"
LADDER_BOT = ROOT / "docs" / "examples" / "ladder_bot.py"


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


async def test_the_ladder_bot_of_the_docs_enters_and_plays(tmp_path) -> None:
    async with running(tmp_path, engines=1) as server, Players(server.addresses.players) as players:
        ann = (await players.sign_up("Ann", "speak friend and enter")).session
        await players.create_bot(ann, "Grinder")
        token = (await players.create_token(ann, "ladder", [SCOPE_BOT], bot="Grinder")).secret
        setting = pb.LadderSetting(game=GAME, scenario="duel", gauntlet_pairs=2, most_pairs=4)
        request = pb.CreateLadderRequest(name="open", setting=setting, entries=[pb.Entry(bot="random")])
        await server.ladders.CreateLadder(request, metadata=server.admin)
        addresses = (server.addresses.players, server.addresses.ladders, server.addresses.engines[GAME])
        bot = await asyncio.create_subprocess_exec(
            sys.executable, LADDER_BOT, "open", "Grinder", token, *addresses,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert bot.stdout is not None
        assert await bot.stdout.readline() == b"entered as outside:Grinder@1\n"

        async def is_finished() -> bool:
            ladder = (await server.ladders.GetLadder(pb.GetLadderRequest(ladder_id="open"))).ladder
            return ladder.state == pb.LADDER_STATE_FINISHED

        await eventually(is_finished, 60.0)
        standings = (await server.ladders.GetStandings(pb.GetStandingsRequest(ladder_id="open"))).standings.standings
        bot.kill()
        await bot.wait()
    mine = next(one for one in standings if one.bot == "Grinder")
    assert (mine.pairs, mine.crashes, mine.overruns, mine.illegals) == (4, 0, 0, 0)
