"""Puts the records of a batch into the archive, and tries again while the archive does not answer."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from services.api.archive_pb2 import ArchivedRecord, PutRequest, PutResponse
from services.api.errors_pb2 import ErrorReason
from services.process.logs import logger
from services.process.refusals import Refused, is_unavailable

GIVE_UP_SECONDS = 60.0
"""An archive that has not answered for this long ends the batch."""
FIRST_RETRY_SECONDS = 0.2
LONGEST_RETRY_SECONDS = 5.0

Put: TypeAlias = Callable[[PutRequest], Awaitable[PutResponse]]
"""Calls the archive's Put, or raises Refused."""


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
