"""Tournaments as anybody may read them, and the tables that wait for who calls."""

from typing import Annotated, Literal, TypeAlias

from litestar import Controller, get
from litestar.params import FromQuery, PathParameter, QueryParameter
from litestar.response import Stream

from services.api import tournaments_pb2 as pb
from services.gateway.calls import Calls
from services.gateway.downloads import EXPORT, FILE, download
from services.gateway.middleware import IS_STREAM
from services.gateway.resources.tournament_shapes import (
    Pairings,
    TableAssignments,
    Tournament,
    TournamentEntrants,
    TournamentEvents,
    Tournaments,
    TournamentStandings,
)
from services.gateway.shapes import Language, language_of
from services.gateway.translation import number_of, translate

TournamentId = Annotated[str, PathParameter(description="The id of a tournament.", max_length=64)]
PageSize = Annotated[int, QueryParameter(ge=1, le=1000)]
Number: TypeAlias = Annotated[int, QueryParameter(ge=0, le=10_000, description="From 1; 0: the last.")]
EventNumber: TypeAlias = Annotated[
    int, QueryParameter(ge=0, le=2**53, description="The last event that is known; 0: from the first on.")
]
State = Literal["open", "running", "paused", "finished", "cancelled"]
Format = Literal["json", "csv", "trf"]
_STATES, _FORMATS = pb.TournamentState.DESCRIPTOR, pb.TournamentExportFormat.DESCRIPTOR


class TournamentsController(Controller):
    """Operations that change nothing."""

    path = "/tournaments"
    tags = ("tournaments",)

    @get("/", operation_id="listTournaments")
    async def list_tournaments(
        self,
        calls: Calls,
        game: FromQuery[str] = "",
        states: FromQuery[list[State] | None] = None,
        host: FromQuery[str] = "",
        entrant: FromQuery[str] = "",
        page_size: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
        page_token: FromQuery[str] = "",
    ) -> Tournaments:
        """Tournaments, the newest first: of a game, in some states, of a host, or those that somebody has entered."""
        request = pb.ListTournamentsRequest(
            game=game,
            states=[number_of(_STATES, one) for one in states or ()],  # type: ignore[misc]
            host=host,
            entrant=entrant,
            page_size=page_size,
            page_token=page_token,
        )
        return translate(Tournaments, await calls.make(calls.upstream.tournaments().ListTournaments, request))

    @get("/{tournament_id:str}", operation_id="getTournament")
    async def get_tournament(self, calls: Calls, tournament_id: TournamentId) -> Tournament:
        """One tournament, and where it stands."""
        request = pb.GetTournamentRequest(tournament_id=tournament_id)
        answer = await calls.make(calls.upstream.tournaments().GetTournament, request)
        return translate(Tournament, answer.tournament)

    @get("/{tournament_id:str}/entrants", operation_id="listTournamentEntrants")
    async def entrants(
        self, calls: Calls, tournament_id: TournamentId, page_size: PageSize = 100, page_token: FromQuery[str] = ""
    ) -> TournamentEntrants:
        """Who has entered."""
        request = pb.ListTournamentEntrantsRequest(
            tournament_id=tournament_id, page_size=page_size, page_token=page_token
        )
        answer = await calls.make(calls.upstream.tournaments().ListTournamentEntrants, request)
        return translate(TournamentEntrants, answer)

    @get("/{tournament_id:str}/pairings", operation_id="getPairings")
    async def pairings(
        self,
        calls: Calls,
        tournament_id: TournamentId,
        stage: Number = 0,
        round: Number = 0,
        entrant: FromQuery[str] = "",
        page_size: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
        page_token: FromQuery[str] = "",
    ) -> Pairings:
        """Who meets whom in a round, of all entrants or of one, and what came of it."""
        request = pb.GetPairingsRequest(
            tournament_id=tournament_id,
            stage=stage,
            round=round,
            entrant=entrant,
            page_size=page_size,
            page_token=page_token,
        )
        return translate(Pairings, await calls.make(calls.upstream.tournaments().GetPairings, request))

    @get("/{tournament_id:str}/standings", operation_id="getTournamentStandings")
    async def standings(
        self,
        calls: Calls,
        tournament_id: TournamentId,
        stage: Number = 0,
        round: Number = 0,
        page_size: PageSize = 100,
        page_token: FromQuery[str] = "",
    ) -> TournamentStandings:
        """The standings as they were computed when a round ended."""
        request = pb.GetTournamentStandingsRequest(
            tournament_id=tournament_id, stage=stage, round=round, page_size=page_size, page_token=page_token
        )
        answer = await calls.make(calls.upstream.tournaments().GetTournamentStandings, request)
        return translate(TournamentStandings, answer)

    @get("/{tournament_id:str}/events", operation_id="listTournamentEvents")
    async def events(
        self,
        calls: Calls,
        tournament_id: TournamentId,
        after: EventNumber = 0,
        page_size: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
        language: FromQuery[Language | None] = None,
    ) -> TournamentEvents:
        """All that happened, with who and why. `/streams` and `/feeds` tell of it as it does."""
        request = pb.ListTournamentEventsRequest(
            tournament_id=tournament_id, after=after, page_size=page_size, language=language_of(language)
        )
        return translate(TournamentEvents, await calls.make(calls.upstream.tournaments().ListTournamentEvents, request))

    @get(
        "/{tournament_id:str}/export",
        operation_id="exportTournament",
        media_type=FILE,
        responses=EXPORT,
        opt={IS_STREAM: True},
    )
    async def export(
        self,
        calls: Calls,
        tournament_id: TournamentId,
        format: FromQuery[Format] = "json",
        stage: Number = 0,
    ) -> Stream:
        """The whole tournament as a file: JSON with all that is needed to verify it, CSV with a line for each entrant
        at each table, or the text form of chess tournaments (TRF)."""
        number = number_of(_FORMATS, format)
        request = pb.ExportTournamentRequest(tournament_id=tournament_id, format=number, stage=stage)  # type: ignore[arg-type]
        pieces = calls.stream(calls.upstream.tournaments().ExportTournament, request)
        return await download(pieces, f"{tournament_id}.{format}")


@get("/my-tables", operation_id="listMyTables", tags=["tournaments"])
async def list_my_tables(calls: Calls, tournament_id: FromQuery[str] = "") -> TableAssignments:
    """The matches of tournaments, or of one, that wait for the caller, with the tokens of their seats."""
    request = pb.ListMyTablesRequest(tournament_id=tournament_id)
    return translate(TableAssignments, await calls.make(calls.upstream.tournaments().ListMyTables, request))
