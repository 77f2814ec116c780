"""ArchiveService over gRPC: decode, call a plain function, encode."""

import asyncio
import base64
import binascii
from collections.abc import AsyncIterator

from services.api import archive_pb2 as pb
from services.api.archive_pb2_grpc import ArchiveServiceServicer
from services.api.errors_pb2 import ErrorReason
from services.archive import records
from services.archive.database import Database, Position
from services.match.positions import position_of
from services.match.story import BEFORE_SETUP, retold, story
from services.match.update_format import UpdateFormat, lang_of
from services.process import metrics
from services.process.refusals import Refused, invalid
from services.rpc.admission import caller
from services.rpc.pages import pages
from services.rpc.requests import check_labels, check_player_name, is_match_id
from services.rpc.streams import Context

DEFAULT_PAGE = 50
"""Records in a page of a list, where the request does not say."""
LARGEST_PAGE = 500
EXPORT_PAGE = 200
"""Records read from the database at a time for an export."""
LARGEST_MS = 2**63 - 1
"""The largest number that a database has for a time."""


class ArchiveServicer(ArchiveServiceServicer):
    """ArchiveService on one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._replaying = asyncio.Semaphore(1)
        """Held while a record is replayed: one at a time, for that keeps a processor busy that others need too."""

    async def Put(self, request: pb.PutRequest, context: Context) -> pb.PutResponse:
        caller().require("service")
        for record in request.records:
            records.check_record(record)
        new_count = await asyncio.to_thread(self._database.put, request.records)
        for record in request.records:
            metrics.ARCHIVE_STORED.labels(record.game).inc()
        return pb.PutResponse(stored=new_count)

    async def Get(self, request: pb.GetRequest, context: Context) -> pb.GetResponse:
        return pb.GetResponse(record=await self._find(request.match_id))

    async def List(self, request: pb.ListRequest, context: Context) -> pb.ListResponse:
        size = _page_size(request.page_size)
        _check_filter(request.filter)
        after = _position_of(request.page_token)
        page = await asyncio.to_thread(self._database.page, request.filter, caller(), size + 1, after)
        token = _page_token(page[size - 1]) if len(page) > size else ""
        return pb.ListResponse(records=page[:size], next_page_token=token)

    async def Export(self, request: pb.ExportRequest, context: Context) -> AsyncIterator[pb.ExportResponse]:
        _check_filter(request.filter)
        after: Position | None = None
        while True:
            batch = await asyncio.to_thread(self._database.full_page, request.filter, caller(), EXPORT_PAGE, after)
            for page in pages(batch):
                yield pb.ExportResponse(records=page)
            if len(batch) < EXPORT_PAGE:
                return
            after = Position(batch[-1].finished_ms, batch[-1].match_id)

    async def Verify(self, request: pb.VerifyRequest, context: Context) -> pb.VerifyResponse:
        record = await self._find(request.match_id)
        async with self._replaying:
            faults = await asyncio.to_thread(records.verify, record)
        if faults:
            metrics.ARCHIVE_FAULTS.labels(record.game).inc()
        return pb.VerifyResponse(ok=not faults, faults=faults, digest=record.digest)

    async def GetPosition(self, request: pb.GetPositionRequest, context: Context) -> pb.GetPositionResponse:
        record = await self._find(request.match_id)
        seat = request.seat if request.HasField("seat") else None
        lang = lang_of(request.language) or "en"
        async with self._replaying:
            position = await asyncio.to_thread(
                position_of, record.record, request.step, seat, lang, request.everybody, record.history
            )
        return pb.GetPositionResponse(position=position)

    async def GetArchivedStory(
        self, request: pb.GetArchivedStoryRequest, context: Context
    ) -> AsyncIterator[pb.GetArchivedStoryResponse]:
        record = await self._find(request.match_id)
        seat = request.seat if request.HasField("seat") else None
        after = request.after_version if request.HasField("after_version") else BEFORE_SETUP
        form = UpdateFormat(lang_of(request.language), as_json=request.as_json)
        changes = retold(record.record, record.history, seat, after)
        async with self._replaying:
            parts = await asyncio.to_thread(list, story(changes, seat, form))
        for updates in parts:
            yield pb.GetArchivedStoryResponse(updates=updates)

    async def Stats(self, request: pb.StatsRequest, context: Context) -> pb.StatsResponse:
        _check_filter(request.filter)
        return await asyncio.to_thread(self._database.stats, request.filter, caller())

    async def ListFinished(self, request: pb.ListFinishedRequest, context: Context) -> pb.ListFinishedResponse:
        caller().require("service")
        size = _page_size(request.page_size)
        if request.cursor < 0:
            raise invalid("The cursor of the feed is 0 or one that a page came with.")
        check_labels(request.labels)
        page, cursor = await asyncio.to_thread(self._database.finished, request.cursor, size, request.labels)
        return pb.ListFinishedResponse(records=page, cursor=cursor)

    async def RenamePlayer(self, request: pb.RenamePlayerRequest, context: Context) -> pb.RenamePlayerResponse:
        caller().require("service")
        for name in (request.player, request.new_name):
            check_player_name(name)
        count = await asyncio.to_thread(self._database.rename_player, request.player, request.new_name)
        return pb.RenamePlayerResponse(records=count)

    async def Unseal(self, request: pb.UnsealRequest, context: Context) -> pb.UnsealResponse:
        caller().require("service")
        check_labels(request.labels)
        if not request.labels:
            raise invalid("Records are unsealed by their labels; name one at least.")
        return pb.UnsealResponse(records=await asyncio.to_thread(self._database.unseal, request.labels))

    async def _find(self, match_id: str) -> pb.ArchivedRecord:
        """A record in full, if the caller may see it."""
        if is_match_id(match_id):
            record = await asyncio.to_thread(self._database.get, match_id, caller())
            if record is not None:
                return record
            if await asyncio.to_thread(self._database.is_sealed, match_id, caller()):
                message = "The record is sealed while its deal is played elsewhere."
                raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, message)
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_RECORD, f"No record of match {match_id!r} is kept.")


def _page_size(requested: int) -> int:
    """How many records a page has at most; 0 is the default."""
    size = requested or DEFAULT_PAGE
    if not 1 <= size <= LARGEST_PAGE:
        raise invalid(f"A page has between 1 and {LARGEST_PAGE} records.")
    return size


def _check_filter(criteria: pb.Filter) -> None:
    """Refuse texts that some databases do not take."""
    for field in ("game", "scenario", "player", "bot", "side"):
        if "\0" in getattr(criteria, field):
            raise invalid(f"A filter's {field} has no NUL characters.")
    check_labels(criteria.labels)


def _page_token(last: pb.ArchivedRecord) -> str:
    """The token of the page that begins after this record."""
    return base64.urlsafe_b64encode(f"{last.finished_ms}:{last.match_id}".encode()).decode()


def _position_of(page_token: str) -> Position | None:
    """The position after which a page begins; None for the first page."""
    if not page_token:
        return None
    try:
        finished, _, match_id = base64.urlsafe_b64decode(page_token.encode()).decode().partition(":")
        position = Position(int(finished), match_id)
    except (binascii.Error, ValueError) as error:
        raise invalid("The page token is not one of ours.") from error
    if abs(position.finished_ms) > LARGEST_MS or not is_match_id(match_id):
        raise invalid("The page token is of no place in the archive.")
    return position
