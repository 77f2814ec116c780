"""Tables for the tests of The Lord of the Rings: The Card Game, and the mark that names the cards a test plays."""

import sys
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any

import pytest

from tests.engine.games.lotr.behaviour import BEHAVIOUR
from tests.engine.games.lotr.tabletop import Tabletop


def pytest_configure(config: pytest.Config) -> None:
    """Make `@pytest.mark.card("aragorn")` known."""
    config.addinivalue_line("markers", "card(*ids): the test plays these cards and asserts what their texts say")


@pytest.fixture(autouse=True)
def played(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test marked with a card fails unless something that the card does was done in it."""
    cards = [id for mark in request.node.iter_markers("card") for id in mark.args if id in BEHAVIOUR]
    if not cards:
        yield
        return
    ran: set[CodeType] = set()

    def note(frame: FrameType, event: str, _arg: Any) -> None:
        if event == "call":
            ran.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    yield
    sys.setprofile(before)
    idle = [id for id in cards if not BEHAVIOUR[id] & ran]
    assert not idle, f"the test is marked with cards that did nothing in it: {', '.join(idle)}"


@pytest.fixture
def table() -> Tabletop:
    """One player with Aragorn, Gimli and Éowyn."""
    return Tabletop()


@pytest.fixture
def two() -> Tabletop:
    """Two players: Aragorn, Gimli and Éowyn; Legolas, Denethor and Eleanor."""
    return Tabletop(["aragorn", "gimli", "eowyn"], ["legolas", "denethor", "eleanor"])
