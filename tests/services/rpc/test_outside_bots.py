"""Bots that run elsewhere, over real HTTP and real gRPC."""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest

from engine import load
from engine.bots import BotSpec, Perspective
from engine.bots.pairs import deal
from engine.core.errors import UnknownBot
from services.api import outside_bot_pb2 as pb
from services.api.outside_bot_pb2_grpc import OutsideBotServiceServicer, add_OutsideBotServiceServicer_to_server
from services.pairs.legs import play_leg
from services.rpc import outside_bots
from services.rpc.outside_bots import fingerprint_of, is_address, make_any_bot, read_bot

REQUESTS: list[dict[str, Any]] = []
CONNECTIONS: list[Any] = []
DESCRIPTIONS = {
    "/coloured/": {"name": "\x1b[31mlast", "version": "7"},
    "/cleared/": {"name": "last", "version": "7\x9b2J"},
    "/nameless/": {"name": "", "version": "7"},
}
"""By path: what a bot says of itself that a terminal must not see."""


class LastOption(BaseHTTPRequestHandler):
    """Chooses the last option; at `/late` one more than there are."""

    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        CONNECTIONS.append(self.client_address)

    def do_GET(self) -> None:
        self._answer(DESCRIPTIONS.get(self.path, {"name": "last", "version": "7"}))

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        REQUESTS.append(request)
        self._answer({"index": len(request["options"]) - (not self.path.startswith("/wrong"))})

    def _answer(self, answer: dict[str, Any]) -> None:
        data = json.dumps(answer).encode()
        reason = "\x1b[31mred" if "colour" in self.path else None
        self.send_response(200 if "broken" not in self.path else 500, reason)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = self.path.startswith("/closing")  # without a word of it, as servers do after a while

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def http_bot() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), LastOption)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


class Last(OutsideBotServiceServicer):
    def Describe(self, request: pb.DescribeRequest, context: grpc.ServicerContext) -> pb.DescribeResponse:  # noqa: N802
        return pb.DescribeResponse(name="last", version="7")

    def Decide(self, request: pb.DecideRequest, context: grpc.ServicerContext) -> pb.DecideResponse:  # noqa: N802
        return pb.DecideResponse(index=len(request.options) - 1)


@pytest.fixture(scope="module")
def grpc_bot() -> Iterator[str]:
    server = grpc.server(ThreadPoolExecutor(2))
    add_OutsideBotServiceServicer_to_server(Last(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"grpc://127.0.0.1:{port}"
    server.stop(None)


def play(first: str) -> Any:
    game = load("wotr")
    specs = (BotSpec(first), BotSpec("random"))
    return play_leg(game, game.setting("duel"), deal(1, 1), 0, specs, maker=make_any_bot)


def test_both_ways_choose_alike(http_bot: str, grpc_bot: str) -> None:
    legs = [play(http_bot), play(grpc_bot)]
    assert legs[0].fault is None
    assert legs[0].record == legs[1].record


def test_it_is_told_what_its_seat_sees_and_no_more(http_bot: str) -> None:
    REQUESTS.clear()
    play(http_bot)
    match = load("wotr").new_match("duel", seed=deal(1, 1))
    first = REQUESTS[0]
    assert first["seat"] == 0
    phrases = [match.lexicon.option(option) for option in match.options(0)]
    assert [one["data"] for one in first["options"]] == [[one.verb, *one.data] for one in phrases]
    assert [one["label"] for one in first["options"]] == [match.describe(option) for option in match.options(0)]
    assert first["observation"] == msgspec.to_builtins(match.observation(0))
    assert {"game", "scenario", "seats", "role", "kind", "prompt", "setting_options"} <= first.keys()


def test_what_it_does_wrong_is_its_own_fault(http_bot: str) -> None:
    assert play(f"{http_bot}/wrong").fault == "illegal"
    broken = play(f"{http_bot}/broken")
    assert broken.fault == "crash"
    assert "answered 500" in broken.message
    assert play("http://127.0.0.1:9/").fault == "crash"
    unreachable = play("grpc://127.0.0.1:9")
    assert unreachable.fault == "crash"
    assert unreachable.message.startswith("ConnectionError: failed to connect to all addresses")


def test_all_matches_share_one_connection(http_bot: str, grpc_bot: str) -> None:
    play(http_bot)
    CONNECTIONS.clear()
    for _ in range(3):
        assert play(http_bot).fault is None
    assert CONNECTIONS == []
    bots = [make_any_bot(BotSpec(grpc_bot), seed) for seed in range(3)]
    assert len({id(bot._channel) for bot in bots}) == 1  # type: ignore[attr-defined]


def test_a_connection_that_was_closed_meanwhile_is_opened_again(http_bot: str) -> None:
    CONNECTIONS.clear()
    assert play(f"{http_bot}/closing").fault is None
    assert len(CONNECTIONS) > 1


def test_it_names_itself(http_bot: str, grpc_bot: str) -> None:
    for address in (http_bot, grpc_bot):
        assert fingerprint_of(read_bot(address), load("wotr")) == f"{address}#last@7"
    with pytest.raises(UnknownBot, match="does not say who it is"):
        fingerprint_of(read_bot("http://127.0.0.1:9"), load("wotr"))


def test_one_that_never_says_who_it_is_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside_bots, "DESCRIBE_SECONDS", 0.2)
    timed_out = pytest.raises(UnknownBot, match="does not say who it is: timed out")
    with socket.create_server(("127.0.0.1", 0)) as silent, timed_out:
        fingerprint_of(read_bot(f"http://127.0.0.1:{silent.getsockname()[1]}"), load("wotr"))


@pytest.mark.parametrize("path", DESCRIPTIONS)
def test_a_name_or_version_that_does_something_to_a_terminal_is_refused(http_bot: str, path: str) -> None:
    with pytest.raises(UnknownBot, match="A name has 1 to 64 printable characters") as refusal:
        fingerprint_of(read_bot(http_bot + path.rstrip("/")), load("wotr"))
    assert str(refusal.value).isprintable()


def test_what_a_broken_bot_says_does_nothing_to_a_terminal(http_bot: str) -> None:
    faults = [play(f"{http_bot}/broken-in-colour").message]
    with pytest.raises(UnknownBot) as refusal:
        fingerprint_of(read_bot(f"{http_bot}/broken-in-colour"), load("wotr"))
    faults.append(str(refusal.value))
    for fault in faults:
        assert "answered 500 \ufffd[31mred" in fault
        assert fault.isprintable()


def test_addresses_and_names_are_told_apart() -> None:
    assert is_address("grpc://host:1")
    assert not is_address("greedy:worlds=8")
    with pytest.raises(UnknownBot, match="no address of a bot"):
        read_bot("http://")
    with pytest.raises(UnknownBot, match="there is no bot 'ftp'"):
        read_bot("ftp://host")


def test_the_bot_of_the_documentation_plays() -> None:
    """It takes the option that names the most things."""
    script = Path(__file__).parents[3] / "docs" / "examples" / "http_bot.py"
    with subprocess.Popen([sys.executable, str(script), "0"], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert fingerprint_of(read_bot(address), load("wotr")) == f"{address}#talker@1"
            match = load("wotr").new_match("duel", seed=5)
            view = Perspective(match, match.pending[0].seat)
            option = view.options[make_any_bot(read_bot(address), 1).choose(view)]
            assert len(option) == max(map(len, view.options))
        finally:
            process.kill()
