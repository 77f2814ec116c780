"""The conformance kit: what every game, ours or a stranger's, must pass.

`conformance(GAME)` gives the cases; `pytest.mark.parametrize("case", conformance(GAME), ids=str)` runs them.
"""

from engine.testing.conformance import Case, conformance
from engine.testing.contract import (
    check_components,
    check_conservation,
    check_random_play,
    check_refusals,
    check_scores,
    check_words,
)
from engine.testing.copies import check_determinism, check_replay, check_snapshots
from engine.testing.deals import check_streams
from engine.testing.frontends import check_frontends
from engine.testing.honesty import check_features, check_honesty
from engine.testing.names import check_names
from engine.testing.odds import check_odds, check_unseen
from engine.testing.perft import perft
from engine.testing.playthroughs import check_golden
from engine.testing.position import position
from engine.testing.secrets import check_no_trace, check_undo, check_views, check_worlds
from engine.testing.sights import check_sight
from engine.testing.walk import Nonconforming, Variant, variants_of

__all__ = [
    "Case",
    "Nonconforming",
    "Variant",
    "check_components",
    "check_conservation",
    "check_determinism",
    "check_features",
    "check_frontends",
    "check_golden",
    "check_honesty",
    "check_names",
    "check_no_trace",
    "check_odds",
    "check_random_play",
    "check_refusals",
    "check_replay",
    "check_scores",
    "check_sight",
    "check_snapshots",
    "check_streams",
    "check_undo",
    "check_unseen",
    "check_views",
    "check_words",
    "check_worlds",
    "conformance",
    "perft",
    "position",
    "variants_of",
]
