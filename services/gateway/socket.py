"""The WebSocket of one browser: it joins seats and matches, chooses, and hears of every change.

Every message from the client has an id, and gets `done` or `refused` with that id."""

import asyncio
import itertools
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeAlias

import msgspec

from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorDetail, ErrorReason
from services.gateway.clients import Allowances, Client
from services.gateway.feed import Feed, Left
from services.gateway.hub import Hub
from services.gateway.play_link import Joined
from services.gateway.problems import Problem, problem_of
from services.gateway.updates import Index, Language, Update, Version, language_of, update_of
from services.process.background import cancel_and_wait
from services.process.refusals import Refused, invalid
from services.process.settings import Settings
from services.rpc.failures import as_refusal
from services.rpc.limits import TokenBucket
from services.rpc.tokens import Keyring

Slot = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Id = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]
Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]

GOING_AWAY, TOO_BIG, POLICY = 1001, 1009, 1008
"""Why a socket is closed, by the numbers of RFC 6455."""


class Join(msgspec.Struct, tag="join", tag_field="type", forbid_unknown_fields=True):
    """Follow a seat, or a match as a spectator, under a slot of the client's choosing."""

    id: Id
    slot: Slot
    token: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    """A seat or spectator token, or one of the player whose seat it is; empty: that of the connection."""
    match_id: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Needed only where the token does not name the match."""
    seat: Index | None = None
    """The seat that the player of the token has there; needed only where the token does not name it."""
    after_version: Version | None = None
    """The last version that the client has; the first update brings all events since."""
    language: Language | None = None
    observations: bool = False
    """Put the whole observation into every update."""
    only_decisions: bool = False
    """Skip updates in which this seat has nothing to decide."""


class Leave(msgspec.Struct, tag="leave", tag_field="type", forbid_unknown_fields=True):
    """Follow a seat or match no longer."""

    id: Id
    slot: Slot


class Choose(msgspec.Struct, tag="choose", tag_field="type", forbid_unknown_fields=True):
    """Answer the open decision of a joined seat."""

    id: Id
    slot: Slot
    version: Version
    """The version that the decision came with."""
    index: Index
    request_id: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Sent again with the same on another socket, after a break, it cannot choose twice."""


class Undo(msgspec.Struct, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Undo the last choice of a joined seat."""

    id: Id
    slot: Slot


class Concede(msgspec.Struct, tag="concede", tag_field="type", forbid_unknown_fields=True):
    """Concede the match for a joined seat."""

    id: Id
    slot: Slot


Message: TypeAlias = Join | Leave | Choose | Undo | Concede


class Done(msgspec.Struct, tag="done", tag_field="type"):
    """A message was carried out."""

    id: int


class RefusedMessage(msgspec.Struct, tag="refused", tag_field="type"):
    """A message was not carried out; nothing has changed."""

    id: int | None
    """None: what came had no id that could be read."""
    problem: Problem


class SlotLeft(msgspec.Struct, tag="left", tag_field="type"):
    """The server cannot follow a slot any longer."""

    slot: int
    problem: Problem


class SlotUpdate(msgspec.Struct, tag="update", tag_field="type"):
    """What a joined seat or match learns."""

    slot: int
    update: Update


class _AnyId(msgspec.Struct):
    id: Id | None = None


_decode = msgspec.json.Decoder(Message).decode
_decode_id = msgspec.json.Decoder(_AnyId).decode
_encode = msgspec.json.Encoder().encode


class SocketSession:
    """One open WebSocket."""

    def __init__(self, hub: Hub, keyring: Keyring, settings: Settings, allowances: Allowances, client: Client) -> None:
        self._keyring = keyring
        self._settings = settings
        self._allowances = allowances
        self._client = client
        self._feed = Feed(hub, settings.gateway.max_unsent)
        self._slots: dict[int, Joined | None] = {}
        """By the client's slot; None while it is being joined."""
        self._held: dict[int, list[Message]] = {}
        """By a slot that is being joined: messages that came meanwhile."""
        self._numbers: dict[Joined, int] = {}
        limits = settings.limits
        self._commands = TokenBucket(limits.commands_per_second, limits.calls_burst, time.monotonic())
        prefix = secrets.token_hex(4)
        self._request_ids = (f"{prefix}.{number}" for number in itertools.count())
        """For choices without one: sent again after a break of ours, they are made once."""
        self._sender: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, receive: Receive, send: Send) -> None:
        """Serve until the client goes away."""
        self._sender = asyncio.create_task(self._send_all(send))
        try:
            while (event := await receive())["type"] == "websocket.receive":
                text = event.get("text")
                self._take(event.get("bytes") or b"" if text is None else text)
                if delay := self._delay():
                    await asyncio.sleep(delay)
                while self._feed.unread > self._settings.gateway.max_unsent:
                    await asyncio.sleep(0.05)  # who does not read is not read either
        finally:
            self._feed.close()
            await cancel_and_wait(self._sender, *self._tasks)

    def _delay(self) -> float:
        """For how many seconds a command has to wait."""
        return max(self._commands.reserve(time.monotonic(), 1), self._allowances.reserve_command(self._client))

    async def _send_all(self, send: Send) -> None:
        """Send what the feed brings."""
        take, encode, numbers = self._feed.take, _encode, self._numbers
        while True:
            item = await take()
            if isinstance(item, tuple):
                joined, update = item
                number = numbers.get(joined)
                if number is None:
                    continue
                item = SlotUpdate(number, update_of(update))
            elif isinstance(item, Left):
                number = numbers.pop(item.joined, None)
                if number is None:
                    continue
                del self._slots[number]
                item = SlotLeft(number, problem_of(item.why))
            await send({"type": "websocket.send", "text": encode(item).decode()})

    # -- messages

    def _take(self, text: str | bytes) -> None:
        """Carry a message out, or begin to."""
        try:
            message = _decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            self._answer(_id_in(text), invalid(f"That is no message: {error}.").detail())
            return
        held = self._held.get(message.slot)
        if held is not None and not isinstance(message, Join):
            held.append(message)
        else:
            self._carry_out(message)

    def _carry_out(self, message: Message) -> None:
        try:
            if isinstance(message, Choose):
                request_id = message.request_id or next(self._request_ids)
                choice = pb.Choice(version=message.version, index=message.index, request_id=request_id)
                self._send(message, pb.PlayCommand(choice=choice))
            elif isinstance(message, Join):
                self._begin_join(message)
            elif isinstance(message, Leave):
                self._leave(message)
            elif isinstance(message, Undo):
                self._send(message, pb.PlayCommand(undo=pb.Undo()))
            else:
                self._send(message, pb.PlayCommand(concede=pb.Concede()))
        except Exception as error:
            self._answer(message.id, as_refusal(error).detail())

    def _send(self, message: Choose | Undo | Concede, command: pb.PlayCommand) -> None:
        joined = self._slots.get(message.slot)
        if joined is None:
            raise _bad_slot(f"Slot {message.slot} is not joined.")
        self._feed.send(joined, command, lambda error: self._answer(message.id, error))

    def _leave(self, message: Leave) -> None:
        joined = self._slots.get(message.slot)
        if joined is None:
            raise _bad_slot(f"Slot {message.slot} is not joined.")
        del self._slots[message.slot]
        del self._numbers[joined]
        self._feed.leave(joined)
        self._answer(message.id, None)

    def _begin_join(self, message: Join) -> None:
        if message.slot in self._slots:
            raise _bad_slot(f"Slot {message.slot} is joined already.")
        most = self._settings.gateway.max_joins
        if len(self._slots) >= most:
            raise Refused(ErrorReason.ERROR_REASON_TOO_LARGE, f"A socket joins at most {most} seats and matches.")
        self._slots[message.slot] = None
        self._held[message.slot] = []
        task = asyncio.create_task(self._join(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(self, message: Join) -> None:
        def on_answer(error: ErrorDetail | None) -> None:
            if error is not None:
                self._numbers.pop(joined, None)
                self._slots.pop(message.slot, None)
            self._answer(message.id, error)

        try:
            client = self._client.with_token(message.token) if message.token else self._client
            join = join_of(self._keyring, client, message.match_id, message.seat)
            join.subscription.language = language_of(message.language)
            join.subscription.observations = message.observations
            join.subscription.only_decisions = message.only_decisions
            if message.after_version is not None:
                join.subscription.after_version = message.after_version
            joined = await self._feed.join(join, client, on_answer)
            self._slots[message.slot] = joined
            self._numbers[joined] = message.slot
        except Exception as error:
            self._slots.pop(message.slot, None)
            self._answer(message.id, as_refusal(error).detail())
        for held in self._held.pop(message.slot):
            self._carry_out(held)

    def _answer(self, id: int | None, error: ErrorDetail | None) -> None:
        """Queue the answer to a message."""
        self._feed.put(Done(id or 0) if error is None else RefusedMessage(id, problem_of(error)))


def join_of(keyring: Keyring, client: Client, match_id: str, seat: int | None) -> pb.Join:
    """The Join of a client by the token that it brings, which may name match and seat by itself."""
    if client.token:
        caller = keyring.read(client.token)
        if caller.kind in ("seat", "spectator"):
            return pb.Join(token=client.token, match_id=caller.match_id)
    if not match_id:
        raise invalid("Name the match, or bring a token that does.")
    return pb.Join(token=client.token, match_id=match_id, seat=seat)


def _bad_slot(message: str) -> Refused:
    return Refused(ErrorReason.ERROR_REASON_BAD_SLOT, message)


def _id_in(text: str | bytes) -> int | None:
    """The id of a message that makes no sense otherwise."""
    try:
        return _decode_id(text).id
    except (msgspec.MsgspecError, RecursionError):
        return None
