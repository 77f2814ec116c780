"""Greedy players, who take whatever looks best as long as it does, come to an end; against bots they win and lose."""

import random

import pytest

from engine.bots import play_out
from engine.bots.greedy import Greedy
from engine.core.match import Match
from engine.games.wotr.game import GAME
from engine.testing import Setting, settings

MOST = 1_000
"""Several times the choices of a long match."""


def played(setting: Setting, seed: int) -> Match:
    """A match of greedy players, who imagine one world each."""
    match = setting.new_match(GAME, seed)
    match.quiet = True
    return play_out(match, [Greedy(random.Random(seed), worlds=1) for _ in range(match.seats)], MOST)


@pytest.mark.parametrize("setting", settings(GAME), ids=str)
def test_greedy_play_ends(setting: Setting) -> None:
    assert played(setting, 2).is_over
