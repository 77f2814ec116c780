"""What people type on the command line, turned into what the engine takes."""

import enum
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.bots import Bot, make_bot
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
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A game option; may be repeated.")
]
BotNames = Annotated[
    list[str] | None, typer.Option("--bot", metavar="B", help="Bot for all seats, or repeated: one for each seat.")
]
Speak = Annotated[Language, typer.Option("--lang", help="Language of the words.")]
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
    record = Record.load(file.read_bytes())
    with_pack(load(record.game), record.options if pack is None else {"pack": str(pack)})
    return record
