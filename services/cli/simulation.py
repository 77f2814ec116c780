"""Many matches between bots, in this process or in workers."""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from engine.bots import play_out
from engine.core.match import Match
from engine.core.registry import load
from services.cli.bots import make_bots
from services.cli.files import options_with_pack
from services.cli.results import Tally

_CHUNK = 16
"""Matches a worker plays before it reports."""


@dataclass(frozen=True)
class Matchup:
    """What is played, and by whom: the name of a bot for each seat."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    def play(self, seed: int) -> Match:
        """Play one match to its end."""
        game = load(self.game)
        match = game.begin(game.setting(self.scenario, len(self.bots), options_with_pack(game, self.options)), seed)
        match.quiet = True
        return play_out(match, make_bots(self.bots, seed))


def play_matches(matchup: Matchup, seeds: Sequence[int], pool: Executor | None) -> Tally:
    """Play a match for each seed, in the workers if there are any."""
    total, start = Tally(), time.perf_counter()
    chunks = [seeds[i : i + _CHUNK] for i in range(0, len(seeds), _CHUNK)]
    for tally in _tallies(matchup, chunks, pool):
        total.add(tally)
    total.seconds = time.perf_counter() - start
    return total


def play_chunk(matchup: Matchup, seeds: Sequence[int]) -> Tally:
    """Play a match for each seed, here. A match that fails is noted with its seed, and the rest go on."""
    tally = Tally()
    for seed in seeds:
        try:
            tally.count(matchup.play(seed))
        except Exception as error:
            tally.errors.append(f"{matchup.game} {matchup.scenario} seed {seed}: {type(error).__name__}: {error}")
    return tally


def _tallies(matchup: Matchup, chunks: Sequence[Sequence[int]], pool: Executor | None) -> Iterator[Tally]:
    """The tally of each chunk, in the order in which they finish."""
    if pool is None:
        yield from (play_chunk(matchup, chunk) for chunk in chunks)
    else:
        futures = [pool.submit(play_chunk, matchup, chunk) for chunk in chunks]
        yield from (future.result() for future in as_completed(futures))


@contextmanager
def worker_pool(jobs: int) -> Iterator[Executor | None]:
    """Worker processes; None for a single one, which is this process itself."""
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield pool
