"""A choice can be undone as long as nobody chose since, nothing was random and nothing was shown."""

import random
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.core.chance import roll
from engine.core.errors import BadSeats, CannotUndo
from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.game import Game
from engine.core.match import Match, restore
from engine.core.state import disclose
from tests.engine.core.small import Small, ask, ask_forever, small


def start(game: Game[Any], *choices: int) -> Match:
    match = game.new_match(seed=1)
    for index in choices:
        match.choose(match.pending[0].seat, index)
    return match


def test_nothing_to_take_back() -> None:
    with pytest.raises(CannotUndo, match="nothing has been chosen yet"):
        start(small(step_first=ask_forever)).undo(0)


def test_only_the_last_to_choose_may() -> None:
    with pytest.raises(CannotUndo, match="has chosen since"):
        start(small(step_first=ask_forever), 0, 0, 0).undo(1)


def test_strangers_may_not() -> None:
    with pytest.raises(BadSeats):
        start(small(step_first=ask_forever), 0).undo(9)


def test_back_across_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    game = small(step_first=ask_forever)
    monkeypatch.setattr("engine.core.registry._registered", {"small": game})
    match = start(game, 0, 1)
    before = start(game, 0)
    match.undo(1)
    assert match.digest() == before.digest()
    assert match.choices == before.choices
    assert match.pending == before.pending
    assert match.version == 3
    assert [event.kind for event in match.events] == ["undone"]
    match.undo(0)
    assert match.choices == []
    match.choose(0, 1)
    assert match.state.notes == ["right"]


def test_back_within_a_step() -> None:
    def first(s: Small) -> Flow[None]:
        for _ in range(3):
            s.notes.append((yield ask(0, "a", "b"))[0])

    match = start(small(step_first=first), 0, 1)
    match.undo(0)
    assert match.state.notes == ["a"]
    match.choose(0, 0)
    assert match.state.notes == ["a", "a"]


def test_not_across_chance() -> None:
    def first(s: Small) -> Flow[None]:
        yield ask(0, "a", "b")
        s.count = roll(s, "dice")
        yield ask(0, "c", "d")

    with pytest.raises(CannotUndo, match="something random has happened since"):
        start(small(step_first=first), 0).undo(0)


def test_not_across_a_secret() -> None:
    def first(s: Small) -> Flow[None]:
        yield ask(0, "a", "b")
        disclose(s)
        yield ask(0, "c", "d")

    with pytest.raises(CannotUndo, match="what is asked now may tell of hidden cards"):
        start(small(step_first=first), 0).undo(0)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"only": (0,), "others": ()}, "you have seen what was hidden (drew 7)"),
        ({"only": (1,), "others": ()}, "Role 1 has seen what was hidden (drew)"),
        ({"only": (1,)}, "what is asked now may tell of hidden cards"),
        ({"only": (1, 2), "others": ()}, "Role 1 has seen what was hidden (drew)"),
        ({"only": (2,), "others": ()}, "what has happened since may tell of hidden cards (drew)"),
        ({}, "what has happened since may tell of hidden cards (drew 7)"),
    ],
)
def test_a_refusal_says_what_was_shown_to_whom(told: dict[str, Any], why: str) -> None:
    """Whoever saw nothing is not said to have seen something, and who holds no seat is nobody to be named."""

    def first(s: Small) -> Flow[None]:
        yield ask(0, "a", "b")
        tell(s, "drew", (7,), **told)
        disclose(s)
        yield ask(0, "c", "d")

    narrate = lambda _s, event, _lang: " ".join(map(str, (event.kind, *event.data)))  # noqa: E731
    match = start(small(step_first=first, narrate=narrate), 0)
    with pytest.raises(CannotUndo, match=re.escape(why)) as refused:
        match.undo(0)
    assert refused.value.why.pl != refused.value.why.en


def test_after_an_undo_a_refusal_names_nothing_that_is_undone() -> None:
    def first(s: Small) -> Flow[None]:
        yield ask(0, "a", "b")
        roll(s, "dice")
        yield ask(0, "c", "d")
        yield ask(0, "e", "f")

    match = start(small(step_first=first), 0, 0)
    match.undo(0)
    with pytest.raises(CannotUndo, match=r"something random has happened since$"):
        match.undo(0)


def test_a_refused_undo_changes_nothing(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5, coins=0)
    match.choose(0, match.options(0).index(("gamble",)))
    before = (match.snapshot(), match.digest(), match.pending)
    with pytest.raises(CannotUndo):
        match.undo(0)
    assert (match.snapshot(), match.digest(), match.pending) == before


def test_a_restored_match_can_be_undone(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5, coins=0)
    match.choose(0, match.options(0).index(("pass",)))
    restored = restore(match.snapshot())
    restored.undo(0)
    assert restored.digest() == barrow.new_match("duel", seed=5, coins=0).digest()


def test_an_imagined_world_can_be_undone_only_as_far_as_it_goes(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    match.choose(0, 2)
    match.choose(1, 0)
    world = match.deal_world(0, random.Random(1))
    world.choose(0, world.options(0).index(("pass",)))
    with pytest.raises(CannotUndo, match="a world has no past"):
        world.undo(0)


@pytest.mark.parametrize("happening", [lambda s: roll(s, "dice"), disclose], ids=["chance", "secret"])
@pytest.mark.parametrize("in_a_new_step", [False, True])
def test_a_refused_undo_plays_nothing_again(
    happening: Callable[[Small], object], in_a_new_step: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []

    def first(s: Small) -> Flow[None]:
        played.append("first")
        yield ask(0, "a", "b")
        happening(s)
        if in_a_new_step:
            s.step = "second"
        else:
            yield ask(0, "c", "d")

    def second(s: Small) -> Flow[None]:
        played.append("second")
        yield ask(0, "e", "f")

    game = small(step_first=first, step_second=second)
    monkeypatch.setattr("engine.core.registry._registered", {"small": game})
    match = start(game, 0)
    for copy in (match, match.clone(), restore(match.snapshot())):
        played.clear()
        with pytest.raises(CannotUndo, match=r"since|may tell"):
            copy.undo(0)
        assert not played


def test_after_an_undo_it_is_still_known_what_cannot_be_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def first(s: Small) -> Flow[None]:
        played.append("first")
        yield ask(0, "a", "b")
        disclose(s)
        s.step = "second"

    def second(s: Small) -> Flow[None]:
        yield ask(0, "c", "d")
        yield ask(0, "e", "f")

    game = small(step_first=first, step_second=second)
    monkeypatch.setattr("engine.core.registry._registered", {"small": game})
    match = start(game, 0, 0)
    match.undo(0)
    played.clear()
    with pytest.raises(CannotUndo, match="what is asked now may tell of hidden cards"):
        match.undo(0)
    assert not played


def test_a_snapshot_that_does_not_say_what_can_be_undone(barrow: Game[Any]) -> None:
    """Releases before this one did not note it: then the match is played again to find out."""
    for choice, undone in ((("gamble",), False), (("pass",), True)):
        match = barrow.new_match("duel", seed=5, coins=0)
        match.choose(0, match.options(0).index(choice))
        *old, _ = msgspec.msgpack.decode(match.snapshot())
        restored = restore(msgspec.msgpack.encode(old))
        if undone:
            restored.undo(0)
            assert restored.choices == []
        else:
            with pytest.raises(CannotUndo, match="something random has happened since"):
                restored.undo(0)
