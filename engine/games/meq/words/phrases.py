"""A phrase filled with names: each comes with a letter per part that tells how to name it.

The letters: c card, d token pool, e enemy, h hero, k character, n number, o number counted from 1, p place,
r Roman number, t term.
"""

from collections.abc import Callable
from typing import Any

from engine.core.words import Lang, Words
from engine.games.meq.components.box import CHARACTER, CHARACTERS, ENEMIES, HEROES
from engine.games.meq.layout import PLACE_NAMES
from engine.games.meq.state import GameState
from engine.games.meq.words.names import CARD_NAMES
from engine.games.meq.words.terms import COLOUR_PAIR_NAMES, TERMS


def _hero(s: GameState, part: Any, _lang: Lang) -> str:
    who = s.heroes[part].who
    return HEROES[who].name if who else f"{part + 1}"


def _card(_s: GameState, part: Any, lang: Lang) -> str:
    return CARD_NAMES[part].say(lang) if part >= 0 else "-"


def _enemy(_s: GameState, part: Any, lang: Lang) -> str:
    return ENEMIES[part].name.say(lang)


_NAMED: dict[str, Callable[[GameState, Any, Lang], str]] = {
    "c": _card,
    "d": lambda _s, part, lang: COLOUR_PAIR_NAMES[part].say(lang),
    "e": _enemy,
    "h": _hero,
    "k": lambda _s, part, _lang: CHARACTERS[CHARACTER[part]].name,
    "n": lambda _s, part, _lang: str(part),
    "o": lambda _s, part, _lang: str(part + 1),
    "p": lambda _s, part, lang: PLACE_NAMES[part].say(lang),
    "r": lambda _s, part, _lang: "I" * part,
    "t": lambda _s, part, lang: TERMS[part].say(lang),
}


def fill(s: GameState, phrase: tuple[Words, str], parts: tuple[Any, ...], lang: Lang) -> str:
    """Put the names of an option's or event's parts into its phrase."""
    words, kinds = phrase
    names = [_NAMED[kind](s, part, lang) for kind, part in zip(kinds, parts, strict=True)]
    return words.say(lang).format(*names)
