"""The `horizon` bot: plays its best few options on to where positions compare, in a few worlds, and judges there."""

import math
import random
import time
from collections.abc import Mapping

from engine.bots.perspective import Estimate, Perspective
from engine.bots.spec import Seconds
from engine.bots.swift import most_promising
from engine.bots.weights import Scorer, Weights, score_options, shipped_weights
from engine.core.errors import NoWorldFits
from engine.core.match import Match

BY_COUNT = Seconds(0.0)
"""No time to think for: the budget is so many worlds."""
MOST_WORLDS = 64
"""Worlds after which more change nothing, however much time is left."""
MOST_DECISIONS = 400
"""Decisions after which a position is judged, wherever it is."""


class Horizon:
    """Plays its best options on by habit, to the end of the round or the like, and takes what wins oftenest there."""

    def __init__(
        self,
        rng: random.Random,
        worlds: int = 4,
        options: int = 4,
        think: Seconds = BY_COUNT,
        weights: Weights | None = None,
    ) -> None:
        self.rng = rng
        self.worlds = worlds
        self.options = options
        self.think = think
        self.weights = weights

    def choose(self, view: Perspective) -> int:
        """The option with the best chance; where no world fits, the one that weighs most."""
        return self.estimates(view)[0].index

    def estimates(self, view: Perspective) -> list[Estimate]:
        """The options that were played on, the best first."""
        if self.weights is None:
            self.weights = shipped_weights(view.rules, view.setting.scenario)
        ranked = most_promising(view, self.options, self.rng, self.weights)
        totals, judged = [0.0] * len(ranked), 0
        ends = time.monotonic() + self.think
        try:
            while judged < (self.worlds if self.think == BY_COUNT else MOST_WORLDS):
                world = view.world(self.rng)
                for at, chance in enumerate(judge_options(world, view.seat, ranked, self.weights, self.rng)):
                    totals[at] += chance
                judged += 1
                if self.think != BY_COUNT and time.monotonic() > ends:
                    break
        except NoWorldFits:
            if not judged:
                return [Estimate(index, 0.5) for index in ranked]
        best = sorted(range(len(ranked)), key=lambda at: -totals[at])
        return [Estimate(ranked[at], totals[at] / judged) for at in best]


def judge_options(world: Match, seat: int, options: list[int], weights: Weights, rng: random.Random) -> list[float]:
    """How likely the seat wins with each of these options of its, in one world."""
    scorers = weights.searchers(world.game, world.setting)
    answers = [(d.seat, choice_of(world, scorers, at)) for at, d in enumerate(world.pending) if d.seat != seat]
    passed = world.game.milestones(world.state)
    chances = []
    for index in options:
        after = world.clone()
        after.playout = True
        after.choose(seat, index)
        for other, answer in answers:
            after.choose(other, answer)
        play_on(after, passed, scorers)
        chances.append(chance_of(after, seat, weights))
    return chances


def play_on(match: Match, passed: int, scorers: Mapping[str, Scorer]) -> None:
    """Let everybody choose by habit until more milestones are passed, or the match ends."""
    milestones = match.game.milestones
    for _ in range(MOST_DECISIONS):
        if not match.pending or milestones(match.state) != passed:
            return
        match.choose(match.pending[0].seat, choice_of(match, scorers))


def choice_of(match: Match, scorers: Mapping[str, Scorer], at: int = 0) -> int:
    """The option that weighs most at an open decision, the first of equals."""
    scores = score_options(match, match.pending[at], scorers)
    return scores.index(max(scores))


def chance_of(match: Match, seat: int, weights: Weights) -> float:
    """How likely a seat wins from here, by the judgement of the game."""
    outcome = match.outcome
    if outcome is not None:
        return float(seat in outcome.winners) if outcome.winners else _nobody(match)
    chances = weights.chances(match.setting.roles[seat].side)
    worth = chances.bias + chances.scale * match.game.evaluate(match.state, seat)
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, worth))))


def _nobody(match: Match) -> float:
    """What an end without a winner counts: half where there were two sides, nothing where all played together."""
    return 0.5 if len({role.side for role in match.setting.roles}) > 1 else 0.0
