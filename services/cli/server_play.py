"""`play --server`: find a match on a server, or come back to a saved seat, and play there."""

import json
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import msgspec
from rich.console import Console

from engine.core.words import Lang, Words
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH
from services.api.matchmaking_pb2 import Assignment
from services.cli import messages
from services.cli.arguments import BadInput, language_flag
from services.cli.files import check_place, unused_file, write_somewhere
from services.cli.interrupts import run_until_interrupt
from services.cli.screen import print_command, print_line
from services.cli.server_match import ServerMatch
from services.client import Lobby, Refusal, Seat, tls_credentials
from services.process.private_files import write_private

LANGUAGES = {"en": LANGUAGE_ENGLISH, "pl": LANGUAGE_POLISH}
_DEFAULT_FILE = "westmarch-seat.json"


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
    """A seat that its person has left and may come back to, as it is kept in a file."""

    game: str
    engine: str
    seat: int
    token: str


def play_on_server(server: Server, search: MatchSearch) -> None:
    """Find a match, and play it to its end or until the person leaves."""
    _run(_find_and_play(server, search), server)


def resume_on_server(server: Server, game: str, file: Path) -> None:
    """Play on in a seat that was saved."""
    try:
        saved = msgspec.json.decode(file.read_bytes(), type=SavedSeat)
    except msgspec.MsgspecError:
        raise BadInput(f"{file} holds no seat on a server") from None
    if saved.game != game:
        raise BadInput(f"{file} is a seat in a match of {saved.game}, not of {game}")
    _run(_play(server, saved, Console(), file), server)


def _run(playing: Coroutine[Any, Any, None], server: Server) -> None:
    try:
        run_until_interrupt(playing)
    except Refusal as refusal:
        if refusal.reason == "UNAVAILABLE":
            raise BadInput(f"{server.address}: {refusal}") from None
        raise BadInput(messages.REFUSED.say(server.lang, reason=refusal)) from None


async def _find_and_play(server: Server, search: MatchSearch) -> None:
    console = Console()
    message = messages.OPENING_TABLE if search.opens_table else messages.LOOKING_FOR_MATCH
    print_line(console, message.say(server.lang, server=server.address))
    async with Lobby(server.address, server.token, credentials=server.credentials()) as lobby:
        assignment = await _assignment(console, lobby, search, server)
    seat = assignment.seats[0]
    await _play(server, SavedSeat(search.game, assignment.engine_address, seat.seat, seat.token), console, None)


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


async def _play(server: Server, saved: SavedSeat, console: Console, file: Path | None) -> None:
    """Play at a seat; one that is left before the end is saved."""
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
        match = ServerMatch(console, seat, saved.game, server.lang)
        try:
            await match.run()
        finally:
            if match.has_begun and not match.is_over:
                farewell = await match.leave()
                saved = msgspec.structs.replace(saved, game=match.game.id)
                _save(server, saved, console, farewell, file or unused_file(_DEFAULT_FILE))


def _save(server: Server, saved: SavedSeat, console: Console, farewell: Words, wanted: Path) -> None:
    """Write a seat to a file for its owner only, and show what becomes of it and the command to come back. BadInput
    where it had to be saved elsewhere."""
    file = write_somewhere(wanted, msgspec.json.encode(saved), write_private)
    ca = f" --ca {server.authority}" if server.authority else ""
    command = f"play {saved.game} --server {server.address} --resume {file}{ca}{language_flag(server.lang)}"
    print_command(console, f"\n{farewell.say(server.lang)}", command)
    check_place(file, wanted)
