"""Barrow with all that frontends get: a typed view, references, a vocabulary and a layout."""

from dataclasses import replace

import msgspec

from engine.core.game import Component, Setting
from engine.core.layout import Layout, Text, Track, Zone
from engine.core.layout_parts import component_layouts, seat_layouts, word_layouts
from engine.core.state import Outcome
from engine.core.view import View
from engine.core.vocabulary import References, Vocabulary, copy_references, seat_references, verb
from engine.core.words import Lang, Words
from tests.toy.game import GAME, components
from tests.toy.state import CARDS, Barrow, value

TREASURES = copy_references(f"treasure-{value(card)}" for card in range(CARDS))


class BurglarView(msgspec.Struct, frozen=True):
    """What one burglar has."""

    hand: list[str]
    """Treasures in hand, as far as the viewer knows them."""
    hand_count: int
    """How many are in hand."""
    table: list[str]
    """Treasures that lie open."""
    stash: list[str]
    """Hidden treasures, as far as the viewer knows them."""
    stash_count: int
    """How many are hidden."""
    coins: int
    """How many coins it has."""
    guards: int
    """How many guards its hiding place has."""
    peeked: bool
    """Whether it knows the top of the deck."""


class BarrowView(View, frozen=True, kw_only=True):
    """What a burglar, or a spectator, sees."""

    burglars: list[BurglarView]
    """Every burglar, in the order of the seats."""
    deck_count: int
    """How many treasures are in the deck."""
    top: str | None
    """The top of the deck, where the viewer knows it."""
    rounds: int
    """How many rounds are left."""


def observe(s: Barrow, seat: int | None) -> BarrowView:
    """The own hand and hiding place, what lies open, how much the others have, and the top card if peeked at."""
    return BarrowView(
        burglars=[_burglar(s, n, n == seat) for n in range(s.seats)],
        deck_count=len(s.deck),
        top=TREASURES[s.deck[-1]] if seat in s.peeked else None,
        rounds=s.rounds,
    )


def _burglar(s: Barrow, number: int, own: bool) -> BurglarView:
    hand, stash = s.hands[number], s.stash[number]
    return BurglarView(
        hand=named(hand) if own else [],
        hand_count=len(hand),
        table=named(s.table[number]),
        stash=named(stash) if own else [],
        stash_count=len(stash),
        coins=s.coins[number],
        guards=s.guards[number],
        peeked=number in s.peeked,
    )


def named(cards: list[int]) -> list[str]:
    """Treasures by reference."""
    return [TREASURES[card] for card in cards]


def references(setting: Setting) -> References:
    """Treasures by value and copy, seats by role."""
    return {"treasure": TREASURES, "seat": seat_references(role.id for role in setting.roles)}


VOCABULARY = Vocabulary(
    kinds={"treasure": "a treasure, by reference", "seat": "a burglar, by reference", "number": "a whole number"},
    options={
        "bid": verb("bid coins", coins="number"),
        "play": verb("lay a treasure open", treasure="treasure"),
        "stow": verb("hide a treasure", treasure="treasure"),
        "peek": verb("look at the top of the deck"),
        "dig": verb("draw a treasure"),
        "gamble": verb("roll for coins"),
        "pass": verb("do nothing"),
        "leave": verb("leave the hiding place unguarded", "guard"),
        "guard": verb("guard the hiding place"),
    },
    events={
        "dealt": verb("a burglar took a hand", burglar="seat", treasures="treasure*"),
        "bids": verb("the bids are open", bids="number*"),
        "played": verb("a burglar laid a treasure open", burglar="seat", treasure="treasure"),
        "stowed": verb("a burglar hid a treasure", burglar="seat", treasure="treasure?"),
        "peeked": verb("a burglar looked at the top of the deck", burglar="seat", treasure="treasure?"),
        "dug": verb("a burglar drew a treasure", burglar="seat", treasure="treasure?"),
        "rolled": verb("a burglar rolled", burglar="seat", roll="number"),
        "passed": verb("a burglar passed", burglar="seat"),
    },
    decisions={
        "bid": "how much to bid for the first turn",
        "turn": "what to do",
        "guard": "whether to guard the hiding place",
    },
)


_GROUPS = {
    "bid": Words("Bid", "Licytuj"),
    "play": Words("Lay open", "Wyłóż"),
    "stow": Words("Hide", "Ukryj"),
    "peek": Words("Peek", "Podejrzyj"),
    "dig": Words("Dig", "Kop"),
    "gamble": Words("Gamble", "Hazard"),
    "pass": Words("Pass", "Spasuj"),
    "guard": Words("Guard", "Pilnuj"),
}


def _words(setting: Setting) -> dict[str, dict[str, Words]]:
    """What sides, components and groups are called."""
    return {
        "side": {role.side: role.name for role in setting.roles},
        "component": {one.kind: Words("treasure", "skarb") for one in components(setting)},
        "group": _GROUPS,
    }


def layout(setting: Setting) -> Layout:
    """Where treasures lie."""
    names = seat_references(role.id for role in setting.roles)
    zones = [
        Zone(
            reference=f"{zone}:{setting.roles[n].id}",
            kind="row",
            owner=name,
            title=Text(en, pl),
            contents=f"/burglars/{n}/{zone}",
            count=None if zone == "table" else f"/burglars/{n}/{zone}_count",
        )
        for n, name in enumerate(names)
        for zone, en, pl in (("hand", "hand", "ręka"), ("table", "open", "odkryte"), ("stash", "hidden", "ukryte"))
    ]
    listed = [_with_copies(one) for one in components(setting)]
    return Layout(
        game="typed-barrow",
        scenario=setting.scenario,
        seats=seat_layouts(setting.roles, names),
        zones=[*zones, Zone(reference="deck", kind="pile", title=Text("deck", "talia"), count="/deck_count")],
        map=None,
        tracks=[Track(reference="rounds", title=Text("rounds left", "rundy"), steps=[], position="/rounds")],
        components=component_layouts(listed, TREASURES),
        words=word_layouts(_words(setting)),
    )


def _with_copies(component: Component) -> Component:
    numbers = tuple(card for card in range(CARDS) if component.id == f"treasure-{value(card)}")
    return replace(component, numbers=numbers)


_EXPLANATION = Words("{reason}: {scores}", "{reason}: {scores}")


def explain(s: Barrow, outcome: Outcome, lang: Lang) -> str:
    """The reason, and what each side has."""
    scores = ", ".join(f"{side} {score}" for side, score in outcome.scores.items())
    return _EXPLANATION.say(lang, reason=GAME.reason(outcome, lang), scores=scores)


TYPED = replace(
    GAME,
    id="typed-barrow",
    observe=observe,
    view=BarrowView,
    vocabulary=VOCABULARY,
    references=references,
    layout=layout,
    explain=explain,
)
