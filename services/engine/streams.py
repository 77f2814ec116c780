"""Play and Watch: seats joined to a stream, choices in, updates out.

Who chose or is to choose is told at once. Who only looks on is told a moment later, often of several moves in one
message; so is everybody while a write is under way."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from functools import partial

import grpc

from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import Update
from services.common.auth import Caller, Keyring
from services.common.errors import Refused
from services.common.limits import Bucket
from services.common.logs import bind_contextvars, bound_contextvars
from services.common.rpc import Courier, as_refusal, check_decoded
from services.common.settings import Settings
from services.engine import render
from services.engine.live import Live, Seen
from services.engine.matches import Matches
from services.engine.sitting import Moment, Sitting

END = grpc.aio.EOF  # type: ignore[attr-defined]
MOST_TOGETHER = 100
"""Updates in one message, which may not grow beyond what the transport takes."""
MOST_UNSENT = 20
"""Messages that may wait for a slow reader; then the stream ends and the reader resumes."""
PATIENCE_SECONDS = 0.05
"""How much later somebody who only looks on may hear of a move, so that several travel together."""


class Outbox:
    """Updates and refusals on their way to one client, written where they will be sent from."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._unsent: deque[pb.PlayResponse] = deque()
        self.overrun = False
        """The reader is too slow: nothing more is queued, and the stream ends with the write under way."""
        self._due = False
        """Whether what is unsent should go now."""
        self._timed = False
        self._sleeper: asyncio.Future[None] | None = None
        self._closed = False

    def add(self, slot: int, at_once: bool = True) -> Update:
        """A fresh update, to be filled in at once, and to be sent at once or in a moment."""
        message = self._message()
        if at_once:
            self._hurry()
        elif not (self._due or self._timed):
            self._timed = True
            self._loop.call_later(PATIENCE_SECONDS, self._time_is_up)
        return message.updates.add(slot=slot)

    def take_back(self) -> None:
        """The update just added could not be filled in."""
        if self._unsent:
            del self._unsent[-1].updates[-1]

    def refuse(self, slot: int, refusal: Refused) -> None:
        """Queue a refusal."""
        self._message().refusals.add(slot=slot, error=refusal.detail())
        self._hurry()

    def close(self) -> None:
        """Nothing more will come."""
        self._closed = True
        self._hurry()

    async def take(self) -> pb.PlayResponse | None:
        """The next message, once it should go; None: there will be no other."""
        while not self._due:
            self._sleeper = self._loop.create_future()
            await self._sleeper
        if self.overrun:
            raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "Updates are read too slowly; resume the stream.")
        if not self._unsent:
            return None
        message = self._unsent.popleft()
        self._due = bool(self._unsent) or self._closed
        return message

    def _message(self) -> pb.PlayResponse:
        """The message that is being written; once the reader is too slow, one that nobody will read."""
        last = self._unsent[-1] if self._unsent else None
        if last is not None and len(last.updates) + len(last.refusals) < MOST_TOGETHER:
            return last
        if len(self._unsent) == MOST_UNSENT:
            self.overrun = True
            self._unsent.clear()
            self._hurry()
        fresh = pb.PlayResponse()
        if not self.overrun:
            self._unsent.append(fresh)
        return fresh

    def _hurry(self) -> None:
        self._due = True
        if self._sleeper is not None:
            if not self._sleeper.done():
                self._sleeper.set_result(None)
            self._sleeper = None

    def _time_is_up(self) -> None:
        self._timed = False
        if self._unsent:
            self._hurry()


class Slot:
    """One joined seat, or one spectator's view, of a stream."""

    def __init__(
        self,
        number: int,
        live: Live,
        caller: Caller,
        seat: int | None,
        wish: render.Wish,
        outbox: Outbox,
        matches: Matches,
    ) -> None:
        self.number = number
        self.live = live
        self.caller = caller
        self.seat = seat
        self._wish = wish
        self._eyes = f"{seat} {wish}"
        """Who sees the same: the same seat's eyes, and the same wishes. Text, because its hash is worked out once."""
        self._outbox = outbox
        self._matches = matches

    def see(self, sitting: Sitting, moment: Moment, seen: Seen) -> None:
        """Queue what this seat learns. A fault in telling one seat must not reach the others."""
        try:
            self._send(sitting, moment, seen)
        except Exception as error:
            self.refused(error)

    def see_anew(self, sitting: Sitting) -> None:
        """Queue the whole table, with a word that what came before is gone."""
        try:
            self._write(render.write_back, sitting, [], at_once=True)
        except Exception as error:
            self.refused(error)

    async def start(self, after: int | None) -> None:
        """Follow, and catch up from the version the client has."""
        tables = self._matches.tables
        async with tables.current(self.live.sitting.meta.match_id) as live:
            self.live = live
            await tables.follow(live, self)
            try:
                moments = await tables.past(live, after) if after is not None else []
                lost = after is not None and after > live.sitting.version
                self._write(render.write_back if lost else render.write_whole, live.sitting, moments, at_once=True)
            except BaseException:
                self.stop()
                raise

    def refused(self, error: Exception) -> None:
        """Queue why a command was not carried out."""
        with bound_contextvars(match=self.live.sitting.meta.match_id):
            self._outbox.refuse(self.number, as_refusal(error))

    def stop(self) -> None:
        """Follow no longer."""
        self._matches.tables.unfollow(self.live, self)

    def _send(self, sitting: Sitting, moment: Moment, seen: Seen) -> None:
        if self._outbox.overrun:
            return
        concerned = self.seat in sitting.asked or sitting.match.is_over
        if self._wish.only_decisions and not concerned:
            return
        chose = moment.entry is not None and moment.entry.seat == self.seat
        if (same := seen.get(self._eyes)) is not None:
            told = self._outbox.add(self.number, concerned or chose)
            told.MergeFrom(same)
            told.slot = self.number
        else:
            seen[self._eyes] = self._write(render.write, sitting, [moment], at_once=concerned or chose)

    def _write(self, write: Callable[..., None], sitting: Sitting, moments: list[Moment], at_once: bool) -> Update:
        told = self._outbox.add(self.number, at_once)
        try:
            write(told, sitting, self.seat, moments, self._wish, self._matches.tables.clock())
        except Exception:
            self._outbox.take_back()
            raise
        return told


def wanted(subscription: pb.Subscription) -> tuple[render.Wish, int | None]:
    """How a subscriber is to be told, and the last version it has."""
    after = subscription.after_version if subscription.HasField("after_version") else None
    return render.Wish.of(subscription), after


class PlayStream:
    """One client's Play call."""

    def __init__(self, matches: Matches, keyring: Keyring, settings: Settings, caller: Caller) -> None:
        self._matches = matches
        self._keyring = keyring
        self._settings = settings
        self._caller = caller
        self._outbox = Outbox()
        self._slots: dict[int, Slot] = {}
        self._joining: set[int] = set()
        self._over = False
        self._work: set[asyncio.Task[None]] = set()
        self._busy: dict[int, int] = {}
        """By slot: commands under way, which a later one must not overtake."""
        self._idle = asyncio.Event()
        self._commands = Bucket(settings.commands_per_second, settings.max_slots, time.monotonic())

    async def run(self, courier: Courier) -> None:
        """Serve until the client has no more to say."""
        reader = asyncio.create_task(self._read(courier))
        try:
            while (message := await self._outbox.take()) is not None:
                await courier.write(message)
            await reader
        finally:
            reader.cancel()
            self._over = True
            for slot in self._slots.values():
                slot.stop()

    async def _read(self, courier: Courier) -> None:
        """Take commands as they come; from somebody who sends too many, later."""
        try:
            while True:
                request = await courier.read()
                if request is END:
                    break
                check_decoded(request)
                count = len(request.commands)
                if count > self._settings.max_slots:
                    raise Refused(
                        ErrorReason.ERROR_REASON_TOO_LARGE,
                        f"A message has {count} commands; {self._settings.max_slots} are allowed.",
                    )
                if delay := self._commands.owe(time.monotonic(), count or 1):
                    await asyncio.sleep(delay)
                for command in request.commands:
                    self._begin(command)
            while self._busy:
                self._idle.clear()
                await self._idle.wait()
        finally:
            self._outbox.close()

    def _begin(self, command: pb.PlayCommand) -> None:
        """Start a command; commands of one match keep their order, others do not wait for it."""
        number = command.slot
        before = self._busy.get(number, 0)
        self._busy[number] = before + 1
        slot = None if before else self._slots.get(number)
        if slot is not None and slot.seat is not None and command.HasField("choice"):
            choice, settled = command.choice, partial(self._settled, number)
            if self._matches.choose_at_once(slot.live, slot.caller, slot.seat, choice.version, choice.index, settled):
                return
        task = asyncio.create_task(self._carry_out(command))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    def _settled(self, number: int, error: Exception | None) -> None:
        """A command has come to its end; why it was not carried out, if it was not."""
        if error is not None:
            slot = self._slots.get(number)
            if slot is not None:
                slot.refused(error)
            else:
                self._outbox.refuse(number, as_refusal(error))
        left = self._busy.pop(number) - 1
        if left:
            self._busy[number] = left
        elif not self._busy:
            self._idle.set()

    async def _carry_out(self, command: pb.PlayCommand) -> None:
        try:
            await self._do(command)
        except Exception as error:
            self._settled(command.slot, error)
        else:
            self._settled(command.slot, None)

    async def _do(self, command: pb.PlayCommand) -> None:
        kind = command.WhichOneof("command")
        if kind == "join":
            await self._join(command.slot, command.join)
            return
        slot = self._slots.get(command.slot)
        if slot is None:
            raise Refused(ErrorReason.ERROR_REASON_BAD_SLOT, f"Slot {command.slot} is not joined.")
        if kind == "leave":
            self._slots.pop(command.slot).stop()
            return
        if slot.seat is None:
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, "A spectator only watches.")
        if kind == "choice":
            choice = command.choice
            await self._matches.choose(slot.live, slot.caller, slot.seat, choice.version, choice.index)
        elif kind == "take_back":
            await self._matches.undo(slot.live, slot.seat)
        elif kind == "give_up":
            await self._matches.concede(slot.live, slot.seat)
        else:
            raise Refused(ErrorReason.ERROR_REASON_INVALID_ARGUMENT, "The command is empty.")

    async def _join(self, number: int, join: pb.Join) -> None:
        if number in self._slots or number in self._joining:
            raise Refused(ErrorReason.ERROR_REASON_BAD_SLOT, f"Slot {number} is joined already.")
        if len(self._slots) + len(self._joining) >= self._settings.max_slots:
            raise Refused(
                ErrorReason.ERROR_REASON_TOO_LARGE, f"A stream holds at most {self._settings.max_slots} seats."
            )
        wish, after = wanted(join.subscription)
        caller = self._keyring.read(join.token) if join.token else self._caller
        match_id = caller.match_id if caller.kind in ("seat", "spectator") else join.match_id
        seat = caller.seat if caller.kind == "seat" else None
        bind_contextvars(match=match_id[:64])
        self._joining.add(number)
        try:
            live = await self._matches.tables.get(match_id)
            self._matches.may_watch(live, caller, seat)
            if seat is not None:
                await self._matches.welcome_back(live, seat)
            slot = Slot(number, live, caller, seat, wish, self._outbox, self._matches)
            await slot.start(after)
            self._slots[number] = slot
        finally:
            self._joining.discard(number)
        if self._over:
            slot.stop()


async def watch(
    matches: Matches, caller: Caller, live: Live, seat: int | None, wish: render.Wish, after: int | None
) -> AsyncGenerator[pb.WatchResponse, None]:
    """Updates of one match until it ends."""
    outbox = Outbox()
    slot = Slot(0, live, caller, seat, wish, outbox, matches)
    try:
        await slot.start(after)
        while (message := await outbox.take()) is not None:
            for refused in message.refusals:
                raise Refused(refused.error.reason, refused.error.message)
            for told in message.updates:
                yield pb.WatchResponse(update=told)
                if told.HasField("end"):
                    return
    finally:
        slot.stop()
