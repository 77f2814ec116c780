"""The `swift` bot: takes the option that weighs most by what it has learned, without looking ahead."""

import random

from engine.bots.perspective import Perspective
from engine.bots.weights import Weights, shipped_weights


class Swift:
    """Weighs every option by named features; thousands of decisions a second."""

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
        scorer = self.weights.players(view.rules, view.setting)[view.side]
        return scorer.scores(view.decision, view.features(), view.milestones)
