"""Keeps the matches of a batch: an archive that is away for a while costs time, not the batch."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from services.api.archive_pb2 import ArchivedRecord, PutRequest, PutResponse
from services.api.errors_pb2 import ErrorReason
from services.process.logs import logger
from services.process.refusals import Refused, is_unavailable

PATIENCE_SECONDS = 60.0
FIRST_PAUSE = 0.2
LONGEST_PAUSE = 5.0

Put: TypeAlias = Callable[[PutRequest], Awaitable[PutResponse]]
"""Hands records to the archive, or is refused."""


async def keep(put: Put, records: Sequence[ArchivedRecord], seconds: float = PATIENCE_SECONDS) -> None:
    """Put the records into the archive, which leaves those that it has as they are; again while it is away.

    Refused as UNAVAILABLE when it was away for so many seconds."""
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    pause = FIRST_PAUSE
    while True:
        try:
            await put(PutRequest(records=records))
            return
        except Refused as error:
            if not is_unavailable(error):
                raise
            if clock() + pause > until:
                message = f"The archive has been away for {seconds:g} seconds; the batch ends with what it has kept."
                raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, message) from error
            logger().warning("the archive is away", error=error.message)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
