"""Whatever is killed comes back: services from the fork server, or without it, and the whole server by another `up`."""

import os
import signal
from collections.abc import Awaitable
from pathlib import Path

import pytest

from services.api import engine_pb2
from services.process.ports import free_row
from services.supervisor import forking
from services.supervisor.plan import FORK_SERVER
from services.supervisor.procfs import PROC, command_of, is_alive, process_tree, started_at
from services.supervisor.state import ServerState, read_state
from tests.e2e.careful import retrying
from tests.e2e.conftest import GAME, Server, running
from tests.e2e.test_commands import up
from tests.services.conftest import eventually
from tests.services.every_method import refusal

ENGINE = f"engine-{GAME}-1"


def state_of(home: Path) -> ServerState:
    """What the running server of a folder says about itself."""
    state = read_state(home)
    assert state is not None
    return state


@pytest.mark.parametrize(
    ("killed", "deaf"), [((), ()), (("store",), ("bot-worker",)), ((FORK_SERVER, ENGINE), ("matchmaking",))]
)
def test_the_next_up_works_whatever_was_killed_with_the_supervisor(tmp_path: Path, killed, deaf) -> None:
    """Even if some hear nothing, as a bot worker that waits for its store, and would not stop if they were asked to."""
    port = str(free_row(20))
    with up(tmp_path, "--port", port) as process:
        first = {pid: started_at(pid) for pid in process_tree(process.pid)}
        children = state_of(tmp_path / ".westmarch").children
        for name in deaf:
            os.kill(children[name].pid, signal.SIGSTOP)
        for pid in (*(children[name].pid for name in killed), process.pid):
            os.kill(pid, signal.SIGKILL)
        process.wait()
    with up(tmp_path, "--port", port):
        assert [pid for pid, started in first.items() if is_alive(pid) and started_at(pid) == started] == []


async def back(server: Server, name: str, pid: int) -> int:
    """Wait until a child has another process than the one given, and serves; its process."""

    async def serves() -> bool:
        return server.pid(name) not in (0, pid) and (server.plan.ready_files / f"{name}.ready").exists()

    await eventually(serves, 30)
    return server.pid(name)


def processes_named(name: str) -> list[int]:
    """Our descendants that show themselves under a name."""
    return [
        pid
        for pid in process_tree(os.getpid())
        if is_alive(pid) and (PROC / str(pid) / "comm").read_text() == f"{name}\n"
    ]


async def test_services_come_from_the_fork_server_and_do_not_depend_on_it(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(forking, "FORK_SECONDS", 0.2)
    async with running(tmp_path, engines=1) as server:
        engine, fork_server = server.pid(ENGINE), server.pid(FORK_SERVER)
        assert processes_named(ENGINE) == [engine]

        server.kill(FORK_SERVER)
        fork_server = await back(server, FORK_SERVER, fork_server)
        assert server.pid(ENGINE) == engine
        await server.engine.ListGames(engine_pb2.ListGamesRequest())

        with server.frozen(FORK_SERVER):
            server.kill(ENGINE)
            engine = await back(server, ENGINE, engine)
            assert command_of(engine).endswith("-m services.engine")

        server.kill(ENGINE)
        engine = await back(server, ENGINE, engine)
        assert processes_named(ENGINE) == [engine]  # and none that was asked for while the fork server was frozen
        assert server.pid(FORK_SERVER) == fork_server
        await retrying(lambda: server.engine.ListGames(engine_pb2.ListGamesRequest()))


async def test_forked_services_have_standard_streams_and_stop_without_a_word(tmp_path: Path) -> None:
    """A connection must not have the number of a standard stream: the event loop refuses to close it."""
    async with running(tmp_path, engines=1) as server:
        for name in (ENGINE, "matchmaking", "bots", "archive"):
            streams = [os.readlink(PROC / str(server.pid(name)) / "fd" / str(fd)) for fd in range(3)]
            assert streams == [os.devnull, *[str(server.plan.logs / f"{name}.log")] * 2]
    for log in server.plan.logs.glob("*.log"):
        assert "Assertion" not in log.read_text(), log


async def test_a_dead_engines_request_ids_are_known_to_the_next(tmp_path: Path) -> None:
    async with running(tmp_path, engines=1) as server:
        players = [engine_pb2.SeatHolder(player="ann"), engine_pb2.SeatHolder(player="bob")]
        request = engine_pb2.CreateMatchRequest(game=GAME, scenario="duel", seats=players, options={"coins": "0"})
        match = (await server.engine.CreateMatch(request, metadata=server.admin)).match

        def choose(version: int, request_id: str) -> Awaitable[engine_pb2.ChooseResponse]:
            """Pass for the seat whose turn a version is."""
            choice = engine_pb2.ChooseRequest(
                match_id=match.match_id, seat=version % 2, version=version, index=9, request_id=request_id
            )
            return retrying(lambda: server.engine.Choose(choice, metadata=server.admin))

        for version in range(4):
            await choose(version, f"id {version}")
        engine = server.pid(ENGINE)
        server.kill(ENGINE)
        await back(server, ENGINE, engine)
        assert await refusal(choose(4, "id 0")) == await refusal(choose(4, "id 2")) == "INVALID_ARGUMENT"
        assert (await choose(0, "id 0")).update.version == (await choose(2, "id 2")).update.version == 4
        assert (await choose(4, "id 4")).update.version == 5
