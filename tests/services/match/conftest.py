"""A duel of the toy game, hosted without any server."""

from collections.abc import Callable

import pytest

from services.match.hosted import HostedMatch
from services.match.log import Meta
from tests.toy import registered  # noqa: F401  # makes the toy game playable

Host = Callable[..., HostedMatch]


@pytest.fixture
def host() -> Host:
    """Hosts a duel of Barrow between ann and bob, begun at time 0; arguments change its meta."""

    def duel(**changes: object) -> HostedMatch:
        meta = {
            "match_id": "hosted-1",
            "game": "barrow",
            "rules_version": 1,
            "scenario": "duel",
            "options": {"rounds": 2, "coins": 2},
            "seed": bytes(16),
            "players": ["ann", "bob"],
            "bots": ["random", "random"],
            "bank_ms": 10_000,
            "increment_ms": 5_000,
            "absence_ms": 0,
            "private": False,
            "created_ms": 0,
        }
        return HostedMatch.new(Meta(**{**meta, **changes}))

    return duel
