"""What is asked before a match begins: whether to go back to one that was left, and how strong the bots are."""

import os
import sys

import typer
from rich.console import Console
from rich.text import Text

from engine.core.words import Lang
from services.cli import messages
from services.cli.arguments import BadInput, InLanguage, Language
from services.cli.screen import print_command, print_line
from services.cli.ways_back import SavedWay, forget_way, open_ways

LEVELS = ("novice", "adept", "master")
"""Bots for people, by level."""


def ask_for_level(lang: Lang, default: str) -> list[str] | None:
    """The level that somebody at a terminal wants the bots to have; None where nobody can be asked."""
    if not _is_person():
        return None
    prompt = messages.WHICH_LEVEL.say(lang, levels=", ".join(LEVELS), default=default)
    while True:
        level = _typed(prompt)
        if level in (*LEVELS, ""):
            return [level or default]
        print_line(Console(), messages.NO_LEVEL.say(lang, level=level, levels=", ".join(LEVELS), default=default))


def offer_way_back(context: typer.Context, game: str | None, lang: Lang) -> bool:
    """Offer to go back to the match that was left last, of the wanted game if one is; whether that was done."""
    ways = [way for way in open_ways() if game is None or way.words[1:2] == [game]]
    if not ways:
        return False
    way = ways[0]
    if not _is_person():
        print_command(Console(stderr=True), messages.WAY_BACK_WITH.say(lang, title=way.title), "back")
        return False
    while (answer := _typed(messages.WAY_BACK.say(lang, title=way.title))) not in ("", *messages.YES):
        if answer in messages.NO:  # only who says so loses it
            forget_way(way.file)
            return False
    _go_back(context, way)
    return True


def back(context: typer.Context, lang: InLanguage = Language.en) -> int:
    """Go back to the match that was left last, whatever became of the terminal it was played at."""
    ways = open_ways()
    if not ways:
        print_line(Console(), messages.NO_WAY_BACK.say(lang.lang))
        return 1
    return _go_back(context, ways[0])


def _go_back(context: typer.Context, way: SavedWay) -> int:
    """Run the command of a way, where it was typed; its exit code."""
    try:
        os.chdir(way.folder)
    except OSError as error:
        raise BadInput(f"{way.folder}: {error.strerror}") from None
    code = context.find_root().command.main(way.words, prog_name="westmarch", standalone_mode=False)
    return code if isinstance(code, int) else 0


def _is_person() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _typed(prompt: str) -> str:
    console = Console()
    try:
        return console.input(Text(f"{prompt}: ")).strip().lower()
    except EOFError:
        raise typer.Abort from None
