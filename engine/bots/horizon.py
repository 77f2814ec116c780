"""The `horizon` bot: plays its best few options on to where positions compare, in a few worlds, and judges there."""

import random
import time
from collections.abc import Mapping, Sequence

from engine.bots.greedy import habit_of, judge_choices
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
    """Plays its best options on, to the end of the round or the like, and takes what wins oftenest there.

    In a game that has habits of its own everybody plays on by those, and a habit is broken only for what looks clearly
    better on average, as `greedy` does it.
    """

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
        prospects = _Prospects(most_promising(view, self.options, self.rng, self.weights))
        ends = time.monotonic() + self.think
        try:
            for _ in range(self.worlds if self.think == BY_COUNT else MOST_WORLDS):
                self._look(view.world(self.rng), view.seat, prospects, self.weights)
                if self.think != BY_COUNT and time.monotonic() > ends:
                    break
        except NoWorldFits:
            pass
        return prospects.estimates()

    def _look(self, world: Match, seat: int, prospects: "_Prospects", weights: Weights) -> None:
        """Judge the options in another world."""
        if world.game.habits is None:
            chances = judge_options(world, seat, prospects.options, weights, self.rng)
            prospects.add(chances, chances)
            return
        prospects.favour(*habit_of(world, seat))
        worths = judge_choices(world, seat, prospects.options, self.rng)
        side = world.setting.roles[seat].side
        prospects.add(worths, [weights.chances(side).of(worth) for worth in worths])


class _Prospects:
    """What came of some options in one world after another."""

    def __init__(self, options: list[int]) -> None:
        self.options = options
        """The most promising first."""
        self._worlds = 0
        self._worths = [0.0] * len(options)
        self._chances = [0.0] * len(options)
        self._favoured, self._doubt = -1, 0.0

    def favour(self, index: int, doubt: float) -> None:
        """Let the option of habit be one of those that are judged: another must be better by the doubt."""
        if self._worlds:
            return
        self._favoured, self._doubt = index, doubt
        if index not in self.options:
            self.options[-1] = index

    def add(self, worths: Sequence[float], chances: Sequence[float]) -> None:
        """What is chosen by, and the chance to win, for each option in one world."""
        self._worlds += 1
        self._worths = [sum(pair) for pair in zip(self._worths, worths, strict=True)]
        self._chances = [sum(pair) for pair in zip(self._chances, chances, strict=True)]

    def estimates(self) -> list[Estimate]:
        """The chance of each option, the choice first; even chances where no world fitted."""
        if not self._worlds:
            return [Estimate(index, 0.5) for index in self.options]
        order = sorted(range(len(self.options)), key=self._rank)
        return [Estimate(self.options[at], self._chances[at] / self._worlds) for at in order]

    def _rank(self, at: int) -> float:
        return -self._worths[at] / self._worlds - (self._doubt if self.options[at] == self._favoured else 0.0)


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
    return weights.chance(match, seat)


def _nobody(match: Match) -> float:
    """What an end without a winner counts: half where there were two sides, nothing where all played together."""
    return 0.5 if len({role.side for role in match.setting.roles}) > 1 else 0.0
