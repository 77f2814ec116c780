"""Calls of `tournament` to a tournaments service, and what they print."""

import asyncio
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from rich.console import Console

from engine.core.words import Lang, Words
from services.api import tournaments_pb2 as pb
from services.api.archive_pb2 import ArchivedRecord, ExportRequest, Filter
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH
from services.api.tournaments_pb2_grpc import TournamentServiceStub
from services.cli import messages
from services.cli import tournament_words as words
from services.cli.arguments import BadInput, Language, as_name
from services.cli.playing.face import Face
from services.cli.server import operator_token, player_token, running_state
from services.cli.sessions import load_session, session_file
from services.cli.tournament_tables import (
    assignments_table,
    entrants_table,
    events_lines,
    pairings_table,
    standings_table,
    tournament_table,
    tournaments_table,
)
from services.client import Players, Refusal, tls_credentials
from services.client.channel import bearer
from services.client.refusal import is_connection_lost, raising_refusals
from services.competition.plan import Plan
from services.competition.plan_messages import message_of
from services.competition.verification import BadExport, read_export, verify
from services.supervisor.plan import Addresses

PAGE = 500
FORMATS = {
    "json": pb.TOURNAMENT_EXPORT_FORMAT_JSON,
    "csv": pb.TOURNAMENT_EXPORT_FORMAT_CSV,
    "trf": pb.TOURNAMENT_EXPORT_FORMAT_TRF,
}
"""By name, which is also how the names of files end."""
_RECONNECT_SECONDS = 0.5
_TOURNAMENTS_AFTER_MATCHMAKING = 6
"""How many ports further tournaments are than matchmaking, on a server that `westmarch up` or compose has started."""
_LANGUAGES: dict[Lang, Any] = {"en": LANGUAGE_ENGLISH, "pl": LANGUAGE_POLISH}


class TournamentSession:
    """A tournaments service to call: the one at an address, or else that of the server of a folder."""

    def __init__(
        self,
        home: Path,
        server: str,
        token: str,
        authority: Path | None,
        player: str,
        as_json: bool,
        lang: Language = Language.en,
    ) -> None:
        self._authority = authority
        self._addresses: Addresses | None = None
        if server:
            token = token or _token_of_session()
        else:
            self._addresses = _own_addresses(home)
            server = self._addresses.tournaments
            token = token or (player_token(home, as_name(player, "--as")) if player else operator_token(home))
        self._server = server
        self._stub: Any = TournamentServiceStub(self._channel(server))
        self._auth = bearer(token)
        self._as_json = as_json
        self._lang = lang.lang

    def _channel(self, address: str) -> grpc.Channel:
        if self._authority is None:
            return grpc.insecure_channel(address)
        return grpc.secure_channel(address, tls_credentials(self._authority))

    # -- hosts

    def create(self, plan: Plan) -> None:
        """Create a tournament."""
        answer = self._call("CreateTournament", pb.CreateTournamentRequest(plan=message_of(plan)))
        self._print(answer, tournament_table(answer.tournament, self._lang))

    def update(self, tournament_id: str, plan: Plan) -> None:
        """Change the plan of a tournament that has not started."""
        request = pb.UpdateTournamentRequest(tournament_id=tournament_id, plan=message_of(plan))
        answer = self._call("UpdateTournament", request)
        self._print(answer, tournament_table(answer.tournament, self._lang))

    def direct(self, method: str, tournament_id: str, **fields: Any) -> None:
        """Call what a host may do with a whole tournament, by the name of the method."""
        answer = self._call(method, getattr(pb, f"{method}Request")(tournament_id=tournament_id, **fields))
        self._print(answer, tournament_table(answer.tournament, self._lang))

    def remove(self, tournament_id: str, name: str, ban: bool, reason: str) -> None:
        """Kick an entrant out."""
        request = pb.RemoveEntrantRequest(tournament_id=tournament_id, name=name, ban=ban, reason=reason)
        answer = self._call("RemoveEntrant", request)
        self._print(answer, entrants_table([answer.entrant], self._lang))

    def adjudicate(
        self,
        tournament_id: str,
        where: tuple[int, int, int],
        points: Sequence[float],
        scores: Sequence[float],
        why: str,
    ) -> None:
        """Set the result of a table, named by stage, round and number; without those of the round that is played."""
        stage, round_, table = where
        if not (stage and round_):
            now = self._call("GetTournament", pb.GetTournamentRequest(tournament_id=tournament_id)).tournament
            stage, round_ = (stage or now.stage), (round_ or (now.round if stage in (0, now.stage) else 0))
        if not (stage and round_):
            raise BadInput("say with --stage and --round which round it is; none is being played")
        request = pb.AdjudicateTableRequest(
            tournament_id=tournament_id,
            stage=stage,
            round=round_,
            table=table,
            points=points,
            scores=scores,
            reason=why,
        )
        answer = self._call("AdjudicateTable", request)
        self._print(answer, pairings_table([answer.table], self._round(stage, round_), self._lang))

    # -- entrants

    def register(self, tournament_id: str, **fields: Any) -> None:
        """Enter somebody; `fields` are those of the API's RegisterRequest."""
        answer = self._call("Register", pb.RegisterRequest(tournament_id=tournament_id, **fields))
        self._print(answer, entrants_table(answer.entrants, self._lang))

    def speak(self, method: str, tournament_id: str, **fields: Any) -> None:
        """Call what an entrant may do for themselves, by the name of the method."""
        answer = self._call(method, getattr(pb, f"{method}Request")(tournament_id=tournament_id, **fields))
        self._print(answer, entrants_table([answer.entrant], self._lang))

    def print_tables(self, tournament_id: str) -> None:
        """Print the matches that wait for the caller."""
        answer = self._call("ListMyTables", pb.ListMyTablesRequest(tournament_id=tournament_id))
        if not answer.tables:
            self._print(answer, words.NO_TABLES)
            return
        self._print(answer, assignments_table(answer.tables, self._lang))

    def play(self, tournament_id: str, match: str, face: Face) -> int:
        """Sit down at a match that waits for the caller: the first, or the one of this id. The exit code."""
        from services.cli import server_play  # here: the other commands start without what draws matches

        tables = self._call("ListMyTables", pb.ListMyTablesRequest(tournament_id=tournament_id)).tables
        wanted = [one for one in tables if match in ("", one.match_id)]
        if match and not wanted:
            raise BadInput(f"match {match} does not wait for you; there are: {', '.join(o.match_id for o in tables)}")
        if not wanted:
            _print_part(words.NO_TABLES.say(self._lang))
            return 1
        one = wanted[0]
        request = pb.GetTournamentRequest(tournament_id=one.tournament_id)
        game = self._call("GetTournament", request).tournament.plan.setting.game
        server = server_play.Server(self._matchmaking, "", self._authority, self._lang)
        server_play.play_at_seat(server, server_play.SavedSeat(game, one.engine_address, one.seat, one.token), face)
        return 0

    # -- everybody

    def print_all(self, game: str, entrant: str, host: str, states: Sequence[str]) -> None:
        """Print which tournaments there are, of those that are wanted; empty: any."""
        by_name = {name.en: state for state, name in words.STATES.items()}
        request = pb.ListTournamentsRequest(
            game=game, entrant=entrant, host=host, states=[by_name[one] for one in states], page_size=100
        )
        answer = self._call("ListTournaments", request)
        shown = tournaments_table(answer.tournaments, self._lang) if answer.tournaments else words.NO_TOURNAMENTS
        self._print(answer, shown)

    def print_one(self, tournament_id: str) -> None:
        """Print one tournament."""
        answer = self._call("GetTournament", pb.GetTournamentRequest(tournament_id=tournament_id))
        self._print(answer, tournament_table(answer.tournament, self._lang))

    def print_entrants(self, tournament_id: str) -> None:
        """Print who has entered."""
        request = pb.ListTournamentEntrantsRequest(tournament_id=tournament_id, page_size=1_000)
        answer = self._all_pages("ListTournamentEntrants", request, "entrants")
        self._print(answer, entrants_table(answer.entrants, self._lang))

    def print_pairings(self, tournament_id: str, stage: int, round_: int, entrant: str) -> None:
        """Print who meets whom in a round."""
        request = pb.GetPairingsRequest(
            tournament_id=tournament_id, stage=stage, round=round_, entrant=entrant, page_size=PAGE
        )
        answer = self._all_pages("GetPairings", request, "tables")
        title = self._round(answer.stage, answer.round)
        byes = [words.BYES.say(self._lang, names=", ".join(answer.byes))] if answer.byes else []
        waits = [] if answer.began_ms else [words.NOT_BEGUN]
        self._print(answer, pairings_table(answer.tables, title, self._lang), *byes, *waits)

    def print_standings(self, tournament_id: str, stage: int, round_: int, top: int) -> None:
        """Print the standings after a round; of all, or of so many."""
        request = pb.GetTournamentStandingsRequest(
            tournament_id=tournament_id, stage=stage, round=round_, page_size=min(top or 1_000, 1_000)
        )
        answer = (
            self._call("GetTournamentStandings", request)
            if top
            else self._all_pages("GetTournamentStandings", request, "standings")
        )
        self._print(answer, standings_table(answer, self._lang))

    def print_audit(self, tournament_id: str, after: int) -> None:
        """Show all that happened after an event."""
        request = pb.ListTournamentEventsRequest(
            tournament_id=tournament_id, after=after, page_size=PAGE, language=_LANGUAGES[self._lang]
        )
        while True:
            answer = self._call("ListTournamentEvents", request)
            self._print_events(answer.events)
            if not answer.more:
                return
            request.after = answer.events[-1].number

    def watch(self, tournament_id: str) -> None:
        """Print what happens, as it does, until the tournament is over; after a lost connection from there on."""
        now = self._call("GetTournament", pb.GetTournamentRequest(tournament_id=tournament_id)).tournament
        request = pb.WatchTournamentRequest(
            tournament_id=tournament_id, language=_LANGUAGES[self._lang], after=now.events
        )
        while not self._watch(request):
            print(messages.CONNECTION_LOST.say(self._lang), file=sys.stderr)
            time.sleep(_RECONNECT_SECONDS)

    def _watch(self, request: pb.WatchTournamentRequest) -> bool:
        """Print events as long as the connection lasts; whether the tournament is over. Anybody may watch, so that no
        token is needed that would not live as long."""
        try:
            for update in self._stub.WatchTournament(request):
                self._print_events(update.events)
                request.after = update.events[-1].number
        except grpc.RpcError as error:
            if is_connection_lost(error):
                return False
            with self._refusals():
                raise
        return True

    def export(self, tournament_id: str, file: Path | None, format: str, stage: int = 0) -> None:
        """Write a tournament to a file, or to the screen; JSON where neither a format nor the file's name says more."""
        name = format or ("" if file is None else file.suffix.removeprefix(".")) or "json"
        if name not in FORMATS:
            raise BadInput(f"there is no format {name!r}; there are: {', '.join(FORMATS)}; name one with --format")
        request = pb.ExportTournamentRequest(tournament_id=tournament_id, format=FORMATS[name], stage=stage)
        data = self._export(request)
        if file is None:
            sys.stdout.buffer.write(data)
        else:
            file.write_bytes(data)

    def _export(self, request: pb.ExportTournamentRequest) -> bytes:
        with self._refusals():
            return b"".join(piece.data for piece in self._stub.ExportTournament(request, metadata=self._auth))

    def verify(self, tournament_id: str, archive: str) -> int:
        """Check a tournament that is over against the records of its matches. The exit code."""
        if not archive:
            if self._addresses is None:
                raise BadInput("give the address of the archive with --archive")
            archive = self._addresses.archive
        data = self._export(pb.ExportTournamentRequest(tournament_id=tournament_id))
        try:
            export = read_export(data)
        except BadExport as error:
            raise BadInput(str(error)) from None
        records = self._records(tournament_id, archive)
        faults = verify(export, records)
        if self._as_json:
            print(json.dumps({"tournament_id": tournament_id, "records": len(records), "faults": faults}))
        else:
            well = words.VERIFIED.say(self._lang, events=len(export.logged), records=len(records))
            for line in faults or [well]:
                print(line)
        return 1 if faults else 0

    def _records(self, tournament_id: str, archive: str) -> dict[str, ArchivedRecord]:
        stub: Any = ArchiveServiceStub(self._channel(archive))
        request = ExportRequest(filter=Filter(labels={"tournament": tournament_id}))
        with self._refusals():
            return {one.match_id: one for page in stub.Export(request, metadata=self._auth) for one in page.records}

    # --

    @property
    def _matchmaking(self) -> str:
        """Where matches are found on this server."""
        if self._addresses is not None:
            return self._addresses.matchmaking
        host, _, port = self._server.rpartition(":")
        return f"{host}:{int(port) - _TOURNAMENTS_AFTER_MATCHMAKING}" if port.isdecimal() else self._server

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Report what the server refuses as bad input, and which it is where it does not answer."""
        try:
            with raising_refusals():
                yield
        except Refusal as error:
            where = f"{self._server}: " if error.reason == "UNAVAILABLE" else ""
            how = (
                " Log in with `westmarch account login`, or give --token." if error.reason == "UNAUTHENTICATED" else ""
            )
            raise BadInput(f"{where}{error}{how}") from None

    def _call(self, method: str, request: Message) -> Any:
        with self._refusals():
            return getattr(self._stub, method)(request, metadata=self._auth)

    def _all_pages(self, method: str, request: Any, items: str) -> Any:
        """The answer of a call with the items of all its pages."""
        whole = self._call(method, request)
        while whole.next_page_token:
            request.page_token = whole.next_page_token
            page = self._call(method, request)
            getattr(whole, items).extend(getattr(page, items))
            whole.next_page_token = page.next_page_token
        return whole

    def _print(self, answer: Message, *parts: Any) -> None:
        """Print an answer as JSON, or as it is drawn."""
        if self._as_json:
            print(json.dumps(_plain(answer)))
            return
        for one in parts:
            _print_part(one.say(self._lang) if isinstance(one, Words) else one)

    def _round(self, stage: int, round_: int) -> str:
        return words.ROUND.say(self._lang, stage=stage, round=round_)

    def _print_events(self, events: Sequence[pb.TournamentEvent]) -> None:
        lines = [json.dumps(_plain(one)) for one in events] if self._as_json else events_lines(events, self._lang)
        for line in lines:
            print(line, flush=True)


def _print_part(part: Any) -> None:
    """Print a line or a table, whatever signs are in it."""
    Console(markup=False).print(part)


def _plain(message: Message) -> dict[str, Any]:
    values: dict[str, Any] = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return values


def _own_addresses(home: Path) -> Addresses:
    """Where the server that runs in a folder listens."""
    state = running_state(home)
    if state is None:
        raise BadInput(f"no server runs in {home}; start one with `westmarch up`, or give --server")
    return state.addresses


def _token_of_session() -> str:
    """A player token of whoever is logged in; none where nobody is."""
    if not session_file().exists():
        return ""
    saved = load_session()

    async def exchange() -> str:
        credentials = tls_credentials(Path(saved.authority)) if saved.authority else None
        async with Players(saved.server, credentials=credentials) as players:
            return (await players.player_token(saved.session)).player_token

    try:
        with raising_refusals():
            return asyncio.run(exchange())
    except Refusal as error:
        raise BadInput(f"{saved.server}: {error}") from None
