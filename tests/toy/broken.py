"""Barrow with one fault each, for the kit to find."""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from engine.core.chance import below, shuffle
from engine.core.errors import BadOption
from engine.core.events import Event, tell
from engine.core.features import Features
from engine.core.flow import Decision, Flow, Option, Together
from engine.core.game import Component, Game, GameOption, Setting, Terms
from engine.core.state import DISCLOSURE_BARRIER, NO_BARRIER, Outcome, end_match
from engine.core.words import Lang, Words
from tests.toy import rules, view
from tests.toy.game import GAME, components, new_state
from tests.toy.leaks import (
    Noting,
    first_hand_is_barred,
    note_a_card,
    note_a_key,
    note_a_name,
    note_a_pass,
    note_a_peek,
    note_a_value,
    note_the_stowed,
    noting_state,
    seen_hands,
    seen_stash,
    seen_top,
    unseen_nowhere,
    unseen_own_hand,
    unseen_twice,
)
from tests.toy.state import Barrow

Step = Callable[[Barrow], Flow[None]]


def offering(change: Callable[[list[Option]], list[Option]]) -> Step:
    """A turn whose options are changed on their way out."""

    def act(s: Barrow) -> Flow[None]:
        flow = rules.act(s)
        asked = next(flow)
        while True:
            assert isinstance(asked, Decision)
            answer = yield Decision(asked.seat, asked.kind, change(asked.options))
            try:
                asked = flow.send(answer)
            except StopIteration:
                return

    return act


def after(change: Callable[[Barrow, int], None], step: Step = rules.act) -> Step:
    """A step after which something more happens to the seat that was on turn."""

    def changed(s: Barrow) -> Flow[None]:
        seat = s.turn
        yield from step(s)
        change(s, seat)

    return changed


def unshown(step: Step) -> Step:
    """A step that forgets to say that something was shown."""

    def changed(s: Barrow) -> Flow[None]:
        disclosed = s.disclosed
        yield from step(s)
        s.disclosed = disclosed
        if s.run.barrier == DISCLOSURE_BARRIER:
            s.run.barrier = NO_BARRIER

    return changed


def tell_in_words(s: Barrow, seat: int) -> None:
    tell(s, "dug up")


def roll_in_capitals(s: Barrow, seat: int) -> None:
    below(s, 6, "dice:The Barrow")


def tell_the_hand(s: Barrow, seat: int) -> None:
    tell(s, "bids", tuple(s.hands[seat]))


def lose_a_card(s: Barrow, seat: int) -> None:
    if s.table[seat]:
        s.table[seat].pop()


def double_a_card(s: Barrow, seat: int) -> None:
    if s.deck:
        s.stash[seat].append(s.deck[0])


def pay_a_fraction(s: Barrow, seat: int) -> None:
    s.coins[seat] = 0.5  # type: ignore[call-overload]


def pay_for_scores(s: Barrow) -> dict[str, int]:
    s.coins[0] += 1
    return rules.scores(s)


MEMORY = [0]


def remember_between_matches(s: Barrow, seat: int) -> None:
    MEMORY[0] += 1
    if MEMORY[0] % 5 == 0:
        s.coins[seat] += 1


def play_on(s: Barrow, seat: int) -> None:
    s.rounds = 9


def shuffle_elsewhere(s: Barrow) -> Flow[None]:
    yield from rules.deal(s)
    cards = [card for zone in (s.deck, *s.hands) for card in zone]
    random.shuffle(cards)
    for zone in (s.deck, *s.hands):
        zone[:] = [cards.pop() for _ in zone]


def bury_by_number(s: Barrow) -> Flow[None]:
    """A treasure goes back into the deck at a drawn number instead of by a shuffle."""
    if s.table[s.turn]:
        s.deck.insert(below(s, len(s.deck) + 1, "place"), s.table[s.turn].pop())
        s.peeked = []
    yield from rules.act(s)


def change_the_seed(s: Barrow, seat: int) -> None:
    """Chance depends on what was chosen."""
    s.seed = bytes([*s.seed[1:], s.coins[seat]])


def count_anew(s: Barrow, seat: int) -> None:
    """The dice begin again with every turn."""
    s.streams.pop("dice", None)


def load_the_dice(s: Barrow) -> Flow[None]:
    """The next event of chance is arranged by who is on turn."""
    s.run.past.append(s.turn)
    yield from rules.act(s)


def roll_for_the_deck(s: Barrow, seat: int) -> None:
    """A die in the stream of the deck."""
    below(s, 6, "deck")


def mix_by_place(s: Barrow, seat: int) -> None:
    """The rest of the deck is mixed by the places of its cards, so that the same cards come in another order."""
    places = list(range(len(s.deck)))
    shuffle(s, places, "deck")
    s.deck[:] = [s.deck[place] for place in places]
    s.peeked = []


def no_such_side(s: Barrow) -> Flow[None]:
    end_match(s, Outcome([0], "purple", "score"))
    yield


def no_such_winner(s: Barrow) -> Flow[None]:
    end_match(s, Outcome([7], "red", "score"))
    yield


def winner_of_another_side(s: Barrow) -> Flow[None]:
    end_match(s, Outcome([0, 1], "red", "score"))
    yield


def no_reason(s: Barrow) -> Flow[None]:
    end_match(s, Outcome([0], "red", ""))
    yield


def no_scores(s: Barrow) -> Flow[None]:
    end_match(s, Outcome([0], "red", "score"))
    yield


def ask_a_stranger(s: Barrow) -> Flow[None]:
    yield Decision(9, "turn", [("pass",), ("gamble",)])


def ask_twice_at_once(s: Barrow) -> Flow[None]:
    bids: list[Option] = [("bid", 0), ("bid", 1)]
    yield Together((Decision(0, "bid", bids), Decision(0, "bid", bids)))


def one_row_for_all(setting: Setting) -> Barrow:
    s = new_state(setting)
    row: list[int] = []
    return msgspec.structs.replace(s, table=[row for _ in s.table])


class Odd(Barrow, kw_only=True):
    """A table with keys that are neither numbers nor words."""

    odd: dict[tuple[int, int], int] = {}


def odd_state(setting: Setting) -> Odd:
    s = msgspec.structs.asdict(new_state(setting))
    return Odd(**s, odd={(1, 2): 3})


def see(change: Callable[[Barrow, int | None], Mapping[str, Any]]) -> Callable[[Barrow, int | None], dict[str, Any]]:
    """A view with something more in it."""
    return lambda s, seat: {**view.observe(s, seat), **change(s, seat)}


def meddle(s: Barrow, seat: int | None) -> Mapping[str, Any]:
    s.coins[0] += 1
    return {}


def copied_zones(s: Barrow) -> list[list[int]]:
    return [list(zone) for zone in view.zones(s)]


def no_stash(s: Barrow) -> list[list[int]]:
    return [s.deck, *s.hands, *s.table]


def not_in_polish(s: Barrow, decision: Decision, lang: Lang) -> str:
    return "" if lang == "pl" else view.prompt(s, decision, lang)


def unfilled(s: Barrow, event: Event, lang: Lang) -> str:
    return view.EVENTS[event.kind].say(lang)


def told_by_the_deck(s: Barrow, event: Event, lang: Lang) -> str:
    return f"{view.narrate(s, event, lang)}, {len(s.deck)}"


def no_guard(s: Barrow, option: Option, lang: Lang) -> str:
    return {**view.OPTIONS, "guard": Words("")}[option[0]].say(lang).format(*option[1:])


def unfinished(setting: Setting) -> list[Component]:
    return [*components(setting), Component("arkenstone", Words("Arkenstone"), "treasure", 1, implemented=False)]


def long_sword(setting: Setting) -> list[Component]:
    return [*components(setting), Component("long sword", Words("Long sword"), "treasure", 1)]


def listed_twice(setting: Setting) -> list[Component]:
    return components(setting) * 2


def nameless(_setting: Setting) -> list[Component]:
    return [Component("arkenstone", Words(""), "treasure", 1)]


def nothing(_setting: Setting) -> list[Component]:
    return []


def anything_goes(value: Any) -> None:
    """Accepts any value."""


def mute(value: Any) -> None:
    if type(value) is not int:
        raise BadOption


class Mute(GameOption):
    """An option that refuses without saying why."""

    def check(self, value: Any) -> None:
        mute(value)


HIDDEN_GOLD = GameOption("hidden_gold", "none", ("none", "some"), Words("Hidden gold"))
ODD = GameOption("odd", 1, anything_goes, Words("Odd"))
GROWING = replace(GAME.options[1], normalise=lambda coins: min(coins + 1, 9))
MUTE = Mute("odd", 1, mute, Words("Odd"))


def _steps(**changed: Step) -> dict[str, Any]:
    return {"steps": {**rules.STEPS, **changed}}


def _noting(change: Callable[[Barrow, int], None]) -> dict[str, Any]:
    return {"state": Noting, "new_state": noting_state, **_steps(act=after(change))}


def _hash_order(options: list[Option]) -> list[Option]:
    return list(set(options))


def tell_of_another_hand(s: Barrow, seat: int, decision: Decision) -> Features:
    """Features that a seat cannot know."""
    return Features([("theirs", sum(s.hands[seat - 1]))], [])


def tell_of_one_option(s: Barrow, seat: int, decision: Decision) -> Features:
    """Features of the first option only, whatever there is to choose."""
    return Features([], [[("first",)]])


def counting(gold: float, words: Mapping[str, Words]) -> Terms[Barrow]:
    """So much gold in every position."""
    return Terms(lambda s, seat: {"gold": gold}, words)


FAULTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "sight-too-coarse": ("sight", "look alike: True, and are shown alike: False", {"sight": lambda s, seat: s.step}),
    "sight-too-fine": ("sight", "look alike: False, and are shown alike: True", {"sight": lambda s, seat: s}),
    "endless": ("random_play", "did not end within", _steps(act=after(play_on))),
    "doubled-options": ("random_play", "offers an option twice", _steps(act=offering(lambda o: o * 2))),
    "list-options": ("random_play", "not a verb", _steps(act=offering(lambda o: [*o, ["x"]]))),  # type: ignore[list-item]
    "number-first": ("random_play", "not a verb", _steps(act=offering(lambda o: [*o, (1, 2)]))),
    "float-in-option": ("random_play", "not a verb", _steps(act=offering(lambda o: [*o, ("x", 0.5)]))),
    "no-options": ("random_play", "has no options", _steps(act=offering(lambda o: []))),
    "strange-seat": ("random_play", "no such seat", _steps(act=ask_a_stranger)),
    "asked-twice": ("random_play", "asked twice at once", _steps(bid=ask_twice_at_once)),
    "shared-rows": ("random_play", "the same object as state.table[0]", {"new_state": one_row_for_all}),
    "fraction": ("random_play", "is a float, which is not plain data", _steps(act=after(pay_a_fraction))),
    "no-such-side": ("random_play", "winning side 'purple'", _steps(score=no_such_side)),
    "no-such-winner": ("random_play", "are no seats", _steps(score=no_such_winner)),
    "wrong-winner": ("random_play", "do not all play for red", _steps(score=winner_of_another_side)),
    "no-reason": ("random_play", "gives no reason", _steps(score=no_reason)),
    "other-chance": ("replay", "another state", _steps(deal=shuffle_elsewhere)),
    "memory": ("replay", "another state", _steps(act=after(remember_between_matches))),
    "memory-in-copies": ("snapshots", "another state", _steps(act=after(remember_between_matches))),
    "shared-rows-in-copies": ("snapshots", "another state", {"new_state": one_row_for_all}),
    "changed-seed": ("streams", "another than the one that was committed to", _steps(act=after(change_the_seed))),
    "counted-anew": ("streams", "stream dice has event 0 where 1 is next", _steps(act=after(count_anew))),
    "loaded-dice": ("streams", "which the seed does not give", _steps(act=load_the_dice)),
    "two-in-a-stream": ("streams", "events of numbers and of cards", _steps(act=after(roll_for_the_deck))),
    "mixed-by-place": ("streams", "do not lie in one zone", _steps(act=after(mix_by_place))),
    "unscored-ending": ("scores", "'score' has no score for blue, green, red", _steps(score=no_scores)),
    "unscored-side": ("scores", "'conceded' has no score for blue", {"scores": lambda s: {"red": 1, "green": 2}}),
    "fractional-score": ("scores", "not whole numbers", {"scores": lambda s: dict.fromkeys(s.sides, 0.5)}),
    "meddling-score": ("scores", "scoring the position changed it", {"scores": pay_for_scores}),
    "lost-card": ("conservation", "components lost", _steps(act=after(lose_a_card))),
    "doubled-card": ("conservation", "in two places", _steps(act=after(double_a_card))),
    "forgotten-zone": ("conservation", "components lost", {"zones": no_stash}),
    "barred-zone": ("conservation", "barred from: [", {"barred": lambda s: [(s.hands[0], frozenset(range(12)))]}),
    "odd-keys": ("random_play", "neither int nor str", {"state": Odd, "new_state": odd_state}),
    "leaky-view": ("views", "sees what it cannot see, in all", {"observe": see(lambda s, _: {"all": [*s.hands]})}),
    "leaky-top": ("views", "sees what it cannot see, in top", {"observe": see(lambda s, _: {"top": s.deck[-1:]})}),
    "leaky-event": ("views", "events tell seat", _steps(act=after(tell_the_hand))),
    "tuple-in-view": ("views", "round trip through JSON", {"observe": see(lambda s, _: {"x": (1,)})}),
    "number-as-key": ("views", "round trip through JSON", {"observe": see(lambda s, _: {"x": {1: 2}})}),
    "kernel-names": (
        "views",
        "names that the kernel fills: ['pending']",
        {"observe": see(lambda s, _: {"pending": 1})},
    ),
    "blank-board": ("views", "nothing is drawn", {"draw_board": lambda view, lang: ""}),
    "meddling-view": ("views", "looking at the match changed it", {"observe": see(meddle)}),
    "pools-overlap": ("views", "share components", {"unseen": unseen_twice}),
    "pool-of-nothing": ("views", "in no zone", {"unseen": unseen_nowhere}),
    "own-hand-unseen": ("views", "sees what it cannot see, in hand", {"unseen": unseen_own_hand}),
    "leak-in-search": ("worlds", "no world fits", {"observe": see(lambda s, _: {"all": [*s.hands]})}),
    "implausible": ("worlds", "no world fits", {"plausible": lambda s: False}),
    "true-world": ("worlds", "is the true one", {"zones": copied_zones}),
    "buried-by-number": ("worlds", "in their true place", _steps(act=bury_by_number)),
    "known-hands": ("unseen", "but it is in no pool", {"unseen": seen_hands}),
    "known-top": ("unseen", "but it is in no pool", {"unseen": seen_top}),
    "barred-by-hand": ("odds", "components of pool 0 in their true ", {"barred": first_hand_is_barred}),
    "noted-card": ("no_trace", "tells what it cannot see: notes[0] is", _noting(note_a_card)),
    "noted-value": ("no_trace", "tells what it cannot see: best[", _noting(note_a_value)),
    "noted-pass": ("no_trace", "tells what it cannot see: passed[", _noting(note_a_pass)),
    "noted-peek": ("no_trace", "tells what it cannot see: ", _noting(note_a_peek)),
    "noted-key": ("no_trace", "the keys of held", _noting(note_a_key)),
    "noted-name": ("no_trace", "pages[0].name is 'treasure-", _noting(note_a_name)),
    "noted-last": ("no_trace", "last is", _noting(note_the_stowed)),
    "known-stash": ("no_trace", "tells what it cannot see: zone", {"unseen": seen_stash}),
    "judges-nan": ("worlds", "judged nan", {"evaluate": lambda s, seat: float("nan")}),
    "wordless-term": ("worlds", "terms are counted that have no words", {"terms": counting(1.0, {})}),
    "endless-term": ("worlds", "by what is no number", {"terms": counting(math.inf, {"gold": Words("a coin")})}),
    "english-only": ("words", "decision bid has no words", {"prompt": not_in_polish}),
    "wordless-reason": ("words", "the reason 'score' has no words", {"reasons": {}}),
    "unfilled-words": ("words", "has no words: 'Seat {0}", {"narrate": unfilled}),
    "changing-story": ("words", "when it happened and is", {"narrate": told_by_the_deck}),
    "wordless-option": ("words", r"option ('guard',) has no words", {"describe": no_guard}),
    "unshown-turn": ("undo", "learned something", _steps(act=unshown(rules.act))),
    "unshown-bids": ("undo", "learned something", _steps(bid=unshown(rules.bid))),
    "any-value": (
        "refusals",
        "not BadOption",
        {"options": (*GAME.options[:1], replace(GAME.options[1], allowed=anything_goes, default=1))},
    ),
    "unsettled": ("refusals", "options become {", {"options": (*GAME.options[:1], GROWING)}),
    "accepts-objects": ("refusals", "was not refused", {"options": (*GAME.options, ODD)}),
    "mute-error": ("refusals", "the error says nothing", {"options": (*GAME.options, MUTE)}),
    "telling-features": ("features", "cannot see: ('theirs'", {"features": tell_of_another_hand}),
    "few-features": ("features", "have features", {"features": tell_of_one_option}),
    "hash-order": ("determinism", "in a process with other hashes", _steps(act=offering(_hash_order))),
    "spaced-event": ("names", "not in kebab-case: event 'dug up'", _steps(act=after(tell_in_words))),
    "capital-stream": ("names", "stream 'dice:The Barrow'", _steps(act=after(roll_in_capitals))),
    "snake-verb": ("names", "verb 'dig_up'", _steps(act=offering(lambda o: [*o, ("dig_up", 1)]))),
    "spaced-string": (
        "names",
        "argument of an option 'at once'",
        _steps(act=offering(lambda o: [*o, ("dig", "at once")])),
    ),
    "snake-step": ("names", "step 'final_score'", _steps(final_score=rules.score)),
    "spaced-reason": ("names", "reason 'more gold'", {"reasons": {**view.REASONS, "more gold": Words("more gold")}}),
    "snake-option": ("names", "option of the setting 'hidden_gold'", {"options": (*GAME.options, HIDDEN_GOLD)}),
    "spaced-component": ("names", "component 'long sword'", {"components": long_sword}),
    "unfinished": ("components", "text but no behaviour", {"components": unfinished}),
    "listed-twice": ("components", "listed twice", {"components": listed_twice}),
    "nameless": ("components", "lacks a name", {"components": nameless}),
    "no-components": ("components", "none listed", {"components": nothing}),
}
"""Each fault: the check that must find it, what it must say, and what is changed."""


def broken(id: str) -> Game[Barrow]:
    """Barrow with the fault of that id."""
    return replace(GAME, id=id, **FAULTS[id][2])
