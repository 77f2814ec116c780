"""The archive: matches that have ended, found by who played and how it ended; and the bots that there are."""

from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.params import FromQuery, QueryParameter

from services.api import archive_pb2 as pb
from services.api import bots_pb2
from services.gateway.calls import Calls
from services.gateway.resources.matches import MatchId
from services.gateway.updates import Outcome, Seat, outcome_of, seat_of

Time = Annotated[int, QueryParameter(ge=0, le=2**53, description="Milliseconds since 1970; 0: any time.")]


class ArchivedMatch(msgspec.Struct):
    """A match that has ended."""

    match_id: str
    game: str
    scenario: str
    rules_version: int
    seats: list[Seat]
    outcome: Outcome
    started_ms: int
    finished_ms: int
    decisions: int
    commitment: str
    digest: str
    private: bool


class ArchivePage(msgspec.Struct):
    """Matches that have ended, the newest first."""

    matches: list[ArchivedMatch]
    next_page_token: str
    """Leads to the next page; empty on the last."""


class SideStatistics(msgspec.Struct):
    """How often a side has won."""

    game: str
    scenario: str
    side: str
    """`-`: nobody."""
    matches: int
    mean_decisions: float


class ArchiveStatistics(msgspec.Struct):
    """What the archive adds up to."""

    matches: int
    sides: list[SideStatistics]


class Bot(msgspec.Struct):
    """A bot that can hold a seat."""

    name: str
    description: str


class Bots(msgspec.Struct):
    """All bots of the server."""

    bots: list[Bot]


def _archived(record: pb.ArchivedRecord) -> ArchivedMatch:
    return ArchivedMatch(
        record.match_id,
        record.game,
        record.scenario,
        record.rules_version,
        [seat_of(seat) for seat in record.seats],
        outcome_of(record.outcome),
        record.started_ms,
        record.finished_ms,
        record.decisions,
        record.commitment,
        record.digest,
        record.private,
    )


class ArchiveController(Controller):
    """Operations on finished matches."""

    path = "/archive"
    tags = ("archive",)

    @get("/", operation_id="searchArchive")
    async def search(
        self,
        calls: Calls,
        game: FromQuery[str] = "",
        scenario: FromQuery[str] = "",
        player: FromQuery[str] = "",
        bot: FromQuery[str] = "",
        side: FromQuery[str] = "",
        finished_after_ms: Time = 0,
        finished_before_ms: Time = 0,
        page_size: Annotated[int, QueryParameter(ge=1, le=500)] = 50,
        page_token: FromQuery[str] = "",
    ) -> ArchivePage:
        """Matches that have ended, the newest first. `side` is one that won; `-` for matches nobody won."""
        criteria = pb.Filter(
            game=game,
            scenario=scenario,
            player=player,
            bot=bot,
            side=side,
            finished_after_ms=finished_after_ms,
            finished_before_ms=finished_before_ms,
        )
        request = pb.ListRequest(filter=criteria, page_size=page_size, page_token=page_token)
        answer = await calls.make(calls.upstream.archive().List, request)
        return ArchivePage([_archived(record) for record in answer.records], answer.next_page_token)

    @get("/statistics", operation_id="getStatistics")
    async def statistics(
        self,
        calls: Calls,
        game: FromQuery[str] = "",
        scenario: FromQuery[str] = "",
    ) -> ArchiveStatistics:
        """How often each side has won, by scenario."""
        request = pb.StatsRequest(filter=pb.Filter(game=game, scenario=scenario))
        answer = await calls.make(calls.upstream.archive().Stats, request)
        return ArchiveStatistics(
            answer.matches,
            [SideStatistics(one.game, one.scenario, one.side, one.matches, one.mean_decisions) for one in answer.sides],
        )

    @get("/{match_id:str}", operation_id="getArchived")
    async def get_archived(self, calls: Calls, match_id: MatchId) -> ArchivedMatch:
        """One match that has ended."""
        request = pb.GetRequest(match_id=match_id)
        return _archived((await calls.make(calls.upstream.archive().Get, request)).record)


@get("/bots", operation_id="listBots", tags=["games"])
async def list_bots(calls: Calls, game: FromQuery[str] = "") -> Bots:
    """The bots that can hold seats, of one game or of all."""
    answer = await calls.make(calls.upstream.bots().ListBots, bots_pb2.ListBotsRequest(game=game))
    return Bots([Bot(one.name, one.description) for one in answer.bots])
