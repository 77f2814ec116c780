"""TournamentService over gRPC: decode, call a plain function, encode."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager

from services.api import tournaments_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.tournaments_pb2_grpc import TournamentServiceServicer
from services.competition import commands, deals
from services.competition.competition import Competition
from services.competition.events import AnyEvent, Logged, Updated
from services.match import editions
from services.match.update_format import lang_of
from services.process.clock import Clock, now_ms
from services.process.refusals import Refused, invalid
from services.process.settings import Settings
from services.rpc.admission import caller
from services.rpc.clients import ServiceClients
from services.rpc.streams import Context
from services.store.notices import Notices
from services.tournaments import export, lists, wire
from services.tournaments.database import Database, Wanted
from services.tournaments.hosting import (
    change,
    check_reason,
    enter,
    members_of,
    name_of,
    require_entrant,
    require_host,
)
from services.tournaments.model import OPEN, TournamentRow, encode_plan, new_tournament_id
from services.tournaments.plans import check_start, created, digest_of, plan_of
from services.tournaments.ratings import KeptRatings
from services.tournaments.replica import Replica, Replicas, UnknownTournament
from services.tournaments.watching import Tails, wait

WATCH_SECONDS = 2.0
"""How often a tournament that is watched is looked at without a notice."""
EVENTS_PER_UPDATE = 200
PIECE_BYTES = 256 * 1024
"""About how large a piece of an export is."""


class TournamentServicer(TournamentServiceServicer):
    """TournamentService on one process."""

    def __init__(
        self,
        database: Database,
        replicas: Replicas,
        notices: Notices,
        clients: ServiceClients,
        settings: Settings,
        clock: Clock = now_ms,
    ) -> None:
        self._database = database
        self._replicas = replicas
        self._notices = notices
        self._clients = clients
        self._games = editions.served_games(settings)
        self._tails = Tails(database)
        self._ratings = KeptRatings(clients if settings.services.players_address else None)
        self._clock = clock

    # -- hosts

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Context
    ) -> pb.CreateTournamentResponse:
        who = caller()
        who.require("player")
        who.require_scope("host")
        digest = await asyncio.to_thread(digest_of, request.plan)
        plan, secret, now = plan_of(request.plan, digest), deals.new_secret(), self._clock()
        check_start(plan, now / 1000)
        first = created(plan, deals.commitment(secret), self._games)
        starts_at = plan.starts_at
        row = TournamentRow(
            tournament_id=new_tournament_id(),
            host=who.name,
            game=plan.setting.game,
            state=OPEN,
            plan=encode_plan(plan),
            secret=secret,
            created_ms=now,
            starts_ms=None if starts_at is None else round(starts_at * 1000),
            version=1,
        )
        await asyncio.to_thread(self._database.create, row, Logged(1, now / 1000, who.name, first))
        return pb.CreateTournamentResponse(tournament=await self._tournament(row.tournament_id))

    async def UpdateTournament(
        self, request: pb.UpdateTournamentRequest, context: Context
    ) -> pb.UpdateTournamentResponse:
        digest = await asyncio.to_thread(digest_of, request.plan)  # not while the tournament is locked

        def command(replica: Replica) -> list[AnyEvent]:
            before = replica.competition.rules
            plan = plan_of(request.plan, digest, before)
            check_start(plan, self._clock() / 1000, before)
            first = created(plan, "", self._games)
            return commands.update(replica.competition, Updated(plan=plan, roles=first.roles, sides=first.sides))

        return pb.UpdateTournamentResponse(tournament=await self._host(request.tournament_id, command))

    async def StartTournament(self, request: pb.StartTournamentRequest, context: Context) -> pb.StartTournamentResponse:
        answer = await self._host(request.tournament_id, lambda one: commands.start(one.competition))
        return pb.StartTournamentResponse(tournament=answer)

    async def PauseTournament(self, request: pb.PauseTournamentRequest, context: Context) -> pb.PauseTournamentResponse:
        check_reason(request.reason, is_needed=False)
        answer = await self._host(request.tournament_id, lambda one: commands.pause(one.competition), request.reason)
        return pb.PauseTournamentResponse(tournament=answer)

    async def ResumeTournament(
        self, request: pb.ResumeTournamentRequest, context: Context
    ) -> pb.ResumeTournamentResponse:
        answer = await self._host(request.tournament_id, lambda one: commands.resume(one.competition))
        return pb.ResumeTournamentResponse(tournament=answer)

    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, context: Context
    ) -> pb.CancelTournamentResponse:
        check_reason(request.reason)
        answer = await self._host(request.tournament_id, lambda one: commands.cancel(one.competition), request.reason)
        return pb.CancelTournamentResponse(tournament=answer)

    async def BeginRound(self, request: pb.BeginRoundRequest, context: Context) -> pb.BeginRoundResponse:
        answer = await self._host(request.tournament_id, lambda one: commands.begin_round(one.competition))
        return pb.BeginRoundResponse(tournament=answer)

    async def PairAgain(self, request: pb.PairAgainRequest, context: Context) -> pb.PairAgainResponse:
        check_reason(request.reason)
        answer = await self._host(
            request.tournament_id,
            lambda one: commands.pair_again(one.competition, [(two.one, two.other) for two in request.fixed]),
            request.reason,
        )
        return pb.PairAgainResponse(tournament=answer)

    async def RemoveEntrant(self, request: pb.RemoveEntrantRequest, context: Context) -> pb.RemoveEntrantResponse:
        check_reason(request.reason)
        await self._host(
            request.tournament_id,
            lambda one: commands.withdraw(one.competition, request.name, ban=request.ban),
            request.reason,
        )
        return pb.RemoveEntrantResponse(entrant=await self._entrant(request.tournament_id, request.name))

    async def AdjudicateTable(self, request: pb.AdjudicateTableRequest, context: Context) -> pb.AdjudicateTableResponse:
        check_reason(request.reason)
        await self._host(
            request.tournament_id,
            lambda one: commands.adjudicate(
                one.competition, request.stage - 1, request.round, request.table, request.points, request.scores
            ),
            request.reason,
        )
        async with self._current(request.tournament_id) as replica:
            return pb.AdjudicateTableResponse(table=lists.table(replica, request.stage, request.round, request.table))

    async def _host(
        self, tournament_id: str, command: Callable[[Replica], Sequence[AnyEvent]], why: str = ""
    ) -> pb.Tournament:
        """Carry out what only the host may ask; the tournament after it."""
        who = caller()

        def checked(replica: Replica) -> Sequence[AnyEvent]:
            require_host(replica, who)
            return command(replica)

        await self._change(tournament_id, checked, why)
        return await self._tournament(tournament_id)

    async def _change(
        self, tournament_id: str, command: Callable[[Replica], Sequence[AnyEvent]], why: str = ""
    ) -> None:
        """Carry a command out, even if the client hangs up."""
        try:
            work = change(self._replicas, tournament_id, caller().name, command, why)
            await asyncio.shield(asyncio.ensure_future(work))
        except UnknownTournament:
            raise _unknown(tournament_id) from None

    # -- entrants

    async def Register(self, request: pb.RegisterRequest, context: Context) -> pb.RegisterResponse:
        who = caller()
        names: list[str] = []

        members = members_of(request, who)
        async with self._current(request.tournament_id) as replica:
            rules = replica.competition.rules
        rating = await self._ratings.mean(members, rules.setting.game)
        proved = await asyncio.to_thread(commands.proved, request.password, rules.registration.password)

        def command(replica: Replica) -> list[AnyEvent]:
            entering = enter(request, replica, who, rating, proved)
            names[:] = entering.names
            return entering.events

        await self._change(request.tournament_id, command)
        async with self._current(request.tournament_id) as replica:
            by_name = replica.competition.by_name
            return pb.RegisterResponse(entrants=[wire.entrant(by_name[name]) for name in names])

    async def CheckIn(self, request: pb.CheckInRequest, context: Context) -> pb.CheckInResponse:
        now = self._clock() / 1000
        entrant = await self._speak_for(
            request, lambda one, name: commands.check_in(one, name, request.contribution, now)
        )
        return pb.CheckInResponse(entrant=entrant)

    async def Withdraw(self, request: pb.WithdrawRequest, context: Context) -> pb.WithdrawResponse:
        return pb.WithdrawResponse(entrant=await self._speak_for(request, commands.withdraw))

    async def ComeBack(self, request: pb.ComeBackRequest, context: Context) -> pb.ComeBackResponse:
        return pb.ComeBackResponse(entrant=await self._speak_for(request, commands.come_back))

    async def _speak_for(
        self,
        request: pb.CheckInRequest | pb.WithdrawRequest | pb.ComeBackRequest,
        command: Callable[[Competition, str], list[AnyEvent]],
    ) -> pb.TournamentEntrant:
        """Carry out what an entrant asks for themselves or for their team; the entrant after it."""
        who = caller()
        names: list[str] = []

        def checked(replica: Replica) -> list[AnyEvent]:
            names[:] = [name_of(request.name, replica, who)]
            return command(replica.competition, names[0])

        await self._change(request.tournament_id, checked)
        return await self._entrant(request.tournament_id, names[0])

    async def ListMyTables(self, request: pb.ListMyTablesRequest, context: Context) -> pb.ListMyTablesResponse:
        who = caller()
        require_entrant(who)
        seats = await asyncio.to_thread(self._database.seats_of, who.name, request.tournament_id)
        tables = []
        for tournament_id in dict.fromkeys(seat.tournament_id for seat in seats):
            async with self._current(tournament_id) as replica:
                own = [seat for seat in seats if seat.tournament_id == tournament_id]
                address = self._clients.public_address(replica.competition.rules.setting.game)
                tables += lists.assignments(replica, own, address)
        return pb.ListMyTablesResponse(tables=tables)

    # -- what anybody may read

    async def GetTournament(self, request: pb.GetTournamentRequest, context: Context) -> pb.GetTournamentResponse:
        return pb.GetTournamentResponse(tournament=await self._tournament(request.tournament_id))

    async def ListTournaments(self, request: pb.ListTournamentsRequest, context: Context) -> pb.ListTournamentsResponse:
        wanted = Wanted(request.game, lists.states_of(request.states), request.host, request.entrant)
        lists.check_texts(wanted)
        size = lists.page_size(request.page_size, 20, 100)
        after = lists.position_of(request.page_token)
        rows = await asyncio.to_thread(self._database.page, wanted, size + 1, after)
        token = lists.position_token(rows[size - 1]) if len(rows) > size else ""
        return pb.ListTournamentsResponse(tournaments=[wire.listed(row) for row in rows[:size]], next_page_token=token)

    async def ListTournamentEntrants(
        self, request: pb.ListTournamentEntrantsRequest, context: Context
    ) -> pb.ListTournamentEntrantsResponse:
        async with self._current(request.tournament_id) as replica:
            entries = list(replica.competition.entries.values())
            page = lists.page(entries, request.page_size, request.page_token, 100, 1_000)
            return pb.ListTournamentEntrantsResponse(
                entrants=[wire.entrant(one) for one in page.items], next_page_token=page.token
            )

    async def GetPairings(self, request: pb.GetPairingsRequest, context: Context) -> pb.GetPairingsResponse:
        async with self._current(request.tournament_id) as replica:
            return lists.pairings(replica, request)

    async def GetTournamentStandings(
        self, request: pb.GetTournamentStandingsRequest, context: Context
    ) -> pb.GetTournamentStandingsResponse:
        async with self._current(request.tournament_id) as replica:
            return lists.standings(replica, request)

    async def ListTournamentEvents(
        self, request: pb.ListTournamentEventsRequest, context: Context
    ) -> pb.ListTournamentEventsResponse:
        lang = lang_of(request.language)
        size = lists.page_size(request.page_size, 100, 500)
        lists.check_number(request.after)
        async with self._current(request.tournament_id) as replica:
            events = await asyncio.to_thread(self._database.events_after, replica.id, request.after, size + 1)
            texts = [wire.event(replica.competition, one, lang) for one in events[:size]]
        return pb.ListTournamentEventsResponse(events=texts, more=len(events) > size)

    async def WatchTournament(
        self, request: pb.WatchTournamentRequest, context: Context
    ) -> AsyncIterator[pb.WatchTournamentResponse]:
        lang = lang_of(request.language)
        async with self._current(request.tournament_id) as replica:
            version = replica.competition.version
        last = request.after if request.HasField("after") else version
        lists.check_number(last)
        tail = self._tails.of(request.tournament_id, version)
        with self._notices.watch(request.tournament_id) as notice:
            while True:
                notice.clear()
                events = (await tail.after(last))[:EVENTS_PER_UPDATE]
                competition = await self._at_least(request.tournament_id, last + len(events))
                is_over = competition.is_over and last + len(events) >= competition.version
                texts = [wire.event(competition, one, lang) for one in events]
                if texts:
                    yield pb.WatchTournamentResponse(events=texts)
                    last = texts[-1].number
                elif is_over:
                    return
                else:
                    await wait(notice, WATCH_SECONDS)

    async def ExportTournament(
        self, request: pb.ExportTournamentRequest, context: Context
    ) -> AsyncIterator[pb.ExportTournamentResponse]:
        async with self._current(request.tournament_id) as replica:
            texts = await replica.compute(lambda competition: self._export(request, replica, competition))
        while piece := await asyncio.to_thread(_next_piece, texts):
            yield pb.ExportTournamentResponse(data=piece)

    def _export(
        self, request: pb.ExportTournamentRequest, replica: Replica, competition: Competition
    ) -> Iterator[bytes]:
        """The pieces of a file. All but the events are made at once, while the tournament is locked."""
        if request.format == pb.TOURNAMENT_EXPORT_FORMAT_CSV:
            return iter(list(export.as_csv(replica.id, competition)))
        if request.format == pb.TOURNAMENT_EXPORT_FORMAT_TRF:
            stage = lists.stage_of(competition, request.stage or 1)
            if not export.can_be_trf(stage):
                raise invalid("Only stages in rounds in which two meet can be told in this form.")
            return iter(list(export.as_trf(competition, stage)))
        if request.format in (pb.TOURNAMENT_EXPORT_FORMAT_JSON, pb.TOURNAMENT_EXPORT_FORMAT_UNSPECIFIED):
            head = export.json_head(replica.id, replica.host, competition)
            return export.as_json(head, self._events(replica.id, competition.version))
        raise invalid(f"There is no format {request.format}.", allowed=tuple(pb.TournamentExportFormat.keys()[1:]))

    def _events(self, tournament_id: str, last: int) -> Iterator[list[Logged]]:
        """All events up to a number, page by page."""
        after = 0
        while after < last:
            page = [one for one in self._database.events_after(tournament_id, after) if one.number <= last]
            yield page
            after = page[-1].number

    # --

    @asynccontextmanager
    async def _current(self, tournament_id: str) -> AsyncIterator[Replica]:
        try:
            async with self._replicas.current(tournament_id) as replica:
                yield replica
        except UnknownTournament:
            raise _unknown(tournament_id) from None

    async def _at_least(self, tournament_id: str, version: int) -> Competition:
        """A tournament that has so many events or more, to read names in. It is locked only where that has to be waited
        for: many watch, and an event is told to all of them."""
        replica = self._replicas.kept(tournament_id)
        if replica is None or replica.competition.version < version or replica.is_broken:
            async with self._current(tournament_id) as replica:
                return replica.competition
        return replica.competition

    async def _tournament(self, tournament_id: str) -> pb.Tournament:
        async with self._current(tournament_id) as replica:
            return wire.tournament(replica.id, replica.host, replica.competition)

    async def _entrant(self, tournament_id: str, name: str) -> pb.TournamentEntrant:
        async with self._current(tournament_id) as replica:
            return wire.entrant(replica.competition.by_name[name])


def _unknown(tournament_id: str) -> Refused:
    return Refused(ErrorReason.ERROR_REASON_UNKNOWN_TOURNAMENT, f"There is no tournament {tournament_id[:100]!r}.")


def _next_piece(texts: Iterator[bytes]) -> bytes:
    """The next piece of a file, of a size that is worth sending; empty at its end."""
    piece = bytearray()
    for text in texts:
        piece += text
        if len(piece) >= PIECE_BYTES:
            break
    return bytes(piece)
