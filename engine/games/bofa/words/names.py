"""What things are called: sides, places, units, characters, cards; and phrases that name them."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.core.words import BETWEEN, Lang, Words
from engine.games.bofa.components.box import PILES
from engine.games.bofa.components.pack import Pack

FACES = {
    "character": Words("Character", "Postać"),
    "army": Words("Army", "Armia"),
    "muster": Words("Muster", "Mobilizacja"),
    "event": Words("Event", "Wydarzenie"),
    "army-muster": Words("Army/Muster", "Armia/Mobilizacja"),
    "will": Words("Will of the West", "Wola Zachodu"),
    "eye": Words("Eye of Sauron", "Oko Saurona"),
    "nothing": Words("nothing", "nic"),
}
TERRAINS = {
    "hills": Words("hills", "wzgórza"),
    "mountains": Words("mountains", "góry"),
    "plains": Words("plains", "równiny"),
    "ruins": Words("ruins", "ruiny"),
    "marsh": Words("marsh", "bagna"),
}
SIDES = (Words("Free Peoples", "Wolne Ludy"), Words("Shadow", "Cień"))

BACKS = {"event": Words("an Event card", "karta Wydarzenia"), "story": Words("a Story card", "karta Opowieści")}
SEARCHED_ZONES = {
    "hand": Words("the enemy's hand", "ręka przeciwnika"),
    "event": Words("the top of the Event deck", "wierzch talii Wydarzeń"),
    "story": Words("the top of the Story deck", "wierzch talii Opowieści"),
}
ROLLS = {
    "roll": Words("combat roll", "rzut walki"),
    "reroll": Words("leader re-roll", "przerzut dowódców"),
}
COUNTERS = {
    "ring": Words("Ring tokens", "Żetony Pierścienia"),
    "wrath": Words("Wrath tokens", "Żetony gniewu"),
    "bodyguard": Words("Bodyguard tokens", "Żetony przybocznych"),
    "concentration": Words("Concentration tokens", "Żetony koncentracji"),
}
ATTACKERS_CHOICE_OF_PLACE = Words("where the attacker chooses", "miejsca, które wybierze atakujący")
EYRIE = Words("the Eyrie", "Gniazdo Orłów")
EYRIE_TITLE = Words("Eyrie", "Gniazdo Orłów")

Namer = Callable[[Pack, Any, Lang], str]
"""Says what a number or short word of an option or event stands for."""


class Phrase(NamedTuple):
    """A phrase, and how each of the values that go into it is named."""

    words: Words
    parts: tuple[Namer, ...]

    def say(self, p: Pack, values: Sequence[Any], lang: Lang) -> str:
        """The phrase with its values filled in."""
        names = [name(p, value, lang) for name, value in zip(self.parts, values, strict=True)]
        return self.words.say(lang).format(*names)


def phrase(en: str, pl: str, *parts: Namer) -> Phrase:
    """A phrase in both languages with the namers of its values."""
    return Phrase(Words(en, pl), parts)


def side(_p: Pack, seat: int, lang: Lang) -> str:
    """The side of a seat."""
    return SIDES[seat].say(lang)


def place(p: Pack, number: int, lang: Lang) -> str:
    """A place by its number; -1 is one that is still to be chosen, and everything else below 0 the Eyrie."""
    if number == -1:
        return ATTACKERS_CHOICE_OF_PLACE.say(lang)
    return p.layout.names[number].say(lang) if number >= 0 else EYRIE.say(lang)


def unit(p: Pack, number: int, lang: Lang) -> str:
    """A type of unit."""
    return Words(p.units[number].name, p.units[number].name_pl).say(lang)


def units(p: Pack, numbers: Sequence[int], lang: Lang) -> str:
    """An army, as how many there are of each type."""
    return ", ".join(f"{unit(p, one, lang)} {numbers.count(one)}" for one in dict.fromkeys(numbers))


def character(p: Pack, number: int, lang: Lang) -> str:
    """A character."""
    return Words(p.characters[number].name, p.characters[number].name_pl).say(lang)


def ability(p: Pack, number: int, lang: Lang) -> str:
    """A general with what his ability does."""
    row = p.characters[number].ability
    does = "" if row is None else f" ({Words(row.text, row.text_pl).say(lang)})"
    return character(p, number, lang) + does


def manoeuvre(p: Pack, number: int, lang: Lang) -> str:
    """A type of unit with what its manoeuvre does."""
    row = p.units[number].manoeuvre
    return f"{unit(p, number, lang)} ({Words(row.text, row.text_pl).say(lang)})"


def card(p: Pack, value: int | str, lang: Lang) -> str:
    """A card by its number, or its back by the name of the deck."""
    if isinstance(value, str):
        return BACKS[value].say(lang)
    return Words(p.cards[value].row.name, p.cards[value].row.name_pl).say(lang)


def cards(p: Pack, numbers: Sequence[int], lang: Lang) -> str:
    """Cards after a colon; nothing, for those who do not see them."""
    return "".join([": ", BETWEEN.join(card(p, number, lang) for number in numbers)]) if numbers else ""


def cards_at(_p: Pack, where: str, lang: Lang) -> str:
    """Where cards are looked at."""
    return SEARCHED_ZONES[where].say(lang)


def territory(p: Pack, number: int, lang: Lang) -> str:
    """A territory."""
    row = p.contents.board.territory[number]
    return Words(row.name, row.name_pl).say(lang)


def face(_p: Pack, value: str, lang: Lang) -> str:
    """The face of an action die."""
    return FACES[value].say(lang)


def faces(p: Pack, values: Sequence[str], lang: Lang) -> str:
    """The faces of several action dice."""
    return ", ".join(face(p, value, lang) for value in values)


def dice(_p: Pack, values: Sequence[int], _lang: Lang) -> str:
    """The results of several combat dice."""
    return " ".join(map(str, values)) or "-"


def pile(p: Pack, number: int, lang: Lang) -> str:
    """A pile of recruitment tokens."""
    row = next(row for row in p.contents.tokens.pile if row.id == PILES[number])
    return Words(row.name, row.name_pl).say(lang)


def fate_token(p: Pack, number: int, _lang: Lang) -> str:
    """The value of a fate token."""
    return str(p.fate_tokens[number].value)


def counter(_p: Pack, kind: str, lang: Lang) -> str:
    """A kind of counter on the card of a character."""
    return COUNTERS[kind].say(lang)


def roll(_p: Pack, value: str, lang: Lang) -> str:
    """The combat roll or the leader re-roll."""
    return ROLLS[value].say(lang)


def mountain_pass(p: Pack, number: int, lang: Lang) -> str:
    """A mountain pass by its name; behind the regions each mustering point stands before its pass."""
    return place(p, p.layout.regions + 2 * number + 1, lang)


def plain(_p: Pack, value: Any, _lang: Lang) -> str:
    """A value that stands for itself."""
    return str(value)
