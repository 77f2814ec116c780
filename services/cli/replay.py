"""`replay`: any moment of a recorded match as any seat saw it, and proof that nothing was forged."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from engine.core.errors import BadRecord, BadSeats, EngineError
from engine.core.match import Match
from engine.core.record import CONCEDE, Choice, Record
from engine.core.words import Lang
from services.cli import phrases
from services.cli.board import board, say, seat_name, show_decision, show_events, show_outcome, told
from services.cli.inputs import BadInput, Language, Speak, load_record, load_records

_RECENT = 5
"""How many choices back the story goes."""


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
    pack: Annotated[
        Path | None, typer.Option("--pack", metavar="DIR", help="Where its pack lies now, if it was one of your own.")
    ] = None,
    lang: Speak = Language.en,
) -> None:
    """Show a moment of a recorded match as a seat saw it."""
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
        say(console, phrases.VERIFIED.say(lang.lang, all=len(record.choices)))
        if match.outcome is not None:
            show_outcome(console, match.game, match.setting.roles, match.outcome, lang.lang)
        return
    _show(console, record, len(record.choices) if until is None else until, seat, lang.lang)


def _records(file: Path, pack: Path | None) -> list[Record]:
    """The record of a file, however it is laid out, or the records of its lines."""
    try:
        return [load_record(file, pack)]
    except BadRecord:
        records = load_records(file, pack)
        if len(records) < 2:
            raise
        return records


def _verify_all(console: Console, file: Path, records: list[Record], lang: Lang) -> None:
    """Every record of an export; the first that was forged is named by its line."""
    for number, record in enumerate(records, start=1):
        try:
            record.verify()
        except EngineError as fault:
            raise BadInput(f"{file}, record {number}: {fault}") from None
    say(console, phrases.ALL_VERIFIED.say(lang, all=len(records)))


def _show(console: Console, record: Record, moment: int, seat: int | None, lang: Lang) -> None:
    """The board, the last few things that happened, and what is to be decided."""
    if moment > len(record.choices):
        raise BadInput(f"the record has {len(record.choices)} choices; there is no moment {moment}")
    start = max(0, moment - _RECENT)
    match = record.replay(until=start)
    if seat is not None and not 0 <= seat < match.seats:
        raise BadSeats(f"there is no seat {seat}; seats are 0 to {match.seats - 1}")
    lines = _story(match, record.choices[start:moment], seat, lang)
    say(console, phrases.MOMENT.say(lang, moment=len(match.choices), all=len(record.choices)))
    console.print(board(match, seat, lang))
    show_events(console, lines, lang)
    if match.outcome is not None:
        show_outcome(console, match.game, match.setting.roles, match.outcome, lang)
    for decision in match.pending:
        if decision.seat == seat:
            show_decision(console, match, seat, lang)
        else:
            name = seat_name(match, decision.seat, lang)
            say(console, phrases.WAITS.say(lang, name=name, what=match.prompt(decision, lang)))


def _story(match: Match, choices: list[Choice], seat: int | None, lang: Lang) -> list[str]:
    """Play the choices and tell what the seat saw on the way."""
    lines = told(match, match.events, seat, lang)
    for chooser, index in choices:
        if index == CONCEDE:
            match.concede(chooser)
        else:
            match.choose(chooser, index)
        lines += told(match, match.events, seat, lang)
    return lines
