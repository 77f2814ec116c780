"""The bots that a command line names: one for each seat, known to the engine."""

from collections.abc import Sequence

from engine.bots import Bot, make_bot
from services.cli.arguments import BadInput


def bot_names(seats: int, names: Sequence[str] | None, default: str) -> tuple[str, ...]:
    """The name of a bot for each seat; a single name, or the default, is for all. Raises UnknownBot."""
    names = tuple(names or (default,))
    for name in names:
        make_bot(name)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise BadInput(f"{len(names)} bots for {seats} seats; give one for all, or one for each seat")
    return names


def make_bots(names: Sequence[str], seed: int) -> list[Bot]:
    """New bots for a match, each with a seed of its own."""
    return [make_bot(name, seed * len(names) + seat) for seat, name in enumerate(names)]
