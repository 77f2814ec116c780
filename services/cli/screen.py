"""What commands print beside the board: decisions, events, outcomes and commands to type next."""

import itertools
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.core.endings import WITHOUT_WINNER
from engine.core.events import Event
from engine.core.game import Role
from engine.core.match import Match
from engine.core.state import Outcome
from engine.core.words import Lang
from services.cli import messages
from services.cli.board import WrappedLines
from services.cli.playing import sayings
from services.cli.playing.answers import keys_of
from services.cli.playing.question import Choice, Section
from services.cli.playing.scene import Ending
from services.cli.results import common_side


def print_line(console: Console, line: str) -> None:
    """Print a line as it is, whatever signs it holds."""
    console.print(Text(line))


def print_question(console: Console, prompt: str, sections: Sequence[Section], lang: Lang) -> None:
    """Print what is to be decided, and the options in their groups; a group that is folded is one line."""
    console.print(Text(prompt, style="bold"))
    for section in sections:
        if section.folded:
            words = {"title": section.title, "count": len(section.choices), "keys": keys_of(section.choices)}
            print_line(console, f"      {sayings.FOLDED.say(lang, **words)}")
        else:
            if len(sections) > 1 and len(section.choices) > 1:
                console.print(Text(f"      {section.title}", style="dim"))
            print_choices(console, section.choices)


def print_choices(console: Console, choices: Sequence[Choice]) -> None:
    """Print options by their keys; a long one goes on under itself."""
    print_numbered(console, ((choice.key, choice.label) for choice in choices))


def print_numbered(console: Console, rows: Iterable[tuple[str, str]]) -> None:
    """Print lines with what stands before each; a long one goes on under itself."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", min_width=4, no_wrap=True)
    grid.add_column()
    for key, label in rows:
        grid.add_row(Text(key), Text(label))
    console.print(grid)


def print_decision(console: Console, match: Match, seat: int, lang: Lang) -> None:
    """Print the open decision of a seat with its options, numbered by their order."""
    decision = match.decision(seat)
    assert decision is not None
    console.print(Text(match.prompt(decision, lang), style="bold"))
    labels = (match.describe(option, lang) for option in decision.options)
    print_numbered(console, ((str(number), label) for number, label in enumerate(labels, start=1)))


def print_events(console: Console, lines: Sequence[str], lang: Lang) -> None:
    """Print what happened, if anything did."""
    if lines:
        console.print(Text(messages.EVENTS.say(lang), style="bold"))
        console.print(WrappedLines("\n".join(f"  {line}" for line in join_alike(lines))))


def narrate_events(match: Match, events: Iterable[Event], seat: int | None, lang: Lang) -> list[str]:
    """Events in words, as far as a seat, or a spectator, sees them."""
    visible = (event.seen_by(seat) for event in events)
    return gather_lines(match.narrate(event, lang) for event in visible if event is not None)


def gather_lines(lines: Iterable[str]) -> list[str]:
    """The lines; one that comes several times in a row once, with how often."""
    runs = ((line, len(list(run))) for line, run in itertools.groupby(lines))
    return [line if count == 1 else f"{line} (×{count})" for line, count in runs]


def join_alike(lines: Sequence[str]) -> list[str]:
    """The lines; several in a row that say one thing of different names, `NAME: what`, as one."""
    joined: list[str] = []
    for what, run in itertools.groupby(lines, key=lambda line: line.partition(": ")[2]):
        alike = list(run)
        names = dict.fromkeys(line.partition(": ")[0] for line in alike)
        joined += [f"{', '.join(names)}: {what}"] if what and len(names) == len(alike) else alike
    return joined


def print_outcome(console: Console, roles: Sequence[Role], outcome: Outcome, explanation: str, lang: Lang) -> None:
    """Print who won, with what score, and why."""
    first, *lines = outcome_lines(roles, outcome, explanation, lang)
    console.print(Text(first, style="bold"))
    for line in lines:
        print_line(console, line)


def outcome_lines(roles: Sequence[Role], outcome: Outcome, explanation: str, lang: Lang) -> list[str]:
    """Lines that say who won, with what score, and why."""
    lines = [messages.MATCH_OVER.say(lang), _won_by(roles, outcome, lang)]
    if outcome.scores:
        scores = "; ".join(f"{_side_name(roles, side, lang)} {points}" for side, points in outcome.scores.items())
        lines.append(f"{messages.SCORE.say(lang)}: {scores}")
    return [*lines, f"{messages.REASON.say(lang)}: {explanation}"]


def _won_by(roles: Sequence[Role], outcome: Outcome, lang: Lang) -> str:
    """Who won; where everybody plays together, whether they did."""
    if common_side(roles) and outcome.reason not in WITHOUT_WINNER:
        return (messages.TOGETHER_WON if outcome.winners else messages.TOGETHER_LOST).say(lang)
    names = ", ".join(roles[seat].name.say(lang) for seat in outcome.winners)
    return messages.WINNERS.say(lang, names=names) if names else messages.NO_WINNER.say(lang)


def ending_lines(ending: Ending, lang: Lang) -> list[str]:
    """All that is said at the end of a match that was played."""
    return [*outcome_lines(ending.roles, ending.outcome, ending.explanation, lang), *ending.remarks]


def print_ending(console: Console, ending: Ending, lang: Lang) -> None:
    """Print how a match ended, and the commands to type next."""
    first, *lines = ending_lines(ending, lang)
    console.print(Text(first, style="bold"))
    for line in lines:
        print_line(console, line)
    for why, command in ending.commands:
        print_command(console, why, command)


def _side_name(roles: Sequence[Role], side: str, lang: Lang) -> str:
    """The names of the roles of a side."""
    return ", ".join(role.name.say(lang) for role in roles if role.side == side) or side


def print_command(console: Console, why: str, command: str) -> None:
    """Print a command line to type next, unbroken, so that it can be copied."""
    print_line(console, why)
    console.print(Text(f"  westmarch {command}"), soft_wrap=True)
