"""What people type on the command line, turned into what the engine takes."""

import enum
import importlib
import json
import os
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.bots import Bot, make_bot
from engine.core.errors import BadRecord
from engine.core.game import Game
from engine.core.record import Record
from engine.core.registry import load
from engine.core.words import Lang


class BadInput(ValueError):
    """The command line asks for something that cannot be done."""


class Language(enum.StrEnum):
    """A language to speak in."""

    en = "en"
    pl = "pl"

    @property
    def lang(self) -> Lang:
        """The language as the engine names it."""
        return "pl" if self is Language.pl else "en"


GameId = Annotated[str, typer.Argument(metavar="GAME", help="Which game; `westmarch games` lists them.")]
ScenarioId = Annotated[str | None, typer.Option("--scenario", metavar="S", help="Which scenario; the first if none.")]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many seats; the most if none.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A game option, as --NAME VALUE is; may be repeated."),
]
BotNames = Annotated[
    list[str] | None, typer.Option("--bot", metavar="B", help="Bot for all seats, or repeated: one for each seat.")
]
Speak = Annotated[Language, typer.Option("--lang", help="Language of the words.")]
PLUGINS = "WESTMARCH_PLUGINS"
"""Names the plugins of every command in the environment."""
Plugins = Annotated[
    str, typer.Option("--plugin", metavar="MODULE", envvar=PLUGINS, help="Modules that register more games or bots.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def parse_options(given: Sequence[str] | None, flags: Sequence[str] = ()) -> dict[str, Any]:
    """Game options from NAME=VALUE, and from flags `--NAME VALUE` that are no options of the command itself.

    A value is JSON where it reads as JSON, and text otherwise.
    """
    options = {}
    for one in (*(given or ()), *_as_options(flags)):
        name, equals, value = one.partition("=")
        if not equals:
            raise BadInput(f"option {one!r} is not NAME=VALUE")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def _as_options(flags: Sequence[str]) -> list[str]:
    """`--mode x` and `--mode=x` as `mode=x`."""
    options, rest = [], list(flags)
    while rest:
        flag = rest.pop(0)
        if not flag.startswith("--"):
            raise BadInput(f"unexpected argument {flag!r}")
        if "=" not in flag:
            if not rest:
                raise BadInput(f"{flag} needs a value")
            flag = f"{flag}={rest.pop(0)}"
        name, _, value = flag.removeprefix("--").partition("=")
        options.append(f"{name.replace('-', '_')}={value}")
    return options


def import_plugins(names: str) -> None:
    """Import modules, named with commas between, that register games or bots; one may lie in this folder."""
    here = os.getcwd()
    if names and here not in sys.path:
        sys.path.insert(0, here)
    for name in names.split(","):
        if name:
            try:
                importlib.import_module(name)
            except ImportError as fault:
                raise BadInput(f"plugin {name}: {fault}") from None


def folded(text: str) -> str:
    """Text as it is searched: without regard to case and accents, so that `eowyn` finds Éowyn."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


def spare_file(name: str) -> Path:
    """A file of that name in this folder, numbered if there is one: `match.json`, `match-2.json` and so on."""
    file, number = Path(name), 1
    while file.exists():
        number += 1
        file = Path(f"{Path(name).stem}-{number}{Path(name).suffix}")
    return file


def speaking(lang: Lang) -> str:
    """How a command is told to speak a language; nothing for the one it speaks anyway."""
    return "" if lang == "en" else f" --lang {lang}"


def bots_for(seats: int, given: Sequence[str] | None, default: str) -> tuple[str, ...]:
    """The name of a bot for each seat, all known."""
    names = tuple(given or (default,))
    for name in names:
        make_bot(name)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise BadInput(f"{len(names)} bots for {seats} seats; give one for all, or one for each seat")
    return names


def make_bots(names: Sequence[str], seed: int) -> list[Bot]:
    """Fresh bots for a match, each with its own luck."""
    return [make_bot(name, seed * len(names) + seat) for seat, name in enumerate(names)]


def with_pack(game: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Game options, with the pack that they name read in if it is a folder.

    Only for matches on this machine, whose folders are the player's own; a server plays what it ships.
    """
    pack = options.get("pack")
    if game.packs is None or not isinstance(pack, str):
        return dict(options)
    return {**options, "pack": game.packs.load(pack)}


def load_record(file: Path, pack: Path | None = None) -> Record:
    """A record from a file, with the folder of its pack read in: where the record says, or where it lies now."""
    return _with_its_pack(Record.load(file.read_bytes()), pack)


def load_records(file: Path, pack: Path | None = None) -> list[Record]:
    """Every record of a file that has one in each line, as an archive exports them."""
    records = []
    for number, line in enumerate(file.read_bytes().splitlines(), start=1):
        try:
            records += [_with_its_pack(Record.load(line), pack)] if line.strip() else []
        except BadRecord as fault:
            raise BadRecord(f"{file}, line {number}: {fault}") from None
    return records


def _with_its_pack(record: Record, pack: Path | None) -> Record:
    with_pack(load(record.game), record.options if pack is None else {"pack": str(pack)})
    return record
