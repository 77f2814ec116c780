"""One client's Play call: seats join it, choices come in, updates go out."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

import grpc

from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.engine.access import check_may_watch, holder_of_seat
from services.engine.committer import Committer
from services.engine.outbox import Outbox
from services.engine.subscription import MatchSubscription, format_of
from services.match.commands import Choose, ComeBack, Concede, Undo
from services.process.clock import Clock
from services.process.logs import bind_contextvars
from services.process.refusals import Refused
from services.process.settings import Settings
from services.rpc.decoding import check_decoded
from services.rpc.failures import counted_refusal
from services.rpc.limits import TokenBucket
from services.rpc.streams import ServerStream
from services.rpc.tokens import Caller, Keyring

END = grpc.aio.EOF  # type: ignore[attr-defined]

_refusal = partial(counted_refusal, "Play")
"""The refusal of a command, which is counted as that of a call is."""


class PlayStream:
    """Serves one Play call."""

    def __init__(
        self,
        committer: Committer,
        keyring: Keyring,
        settings: Settings,
        caller: Caller,
        clock: Clock,
        charge: Callable[[int], float] | None = None,
    ) -> None:
        """`charge` takes commands from the allowance of the caller's address and gives the seconds to wait for them."""
        self._committer = committer
        self._keyring = keyring
        self._settings = settings
        self._caller = caller
        self._clock = clock
        self._outbox = Outbox()
        self._slots: dict[int, MatchSubscription] = {}
        self._joining: set[int] = set()
        self._over = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._unfinished: dict[int, int] = {}
        """By slot: commands under way, which a later one must not overtake."""
        self._idle = asyncio.Event()
        self._commands = TokenBucket(settings.limits.commands_per_second, settings.limits.max_slots, time.monotonic())
        self._charge = charge

    async def run(self, stream: ServerStream) -> None:
        """Serve until the client has no more to say."""
        reader = asyncio.create_task(self._read(stream))
        stream.let_go = partial(self._let_go, reader)
        try:
            while (message := await self._outbox.take()) is not None:
                await stream.write(message)
            await reader
        finally:
            await self._let_go(reader)

    async def _let_go(self, reader: "asyncio.Task[None]") -> None:
        """Follow no match any longer, and read no more commands."""
        reader.cancel()
        self._over = True
        for subscription in self._slots.values():
            subscription.stop()
        self._outbox.drop()

    async def _read(self, stream: ServerStream) -> None:
        """Take commands as they come; from somebody who sends too many, later."""
        try:
            while True:
                request = await stream.read()
                if request is END:
                    break
                check_decoded(request)
                count = len(request.commands)
                if count > self._settings.limits.max_slots:
                    raise Refused(
                        ErrorReason.ERROR_REASON_TOO_LARGE,
                        f"A message has {count} commands; {self._settings.limits.max_slots} are allowed.",
                    )
                if delay := self._delay(count or 1):
                    await asyncio.sleep(delay)
                for command in request.commands:
                    self._begin(command)
            while self._unfinished:
                self._idle.clear()
                await self._idle.wait()
        finally:
            self._outbox.close()

    def _delay(self, commands: int) -> float:
        """For how many seconds so many commands have to wait."""
        if self._caller.kind == "gateway":  # it limits those whose commands it gathers
            return 0.0
        of_stream = self._commands.reserve(time.monotonic(), commands)
        return of_stream if self._charge is None else max(of_stream, self._charge(commands))

    def _begin(self, command: pb.PlayCommand) -> None:
        """Start a command; commands of one slot keep their order, others do not wait for it."""
        slot = command.slot
        before = self._unfinished.get(slot, 0)
        self._unfinished[slot] = before + 1
        subscription = None if before else self._slots.get(slot)
        if subscription is not None and subscription.seat is not None and command.HasField("choice"):
            choose = _choose(subscription.seat, command.choice, subscription.caller)
            if self._committer.try_commit(subscription.replica, choose, partial(self._finish, slot, command.id)):
                return
        task = asyncio.create_task(self._carry_out(command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _finish(self, slot: int, command_id: int, error: Exception | None) -> None:
        """Note that a command has come to its end, and say why it was not carried out, if it was not."""
        if error is not None:
            subscription = self._slots.get(slot)
            if subscription is not None:
                subscription.refuse(error, command_id)
            else:
                self._outbox.refuse(slot, _refusal(error), command_id)
        elif command_id:
            self._outbox.confirm(slot, command_id)
        left = self._unfinished.pop(slot) - 1
        if left:
            self._unfinished[slot] = left
        elif not self._unfinished:
            self._idle.set()

    async def _carry_out(self, command: pb.PlayCommand) -> None:
        try:
            await self._dispatch(command)
        except Exception as error:
            self._finish(command.slot, command.id, error)
        else:
            self._finish(command.slot, command.id, None)

    async def _dispatch(self, command: pb.PlayCommand) -> None:
        kind = command.WhichOneof("command")
        if kind == "join":
            await self._join(command.slot, command.join)
            return
        subscription = self._slots.get(command.slot)
        if subscription is None:
            raise Refused(ErrorReason.ERROR_REASON_BAD_SLOT, f"Slot {command.slot} is not joined.")
        if kind == "leave":
            self._slots.pop(command.slot).stop()
            return
        seat = subscription.seat
        if seat is None:
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, "A spectator only watches.")
        if kind == "choice":
            await self._committer.commit(subscription.replica, _choose(seat, command.choice, subscription.caller))
        elif kind == "undo":
            await self._committer.commit(subscription.replica, Undo(seat))
        elif kind == "concede":
            await self._committer.commit(subscription.replica, Concede(seat))
        else:
            raise Refused(ErrorReason.ERROR_REASON_INVALID_ARGUMENT, "The command is empty.")

    async def _join(self, slot: int, join: pb.Join) -> None:
        if slot in self._slots or slot in self._joining:
            raise Refused(ErrorReason.ERROR_REASON_BAD_SLOT, f"Slot {slot} is joined already.")
        if len(self._slots) + len(self._joining) >= self._settings.limits.max_slots:
            raise Refused(
                ErrorReason.ERROR_REASON_TOO_LARGE, f"A stream holds at most {self._settings.limits.max_slots} seats."
            )
        form, after = format_of(join.subscription)
        caller = self._keyring.read(join.token) if join.token else self._caller
        caller.check_method("Play")
        match_id = caller.match_id if caller.kind in ("seat", "spectator") else join.match_id
        seat = caller.seat if caller.kind == "seat" else join.seat if join.HasField("seat") else None
        bind_contextvars(match=match_id[:64])
        self._joining.add(slot)
        try:
            replica = await self._committer.get(match_id)
            caller = holder_of_seat(replica.hosted, caller, seat)
            check_may_watch(replica.hosted, caller, seat)
            self._committer.note_joined(replica, caller)
            if seat is not None:
                await self._committer.commit(replica, ComeBack(seat))
            subscription = MatchSubscription(
                slot, replica, caller, seat, form, self._outbox, _refusal, self._committer, self._clock
            )
            await subscription.start(after)
            self._slots[slot] = subscription
        finally:
            self._joining.discard(slot)
        if self._over:
            subscription.stop()


def _choose(seat: int, choice: pb.Choice, caller: Caller) -> Choose:
    return Choose(seat, choice.version, choice.index, caller.kind, choice.request_id)
