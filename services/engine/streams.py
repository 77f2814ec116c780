"""Play and Watch: seats joined to a stream, choices in, updates out, batched while a write is under way."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable

import grpc

from services.api import engine_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import Update
from services.common.auth import Caller, Keyring
from services.common.errors import Refused
from services.common.limits import RateLimit
from services.common.rpc import Context, as_refusal, check_decoded
from services.common.settings import Settings
from services.engine import render
from services.engine.live import Live
from services.engine.matches import Matches
from services.engine.sitting import Moment, Sitting

END = grpc.aio.EOF  # type: ignore[attr-defined]
MOST_TOGETHER = 100
"""Updates in one message, which may not grow beyond what the transport takes."""
MOST_UNSENT = 20
"""Messages that may wait for a slow reader; then the stream ends and the reader resumes."""


class Outbox:
    """Updates and refusals on their way to one client, written where they will be sent from."""

    def __init__(self) -> None:
        self._unsent: deque[pb.PlayResponse] = deque()
        self.overrun = False
        """The reader is too slow: nothing more is queued, and the stream ends with the write under way."""
        self._wake = asyncio.Event()
        self._closed = False

    def add(self, slot: int) -> Update:
        """A fresh update, to be filled in at once."""
        return self._message().updates.add(slot=slot)

    def take_back(self) -> None:
        """The update just added could not be filled in."""
        if self._unsent:
            del self._unsent[-1].updates[-1]

    def refuse(self, slot: int, refusal: Refused) -> None:
        """Queue a refusal."""
        self._message().refusals.add(slot=slot, error=refusal.detail())

    def close(self) -> None:
        """Nothing more will come."""
        self._closed = True
        self._wake.set()

    async def batches(self) -> AsyncIterator[pb.PlayResponse]:
        """Everything queued, as often as there is something."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._unsent:
                yield self._unsent.popleft()
            if self.overrun:
                raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "Updates are read too slowly; resume the stream.")
            if self._closed:
                return

    def _message(self) -> pb.PlayResponse:
        """The message that is being written; once the reader is too slow, one that nobody will read."""
        self._wake.set()
        last = self._unsent[-1] if self._unsent else None
        if last is not None and len(last.updates) + len(last.refusals) < MOST_TOGETHER:
            return last
        if len(self._unsent) == MOST_UNSENT:
            self.overrun = True
            self._unsent.clear()
        fresh = pb.PlayResponse()
        if not self.overrun:
            self._unsent.append(fresh)
        return fresh


class Slot:
    """One joined seat, or one spectator's view, of a stream."""

    def __init__(
        self,
        number: int,
        live: Live,
        caller: Caller,
        seat: int | None,
        wanted: pb.Subscription,
        outbox: Outbox,
        matches: Matches,
    ) -> None:
        self.number = number
        self.live = live
        self.caller = caller
        self.seat = seat
        self._wanted = wanted
        self._outbox = outbox
        self._matches = matches

    def see(self, sitting: Sitting, moment: Moment) -> None:
        """Queue what this seat learns. A fault in telling one seat must not reach the others."""
        try:
            self._send(sitting, moment)
        except Exception as error:
            self.refused(error)

    async def start(self) -> None:
        """Catch up from the version the client has, then follow."""
        tables = self._matches.tables
        async with tables.current(self.live.sitting.meta.match_id) as live:
            self.live = live
            await tables.follow(live, self)
            moments: list[Moment] = []
            if self._wanted.HasField("after_version"):
                moments = await tables.past(live, self._wanted.after_version)
                if not moments and self._wanted.after_version > live.sitting.version:
                    raise Refused(
                        ErrorReason.ERROR_REASON_INVALID_ARGUMENT,
                        f"The match is at version {live.sitting.version}, not yet at {self._wanted.after_version}.",
                        version=live.sitting.version,
                    )
            self._write(render.write_whole, live.sitting, moments)

    def refused(self, error: Exception) -> None:
        """Queue why a command was not carried out."""
        self._outbox.refuse(self.number, as_refusal(error))

    def stop(self) -> None:
        """Follow no longer."""
        self._matches.tables.unfollow(self.live, self)

    def _send(self, sitting: Sitting, moment: Moment) -> None:
        if self._outbox.overrun:
            return
        asked = self.seat is not None and self.seat in sitting.asked
        if self._wanted.only_decisions and not asked and not sitting.match.is_over:
            return
        self._write(render.write, sitting, [moment])

    def _write(self, write: Callable[..., None], sitting: Sitting, moments: list[Moment]) -> None:
        told = self._outbox.add(self.number)
        try:
            write(told, sitting, self.seat, moments, self._wanted, self._matches.tables.clock())
        except Exception:
            self._outbox.take_back()
            raise


class PlayStream:
    """One client's Play call."""

    def __init__(self, matches: Matches, keyring: Keyring, settings: Settings, caller: Caller) -> None:
        self._matches = matches
        self._keyring = keyring
        self._settings = settings
        self._caller = caller
        self._outbox = Outbox()
        self._slots: dict[int, Slot] = {}
        self._work: set[asyncio.Task[None]] = set()
        self._rate = RateLimit(settings.commands_per_second, max(1, int(settings.commands_per_second)))

    async def run(self, context: Context) -> None:
        """Serve until the client has no more to say."""
        reader = asyncio.create_task(self._read(context))
        try:
            async for batch in self._outbox.batches():
                await context.write(batch)
            await reader
        finally:
            reader.cancel()
            for slot in self._slots.values():
                slot.stop()

    async def _read(self, context: Context) -> None:
        try:
            while True:
                request = await context.read()
                if request is END:
                    break
                check_decoded(request)
                for command in request.commands:
                    self._begin(command)
            while self._work:
                await asyncio.wait(self._work)
        finally:
            self._outbox.close()

    def _begin(self, command: pb.PlayCommand) -> None:
        """Start a command; commands of one match keep their order, others do not wait for it."""
        slot = self._slots.get(command.slot)
        if not self._rate.allow(""):
            refusal = Refused(
                ErrorReason.ERROR_REASON_RATE_LIMITED,
                f"More than {self._settings.commands_per_second:g} commands a second; slow down.",
            )
            self._outbox.refuse(command.slot, refusal)
            return
        if slot is not None and slot.seat is not None and command.HasField("choice"):
            choice = command.choice
            begun = self._matches.choose_at_once(
                slot.live, slot.caller, slot.seat, choice.version, choice.index, slot.refused
            )
            if begun:
                return
        task = asyncio.create_task(self._carry_out(command))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _carry_out(self, command: pb.PlayCommand) -> None:
        try:
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
        except Exception as error:
            self._outbox.refuse(command.slot, as_refusal(error))

    async def _join(self, number: int, join: pb.Join) -> None:
        if number in self._slots:
            raise Refused(ErrorReason.ERROR_REASON_BAD_SLOT, f"Slot {number} is joined already.")
        if len(self._slots) >= self._settings.max_slots:
            raise Refused(
                ErrorReason.ERROR_REASON_TOO_LARGE, f"A stream holds at most {self._settings.max_slots} seats."
            )
        render.lang_of(join.subscription.language)
        caller = self._keyring.read(join.token) if join.token else self._caller
        match_id = caller.match_id if caller.kind in ("seat", "spectator") else join.match_id
        seat = caller.seat if caller.kind == "seat" else None
        live = await self._matches.tables.get(match_id)
        self._matches.may_watch(live, caller, seat)
        if seat is not None:
            await self._matches.welcome_back(live, seat)
        slot = Slot(number, live, caller, seat, join.subscription, self._outbox, self._matches)
        self._slots[number] = slot
        try:
            await slot.start()
        except BaseException:
            self._slots.pop(number, None)
            slot.stop()
            raise


async def watch(
    matches: Matches, caller: Caller, live: Live, seat: int | None, wanted: pb.Subscription
) -> AsyncIterator[pb.WatchResponse]:
    """Updates of one match until it ends."""
    outbox = Outbox()
    slot = Slot(0, live, caller, seat, wanted, outbox, matches)
    try:
        await slot.start()
        async for batch in outbox.batches():
            for refused in batch.refusals:
                raise Refused(refused.error.reason, refused.error.message)
            for told in batch.updates:
                yield pb.WatchResponse(update=told)
                if told.HasField("end"):
                    return
    finally:
        slot.stop()
