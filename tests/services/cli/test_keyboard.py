"""Lines as they are typed or piped; keys pressed before a question answer nothing."""

import os
import pty
from collections.abc import Callable

import pytest

from services.cli.keyboard import Keyboard

Feed = Callable[[bytes], int]


@pytest.fixture
def feed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch):
    """Standard input from a terminal or a pipe, and a way to write to it."""
    ours, theirs = pty.openpty() if request.param == "terminal" else reversed(os.pipe())
    with open(theirs) as stdin, open(ours, "wb", buffering=0) as out:
        monkeypatch.setattr("sys.stdin", stdin)
        yield out.write


@pytest.mark.parametrize("feed", ["terminal"], indirect=True)
async def test_a_terminal_forgets_what_was_typed_before_it_asked(feed: Feed) -> None:
    keyboard = Keyboard()
    feed(b"1\nq\n")
    assert await keyboard.line() == "1"
    keyboard.discard()
    feed(b"2\n")
    assert await keyboard.line() == "2"


@pytest.mark.parametrize("feed", ["pipe"], indirect=True)
async def test_a_pipe_forgets_nothing(feed: Feed) -> None:
    keyboard = Keyboard()
    feed(b"1\nq\n")
    keyboard.discard()
    assert await keyboard.line() == "1"
    keyboard.discard()
    assert await keyboard.line() == "q"
