"""The WebSocket of one browser: it joins seats and matches, chooses, and hears of every change.

Every message from the client has an id, and gets `done` or `refused` with that id."""

import asyncio
import itertools
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Annotated, TypeAlias

import msgspec

from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorDetail, ErrorReason
from services.gateway.clients import Allowances, Client
from services.gateway.feed import Feed, Left, Told
from services.gateway.joins import join_of, subscription_of
from services.gateway.play_link import Joined
from services.gateway.play_streams import PlayStreams
from services.gateway.problems import Problem, problem_of
from services.gateway.shapes import Index, Language, Version
from services.gateway.upstream import Upstream
from services.match.updates import Update
from services.process.refusals import Refused, invalid
from services.rpc.failures import as_refusal
from services.rpc.limits import TokenBucket

Slot = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Id = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Join(msgspec.Struct, tag="join", tag_field="type", forbid_unknown_fields=True):
    """Follow a seat, or a match as a spectator, under a slot of the client's choosing."""

    id: Id
    """A number of the client's own, by which the answer is known."""
    slot: Slot
    """A number that is free, by which what is joined is known from now on."""
    token: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    """A seat or spectator token, or a player or API token of the player whose seat it is; empty: that of the
    connection, or the session of its cookie."""
    match_id: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Needed only where the token does not name the match."""
    seat: Index | None = None
    """The seat that the player of the token has there; needed only where the token does not name it."""
    after_version: Version | None = None
    """The last version that the client has; the first update brings all events since."""
    language: Language | None = None
    """In which there are words; null: none."""
    observations: bool = False
    """Put the whole observation into every update."""
    only_decisions: bool = False
    """Skip updates in which this seat has nothing to decide."""


class Leave(msgspec.Struct, tag="leave", tag_field="type", forbid_unknown_fields=True):
    """Follow a seat or match no longer."""

    id: Id
    """A number of the client's own, by which the answer is known."""
    slot: Slot
    """The client's number of what is joined."""


class Choose(msgspec.Struct, tag="choose", tag_field="type", forbid_unknown_fields=True):
    """Answer the open decision of a joined seat."""

    id: Id
    """A number of the client's own, by which the answer is known."""
    slot: Slot
    """The client's number of what is joined."""
    version: Version
    """The version that the decision came with."""
    index: Index
    """Which of its options."""
    request_id: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Sent again with the same on another socket, after a break, it cannot choose twice."""


class Undo(msgspec.Struct, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Undo the last choice of a joined seat."""

    id: Id
    """A number of the client's own, by which the answer is known."""
    slot: Slot
    """The client's number of what is joined."""


class Concede(msgspec.Struct, tag="concede", tag_field="type", forbid_unknown_fields=True):
    """Concede the match for a joined seat."""

    id: Id
    """A number of the client's own, by which the answer is known."""
    slot: Slot
    """The client's number of what is joined."""


Message: TypeAlias = Join | Leave | Choose | Undo | Concede


class Done(msgspec.Struct, tag="done", tag_field="type"):
    """A message was carried out."""

    id: int
    """The message's."""


class RefusedMessage(msgspec.Struct, tag="refused", tag_field="type"):
    """A message was not carried out; nothing has changed."""

    id: int | None
    """The message's; null: what came had no id that could be read."""
    problem: Problem
    """Why."""


class SlotLeft(msgspec.Struct, tag="left", tag_field="type"):
    """The server cannot follow a slot any longer; it is free again."""

    slot: int
    """Which."""
    problem: Problem
    """Why."""


class SlotUpdate(msgspec.Struct, tag="update", tag_field="type"):
    """What a joined seat or match learns."""

    slot: int
    """Which."""
    update: Update
    """What."""


Answer: TypeAlias = Done | RefusedMessage | SlotLeft | SlotUpdate


class _AnyId(msgspec.Struct):
    id: Id | None = None


_decode = msgspec.json.Decoder(Message).decode
_decode_id = msgspec.json.Decoder(_AnyId).decode
_encode = msgspec.json.Encoder().encode


class SocketSession:
    """One open WebSocket."""

    def __init__(
        self,
        play_streams: PlayStreams,
        upstream: Upstream,
        allowances: Allowances,
        client: Client,
        wake: Callable[[], None],
    ) -> None:
        """`wake` is called when there is something to send."""
        self._upstream = upstream
        settings = upstream.settings
        self._most_joins = settings.gateway.max_joins
        self._most_unread = settings.gateway.max_unsent
        self._allowances = allowances
        self._client = client
        self._feed = Feed(play_streams, settings.gateway.max_unsent, wake)
        self._slots: dict[int, Joined | None] = {}
        """By the client's slot; None while it is being joined."""
        self._held: dict[int, list[Message]] = {}
        """By a slot that is being joined: messages that came meanwhile."""
        self._numbers: dict[Joined, int] = {}
        """The client's slot of what is joined."""
        limits = settings.limits
        self._commands = TokenBucket(limits.commands_per_second, limits.calls_burst, time.monotonic())
        prefix = secrets.token_hex(4)
        self._request_ids = (f"{prefix}.{number}" for number in itertools.count())
        """For choices without one: sent again after a break of ours, they are made once."""
        self._tasks: set[asyncio.Task[None]] = set()

    # -- what the protocol asks

    @property
    def is_behind(self) -> bool:
        """Whether the client has so much to read that nothing more is read from it."""
        return self._feed.unread > self._most_unread

    def take(self, text: bytes) -> float:
        """Carry a message out, or begin to. For how many seconds no other is to be read."""
        try:
            message = _decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            self._refuse(_id_in(text), invalid(f"That is no message: {error}.").detail())
        else:
            held = self._held.get(message.slot)
            if held is not None and not isinstance(message, Join):
                held.append(message)
            else:
                self._carry_out(message)
        return max(self._commands.reserve(time.monotonic(), 1), self._allowances.reserve_command(self._client))

    def messages(self) -> Iterator[bytes]:
        """What is to be sent now."""
        take, numbers = self._feed.take, self._numbers
        while (item := take()) is not None:
            if type(item) is bytes:
                yield item
            elif isinstance(item, Told):
                number = numbers.get(item.joined)
                if number is not None:
                    yield b'{"type":"update","slot":%d,"update":%b}' % (number, item.json)
            elif isinstance(item, Left):
                number = numbers.pop(item.joined, None)
                if number is not None:
                    del self._slots[number]
                    yield _encode(SlotLeft(number, problem_of(item.why)))

    def close(self) -> None:
        """Follow nothing any longer."""
        self._feed.close()
        for task in self._tasks:
            task.cancel()

    # -- messages

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
        if len(self._slots) >= self._most_joins:
            most = f"A socket joins at most {self._most_joins} seats and matches."
            raise Refused(ErrorReason.ERROR_REASON_TOO_LARGE, most)
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
            wanted = subscription_of(
                message.after_version, message.language, message.observations, message.only_decisions
            )
            join = await join_of(self._upstream, client, message.match_id, message.seat, wanted)
            joined = await self._feed.join(join, client, on_answer)
            self._slots[message.slot] = joined
            self._numbers[joined] = message.slot
        except Exception as error:
            self._slots.pop(message.slot, None)
            self._answer(message.id, as_refusal(error).detail())
        for held in self._held.pop(message.slot):
            self._carry_out(held)

    def _answer(self, id: int, error: ErrorDetail | None) -> None:
        """Queue the answer to a message."""
        if error is None:
            self._feed.put(b'{"type":"done","id":%d}' % id)
        else:
            self._refuse(id, error)

    def _refuse(self, id: int | None, error: ErrorDetail) -> None:
        self._feed.put(_encode(RefusedMessage(id, problem_of(error))))


def _bad_slot(message: str) -> Refused:
    return Refused(ErrorReason.ERROR_REASON_BAD_SLOT, message)


def _id_in(text: str | bytes) -> int | None:
    """The id of a message that makes no sense otherwise."""
    try:
        return _decode_id(text).id
    except (msgspec.MsgspecError, RecursionError):
        return None
