"""What an effect is, how effects combine, and the registry that joins every card to its effect by key.

The words of a card are read off its effect, so that text and behaviour cannot disagree.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.flow import Decision, Flow, as_flow
from engine.core.words import Words
from engine.games.meq.cards.grammar import favor_pl
from engine.games.meq.rules.favor import lose_favor
from engine.games.meq.state import SAURON, GameState, seat_of

Run = Callable[[GameState, int], Flow[None]]
Test = Callable[[GameState, int], bool]


def always(_s: GameState, _h: int) -> bool:
    """No condition."""
    return True


@dataclass(frozen=True)
class Effect:
    """Something that happens to, or because of, hero number h; `can` tells whether it may be chosen."""

    words: Words
    run: Run
    can: Test = always


@dataclass(frozen=True)
class Condition:
    """A question about the table and hero number h."""

    words: Words
    test: Test


CHOICES: list[tuple[Effect, ...]] = []
"""Every list of alternatives; an option `("choose", n, i)` is the i-th of the n-th."""


def flow(en: str, pl: str, can: Test = always) -> Callable[[Run], Effect]:
    """Make an effect of a rule that may ask."""
    return lambda run: Effect(Words(en, pl), run, can)


def act(en: str, pl: str, do: Callable[[GameState, int], None], can: Test = always) -> Effect:
    """Make an effect of something that asks nothing."""
    return Effect(Words(en, pl), as_flow(do), can)


def sentence(words: str) -> str:
    """Words as a sentence."""
    return words[:1].upper() + words[1:]


def worded(effect: Effect, en: str, pl: str) -> Effect:
    """The same effect as another card's words have it."""
    return Effect(Words(en, pl), effect.run, effect.can)


def then(*effects: Effect) -> Effect:
    """One after the other."""

    def run(s: GameState, h: int) -> Flow[None]:
        for effect in effects:
            yield from effect.run(s, h)

    words = Words(
        _in_turn([one.words.en for one in effects], " and "), _in_turn([one.words.pl for one in effects], " i ")
    )
    return Effect(words, run, lambda s, h: all(one.can(s, h) for one in effects))


_APART = (":", ".", ", or ", " albo ", "you may ", "jeśli chcesz", "możesz")
"""What makes a phrase stand as a sentence of its own."""


def _in_turn(phrases: list[str], last: str) -> str:
    """Phrases as one list, or as sentences where that could be misread."""
    if any(mark in phrase for phrase in phrases for mark in _APART):
        return ". ".join([phrases[0], *map(sentence, phrases[1:])])
    return last.join([", ".join(phrases[:-1]), phrases[-1]])


def _alternatives(by: Callable[[int], int], joint: Words, effects: tuple[Effect, ...]) -> Effect:
    number = len(CHOICES)
    CHOICES.append(effects)

    def run(s: GameState, h: int) -> Flow[None]:
        options = [("choose", number, i) for i, one in enumerate(effects) if one.can(s, h)]
        if options:
            choice = yield Decision(by(h), "choose", options)
            yield from effects[choice[2]].run(s, h)

    words = Words(joint.en.join(one.words.en for one in effects), joint.pl.join(one.words.pl for one in effects))
    return Effect(words, run, lambda s, h: any(one.can(s, h) for one in effects))


def either(*effects: Effect) -> Effect:
    """The hero chooses one of those that are possible."""
    return _alternatives(seat_of, Words(", or ", " albo "), effects)


def sauron_either(*effects: Effect) -> Effect:
    """Sauron chooses one of those that are possible."""
    chosen = _alternatives(lambda _h: SAURON, Words(", or ", " albo "), effects)
    return Effect(Words(f"Sauron's choice: {chosen.words.en}", f"wybór Saurona: {chosen.words.pl}"), chosen.run)


def heroes_either(*effects: Effect) -> Effect:
    """The heroes choose together; the first of them answers (p. 13)."""
    chosen = either(*effects)
    return worded(chosen, f"the heroes' choice: {chosen.words.en}", f"wybór bohaterów: {chosen.words.pl}")


NOTHING = act("decline", "zrezygnuj", lambda _s, _h: None)


def may(effect: Effect) -> Effect:
    """The hero may decline."""
    chosen = _alternatives(seat_of, Words("", ""), (effect, NOTHING))
    return Effect(Words(f"you may {effect.words.en}", f"jeśli chcesz, {effect.words.pl}"), chosen.run, effect.can)


def when(condition: Condition, effect: Effect, otherwise: Effect | None = None) -> Effect:
    """Only if the condition holds."""

    def run(s: GameState, h: int) -> Flow[None]:
        if condition.test(s, h):
            yield from effect.run(s, h)
        elif otherwise is not None:
            yield from otherwise.run(s, h)

    joint = "," if ":" in effect.words.en else ":"
    en = f"if {condition.words.en}{joint} {effect.words.en}"
    pl = f"jeśli {condition.words.pl}{joint} {effect.words.pl}"
    if otherwise is not None:
        en += f"; otherwise {otherwise.words.en}"
        pl += f"; w przeciwnym razie: {otherwise.words.pl}"
    return Effect(Words(en, pl), run)


def spend(amount: int, effect: Effect) -> Effect:
    """Pay favor for it (p. 24)."""

    def run(s: GameState, h: int) -> Flow[None]:
        lose_favor(s, h, amount)
        yield from effect.run(s, h)

    words = Words(f"spend {amount} favor to {effect.words.en}", f"wydaj {favor_pl(amount)}, a potem {effect.words.pl}")
    return Effect(words, run, lambda s, h: s.heroes[h].favor >= amount and effect.can(s, h))


# -- every card by its kind and key

ENCOUNTER: dict[str, Effect] = {}
"""What an encounter does at once; for a quest, what happens when it is found."""
QUEST_FOUND: dict[str, Effect] = {}
"""What happens when a starting or advanced quest comes into play."""
QUEST_REWARD: dict[str, Effect] = {}
"""The reward of every quest, encounter quests included."""
EVENT: dict[str, Effect] = {}
"""What an event does: at once, or when a hero explores its location."""
PERIL: dict[str, Effect] = {}
SHADOW: dict[str, Effect] = {}
PLOT: dict[str, Effect] = {}
"""What a plot does when it becomes active."""
CORRUPTION: dict[str, Effect] = {}
"""What a corruption card does when it is drawn."""
CHARACTER: dict[str, Effect] = {}
ITEM: dict[str, Words] = {}
