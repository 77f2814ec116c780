"""What worlds are compared by: `Game.sight` tells two positions apart exactly where observations do."""

import random
from typing import Any

import msgspec

from engine.core.game import Game
from engine.core.match import Match
from engine.testing.walk import POINTS, Variant, expect, points, random_record, viewers

_EXCHANGES = 4
"""Exchanges of hidden components that each viewer is shown at a point."""


def check_sight(game: Game[Any], variant: Variant, seed: int = 0, most: int = POINTS) -> None:
    """Two positions look alike to a seat where its observations are equal, and nowhere else."""
    if game.sight is None:
        return
    rng = variant.rng(game, seed)
    for match, seat, index in points(random_record(game, variant, seed), rng, most):
        for viewer in viewers(match):
            check_next_sight(match, seat, index, viewer)
            for other in viewers(match):
                for _ in range(_EXCHANGES):
                    _compare(match, _exchanged(match, other, rng), viewer)


def check_next_sight(match: Match, seat: int, index: int, viewer: int | None) -> None:
    """The position after a choice looks like the one before to a viewer if it is shown alike, and only then."""
    if match.game.sight is not None:
        after = match.clone()
        after.choose(seat, index)
        _compare(match, after.state, viewer)


def _exchanged(match: Match, seat: int | None, rng: random.Random) -> Any:
    """The state with two components exchanged that a seat cannot place, if there are any."""
    game = match.game
    state = game.decode(msgspec.msgpack.encode(match.state))
    pools = [pool for pool in game.unseen(state, seat) if len(pool) > 1]
    if pools:
        one, other = rng.sample(list(rng.choice(pools)), 2)
        exchange = {one: other, other: one}
        for zone in game.zones(state):
            zone[:] = map(exchange.get, zone, zone)
    return state


def _compare(match: Match, state: Any, viewer: int | None) -> None:
    game = match.game
    assert game.sight is not None
    shown = game.observe(match.state, viewer) == game.observe(state, viewer)
    looks = game.sight(match.state, viewer) == game.sight(state, viewer)
    expect(looks == shown, match, f"to seat {viewer} positions look alike: {looks}, and are shown alike: {shown}")
