"""Effects made of rules, and effects made of effects: one after the other, one of several, on a condition.

The words of an effect are made of the words of its parts.
"""

from collections.abc import Callable

from engine.core.flow import Flow, Option, as_flow
from engine.core.words import Words
from engine.games.meq.cards.clauses import Effect, Rule, Test, always
from engine.games.meq.cards.parts.conditions import Condition
from engine.games.meq.cards.parts.polish import favor_pl
from engine.games.meq.rules.deciding import HEROES, decide
from engine.games.meq.rules.favor import lose_favor
from engine.games.meq.rules.heroes import choose_hero
from engine.games.meq.state import SAURON, GameState, seat_of

CHOICES: list[tuple[Effect, ...]] = []
"""Every list of alternatives; an option `("choose", n, i)` is the i-th of the n-th, as `registry.load` meets them."""


def effect(en: str, pl: str, rule: Callable[[GameState, int], Flow[None] | None], can: Test = always) -> Effect:
    """Make an effect of a rule and the words for it."""
    return Effect(Words(en, pl), as_flow(rule), can)


def as_effect(en: str, pl: str, can: Test = always) -> Callable[[Rule], Effect]:
    """Make an effect of the rule that is defined below these words."""
    return lambda rule: Effect(Words(en, pl), rule, can)


def reworded(part: Effect, en: str, pl: str) -> Effect:
    """Say an effect as the words of another card have it."""
    return Effect(Words(en, pl), part.run, part.can)


def only_if(part: Effect, can: Test) -> Effect:
    """Let an effect be chosen only where something is so."""
    return Effect(part.words, part.run, can)


def in_any_case(part: Effect) -> Effect:
    """Let an effect happen as far as it can, also where it could not be chosen."""
    return Effect(part.words, part.run)


NOTHING = effect("decline", "zrezygnuj", lambda _s, _h: None)


def sentence(words: str) -> str:
    """Words with a capital letter."""
    return words[:1].upper() + words[1:]


def then(*effects: Effect) -> Effect:
    """One after the other."""

    def run(s: GameState, h: int) -> Flow[None]:
        for one in effects:
            yield from one.run(s, h)

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


def _alternatives(by: Callable[[int], int], effects: tuple[Effect, ...]) -> Effect:
    """A seat, or the heroes, choose one of those that are possible."""
    number = len(CHOICES)
    CHOICES.append(effects)

    def run(s: GameState, h: int) -> Flow[None]:
        options: list[Option] = [("choose", number, i) for i, one in enumerate(effects) if one.can(s, h)]
        if options:
            choice = yield from decide(s, by(h), "choose", options)
            yield from effects[choice[2]].run(s, h)

    words = Words(", or ".join(one.words.en for one in effects), " albo ".join(one.words.pl for one in effects))
    return Effect(words, run, lambda s, h: any(one.can(s, h) for one in effects))


def either(*effects: Effect) -> Effect:
    """The hero chooses one of those that are possible."""
    return _alternatives(seat_of, effects)


def sauron_either(*effects: Effect) -> Effect:
    """Sauron chooses one of those that are possible."""
    choice = _alternatives(lambda _h: SAURON, effects)
    return Effect(Words(f"Sauron's choice: {choice.words.en}", f"wybór Saurona: {choice.words.pl}"), choice.run)


def heroes_either(*effects: Effect) -> Effect:
    """The heroes choose as a side (p. 13)."""
    choice = _alternatives(lambda _h: HEROES, effects)
    return reworded(choice, f"the heroes' choice: {choice.words.en}", f"wybór bohaterów: {choice.words.pl}")


def sauron_offers(offer: Effect) -> Effect:
    """Sauron chooses a hero, who chooses for himself."""

    def run(s: GameState, _h: int) -> Flow[None]:
        h = yield from choose_hero(s)
        yield from offer.run(s, h)

    en = f"Sauron chooses a hero, who chooses: {offer.words.en}"
    return Effect(Words(en, f"Sauron wybiera bohatera, a ten wybiera: {offer.words.pl}"), run)


def may(part: Effect) -> Effect:
    """The hero may decline."""
    choice = _alternatives(seat_of, (part, NOTHING))
    return Effect(Words(f"you may {part.words.en}", f"jeśli chcesz, {part.words.pl}"), choice.run, part.can)


def when(condition: Condition, part: Effect, otherwise: Effect | None = None) -> Effect:
    """Only if the condition holds."""

    def run(s: GameState, h: int) -> Flow[None]:
        if condition.test(s, h):
            yield from part.run(s, h)
        elif otherwise is not None:
            yield from otherwise.run(s, h)

    joint = "," if ":" in part.words.en else ":"
    en = f"if {condition.words.en}{joint} {part.words.en}"
    pl = f"jeśli {condition.words.pl}{joint} {part.words.pl}"
    if otherwise is not None:
        en += f"; otherwise {otherwise.words.en}"
        pl += f"; w przeciwnym razie: {otherwise.words.pl}"
    return Effect(Words(en, pl), run)


def spend(amount: int, part: Effect) -> Effect:
    """Pay favor for it (p. 24)."""

    def run(s: GameState, h: int) -> Flow[None]:
        lose_favor(s, h, amount)
        yield from part.run(s, h)

    words = Words(f"spend {amount} favor to {part.words.en}", f"wydaj {favor_pl(amount)}, a potem {part.words.pl}")
    return Effect(words, run, lambda s, h: s.heroes[h].favor >= amount and part.can(s, h))
