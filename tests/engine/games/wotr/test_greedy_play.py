"""Greedy players, who take whatever looks best as long as it does, come to an end; against bots they win and lose."""

import random

import pytest

from engine.bots import play_out
from engine.bots.greedy import Greedy
from engine.core.match import Match
from engine.games.wotr.components.box import FREE, SHADOW
from engine.games.wotr.game import GAME
from engine.games.wotr.scenarios import AGAINST_THE_SHADOW
from engine.testing import Variant, variants_of

MOST = 1_000
"""Several times the choices of a long match."""


def played(variant: Variant, seed: int) -> Match:
    """A match of greedy players, who imagine one world each."""
    match = variant.new_match(GAME, seed)
    match.quiet = True
    return play_out(match, [Greedy(random.Random(seed), worlds=1) for _ in range(match.seats)], MOST)


PEOPLE = [variant for variant in variants_of(GAME) if "mode" not in variant.options]
"""Where people play both sides; the matches against bots are in the test below."""


@pytest.mark.parametrize("variant", PEOPLE, ids=str)
def test_greedy_play_ends(variant: Variant) -> None:
    assert played(variant, 2).is_over


@pytest.mark.parametrize(
    ("scenario", "level", "won", "lost"),
    [
        ("trilogy", "standard", 18, 0),
        ("trilogy", "challenging", 9, 0),
        ("duel", "standard", 7, 0),
        ("duel", "challenging", 98, 0),
        ("fellowship", "standard", 29, 0),
        ("fellowship", "challenging", 13, 0),
    ],
)
def test_both_levels_can_be_won_and_lost(scenario: str, level: str, won: int, lost: int) -> None:
    variant = Variant(scenario, 2 if scenario == "trilogy" else 1, {"mode": AGAINST_THE_SHADOW, "level": level})
    ends = [played(variant, seed).outcome for seed in (won, lost)]
    assert [end.side for end in ends if end is not None] == [FREE, SHADOW]
