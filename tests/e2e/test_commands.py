"""`up`, `status`, `down`, `demo` and `play --server`, as a person types them."""

import contextlib
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine import Record
from services.process.ports import free_row
from tests.certificates import certificate
from tests.toy import registered  # noqa: F401  # makes the toy game playable

ROOT = Path(__file__).parents[2]
PLUGIN = ("--plugin", "tests.toy.registered")


def environment(folder: Path) -> dict[str, str]:
    """A wide terminal that shows lines, a home in a folder, and the toy game among the games."""
    plugins = {"WESTMARCH_PLUGINS": "tests.toy.registered", "WESTMARCH_LINES": "1", "XDG_STATE_HOME": str(folder)}
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "150", "TERM": "xterm", **plugins}


def command(*words: str, folder: Path, **more) -> "subprocess.CompletedProcess[str]":
    """A command line, run to its end."""
    line = [sys.executable, "-m", "services.cli.main", *words]
    env = environment(folder)
    return subprocess.run(line, cwd=folder, env=env, capture_output=True, text=True, timeout=120, **more)


@contextlib.contextmanager
def up(folder: Path, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """A server that is up."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "150"}
    line = [sys.executable, "-m", "services.cli.main", "up", "--game", "barrow", *PLUGIN, *words]
    process = subprocess.Popen(line, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert process.stdout is not None
        for text in process.stdout:
            if text.startswith("Ctrl-C"):
                break
        else:
            raise AssertionError("it did not come up")
        yield process
    finally:
        process.terminate()
        try:
            process.wait(60)
        finally:
            process.kill()


def test_a_server_is_started_looked_at_and_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "My Projects? 100%41"
    folder.mkdir()
    assert command("status", folder=folder).returncode == 1
    with up(folder, "--port", str(free_row(20))) as process:
        status = command("status", folder=folder)
        assert status.returncode == 0
        for name in ("store", "engine-barrow-1", "matchmaking", "bots", "archive", "bot-worker"):
            assert re.search(rf"{name}\s.*\bup\b", status.stdout)
        assert "memory in all" in status.stdout
        again = command("up", *PLUGIN, folder=folder)
        assert again.returncode == 2
        assert "runs in .westmarch already" in again.stderr
        token = command("token", "player", "--name", "ann", folder=folder)
        assert token.stdout.count(".") == 2
        assert command("token", "king", folder=folder).returncode == 2
        assert command("down", folder=folder).returncode == 0
        assert process.wait(60) == 0
    assert command("status", folder=folder).returncode == 1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a server that several tests use."""
    folder = tmp_path_factory.mktemp("server")
    with up(folder, "--port", str(free_row(20))):
        yield folder


def test_what_a_server_keeps_is_for_its_owner_only(tmp_path: Path) -> None:
    """Logs, archive and store hold hands and seeds of live matches."""
    (tmp_path / ".westmarch").mkdir(mode=0o755)
    port = free_row(20)
    with up(tmp_path, "--port", str(port)):
        files = [
            tmp_path / ".westmarch" / name for name in ("keys", "state.json", "archive.db", "logs", "run", "valkey")
        ]
        assert [path.name for path in files if path.stat().st_mode & 0o077] == []
        with socket.create_connection(("127.0.0.1", port)) as stranger:
            stranger.sendall(b"KEYS *\r\n")
            assert stranger.recv(100).startswith(b"-NOAUTH")


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    port = free_row(20)
    with up(tmp_path, "--port", str(port)):
        other = tmp_path / "other"
        other.mkdir()
        answer = command("up", "--game", "barrow", *PLUGIN, "--port", str(port), folder=other)
    assert answer.returncode == 2
    assert f"port {port}" in answer.stderr


def matchmaking_of(folder: Path) -> str:
    """The address that `status` names first."""
    line = re.search(r"matchmaking \(gRPC starts here\)\W+([\d.]+:\d+)", command("status", folder=folder).stdout)
    assert line is not None
    return line[1]


def person(folder: Path, *words: str, typed: str) -> "subprocess.CompletedProcess[str]":
    """Somebody who plays on a server, and types all at once."""
    return command("play", "barrow", *words, folder=folder, input=typed)


def test_playing_on_a_server_from_the_terminal(tmp_path: Path) -> None:
    """Somebody leaves with Ctrl-C, comes back to the seat and plays to the end."""
    with up(tmp_path, "--port", str(free_row(20))):
        where = ("--server", matchmaking_of(tmp_path))
        flags = (
            "--scenario",
            "duel",
            "--name",
            "ann",
            "--wait",
            "0",
            "--seat",
            "1",
            "--lang",
            "pl",
            "--level",
            "novice",
        )
        with Screen(tmp_path, *where, *flags) as ann:
            ann.until("Twój wybór")
            ann.process.send_signal(signal.SIGINT)
            ann.until(r"play barrow --server [\d.:]+ --resume westmarch-seat.json --lines --lang pl")
            assert ann.process.wait(60) == 130
        assert (tmp_path / "westmarch-seat.json").stat().st_mode & 0o077 == 0
        typed = "u\nnonsense\n?\ni worth 2\nb\nc\nn\n" + "9" * 5000 + "\n" + ".\n" * 60
        answer = person(tmp_path, *where, "--resume", "westmarch-seat.json", typed=typed)
    assert answer.returncode == 0, answer.stderr
    assert "Barrow: Blue burglar" in answer.stdout
    assert re.search(
        r"Nothing can be undone: (nothing has been chosen yet|Red burglar has chosen since)", answer.stdout
    )
    assert "There is no choice nonsense" in answer.stdout
    assert "s [FILE]: save" not in answer.stdout
    assert "Treasure worth 2 (treasure): No text." in answer.stdout
    assert "Concede the match? (y/n)" in answer.stdout
    assert re.search(r"westmarch record \S+ --server [\d.:]+", answer.stdout)
    assert f"There is no choice {'9' * 40}…" in answer.stdout
    assert "The match is over" in answer.stdout
    assert re.search(r"(Won by (Red|Blue) burglar|Nobody wins)\nScore: .*\n", answer.stdout)
    assert "Reason: the greatest treasure\n" in answer.stdout
    assert re.search(r"The seed [0-9a-f]{32} fits the commitment [0-9a-f]{64}", answer.stdout.replace("\n", " "))


class Screen:
    """A person at a real terminal: what the program shows, and what is typed when it asks."""

    def __init__(self, folder: Path, *words: str, panes: bool = False) -> None:
        self._screen, inside = pty.openpty()
        termios.tcsetwinsize(inside, (45, 150))
        env = environment(folder) | {"WESTMARCH_LINES": str(int(not panes))}
        line = [sys.executable, "-m", "services.cli.main", "play", "barrow", *words]
        streams = {"stdin": inside, "stdout": inside, "stderr": inside}
        self.process = subprocess.Popen(line, cwd=folder, env=env, start_new_session=True, **streams)
        os.close(inside)
        self.shown = ""

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._screen)

    def until(self, pattern: str, seconds: float = 60.0) -> "re.Match[str]":
        """Read until something is shown."""
        deadline = time.monotonic() + seconds
        while (text := re.search(pattern, self.shown)) is None:
            ready, _, _ = select.select([self._screen], [], [], 0.2)
            if ready:
                with contextlib.suppress(OSError):  # the program has gone
                    self.shown += os.read(self._screen, 65536).decode(errors="replace")
            assert time.monotonic() < deadline, self.shown[-2000:]
        return text

    def type(self, line: str) -> None:
        """Type a line; what was shown before does not count any more."""
        self.shown = ""
        os.write(self._screen, line.encode() + b"\n")

    def play(self) -> None:
        """Take the first option until the match is over."""
        while "is over" not in self.until(r"Your choice.*: |The match is over(?s:.*)commitment [0-9a-f]{64}")[0]:
            self.type(".")


@contextlib.contextmanager
def two_people(folder: Path, where: tuple[str, str]) -> Iterator[tuple[Screen, Screen]]:
    """Ann opens a private table and Bob joins it."""
    first = ("--scenario", "duel", "--name", "ann", "--bot", "random", "--table")
    with Screen(folder, *where, *first) as ann:
        code = ann.until(r"play barrow --server [\d.:]+ --join ([A-Z]{6})")[1]
        with Screen(folder, *where, "--name", "bob", "--join", code) as bob:
            yield ann, bob


@contextlib.contextmanager
def two_strangers(folder: Path, where: tuple[str, str]) -> Iterator[tuple[Screen, Screen]]:
    """Ann and Bob look for the same, and find each other."""
    flags = (*where, "--scenario", "duel", "--bot", "random", "--wait", "60")
    with Screen(folder, *flags, "--name", "ann") as ann, Screen(folder, *flags, "--name", "bob") as bob:
        yield ann, bob


def play_to_the_end(*people: Screen) -> None:
    """Everybody takes the first option until the match is over."""
    with ThreadPoolExecutor(len(people)) as threads:
        list(threads.map(Screen.play, people))
    for one in people:
        assert one.process.wait(20) == 0
        assert re.search("Won by (Red|Blue) burglar", one.shown)


def test_two_people_at_a_private_table_in_real_terminals(tmp_path: Path) -> None:
    with (
        up(tmp_path, "--port", str(free_row(20))),
        two_people(tmp_path, ("--server", matchmaking_of(tmp_path))) as people,
    ):
        play_to_the_end(*people)


def test_a_bot_plays_on_for_who_leaves_strangers_and_gives_the_seat_back(tmp_path: Path) -> None:
    with up(tmp_path, "--port", str(free_row(20))):
        where = ("--server", matchmaking_of(tmp_path))
        with two_strangers(tmp_path, where) as (ann, bob):
            ann.until("Your choice.*: ")
            bob.until("Your choice.*: ")
            ann.type("q")
            left = (
                r"A bot plays for you until you come back with:\s+westmarch play .* --resume (westmarch-seat\S*.json)"
            )
            seat = ann.until(left)[1]
            bob.type(".")
            bob.until("~ann has left; a bot plays (Red|Blue) burglar.(?s:.*)Your choice.*: ")  # and has bid
            with Screen(tmp_path, *where, "--resume", seat) as back:
                back.until("Your choice.*: |is choosing")
                play_to_the_end(back, bob)
        late = person(tmp_path, *where, "--resume", seat, typed="")
        assert "The match is over" in late.stdout
        assert late.returncode == 0


def test_the_others_see_that_somebody_is_gone_and_that_they_are_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann waits at a terminal with lines, Dan is asked at one with panes, and Bob's is killed."""
    monkeypatch.setenv("WESTMARCH_LONGEST_ABSENCE_HOURS", "0.02")  # who is there is noted every few seconds then
    homes = [tmp_path / name for name in ("ann", "bob", "dan")]
    for home in homes:
        home.mkdir()
    with up(tmp_path, "--port", str(free_row(20))):
        where = ("--server", matchmaking_of(tmp_path))
        table = ("--scenario", "company", "--seats", "3", "--name", "ann", "--bot", "random", "--table")
        with Screen(homes[0], *where, *table) as ann:
            code = ann.until(r"--join ([A-Z]{6})")[1]
            join = (*where, "--join", code, "--name")
            with (
                Screen(homes[1], *join, "bob") as bob,
                Screen(homes[2], *join, "dan", "--lang", "pl", panes=True) as dan,
            ):
                ann.until("Your choice.*: ")
                bob.until("Your choice.*: ")
                ann.type(".")
                ann.until("bob.* is choosing")
                time.sleep(3)  # the engine notes every second who has come
                bob.process.kill()
                gone = ann.until(r"~bob is gone; nobody plays (\w+ burglar) for now\.")[1]
                dan.until("~bob znika od stołu")
                with Screen(homes[1], *where, "--resume", "westmarch-seat.json") as back:
                    back.until("Your choice.*: ")
                    ann.until(f"~bob is back and plays {gone}")
                    dan.until("~bob wraca do stołu")
    for line in ("~ann is gone", "~dan is gone", "~dan is back"):
        assert line not in ann.shown


@pytest.mark.parametrize("loss", [signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
def test_whoever_loses_the_terminal_comes_back_to_the_seat_with_one_command(loss: signal.Signals, server: Path) -> None:
    """The way back is there from the moment the seat is taken; the next start offers it by itself."""
    home = server / loss.name
    home.mkdir()
    where = ("--server", matchmaking_of(server), "--scenario", "duel", "--wait", "0", "--bot", "random")
    with Screen(home, *where, "--name", "ann") as ann:
        ann.until("Your choice.*: ")
        ann.type(".")
        ann.until("Your choice.*: ")
        ann.process.send_signal(loss)
        ann.process.wait(60)
    with Screen(home, *where, "--name", "ann") as again:
        again.until(r"You were playing Barrow, [\d.:]+. Go back to it\?")
        again.type("y")
        again.until("Your choice.*: ")
        assert "Looking for a match" not in again.shown
        again.play()
        assert again.process.wait(60) == 0
    assert "no match to go back to" in command("back", folder=home).stdout


def test_a_match_on_a_server_is_listed_and_its_record_fetched(server: Path) -> None:
    where = (
        "--server",
        matchmaking_of(server),
        "--scenario",
        "duel",
        "--wait",
        "0",
        "--bot",
        "random",
        "--name",
        "ann",
    )
    with Screen(server, *where) as ann:
        ann.until("Your choice.*: ")
        gateway = f"127.0.0.1:{int(matchmaking_of(server).rpartition(':')[2]) + 4}"
        live = json.loads(command("matches", "--server", gateway, "--json", folder=server).stdout)
        (id,) = (one["match_id"] for one in live if "~ann" in one["players"])
        assert id in command("matches", "--server", gateway, folder=server).stdout
        watching = subprocess.Popen(
            [sys.executable, "-m", "services.cli.main", "watch", id, "--server", gateway],
            cwd=server,
            env=environment(server),
            stdout=subprocess.PIPE,
            text=True,
        )
        ann.play()
        assert f"westmarch record {id} --server {gateway}" in ann.until("record .*")[0] or id in ann.shown
    seen, _ = watching.communicate(timeout=60)
    assert "Barrow: spectator" in seen
    assert "The match is over" in seen
    deadline = time.monotonic() + 60
    while (kept := command("record", id, "--server", gateway, folder=server)).returncode:
        assert "westmarch: " in kept.stderr
        assert time.monotonic() < deadline, kept.stderr
        time.sleep(0.5)
    assert "Reason: the greatest treasure" in kept.stdout
    assert f"westmarch replay {id}.json" in kept.stdout
    assert Record.load((server / f"{id}.json").read_bytes()).verify().is_over


@pytest.mark.parametrize("words", [("matches",), ("watch", "nobody"), ("record", "nobody")])
def test_a_gateway_that_does_not_answer_is_named(words: tuple[str, ...], tmp_path: Path) -> None:
    answer = command(*words, "--server", f"127.0.0.1:{free_row(1)}", folder=tmp_path)
    assert answer.returncode == 2
    assert re.search(r"westmarch: 127\.0\.0\.1:\d+: the gateway does not answer", answer.stderr)


def test_friends_wait_for_each_other_and_the_last_stranger_is_waited_for(tmp_path: Path) -> None:
    with up(tmp_path, "--port", str(free_row(20))):
        where = ("--server", matchmaking_of(tmp_path))
        for company, farewells in (
            (two_people, ("The match waits for you", "The match waits for you")),
            (two_strangers, ("A bot plays for you", "The match waits for you")),
        ):
            (home := tmp_path / company.__name__).mkdir()  # where nobody has left a match that could be gone back to
            with company(home, where) as people:
                for one in people:
                    one.until("Your choice.*: ")
                for one, farewell in zip(people, farewells, strict=True):
                    one.type("q")
                    one.until(farewell)
                    assert one.process.wait(60) == 0


def test_a_server_with_tls_plays_with_those_who_trust_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority, _, signer = certificate(tmp_path, "authority")
    cert, key, _ = certificate(tmp_path, "server", signer)
    for name, file in (("CERT", cert), ("KEY", key), ("CA", authority)):
        monkeypatch.setenv(f"WESTMARCH_TLS_{name}", str(file))
    with up(tmp_path, "--port", str(free_row(20))):
        where = ("--server", matchmaking_of(tmp_path), "--scenario", "duel", "--wait", "0", "--bot", "random")
        trusting = person(tmp_path, *where, "--ca", str(authority), typed=".\n" * 60)
        careless = person(tmp_path, *where, typed="")
    assert trusting.returncode == 0, trusting.stderr
    assert "The match is over" in trusting.stdout
    assert careless.returncode == 2


def test_the_demo_plays_everything_through_the_server(tmp_path: Path) -> None:
    answer = command("demo", "--matches", "5", "--jobs", "1", "--game", "barrow", *PLUGIN, folder=tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert re.search(r"gateway \(HTTP and WebSocket\): http://127\.0\.0\.1:\d+\n", answer.stdout)
    assert "10 matches through the services" in answer.stdout
    rows = [line for line in answer.stdout.splitlines() if line.startswith("│ barrow")]
    assert [row.split("│")[2].strip() for row in rows] == ["duel", "company"]
    assert Record.load((tmp_path / ".westmarch" / "demo.json").read_bytes()).verify().is_over
    assert re.search(r"replay .westmarch/demo.json --until \d+ --as 1", answer.stdout)


@pytest.mark.parametrize(
    "words", [("up", "--game", "chess"), ("up", "--engines", "0"), ("play", "wotr", "--server", "x")]
)
def test_bad_input_is_one_line(tmp_path: Path, words) -> None:
    answer = command(*words, folder=tmp_path)
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr


def test_a_server_that_does_not_answer_is_named(tmp_path: Path) -> None:
    answer = command("play", "wotr", "--server", f"127.0.0.1:{free_row(1)}", folder=tmp_path)
    assert answer.returncode == 2
    assert re.fullmatch(r"westmarch: 127\.0\.0\.1:\d+: The server does not answer\.\n", answer.stderr)
