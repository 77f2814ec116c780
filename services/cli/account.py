"""A match told in words, choice by choice: who chose what, and what came of it, with everything that was hidden."""

from collections.abc import Iterator, Sequence

from engine.core.events import ONLY_OPTION
from engine.core.match import Match
from engine.core.record import Record
from engine.core.words import Lang
from services.cli import messages
from services.cli.board import seat_name
from services.cli.screen import narrate_events


def account(record: Record, lang: Lang, players: Sequence[str] = ()) -> Iterator[str]:
    """The lines of the account; with the name of the player at each seat, if they are known."""
    match = record.replay(until=0)
    yield f"{match.game.title.say(lang)}: {record.scenario}, {record.seats} seats, commitment {record.commitment}"
    if players:
        yield ", ".join(f"{seat_name(match, seat, lang)}: {player}" for seat, player in enumerate(players))
    yield from _events(match, lang)
    round_ = 0
    for number, (seat, index) in enumerate(record.choices, start=1):
        if index >= 0:
            if (now := getattr(match.state, "round", 0)) != round_:
                round_ = now
                yield messages.ROUND.say(lang, number=round_)
            option = match.describe(match.options(seat)[index], lang)
            yield f"{number}. {seat_name(match, seat, lang)}: {option}"
        match.repeat(seat, index)
        yield from _events(match, lang)
    if match.outcome is not None:
        scores = ", ".join(f"{side} {score}" for side, score in match.outcome.scores.items())
        yield f"{match.game.reason(match.outcome, lang)} ({scores})"


def _events(match: Match, lang: Lang) -> Iterator[str]:
    """What happened, as the seat saw it that saw most of it."""
    for event in match.events:
        if event.kind == ONLY_OPTION:
            seat, option = event.data
            words = {"name": seat_name(match, seat, lang), "option": match.describe(tuple(option), lang)}
            yield f"   {messages.ONLY_CHOICE.say(lang, **words)}"
            continue
        lines = {line for seat in range(match.seats) for line in narrate_events(match, [event], seat, lang)}
        if lines:
            yield f"   {max(lines, key=len)}"
