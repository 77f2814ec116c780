"""Words fall back to English; events reach only those who may see them."""

from typing import Any

import pytest

from engine.core.events import Event, tell
from engine.core.game import Game
from engine.core.state import Run
from engine.core.words import Words
from tests.engine.core.small import Small


def test_words_in_both_languages() -> None:
    words = Words("{who} wins", "{who} wygrywa")
    assert words.say("en", who="Frodo") == "Frodo wins"
    assert words.say("pl", who="Frodo") == "Frodo wygrywa"


def test_a_missing_translation_falls_back_and_braces_stay_without_values() -> None:
    assert Words("a {b}").say("pl") == "a {b}"


@pytest.mark.parametrize(
    ("event", "viewer", "seen"),
    [
        (Event("drew", (1, 17)), None, Event("drew", (1, 17))),
        (Event("drew", (1, 17), only=(1,)), 1, Event("drew", (1, 17))),
        (Event("drew", (1, 17), only=(1,)), 0, None),
        (Event("drew", (1, 17), only=(1,)), None, None),
        (Event("drew", (1, 17), only=(1,), others=(1,)), 0, Event("drew", (1,))),
        (Event("drew", (1, 17), only=(1,), others=(1,)), None, Event("drew", (1,))),
        (Event("drew", (1, 17), only=(0, 1), others=()), 2, Event("drew", ())),
    ],
)
def test_who_sees_an_event(event: Event, viewer: int | None, seen: Event | None) -> None:
    assert event.seen_by(viewer) == seen


def test_nothing_is_told_when_nobody_listens() -> None:
    s = Small(step="first")
    s.__dict__["run"] = Run([])
    tell(s, "secret")
    assert s.run.events is None


def test_a_match_tells_what_the_setup_and_each_choice_brought_about(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    assert [event.kind for event in match.events] == ["dealt", "dealt"]
    assert match.choose(0, 1) == []
    assert match.choose(1, 2) == match.events == [Event("bids", (1, 2))]
    assert match.narrate(match.events[0], "pl") == "Licytacja odkryta"


def test_a_quiet_match_makes_no_events_and_its_copies_are_quiet(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    match.quiet = True
    match.choose(0, 1)
    assert match.choose(1, 2) == []
    assert match.clone().quiet
