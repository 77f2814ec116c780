"""`play --server`: find a match on a server, or come back to a saved seat, and play there."""

import json
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import msgspec
from rich.console import Console

from engine.core.words import Lang
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH
from services.api.matchmaking_pb2 import Assignment
from services.cli import messages
from services.cli.arguments import BadInput, language_flag
from services.cli.files import unused_file, write_somewhere
from services.cli.interrupts import run_until_interrupt
from services.cli.playing.face import Face, show_match
from services.cli.screen import print_command, print_line
from services.cli.server_match import ServerMatch
from services.cli.ways_back import forget_way, note_way
from services.client import Lobby, Refusal, Seat, tls_credentials
from services.process.private_files import write_private

LANGUAGES = {"en": LANGUAGE_ENGLISH, "pl": LANGUAGE_POLISH}
_DEFAULT_FILE = "westmarch-seat.json"
_GATEWAY_AFTER_MATCHMAKING = 4
"""How many ports further the gateway of a server listens that `westmarch up` or compose has started."""


@dataclass(frozen=True)
class Server:
    """The server to play on: its matchmaking address, how to reach it, and the language to speak there."""

    address: str
    token: str
    """A player token; empty for a guest."""
    authority: Path | None
    """The certificate of the authority to trust, for a server with TLS."""
    lang: Lang

    def credentials(self) -> grpc.ChannelCredentials | None:
        """The credentials of a connection over TLS; None for a plain one."""
        return tls_credentials(self.authority) if self.authority is not None else None


@dataclass(frozen=True)
class MatchSearch:
    """What somebody wants to play, and whether with strangers, at a table of their own or at a friend's."""

    game: str
    scenario: str | None
    seats: int | None
    options: dict[str, Any]
    role: str
    """Empty: any."""
    player: str
    wait_seconds: float
    """How long to wait for people before bots take the empty seats."""
    bot: str
    opens_table: bool
    code: str
    """The code of a friend's table; empty without one."""


class SavedSeat(msgspec.Struct, frozen=True):
    """A seat that its person holds and may come back to, as it is kept in a file."""

    game: str
    engine: str
    seat: int
    token: str
    version: int | None = None
    """The last version that its person saw."""


def play_on_server(server: Server, search: MatchSearch, face: Face) -> None:
    """Find a match, and play it to its end or until the person leaves."""
    _run(_find_and_play(server, search, face), server)


def resume_on_server(server: Server, game: str, file: Path, face: Face) -> None:
    """Play on in a seat that was saved."""
    try:
        saved = msgspec.json.decode(file.read_bytes(), type=SavedSeat)
    except msgspec.MsgspecError:
        raise BadInput(f"{file} holds no seat on a server") from None
    if saved.game != game:
        raise BadInput(f"{file} is a seat in a match of {saved.game}, not of {game}")
    _run(_play(server, saved, Console(), KeptSeat(server, saved, face, file), face), server)


def play_at_seat(server: Server, saved: SavedSeat, face: Face) -> None:
    """Play at a seat that somebody was given, such as at a table of a tournament."""
    _run(_play(server, saved, Console(), KeptSeat(server, saved, face), face), server)


def _run(playing: Coroutine[Any, Any, None], server: Server) -> None:
    try:
        run_until_interrupt(playing)
    except Refusal as refusal:
        if refusal.reason == "UNAVAILABLE":
            raise BadInput(f"{server.address}: {refusal}") from None
        raise BadInput(messages.REFUSED.say(server.lang, reason=refusal)) from None


async def _find_and_play(server: Server, search: MatchSearch, face: Face) -> None:
    console = Console()
    message = messages.OPENING_TABLE if search.opens_table else messages.LOOKING_FOR_MATCH
    print_line(console, message.say(server.lang, server=server.address))
    async with Lobby(server.address, server.token, credentials=server.credentials()) as lobby:
        assignment = await _assignment(console, lobby, search, server)
    seat = assignment.seats[0]
    saved = SavedSeat(search.game, assignment.engine_address, seat.seat, seat.token)
    await _play(server, saved, console, KeptSeat(server, saved, face), face)


async def _assignment(console: Console, lobby: Lobby, search: MatchSearch, server: Server) -> Assignment:
    """Wait for a seat: at a friend's table, at a table of one's own, or with whoever looks for such a match."""
    if search.code:
        return await lobby.join_table(search.code, search.player)
    fields: dict[str, Any] = {
        "scenario": search.scenario or "",
        "seats": search.seats or 0,
        "roles": [search.role] if search.role else [],
        "options": {name: json.dumps(value) for name, value in search.options.items()},
        "bot": search.bot,
    }
    if not search.opens_table:
        return await lobby.find(search.game, search.player, bots_after_ms=int(search.wait_seconds * 1000), **fields)
    table = await lobby.open_table(search.game, search.player, **fields)
    command = f"play {search.game} --server {server.address} --join {table.code}"
    print_command(console, messages.TABLE_OPEN.say(server.lang, code=table.code), command)
    return await lobby.seat_at(table)


class KeptSeat:
    """A seat in a file from the moment it is taken, and the way back to it, whatever becomes of this terminal."""

    def __init__(self, server: Server, saved: SavedSeat, face: Face, file: Path | None = None) -> None:
        self._server = server
        self._face = face
        self._saved = saved
        self._wanted = file or unused_file(_DEFAULT_FILE)
        self._file = self._wanted
        self._is_new = file is None
        self._is_noted = False
        self._write()

    def note(self, match: ServerMatch, version: int) -> None:
        """The person has seen a version of the match."""
        self._saved = msgspec.structs.replace(self._saved, game=match.game.id, version=version)
        self._write()
        if not self._is_noted:
            title = f"{match.game.title.say(self._server.lang)}, {self._server.address}"
            note_way(title, self.words(), self._file.absolute())
            self._is_noted = True

    def words(self, *, absolute: bool = True) -> list[str]:
        """The command that comes back to the seat."""
        server = self._server
        file = self._file.absolute() if absolute else self._file
        ca = ("--ca", str(server.authority.absolute() if absolute else server.authority)) if server.authority else ()
        words = ("play", self._saved.game, "--server", server.address, "--resume", str(file), *ca)
        return [*words, *self._face.flags, *language_flag(server.lang).split()]

    def lost(self) -> str:
        """Where the seat is kept instead of where it was wanted, in words; empty where it is there."""
        if self._file == self._wanted:
            return ""
        return messages.ELSEWHERE.say(self._server.lang, wanted=self._wanted, file=self._file)

    def forget(self) -> None:
        """The match is over: there is no seat to come back to. What somebody named stays, to look at the end again."""
        forget_way(self._file.absolute())
        if self._is_new:
            self._file.unlink(missing_ok=True)

    def _write(self) -> None:
        self._file = write_somewhere(self._file, msgspec.json.encode(self._saved), write_private)


async def _play(server: Server, saved: SavedSeat, console: Console, kept: KeptSeat, face: Face) -> None:
    """Play at a seat, which is kept until the match is over."""
    seat = Seat(
        saved.engine,
        saved.token,
        saved.seat,
        language=LANGUAGES[server.lang],
        observations=True,
        credentials=server.credentials(),
        on_lost=lambda: print_line(console, messages.CONNECTION_LOST.say(server.lang)),
    )
    async with seat:
        match = ServerMatch(seat, saved.game, server.lang, after_version=saved.version, on_version=kept.note)
        match.commands_at_end = lambda match_id: commands_at_end(server, match_id)
        try:
            await show_match(match, face, console)
        finally:
            if match.is_over:
                kept.forget()
            elif match.has_begun:
                farewell = await match.leave()
                print_command(console, f"\n{farewell.why}", " ".join(kept.words(absolute=False)))
                if lost := kept.lost():
                    raise BadInput(lost)


def commands_at_end(server: Server, match_id: str) -> tuple[tuple[str, str], ...]:
    """What may be typed when a match is over: for its record, which says how it ended and how it is replayed."""
    host, _, port = server.address.rpartition(":")
    gateway = f"{host}:{int(port) + _GATEWAY_AFTER_MATCHMAKING}" if port.isdecimal() else server.address
    command = f"record {match_id} --server {gateway}{language_flag(server.lang)}"
    return ((messages.RECORD_WITH.say(server.lang), command),)
