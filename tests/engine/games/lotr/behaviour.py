"""Which functions carry out what a card says, so that a test can be seen to have run one of them."""

from inspect import unwrap
from types import CodeType

from engine.games.lotr.cards.registry import REGISTRY
from engine.games.lotr.components.box import DISTINCT_ENTRIES, ORC_GUARD


def _by_card() -> dict[str, frozenset[CodeType]]:
    codes: dict[str, set[CodeType]] = {}
    for effect in sorted({effect for kind in DISTINCT_ENTRIES for effect in kind.effects}):
        for id, clause in REGISTRY.of_kind(effect):
            if callable(clause.rule) and id != ORC_GUARD.id:
                codes.setdefault(id, set()).add(unwrap(clause.rule).__code__)
    return {id: frozenset(each) for id, each in codes.items()}


BEHAVIOUR = _by_card()
"""The code of each card; cards that only have values or bear keywords have none."""
