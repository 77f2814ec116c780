"""The game of the docs passes the kit that it is meant to start others from."""

import pytest

from engine.core import registry
from engine.testing import conformance


def test_the_game_of_the_docs_conforms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    from docs.examples.riddles import GAME  # here: importing it registers it

    for case in conformance(GAME, seeds=(0, 1, 2), imports=["docs.examples.riddles"]):
        case()
