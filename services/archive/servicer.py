"""The archive's gRPC face: decode, call a plain function, encode."""

import asyncio
import base64
import binascii
from collections.abc import AsyncIterator

from services.api import archive_pb2 as pb
from services.api.archive_pb2_grpc import ArchiveServiceServicer
from services.api.errors_pb2 import ErrorReason
from services.archive import records
from services.archive.database import Database
from services.process import metrics
from services.process.chunks import pages
from services.process.refusals import Refused, invalid
from services.rpc.gate import Context, caller
from services.rpc.requests import is_match_id

PAGE = 50
LARGEST_PAGE = 500
EXPORT_PAGE = 200
LATEST_MS = 2**63 - 1
"""The latest time that a database can be asked for."""


class ArchiveServicer(ArchiveServiceServicer):
    """ArchiveService on one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._replaying = asyncio.Semaphore(1)
        """To replay a match is work for a processor: one at a time, so that whoever reads or follows has theirs."""

    async def Put(self, request: pb.PutRequest, context: Context) -> pb.PutResponse:
        caller().require("service")
        for record in request.records:
            records.check_shape(record)
        stored = await asyncio.to_thread(self._database.put, request.records)
        for record in request.records:
            metrics.ARCHIVE_STORED.labels(record.game).inc()
        return pb.PutResponse(stored=stored)

    async def Get(self, request: pb.GetRequest, context: Context) -> pb.GetResponse:
        return pb.GetResponse(record=await self._find(request.match_id))

    async def List(self, request: pb.ListRequest, context: Context) -> pb.ListResponse:
        size = request.page_size or PAGE
        if not 1 <= size <= LARGEST_PAGE:
            raise invalid(f"A page has between 1 and {LARGEST_PAGE} records.")
        _check_filter(request.filter)
        place = _place(request.page_token)
        found = await asyncio.to_thread(self._database.page, request.filter, caller(), size + 1, place)
        token = _page_token(found[size - 1]) if len(found) > size else ""
        return pb.ListResponse(records=found[:size], next_page_token=token)

    async def Export(self, request: pb.ExportRequest, context: Context) -> AsyncIterator[pb.ExportResponse]:
        _check_filter(request.filter)
        place: tuple[int, str] | None = None
        while True:
            found = await asyncio.to_thread(self._database.page, request.filter, caller(), EXPORT_PAGE, place, True)
            for page in pages(found):
                yield pb.ExportResponse(records=page)
            if len(found) < EXPORT_PAGE:
                return
            place = (found[-1].finished_ms, found[-1].match_id)

    async def Verify(self, request: pb.VerifyRequest, context: Context) -> pb.VerifyResponse:
        kept = await self._find(request.match_id)
        async with self._replaying:
            found = await asyncio.to_thread(records.faults, kept)
        if found:
            metrics.ARCHIVE_FAULTS.labels(kept.game).inc()
        return pb.VerifyResponse(ok=not found, faults=found, digest=kept.digest)

    async def Stats(self, request: pb.StatsRequest, context: Context) -> pb.StatsResponse:
        _check_filter(request.filter)
        return await asyncio.to_thread(self._database.stats, request.filter, caller())

    async def _find(self, match_id: str) -> pb.ArchivedRecord:
        known = is_match_id(match_id)
        kept = await asyncio.to_thread(self._database.get, match_id, caller()) if known else None
        if kept is None:
            raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_RECORD, f"No record of match {match_id!r} is kept.")
        return kept


def _check_filter(wanted: pb.Filter) -> None:
    """Refuse what not every database can be asked for."""
    for name in ("game", "scenario", "player", "bot", "side"):
        if "\0" in getattr(wanted, name):
            raise invalid(f"A filter's {name} has no NUL characters.")


def _page_token(last: pb.ArchivedRecord) -> str:
    return base64.urlsafe_b64encode(f"{last.finished_ms}:{last.match_id}".encode()).decode()


def _place(token: str) -> tuple[int, str] | None:
    """Where a page begins."""
    if not token:
        return None
    try:
        when, _, match_id = base64.urlsafe_b64decode(token.encode()).decode().partition(":")
        place = int(when), match_id
    except (binascii.Error, ValueError) as error:
        raise invalid("The page token is not one of ours.") from error
    if abs(place[0]) > LATEST_MS or not is_match_id(match_id):
        raise invalid("The page token is of no place in the archive.")
    return place
