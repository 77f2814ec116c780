"""Trials of a generation: pairs against the one before it and against others, until a sequential test decides.

Pairs count in the order of their numbers, so that the same seed decides the same on any number of processes.
"""

import functools
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import islice
from typing import Any, Literal, TypeVar

import msgspec

from engine.bots import Bot, BotSpec, make_bot
from engine.bots.horizon import Horizon
from engine.bots.pairs import deal, is_cooperative, pair_points
from engine.bots.swift import Swift
from engine.bots.weights import Weights, WeightsFile
from engine.core.registry import load
from services.pairs.legs import play_leg
from services.pairs.pentanomial import HALVES, Pentanomial
from services.pairs.sequential import SequentialTest, Verdict

T = TypeVar("T")
R = TypeVar("R")

EVEN = HALVES // 2
PLAYED_AT_ONCE = 8


class Entrant(msgspec.Struct, frozen=True):
    """Who plays: one of the bots that learn, with weights, or any other by its name."""

    bot: str
    weights: bytes = b""

    def make(self, seed: int) -> Bot:
        """A fresh bot."""
        if not self.weights:
            return make_bot(self.bot, seed)
        weights = _weights(self.weights)
        return _LEARNED[self.bot](random.Random(seed), weights)


def _search(rng: random.Random, weights: Weights) -> Bot:
    return Horizon(rng, worlds=1, options=3, weights=weights)


_LEARNED: dict[str, Callable[[random.Random, Weights], Bot]] = {"swift": Swift, "horizon": _search}


@functools.lru_cache(maxsize=8)
def _weights(data: bytes) -> Weights:
    """Weights that a worker has been sent, read once."""
    return Weights(msgspec.json.decode(data, type=WeightsFile))


def with_weights(bot: Literal["swift", "horizon"], file: WeightsFile) -> Entrant:
    """A bot that learns, with these weights."""
    return Entrant(bot, msgspec.json.encode(file))


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of a trial, all that a worker must know of them."""

    game: str
    scenario: str
    seats: int
    options: dict[str, Any]
    seed: int
    candidate: Entrant
    champion: Entrant
    judge: Entrant | None = None
    """Whom both play instead of each other; what they make against it is then compared."""


class Trial(msgspec.Struct, frozen=True):
    """What came of a trial."""

    verdict: Verdict
    pairs: Pentanomial

    def __str__(self) -> str:
        return f"{self.verdict} after {self.pairs.pairs} pairs with {100 * self.pairs.score:.1f} % of the points"


def try_out(pairing: Pairing, test: SequentialTest, most: int, pool: Executor | None) -> Trial:
    """Play pairs until the test decides, or all are played."""
    counts = Pentanomial()
    results = in_order(functools.partial(play_pair, pairing), range(most), pool)
    for points in results:
        counts += Pentanomial.of([points])
        if (verdict := test.verdict(counts)) != "undecided":
            return Trial(verdict, counts)
    return Trial("undecided", counts)


def play_pair(pairing: Pairing, number: int) -> int:
    """The candidate's half points in a pair: 0 to 4."""
    if pairing.judge is None:
        return _points(pairing, number, pairing.candidate, pairing.champion)
    ours = _points(pairing, number, pairing.candidate, pairing.judge)
    theirs = _points(pairing, number, pairing.champion, pairing.judge)
    return EVEN + max(-EVEN, min(EVEN, ours - theirs))


def _points(pairing: Pairing, number: int, first: Entrant, second: Entrant) -> int:
    game = load(pairing.game)
    setting = game.setting(pairing.scenario, pairing.seats, pairing.options)
    entrants = {"first": first, "second": second}
    legs = [
        play_leg(
            game,
            setting,
            deal(pairing.seed, number),
            leg,
            [BotSpec(name) for name in entrants],
            maker=lambda spec, seed: entrants[spec.name].make(seed),
        )
        for leg in (0, 1)
    ]
    for played in legs:
        if played.fault is not None:
            raise RuntimeError(f"a bot failed in a trial: {played.message}")
    return pair_points([played.leg for played in legs], is_cooperative(setting))


def in_order(work: Callable[[T], R], tasks: Sequence[T], pool: Executor | None) -> Iterator[R]:
    """The result of each task in their order, in the workers if there are any; few are begun that may not be needed."""
    if pool is None:
        yield from map(work, tasks)
        return
    waiting = iter(tasks)
    futures = [pool.submit(work, task) for task in islice(waiting, PLAYED_AT_ONCE)]
    try:
        while futures:
            result = futures.pop(0).result()
            futures += [pool.submit(work, task) for task in islice(waiting, 1)]
            yield result
    finally:
        for future in futures:
            future.cancel()
