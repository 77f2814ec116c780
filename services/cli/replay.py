"""`replay`: a recorded match after any of its choices, as any seat saw it, and proof that nothing was forged."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from engine.core.errors import BadRecord, BadSeats, EngineError
from engine.core.match import Match
from engine.core.record import Choice, Record
from engine.core.words import Lang
from services.cli import messages
from services.cli.account import account
from services.cli.arguments import BadInput, InLanguage, Language
from services.cli.board import board_of, seat_name
from services.cli.files import load_record, load_records
from services.cli.playing import sayings
from services.cli.screen import narrate_events, print_decision, print_events, print_line, print_outcome

_RECENT_CHOICES = 5
"""How many choices back events are shown."""


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved match.")],
    until: Annotated[
        int | None, typer.Option("--until", metavar="N", min=0, help="Stop after this many choices; the end if none.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--as", metavar="SEAT", help="Look from this seat, from 0; a spectator if none.")
    ] = None,
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Check the seed's commitment and the sealed final state, of every line if many."),
    ] = False,
    log: Annotated[
        bool, typer.Option("--log", help="Tell the whole match in words, choice by choice, with what was hidden.")
    ] = False,
    pack: Annotated[
        Path | None, typer.Option("--pack", metavar="DIR", help="Where its pack lies now, if it was one of your own.")
    ] = None,
    lang: InLanguage = Language.en,
) -> None:
    """Show a recorded match after any of its choices, as a seat saw it."""
    console = Console()
    records = _records(file, pack)
    if verify and len(records) > 1:
        _verify_all(console, file, records, lang.lang)
        return
    if len(records) > 1:
        raise BadInput(f"{file} has {len(records)} records; --verify checks them all, to see one keep it by itself")
    (record,) = records
    if verify:
        match = record.verify()
        print_line(console, messages.VERIFIED.say(lang.lang, count=len(record.choices)))
        if match.outcome is not None:
            print_outcome(console, match.setting.roles, match.outcome, match.explain(lang.lang), lang.lang)
        return
    if record.practice:
        print_line(console, sayings.PRACTICE.say(lang.lang))
    if log:
        for line in account(record, lang.lang):
            print_line(console, line)
        return
    _print_match(console, record, len(record.choices) if until is None else until, seat, lang.lang)


def _records(file: Path, pack: Path | None) -> list[Record]:
    """The one record of a file, on however many lines, or the records of its lines."""
    try:
        return [load_record(file, pack)]
    except BadRecord:
        records = load_records(file, pack)
        if len(records) < 2:
            raise
        return records


def _verify_all(console: Console, file: Path, records: list[Record], lang: Lang) -> None:
    """Verify every record of an export; the first that was forged is named by its number."""
    for number, record in enumerate(records, start=1):
        try:
            record.verify()
        except EngineError as error:
            raise BadInput(f"{file}, record {number}: {error}") from None
    print_line(console, messages.ALL_VERIFIED.say(lang, count=len(records)))


def _print_match(console: Console, record: Record, until: int, seat: int | None, lang: Lang) -> None:
    """Print the board after so many choices, what happened just before, and what is to be decided."""
    if until > len(record.choices):
        raise BadInput(f"the record has {len(record.choices)} choices; there is no choice {until}")
    start = max(0, until - _RECENT_CHOICES)
    match = record.replay(until=start)
    if seat is not None and not 0 <= seat < match.seats:
        raise BadSeats(f"there is no seat {seat}; seats are 0 to {match.seats - 1}")
    lines = _play_on(match, record.choices[start:until], seat, lang)
    print_line(console, messages.AFTER_CHOICE.say(lang, number=len(match.choices), count=len(record.choices)))
    console.print(board_of(match, seat, lang))
    print_events(console, lines, lang)
    if match.outcome is not None:
        print_outcome(console, match.setting.roles, match.outcome, match.explain(lang), lang)
    for decision in match.pending:
        if decision.seat == seat:
            print_decision(console, match, seat, lang)
        else:
            name = seat_name(match, decision.seat, lang)
            print_line(console, messages.DECIDES.say(lang, name=name, prompt=match.prompt(decision, lang)))


def _play_on(match: Match, choices: list[Choice], seat: int | None, lang: Lang) -> list[str]:
    """Play further choices; the events that the seat saw, in words."""
    lines = narrate_events(match, match.events, seat, lang)
    for chooser, index in choices:
        match.repeat(chooser, index)
        lines += narrate_events(match, match.events, seat, lang)
    return lines
