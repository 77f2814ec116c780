"""Bots that run elsewhere, over real HTTP and real gRPC."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import grpc
import msgspec
import pytest

from engine import load
from engine.bots import BotSpec
from engine.bots.pairs import deal
from engine.core.errors import UnknownBot
from services.api import outside_bot_pb2 as pb
from services.api.outside_bot_pb2_grpc import OutsideBotServiceServicer, add_OutsideBotServiceServicer_to_server
from services.pairs.legs import play_leg
from services.rpc.outside_bots import fingerprint_of, is_address, make_any_bot, read_bot

REQUESTS: list[dict[str, Any]] = []


class LastOption(BaseHTTPRequestHandler):
    """Chooses the last option; at `/late` one more than there are."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer({"name": "last", "version": "7"})

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        REQUESTS.append(request)
        self._answer({"index": len(request["options"]) - (not self.path.startswith("/wrong"))})

    def _answer(self, answer: dict[str, Any]) -> None:
        data = json.dumps(answer).encode()
        self.send_response(200 if "broken" not in self.path else 500)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

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
    assert play("grpc://127.0.0.1:9").fault == "crash"


def test_it_names_itself(http_bot: str, grpc_bot: str) -> None:
    for address in (http_bot, grpc_bot):
        assert fingerprint_of(read_bot(address), load("wotr")) == f"{address}#last@7"
    with pytest.raises(UnknownBot, match="does not say who it is"):
        fingerprint_of(read_bot("http://127.0.0.1:9"), load("wotr"))


def test_addresses_and_names_are_told_apart() -> None:
    assert is_address("grpc://host:1")
    assert not is_address("greedy:worlds=8")
    with pytest.raises(UnknownBot, match="no address of a bot"):
        read_bot("http://")
    with pytest.raises(UnknownBot, match="there is no bot 'ftp'"):
        read_bot("ftp://host")
