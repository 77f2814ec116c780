"""The `swift` bot: takes the option that weighs most by what it has learned, without looking ahead."""

import math
import random

from engine.bots.perspective import Perspective
from engine.bots.weights import Weights, shipped_weights


class Swift:
    """Weighs every option by named features; thousands of decisions a second."""

    looks_ahead = False

    def __init__(self, rng: random.Random, weights: Weights | None = None) -> None:
        self.rng = rng
        self.weights = weights

    def choose(self, view: Perspective) -> int:
        """The option of the highest score; ties are broken at random."""
        scores = self.scores(view)
        best = max(scores)
        if scores.count(best) == 1:
            return scores.index(best)
        return self.rng.choice([index for index, score in enumerate(scores) if score == best])

    def scores(self, view: Perspective) -> list[float]:
        """The score of each option."""
        if self.weights is None:
            self.weights = shipped_weights(view.rules, view.setting.scenario)
        return scores_of(view, self.weights)


def scores_of(view: Perspective, weights: Weights) -> list[float]:
    """The score of each option by these weights."""
    scorer = weights.players(view.rules, view.setting)[view.side]
    return scorer.scores(view.decision, view.features(), view.milestones)


def most_promising(
    view: Perspective, most: int, rng: random.Random, weights: Weights | None = None, near: float = math.inf
) -> list[int]:
    """The few options that weigh most, the best first, of equals those that chance prefers; none far from the best.

    All of them, in their order, where no weights are given and none have been learned of the scenario.
    """
    if weights is None:
        weights = shipped_weights(view.rules, view.setting.scenario)
        if not weights.file.play:
            return list(range(len(view.options)))
    scores = scores_of(view, weights)
    least = max(scores) - near
    ranked = sorted((-score, rng.random(), index) for index, score in enumerate(scores) if score >= least)
    return [index for _, _, index in ranked[:most]]
