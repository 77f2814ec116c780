"""Matches that are played to learn from: who plays, what the teacher says of a decision, and which are kept."""

import math
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.bots import Perspective
from engine.bots.greedy import Greedy
from engine.bots.horizon import judge_options
from engine.bots.keys import Labels, all_keys, labels_of
from engine.bots.weights import Weights, WeightsFile, score_options
from engine.core.errors import NoWorldFits
from engine.core.game import Game, Setting
from engine.core.match import Match
from engine.core.registry import load
from services.training.examples import Collector, Examples, Standing

RANDOM, LOOSE = 0.05, 0.2
"""How often a match goes on with any option, and with one drawn by its score, so that many positions are seen."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """Some matches to learn from, all that a worker must know of them."""

    game: str
    scenario: str
    seats: int
    options: dict[str, Any]
    seed: str
    matches: list[int]
    """Their numbers; what happens in one depends on the seed and its number alone."""
    weights: WeightsFile | None = None
    """What everybody plays by, and horizon judges with; without, greedy plays and teaches."""
    share: float = 1.0
    """How many of the decisions are judged."""
    worlds: int = 1
    best: int = 4
    """Options that are judged because they weigh most."""
    others: int = 2
    """Options that are judged beside those, by chance."""
    sharpness: float = 25.0
    """How much oftener to choose an option with more chances: e times for each 1/25."""


def attend(lesson: Lesson) -> Examples:
    """Play the matches of a lesson; what is to be learned from them."""
    game = load(lesson.game)
    setting = game.setting(lesson.scenario, lesson.seats, lesson.options)
    collector = Collector()
    labels = labels_of(game, setting)
    weights = None if lesson.weights is None else Weights(lesson.weights)
    for number in lesson.matches:
        rng = random.Random(f"{lesson.seed}:{number}")
        _Class(game, setting, lesson, labels, weights, rng, collector).play()
    return collector.finish()


class _Class:
    """One match to learn from."""

    def __init__(
        self,
        game: Game[Any],
        setting: Setting,
        lesson: Lesson,
        labels: Labels,
        weights: Weights | None,
        rng: random.Random,
        collector: Collector,
    ) -> None:
        self.lesson = lesson
        self.labels = labels
        self.weights = weights
        self.rng = rng
        self.collector = collector
        self.match = game.begin(setting, rng.getrandbits(64))
        self.match.quiet = True
        self.greedy = Greedy(rng, worlds=2)

    def play(self) -> None:
        """Play to the end."""
        match, milestones = self.match, self.match.game.milestones
        passed, seen = milestones(match.state), []
        while match.pending:
            seat = match.pending[0].seat
            match.choose(seat, self._choose(seat))
            if match.pending and milestones(match.state) != passed:
                passed = milestones(match.state)
                seen += [(one, *_told(match, one)) for one in _speakers(match)]
        assert match.outcome is not None, "the match is over"
        for seat, worth, terms in seen:
            result = _result(match, seat)
            self.collector.examples.standings.append(Standing(match.setting.roles[seat].side, worth, result, terms))

    def _choose(self, seat: int) -> int:
        """Learn of the decision, and go on with some option."""
        view = Perspective(self.match, seat)
        if self.weights is None:
            totals = self._greedy_totals(view)
            self._keep(view, _best_of(totals))
            scores = [25.0 * (total == max(totals)) for total in totals]
        else:
            scores = score_options(self.match, view.decision, self.weights.players(self.match.game, self.match.setting))
            if self.rng.random() < self.lesson.share:
                self._keep(view, self._judged(view, scores))
        return self._go_on(scores)

    def _go_on(self, scores: Sequence[float]) -> int:
        luck = self.rng.random()
        if luck < RANDOM:
            return self.rng.randrange(len(scores))
        if luck < RANDOM + LOOSE:
            highest = max(scores)
            return self.rng.choices(range(len(scores)), [math.exp(score - highest) for score in scores])[0]
        best = [index for index, score in enumerate(scores) if score == max(scores)]
        return self.rng.choice(best)

    def _greedy_totals(self, view: Perspective) -> list[float]:
        try:
            return self.greedy.totals(view, range(len(view.options)))
        except NoWorldFits:
            return [0.0] * len(view.options)

    def _judged(self, view: Perspective, scores: Sequence[float]) -> list[float] | None:
        """How often to choose each option, by horizon; None where it sees no difference."""
        assert self.weights is not None, "greedy teaches otherwise"
        order = sorted(range(len(scores)), key=lambda index: -scores[index])
        options, rest = order[: self.lesson.best], order[self.lesson.best :]
        options += self.rng.sample(rest, min(len(rest), self.lesson.others))
        totals = [0.0] * len(options)
        try:
            for _ in range(self.lesson.worlds):
                chances = judge_options(view.world(self.rng), view.seat, options, self.weights, self.rng)
                totals = [total + chance for total, chance in zip(totals, chances, strict=True)]
        except NoWorldFits:
            return None
        highest = max(totals)
        if highest - min(totals) < 1e-6:
            return None
        steep = self.lesson.sharpness / self.lesson.worlds
        odds = [math.exp(steep * (total - highest)) for total in totals]
        targets = [0.0] * len(scores)
        for index, share in zip(options, odds, strict=True):
            targets[index] = share / sum(odds)
        return targets

    def _keep(self, view: Perspective, targets: Sequence[float] | None) -> None:
        if targets is not None:
            rows = all_keys(view.decision, view.features(), view.milestones, self.labels)
            self.collector.add(view.side, rows, targets)


def _best_of(totals: Sequence[float]) -> list[float] | None:
    """All of the best alike; None where all are."""
    best = [float(total == max(totals)) for total in totals]
    return None if all(best) else [one / sum(best) for one in best]


def _speakers(match: Match) -> list[int]:
    """A seat for each side."""
    roles = match.setting.roles
    return list({role.side: seat for seat, role in enumerate(roles)}.values())


def _told(match: Match, seat: int) -> tuple[float, dict[str, float]]:
    """What the game says of a position at a milestone: how good it is, and how much of each term there is."""
    game, state = match.game, match.state
    return game.evaluate(state, seat), {} if game.terms is None else dict(game.terms.count(state, seat))


def _result(match: Match, seat: int) -> float:
    assert match.outcome is not None, "the match is over"
    if not match.outcome.winners:
        return 0.5 if len(_speakers(match)) > 1 else 0.0
    return float(seat in match.outcome.winners)
