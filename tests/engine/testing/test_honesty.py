"""The kit finds bots that know more than their seat. Features that do are among the faults of `tests.toy.broken`."""

import random

import pytest

from engine.bots import BOTS, Perspective
from engine.core import registry
from engine.testing import Nonconforming, Variant, check_honesty
from tests.toy import GAME

COMPANY = Variant("company", 3)


@pytest.fixture(autouse=True)
def barrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, GAME.id, GAME)


class Peeking:
    """A bot that looks at the top of the deck."""

    def __init__(self, rng: random.Random) -> None:
        pass

    def choose(self, view: Perspective) -> int:
        """An option by what it should not know."""
        return int(sum(view._match.state.deck[-1:])) % len(view.options)


def test_bots_of_ours_are_honest() -> None:
    for seed in range(3):
        check_honesty(GAME, COMPANY, seed)
    assert {"random", "greedy", "swift", "horizon", "novice", "adept", "master"} <= BOTS.keys()


def check_five_matches(**bots: type[Peeking]) -> None:
    for seed in range(5):
        check_honesty(GAME, COMPANY, seed, bots=bots)


def test_a_bot_that_peeks_is_found() -> None:
    with pytest.raises(Nonconforming, match=r"peeking chooses by what seat . cannot see"):
        check_five_matches(peeking=Peeking)
