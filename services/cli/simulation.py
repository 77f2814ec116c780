"""Many matches between bots, in this process or in workers."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from engine.bots import play_out
from engine.bots.pairs import holders, is_cooperative
from engine.core.match import Match
from engine.core.registry import load
from services.cli.bots import make_bots
from services.cli.files import options_with_pack
from services.cli.results import Tally
from services.process.garbage import collecting_rarely

_CHUNK = 16
"""Matches a worker plays before it reports."""


def _ignore(_tally: Tally) -> None:
    pass


@dataclass(frozen=True)
class Matchup:
    """What is played, and by whom: the name of a bot for each seat."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    swap: bool = False
    """Whether the bots exchange their sides in every second match, which has the deal of the one before."""
    keep_records: bool = False

    def play(self, seed: int, swapped: bool = False) -> Match:
        """Play one match to its end."""
        game = load(self.game)
        match = game.begin(game.setting(self.scenario, len(self.bots), options_with_pack(game, self.options)), seed)
        match.quiet = True
        return play_out(match, make_bots(self.seated(swapped), seed))

    def seated(self, swapped: bool) -> tuple[str, ...]:
        """The bot of each seat."""
        return self._exchanged() if swapped else self.bots

    def _exchanged(self) -> tuple[str, ...]:
        """The bots with sides exchanged, seat for seat; a side of other size needs one bot for all of its seats."""
        game = load(self.game)
        setting = game.setting(self.scenario, len(self.bots), options_with_pack(game, self.options))
        if is_cooperative(setting):
            raise ValueError("everybody plays together here, so there are no sides to exchange")
        mine, _ = holders(setting)
        sides = [[bot for bot, holder in zip(self.bots, mine, strict=True) if holder == side] for side in (0, 1)]
        if len(sides[0]) != len(sides[1]):
            if any(len(set(side)) > 1 for side in sides):
                raise ValueError("the sides have different numbers of seats, so each needs one bot for all of its own")
            return tuple(sides[1 - holder][0] for holder in mine)
        others = [iter(sides[1]), iter(sides[0])]
        return tuple(next(others[holder]) for holder in mine)


def play_matches(
    matchup: Matchup, seeds: Sequence[int], pool: Executor | None, on_progress: Callable[[Tally], None] = _ignore
) -> Tally:
    """Play a match for each seed, two with exchanged seats, in the workers if there are any."""
    total, start = Tally(), time.perf_counter()
    chunks = [seeds[i : i + _CHUNK] for i in range(0, len(seeds), _CHUNK)]
    for tally in _tallies(matchup, chunks, pool):
        total.add(tally)
        on_progress(total)
    total.seconds = time.perf_counter() - start
    return total


def play_chunk(matchup: Matchup, seeds: Sequence[int]) -> Tally:
    """Play a match for each seed, here. A match that fails is noted with its seed, and the rest go on."""
    tally = Tally()
    for seed in seeds:
        deal = Tally()
        for swapped in (False, True) if matchup.swap else (False,):
            try:
                match = matchup.play(seed, swapped)
                deal.count(match, matchup.seated(swapped))
                if matchup.keep_records:
                    deal.records.append(match.record.dump().decode())
            except Exception as error:
                deal.errors.append(f"{matchup.game} {matchup.scenario} seed {seed}: {type(error).__name__}: {error}")
        deal.close_deal()
        tally.add(deal)
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
    """Worker processes; None for a single one, which is this process itself. Garbage is collected rarely meanwhile."""
    with collecting_rarely():
        if jobs == 1:
            yield None
            return
        with ProcessPoolExecutor(jobs) as pool:
            yield pool
