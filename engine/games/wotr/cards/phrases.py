"""Sentences of card texts: templates in both languages whose `{placeholders}` take the form the sentence needs."""

from collections.abc import Callable, Iterable
from string import Formatter
from typing import Any, Self

from engine.core.words import LANGS, Lang, Words
from engine.games.wotr.components.box import BATTLEGROUNDS, FREE, SHADOW, name, number


class Group(frozenset[int]):
    """Cards or locations that a text speaks of, with its words for them: in Polish in the case the sentence needs."""

    words: Words

    def __new__(cls, members: Iterable[int], en: str, pl: str) -> Self:
        """A group of these members, called so."""
        group = super().__new__(cls, members)
        group.words = Words(en, pl)
        return group


def filled(template: Words, *values: object, **parameters: object) -> Words:
    """A template with values and parameters in its placeholders, each in the form the template asks for."""
    return Words(*(_Phrase(lang).format(template.say(lang), *values, **parameters) for lang in LANGS))


# -- the forms of what stands in a sentence: {faction:of}, {draws:cards}, {other:name}, {other:side}

_GENITIVE = {
    "Dúnedain": "Dúnedainów",
    "Dwarf": "Krasnoludów",
    "Elf": "Elfów",
    "Hobbit": "Hobbitów",
    "Rohan": "Rohanu",
    "Wizard": "Czarodziejów",
    "Isengard": "Isengardu",
    "Monstrous": "Monstrum",
    "Mordor": "Mordoru",
    "Southron": "Południowców",
}
_SIDES = {FREE: Words("Free Peoples", "Wolnych Ludów"), SHADOW: Words("Shadow", "Cienia")}


def _of(group: str) -> Words:
    """Of a faction or side: "the Elf player", "gracz Elfów"."""
    return _SIDES[group] if group in _SIDES else Words(group, _GENITIVE[group])


def counted_cards(n: int) -> Words:
    """So many cards, as an object; Polish has another form for two to four, but not for twelve to fourteen."""
    if n == 1:
        return Words("1 card", "1 kartę")
    is_few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
    return Words(f"{n} cards", f"{n} karty" if is_few else f"{n} kart")


def _name(id: str) -> Words:
    """The name of a component within a sentence."""
    en = name(number(id))
    return Words(f"the {en[4:]}" if en.startswith("The ") else en, name(number(id), "pl"))


def _side(battleground: str) -> Words:
    """The side that defends a battleground, in the genitive."""
    return _SIDES[BATTLEGROUNDS[number(battleground)].side]


_FORMS: dict[str, Callable[[Any], Words]] = {"of": _of, "cards": counted_cards, "name": _name, "side": _side}


class _Phrase(Formatter):
    """Fills templates in one language; what follows a colon in a placeholder is the form of the value."""

    def __init__(self, lang: Lang) -> None:
        self._lang = lang

    def format_field(self, value: Any, form: str) -> str:
        """A value in its form."""
        words = _FORMS[form](value) if form else value
        return words.say(self._lang) if isinstance(words, Words) else str(words)
