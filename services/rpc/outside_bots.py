"""Bots that run elsewhere, by address: `grpc://host:port` or `http://host:port/path`, called for one choice at a time.

They are told what their seat sees and no more."""

import functools
import http.client
import socket
import threading
from typing import Any
from urllib.parse import urlsplit

import grpc
import msgspec

from engine.bots import BOTS, Bot, BotSpec, Perspective, fingerprint, make_bot, parse_spec
from engine.core.errors import UnknownBot
from engine.core.flow import Option
from engine.core.game import Game
from services.api import outside_bot_pb2 as pb
from services.api.outside_bot_pb2_grpc import OutsideBotServiceStub
from services.process.names import as_printable, name_fault

SCHEMES = ("grpc", "http", "https")
ANSWER_SECONDS = 600.0
"""How long a bot may take to answer where nobody counts its time; then it has failed."""
DESCRIBE_SECONDS = 10.0

_json = msgspec.json.Encoder().encode


class _Description(msgspec.Struct):
    name: str
    version: str


class _Answer(msgspec.Struct):
    index: int


def is_address(bot: str) -> bool:
    """Whether a bot is named by the address at which it runs."""
    return bot.partition("://")[0] in SCHEMES and "://" in bot


def read_bot(text: str) -> BotSpec:
    """A bot by name and parameters, or by address. Raises UnknownBot."""
    if not is_address(text):
        return parse_spec(text, BOTS)
    if not urlsplit(text).hostname:
        raise UnknownBot(f"{text!r} is no address of a bot; one is such as http://127.0.0.1:8080 or grpc://host:9000")
    return BotSpec(text)


def make_any_bot(spec: BotSpec, seed: int) -> Bot:
    """A bot of ours, or one that runs elsewhere."""
    if not is_address(spec.name):
        return make_bot(spec, seed)
    return GrpcBot(spec.name) if spec.name.startswith("grpc:") else HttpBot(spec.name)


def fingerprint_of(spec: BotSpec, game: Game[Any]) -> str:
    """Which bot this is, exactly. One that runs elsewhere tells its name and version itself. Raises UnknownBot."""
    if not is_address(spec.name):
        return fingerprint(spec, BOTS[spec.name], game)
    bot = GrpcBot(spec.name) if spec.name.startswith("grpc:") else HttpBot(spec.name)
    try:
        description = bot.describe()
        for value in (description.name, description.version):
            if fault := name_fault(value):
                raise ValueError(fault)
    except (OSError, ValueError, grpc.RpcError, http.client.HTTPException, msgspec.MsgspecError) as error:
        raise UnknownBot(f"the bot at {spec.name} does not say who it is: {as_printable(_words_of(error))}") from None
    return f"{spec.name}#{description.name}@{description.version}"


def _words_of(error: Exception) -> str:
    """What went wrong in a call, without the trace of the transport."""
    return error.details() or "" if isinstance(error, grpc.Call) else str(error)


def _request(view: Perspective) -> dict[str, Any]:
    """What a bot is told at a decision."""
    setting = view.setting
    return {
        "game": view.game,
        "scenario": setting.scenario,
        "seats": setting.seats,
        "seat": view.seat,
        "role": setting.roles[view.seat].id,
        "kind": view.decision.kind,
        "prompt": view.prompt(),
    }


def _data(view: Perspective, option: Option) -> list[Any]:
    """An option as it is sent: its verb, and its arguments by reference."""
    phrase = view.named(option)
    return [phrase.verb, *phrase.data]


class HttpBot:
    """A bot that answers JSON over HTTP."""

    def __init__(self, address: str) -> None:
        url = urlsplit(address)
        self._connection = _connection(url.scheme, url.hostname or "", url.port, threading.get_ident())
        self._path = url.path.rstrip("/")

    def describe(self) -> _Description:
        """Its name and version."""
        self._connection.timeout = DESCRIBE_SECONDS
        try:
            return msgspec.json.decode(self._call("GET", "/"), type=_Description)
        finally:
            self._connection.close()
            self._connection.timeout = ANSWER_SECONDS

    def choose(self, view: Perspective) -> int:
        """What it answers."""
        options = [{"data": _data(view, option), "label": view.describe(option)} for option in view.options]
        request = _request(view) | {
            "setting_options": dict(view.setting.options),
            "options": options,
            "observation": view.observation(),
        }
        return msgspec.json.decode(self._call("POST", "/decide", _json(request)), type=_Answer).index

    def _call(self, method: str, path: str, body: bytes | None = None) -> bytes:
        was_open = self._connection.sock is not None
        try:
            return self._exchange(method, path, body)
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            self._connection.close()
            if not was_open:
                raise
            return self._exchange(method, path, body)  # the bot had closed a connection that was idle
        except BaseException:  # also where time is up: half an answer must not be read as that to the next request
            self._connection.close()
            raise

    def _exchange(self, method: str, path: str, body: bytes | None) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        self._connection.request(method, self._path + path, body, headers)
        # Many servers send head and body apart, and the body only when the head is acknowledged: do that at once.
        self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        answer = self._connection.getresponse()
        data = answer.read()
        if answer.status != http.client.OK:
            raise ValueError(f"{method} {self._path}{path} answered {answer.status} {answer.reason}")
        return data


@functools.cache
def _connection(scheme: str, host: str, port: int | None, _thread: int) -> http.client.HTTPConnection:
    """The connection to a bot, one for all of its matches in a thread; it connects when it is used."""
    kind = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
    return kind(host, port, timeout=ANSWER_SECONDS)


@functools.cache
def _channel(address: str) -> grpc.Channel:
    """The channel to a bot, one for all of its matches."""
    return grpc.insecure_channel(address.removeprefix("grpc://"))


class GrpcBot:
    """A bot that answers `OutsideBotService`."""

    def __init__(self, address: str) -> None:
        self._channel = _channel(address)
        self._stub = OutsideBotServiceStub(self._channel)

    def describe(self) -> _Description:
        """Its name and version."""
        answer = self._stub.Describe(pb.DescribeRequest(), timeout=DESCRIBE_SECONDS)
        return _Description(answer.name, answer.version)

    def choose(self, view: Perspective) -> int:
        """What it answers."""
        request = pb.DecideRequest(
            **_request(view),
            setting_options=_json(dict(view.setting.options)).decode(),
            options=[
                pb.DecideOption(data=_json(_data(view, one)).decode(), label=view.describe(one)) for one in view.options
            ],
            observation=_json(view.observation()).decode(),
        )
        try:
            return int(self._stub.Decide(request, timeout=ANSWER_SECONDS).index)
        except grpc.RpcError as error:
            raise ConnectionError(_words_of(error)) from error
