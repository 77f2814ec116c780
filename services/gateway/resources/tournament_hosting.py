"""What entrants and hosts of tournaments do: entering, checking in, and all that leads a tournament on."""

from typing import Annotated

import msgspec
from litestar import Controller, post, put
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from services.api import tournaments_pb2 as pb
from services.gateway.calls import Calls, ClientCalls
from services.gateway.resources.tournament_plans import Amount, Name, TournamentPlan, plan_message
from services.gateway.resources.tournament_shapes import (
    Tournament,
    TournamentEntrant,
    TournamentEntrants,
    TournamentTable,
)
from services.gateway.resources.tournaments import TournamentId
from services.gateway.shapes import Index
from services.gateway.translation import translate, translate_all
from services.process.refusals import invalid

MOST_BYTES = 64
Contribution = Annotated[str, msgspec.Meta(max_length=2 * MOST_BYTES)]


class BotEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A bot of this server that enters."""

    bot: Name
    """Its name and parameters, such as `greedy:worlds=8`."""
    name: Name = ""
    """Empty: as the bot is called, with a number where there are several."""
    rating: Amount | None = None
    """What it is seeded by."""


class TournamentEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Who wants to enter: the caller alone, where nothing else is said."""

    password: Name = ""
    """Where the tournament has one."""
    contribution: Contribution = ""
    """What the entrant contributes to the deals, up to 64 bytes, hexadecimal; empty: drawn by the server."""
    team: Name = ""
    """The name of a team; the caller and the members are it."""
    members: Annotated[list[Name], msgspec.Meta(max_length=16)] = []
    """The others of the team."""
    is_bot: bool = False
    """Whether the caller is a program of somebody's."""
    bots: Annotated[list[BotEntry], msgspec.Meta(max_length=1000)] = []
    """Bots of this server; only from the host."""


class Presence(msgspec.Struct, forbid_unknown_fields=True):
    """A request to count an entrant as present."""

    contribution: Contribution = ""
    """As when entering."""
    name: Name = ""
    """The team of the caller, or anybody where the host calls. Empty: the caller."""


class EntrantName(msgspec.Struct, forbid_unknown_fields=True):
    """For whom the caller speaks."""

    name: Name = ""
    """The team of the caller. Empty: the caller."""


class Reason(msgspec.Struct, forbid_unknown_fields=True):
    """Why something is done, which the events tell."""

    reason: Name = ""
    """Up to 200 characters."""


class FixedMeeting(msgspec.Struct, forbid_unknown_fields=True):
    """Two who are to meet."""

    one: Name
    """Who has the first side."""
    other: Name
    """Whom they meet."""


class NewPairing(msgspec.Struct, forbid_unknown_fields=True):
    """Why a round is paired again, and what is fixed in it."""

    reason: Name
    """Why, which the events tell."""
    fixed: Annotated[list[FixedMeeting], msgspec.Meta(max_length=1_000)] = []
    """In a Swiss: who is to meet, whatever the rules say; the others are paired around that."""


class Removal(msgspec.Struct, forbid_unknown_fields=True):
    """A request to remove an entrant."""

    name: Name
    """Who it is."""
    reason: Name
    """Why."""
    ban: bool = False
    """Whether they may not come back."""


class Adjudication(msgspec.Struct, forbid_unknown_fields=True):
    """The result of a table, whatever was played."""

    stage: Index
    """The stage, from 1."""
    round: Index
    """The round of it."""
    table: Index
    """The table of that."""
    points: Annotated[list[Amount], msgspec.Meta(max_length=16)]
    """In the order of the table's places."""
    reason: Name
    """Why."""
    scores: Annotated[list[Amount], msgspec.Meta(max_length=16)] = []
    """Raw scores, where the format counts them."""


class EntrantsController(Controller):
    """Operations of entrants, by player token, session or API token."""

    path = "/tournaments/{tournament_id:str}"
    tags = ("tournaments",)

    @post("/entrants", operation_id="register", status_code=HTTP_201_CREATED)
    async def register(
        self, calls: Calls, tournament_id: TournamentId, data: JSONBody[TournamentEntry]
    ) -> TournamentEntrants:
        """Enter: the caller, or a team of theirs; from the host, bots of this server."""
        request = pb.RegisterRequest(
            tournament_id=tournament_id,
            password=data.password,
            contribution=_bytes(data.contribution),
            team=data.team,
            members=data.members,
            is_bot=data.is_bot,
            bots=[pb.BotEntry(bot=one.bot, name=one.name, rating=one.rating) for one in data.bots],
        )
        answer = await calls.make(calls.upstream.tournaments().Register, request)
        return TournamentEntrants(translate_all(TournamentEntrant, answer.entrants), "")

    @post("/check-in", operation_id="checkIn", status_code=HTTP_200_OK)
    async def check_in(self, calls: Calls, tournament_id: TournamentId, data: JSONBody[Presence]) -> TournamentEntrant:
        """Say that an entrant is here."""
        contribution = _bytes(data.contribution)
        request = pb.CheckInRequest(tournament_id=tournament_id, contribution=contribution, name=data.name)
        answer = await calls.make(calls.upstream.tournaments().CheckIn, request)
        return translate(TournamentEntrant, answer.entrant)

    @post("/withdraw", operation_id="withdraw", status_code=HTTP_200_OK)
    async def withdraw(
        self, calls: Calls, tournament_id: TournamentId, data: JSONBody[EntrantName]
    ) -> TournamentEntrant:
        """Play no more: a round that is being played is lost."""
        request = pb.WithdrawRequest(tournament_id=tournament_id, name=data.name)
        answer = await calls.make(calls.upstream.tournaments().Withdraw, request)
        return translate(TournamentEntrant, answer.entrant)

    @post("/come-back", operation_id="comeBack", status_code=HTTP_200_OK)
    async def come_back(
        self, calls: Calls, tournament_id: TournamentId, data: JSONBody[EntrantName]
    ) -> TournamentEntrant:
        """Play on after one withdrew, or was withdrawn for not coming."""
        request = pb.ComeBackRequest(tournament_id=tournament_id, name=data.name)
        answer = await calls.make(calls.upstream.tournaments().ComeBack, request)
        return translate(TournamentEntrant, answer.entrant)


class HostingController(Controller):
    """Operations of hosts: a session, or an API token with the scope `host`."""

    path = "/tournaments"
    tags = ("tournaments",)

    @post("/", operation_id="createTournament", status_code=HTTP_201_CREATED)
    async def create(self, calls: Calls, data: JSONBody[TournamentPlan]) -> Tournament:
        """Create a tournament; the caller is its host."""
        request = pb.CreateTournamentRequest(plan=plan_message(data))
        answer = await calls.make(calls.upstream.tournaments().CreateTournament, request)
        return translate(Tournament, answer.tournament)

    @put("/{tournament_id:str}", operation_id="updateTournament")
    async def update(self, calls: Calls, tournament_id: TournamentId, data: JSONBody[TournamentPlan]) -> Tournament:
        """Change the plan, before the start."""
        request = pb.UpdateTournamentRequest(tournament_id=tournament_id, plan=plan_message(data))
        answer = await calls.make(calls.upstream.tournaments().UpdateTournament, request)
        return translate(Tournament, answer.tournament)

    @post("/{tournament_id:str}/start", operation_id="startTournament", status_code=HTTP_200_OK)
    async def start(self, calls: Calls, tournament_id: TournamentId) -> Tournament:
        """Start it now."""
        return await _led(calls, "StartTournament", pb.StartTournamentRequest(tournament_id=tournament_id))

    @post("/{tournament_id:str}/pause", operation_id="pauseTournament", status_code=HTTP_200_OK)
    async def pause(self, calls: Calls, tournament_id: TournamentId, data: JSONBody[Reason]) -> Tournament:
        """Let nothing new begin; what is being played goes on, and deadlines are put off."""
        request = pb.PauseTournamentRequest(tournament_id=tournament_id, reason=data.reason)
        return await _led(calls, "PauseTournament", request)

    @post("/{tournament_id:str}/resume", operation_id="resumeTournament", status_code=HTTP_200_OK)
    async def resume(self, calls: Calls, tournament_id: TournamentId) -> Tournament:
        """Go on after a pause."""
        return await _led(calls, "ResumeTournament", pb.ResumeTournamentRequest(tournament_id=tournament_id))

    @post("/{tournament_id:str}/cancel", operation_id="cancelTournament", status_code=HTTP_200_OK)
    async def cancel(self, calls: Calls, tournament_id: TournamentId, data: JSONBody[Reason]) -> Tournament:
        """End it without a winner, for a reason; matches that are being played are annulled."""
        request = pb.CancelTournamentRequest(tournament_id=tournament_id, reason=data.reason)
        return await _led(calls, "CancelTournament", request)

    @post("/{tournament_id:str}/begin-round", operation_id="beginRound", status_code=HTTP_200_OK)
    async def begin_round(self, calls: Calls, tournament_id: TournamentId) -> Tournament:
        """Open the tables of a round that waits for its host."""
        return await _led(calls, "BeginRound", pb.BeginRoundRequest(tournament_id=tournament_id))

    @post("/{tournament_id:str}/pair-again", operation_id="pairAgain", status_code=HTTP_200_OK)
    async def pair_again(self, calls: Calls, tournament_id: TournamentId, data: JSONBody[NewPairing]) -> Tournament:
        """Take back the pairings of a round that has not begun, for a reason; it is paired with other deals."""
        fixed = [pb.FixedMeeting(one=two.one, other=two.other) for two in data.fixed]
        request = pb.PairAgainRequest(tournament_id=tournament_id, reason=data.reason, fixed=fixed)
        return await _led(calls, "PairAgain", request)

    @post("/{tournament_id:str}/removals", operation_id="removeEntrant", status_code=HTTP_200_OK)
    async def remove(self, calls: Calls, tournament_id: TournamentId, data: JSONBody[Removal]) -> TournamentEntrant:
        """Kick an entrant out."""
        request = pb.RemoveEntrantRequest(tournament_id=tournament_id, name=data.name, ban=data.ban, reason=data.reason)
        answer = await calls.make(calls.upstream.tournaments().RemoveEntrant, request)
        return translate(TournamentEntrant, answer.entrant)

    @post("/{tournament_id:str}/adjudications", operation_id="adjudicateTable", status_code=HTTP_200_OK)
    async def adjudicate(
        self, calls: Calls, tournament_id: TournamentId, data: JSONBody[Adjudication]
    ) -> TournamentTable:
        """Set the result of a table, whatever was played."""
        request = pb.AdjudicateTableRequest(
            tournament_id=tournament_id,
            stage=data.stage,
            round=data.round,
            table=data.table,
            points=data.points,
            scores=data.scores,
            reason=data.reason,
        )
        answer = await calls.make(calls.upstream.tournaments().AdjudicateTable, request)
        return translate(TournamentTable, answer.table)


async def _led(calls: ClientCalls, method: str, request: object) -> Tournament:
    """The tournament after a call of its host."""
    answer = await calls.make(getattr(calls.upstream.tournaments(), method), request)
    return translate(Tournament, answer.tournament)


def _bytes(text: str) -> bytes:
    """The bytes of a contribution."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise invalid("A contribution is hexadecimal: up to 64 bytes of two digits each.") from None
