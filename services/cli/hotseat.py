"""A match on this machine: people who share a keyboard, and bots in the other seats."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from engine.bots import Bot, Perspective
from engine.core.errors import CannotUndo
from engine.core.events import Event
from engine.core.match import Match
from engine.core.words import Lang
from services.cli import phrases
from services.cli.board import (
    board,
    say,
    seat_name,
    show_cards,
    show_command,
    show_decision,
    show_events,
    show_help,
    show_outcome,
    told,
)
from services.cli.inputs import spare_file, speaking
from services.cli.keyboard import chosen

_SAVE_AS = "westmarch-match.json"


class Hotseat:
    """One match until it ends or the people leave."""

    def __init__(self, match: Match, people: list[int], bots: list[Bot], lang: Lang, save: Path | None) -> None:
        self.match = match
        self.people = people
        self.bots = bots
        self.lang = lang
        self.file = save
        """Where the match is kept; chosen when it is first saved if nobody named one."""
        self.always = save is not None
        """Keep it however it ends, since somebody named a file."""
        self.unsaved = False
        """Whether a person has done something since it was last saved."""
        self.console = Console()
        self.news: dict[int, list[str]] = {seat: [] for seat in people}
        self.looking = people[0]
        self.left = False
        self.thinking: int | None = None
        """The bot that people were last told they wait for."""

    def run(self) -> None:
        """Play until the match ends or the people leave, and keep it if it is not over: even after a fault."""
        try:
            self._play()
        finally:
            if self.always or (self.unsaved and not self.match.is_over):
                self._save_and_tell()

    def _play(self) -> None:
        self._hear(self.match.events)
        while self.match.pending and not self.left:
            asked = next((d for d in self.match.pending if d.seat not in self.people), self.match.pending[0])
            if asked.seat in self.people:
                self.thinking = None
                self._turn_to(asked.seat)
                self._ask(asked.seat)
            else:
                self._let_bot(asked.seat)
        if self.match.is_over:
            self._draw(self.looking)
            assert self.match.outcome is not None
            show_outcome(self.console, self.match.game, self.match.setting.roles, self.match.outcome, self.lang)

    def _let_bot(self, seat: int) -> None:
        if self.console.is_terminal and seat != self.thinking:
            self.thinking = seat
            self._say(phrases.THINKS.say(self.lang, name=seat_name(self.match, seat, self.lang)))
        choice = self.bots[seat].choose(Perspective(self.match, seat))
        self._hear(self.match.choose(seat, choice))

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
            show_decision(self.console, self.match, seat, self.lang)
        while self.match.version == version and not self.left:
            self._obey(seat, self._read(phrases.CHOOSE.say(self.lang)))

    def _read(self, prompt: str) -> str:
        """A line from the keyboard; when there is none any more, the people have left."""
        try:
            return self.console.input(Text(f"{prompt}: ")).strip()
        except EOFError:
            self.left = True
            self.console.print()
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
                show_decision(self.console, self.match, seat, self.lang)
            case "s":
                self._save(Path(rest.strip()) if rest else self._file())
            case "i":
                labels = [self.match.describe(option, self.lang) for option in self.match.options(seat)]
                show_cards(self.console, self.match.game, rest.strip(), labels, self.lang)
            case "c":
                self._give_up(seat)
            case "?":
                show_help(self.console, phrases.HELP, self.match.game, self.lang)
            case _:
                self._choose(seat, line)

    def _choose(self, seat: int, line: str) -> None:
        options = self.match.options(seat)
        index = chosen(line, len(options))
        if index is None:
            self._say(phrases.no_such_choice(line, len(options), self.lang))
        else:
            self.unsaved = True
            self._hear(self.match.choose(seat, index))

    def _give_up(self, seat: int) -> None:
        if self._read(phrases.GIVE_UP.say(self.lang)).lower() in phrases.YES:
            self.match.concede(seat)
            self._hear(self.match.events)

    def _undo(self, seat: int) -> None:
        try:
            self.match.undo(seat)
        except CannotUndo as fault:
            self._say(phrases.NO_UNDO.say(self.lang, reason=fault))
        else:
            self.unsaved = True
            self._hear(self.match.events)

    def _file(self) -> Path:
        """Where the match is kept: never over another one, unless asked to."""
        self.file = self.file or spare_file(_SAVE_AS)
        return self.file

    def _save(self, file: Path) -> bool:
        """Write the match down; whether that went well."""
        try:
            file.write_bytes(self.match.record.dump())
        except OSError as fault:
            self._say(phrases.NOT_SAVED.say(self.lang, reason=fault.strerror))
            return False
        self.unsaved = False
        self._say(phrases.SAVED.say(self.lang, file=file))
        return True

    def _save_and_tell(self) -> None:
        """Keep the match, and say how to come back to it."""
        file = self._file()
        if not self._save(file):
            return
        if self.match.is_over:
            show_command(self.console, phrases.LOOK_BACK.say(self.lang), f"replay {file} --as {self.looking}")
        else:
            seats = "".join(f" --seat {seat}" for seat in self.people if self.people != [0])
            command = f"play {self.match.game.id} --resume {file}{seats}{speaking(self.lang)}"
            show_command(self.console, phrases.GO_ON.say(self.lang), command)

    def _say(self, line: str) -> None:
        say(self.console, line)
