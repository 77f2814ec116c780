"""`status`, `down`, `up` and `token` without a server: nothing is taken for one that is not."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

from engine.core.registry import builtin_ids
from services.cli.server import addresses_table, processes_table
from services.rpc.signing_keys import new_signing_key
from services.rpc.tokens import Keyring, signing_keyring
from services.supervisor.plan import Addresses, child_processes
from services.supervisor.specs import Plan
from services.supervisor.state import CannotStart, ChildState, ServerState, read_state, server_lock, write_state
from tests.services.cli.conftest import Terminal

HOME = Path(".westmarch")
NOWHERE = Addresses("", "", "", "", "", "", "", "", {}, {})


@pytest.fixture
def stranger():
    """A process that has nothing to do with us."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    yield process
    process.kill()
    process.wait()
    process.stdin.close()


def test_a_process_that_has_got_the_number_of_a_former_server_is_left_alone(terminal: Terminal, stranger) -> None:
    HOME.mkdir()
    write_state(HOME, ServerState(stranger.pid, NOWHERE, {}))
    assert terminal("status").code == 1
    assert terminal("down").out == "no server runs in .westmarch\n"
    assert stranger.poll() is None


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"pid": "x"}', None])
def test_a_running_server_whose_state_cannot_be_read_is_told_in_one_line(terminal: Terminal, text: str | None) -> None:
    with server_lock(HOME):
        if text is not None:
            (HOME / "state.json").write_text(text)
        for command in ("status", "down"):
            answer = terminal(command)
            assert answer.code == 2
            assert answer.err.startswith("westmarch: a server runs in .westmarch, but .westmarch/state.json cannot")
            assert answer.err.count("\n") == 1


def test_what_runs_and_where_fits_into_a_terminal_of_80_columns(tmp_path: Path) -> None:
    """The tables of `up` and `status`, of a server with all games, several engines of each and high ports."""
    plan = Plan(tmp_path, tuple(sorted(builtin_ids())), engines=12, first_port=54_000)
    children, addresses = child_processes(plan)
    state = ServerState(4_194_304, addresses, {one.name: ChildState(4_194_304, 1_000) for one in children})
    for table in (addresses_table(addresses), processes_table(state)[0]):
        narrow, wide = (drawn(table, columns) for columns in (80, 300))
        assert max(map(len, narrow.splitlines())) <= 80
        assert narrow == wide, "no word is cut and no line is broken"
    assert all(name in narrow for name in state.children)


def drawn(table: Table, columns: int) -> str:
    """A table in a terminal of so many columns."""
    console = Console(width=columns, record=True, file=io.StringIO())
    console.print(table)
    return console.export_text()


def test_a_folder_has_one_server(terminal: Terminal) -> None:
    with server_lock(HOME):
        with pytest.raises(CannotStart, match=r"a server runs in \.westmarch already"), server_lock(HOME):
            pass
        answer = terminal("up", "--game", "barrow")
        assert answer.code == 2
        assert "a server runs in .westmarch already" in answer.err
    assert read_state(HOME) is None


def test_up_says_which_variable_is_no_setting(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WESTMARCH_REDIS_URL", "redis://elsewhere:6379/0")
    with server_lock(HOME):
        assert "WESTMARCH_REDIS_URL is no setting; is REDIS_URL meant?\n" in terminal("up", "--game", "barrow").out


def test_what_runs_is_kept_to_its_owner(terminal: Terminal) -> None:
    with server_lock(HOME):
        write_state(HOME, ServerState(1, NOWHERE, {}))
        assert (HOME / "state.json").stat().st_mode & 0o077 == 0
        assert json.loads((HOME / "state.json").read_text())["pid"] == 1
    assert not (HOME / "state.json").exists()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("up --plugin no_such_module", "plugin no_such_module: No module named 'no_such_module'"),
        ("demo --plugin no.such.module", "plugin no.such.module: No module named 'no'"),
        ("token king", "there are: admin, service, player"),
        ("token --hours nan", "not nan"),
        ("token --hours inf", "not inf"),
        ("token --hours 1e308", "at most 87600 hours"),
        ("token --hours -3", "not -3"),
        ("token --hours 0", "not 0"),
        ("token", ".westmarch has no keys: no server was ever started there"),
    ],
)
def test_bad_input(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, line: str, fault: str) -> None:
    monkeypatch.delenv("WESTMARCH_SIGNING_KEYS", raising=False)
    answer = terminal(*line.split())
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert fault in answer.err
    assert not HOME.exists()


@pytest.mark.parametrize("command", ["token", "up"])
def test_keys_that_are_none_are_told(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("WESTMARCH_SIGNING_KEYS", "operator.1=short")
    answer = terminal(command)
    assert answer.code == 2
    assert "keys of 32 bytes in base64; `westmarch keys` makes some" in answer.err


def test_keys_for_a_server_of_containers(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in a variable of its own, so that a container is given no other; the operator's mints what services read."""
    env = dict(line.split("=", 1) for line in terminal("keys").out.splitlines())
    assert list(env) == [
        "WESTMARCH_PUBLIC_KEYS",
        "ENGINE_SIGNING_KEYS",
        "MATCHMAKING_SIGNING_KEYS",
        "BOTS_SIGNING_KEYS",
        "LADDERS_SIGNING_KEYS",
        "GATEWAY_SIGNING_KEYS",
        "PLAYERS_SIGNING_KEYS",
        "TOURNAMENTS_SIGNING_KEYS",
        "OPERATOR_SIGNING_KEYS",
    ]
    monkeypatch.setenv("WESTMARCH_SIGNING_KEYS", env["OPERATOR_SIGNING_KEYS"])
    token = terminal("token", "admin").out.strip()
    assert Keyring(env["WESTMARCH_PUBLIC_KEYS"]).read(token).kind == "admin"


def test_a_key_of_another_mints_no_admin_token(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WESTMARCH_SIGNING_KEYS", new_signing_key("bots"))
    answer = terminal("token", "admin")
    assert answer.code == 2
    assert "no key here that may sign a token of kind 'admin'" in answer.err


def test_no_player_is_given_the_name_of_a_guest(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WESTMARCH_SIGNING_KEYS", new_signing_key("operator"))
    answer = terminal("token", "player", "--name", "~ann")
    assert answer.code == 2
    assert "does not begin with '~'" in answer.err


def test_a_name_that_would_reach_into_a_terminal_is_refused(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WESTMARCH_SIGNING_KEYS", new_signing_key("operator"))
    for command in (("token", "player"), ("play", "wotr", "--server", "127.0.0.1:1")):
        answer = terminal(*command, "--name", "\x9b31mann")
        assert answer.code == 2
        assert "U+009B is none" in answer.err
        assert "\x9b" not in answer.err


def test_a_name_typed_in_another_form_is_written_in_ours(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = new_signing_key("operator")
    monkeypatch.setenv("WESTMARCH_SIGNING_KEYS", keys)
    answer = terminal("token", "player", "--name", "E\u0301owyn")
    assert signing_keyring(keys).read(answer.out.strip()).name == "\u00c9owyn"
