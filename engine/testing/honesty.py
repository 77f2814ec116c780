"""Bots are honest: no choice, and nothing that bots are told to choose by, depends on what the seat cannot see."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from engine.bots import SHIPPED_BOTS, Bot, Perspective
from engine.core.game import Game
from engine.core.match import Match
from engine.testing.walk import POINTS, Variant, expect, points, random_record, world_for

_WORLDS = 3
"""Other worlds in which each decision is made again."""


def check_features(game: Game[Any], variant: Variant, seed: int = 0, most: int = POINTS) -> None:
    """What a game tells bots of a decision does not change when only what its seat cannot see changes."""
    rng = variant.rng(game, seed)
    for match, seat, _ in points(random_record(game, variant, seed), rng, most):
        view = Perspective(match, seat)
        clues = (view.features(), view.milestones)
        rows = clues[0].options
        expect(len(rows) in (0, len(view.options)), match, f"{len(rows)} options of {len(view.options)} have features")
        for _ in range(_WORLDS):
            other = Perspective(world_for(match, seat, rng), seat)
            same = (other.features(), other.milestones) == clues
            expect(same, match, f"the features tell seat {seat} what it cannot see: {_changed(view, other)}")


def _changed(view: Perspective, other: Perspective) -> str:
    """Features that two worlds do not share."""
    one, two = (
        {*features.situation, *(key for row in features.options for key in row)}
        for features in (view.features(), other.features())
    )
    return ", ".join(map(str, sorted(one ^ two, key=str)[:5])) or "their order"


def check_honesty(
    game: Game[Any],
    variant: Variant,
    seed: int = 0,
    most: int = 3,
    bots: Mapping[str, Callable[..., Bot]] = SHIPPED_BOTS,
) -> None:
    """No bot chooses otherwise when only what its seat cannot see changes."""
    rng = variant.rng(game, seed)
    for match, seat, _ in points(random_record(game, variant, seed), rng, most):
        worlds = [world_for(match, seat, rng) for _ in range(_WORLDS)]
        for name, kind in bots.items():
            _check_choice(match, seat, worlds, name, kind)


def _check_choice(match: Match, seat: int, worlds: list[Match], name: str, kind: Callable[..., Bot]) -> None:
    """A bot with the same source of randomness chooses the same in the match and in worlds that look like it."""
    choice = kind(random.Random(seat)).choose(Perspective(match, seat))
    for world in worlds:
        other = kind(random.Random(seat)).choose(Perspective(world, seat))
        fault = f"{name} chooses by what seat {seat} cannot see: option {choice} here, {other} in a world like it"
        expect(other == choice, match, fault)
