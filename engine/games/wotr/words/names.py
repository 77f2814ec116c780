"""Names of cards, places and sides as sentences use them."""

from engine.core.words import Lang, Words
from engine.games.wotr.components.box import FREE, SHADOW, name

PLACES = {
    "reserve": Words("reserve", "rezerwa"),
    FREE: Words("The Free Peoples", "Wolne Ludy"),
    SHADOW: Words("The Shadow", "Cień"),
}


def name_of(part: int | str, lang: Lang) -> str:
    """A card or place by name."""
    return PLACES[part].say(lang) if isinstance(part, str) else name(part, lang)


def fill(words: Words, parts: list[str], lang: Lang) -> str:
    """A phrase with its numbered places filled."""
    return words.say(lang).format(*parts)
