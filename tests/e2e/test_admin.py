"""`westmarch admin` against a whole server of real processes."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from services.api import archive_pb2, engine_pb2
from services.client import Seat
from tests.e2e.conftest import GAME, Server, running
from tests.services.conftest import eventually

PEOPLE = [engine_pb2.SeatHolder(player="ann"), engine_pb2.SeatHolder(player="bob [red]")]


@pytest.fixture
async def server(tmp_path: Path):
    async with running(tmp_path, WESTMARCH_FOLLOW_SECONDS="0.3") as server:
        yield server


async def admin(server: Server, *words: str, expected: int = 0) -> str:
    """What `westmarch admin` prints for this server; the error, where one is expected."""
    command = [sys.executable, "-m", "services.cli.main", "admin", *words, "--home", str(server.plan.home)]
    env = {**os.environ, "WESTMARCH_PLUGINS": "tests.toy.registered", "COLUMNS": "200"}
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe, env=env)
    out, err = await process.communicate()
    assert process.returncode == expected, err.decode()
    return (err if expected else out).decode()


async def new_match(server: Server, **fields) -> engine_pb2.CreateMatchResponse:
    request = engine_pb2.CreateMatchRequest(game=GAME, scenario="duel", seats=PEOPLE, **fields)
    return await server.engine.CreateMatch(request, metadata=server.admin)


async def test_an_operator_looks_after_matches(server: Server) -> None:
    match_id = (await new_match(server)).match.match_id
    listed = await admin(server, "matches")
    assert match_id in listed
    assert "bob [red]" in listed
    assert "1 of 1 live matches" in listed
    (one,) = json.loads(await admin(server, "matches", "--waiting-for", "person", "--json"))["matches"]
    assert (one["match_id"], one["people"]) == (match_id, [0, 1])
    assert json.loads(await admin(server, "matches", "--waiting-for", "bot", "--json"))["matches"] == []
    shown = await admin(server, "match", match_id)
    assert "barrow duel" in shown
    assert "bob [red]" in shown
    assert "seed" not in await admin(server, "match", match_id, "--json")
    queues = json.loads(await admin(server, "queues", "--json"))
    assert {row["kind"] for row in queues} == {"ai", "hint", "batch", "ladder"}
    assert "ai" in await admin(server, "queues")
    assert "annulled" in await admin(server, "annul", match_id, "--reason", "a fault of ours")

    async def archived():
        call = server.archive.List(archive_pb2.ListRequest(), metadata=server.admin)
        return [(one.match_id, one.outcome.reason, one.outcome.note) for one in (await call).records]

    assert await eventually(archived) == [(match_id, "annulled", "a fault of ours")]


async def test_what_an_operator_gets_wrong_is_one_line(server: Server, tmp_path: Path) -> None:
    for words in (
        ("match", "nothing-here"),
        ("annul", "nothing-here", "--reason", "x"),
        ("matches", "--game", "chess"),
        ("drain", "nobody"),
        ("drain", "127.0.0.1:1"),
    ):
        assert (await admin(server, *words, expected=2)).count("\n") == 1


async def test_a_seat_plays_on_elsewhere_while_its_worker_drains(server: Server) -> None:
    made = await new_match(server)
    address, token = server.addresses.engines[GAME], made.tokens[0].token
    async with Seat(address, token, 0) as seat:
        updates = aiter(seat)
        await anext(updates)

        async def followed():
            shown = json.loads(await admin(server, "match", made.match.match_id, "--json"))
            return shown["workers"]

        (worker,) = await eventually(followed)
        before = {server.pid(name) for name in server.restarts() if name.startswith("engine")}
        assert worker in await admin(server, "drain", worker)

        async def replaced():
            now = {server.pid(name) for name in server.restarts() if name.startswith("engine")}
            return len(now - before) == 1 and 0 not in now

        await eventually(replaced, 30)
        other = (("authorization", f"Bearer {made.tokens[1].token}"),)
        choice = engine_pb2.ChooseRequest(match_id=made.match.match_id, seat=1, version=0, index=0)
        await server.engine.Choose(choice, metadata=other, wait_for_ready=True)
        async with asyncio.timeout(60):
            while (await anext(updates)).version < 1:
                pass
