"""Learned weights: the file that `westmarch train` writes, and the scores that options get by it."""

import gzip
import math
import zlib
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.bots.keys import KEYS_VERSION, WHEN, WITH, Labels, labels_of, option_keys, read_key
from engine.core.errors import BadWeights
from engine.core.features import Features, Key
from engine.core.flow import Decision, Option
from engine.core.game import Game, Setting
from engine.core.match import Match

WeightByKey = dict[str, float]
"""By key, as files name it: what it weighs."""

_MOST_OPTIONS = 100_000
"""Options of which a scorer remembers what they weigh by themselves."""


class Chances(msgspec.Struct, frozen=True):
    """How likely a side wins from a position at a milestone: the logistic function of bias + scale * evaluation."""

    bias: float = 0.0
    scale: float = 0.1

    def of(self, evaluation: float) -> float:
        """How likely the side wins."""
        return logistic(self.bias + self.scale * evaluation)


def logistic(odds: float) -> float:
    """The probability behind the logarithm of odds."""
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))


class Term(msgspec.Struct, frozen=True):
    """What one term weighs."""

    weight: float
    """By how much one more of it raises the logarithm of the odds to win."""
    spread: float
    """By how much positions usually differ in it: one standard deviation."""


class Judgement(msgspec.Struct, frozen=True):
    """How likely a side wins from a position at a milestone: the logistic function of bias and weighed terms."""

    bias: float
    terms: dict[str, Term]

    def of(self, counts: Mapping[str, float]) -> float:
        """How likely the side wins."""
        return logistic(self.bias + sum([term.weight * counts[name] for name, term in self.terms.items()]))


class WeightsFile(msgspec.Struct, frozen=True, kw_only=True):
    """What bots have learned of one scenario."""

    game: str
    rules_version: int
    keys_version: int
    feature_version: int
    scenario: str
    seats: int
    options: dict[str, Any]
    """The setting that was learned in."""
    seed: int
    history: list[str]
    """What was played and tested, and what came of it, in words."""
    chances: dict[str, Chances]
    """By side."""
    play: dict[str, WeightByKey]
    """By side: what `swift` weighs options by."""
    search: dict[str, WeightByKey] = {}
    """By side: what `horizon` lets everybody play on by, where that is something else."""
    judgements: dict[str, Judgement] = {}
    """By side: what the terms of a position weigh."""
    judges: bool = False
    """Whether `horizon` judges by these terms, for a test has said that it wins by that; by `evaluate` otherwise."""


class Scorer:
    """Scores the options of one side's decisions in one setting. A higher score is better."""

    def __init__(self, table: Mapping[str, float], labels: Labels) -> None:
        self._labels = labels
        self._plain: dict[Key, float] = {}
        self._situations: dict[tuple[str | int, str | int], dict[Key, float]] = {}
        self._features: dict[Key, float] = {}
        for text, weight in table.items():
            key = read_key(text)
            if key[0] == WITH:
                self._features[key[1:]] = weight
            elif WHEN in key[2:3]:
                self._situations.setdefault((key[0], key[1]), {})[key[3:]] = weight
            else:
                self._plain[key] = weight
        self._known: dict[tuple[str, int], dict[Option, float]] = {}
        self._room = _MOST_OPTIONS

    def scores(self, decision: Decision, features: Features, passed: int) -> list[float]:
        """The score of each option."""
        kind, options = decision.kind, decision.options
        known = self._known.get((kind, passed))
        if known is None:
            known = self._known[kind, passed] = {}
        by_verb: dict[str, float] = {}
        scores = []
        for option in options:
            score = known.get(option)
            if score is None:
                score = self._learn(known, kind, option, passed)
            verb = option[0]
            if verb not in by_verb:
                by_verb[verb] = self._situation(kind, verb, features.situation)
            scores.append(score + by_verb[verb])
        if features.options:
            weigh = self._features.get
            for at, keys in enumerate(features.options):
                for key in keys:
                    scores[at] += weigh(key, 0.0)
        return scores

    def _situation(self, kind: str, verb: str, situation: Any) -> float:
        table = self._situations.get((kind, verb))
        return 0.0 if table is None else sum([table.get(key, 0.0) for key in situation])

    def _learn(self, known: dict[Option, float], kind: str, option: Option, passed: int) -> float:
        """What an option weighs by itself; remembered, for the same options come again and again."""
        if self._room == 0:
            self._known = {}
            self._room = _MOST_OPTIONS
        self._room -= 1
        keys = option_keys(kind, option, passed, self._labels)
        known[option] = score = sum([self._plain.get(key, 0.0) for key in keys])
        return score


class Weights:
    """The weights of one scenario, ready to score with."""

    def __init__(self, file: WeightsFile) -> None:
        self.file = file
        self._scorers: dict[bytes, tuple[dict[str, Scorer], dict[str, Scorer]]] = {}

    def players(self, game: Game[Any], setting: Setting) -> dict[str, Scorer]:
        """By side: the scorer that `swift` chooses by."""
        return self._of(game, setting)[0]

    def searchers(self, game: Game[Any], setting: Setting) -> dict[str, Scorer]:
        """By side: the scorer by which everybody plays on in a search."""
        return self._of(game, setting)[1]

    def chances(self, side: str) -> Chances:
        """How evaluations of a side become chances to win."""
        return self.file.chances.get(side, Chances())

    def chance(self, match: Match, seat: int) -> float:
        """How likely a seat wins from a position at a milestone, by learned terms or by the game's evaluation."""
        game, side = match.game, match.setting.roles[seat].side
        judgement = self.file.judgements.get(side) if self.file.judges else None
        if judgement is None or game.terms is None:
            return self.chances(side).of(game.evaluate(match.state, seat))
        return judgement.of(game.terms.count(match.state, seat))

    def _of(self, game: Game[Any], setting: Setting) -> tuple[dict[str, Scorer], dict[str, Scorer]]:
        if (known := self._scorers.get(setting.key)) is None:
            labels = labels_of(game, setting)
            sides = {role.side for role in setting.roles}
            play = {side: Scorer(self.file.play.get(side, {}), labels) for side in sides}
            search = {side: Scorer(self.file.search[side], labels) for side in sides & self.file.search.keys()}
            known = self._scorers[setting.key] = (play, play | search)
        return known


def score_options(match: Match, decision: Decision, scorers: Mapping[str, Scorer]) -> list[float]:
    """The score of each option of a decision in a world, for the side whose decision it is."""
    game, state = match.game, match.state
    side = match.setting.roles[decision.seat].side
    features = game.features(state, decision.seat, decision)
    return scorers[side].scores(decision, features, game.milestones(state))


def untrained(game: Game[Any], scenario: str) -> WeightsFile:
    """Weights that know nothing: every option is as good as another."""
    return WeightsFile(
        game=game.id,
        rules_version=game.rules_version,
        keys_version=KEYS_VERSION,
        feature_version=game.feature_version,
        scenario=scenario,
        seats=0,
        options={},
        seed=0,
        history=[],
        chances={},
        play={},
    )


def write_weights(file: WeightsFile) -> bytes:
    """Weights as a file has them; the same weights are the same bytes."""
    return gzip.compress(msgspec.json.format(msgspec.json.encode(file), indent=1), mtime=0)


def read_weights(data: bytes, game: Game[Any], scenario: str) -> Weights:
    """The weights in a file. Raises BadWeights for what is none, or was learned under something else."""
    try:
        file = msgspec.json.decode(gzip.decompress(data), type=WeightsFile)
    except (msgspec.MsgspecError, OSError, EOFError, zlib.error) as fault:
        raise BadWeights(f"not a file of weights: {fault}") from None
    wanted = untrained(game, scenario)
    for name in ("game", "scenario", "rules_version", "keys_version", "feature_version"):
        was, now = getattr(file, name), getattr(wanted, name)
        if was != now:
            what = name.replace("_", " ")
            raise BadWeights(f"the weights were learned with {what} {was}, but here it is {now}: train them anew")
    known = game.terms.words if game.terms is not None else {}
    for judgement in file.judgements.values():
        for term in judgement.terms.keys() - known.keys():
            raise BadWeights(f"{game.id} has no term {term!r}: train the weights anew")
    return Weights(file)


_shipped: dict[tuple[str, str, str], Weights] = {}


def shipped_weights(game: Game[Any], scenario: str) -> Weights:
    """The weights that come with a game; such as know nothing where it has none for the scenario."""
    key = (game.id, scenario, str(game.weights))
    if key not in _shipped:
        path = None if game.weights is None else game.weights / f"{scenario}.json.gz"
        if path is None or not path.exists():
            _shipped[key] = Weights(untrained(game, scenario))
        else:
            _shipped[key] = read_weights(path.read_bytes(), game, scenario)
    return _shipped[key]
