"""Arguments of the command line: how they are declared, and how game options and plugins are read from them."""

import enum
import importlib
import json
import os
import sys
import unicodedata
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from engine.core.words import Lang
from services.process.names import name_fault


class BadInput(ValueError):
    """The command line asks for something that cannot be done."""


class Language(enum.StrEnum):
    """A language of the words that a command prints."""

    en = "en"
    pl = "pl"

    @property
    def lang(self) -> Lang:
        """The language as the engine names it."""
        return "pl" if self is Language.pl else "en"


GameId = Annotated[str, typer.Argument(metavar="GAME", help="Which game; `westmarch games` lists them.")]
ScenarioId = Annotated[str | None, typer.Option("--scenario", metavar="S", help="Which scenario; the first if none.")]
SeatCount = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many seats; the most if none.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A game option, as --NAME VALUE is; may be repeated."),
]
BotNames = Annotated[
    list[str] | None, typer.Option("--bot", metavar="B", help="Bot for all seats, or repeated: one for each seat.")
]
InLanguage = Annotated[Language, typer.Option("--lang", help="Language of the words.")]
PLUGINS = "WESTMARCH_PLUGINS"
"""The environment variable that names the plugins of every command."""
Plugins = Annotated[
    str, typer.Option("--plugin", metavar="MODULE", envvar=PLUGINS, help="Modules that register more games or bots.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
OPEN_TO_GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Context settings of a command whose further flags are options of the game, such as --mode."""


def apart_from_flags(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words of an argument that takes many, and the flags `--NAME VALUE` that came among them."""
    plain: list[str] = []
    flags: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            plain.append(word)
        else:
            flags += [word] if "=" in word or not rest else [word, rest.pop(0)]
    return plain, flags


def parse_options(assignments: Sequence[str] | None, flags: Sequence[str] = ()) -> dict[str, Any]:
    """Game options from NAME=VALUE, and from flags `--NAME VALUE` that are no options of the command itself.

    A value is JSON where it reads as JSON, and text otherwise.
    """
    options = {}
    for assignment in (*(assignments or ()), *_as_assignments(flags)):
        name, equals, value = assignment.partition("=")
        if not equals:
            raise BadInput(f"option {assignment!r} is not NAME=VALUE")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def _as_assignments(flags: Sequence[str]) -> list[str]:
    """`--mode x` and `--mode=x` as `mode=x`."""
    assignments, rest = [], list(flags)
    while rest:
        flag = rest.pop(0)
        if not flag.startswith("--"):
            raise BadInput(f"unexpected argument {flag!r}")
        if "=" not in flag:
            if not rest:
                raise BadInput(f"{flag} needs a value")
            flag = f"{flag}={rest.pop(0)}"
        assignments.append(flag.removeprefix("--"))
    return assignments


def language_flag(lang: Lang) -> str:
    """The flag that makes a command speak a language, after a space; nothing for the default."""
    return "" if lang == "en" else f" --lang {lang}"


def as_name(text: str, flag: str = "--name") -> str:
    """A name as it was typed, in Unicode's normal form, which keyboards do not all write; BadInput for what is none."""
    name = unicodedata.normalize("NFC", text)
    if fault := name_fault(name):
        raise BadInput(f"{flag}: {fault}")
    return name


def import_plugins(names: str) -> None:
    """Import modules, named with commas between, that register games or bots; one may lie in this folder."""
    here = os.getcwd()
    if names and here not in sys.path:
        sys.path.insert(0, here)
    for name in names.split(","):
        if name:
            try:
                importlib.import_module(name)
            except ImportError as error:
                raise BadInput(f"plugin {name}: {error}") from None
