"""The board as a seat sees it, for a terminal: drawn by the game itself if it can, or from the bare observation."""

import textwrap
from collections.abc import Callable
from typing import Any

import msgspec
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from engine.core.game import Game
from engine.core.match import Match
from engine.core.words import Lang
from services.cli import messages

Dress = Callable[[str], Text]
_NOT_ON_BOARD = ("viewer", "pending", "options", "groups", "touched", "cause", "outcome")
"""Parts of an observation that are shown apart from the board."""


def seat_name(match: Match, seat: int | None, lang: Lang) -> str:
    """The name of the role at a seat; `spectator` for None."""
    return messages.SPECTATOR.say(lang) if seat is None else match.setting.roles[seat].name.say(lang)


def board_of(match: Match, seat: int | None, lang: Lang) -> RenderableType:
    """The board of a match as a seat, or a spectator, sees it."""
    return board_panel(match.game, match.observation(seat), seat_name(match, seat, lang), lang)


def board_panel(game: Game[Any], observation: Any, viewer: str, lang: Lang) -> RenderableType:
    """The board of an observation, under the names of the game and of the viewer."""
    content = board_content(game, observation, lang)
    return Panel(content, title=f"{game.title.say(lang)}: {viewer}", title_align="left")


def board_content(
    game: Game[Any], observation: Any, lang: Lang, dress: Dress = Text, is_short: bool = False
) -> RenderableType:
    """The board of an observation; `dress` makes a text of each line that a game has drawn, and where the terminal
    `is_short` nothing stays empty."""
    if game.draw_board is not None:
        drawn = game.draw_board(observation, lang)
        return WrappedLines("\n".join(filter(str.strip, drawn.splitlines())) if is_short else drawn, dress)
    plain = msgspec.to_builtins(observation)
    return _grid({name: value for name, value in plain.items() if name not in _NOT_ON_BOARD})


class WrappedLines:
    """Lines of text; what does not fit goes on below, a little further in than where its line began."""

    def __init__(self, text: str, dress: Dress = Text) -> None:
        self._lines = text.splitlines()
        self._dress = dress

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._lines:
            margin = line[: len(line) - len(line.lstrip())]
            yield self._dress(
                "\n".join(
                    textwrap.wrap(line, options.max_width, subsequent_indent=f"{margin}  ", break_on_hyphens=False)
                )
            )


def _grid(value: dict[str, Any]) -> Table:
    """Names beside their values, nested where a value has names of its own."""
    grid = Table.grid(padding=(0, 2))
    for name, one in value.items():
        grid.add_row(Text(str(name), style="bold"), _cell(one))
    return grid


def _cell(value: Any) -> RenderableType:
    if isinstance(value, dict):
        return _grid(value) if value else Text("-")
    if isinstance(value, list):
        if any(isinstance(one, dict) for one in value):
            return Group(*(_row(one) for one in value))
        return Text(", ".join(_inline(one) for one in value) or "-")
    return Text("-" if value is None else str(value))


def _row(value: Any) -> RenderableType:
    """One value of a list: in a line, unless it has parts of its own."""
    if not isinstance(value, dict) or any(isinstance(one, dict | list) and one for one in value.values()):
        return _cell(value)
    return Text(", ".join(f"{name} {one}" for name, one in value.items() if one not in (None, [], {})))


def _inline(value: Any) -> str:
    return "[" + " ".join(_inline(one) for one in value) + "]" if isinstance(value, list) else str(value)
