"""The `greedy` bot: looks one choice ahead and takes what the game's own judgement likes best."""

import random
from collections.abc import Sequence

from engine.bots.perspective import Perspective
from engine.bots.swift import most_promising
from engine.core.errors import NoWorldFits
from engine.core.match import Match

WIN = 1e9


class Greedy:
    """Tries its most promising options in a few imagined worlds and keeps the best on average.

    Promising is what weighs most by what `swift` has learned; of a scenario that nobody has learned, every option is.
    """

    def __init__(self, rng: random.Random, worlds: int = 1, options: int = 4, near: float = 4.0) -> None:
        self.rng = rng
        self.worlds = worlds
        self.options = options
        self.near = near

    def choose(self, view: Perspective) -> int:
        """The option with the best average judgement; ties are broken at random."""
        tried = most_promising(view, self.options, self.rng, near=self.near)
        if len(tried) == 1:
            return tried[0]
        try:
            totals = self.totals(view, tried)
        except NoWorldFits:
            return self.rng.choice(tried)
        best = max(totals)
        return self.rng.choice([index for index, total in zip(tried, totals, strict=True) if total == best])

    def totals(self, view: Perspective, tried: Sequence[int]) -> list[float]:
        """The judgement of each of these options, added up over the worlds. Raises NoWorldFits."""
        totals = [0.0] * len(tried)
        for _ in range(self.worlds):
            world = view.world(self.rng)
            favoured, doubt = habit_of(world, view.seat)
            for at, worth in enumerate(judge_choices(world, view.seat, tried, self.rng)):
                totals[at] += worth + (doubt if tried[at] == favoured else 0.0)
        return totals


def judge_choices(world: Match, seat: int, tried: Sequence[int], rng: random.Random) -> list[float]:
    """How one world looks to the seat after each of these choices of its, once habits have played the round on."""
    answers = [(d.seat, rng.randrange(len(d.options))) for d in world.pending if d.seat != seat]
    return [_judge(world, seat, index, answers) for index in tried]


def _judge(world: Match, seat: int, index: int, answers: list[tuple[int, int]]) -> float:
    """How the world looks to the seat after the choice, and after what others answer at the same time."""
    after = world.clone()
    after.playout = True
    after.choose(seat, index)
    for other, answer in answers:
        after.choose(other, answer)
    _play_on(after, world)
    outcome = after.outcome
    if outcome is None:
        return after.game.evaluate(after.state, seat)
    return WIN if seat in outcome.winners else -WIN


def habit_of(world: Match, seat: int) -> tuple[int, float]:
    """The choice by habit, if the game has habits, and what another must be better by."""
    habits, decision = world.game.habits, world.decision(seat)
    if habits is None or decision is None:
        return -1, 0.0
    return decision.options.index(habits.choose(world.state, decision)), habits.doubt


def _play_on(match: Match, world: Match) -> None:
    """Follow the game's habits, if it has any, to the next milestone, where positions compare."""
    habits, milestones = match.game.habits, match.game.milestones
    if habits is None:
        return
    passed = milestones(world.state)
    while match.pending and milestones(match.state) == passed:
        decision = match.pending[0]
        match.choose(decision.seat, decision.options.index(habits.choose(match.state, decision)))
