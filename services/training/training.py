"""Learns the weights of one scenario: imitates greedy first, then learns from horizon, generation after generation.

Everything follows from the seed: the matches that are played, what is learned, and who passes the trials.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

import msgspec

from engine.bots.pairs import is_cooperative
from engine.bots.weights import WeightByKey, WeightsFile, untrained
from engine.core.game import Game, Setting
from services.pairs.sequential import SequentialTest
from services.training.examples import Examples, merged
from services.training.fitting import fit, fit_chances, fit_judgements
from services.training.lessons import Lesson, attend
from services.training.trials import Entrant, Pairing, Trial, in_order, try_out, with_weights

MATCHES_IN_A_LESSON = 4
HALF = 0.5
TESTS = {
    "random": SequentialTest(0, 100),
    "champion": SequentialTest(0, 40),
    "greedy": SequentialTest(-60, 0),
    "search": SequentialTest(-40, 40),
    "judgement": SequentialTest(0, 50),
}
"""By trial: what is asked. Against greedy a generation need only do no worse than the one before."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How much is played."""

    seed: int
    generations: int = 3
    first_matches: int = 75
    """Matches of greedy that are imitated."""
    matches: int = 300
    """Matches of each generation."""
    share: float = 0.2
    """How many of their decisions horizon judges, each in one world: many positions teach more than many worlds."""
    pairs: int = 400
    """Pairs between two generations, at most."""
    slow_pairs: int = 40
    """Pairs against greedy and pairs between searches, at most."""
    judged_matches: int = 1200
    """Matches from which is learned what the terms of a position weigh."""


Tell = Callable[[str], None]
"""Takes a line of the history as soon as there is one."""


class Training:
    """One run for one setting."""

    def __init__(
        self,
        game: Game[Any],
        setting: Setting,
        plan: Plan,
        pool: Executor | None,
        tell: Tell,
        start: WeightsFile | None = None,
    ) -> None:
        """From nothing, or from what was learned before."""
        self.game = game
        self.setting = setting
        self.plan = plan
        self.pool = pool
        self.tell = tell
        self.history: list[str] = []
        self.lessons: list[Examples] = []
        self.start = start
        self.champion = start or msgspec.structs.replace(
            untrained(game, setting.scenario), seats=setting.seats, options=dict(setting.options), seed=plan.seed
        )

    def run(self) -> WeightsFile:
        """Learn; the weights of the last generation that passed."""
        if self.start is None:
            self._imitate()
        else:
            gone_on = f"gone on from there with {self.setting.seats} seats and seed {self.plan.seed}"
            self.history += [*self.start.history, gone_on]
        for number in range(1, self.plan.generations + 1):
            self._learn(number)
        if self.game.terms is not None and self.champion.play and (self.start or self.plan.generations):
            self._learn_to_judge()
        return msgspec.structs.replace(self.champion, history=self.history)

    def _note(self, line: str) -> None:
        self.history.append(line)
        self.tell(line)

    def _imitate(self) -> None:
        """The first generation plays as greedy does; it must beat the random bot."""
        examples = self._attend("imitation", self.plan.first_matches, None)
        candidate = self._fitted(examples, examples)
        self._note(f"imitation: {self.plan.first_matches} matches of greedy, {len(examples.sides)} decisions")
        trial = self._try("random", 0, with_weights("swift", candidate), Entrant("random"), most=self.plan.pairs)
        self._note(f"imitation against random: {trial}")
        if trial.verdict == "accepted":
            self.champion = candidate

    def _learn(self, number: int) -> None:
        """One more generation, which becomes the champion if it passes all trials."""
        self.lessons.append(self._attend(f"generation {number}", self.plan.matches, self.champion))
        examples = merged(self.lessons)
        candidate = self._fitted(examples, self.lessons[-1])
        self._note(f"generation {number}: {self.plan.matches} matches, {len(examples.sides)} decisions in all")
        if self._passes(number, candidate):
            before, self.champion = self.champion, candidate
            self._choose_search(number, before.search or before.play)

    def _passes(self, number: int, candidate: WeightsFile) -> bool:
        """Whether a generation is stronger than the champion, and no weaker against greedy."""
        swift, before = with_weights("swift", candidate), with_weights("swift", self.champion)
        trial = self._try("champion", number, swift, before, most=self.plan.pairs)
        self._note(f"generation {number} against the one before: {trial}")
        if trial.verdict != "accepted":
            return False
        if is_cooperative(self.setting):
            return True
        other = self._try("greedy", number, swift, before, Entrant("greedy"), most=self.plan.slow_pairs)
        self._note(f"generation {number} beside the one before, both against greedy: {other}")
        return other.verdict != "rejected"

    def _choose_search(self, number: int, before: dict[str, WeightByKey]) -> None:
        """Let horizon play on by what it did before, if that helps it more: the stronger policy need not."""
        with_old = msgspec.structs.replace(self.champion, search=before)
        one, other = (with_weights("horizon", file) for file in (self.champion, with_old))
        trial = self._try("search", number, one, other, most=self.plan.slow_pairs)
        self._note(f"generation {number} beside the one before, in the search: {trial}")
        if trial.pairs.score < HALF:
            self.champion = with_old

    def _learn_to_judge(self) -> None:
        """What the terms of a position weigh; horizon judges by them only if it beats itself without them."""
        examples = self._attend("judgement", self.plan.judged_matches, self.champion, share=0.0)
        self._note(f"terms: {self.plan.judged_matches} matches, {len(examples.standings)} positions")
        before = msgspec.structs.replace(self.champion, judgements=fit_judgements(examples.standings), judges=False)
        candidate = msgspec.structs.replace(before, judges=True)
        one, other = (with_weights("horizon", file) for file in (candidate, before))
        trial = self._try("judgement", 0, one, other, most=self.plan.pairs)
        self._note(f"judging by terms against judging by evaluation: {trial}")
        self.champion = candidate if trial.verdict == "accepted" else before

    def _attend(self, name: str, matches: int, weights: WeightsFile | None, *, share: float | None = None) -> Examples:
        """Play the lessons of a generation."""
        numbers = range(matches)
        lessons = [
            Lesson(
                game=self.game.id,
                scenario=self.setting.scenario,
                seats=self.setting.seats,
                options=dict(self.setting.options),
                seed=f"{self.plan.seed}:{name}",
                matches=list(numbers[first : first + MATCHES_IN_A_LESSON]),
                weights=weights,
                share=self.plan.share if share is None else share,
            )
            for first in range(0, matches, MATCHES_IN_A_LESSON)
        ]
        return merged(in_order(attend, lessons, self.pool))

    def _fitted(self, examples: Examples, latest: Examples) -> WeightsFile:
        """What is learned from all examples; chances from the latest, for they depend on who plays on."""
        chances = fit_chances(latest.standings)
        return msgspec.structs.replace(self.champion, play=fit(examples), chances=chances, search={})

    def _try(
        self, name: str, number: int, candidate: Entrant, champion: Entrant, judge: Entrant | None = None, *, most: int
    ) -> Trial:
        pairing = Pairing(
            game=self.game.id,
            scenario=self.setting.scenario,
            seats=self.setting.seats,
            options=dict(self.setting.options),
            seed=trial_seed(self.plan.seed, name, number),
            candidate=candidate,
            champion=champion,
            judge=judge,
        )
        return try_out(pairing, TESTS[name], most, self.pool)


def trial_seed(seed: int, name: str, number: int) -> int:
    """The seed of a trial's deals: no two trials of a run play the same deals."""
    return (seed * 1000 + number) * len(TESTS) + list(TESTS).index(name)
