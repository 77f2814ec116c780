"""Ladders of bots, for whoever wants to read them."""

from typing import Annotated, Literal

from litestar import Controller, get
from litestar.params import FromQuery, PathParameter, QueryParameter
from litestar.response import Stream

from services.api import ladders_pb2 as pb
from services.gateway.calls import Calls
from services.gateway.downloads import EXPORT, FILE, download
from services.gateway.middleware import IS_STREAM
from services.gateway.resources.ladder_shapes import (
    CrossTable,
    Ladder,
    LadderList,
    LadderPairs,
    LadderStandings,
    LadderTest,
    StandingsHistory,
)
from services.gateway.translation import number_of, translate

LadderId = Annotated[str, PathParameter(description="The id or the name of a ladder.", max_length=200)]
TestId = Annotated[str, PathParameter(description="The id of a test.", max_length=64)]
Entrant = Annotated[
    int | None, QueryParameter(ge=0, le=2**31 - 1, description="The number of an entrant; without it, all.")
]


class LaddersController(Controller):
    """Operations that change nothing."""

    path = "/ladders"
    tags = ("ladders",)

    @get("/", operation_id="listLadders")
    async def list_ladders(self, calls: Calls, game: FromQuery[str] = "") -> LadderList:
        """Ladders of one game or of all, the newest first."""
        answer = await calls.make(calls.upstream.ladders().ListLadders, pb.ListLaddersRequest(game=game))
        return translate(LadderList, answer)

    @get("/{ladder_id:str}", operation_id="getLadder")
    async def get_ladder(self, calls: Calls, ladder_id: LadderId) -> Ladder:
        """One ladder with its entrants."""
        answer = await calls.make(calls.upstream.ladders().GetLadder, pb.GetLadderRequest(ladder_id=ladder_id))
        return translate(Ladder, answer.ladder)

    @get("/{ladder_id:str}/standings", operation_id="getStandings")
    async def standings(self, calls: Calls, ladder_id: LadderId) -> LadderStandings:
        """The ratings of all entrants as of now."""
        answer = await calls.make(calls.upstream.ladders().GetStandings, pb.GetStandingsRequest(ladder_id=ladder_id))
        return translate(LadderStandings, answer.standings)

    @get("/{ladder_id:str}/standings/history", operation_id="listStandings")
    async def history(self, calls: Calls, ladder_id: LadderId) -> StandingsHistory:
        """Earlier standings, the oldest first."""
        request = pb.ListStandingsRequest(ladder_id=ladder_id)
        return translate(StandingsHistory, await calls.make(calls.upstream.ladders().ListStandings, request))

    @get("/{ladder_id:str}/cross-table", operation_id="getCrossTable")
    async def cross_table(self, calls: Calls, ladder_id: LadderId) -> CrossTable:
        """What each two entrants did against each other."""
        request = pb.GetCrossTableRequest(ladder_id=ladder_id)
        return translate(CrossTable, await calls.make(calls.upstream.ladders().GetCrossTable, request))

    @get("/{ladder_id:str}/pairs", operation_id="listPairs")
    async def pairs(
        self,
        calls: Calls,
        ladder_id: LadderId,
        entrant: Entrant = None,
        opponent: Entrant = None,
        page_size: Annotated[int, QueryParameter(ge=1, le=500)] = 50,
        page_token: FromQuery[str] = "",
    ) -> LadderPairs:
        """Pairs, the newest first, of one entrant, of two against each other, or of all."""
        request = pb.ListPairsRequest(
            ladder_id=ladder_id, entrant=entrant, opponent=opponent, page_size=page_size, page_token=page_token
        )
        return translate(LadderPairs, await calls.make(calls.upstream.ladders().ListPairs, request))

    @get(
        "/{ladder_id:str}/export", operation_id="exportLadder", media_type=FILE, responses=EXPORT, opt={IS_STREAM: True}
    )
    async def export(
        self, calls: Calls, ladder_id: LadderId, format: FromQuery[Literal["json", "csv"]] = "json"
    ) -> Stream:
        """Every pair that counts, as a file: JSON with the ladder and its entrants, or CSV."""
        number = number_of(pb.ExportFormat.DESCRIPTOR, format)
        request = pb.ExportLadderRequest(ladder_id=ladder_id, format=number)  # type: ignore[arg-type]
        pieces = calls.stream(calls.upstream.ladders().ExportLadder, request)
        return await download(pieces, f"ladder.{format}")


@get("/ladder-tests/{test_id:str}", operation_id="getTest", tags=["ladders"])
async def get_test(calls: Calls, test_id: TestId) -> LadderTest:
    """A sequential test of one bot against another, and what it has come to."""
    answer = await calls.make(calls.upstream.ladders().GetTest, pb.GetTestRequest(test_id=test_id))
    return translate(LadderTest, answer.test)
