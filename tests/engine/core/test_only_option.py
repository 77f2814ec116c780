"""A decision with one option asks nobody; who loses something by it is told so, and nobody else."""

from engine.core.events import ONLY_OPTION
from engine.core.flow import Decision, Flow, Together
from engine.core.vocabulary import Vocabulary, verb
from tests.engine.core.small import Small, ask, small

LOSING = frozenset({"lose"})
VOCABULARY = Vocabulary(
    kinds={"seat": "a seat"},
    options={"hat": verb("lose the hat"), "coat": verb("lose the coat"), "none": verb("lose nothing", "done")},
    events={},
    decisions={"word": "a word", "lose": "what to lose"},
)


def lose_and_ask(s: Small) -> Flow[None]:
    """Seat 0 chooses a word; then seat 1 has but one thing to lose, and a word that it is not asked for."""
    yield ask(0, "left", "right")
    yield ask(1, "hat", kind="lose")
    yield ask(1, "hat")
    yield ask(0, "left", "right")


def test_the_seat_is_told_that_it_had_no_choice_and_nobody_else() -> None:
    match = small(step_first=lose_and_ask, forced=LOSING).new_match(seed=1)
    (event,) = match.choose(0, 0)
    assert (event.kind, event.data) == (ONLY_OPTION, (1, ("hat",)))
    assert [event.seen_by(viewer) is None for viewer in (0, 1, None)] == [True, False, True]
    assert match.narrate(event) == "Your only choice was: en ('hat',)"
    assert match.narrate(event, "pl") == "Jedyny możliwy wybór: pl ('hat',)"


def test_it_is_told_before_what_comes_of_it_and_hinders_no_undo() -> None:
    match = small(step_first=lose_and_ask, forced=LOSING).new_match(seed=1)
    match.choose(0, 0)
    match.undo(0)
    assert [event.kind for event in match.events] == ["undone"]
    assert [event.kind for event in match.choose(0, 1)] == [ONLY_OPTION]


def test_kinds_that_a_game_does_not_name_and_playouts_tell_nothing() -> None:
    assert small(step_first=lose_and_ask).new_match(seed=1).choose(0, 0) == []
    match = small(step_first=lose_and_ask, forced=LOSING).new_match(seed=1)
    match.quiet = True
    assert match.choose(0, 0) == []


def test_of_a_secret_choice_each_hears_its_own() -> None:
    def both(s: Small) -> Flow[None]:
        yield ask(0, "left", "right")
        yield Together((ask(0, "hat", kind="lose"), ask(1, "coat", kind="lose")))
        yield ask(0, "left", "right")

    events = small(step_first=both, forced=LOSING).new_match(seed=1).choose(0, 0)
    assert [event.data for event in events] == [(0, ("hat",)), (1, ("coat",))]
    assert [event.only for event in events] == [(0,), (1,)]


def test_frontends_are_told_the_option_by_its_verb() -> None:
    def lose(s: Small) -> Flow[None]:
        yield ask(0, "left", "right")
        yield Decision(1, "lose", [("none",)])
        yield ask(0, "left", "right")

    game = small(step_first=lose, forced=LOSING, vocabulary=VOCABULARY)
    match = game.new_match(seed=1)
    (event,) = match.choose(0, 0)
    phrase = match.lexicon.event(event)
    assert (phrase.verb, phrase.arguments) == (ONLY_OPTION, {"seat": "seat:role1", "option": ["none"]})
    assert phrase.touches == ["seat:role1"]
    assert match.narrate(event) == "There was nothing to choose from"
