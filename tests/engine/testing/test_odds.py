"""Worlds that repeat the truth too often are found, however rarely they do and whoever is at fault."""

import random
from typing import Any

import pytest

from engine.core import match as kernel
from engine.core import registry, worlds
from engine.core.match import Match
from engine.testing import Nonconforming, Variant, check_odds
from tests.toy import GAME

SETTING = Variant("company", 3)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, GAME.id, GAME)


def test_one_world_in_ten_that_is_the_true_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = worlds._deal

    def deal_or_leave(pools: Any, barred: Any, rng: random.Random) -> dict[int, int]:
        return {} if rng.random() < 0.1 else deal(pools, barred, rng)

    monkeypatch.setattr(worlds, "_deal", deal_or_leave)
    with pytest.raises(Nonconforming, match="in their true places"):
        check_odds(GAME, SETTING)


def test_a_world_with_the_seed_of_the_match_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def world_with_seed(match: Match, seat: int | None, rng: random.Random) -> Match:
        world = worlds.deal_world(match, seat, rng)
        world.state.seed = match.state.seed
        return world

    monkeypatch.setattr(kernel, "deal_world", world_with_seed)
    with pytest.raises(Nonconforming, match="has a true event of stream deck"):
        check_odds(GAME, SETTING)
