"""Many pairs between bots on this machine: which are played, and their results in order."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import combinations

from engine.bots import BotSpec
from engine.bots.pairs import PlayedLeg, deal
from services.cli.leg_workers import LegJob, LegSetting, play_legs
from services.pairs.comparison import PairResult

Meeting = tuple[int, int]
"""Two entrants who play pairs, by index."""


def meetings(entrants: int, gauntlet: bool) -> list[Meeting]:
    """Who meets whom: everybody everybody, or the first one all others."""
    return [two for two in combinations(range(entrants), 2) if not gauntlet or two[0] == 0]


def play_pairs(
    setting: LegSetting,
    specs: Sequence[BotSpec],
    seed: int,
    rounds: int,
    who: Sequence[Meeting],
    processes: int,
    played: Mapping[int, PairResult],
) -> Generator[PairResult, None, None]:
    """Play pairs, as many rounds as asked; all of a round get the same deal. Those played before are not played again.

    They come in the order of their numbers, whatever ends first: a test that stops early must not prefer short matches.
    """

    def jobs() -> Iterator[LegJob]:
        for number in range(rounds * len(who)):
            if number not in played:
                first, second = who[number % len(who)]
                dealt = deal(seed, number // len(who))
                yield from (LegJob(number, leg, dealt, (specs[first], specs[second])) for leg in (0, 1))

    legs: dict[int, dict[int, PlayedLeg]] = {}
    following = 0
    results = play_legs(setting, jobs(), processes)
    try:
        while following < rounds * len(who):
            if following in played:
                yield played[following]
                following += 1
            elif len(legs.get(following, ())) == 2:
                both = legs.pop(following)
                first, second = who[following % len(who)]
                yield PairResult(following, first, second, (both[0], both[1]))
                following += 1
            else:
                job, result = next(results)
                legs.setdefault(job.pair, {})[job.leg] = result
    finally:
        results.close()
