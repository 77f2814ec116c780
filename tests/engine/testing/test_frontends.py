"""A game with all that frontends get conforms, and the kit finds what is wrong with each part of it."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from engine.core import registry
from engine.core.game import Game, GameOption, Setting
from engine.core.layout import Layout, PrintedLayout, Text
from engine.core.state import Outcome
from engine.core.vocabulary import References, Vocabulary, seat_references, verb
from engine.core.words import Lang, Words
from engine.testing import Case, Nonconforming, Variant, check_frontends, check_names, check_views, conformance
from tests.toy.state import Barrow
from tests.toy.typed import TYPED, VOCABULARY, BarrowView, layout, observe

VARIANTS = [Variant("duel", 2), Variant("company", 3, {"coins": 9, "rounds": 3})]


@pytest.mark.parametrize("case", conformance(TYPED, variants=VARIANTS, imports=["tests.toy.registered"]), ids=str)
def test_it_conforms(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, TYPED.id, TYPED)
    case()


def seen_by_number(s: Barrow, seat: int | None) -> BarrowView:
    """The top of the deck by its number, which is no reference."""
    top: Any = s.deck[-1] if seat in s.peeked else None
    return msgspec.structs.replace(observe(s, seat), top=top)


def seen_by_another_name(s: Barrow, seat: int | None) -> BarrowView:
    """Treasures that lie open, by names that the layout does not have."""
    seen = observe(s, seat)
    burglars = [msgspec.structs.replace(one, table=[f"the-{name}" for name in one.table]) for one in seen.burglars]
    return msgspec.structs.replace(seen, burglars=burglars)


def with_zone(**changed: str) -> Any:
    """A layout with something else said of its first zone."""

    def changed_layout(setting: Setting) -> Layout:
        whole = layout(setting)
        first, *others = whole.zones
        return msgspec.structs.replace(whole, zones=[msgspec.structs.replace(first, **changed), *others])

    return changed_layout


def without_treasures(setting: Setting) -> References:
    """Treasures stay numbers."""
    return {"seat": seat_references(role.id for role in setting.roles)}


def named_alike(setting: Setting) -> References:
    """Treasures by names that are in no layout."""
    return {**without_treasures(setting), "treasure": [f"thing-{n}" for n in range(12)]}


def explained_but_for_concessions(s: Barrow, outcome: Outcome, lang: Lang) -> str:
    """Nothing is said of a side that conceded."""
    return "" if outcome.reason == "conceded" else "The end."


def without_words(kind: str) -> Callable[[Setting], Layout]:
    """The game's own layout, but nobody says what some kind of words is called."""

    def changed(setting: Setting) -> Layout:
        whole = layout(setting)
        return msgspec.structs.replace(whole, words={**whole.words, kind: {}})

    return changed


def with_printed(value: str, text: Text | None) -> Callable[[Setting], Layout]:
    """The game's own layout with a word printed on every treasure."""

    def changed(setting: Setting) -> Layout:
        whole = layout(setting)
        shine = PrintedLayout(id="shine", name=Text("shine", "blask"), value=value, text=text)
        return msgspec.structs.replace(
            whole, components=[msgspec.structs.replace(one, printed=[shine]) for one in whole.components]
        )

    return changed


TREASURE = {"treasure": "a treasure, by reference"}


def vocabulary_with(**changed: Any) -> Vocabulary:
    """The game's own vocabulary but for some part."""
    return replace(VOCABULARY, **changed)


FAULTS: dict[str, tuple[str, dict[str, Any]]] = {
    "no-layout": ("typed-barrow has no layout; of view, vocabulary, layout a game has all or none", {"layout": None}),
    "unlisted-option": ("the vocabulary has no option", {"vocabulary": vocabulary_with(options={})}),
    "unlisted-event": ("the vocabulary has no event", {"vocabulary": vocabulary_with(events={})}),
    "unlisted-decision": ("the vocabulary has no decision", {"vocabulary": vocabulary_with(decisions={})}),
    "too-few-arguments": (
        "the vocabulary has no option 'play'",
        {"vocabulary": vocabulary_with(options={**VOCABULARY.options, "play": verb("lay a treasure open")})},
    ),
    "strange-reference": ("these references are not in the layout: thing-", {"references": named_alike}),
    "number-in-option": ("is a treasure without a reference", {"references": without_treasures}),
    "untold-kind": ("does not say what these kinds are: number, seat", {"vocabulary": vocabulary_with(kinds=TREASURE)}),
    "number-in-view": ("does not fit its schema: /top fits none of 2 types", {"observe": seen_by_number}),
    "strange-contents": ("nothing that is named in the layout: ['the-", {"observe": seen_by_another_name}),
    "no-contents": ("there is nothing at /burglars/0/purse", {"layout": with_zone(contents="/burglars/0/purse")}),
    "wordy-count": ("at /burglars/0/hand is no number", {"layout": with_zone(count="/burglars/0/hand")}),
    "doubled-reference": ("these references mean two things: deck", {"layout": with_zone(reference="deck")}),
    "nameless-group": ("there are no words for group 'bid', group 'dig'", {"layout": without_words("group")}),
    "nameless-side": ("there are no words for side 'blue'", {"layout": without_words("side")}),
    "nameless-component": ("there are no words for component 'treasure'", {"layout": without_words("component")}),
    "nameless-option-value": (
        "there are no words for option-value 'brisk', option-value 'slow'",
        {
            "options": (
                *TYPED.options,
                GameOption("pace", "slow", ("slow", "brisk"), Words("Pace", "Tempo")),
            )
        },
    ),
    "nameless-value": ("there are no words for printed shine 'bright'", {"layout": with_printed("bright", None)}),
    "half-named-value": (
        "there are no words for printed 'shine' in every language",
        {"layout": with_printed("bright", Text("bright", ""))},
    ),
    "mute-outcome": ("does not explain itself", {"explain": lambda s, outcome, lang: ""}),
    "mute-concession": ("does not explain itself", {"explain": explained_but_for_concessions}),
}
"""Each fault: what the kit must say, and what is changed."""


def check_five_matches(check: Callable[..., None], game: Game[Barrow]) -> None:
    for seed in range(5):
        check(game, VARIANTS[1], seed)


def spaced_names(setting: Setting) -> References:
    """Treasures by names with underscores, in options and events as they are sent."""
    return {**without_treasures(setting), "treasure": [f"thing_{n}" for n in range(12)]}


NAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "snake-zone": ("reference of a zone 'open_hand:red'", {"layout": with_zone(reference="open_hand:red")}),
    "snake-option": ("reference in an option 'thing_", {"references": spaced_names}),
    "snake-event": ("reference in an event 'thing_", {"references": spaced_names}),
}
"""Each fault of a name: what the kit must say, and what is changed."""


@pytest.mark.parametrize("fault", NAMES)
def test_a_fault_of_a_name_is_found(fault: str) -> None:
    message, changes = NAMES[fault]
    with pytest.raises(Nonconforming, match=re.escape(message)):
        check_five_matches(check_names, replace(TYPED, **changes))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    message, changes = FAULTS[fault]
    with pytest.raises(Nonconforming, match=re.escape(message)):
        check_five_matches(check_frontends, replace(TYPED, **changes))


def test_a_view_that_is_not_as_typed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(TYPED, observe=seen_by_number)
    monkeypatch.setitem(registry._registered, game.id, game)
    with pytest.raises(Nonconforming, match="is not as typed"):
        check_five_matches(check_views, game)
