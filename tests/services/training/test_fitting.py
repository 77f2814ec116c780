"""Weights are fitted to examples: what the teacher prefers weighs more, and rare keys nothing."""

import random

import pytest

from engine.bots.keys import write_key
from services.training.examples import Collector, Standing, merged
from services.training.fitting import FEWEST, fit, fit_chances, fit_judgements

RED, BLUE, RARE = ("turn", "red"), ("turn", "blue"), ("turn", "rare")


def preferring(side: str, best: tuple[str, ...], other: tuple[str, ...], times: int) -> Collector:
    collector = Collector()
    for _ in range(times):
        collector.add(side, [[best], [other]], [0.8, 0.2])
    return collector


def test_the_odds_of_options_are_those_of_the_teacher() -> None:
    table = fit(preferring("free", RED, BLUE, 2000).finish())["free"]
    lead = table[write_key(RED)] - table[write_key(BLUE)]
    assert lead == pytest.approx(1.386, abs=0.05)  # log(0.8 / 0.2)


def test_sides_learn_apart() -> None:
    both = merged([preferring("free", RED, BLUE, 200).finish(), preferring("shadow", BLUE, RED, 200).finish()])
    tables = fit(both)
    assert tables["free"][write_key(RED)] > 0 > tables["free"][write_key(BLUE)]
    assert tables["shadow"][write_key(BLUE)] > 0 > tables["shadow"][write_key(RED)]


def test_keys_that_hardly_occur_are_left_out() -> None:
    collector = preferring("free", RED, BLUE, 100)
    for _ in range(FEWEST - 1):
        collector.add("free", [[RED, RARE], [BLUE]], [0.0, 1.0])
    assert write_key(RARE) not in fit(collector.finish())["free"]


def test_the_same_examples_give_the_same_weights_in_whatever_chunks_they_come() -> None:
    rng = random.Random(2)
    keys = [("turn", f"key-{n}") for n in range(9)]
    rows = [([rng.sample(keys, 3) for _ in range(3)], [0.2, 0.3, 0.5]) for _ in range(100)]

    def gathered(chunk: int) -> dict[str, dict[str, float]]:
        collectors = []
        for first in range(0, len(rows), chunk):
            collector = Collector()
            for options, targets in rows[first : first + chunk]:
                collector.add("free", options, targets)
            collectors.append(collector.finish())
        return fit(merged(collectors))

    assert gathered(100) == gathered(7)


def test_chances_follow_what_came_of_positions() -> None:
    rng = random.Random(4)
    standings = []
    for _ in range(4000):
        worth = rng.uniform(-10, 10)
        standings.append(Standing("free", worth, float(rng.random() < 1 / (1 + 2.718281828 ** -(0.3 * worth - 1)))))
    chances = fit_chances(standings)["free"]
    assert chances.scale == pytest.approx(0.3, abs=0.03)
    assert chances.bias == pytest.approx(-1, abs=0.15)


def test_chances_are_finite_where_every_match_was_lost() -> None:
    chances = fit_chances([Standing("free", worth / 10, 0.0) for worth in range(100)])["free"]
    assert 0 < chances.scale < 10
    assert chances.bias < 0


def test_terms_weigh_what_they_did_for_a_win() -> None:
    rng = random.Random(4)
    standings = []
    for _ in range(4000):
        counts = {"cards": float(rng.randrange(10)), "points": rng.uniform(-3, 3), "never": 0.0}
        odds = 0.4 * counts["cards"] - 1.0 * counts["points"] - 2
        standings.append(Standing("free", 0.0, float(rng.random() < 1 / (1 + 2.718281828**-odds)), counts))
    judgement = fit_judgements(standings)["free"]
    assert {name: round(term.weight, 1) for name, term in judgement.terms.items()} == {"cards": 0.4, "points": -1.0}
    assert judgement.terms["cards"].spread == pytest.approx(2.87, abs=0.05)
    assert judgement.bias == pytest.approx(-2, abs=0.2)
    assert judgement.of({"cards": 5.0, "points": 0.0, "never": 0.0}) == pytest.approx(0.5, abs=0.03)


def test_positions_without_terms_give_no_judgement() -> None:
    assert fit_judgements([Standing("free", 1.0, 1.0)]) == {}
