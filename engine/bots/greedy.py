"""The `greedy` bot: looks one choice ahead and takes what the game's own judgement likes best."""

import random

from engine.bots.perspective import Perspective
from engine.core.errors import NoWorldFits
from engine.core.match import Match

WIN = 1e9


class Greedy:
    """Tries every option in a few imagined worlds and keeps the best on average."""

    def __init__(self, rng: random.Random, worlds: int = 2) -> None:
        self.rng = rng
        self.worlds = worlds

    def choose(self, view: Perspective) -> int:
        """The option with the best average judgement; ties are broken at random."""
        try:
            totals = self.totals(view)
        except NoWorldFits:
            return self.rng.randrange(len(view.options))
        best = max(totals)
        return self.rng.choice([index for index, total in enumerate(totals) if total == best])

    def totals(self, view: Perspective) -> list[float]:
        """The judgement of each option, added up over the worlds. Raises NoWorldFits."""
        totals = [0.0] * len(view.options)
        for _ in range(self.worlds):
            world = view.world(self.rng)
            answers = [(d.seat, self.rng.randrange(len(d.options))) for d in world.pending if d.seat != view.seat]
            for index in range(len(totals)):
                totals[index] += _judge(world, view.seat, index, answers)
            _favour_habit(world, view.seat, totals)
        return totals


def _judge(world: Match, seat: int, index: int, answers: list[tuple[int, int]]) -> float:
    """How the world looks to the seat after the choice, and after what others answer at the same time."""
    after = world.clone()
    after.choose(seat, index)
    for other, answer in answers:
        after.choose(other, answer)
    _play_on(after, world)
    outcome = after.outcome
    if outcome is None:
        return after.game.evaluate(after.state, seat)
    return WIN if seat in outcome.winners else -WIN


def _favour_habit(world: Match, seat: int, totals: list[float]) -> None:
    """Add to the total of the choice by habit what another must be better by."""
    habits, decision = world.game.habits, world.decision(seat)
    if habits is not None and decision is not None:
        totals[decision.options.index(habits.choose(world.state, decision))] += habits.doubt


def _play_on(match: Match, world: Match) -> None:
    """Follow the game's habits, if it has any, to the next milestone, where positions compare."""
    habits, milestones = match.game.habits, match.game.milestones
    if habits is None:
        return
    passed = milestones(world.state)
    while match.pending and milestones(match.state) == passed:
        decision = match.pending[0]
        match.choose(decision.seat, decision.options.index(habits.choose(match.state, decision)))
