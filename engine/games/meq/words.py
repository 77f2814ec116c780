"""Words for options, decisions and events, in English and Polish; rendered only when somebody asks.

Each phrase comes with a letter per part that tells how to name it: c card, d token pool, e enemy, h hero, k character,
n number, o number counted from 1, p place, t term.
"""

from collections.abc import Callable
from typing import Any

from engine.core.events import Event
from engine.core.flow import Decision, Option
from engine.core.words import Lang, Words
from engine.games.meq.cards.effect import CHOICES, sentence
from engine.games.meq.components.figures import CHARACTER, CHARACTERS, ENEMIES, HEROES
from engine.games.meq.components.listing import NAMES
from engine.games.meq.layout import NAMES as PLACES
from engine.games.meq.phrases import EVENTS, OPTIONS, POOLS, PROMPTS, TERMS
from engine.games.meq.state import GameState

REASONS = {
    "mission": Words("the mission is fulfilled", "misja wypełniona"),
    "ringwraiths_defeated": Words("the Ringwraiths fall in the last combat", "Ringwraiths padają w ostatniej walce"),
    "champion_failed": Words(
        "the heroes' champion falls in the last combat", "obrońca bohaterów pada w ostatniej walce"
    ),
}


def _hero(s: GameState, part: Any, _lang: Lang) -> str:
    who = s.heroes[part].who
    return HEROES[who].name if who else f"{part + 1}"


def _card(_s: GameState, part: Any, lang: Lang) -> str:
    return NAMES[part].say(lang) if part >= 0 else "-"


def _enemy(_s: GameState, part: Any, lang: Lang) -> str:
    enemy = ENEMIES[part]
    return Words(enemy.name, enemy.name_pl).say(lang)


_NAMED: dict[str, Callable[[GameState, Any, Lang], str]] = {
    "c": _card,
    "d": lambda _s, part, lang: POOLS[part].say(lang),
    "e": _enemy,
    "h": _hero,
    "k": lambda _s, part, _lang: CHARACTERS[CHARACTER[part]].name,
    "n": lambda _s, part, _lang: str(part),
    "o": lambda _s, part, _lang: str(part + 1),
    "p": lambda _s, part, _lang: PLACES[part],
    "t": lambda _s, part, lang: TERMS[part].say(lang),
}


def _say(s: GameState, phrase: tuple[Words, str], parts: tuple[Any, ...], lang: Lang) -> str:
    words, kinds = phrase
    named = [_NAMED[kind](s, part, lang) for kind, part in zip(kinds, parts, strict=True)]
    return words.say(lang).format(*named)


def describe(s: GameState, option: Option, lang: Lang) -> str:
    """An option in words."""
    verb, *parts = option
    if verb == "choose":
        return sentence(CHOICES[parts[0]][parts[1]].words.say(lang))
    if verb == "be":
        return HEROES[parts[0]].name
    key = f"rest {parts[0]}" if verb == "rest" and parts else verb
    return _say(s, OPTIONS[key], () if verb == "rest" else tuple(parts), lang)


def prompt(_s: GameState, decision: Decision, lang: Lang) -> str:
    """What a decision asks."""
    return PROMPTS[decision.kind].say(lang)


def narrate(s: GameState, event: Event, lang: Lang) -> str:
    """An event in words, with no more than its reader may see."""
    data = event.data
    kind = event.kind
    if kind == "told" and not data:
        kind = "told others"
    elif kind == "fought":
        kind, data = ("won" if data[2] else "fought"), data[:2]
    elif kind == "hero":
        data = data[:1]
    return _say(s, EVENTS[kind], data, lang)
