"""`play --server`: a match on a server, in the terminal."""

import asyncio
import contextlib
import hashlib
import json
import os
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import msgspec
from rich.console import Console
from rich.text import Text

from engine.core.registry import load
from engine.core.state import Outcome
from engine.core.words import Lang, Words
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH, End, MatchInfo, Update
from services.api.matchmaking_pb2 import Assignment
from services.cli import phrases
from services.cli.board import drawn, say, show_cards, show_command, show_events, show_help, show_options, show_outcome
from services.cli.company import Company
from services.cli.inputs import BadInput, spare_file, speaking
from services.cli.keyboard import Keyboard, chosen
from services.client import Lobby, Refusal, Seat, tls_credentials

LANGUAGES = {"en": LANGUAGE_ENGLISH, "pl": LANGUAGE_POLISH}
_KEEP_AS = "westmarch-seat.json"


@dataclass(frozen=True)
class Host:
    """The server to play on, how to reach it, and the language to speak."""

    address: str
    token: str
    authority: Path | None
    lang: Lang

    def credentials(self) -> grpc.ChannelCredentials | None:
        """What the connection is secured with, if it is."""
        return tls_credentials(self.authority) if self.authority is not None else None


@dataclass(frozen=True)
class Search:
    """What somebody wants to play."""

    game: str
    scenario: str | None
    seats: int | None
    options: dict[str, Any]
    role: str
    """Empty: any."""
    name: str
    wait: float
    bot: str
    own_table: bool
    code: str


class KeptSeat(msgspec.Struct, frozen=True):
    """A seat that somebody has left and may come back to."""

    game: str
    engine: str
    seat: int
    token: str


def play_on_server(host: Host, search: Search) -> None:
    """Find a match, and play it to its end or until the person leaves."""
    _run(_find_and_play(host, search), host)


def go_back(host: Host, game: str, file: Path) -> None:
    """Play on in a seat that was left."""
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=KeptSeat)
    except msgspec.MsgspecError:
        raise BadInput(f"{file} holds no seat on a server") from None
    if kept.game != game:
        raise BadInput(f"{file} is a seat in a match of {kept.game}, not of {game}")
    _run(_play(host, kept, Console(), file), host)


def _run(playing: Coroutine[Any, Any, None], host: Host) -> None:
    try:
        asyncio.run(playing)
    except Refusal as refusal:
        if refusal.reason == "UNAVAILABLE":
            raise BadInput(f"{host.address}: {refusal}") from None
        raise BadInput(phrases.REFUSED.say(host.lang, reason=refusal)) from None


async def _find_and_play(host: Host, search: Search) -> None:
    console = Console()
    opening = phrases.OPENING if search.own_table else phrases.WAITING
    say(console, opening.say(host.lang, server=host.address))
    async with Lobby(host.address, host.token, credentials=host.credentials()) as lobby:
        found = await _seated(console, lobby, search, host)
    taken = found.seats[0]
    await _play(host, KeptSeat(search.game, found.engine_address, taken.seat, taken.token), console, None)


async def _seated(console: Console, lobby: Lobby, search: Search, host: Host) -> Assignment:
    """The way to a seat: a friend's table, a table of one's own, or whoever looks for the same."""
    if search.code:
        return await lobby.join_table(search.code, search.name)
    wanted: dict[str, Any] = {
        "scenario": search.scenario or "",
        "seats": search.seats or 0,
        "roles": [search.role] if search.role else [],
        "options": {name: json.dumps(value) for name, value in search.options.items()},
        "bot": search.bot,
    }
    if not search.own_table:
        return await lobby.find(search.game, search.name, bots_after_ms=int(search.wait * 1000), **wanted)
    opened = await lobby.open_table(search.game, search.name, **wanted)
    command = f"play {search.game} --server {host.address} --join {opened.code}"
    show_command(console, phrases.TABLE.say(host.lang, code=opened.code), command)
    return await lobby.seat_at(opened)


async def _play(host: Host, kept: KeptSeat, console: Console, file: Path | None) -> None:
    """Play in a seat; one that is left before the end is kept in a file."""
    seat = Seat(
        kept.engine,
        kept.token,
        kept.seat,
        language=LANGUAGES[host.lang],
        observations=True,
        credentials=host.credentials(),
        on_lost=lambda: say(console, phrases.LOST.say(host.lang)),
    )
    async with seat:
        terminal = Terminal(console, seat, kept, host.lang)
        try:
            await terminal.run()
        finally:
            if terminal.began and not terminal.over:
                farewell = await terminal.leave()
                kept = msgspec.structs.replace(kept, game=terminal.game.id)
                _keep(host, kept, console, farewell, file or spare_file(_KEEP_AS))


def _keep(host: Host, kept: KeptSeat, console: Console, farewell: Words, file: Path) -> None:
    """Write the seat down for its owner only, and say what becomes of it and how to come back."""
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(msgspec.json.encode(kept))
    ca = f" --ca {host.authority}" if host.authority else ""
    command = f"play {kept.game} --server {host.address} --resume {file}{ca}{speaking(host.lang)}"
    show_command(console, f"\n{farewell.say(host.lang)}", command)


class Terminal:
    """One person at a screen and a keyboard."""

    def __init__(self, console: Console, seat: Seat, kept: KeptSeat, lang: Lang) -> None:
        self._console = console
        self._keyboard = Keyboard()
        self._seat = seat
        self.game = load(kept.game)
        self._number = kept.seat
        self._lang = lang
        self._news: list[str] = []
        """What happened since this seat last chose."""
        self._waiting: list[int] = []
        """Whom the person was last told to wait for."""
        self._company = Company(kept.seat, lang)
        self._commitment = ""
        self._sent = -1
        """The version of the decision that was last answered with a choice."""
        self.began = False
        self.over = False

    async def run(self) -> None:
        """Show every turn of this seat and carry out what is typed, until the end or the person leaves."""
        async for update in self._seat:
            if not self.began:
                await self._meet(await self._seat.info())
            self._news += self._company.hear(update.seats)
            self._news += [event.text for event in update.events if event.text]
            if update.HasField("end"):
                self.over = True
                self._draw(update)
                self._show_end(update.end)
                return
            if self._seat.decision is None:
                self._wait(update)
                continue
            self._draw(update)
            if not await self._turn(update):
                return
            self._news, self._waiting = [], []

    def _wait(self, update: Update) -> None:
        """Say who is waited for. The board is drawn when the waiting starts, and again whenever people move on it."""
        waiting = list(update.waiting_for)
        if not self._waiting or self._company.are_people(waiting):
            self._draw(update)
        elif waiting == self._waiting:
            return
        self._waiting = waiting
        names = ", ".join(map(self._company.name, waiting))
        self._say(phrases.WAITS_FOR.say(self._lang, name=names))

    async def _meet(self, info: MatchInfo) -> None:
        """Learn what the match is and who sits where; sit down if a bot has kept the seat warm."""
        if info.game != self.game.id:  # a friend's table may be of another game than was typed
            self.game = load(info.game)
            self._news.append(phrases.OTHER_GAME.say(self._lang, title=self.game.title.say(self._lang), id=info.game))
        self._company.meet(self.game, info)
        self._news += self._company.greeting()
        self._commitment = info.commitment
        self.began = True
        if self._company.has_stand_in:
            with contextlib.suppress(Refusal):  # the match is over; the updates will say so
                await self._seat.take_seat()

    async def leave(self) -> Words:
        """Leave the seat to a bot if others would be kept waiting; the farewell, which says what becomes of it."""
        with contextlib.suppress(Refusal):
            self._company.hear((await self._seat.info()).seats)  # nothing was heard while the person thought
            if self._company.wants_stand_in:
                await self._seat.hand_over()
                return phrases.SEAT_HANDED
        return phrases.SEAT_WAITS

    async def _turn(self, update: Update) -> bool:
        """Ask until something was sent. False: the person leaves."""
        labels = [option.label for option in update.decision.options]
        self._keyboard.forget()
        show_options(self._console, update.decision.prompt, labels)
        while True:
            line = await self._read(phrases.CHOOSE.say(self._lang))
            word, _, rest = (line or "").partition(" ")
            index = chosen(line or "", len(labels))
            if line is None or word == "q":
                return False
            if index is not None:
                await self._seat.choose(index)
                self._sent = update.decision.version
                return True
            if word == "u":
                await self._seat.undo()
                return True
            if word == "c" and await self._read(phrases.GIVE_UP.say(self._lang)) in phrases.YES:
                await self._seat.concede()
                return True
            self._answer(update, word, rest.strip(), labels)

    def _answer(self, update: Update, word: str, rest: str, labels: list[str]) -> None:
        """What can be answered without the server."""
        match word:
            case "" | "c":
                pass
            case "?":
                show_help(self._console, phrases.SERVER_HELP, self.game, self._lang)
            case "b":
                self._draw(update)
                show_options(self._console, update.decision.prompt, labels)
            case "i":
                show_cards(self._console, self.game, rest, labels, self._lang)
            case _:
                self._say(phrases.no_such_choice(f"{word} {rest}".strip(), len(labels), self._lang))

    async def _read(self, prompt: str) -> str | None:
        self._console.print(Text(f"{prompt}: "), end="")
        line = await self._keyboard.line()
        return None if line is None else line.lower()

    def _draw(self, update: Update) -> None:
        self._console.clear()
        who = self._company.name(self._number)
        self._console.print(drawn(self.game, json.loads(update.observation), who, self._lang))
        show_events(self._console, self._news, self._lang)
        refusal = self._seat.refusal
        if refusal is not None:
            reason = str(refusal).rstrip(".")
            if refusal.reason == "UNDO_REFUSED":
                self._say(phrases.NO_UNDO.say(self._lang, reason=reason[:1].lower() + reason[1:]))
            else:
                self._say(phrases.REFUSED.say(self._lang, reason=reason))
        elif self._seat.decision is not None and update.decision.version == self._sent:
            self._say(phrases.CHOICE_LOST.say(self._lang))

    def _show_end(self, end: End) -> None:
        told = end.outcome
        outcome = Outcome(list(told.winners), told.side, told.reason, dict(sorted(told.scores.items())))
        show_outcome(self._console, self.game, self._company.roles, outcome, self._lang)
        honest = hashlib.sha256(end.seed).hexdigest() == self._commitment
        words = phrases.SEED_FITS if honest else phrases.SEED_DIFFERS
        self._say(words.say(self._lang, seed=end.seed.hex(), commitment=self._commitment))

    def _say(self, line: str) -> None:
        say(self._console, line)
