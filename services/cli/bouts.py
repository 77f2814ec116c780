"""Many matches between bots, here or in worker processes, and what came of them."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.bots import play_out
from engine.core.game import Role
from engine.core.match import Match
from engine.core.registry import load
from services.cli.inputs import make_bots, with_pack

_CHUNK = 16
"""Matches a worker plays before it reports."""


class Outcome(Protocol):
    """How a match ended, as the engine or the API says it."""

    @property
    def winners(self) -> Sequence[int]:
        """The seats that won."""

    @property
    def side(self) -> str:
        """The side that won, if one did."""


@dataclass(frozen=True)
class Bout:
    """What is played, and by whom: the name of a bot for each seat."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    def play(self, seed: int) -> Match:
        """One whole match."""
        game = load(self.game)
        match = game.begin(game.setting(self.scenario, len(self.bots), with_pack(game, self.options)), seed)
        match.quiet = True
        return play_out(match, make_bots(self.bots, seed))


@dataclass
class Tally:
    """What came of some matches."""

    matches: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    seconds: float = 0.0
    """Time on the clock; for a tally of several workers, of the one who ordered it."""
    results: Counter[str] = field(default_factory=Counter)
    together: bool = False
    """Whether everybody played on one side."""
    scores: list[int] = field(default_factory=list)
    """What a table that plays together scored, match by match, where it did."""
    reasons: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    def count(self, match: Match) -> None:
        """Add a finished match."""
        length = len(match.choices)
        self.shortest = min(self.shortest, length) if self.matches else length
        self.longest = max(self.longest, length)
        self.matches += 1
        self.decisions += length
        assert match.outcome is not None
        self.results[verdict(match.setting.roles, match.outcome)] += 1
        self.reasons[match.outcome.reason] += 1
        side = only_side(match.setting.roles)
        if side:
            self.together = True
            self.results.update(won=0, lost=0)  # both are told, also what never came
        if side in match.outcome.scores:
            self.scores.append(match.outcome.scores[side])

    def add(self, other: "Tally") -> None:
        """Add what another worker counted."""
        if other.matches:
            self.shortest = min(self.shortest, other.shortest) if self.matches else other.shortest
            self.longest = max(self.longest, other.longest)
        self.matches += other.matches
        self.decisions += other.decisions
        self.results.update(other.results)
        self.together |= other.together
        self.scores += other.scores
        self.reasons.update(other.reasons)
        self.errors += other.errors

    @property
    def rate(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds if self.seconds else 0.0


def verdict(roles: Sequence[Role], outcome: Outcome) -> str:
    """Who won, in one word: the side, else the winning roles, else nobody; together a table has won or lost."""
    if only_side(roles):
        return "won" if outcome.winners else "lost"
    return outcome.side or "+".join(roles[seat].id for seat in outcome.winners) or "nobody"


def only_side(roles: Sequence[Role]) -> str:
    """The side of a table at which everybody plays together; empty if they play against each other."""
    sides = {role.side for role in roles}
    return sides.pop() if len(sides) == 1 else ""


def play_some(bout: Bout, seeds: Sequence[int]) -> Tally:
    """Play a match for each seed. A match that fails is noted with its seed, and the rest go on."""
    tally = Tally()
    for seed in seeds:
        try:
            tally.count(bout.play(seed))
        except Exception as fault:
            tally.errors.append(f"{bout.game} {bout.scenario} seed {seed}: {type(fault).__name__}: {fault}")
    return tally


def play_all(
    bout: Bout, seeds: Sequence[int], pool: Executor | None, seen: Callable[[int], object] = lambda n: None
) -> Tally:
    """Play a match for each seed, in the workers if there are any; `seen` hears of every few that are done."""
    total, start = Tally(), time.perf_counter()
    parts = [seeds[i : i + _CHUNK] for i in range(0, len(seeds), _CHUNK)]
    for part in _played(bout, parts, pool):
        total.add(part)
        seen(part.matches + len(part.errors))
    total.seconds = time.perf_counter() - start
    return total


def _played(bout: Bout, parts: Sequence[Sequence[int]], pool: Executor | None) -> Iterator[Tally]:
    if pool is None:
        yield from (play_some(bout, part) for part in parts)
    else:
        yield from (done.result() for done in as_completed([pool.submit(play_some, bout, part) for part in parts]))


@contextmanager
def workers(jobs: int) -> Iterator[Executor | None]:
    """Worker processes; a single one is this process itself."""
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield pool
