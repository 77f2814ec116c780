"""What holds at every moment of every match, whoever plays."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.match import Match
from engine.games.bofa.components.box import EAGLE_FIGURES, LEADERSHIP_TOKENS
from engine.games.bofa.components.library import load
from engine.games.bofa.game import GAME
from engine.games.bofa.layout import zones
from engine.games.bofa.rules.hand import HAND_LIMIT

PACK = load("reconstruction")
COMPONENTS = sorted([*PACK.cards, *PACK.recruitment_tokens, *PACK.fate_tokens])


def check(match: Match) -> None:
    """Figures and components are conserved, armies are of one side and within their limits."""
    s = match.state
    assert sorted(number for zone in zones(s) for number in zone) == COMPONENTS
    units = [unit for army in s.armies for unit in army] + [unit for c in s.columns for unit in c.units]
    for unit, figures in enumerate(PACK.figures):
        assert units.count(unit) <= figures
    assert s.eyrie + sum(s.eagles) <= EAGLE_FIGURES
    assert 0 <= s.fate <= 15
    for army in s.armies:
        assert len({PACK.unit_side[unit] for unit in army}) <= 1
    if match.pending[0].kind == "action":
        for place, army in enumerate(s.armies):
            assert 0 <= s.damage[place] <= len(army)
            assert len(army) <= 5 or place in PACK.layout.unlimited
            assert army or not s.leaders[place]
        assert all(len(hand) <= HAND_LIMIT for hand in s.hands)
        for seat in (0, 1):
            tokens = [s.leaders[n] for n, army in enumerate(s.armies) if army and PACK.unit_side[army[0]] == seat]
            assert sum(tokens) <= LEADERSHIP_TOKENS[seat]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9))
def test_nothing_is_lost_and_no_limit_is_broken(seed: int) -> None:
    match = GAME.new_match(seed=seed)
    match.quiet = True
    rng = random.Random(seed)
    while match.pending:
        check(match)
        decision = match.pending[0]
        match.choose(decision.seat, rng.randrange(len(decision.options)))
    assert match.outcome is not None
    assert match.outcome.reason in {"fate", "beorn", "bolg-slain", "front-gate", "ten-points"}
