"""`play`: a match in the terminal, with bots in the seats that nobody takes."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from engine.bots import Bot, Perspective
from engine.core.errors import CannotUndo
from engine.core.events import Event
from engine.core.match import Match
from engine.core.registry import load
from engine.core.words import Lang
from services.cli import phrases
from services.cli.board import board, read_out, seat_name, show_events, show_options, show_outcome, told
from services.cli.inputs import (
    BadInput,
    BotNames,
    GameId,
    Language,
    Options,
    ScenarioId,
    Seats,
    Speak,
    bots_for,
    load_record,
    make_bots,
    parse_options,
    with_pack,
)

_SAVE_AS = Path("westmarch-match.json")


def play(
    context: typer.Context,
    game: GameId,
    scenario: ScenarioId = None,
    seats: Seats = None,
    seat: Annotated[
        list[int] | None, typer.Option("--seat", metavar="N", help="A seat that you take, from 0; may be repeated.")
    ] = None,
    bot: BotNames = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="K", min=0, help="Play this deal.")] = None,
    option: Options = None,
    lang: Speak = Language.en,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the match here when you leave or it ends.")
    ] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved match.")] = None,
    server: Annotated[
        str | None, typer.Option("--server", metavar="ADDR", help="Play on this server: its matchmaking address.")
    ] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Who you are on a server.")] = "guest",
    wait: Annotated[
        float, typer.Option("--wait", metavar="S", min=0, help="On a server: wait so long for people before bots.")
    ] = 10.0,
    table: Annotated[
        bool, typer.Option("--table", help="On a server: open a table that friends join by a code.")
    ] = False,
    join: Annotated[str, typer.Option("--join", metavar="CODE", help="On a server: join a friend's table.")] = "",
    ca: Annotated[
        Path | None, typer.Option("--ca", metavar="FILE", help="On a server with TLS: the authority to trust.")
    ] = None,
    token: Annotated[
        str, typer.Option("--token", envvar="WESTMARCH_TOKEN", help="On a server: your player token, if it wants one.")
    ] = "",
) -> None:
    """Play a match in the terminal against bots, or with others at the same keyboard or on a server."""
    if server is not None:
        from services.cli.remote import Host, Search, play_on_server  # here: other matches start without gRPC

        options = parse_options(option, context.args)
        search = Search(game, scenario, seats, options, name, wait, bot[0] if bot else "", table, join)
        play_on_server(Host(server, token, ca), search, lang.lang)
        return
    if resume is None:
        rules = load(game)
        options = with_pack(rules, parse_options(option, context.args))
        match = rules.begin(rules.table(scenario, seats, options), seed)
    else:
        record = load_record(resume)
        if record.game != game:
            raise BadInput(f"{resume} is a match of {record.game}, not of {game}")
        match = record.replay()
    people = seat or [0]
    for one in people:
        match.observation(one)
    names = bots_for(match.seats, bot, "greedy")
    Sitting(match, people, make_bots(names, seed or 0), lang.lang, save).run()


class Sitting:
    """People and bots around one match until it ends or the people leave."""

    def __init__(self, match: Match, people: list[int], bots: list[Bot], lang: Lang, save: Path | None) -> None:
        self.match = match
        self.people = people
        self.bots = bots
        self.lang = lang
        self.save_as = save
        self.console = Console()
        self.news: dict[int, list[str]] = {seat: [] for seat in people}
        self.looking = people[0]
        self.left = False

    def run(self) -> None:
        """Play until the match ends or the people leave."""
        self._hear(self.match.events)
        while self.match.pending and not self.left:
            asked = next((d for d in self.match.pending if d.seat not in self.people), self.match.pending[0])
            if asked.seat in self.people:
                self._turn_to(asked.seat)
                self._ask(asked.seat)
            else:
                choice = self.bots[asked.seat].choose(Perspective(self.match, asked.seat))
                self._hear(self.match.apply(asked.seat, choice))
        if self.match.is_over:
            self._draw(self.looking)
            show_outcome(self.console, self.match, self.lang)
        if self.save_as is not None:
            self._save(self.save_as)

    def _hear(self, events: list[Event]) -> None:
        for seat, lines in self.news.items():
            lines += told(self.match, events, seat, self.lang)

    def _turn_to(self, seat: int) -> None:
        """Show the board to the seat that must choose; people who share a keyboard change places first."""
        if seat != self.looking:
            self.console.clear()
            self._read(phrases.PASS_ON.say(self.lang, name=seat_name(self.match, seat, self.lang)))
            self.looking = seat
        if not self.left:
            self._draw(seat)

    def _draw(self, seat: int) -> None:
        self.console.clear()
        self.console.print(board(self.match, seat, self.lang))
        show_events(self.console, self.news[seat], self.lang)
        self.news[seat] = []

    def _ask(self, seat: int) -> None:
        """Options, and commands until one is chosen or the people leave."""
        version = self.match.version
        if not self.left:
            show_options(self.console, self.match, seat, self.lang)
        while self.match.version == version and not self.left:
            self._obey(seat, self._read(phrases.CHOOSE.say(self.lang)))

    def _read(self, prompt: str) -> str:
        """A line from the keyboard; when there is none any more, the people have left."""
        try:
            return self.console.input(Text(f"{prompt}: ")).strip()
        except EOFError:
            self.left = True
            return ""

    def _obey(self, seat: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                pass
            case "q":
                self.left = True
            case "u":
                self._undo(seat)
            case "b":
                self._draw(seat)
                show_options(self.console, self.match, seat, self.lang)
            case "s":
                self._save(Path(rest) if rest else self.save_as or _SAVE_AS)
            case "i":
                read_out(self.console, self.match.game, rest, self.lang)
            case "c":
                self.match.concede(seat)
                self._hear(self.match.events)
            case "?":
                self._say(phrases.HELP.say(self.lang))
            case _:
                self._choose(seat, word)

    def _choose(self, seat: int, word: str) -> None:
        options = self.match.legal_actions(seat)
        if word.isdecimal() and 1 <= int(word) <= len(options):
            self._hear(self.match.apply(seat, int(word) - 1))
        else:
            self._say(phrases.NO_SUCH_CHOICE.say(self.lang, given=word, most=len(options)))

    def _undo(self, seat: int) -> None:
        try:
            self.match.undo(seat)
        except CannotUndo as fault:
            self._say(phrases.NO_UNDO.say(self.lang, reason=fault))
        else:
            self._hear(self.match.events)

    def _save(self, file: Path) -> None:
        try:
            file.write_bytes(self.match.record.dump())
        except OSError as fault:
            self._say(phrases.NOT_SAVED.say(self.lang, reason=fault.strerror))
        else:
            self._say(phrases.SAVED.say(self.lang, file=file))

    def _say(self, line: str) -> None:
        self.console.print(Text(line))
