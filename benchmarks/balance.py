"""`python -m benchmarks.balance FILE`: how a pack of bofa plays, counted by replaying the records of a file.

The file has a record in each line, as `westmarch simulate bofa --bot greedy --matches 1000 --seed 1 --save FILE` writes
it. Counted are who won, why, the turns, and in how many matches each card was played and each combat effect shown.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.core.record import Record
from engine.core.registry import load


class Play(NamedTuple):
    """What happened in a match: who won and why, its turns, the cards that were played and shown in combat."""

    side: str
    reason: str
    turns: int
    played: frozenset[str]
    shown: frozenset[str]


def play(record: Record) -> Play:
    """Replay a match and look at what is told of it."""
    match = record.replay(until=0)
    names = match.lexicon.references["card"]
    turns, played, shown = 0, set(), set()
    events = list(match.events)
    for seat, index in record.choices:
        match.repeat(seat, index)
        events += match.events
    for event in events:
        match event.kind, *event.data:
            case "turn", turn:
                turns = max(turns, turn)
            case "played", _, card:
                played.add(names[card])
            case "showed", _, "event", card:
                shown.add(names[card])
    outcome = match.outcome
    assert outcome is not None
    return Play(outcome.side, outcome.reason, turns, frozenset(played), frozenset(shown))


def records(file: Path) -> Iterator[Record]:
    """Every record of a file."""
    for line in file.read_bytes().splitlines():
        if line.strip():
            yield Record.load(line)


def report(plays: list[Play]) -> Iterator[str]:
    """The figures, in lines."""
    turns = [one.turns for one in plays]
    yield f"{len(plays)} matches, {sum(turns) / len(turns):.1f} turns on average ({min(turns)} to {max(turns)})"
    yield "won: " + _counted(one.side for one in plays)
    yield "because: " + _counted(one.reason for one in plays)
    game = load("bofa")
    cards = {one.id: one.kind for one in game.components(game.setting()) if one.kind in ("event", "story")}
    events = [id for id, kind in cards.items() if kind == "event"]
    yield "played least: " + _rarest(cards, Counter(card for one in plays for card in one.played), len(plays))
    yield "combat effect shown least: " + _rarest(events, Counter(id for one in plays for id in one.shown), len(plays))


def _counted(values: Iterable[str]) -> str:
    return ", ".join(f"{value} {count}" for value, count in Counter(values).most_common())


def _rarest(cards: Iterable[str], counts: Counter[str], matches: int) -> str:
    """The three cards that came up in the fewest matches, with their share of these."""
    rarest = sorted(cards, key=lambda card: counts[card])[:3]
    return ", ".join(f"{card} {100 * counts[card] / matches:.1f} %" for card in rarest)


def main() -> int:
    """Read the file, count and tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path, help="records, one in each line")
    plays = [play(record) for record in records(parser.parse_args().file)]
    print("\n".join(report(plays)) if plays else "there is no record in the file")
    return 0 if plays else 1


if __name__ == "__main__":
    sys.exit(main())
