"""What a seat sees, drawn for a terminal: by the game itself if it can, or from the bare observation."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from engine.core.events import Event
from engine.core.game import Game, Role
from engine.core.match import Match
from engine.core.state import Outcome
from engine.core.words import Lang, Words
from services.cli import phrases
from services.cli.inputs import folded
from services.cli.keyboard import chosen

_KERNEL = ("pending", "options", "outcome")
"""Parts of an observation that are shown apart from the board."""


def seat_name(match: Match, seat: int | None, lang: Lang) -> str:
    """Who sits there."""
    return phrases.SPECTATOR.say(lang) if seat is None else match.setting.roles[seat].name.say(lang)


def board(match: Match, seat: int | None, lang: Lang) -> RenderableType:
    """The table as a seat, or a spectator, sees it."""
    return drawn(match.game, match.observation(seat), seat_name(match, seat, lang), lang)


def drawn(game: Game[Any], seen: dict[str, Any], who: str, lang: Lang) -> RenderableType:
    """An observation on a board with the game's name and the viewer's."""
    inside: RenderableType
    if game.draw_board is not None:
        inside = _Lines(game.draw_board(seen, lang))
    else:
        inside = _grid({name: value for name, value in seen.items() if name not in _KERNEL})
    return Panel(inside, title=f"{game.title.say(lang)}: {who}", title_align="left")


class _Lines:
    """Lines of text; what does not fit goes on below, a little further in than where its line began."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._lines:
            margin = line[: len(line) - len(line.lstrip())]
            yield Text(
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
    """One of many: in a line, unless it has parts of its own."""
    if not isinstance(value, dict) or any(isinstance(one, dict | list) and one for one in value.values()):
        return _cell(value)
    return Text(", ".join(f"{name} {one}" for name, one in value.items() if one not in (None, [], {})))


def _inline(value: Any) -> str:
    return "[" + " ".join(_inline(one) for one in value) + "]" if isinstance(value, list) else str(value)


def show_decision(console: Console, match: Match, seat: int, lang: Lang) -> None:
    """The open decision of a seat with its numbered options."""
    decision = match.decision(seat)
    assert decision is not None
    labels = [match.describe(option, lang) for option in decision.options]
    show_options(console, match.prompt(decision, lang), labels)


def show_options(console: Console, prompt: str, labels: Sequence[str]) -> None:
    """What is asked, and the numbered answers; what does not fit a line goes on under itself."""
    console.print(Text(prompt, style="bold"))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", min_width=4, no_wrap=True)
    grid.add_column()
    for number, label in enumerate(labels, start=1):
        grid.add_row(Text(str(number)), Text(label))
    console.print(grid)


def show_events(console: Console, lines: Iterable[str], lang: Lang) -> None:
    """What happened, in words."""
    told = list(lines)
    if told:
        console.print(Text(phrases.HAPPENED.say(lang), style="bold"))
        console.print(_Lines("\n".join(f"  {line}" for line in told)))


def told(match: Match, events: list[Event], seat: int | None, lang: Lang) -> list[str]:
    """Events in the words of somebody who saw them."""
    seen = (event.seen_by(seat) for event in events)
    return [match.narrate(event, lang) for event in seen if event is not None]


def show_cards(console: Console, game: Game[Any], asked: str, labels: Sequence[str], lang: Lang) -> None:
    """The values and text of every card with this in its name, or named by the option of this number."""
    number = chosen(asked, len(labels))
    names = {card.id: card.name.say(lang) for card in game.components()}
    if not asked:
        say(console, phrases.WHICH_CARD.say(lang))
        return
    if number is None:
        cards = [card for card in game.components() if folded(asked) in folded(names[card.id])]
    else:
        cards = [card for card in game.components() if names[card.id] in labels[number]]
    for card in cards:
        values = f"{card.values.say(lang)}. " if card.values.en else ""
        say(console, f"{names[card.id]} ({card.kind}): {values}{card.text.say(lang) or phrases.NO_TEXT.say(lang)}")
    if not cards:
        words = phrases.NO_SUCH_CARD if number is None else phrases.NO_CARD_THERE
        say(console, words.say(lang, given=asked))


def show_help(console: Console, commands: Words, game: Game[Any], lang: Lang) -> None:
    """What can be typed, and how the board is read."""
    say(console, commands.say(lang))
    if game.legend.en:
        say(console, game.legend.say(lang))


def show_outcome(console: Console, game: Game[Any], roles: Sequence[Role], outcome: Outcome, lang: Lang) -> None:
    """Who won, with what score, and why."""
    names = ", ".join(roles[seat].name.say(lang) for seat in outcome.winners)
    console.print(Text(phrases.OVER.say(lang), style="bold"))
    say(console, phrases.WINNERS.say(lang, names=names) if names else phrases.NOBODY.say(lang))
    if outcome.scores:
        scores = "; ".join(f"{_side(roles, side, lang)} {points}" for side, points in outcome.scores.items())
        say(console, f"{phrases.SCORE.say(lang)}: {scores}")
    say(console, f"{phrases.REASON.say(lang)}: {game.reason(outcome, lang)}")


def _side(roles: Sequence[Role], side: str, lang: Lang) -> str:
    """Those who play for a side, by name."""
    return ", ".join(role.name.say(lang) for role in roles if role.side == side) or side


def say(console: Console, line: str) -> None:
    """A line as it is, whatever signs it holds."""
    console.print(Text(line))


def show_command(console: Console, why: str, command: str) -> None:
    """A command line to type next, whole, so that it can be copied."""
    say(console, why)
    console.print(Text(f"  westmarch {command}"), soft_wrap=True)
