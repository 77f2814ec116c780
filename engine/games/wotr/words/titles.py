"""What the game's own words are called that stand in layouts, observations and options, by kind."""

from collections.abc import Mapping

from engine.core.words import Words
from engine.games.wotr.words.printed import FACTIONS, KEYWORDS, SIDES

PHASES = {
    "setup": Words("setup", "przygotowanie"),
    "discard": Words("setup", "przygotowanie"),
    "battleground": Words("location phase", "faza lokalizacji"),
    "path": Words("location phase", "faza lokalizacji"),
    "action": Words("action phase", "faza akcji"),
    "combat": Words("combat phase", "faza walki"),
    "victory": Words("victory check", "sprawdzenie zwycięstwa"),
    "draw": Words("draw phase", "faza dobierania"),
}
_COMPONENTS = {
    "character": Words("character", "postać"),
    "army": Words("army", "armia"),
    "item": Words("item", "przedmiot"),
    "event": Words("event", "wydarzenie"),
    "battleground": Words("battleground", "pole bitwy"),
    "path": Words("path", "ścieżka"),
}
_GROUPS = {
    "pass": Words("Pass", "Spasuj"),
    "play": Words("Play a card", "Zagraj kartę"),
    "move": Words("Move a card", "Porusz kartę"),
    "use": Words("Use an action text", "Zużyj akcję karty"),
    "cycle": Words("Cycle a card", "Zrzuć kartę"),
    "winnow": Words("Winnow", "Odsiew"),
    "ring": Words("Use the Ring token", "Użyj żetonu Pierścienia"),
    "forsake": Words("Forsake a card", "Poświęć kartę"),
    "eliminate": Words("Eliminate a card", "Wyklucz kartę"),
    "sacrifice": Words("Eliminate from reserve", "Wyklucz z rezerwy"),
    "take": Words("Take into hand", "Weź na rękę"),
    "seek": Words("Seek in the deck", "Szukaj w talii"),
    "slay": Words("Eliminate an enemy", "Wyklucz wroga"),
    "lose": Words("Choose a loss", "Wybierz stratę"),
    "activate": Words("Activate a location", "Aktywuj lokalizację"),
    "fight": Words("Resolve a combat", "Rozpatrz walkę"),
    "support": Words("Support characters", "Wesprzyj postacie"),
    "defend": Words("Add defence", "Dodaj obronę"),
    "attack": Words("Add attack", "Dodaj atak"),
    "heal": Words("Heal", "Ulecz"),
    "draw-two": Words("Draw two cards", "Dobierz dwie karty"),
    "may": Words("Use the text?", "Użyć tekstu?"),
    "done": Words("Done", "Gotowe"),
}

_OPTION_VALUES = {
    "versus": Words("people on both sides", "ludzie po obu stronach"),
    "against-the-shadow": Words("the rules play the Shadow", "Cień gra sam"),
    "standard": Words("as many as usual", "tyle, co zwykle"),
    "challenging": Words("more, for a challenge", "więcej, dla wyzwania"),
}

WORDS: Mapping[str, Mapping[str, Words]] = {
    "side": SIDES,
    "phase": PHASES,
    "component": _COMPONENTS,
    "faction": FACTIONS,
    "keyword": KEYWORDS,
    "group": _GROUPS,
    "option-value": _OPTION_VALUES,
}
