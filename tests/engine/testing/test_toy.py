"""The toy game conforms, so what the kit finds in its broken variants is what was broken."""

import pytest

from engine.core import registry
from engine.testing import Case, Variant, conformance, variants_of
from tests.toy import GAME

VARIANTS = [Variant("duel", 2, {"coins": 0}), Variant("company", 3, {"coins": 9, "rounds": 3})]
CASES = conformance(GAME, seeds=(0, 1), variants=VARIANTS, imports=["tests.toy.registered"])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_toy_conforms(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, GAME.id, GAME)
    case()


def test_settings_cover_scenarios_seats_and_listed_option_values() -> None:
    assert [str(variant) for variant in variants_of(GAME)] == [
        "duel-2",
        "duel-2-rounds=1",
        "duel-2-rounds=3",
        "company-2",
        "company-3",
        "company-3-rounds=1",
        "company-3-rounds=3",
        "company-3-allies=True",
    ]
