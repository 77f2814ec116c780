"""The records of a batch: made for the archive, and put into it, again and again while it does not answer."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

from engine import Record
from engine.core.game import Setting
from services.api.archive_pb2 import ArchivedRecord, PutRequest, PutResponse
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import HOLDER_BOT, Outcome, Seat
from services.process.logs import logger
from services.process.refusals import Refused, is_unavailable

GIVE_UP_SECONDS = 60.0
"""An archive that has not answered for this long ends the batch."""
FIRST_RETRY_SECONDS = 0.2
LONGEST_RETRY_SECONDS = 5.0

Put: TypeAlias = Callable[[PutRequest], Awaitable[PutResponse]]
"""Calls the archive's Put, or raises Refused."""


def archived_record(
    match_id: str,
    record: Record,
    setting: Setting,
    bots: Sequence[str],
    outcome: Outcome,
    started_ms: int,
    labels: Mapping[str, str] | None = None,
    sealed: bool = False,
) -> ArchivedRecord:
    """The record of a match between bots, one for each seat, that has just ended."""
    return ArchivedRecord(
        match_id=match_id,
        record=record.dump(),
        game=record.game,
        scenario=record.scenario,
        rules_version=record.rules_version,
        seats=[
            Seat(seat=seat, role=role.id, side=role.side, holder=HOLDER_BOT, bot=bots[seat])
            for seat, role in enumerate(setting.roles)
        ],
        outcome=outcome,
        started_ms=started_ms,
        finished_ms=time.time_ns() // 1_000_000,
        decisions=len(record.choices),
        commitment=record.commitment,
        digest=record.digest,
        labels=labels,
        sealed=sealed,
    )


async def archive_records(
    put: Put, records: Sequence[ArchivedRecord], give_up_seconds: float = GIVE_UP_SECONDS
) -> None:
    """Put the records into the archive, and retry with growing pauses while it is unavailable.

    A retry does no harm: the archive leaves records that it has as they are. Refused as UNAVAILABLE when it has not
    answered for so many seconds; any other refusal is passed on at once."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + give_up_seconds
    pause = FIRST_RETRY_SECONDS
    while True:
        try:
            await put(PutRequest(records=records))
            return
        except Refused as error:
            if not is_unavailable(error):
                raise
            if clock() + pause > deadline:
                message = (
                    f"The archive has been away for {give_up_seconds:g} seconds; the batch ends with what it has kept."
                )
                raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, message) from error
            logger().warning("the archive is away", error=error.message)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_RETRY_SECONDS)
