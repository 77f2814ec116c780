"""Whole matches at random: bounded in length, sound at every decision."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.meq.components.box import ENTRIES
from engine.games.meq.game import GAME
from engine.games.meq.layout import zones
from engine.testing import perft

LONGEST = 1500
"""More decisions than any match of nine rounds has."""


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4), stakes=st.booleans(), advanced=st.booleans())
def test_random_matches_are_bounded_and_sound(seed: int, seats: int, stakes: bool, advanced: bool) -> None:
    match = GAME.new_match(seats=seats, seed=seed, **{"high-stakes": stakes, "advanced-dominance": advanced})
    match.quiet = True
    rng = random.Random(seed)
    for _ in range(LONGEST):
        if not match.pending:
            break
        decision = match.pending[0]
        match.choose(decision.seat, rng.randrange(len(decision.options)))
        s = match.state
        assert all(0 <= at <= 18 for at in s.story)
        assert 0 <= s.pool <= 12
        assert min(s.influence) >= 0
    assert match.outcome is not None
    assert match.outcome.scores.keys() == {"heroes", "sauron"}
    assert max(match.outcome.scores, key=match.outcome.scores.__getitem__) == match.outcome.side
    assert match.state.round <= 11
    assert sorted(card for zone in zones(match.state) for card in zone) == list(range(len(ENTRIES)))


def test_heroes_are_chosen_from_five() -> None:
    assert [perft(GAME.new_match(seats=n + 1, seed=1), n) for n in (1, 2, 3)] == [5, 20, 60]


def test_heroes_by_lot_ask_nobody() -> None:
    match = GAME.new_match(seats=4, seed=1, heroes="random")
    assert match.pending[0].kind == "influence"
    assert len({hero.who for hero in match.state.heroes}) == 3
