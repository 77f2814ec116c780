"""One Play stream to the engines of a game, which the seats of many clients share.

Commands of one turn of the event loop travel in one message. When the stream breaks, another is opened and every seat
joins again after the version it has; choices without an answer are sent again under the same request id, so that none
is made twice. Other commands without an answer are refused: nobody knows whether they were carried out."""

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import grpc

from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorDetail, ErrorReason
from services.api.match_pb2 import Update
from services.process.background import cancel_and_wait
from services.process.logs import logger
from services.process.refusals import Refused

END_OF_STREAM = grpc.aio.EOF  # type: ignore[attr-defined]
MOST_TOGETHER = 25
"""Commands in one message, of which the engine takes 64 KiB: a token has 2,000 characters at most."""
FIRST_PAUSE_SECONDS = 0.05
LONGEST_PAUSE_SECONDS = 2.0
LOST = Refused(
    ErrorReason.ERROR_REASON_UNAVAILABLE, "The engine went away; look at the latest update before you try again."
)

OnAnswer = Callable[[ErrorDetail | None], None]
"""Called once: with None when a command was carried out, or with why it was not."""


class Reader(Protocol):
    """Takes what is said to one joined seat."""

    def on_update(self, joined: "Joined", update: Update) -> None:
        """Take an update without blocking."""

    def on_left(self, joined: "Joined", why: ErrorDetail) -> None:
        """Hear that the seat cannot be joined again after a break."""


class Joined:
    """A seat, or a spectator's view, that somebody follows on a link."""

    def __init__(self, join: pb.Join, reader: Reader) -> None:
        self.join = join
        self.reader = reader
        self.version: int | None = None
        """The last version that the reader has or will get; None: none since it joined."""
        self.slot = 0
        self.is_open = False
        """Whether the engine has confirmed it once: from then on it is joined again after a break."""
        self.is_joined = False
        """Whether the engine has confirmed it on the stream that is open: other commands wait for that."""

    def command(self) -> pb.PlayCommand:
        """The command that joins it, after the version that the reader has."""
        if self.version is not None:
            self.join.subscription.after_version = self.version
        return pb.PlayCommand(join=self.join)


@dataclass(slots=True)
class _Unanswered:
    """A command that was sent, or is to be."""

    joined: Joined
    command: pb.PlayCommand
    on_answer: OnAnswer
    is_sent: bool = False


class PlayLink:
    """One Play stream after the other, and the seats on it."""

    def __init__(self, open_stream: Callable[[], Any]) -> None:
        self._open_stream = open_stream
        self._seats: dict[int, Joined] = {}
        self._slots = itertools.count(1)
        self._ids = itertools.count(1)
        self._unanswered: dict[int, _Unanswered] = {}
        """By command id."""
        self._unsent: deque[pb.PlayCommand] = deque()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_connected = False

    def __len__(self) -> int:
        return len(self._seats)

    def join(self, joined: Joined, on_answer: OnAnswer) -> None:
        """Follow a seat from now on."""
        joined.slot = next(self._slots)
        self._seats[joined.slot] = joined
        self.send(joined, joined.command(), on_answer)
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    def rejoin(self, joined: Joined) -> None:
        """Have the seat's updates again from the version that its reader has."""
        if self._seats.pop(joined.slot, None) is None:
            return
        self._queue(pb.PlayCommand(slot=joined.slot, leave=pb.Leave()))
        joined.slot = next(self._slots)
        joined.is_joined = False
        self._seats[joined.slot] = joined
        self._send_join(joined)

    def leave(self, joined: Joined) -> None:
        """Follow a seat no longer."""
        if self._seats.pop(joined.slot, None) is not None:
            self._queue(pb.PlayCommand(slot=joined.slot, leave=pb.Leave()))

    def drop(self, joined: Joined, why: ErrorDetail) -> None:
        """Follow a seat no longer, and tell its reader why."""
        if joined.slot in self._seats:
            self.leave(joined)
            joined.reader.on_left(joined, why)

    def send(self, joined: Joined, command: pb.PlayCommand, on_answer: OnAnswer) -> None:
        """Send a command for a joined seat."""
        command.id = next(self._ids)
        one = self._unanswered[command.id] = _Unanswered(joined, command, on_answer)
        if joined.is_joined or command.HasField("join"):
            self._send(one)

    async def close(self) -> None:
        """End the stream."""
        if self._task is not None:
            await cancel_and_wait(self._task)

    # -- the stream

    def _send(self, one: _Unanswered) -> None:
        if self._is_connected:
            one.is_sent = True
            one.command.slot = one.joined.slot
            self._queue(one.command)

    def _queue(self, command: pb.PlayCommand) -> None:
        if self._is_connected:
            self._unsent.append(command)
            self._wake.set()

    async def _run(self) -> None:
        """Keep a stream open for as long as there is a seat on it."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            if not self._seats:
                self._task = None
                return
            call = self._open_stream()
            self._begin()
            writer = asyncio.create_task(self._write(call))
            try:
                while (response := await call.read()) is not END_OF_STREAM:
                    pause = FIRST_PAUSE_SECONDS
                    self._dispatch(response)
            except grpc.RpcError as error:
                logger().info("a play stream ended", code=str(error.code()))
            finally:
                self._is_connected = False
                call.cancel()
                await cancel_and_wait(writer)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _begin(self) -> None:
        """Queue for a new stream: every seat joins. Choices that were not answered are sent again after that."""
        self._unsent.clear()
        self._is_connected = True
        unanswered, self._unanswered = self._unanswered, {}
        for joined in list(self._seats.values()):
            joined.is_joined = False
            if joined.is_open:
                self._send_join(joined)
        for id, one in unanswered.items():
            is_join, was_sent, one.is_sent = one.command.HasField("join"), one.is_sent, False
            if is_join and one.joined.is_open:
                continue  # joined again above
            is_held = self._seats.get(one.joined.slot) is one.joined
            if is_held and is_join:
                self.send(one.joined, one.joined.command(), one.on_answer)
            elif is_held and (one.command.HasField("choice") or not was_sent):
                self._unanswered[id] = one
            else:
                one.on_answer(LOST.detail())

    def _confirm_join(self, joined: Joined) -> None:
        """Send what has waited for a seat to be joined."""
        joined.is_open = joined.is_joined = True
        for one in list(self._unanswered.values()):
            if one.joined is joined and not one.is_sent:
                self._send(one)

    def _send_join(self, joined: Joined) -> None:
        """Join again; what comes of it is told to the reader only where it cannot be."""

        def on_answer(error: ErrorDetail | None) -> None:
            if error is None:
                return
            if error.reason == ErrorReason.ERROR_REASON_UNAVAILABLE:
                asyncio.get_running_loop().call_later(LONGEST_PAUSE_SECONDS / 4, self.rejoin, joined)
                return
            self._seats.pop(joined.slot, None)
            joined.reader.on_left(joined, error)

        self.send(joined, joined.command(), on_answer)

    async def _write(self, call: Any) -> None:
        """Send what is queued, all of one turn together."""
        unsent = self._unsent
        try:
            while True:
                while unsent:
                    count = min(len(unsent), MOST_TOGETHER)
                    await call.write(pb.PlayRequest(commands=[unsent.popleft() for _ in range(count)]))
                self._wake.clear()
                await self._wake.wait()
        except (grpc.RpcError, asyncio.InvalidStateError):
            pass  # the reader of the stream hears why

    def _dispatch(self, response: pb.PlayResponse) -> None:
        """Tell readers what a message brings."""
        seats = self._seats
        for update in response.updates:
            joined = seats.get(update.slot)
            if joined is not None:
                joined.reader.on_update(joined, update)
        for confirmation in response.confirmations:
            one = self._unanswered.pop(confirmation.id, None)
            if one is not None:
                if one.command.HasField("join") and one.command.slot == one.joined.slot:
                    self._confirm_join(one.joined)
                one.on_answer(None)
        for refusal in response.refusals:
            one = self._unanswered.pop(refusal.id, None)
            if one is not None:
                if one.command.HasField("join") and not one.joined.is_open:
                    seats.pop(refusal.slot, None)
                one.on_answer(refusal.error)
