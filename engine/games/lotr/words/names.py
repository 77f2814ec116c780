"""Names of phases, and the parts of options, events and causes as sentences use them."""

from typing import Any

from engine.core.words import Lang, Words
from engine.games.lotr.components.box import name_of
from engine.games.lotr.scenarios import ROLES, SCENARIO_KINDS

PHASES = {
    "setup": Words("setup", "przygotowanie"),
    "resource": Words("resource phase", "faza Zasobów"),
    "planning": Words("planning phase", "faza Planowania"),
    "quest": Words("quest phase", "faza Wyprawy"),
    "travel": Words("travel phase", "faza Podróży"),
    "encounter": Words("encounter phase", "faza Spotkań"),
    "combat": Words("combat phase", "faza Walki"),
    "refresh": Words("refresh phase", "faza Odpoczynku"),
}
EFFECTS = {
    "willpower": Words("willpower {d2}", "siła woli {d2}"),
    "attack": Words("attack {d2}", "atak {d2}"),
    "defense": Words("defense {d2}", "obrona {d2}"),
    "threat": Words("threat {d2}", "siła zagrożenia {d2}"),
    "cannot-attack": Words("does not attack {p2} this phase", "w tej fazie nie atakuje: {p2}"),
    "no-threat": Words("adds no threat this phase", "w tej fazie nie dodaje zagrożenia"),
    "to-hand": Words("returns to hand when the phase ends", "po tej fazie wraca na rękę"),
    "into-deck": Words("is shuffled into its deck when the phase ends", "po tej fazie wraca do talii"),
}
"""What lasting effects do to a card, as part of the event `boosted`."""


class Parts(dict[str, str]):
    """The parts of an option, event or cause, for placeholders of a letter and an index.

    c card, p player, n number, d difference, l cards from there on, e lasting effect, s scenario; `pay` is a payment.
    """

    def __init__(self, parts: tuple[Any, ...], lang: Lang) -> None:
        super().__init__()
        self.parts, self.lang = parts, lang

    def __missing__(self, key: str) -> str:
        if key == "pay":
            pairs = zip(self.parts[::2], self.parts[1::2], strict=True)
            return ", ".join(f"{amount} ({name_of(hero, self.lang)})" for hero, amount in pairs)
        at = int(key[1:])
        part = self.parts[at]
        match key[0]:
            case "c":
                return name_of(part, self.lang)
            case "p":
                return ROLES[int(part)].name.say(self.lang)
            case "l":
                return ", ".join(name_of(card, self.lang) for card in self.parts[at:])
            case "d":
                return f"{part:+d}"
            case "e":
                return EFFECTS[part].say(self.lang).format_map(self)
            case "s":
                return SCENARIO_KINDS[part].name.say(self.lang)
        return str(part)
