"""One seat, or one spectator's view, that a stream follows."""

from collections.abc import AsyncGenerator, Callable

from services.api import engine_pb2 as pb
from services.engine.committer import Committer
from services.engine.outbox import Outbox
from services.engine.replica import Replica
from services.match import wire
from services.match.hosted import Change, HostedMatch
from services.match.refusals import in_language
from services.match.update_format import UpdateFormat
from services.process.clock import Clock
from services.process.logs import bound_contextvars
from services.process.refusals import Refused
from services.rpc.failures import as_refusal
from services.rpc.tokens import Caller


def format_of(subscription: pb.Subscription) -> tuple[UpdateFormat, int | None]:
    """What a subscriber wants in its updates, and the last version it has."""
    after = subscription.after_version if subscription.HasField("after_version") else None
    return UpdateFormat.of(subscription), after


class MatchSubscription:
    """A subscriber that writes updates into the outbox of its stream."""

    def __init__(
        self,
        slot: int,
        replica: Replica,
        caller: Caller,
        seat: int | None,
        form: UpdateFormat,
        outbox: Outbox,
        refusal_of: Callable[[Exception], Refused],
        committer: Committer,
        clock: Clock,
    ) -> None:
        self.slot = slot
        self.replica = replica
        self.caller = caller
        self.seat = seat
        self._format = form
        self._outbox = outbox
        self._refusal_of = refusal_of
        self._committer = committer
        self._clock = clock

    def on_change(self, hosted: HostedMatch, change: Change, updates: wire.Updates) -> None:
        """Queue what this seat learns. A fault in writing it must not reach the other seats."""
        try:
            self._send(hosted, change, updates)
        except Exception as error:
            self.refuse(error)

    def on_reset(self, hosted: HostedMatch) -> None:
        """Queue where the match stands, with a word that what came before is gone."""
        try:
            self._outbox.add(self.slot, wire.reset(hosted, self.seat, [], self._format, self._clock()))
        except Exception as error:
            self.refuse(error)

    async def start(self, after: int | None) -> None:
        """Subscribe, and catch up from the version the client has."""
        async with self._committer.current(self.replica.match_id) as replica:
            self.replica = replica
            await self._committer.subscribe(replica, self)
            try:
                changes = await self._committer.changes_after(replica, after) if after is not None else []
                was_reset = after is not None and after > replica.hosted.version
                write = wire.reset if was_reset else wire.whole_update
                self._outbox.add(self.slot, write(replica.hosted, self.seat, changes, self._format, self._clock()))
            except BaseException:
                self.stop()
                raise

    def stop(self) -> None:
        """Subscribe no longer."""
        self._committer.unsubscribe(self.replica, self)

    def refuse(self, error: Exception, command_id: int = 0) -> None:
        """Queue why a command was not carried out."""
        with bound_contextvars(match=self.replica.match_id):
            self._outbox.refuse(self.slot, self._refusal_of(in_language(error, self._format.lang)), command_id)

    def _send(self, hosted: HostedMatch, change: Change, updates: wire.Updates) -> None:
        if self._outbox.overrun:
            return
        seat = self.seat
        concerned = (seat is not None and hosted.seats[seat].decision_version >= 0) or hosted.match.is_over
        if self._format.only_decisions and not concerned:
            return
        at_once = concerned or (change.entry is not None and change.entry.seat == seat)
        self._outbox.add(self.slot, updates.of(seat, self._format), at_once)


async def watch(
    committer: Committer, clock: Clock, caller: Caller, replica: Replica, seat: int | None, request: pb.Subscription
) -> AsyncGenerator[pb.WatchResponse, None]:
    """Updates of one match until it ends."""
    form, after = format_of(request)
    outbox = Outbox()
    subscription = MatchSubscription(0, replica, caller, seat, form, outbox, as_refusal, committer, clock)
    try:
        await subscription.start(after)
        while (encoded := await outbox.take()) is not None:
            message = pb.PlayResponse.FromString(encoded)
            for refusal in message.refusals:
                raise Refused(refusal.error.reason, refusal.error.message)
            for update in message.updates:
                yield pb.WatchResponse(update=update)
                if update.HasField("end"):
                    return
    finally:
        subscription.stop()
