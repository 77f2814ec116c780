"""`play --server`: a match on a server, in the terminal."""

import asyncio
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from engine.core.registry import load
from engine.core.words import Lang
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH, End, Update
from services.cli import phrases
from services.cli.board import drawn, show_events
from services.cli.inputs import BadInput
from services.client import Lobby, Refusal, Seat, seat_of

LANGUAGES = {"en": LANGUAGE_ENGLISH, "pl": LANGUAGE_POLISH}


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


def play_on_server(server: str, search: Search, lang: Lang) -> None:
    """Find a match, and play it to its end or until the person leaves."""
    try:
        asyncio.run(_play(server, search, lang))
    except Refusal as refusal:
        raise BadInput(phrases.REFUSED.say(lang, reason=refusal)) from None


async def _play(server: str, search: Search, lang: Lang) -> None:
    console = Console()
    console.print(Text(phrases.WAITING.say(lang, server=server)))
    async with Lobby(server) as lobby:
        assignment = await lobby.find(
            search.game,
            search.name,
            scenario=search.scenario or "",
            seats=search.seats or 0,
            options={name: json.dumps(value) for name, value in search.options.items()},
            bots_after_ms=int(search.wait * 1000),
            bot=search.bot,
        )
    number = assignment.seats[0].seat
    console.print(Text(phrases.SEATED.say(lang, match=assignment.match_id, seat=number)))
    async with seat_of(assignment, language=LANGUAGES[lang], observations=True) as seat:
        await Terminal(console, seat, search.game, number, lang).run()


class Terminal:
    """One person at a screen and a keyboard."""

    def __init__(self, console: Console, seat: Seat, game: str, number: int, lang: Lang) -> None:
        self._console = console
        self._seat = seat
        self._game = load(game)
        self._number = number
        self._lang = lang
        self._news: list[str] = []
        self._who = str(number)
        self._commitment = ""

    async def run(self) -> None:
        """Show every turn of this seat and carry out what is typed."""
        async for update in self._seat:
            if not self._commitment:
                self._commitment = (await self._seat.info()).commitment
            self._hear(update)
            if update.HasField("end"):
                self._draw(update)
                self._show_end(update.end)
                return
            if self._seat.asked:
                self._draw(update)
                if not await self._turn(update):
                    return

    async def _turn(self, update: Update) -> bool:
        """Ask until something was sent. False: the person leaves."""
        options = update.decision.options
        self._console.print(Text(update.decision.prompt, style="bold"))
        for number, option in enumerate(options, start=1):
            self._console.print(Text(f"{number:>4}  {option.label}"))
        while True:
            word = await self._read()
            if word in ("q", None):
                return False
            if word == "u":
                await self._seat.take_back()
                return True
            if word == "c":
                await self._seat.give_up()
                return True
            if word == "?":
                self._say(phrases.HELP.say(self._lang))
            elif word.isdecimal() and 1 <= int(word) <= len(options):
                await self._seat.choose(int(word) - 1)
                return True
            elif word:
                self._say(phrases.NO_SUCH_CHOICE.say(self._lang, given=word, most=len(options)))

    async def _read(self) -> str | None:
        prompt = Text(f"{phrases.CHOOSE.say(self._lang)}: ")
        try:
            return (await asyncio.to_thread(self._console.input, prompt)).strip().lower()
        except EOFError:
            return None

    def _hear(self, update: Update) -> None:
        self._news += [event.text for event in update.events if event.text]
        for seat in update.seats:
            if seat.seat == self._number:
                self._who = seat.role

    def _draw(self, update: Update) -> None:
        self._console.clear()
        self._console.print(drawn(self._game, json.loads(update.observation), self._who, self._lang))
        show_events(self._console, self._news, self._lang)
        self._news = []
        if self._seat.refused is not None:
            self._say(phrases.REFUSED.say(self._lang, reason=self._seat.refused))

    def _show_end(self, end: End) -> None:
        self._console.print(Text(phrases.OVER.say(self._lang), style="bold"))
        names = ", ".join(str(seat) for seat in end.outcome.winners)
        won = phrases.WINNERS.say(self._lang, names=names) if names else phrases.NOBODY.say(self._lang)
        self._say(won)
        honest = hashlib.sha256(end.seed).hexdigest() == self._commitment
        words = phrases.SEED_FITS if honest else phrases.SEED_DIFFERS
        self._say(words.say(self._lang, seed=end.seed.hex(), commitment=self._commitment))

    def _say(self, line: str) -> None:
        self._console.print(Text(line))
