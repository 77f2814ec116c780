"""What a seat sees, drawn for a terminal: by the game itself if it can, or from the bare observation."""

from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from engine.core.events import Event
from engine.core.game import Game
from engine.core.match import Match
from engine.core.words import Lang
from services.cli import phrases

_KERNEL = ("pending", "options", "outcome")
"""Parts of an observation that are shown apart from the board."""


def seat_name(match: Match, seat: int | None, lang: Lang) -> str:
    """Who sits there."""
    return phrases.SPECTATOR.say(lang) if seat is None else match.table.roles[seat].name.say(lang)


def board(match: Match, seat: int | None, lang: Lang) -> RenderableType:
    """The table as a seat, or a spectator, sees it."""
    return drawn(match.game, match.observation(seat), seat_name(match, seat, lang), lang)


def drawn(game: Game[Any], seen: dict[str, Any], who: str, lang: Lang) -> RenderableType:
    """An observation on a board with the game's name and the viewer's."""
    inside: RenderableType
    if game.render is not None:
        inside = Text(game.render(seen, lang))
    else:
        inside = _grid({name: value for name, value in seen.items() if name not in _KERNEL})
    return Panel(inside, title=f"{game.title.say(lang)}: {who}", title_align="left")


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
            return Group(*(_cell(one) for one in value))
        return Text(", ".join(_inline(one) for one in value) or "-")
    return Text("-" if value is None else str(value))


def _inline(value: Any) -> str:
    return "[" + " ".join(_inline(one) for one in value) + "]" if isinstance(value, list) else str(value)


def show_options(console: Console, match: Match, seat: int, lang: Lang) -> None:
    """The open decision of a seat with its numbered options."""
    decision = match.decision(seat)
    assert decision is not None
    console.print(Text(match.prompt(decision, lang), style="bold"))
    for number, option in enumerate(decision.options, start=1):
        console.print(Text(f"{number:>4}  {match.describe(option, lang)}"))


def show_events(console: Console, lines: list[str], lang: Lang) -> None:
    """What happened, in words."""
    if lines:
        console.print(Text(phrases.HAPPENED.say(lang), style="bold"))
        for line in lines:
            console.print(Text(f"  {line}"))


def told(match: Match, events: list[Event], seat: int | None, lang: Lang) -> list[str]:
    """Events in the words of somebody who saw them."""
    seen = (event.seen_by(seat) for event in events)
    return [match.narrate(event, lang) for event in seen if event is not None]


def read_out(console: Console, game: Game[Any], part: str, lang: Lang) -> None:
    """The text of every card with this in its name."""
    cards = [card for card in game.components() if part.casefold() in card.name.say(lang).casefold()]
    for card in cards:
        text = card.text.say(lang) or phrases.NO_TEXT.say(lang)
        console.print(Text(f"{card.name.say(lang)} ({card.kind}): {text}"))
    if not cards:
        console.print(Text(phrases.NO_SUCH_CARD.say(lang, given=part)))


def show_outcome(console: Console, match: Match, lang: Lang) -> None:
    """Who won, with what score, and why."""
    outcome = match.outcome
    assert outcome is not None
    names = ", ".join(seat_name(match, seat, lang) for seat in outcome.winners)
    console.print(Text(phrases.OVER.say(lang), style="bold"))
    console.print(Text(phrases.WINNERS.say(lang, names=names) if names else phrases.NOBODY.say(lang)))
    if outcome.scores:
        scores = ", ".join(f"{side} {points}" for side, points in outcome.scores.items())
        console.print(Text(f"{phrases.SCORE.say(lang)}: {scores}"))
    console.print(Text(f"{phrases.REASON.say(lang)}: {outcome.reason}"))
