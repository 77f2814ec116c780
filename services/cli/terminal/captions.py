"""What stands on the tabs and beside the keys of the terminal client."""

from collections.abc import Mapping

from engine.core.words import Lang, Words

KEYS: Mapping[str, str] = {
    "f1": "tell('?')",
    "f2": "tell('b')",
    "f3": "tell('map')",
    "f4": "tell('log')",
    "f5": "tell('hint')",
    "f6": "tell('pp')",
    "f8": "tell('u')",
    "f10": "leave",
    "escape": "board",
    "ctrl+c": "leave",
}
"""Keys and what they do."""
_CAPTIONS = {
    "tell('?')": Words("Help", "Pomoc"),
    "tell('b')": Words("Board", "Plansza"),
    "tell('map')": Words("Map", "Mapa"),
    "tell('log')": Words("Log", "Kronika"),
    "tell('hint')": Words("Hint", "Rada"),
    "tell('pp')": Words("Pass on", "Dalej"),
    "tell('u')": Words("Undo", "Cofnij"),
    "leave": Words("Leave", "Wyjdź"),
    "board": Words("Board", "Plansza"),
    "map": Words("Map", "Mapa"),
    "log": Words("Log", "Kronika"),
    "card": Words("Card", "Karta"),
    "help": Words("Help", "Pomoc"),
    "keys": Words(
        "PgUp, PgDn: scroll what is on the left · arrows: mark an option and read its card · Enter: choose it, or open "
        "its group · click: a tab, an option, or a name to read what it is · Esc: back to the board",
        "PgUp, PgDn: przewiń to, co po lewej · strzałki: zaznacz możliwość i przeczytaj jej kartę · Enter: wybierz ją "
        "albo otwórz jej grupę · klik: zakładka, możliwość albo nazwa, by przeczytać, co to · Esc: wróć do planszy",
    ),
}


def in_language(lang: Lang) -> dict[str, str]:
    """All captions in one language."""
    return {caption: words.say(lang) for caption, words in _CAPTIONS.items()}
