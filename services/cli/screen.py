"""What commands print beside the board: decisions, events, cards, help, outcomes and commands to type next."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.core.events import Event
from engine.core.game import Component, Game, Role
from engine.core.match import Match
from engine.core.state import Outcome
from engine.core.words import Lang, Words
from services.cli import messages
from services.cli.board import WrappedLines
from services.cli.catalogue import search_key
from services.cli.keyboard import option_index


def print_line(console: Console, line: str) -> None:
    """Print a line as it is, whatever signs it holds."""
    console.print(Text(line))


def print_decision(console: Console, match: Match, seat: int, lang: Lang) -> None:
    """Print the open decision of a seat with its numbered options."""
    decision = match.decision(seat)
    assert decision is not None
    labels = [match.describe(option, lang) for option in decision.options]
    print_options(console, match.prompt(decision, lang), labels)


def print_options(console: Console, prompt: str, labels: Sequence[str]) -> None:
    """Print what is to be decided, and the numbered options; a long one goes on under itself."""
    console.print(Text(prompt, style="bold"))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", min_width=4, no_wrap=True)
    grid.add_column()
    for number, label in enumerate(labels, start=1):
        grid.add_row(Text(str(number)), Text(label))
    console.print(grid)


def print_events(console: Console, lines: Sequence[str], lang: Lang) -> None:
    """Print what happened, if anything did."""
    if lines:
        console.print(Text(messages.EVENTS.say(lang), style="bold"))
        console.print(WrappedLines("\n".join(f"  {line}" for line in lines)))


def narrate_events(match: Match, events: Iterable[Event], seat: int | None, lang: Lang) -> list[str]:
    """Events in words, as far as a seat, or a spectator, sees them."""
    visible = (event.seen_by(seat) for event in events)
    return [match.narrate(event, lang) for event in visible if event is not None]


def print_cards(
    console: Console, components: Sequence[Component], word: str, labels: Sequence[str], lang: Lang
) -> None:
    """Print the values and text of every component with a word in its name, or named by the option of that number."""
    if not word:
        print_line(console, messages.WHICH_CARD.say(lang))
        return
    index = option_index(word, len(labels))
    names = {card.id: card.name.say(lang) for card in components}
    if index is None:
        cards = [card for card in components if search_key(word) in search_key(names[card.id])]
    else:
        cards = [card for card in components if names[card.id] in labels[index]]
    for card in cards:
        values = f"{card.values.say(lang)}. " if card.values.en else ""
        print_line(
            console, f"{names[card.id]} ({card.kind}): {values}{card.text.say(lang) or messages.NO_TEXT.say(lang)}"
        )
    if not cards and index is None:
        print_line(console, messages.NO_SUCH_CARD.say(lang, name=word))
    elif not cards:
        print_line(console, messages.NO_CARD_IN_OPTION.say(lang, number=word))


def print_help(console: Console, commands: Words, game: Game[Any], lang: Lang) -> None:
    """Print what can be typed, and how the board is read."""
    print_line(console, commands.say(lang))
    if game.legend.en:
        print_line(console, game.legend.say(lang))


def print_outcome(console: Console, roles: Sequence[Role], outcome: Outcome, explanation: str, lang: Lang) -> None:
    """Print who won, with what score, and why."""
    names = ", ".join(roles[seat].name.say(lang) for seat in outcome.winners)
    console.print(Text(messages.MATCH_OVER.say(lang), style="bold"))
    print_line(console, messages.WINNERS.say(lang, names=names) if names else messages.NO_WINNER.say(lang))
    if outcome.scores:
        scores = "; ".join(f"{_side_name(roles, side, lang)} {points}" for side, points in outcome.scores.items())
        print_line(console, f"{messages.SCORE.say(lang)}: {scores}")
    print_line(console, f"{messages.REASON.say(lang)}: {explanation}")


def _side_name(roles: Sequence[Role], side: str, lang: Lang) -> str:
    """The names of the roles of a side."""
    return ", ".join(role.name.say(lang) for role in roles if role.side == side) or side


def print_command(console: Console, why: str, command: str) -> None:
    """Print a command line to type next, unbroken, so that it can be copied."""
    print_line(console, why)
    console.print(Text(f"  westmarch {command}"), soft_wrap=True)
