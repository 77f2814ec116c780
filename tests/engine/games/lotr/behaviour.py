"""Which functions a card registered for itself, so that a test can be seen to have run one of them."""

from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

from engine.games.lotr import game  # noqa: F401 - the game loads its cards
from engine.games.lotr.cards import registry
from engine.games.lotr.components.kinds import KIND


def _registered() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every card id with a function that carries out what the card says."""
    for table in (registry.ACTIONS, registry.EVENTS):
        yield from ((KIND[card].id, action.do) for card, action in enumerate(table) if action is not None)
    for answers in (*registry.RESPONSES.values(), *registry.HAND_RESPONSES.values()):
        yield from ((id, answer.do) for id, answer in answers.items())
    for effects in (*registry.FORCED.values(), *registry.STATS.values()):
        yield from effects.items()
    for effects in (registry.REVEALED, registry.SHADOWS, registry.SETUPS):
        yield from effects.items()
    yield from ((id, travel.pay) for id, travel in registry.TRAVELS.items())
    for id, stage in registry.STAGES.items():
        yield from ((id, condition) for condition in (stage.blocked, stage.won))


def _by_card() -> dict[str, frozenset[CodeType]]:
    found: dict[str, set[CodeType]] = {}
    for id, do in _registered():
        found.setdefault(id, set()).add(do.__code__)
    return {id: frozenset(codes) for id, codes in found.items()}


BEHAVIOUR = _by_card()
"""The code of each card; cards that only switch a rule on or bear keywords have none."""
