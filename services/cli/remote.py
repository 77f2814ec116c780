"""`play --server`: a match on a server, in the terminal."""

import asyncio
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from rich.console import Console
from rich.text import Text

from engine.core.registry import load
from engine.core.words import Lang
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH, End, MatchInfo, Update
from services.api.matchmaking_pb2 import Assignment
from services.cli import phrases
from services.cli.board import drawn, read_out, show_events
from services.cli.inputs import BadInput
from services.client import Lobby, Refusal, Seat, seat_of, trusting

LANGUAGES = {"en": LANGUAGE_ENGLISH, "pl": LANGUAGE_POLISH}


@dataclass(frozen=True)
class Host:
    """The server to play on, and how to reach it."""

    address: str
    token: str
    authority: Path | None

    def credentials(self) -> grpc.ChannelCredentials | None:
        """What the connection is secured with, if it is."""
        return trusting(self.authority) if self.authority is not None else None


@dataclass(frozen=True)
class Search:
    """What somebody wants to play."""

    game: str
    scenario: str | None
    seats: int | None
    options: dict[str, Any]
    name: str
    wait: float
    bot: str
    own_table: bool
    code: str


def play_on_server(host: Host, search: Search, lang: Lang) -> None:
    """Find a match, and play it to its end or until the person leaves."""
    try:
        asyncio.run(_play(host, search, lang))
    except Refusal as refusal:
        raise BadInput(phrases.REFUSED.say(lang, reason=refusal)) from None


async def _play(host: Host, search: Search, lang: Lang) -> None:
    console = Console()
    console.print(Text(phrases.WAITING.say(lang, server=host.address)))
    async with Lobby(host.address, host.token, credentials=host.credentials()) as lobby:
        assignment = await _seated(console, lobby, search, lang)
    number = assignment.seats[0].seat
    console.print(Text(phrases.SEATED.say(lang, match=assignment.match_id, seat=number)))
    async with seat_of(assignment, language=LANGUAGES[lang], observations=True, credentials=host.credentials()) as seat:
        await Terminal(console, seat, search.game, number, lang).run()


async def _seated(console: Console, lobby: Lobby, search: Search, lang: Lang) -> Assignment:
    """The way to a seat: a friend's table, a table of one's own, or whoever looks for the same."""
    if search.code:
        return await lobby.join_table(search.code, search.name)
    wanted: dict[str, Any] = {
        "scenario": search.scenario or "",
        "seats": search.seats or 0,
        "options": {name: json.dumps(value) for name, value in search.options.items()},
        "bot": search.bot,
    }
    if not search.own_table:
        return await lobby.find(search.game, search.name, bots_after_ms=int(search.wait * 1000), **wanted)
    opened = await lobby.open_table(search.game, search.name, **wanted)
    console.print(Text(phrases.TABLE.say(lang, code=opened.code)))
    return await lobby.seat_at(opened)


class Terminal:
    """One person at a screen and a keyboard."""

    def __init__(self, console: Console, seat: Seat, game: str, number: int, lang: Lang) -> None:
        self._console = console
        self._seat = seat
        self._game = load(game)
        self._number = number
        self._lang = lang
        self._news: list[str] = []
        self._names: list[str] = []
        self._commitment = ""
        self._waits_for: list[int] = []

    async def run(self) -> None:
        """Show every turn of this seat and carry out what is typed."""
        async for update in self._seat:
            if not self._commitment:
                self._meet(await self._seat.info())
            self._news += [event.text for event in update.events if event.text]
            if update.HasField("end"):
                self._draw(update)
                self._show_end(update.end)
                return
            if not self._seat.asked:
                self._wait(update)
            elif not await self._turn(update):
                await self._seat.hand_over(self._number)
                return

    def _meet(self, info: MatchInfo) -> None:
        """Who sits at the table, and what the server has bound itself to."""
        options = {name: json.loads(value) for name, value in info.options.items()}
        roles = self._game.table(info.scenario, len(info.seats), options).roles
        self._names = [role.name.say(self._lang) for role in roles]
        self._commitment = info.commitment

    def _wait(self, update: Update) -> None:
        """Say who is to choose, once."""
        if list(update.waiting_for) != self._waits_for:
            self._waits_for = list(update.waiting_for)
            self._say(phrases.OTHERS.say(self._lang, names=self._named(self._waits_for)))

    async def _turn(self, update: Update) -> bool:
        """Show what is asked, and obey until something was sent. False: the person leaves."""
        self._waits_for = []
        self._draw(update)
        self._show_options(update)
        while True:
            line = await self._read()
            if line is None:
                return False
            word, _, rest = line.partition(" ")
            match word.lower():
                case "":
                    pass
                case "q":
                    return False
                case "u":
                    await self._seat.take_back()
                    return True
                case "c":
                    await self._seat.give_up()
                    return True
                case "b":
                    self._draw(update)
                    self._show_options(update)
                case "i":
                    read_out(self._console, self._game, rest, self._lang)
                case "?":
                    self._say(phrases.HELP_ON_SERVER.say(self._lang))
                case _:
                    if await self._choose(word, len(update.decision.options)):
                        return True

    async def _choose(self, word: str, most: int) -> bool:
        """Answer with the option of that number, if there is one."""
        if word.isdecimal() and 1 <= int(word) <= most:
            await self._seat.choose(int(word) - 1)
            return True
        self._say(phrases.NO_SUCH_CHOICE.say(self._lang, given=word, most=most))
        return False

    async def _read(self) -> str | None:
        prompt = Text(f"{phrases.CHOOSE.say(self._lang)}: ")
        try:
            return (await asyncio.to_thread(self._console.input, prompt)).strip()
        except EOFError:
            return None

    def _draw(self, update: Update) -> None:
        self._console.clear()
        self._console.print(drawn(self._game, json.loads(update.observation), self._names[self._number], self._lang))
        show_events(self._console, self._news, self._lang)
        self._news = []
        if self._seat.refused is not None:
            self._say(phrases.REFUSED.say(self._lang, reason=self._seat.refused))

    def _show_options(self, update: Update) -> None:
        self._console.print(Text(update.decision.prompt, style="bold"))
        for number, option in enumerate(update.decision.options, start=1):
            self._say(f"{number:>4}  {option.label}")

    def _show_end(self, end: End) -> None:
        self._console.print(Text(phrases.OVER.say(self._lang), style="bold"))
        names = self._named(end.outcome.winners)
        self._say(phrases.WINNERS.say(self._lang, names=names) if names else phrases.NOBODY.say(self._lang))
        self._say(f"{phrases.REASON.say(self._lang)}: {end.outcome.reason}")
        honest = hashlib.sha256(end.seed).hexdigest() == self._commitment
        words = phrases.SEED_FITS if honest else phrases.SEED_DIFFERS
        self._say(words.say(self._lang, seed=end.seed.hex(), commitment=self._commitment))

    def _named(self, seats: Any) -> str:
        return ", ".join(self._names[seat] for seat in seats)

    def _say(self, line: str) -> None:
        self._console.print(Text(line))
