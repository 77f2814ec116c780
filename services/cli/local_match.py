"""A match on this machine: people who share a keyboard, and bots in the other seats."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from engine.bots import Bot, Perspective
from engine.core.errors import CannotUndo
from engine.core.events import Event
from engine.core.match import Match
from engine.core.words import Lang
from services.cli import messages
from services.cli.arguments import language_flag
from services.cli.board import board_of, seat_name
from services.cli.files import check_place, unused_file, write_somewhere
from services.cli.keyboard import option_index
from services.cli.screen import (
    narrate_events,
    print_cards,
    print_command,
    print_decision,
    print_events,
    print_help,
    print_line,
    print_outcome,
)

_DEFAULT_FILE = "westmarch-match.json"


class LocalMatch:
    """One match until it ends or the people leave."""

    def __init__(self, match: Match, people: list[int], bots: Sequence[Bot], lang: Lang, file: Path | None) -> None:
        """`people` are the seats of people; with a `file` the match is saved there however it ends."""
        self._match = match
        self._people = people
        self._bots = bots
        self._lang = lang
        self._file = file
        """Where the match is saved; chosen when that first happens, if nobody named one."""
        self._always_save = file is not None
        self._unsaved = False
        """Whether a person has chosen since the match was last saved."""
        self._console = Console()
        self._news: dict[int, list[str]] = {seat: [] for seat in people}
        """By seat: what has happened since its person last looked."""
        self._viewer = people[0]
        """The seat that the board was last drawn for."""
        self._people_left = False
        self._announced_bot: int | None = None
        """The bot that was last announced as choosing."""

    def run(self) -> None:
        """Play until the match ends or the people leave, and save it if it is not over: even after an error."""
        try:
            self._play()
        finally:
            if self._always_save or (self._unsaved and not self._match.is_over):
                self._save_and_print_command()

    def _play(self) -> None:
        self._add_news(self._match.events)
        while self._match.pending and not self._people_left:
            pending = self._match.pending
            seat = next((decision.seat for decision in pending if decision.seat not in self._people), pending[0].seat)
            if seat in self._people:
                self._announced_bot = None
                self._change_viewer(seat)
                self._decide(seat)
            else:
                self._let_bot_choose(seat)
        if self._match.is_over:
            self._draw(self._viewer)
            assert self._match.outcome is not None
            print_outcome(
                self._console,
                self._match.setting.roles,
                self._match.outcome,
                self._match.explain(self._lang),
                self._lang,
            )

    def _let_bot_choose(self, seat: int) -> None:
        if self._console.is_terminal and seat != self._announced_bot:
            self._announced_bot = seat
            self._print_line(messages.BOT_CHOOSES.say(self._lang, name=seat_name(self._match, seat, self._lang)))
        index = self._bots[seat].choose(Perspective(self._match, seat))
        self._add_news(self._match.choose(seat, index))

    def _add_news(self, events: list[Event]) -> None:
        for seat, lines in self._news.items():
            lines += narrate_events(self._match, events, seat, self._lang)

    def _change_viewer(self, seat: int) -> None:
        """Show the board to the seat that must choose; people who share a keyboard change places first."""
        if seat != self._viewer:
            self._console.clear()
            self._read(messages.CHANGE_PLACES.say(self._lang, name=seat_name(self._match, seat, self._lang)))
            self._viewer = seat
        if not self._people_left:
            self._draw(seat)

    def _draw(self, seat: int) -> None:
        self._console.clear()
        self._console.print(board_of(self._match, seat, self._lang))
        print_events(self._console, self._news[seat], self._lang)
        self._news[seat] = []

    def _decide(self, seat: int) -> None:
        """Show the options and carry out commands until one is chosen or the people leave."""
        version = self._match.version
        if not self._people_left:
            print_decision(self._console, self._match, seat, self._lang)
        while self._match.version == version and not self._people_left:
            self._carry_out(seat, self._read(messages.CHOOSE.say(self._lang)))

    def _read(self, prompt: str) -> str:
        """A line from the keyboard; at the end of the input the people leave."""
        try:
            return self._console.input(Text(f"{prompt}: ")).strip()
        except EOFError:
            self._people_left = True
            self._console.print()
            return ""

    def _carry_out(self, seat: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                pass
            case "q":
                self._people_left = True
            case "u":
                self._undo(seat)
            case "b":
                self._draw(seat)
                print_decision(self._console, self._match, seat, self._lang)
            case "s":
                self._save(Path(rest.strip()) if rest else self._file_to_save())
            case "i":
                labels = [self._match.describe(option, self._lang) for option in self._match.options(seat)]
                components = self._match.game.components(self._match.setting)
                print_cards(self._console, components, rest.strip(), labels, self._lang)
            case "c":
                self._concede(seat)
            case "?":
                print_help(self._console, messages.LOCAL_HELP, self._match.game, self._lang)
            case _:
                self._choose(seat, line)

    def _choose(self, seat: int, line: str) -> None:
        options = self._match.options(seat)
        index = option_index(line, len(options))
        if index is None:
            self._print_line(messages.no_such_choice(line, len(options), self._lang))
        else:
            self._unsaved = True
            self._add_news(self._match.choose(seat, index))

    def _concede(self, seat: int) -> None:
        if self._read(messages.CONFIRM_CONCEDE.say(self._lang)).lower() in messages.YES:
            self._match.concede(seat)
            self._add_news(self._match.events)

    def _undo(self, seat: int) -> None:
        try:
            self._match.undo(seat)
        except CannotUndo as error:
            self._print_line(messages.CANNOT_UNDO.say(self._lang, reason=error))
        else:
            self._unsaved = True
            self._add_news(self._match.events)

    def _file_to_save(self) -> Path:
        """Where the match is saved: never over another one, unless that was named."""
        self._file = self._file or unused_file(_DEFAULT_FILE)
        return self._file

    def _save(self, file: Path) -> None:
        """Write the match to a file, or say why that cannot be done."""
        try:
            file.write_bytes(self._match.record.dump())
        except OSError as error:
            self._print_line(messages.NOT_SAVED.say(self._lang, reason=error.strerror))
        else:
            self._unsaved = False
            self._print_line(messages.SAVED.say(self._lang, file=file))

    def _save_and_print_command(self) -> None:
        """Save the match, and show the command that goes on with it. BadInput where it had to be saved elsewhere."""
        wanted = self._file_to_save()
        file = write_somewhere(wanted, self._match.record.dump())
        self._print_line(messages.SAVED.say(self._lang, file=file))
        if self._match.is_over:
            print_command(self._console, messages.REPLAY_WITH.say(self._lang), f"replay {file} --as {self._viewer}")
        else:
            seats = "".join(f" --seat {seat}" for seat in self._people if self._people != [0])
            command = f"play {self._match.game.id} --resume {file}{seats}{language_flag(self._lang)}"
            print_command(self._console, messages.RESUME_WITH.say(self._lang), command)
        check_place(file, wanted)

    def _print_line(self, line: str) -> None:
        print_line(self._console, line)
