"""Has pairs with outside bots played on the engines, and brings their results back from the archive's feed."""

import asyncio

import grpc

from services.api.archive_pb2 import ListFinishedRequest, UnsealRequest
from services.api.engine_pb2 import CreateMatchesRequest
from services.api.errors_pb2 import ErrorDetail, ErrorReason
from services.ladders.model import PairRow, result_of, void
from services.ladders.outside_pairs import labels_of, match_request, played_pair
from services.ladders.running_ladder import RunningLadder
from services.process.chunks import chunks
from services.process.logs import logger
from services.process.refusals import Refused, detail_of
from services.rpc.clients import ServiceClients

PAGE = 200
MATCHES_PER_CALL = 50
CALL_SECONDS = 15.0
TRANSIENT_REASONS = (
    ErrorReason.ERROR_REASON_UNSPECIFIED,
    ErrorReason.ERROR_REASON_UNAVAILABLE,
    ErrorReason.ERROR_REASON_INTERNAL,
    ErrorReason.ERROR_REASON_RATE_LIMITED,
)
"""Why a match was not made that may be made later."""


class OutsidePlayer:
    """Calls engines and archive."""

    def __init__(self, clients: ServiceClients) -> None:
        self._clients = clients

    async def follow(self, ladder: RunningLadder) -> None:
        """Bring back what has ended, and then have matches made that are not there; no such match has ended, then."""
        try:
            await self._read(ladder)
            await self._make(ladder)
        except (grpc.RpcError, Refused) as error:
            message = error.message if isinstance(error, Refused) else detail_of(error).message
            logger().warning("pairs of outside bots wait", ladder=ladder.row.name, error=message)

    async def _read(self, ladder: RunningLadder) -> None:
        """Read the archive's feed to its end; results go to the ladder, and their deals become public."""
        archive, pairs, ladder_id = self._clients.archive(), ladder.outside, ladder.row.ladder_id
        is_last = False
        while not is_last:
            request = ListFinishedRequest(cursor=pairs.cursor, page_size=PAGE, labels={"ladder": ladder_id})
            page = await archive.ListFinished(request, metadata=self._clients.metadata(), timeout=CALL_SECONDS)
            for record in page.records:
                pairs.note(ladder_id, record)
            pairs.cursor, is_last = page.cursor, len(page.records) < PAGE
        for pair, records in pairs.played():
            unseal = UnsealRequest(labels=labels_of(ladder_id, pair.number))
            await archive.Unseal(unseal, metadata=self._clients.metadata(), timeout=CALL_SECONDS)
            played = played_pair(ladder.row, pair.number, records)
            ladder.add_outside_result(result_of(pair, played, ladder.cooperative))

    async def _make(self, ladder: RunningLadder) -> None:
        """Have the matches of open pairs made."""
        now = asyncio.get_running_loop().time()
        for some in chunks(ladder.outside.unmade(now), MATCHES_PER_CALL):
            matches = [match_request(ladder.row, ladder.entrants, pair, leg) for pair, leg in some]
            answer = await self._clients.engine(ladder.row.game).CreateMatches(
                CreateMatchesRequest(matches=matches), metadata=self._clients.metadata(), timeout=CALL_SECONDS
            )
            for (pair, _), made in zip(some, answer.matches, strict=True):
                if made.HasField("created"):
                    ladder.outside.made(pair.number, now)
                else:
                    _give_up(ladder, pair, made.error)


def _give_up(ladder: RunningLadder, pair: PairRow, error: ErrorDetail) -> None:
    """Let a pair be void whose matches cannot be made, unless that may pass."""
    if error.reason not in TRANSIENT_REASONS and pair.number in ladder.outside.open:
        ladder.add_outside_result(void(pair, error.message))
