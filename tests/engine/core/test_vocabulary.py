"""Ints are named on the way out, by kind of argument, and nothing that has no name gets through."""

import pytest

from engine.core.errors import RulesError
from engine.core.events import Event
from engine.core.vocabulary import Lexicon, Vocabulary, copy_references, seat_references, verb

VOCABULARY = Vocabulary(
    kinds={"card": "a card", "seat": "a seat", "number": "a number", "place": "a card, or the word `table` or `away`"}
    | {"land": "a land by reference, or the word `home`"},
    options={
        "pass": verb("do nothing"),
        "lay": verb("lay a card", card="card", to="place"),
        "fold": verb("lay all down", "lay", cards="card*"),
        "go": verb("go somewhere by a way that has a number inside", way="number-", to="land", by="number?"),
    },
    events={
        "drew": verb("cards were drawn", player="seat", count="number", cards="card+?"),
        "burned": verb("a card was lost", card="card").told_by(
            lambda what, of: ("burned", what) if of == "card" else ("struck", what)
        ),
        "struck": verb("a seat was hit", player="seat"),
    },
    decisions={"turn": "what to do"},
    causes={"pay": verb("a price", card="card")},
    words={"place": {-1: "away"}},
)
CARDS = copy_references(["sting", "orc", "orc"])
LANDS = {"shire": "land:shire"}
LEXICON = Lexicon(VOCABULARY, {"card": CARDS, "place": CARDS, "seat": seat_references(["red", "blue"]), "land": LANDS})


def test_copies_are_numbered_and_single_components_are_not() -> None:
    assert CARDS == ["sting", "orc:1", "orc:2"]


def test_an_option_is_named_and_says_what_it_touches() -> None:
    phrase = LEXICON.option(("lay", 2, 0))
    assert phrase.data == ["orc:2", "sting"]
    assert phrase.arguments == {"card": "orc:2", "to": "sting"}
    assert phrase.touches == ["orc:2", "sting"]
    assert phrase.group == "lay"


def test_words_stay_words_and_touch_nothing() -> None:
    phrase = LEXICON.option(("lay", 1, "table"))
    assert phrase.arguments == {"card": "orc:1", "to": "table"}
    assert phrase.touches == ["orc:1"]


def test_words_that_stand_for_something_are_named() -> None:
    phrase = LEXICON.option(("go", 7, "shire", 2))
    assert phrase.arguments == {"to": "land:shire", "by": 2}
    assert phrase.touches == ["land:shire"]
    assert LEXICON.option(("go", 7, "home", 2)).touches == []


def test_what_stays_inside_is_not_sent_and_what_may_be_missing_may_be() -> None:
    assert LEXICON.option(("go", 7, "shire")).data == ["land:shire"]
    assert [argument.name for argument in VOCABULARY.options["go"].sent] == ["to", "by"]


def test_an_int_may_stand_for_a_word_and_touches_nothing() -> None:
    phrase = LEXICON.option(("lay", 1, -1))
    assert phrase.data == ["orc:1", "away"]
    assert phrase.touches == ["orc:1"]


def test_arguments_without_end_are_a_list() -> None:
    phrase = LEXICON.option(("fold", 0, 1))
    assert phrase.data == ["sting", "orc:1"]
    assert phrase.arguments == {"cards": ["sting", "orc:1"]}
    assert phrase.group == "lay"


def test_groups_have_one_order_whatever_is_offered_first() -> None:
    assert LEXICON.order_groups({"lay", "pass"}) == LEXICON.order_groups({"pass", "lay"}) == ["pass", "lay"]
    assert LEXICON.order_groups({"lay"}) == ["lay"]


def test_what_is_touched_has_one_order_whatever_is_offered_first() -> None:
    assert LEXICON.order_touched({"seat:red", "orc:2", "sting", "orc:1"}) == ["sting", "orc:1", "orc:2", "seat:red"]


def test_an_event_tells_everybody_what_it_may() -> None:
    own = LEXICON.event(Event("drew", (1, 2, [0, 2])))
    others = LEXICON.event(Event("drew", (1, 2)))
    assert own.arguments == {"player": "seat:blue", "count": 2, "cards": ["sting", "orc:2"]}
    assert own.touches == ["seat:blue", "sting", "orc:2"]
    assert others.arguments == {"player": "seat:blue", "count": 2}


def test_what_the_rules_shape_otherwise_is_told_as_it_is_listed() -> None:
    burned, struck = LEXICON.event(Event("burned", (0, "card"))), LEXICON.event(Event("burned", (0, "seat")))
    assert (burned.verb, burned.arguments) == ("burned", {"card": "sting"})
    assert (struck.verb, struck.touches) == ("struck", ["seat:red"])


def test_events_and_causes_of_the_kernel_and_the_game_are_named_alike() -> None:
    assert LEXICON.event(Event("conceded", (0,))).data == ["seat:red"]
    assert LEXICON.cause(("pay", 0)).touches == ["sting"]


@pytest.mark.parametrize("option", [("burn", 1), ("lay", 1), ("lay", 1, 2, 0), ("lay", 9, 0)])
def test_what_the_vocabulary_does_not_know_is_refused(option: tuple[str, ...]) -> None:
    with pytest.raises(RulesError, match="the vocabulary has no option"):
        LEXICON.option(option)


def test_a_number_that_stands_for_something_is_refused_without_a_reference() -> None:
    with pytest.raises(RulesError, match="1 is a card without a reference"):
        Lexicon(VOCABULARY, {}).option(("lay", 1, "table"))


def test_without_a_vocabulary_everything_stays_as_it_is() -> None:
    phrase = Lexicon(None, {}).option(("lay", 2, 0))
    assert (phrase.data, phrase.touches, phrase.group) == ([2, 0], [], "lay")
