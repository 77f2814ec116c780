"""`account`: from no account to a player token, with a session that only its owner can read."""

import asyncio
import json
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.players.__main__ import setup
from services.process.settings import Settings
from services.rpc.serving import serving
from services.rpc.tokens import Keyring
from tests.services.cli.conftest import Terminal


@pytest.fixture
async def address(settings: Settings, store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """A players service, for a user without a session."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    async with serving(setup, settings.having(database_url=f"sqlite:///{tmp_path}/players.db")) as process:
        yield process.address


async def account(*words: str, typing: str = "") -> tuple[int, str, str]:
    """What `westmarch account` answers: exit code, output, errors. In a process of its own: the server is in ours."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "services.cli.main", "account", *words,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    out, err = await process.communicate(typing.encode())
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def test_an_account_is_made_used_and_left(address: str, keyring: Keyring, tmp_path: Path) -> None:
    code, out, err = await account("create", "Ann", "--server", address, typing="speak friend\n")
    assert (code, err) == (0, "")
    assert f"logged in to {address} as Ann" in out
    file = tmp_path / "config" / "westmarch" / "session.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700

    code, out, _ = await account("player-token")
    assert (code, keyring.read(out.strip()).name) == (0, "Ann")

    code, secret, _ = await account("add-token", "laptop", "--scope", "play", "--scope", "host")
    assert (code, secret[:4]) == (0, "wmt_")
    code, out, _ = await account("tokens")
    assert "laptop" in out
    assert "play host" in out
    assert secret.strip() not in out
    (line,) = [line for line in out.splitlines() if "laptop" in line]
    code, out, _ = await account("revoke-token", line.split()[1])
    assert (code, out[:7]) == (0, "revoked")

    code, out, _ = await account("add-bot", "engine")
    assert (code, out) == (0, "made engine, a bot of Ann\n")
    code, secret, _ = await account("add-token", "the bot's", "--scope", "bot", "--bot", "engine")
    assert (code, secret[:4]) == (0, "wmt_")
    code, out, _ = await account("player-token", "--api-token", secret.strip(), "--server", address)
    assert (code, keyring.read(out.strip()).name) == (0, "engine")
    exported = tmp_path / "ann.json"
    code, _, _ = await account("export", str(exported))
    assert (code, json.loads(exported.read_text())["bots"][0]["account"]["name"]) == (0, "engine")
    code, _, err = await account("export", str(exported))
    assert code == 2
    assert "ann.json" in err

    code, out, _ = await account("logout")
    assert (code, file.exists()) == (0, False)
    code, _, err = await account("player-token")
    assert (code, err) == (2, "westmarch: nobody is logged in; `westmarch account login` does it\n")

    code, _, err = await account("login", "Ann", "--server", address, typing="not it at all\n")
    assert code == 2
    assert "The name or the password is wrong." in err
    assert not file.exists()
    code, out, _ = await account("login", "ann", "--server", address, typing="speak friend\n")
    assert f"logged in to {address} as Ann" in out
    code, out, _ = await account("delete", typing="speak friend\n")
    assert (code, file.exists()) == (0, False)
    assert "deleted Ann; records of matches say †" in out


async def test_what_is_refused_is_told_in_one_line(address: str) -> None:
    for words, typing, told in (
        (("create", "Ann", "--server", address), "short\n", "A password has 10 to 256 characters"),
        (("create", "~Ann", "--server", address), "speak friend\n", "does not begin with"),
        (("login", "Ann", "--server", "127.0.0.1:1"), "speak friend\n", "The server does not answer."),
        (("add-token", "laptop", "--scope", "all"), "", "there is no scope 'all'; there are: play, bot, host"),
    ):
        code, _, err = await account(*words, typing=typing)
        assert code == 2
        assert told in err
        assert err.count("\n") == 1


def test_a_file_that_holds_no_session_is_said_so(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "westmarch").mkdir()
    (tmp_path / "westmarch" / "session.json").write_text("{}")
    answer = terminal("account", "tokens")
    assert answer.code == 2
    assert "holds no session; log in again" in answer.err
