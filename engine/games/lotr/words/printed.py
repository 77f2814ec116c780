"""Words for what is printed on a card beside its text, together and one by one (p. 6-9)."""

from collections.abc import Mapping

from engine.core.game import Printed
from engine.core.layout_parts import named_after
from engine.core.words import LANGS, Words, listed
from engine.games.lotr.cards.texts import KEYWORDS
from engine.games.lotr.components.decks import SPHERE_NAMES
from engine.games.lotr.components.schema import CardEntry

_NAMES = {
    "sphere": Words("sphere", "sfera"),
    "threat_cost": Words("threat cost", "koszt zagrożenia"),
    "cost": Words("cost", "koszt"),
    "engagement_cost": Words("engagement cost", "koszt zwarcia"),
    "threat": Words("threat", "zagrożenie"),
    "willpower": Words("willpower", "siła woli"),
    "attack": Words("attack", "atak"),
    "defense": Words("defense", "obrona"),
    "hit_points": Words("hit points", "punkty wytrzymałości"),
    "stage": Words("stage", "etap"),
    "quest_points": Words("quest points", "punkty wyprawy"),
    "unique": Words("unique", "unikalna"),
    "traits": Words("traits", "cechy"),
    "attach_to": Words("attach to", "dołącz do"),
    "shadow": Words("shadow effect", "efekt cienia"),
    "set": Words("set", "zestaw"),
    **KEYWORDS,
}
_TRAITS = {
    "Archer": "Łucznik",
    "Armor": "Zbroja",
    "Artifact": "Artefakt",
    "Beorning": "Beorning",
    "Condition": "Stan",
    "Craftsman": "Rzemieślnik",
    "Creature": "Stworzenie",
    "Dol Guldur": "Dol Guldur",
    "Dungeon": "Lochy",
    "Dwarf": "Krasnolud",
    "Dúnedain": "Dúnedain",
    "Forest": "Las",
    "Goblin": "Goblin",
    "Gondor": "Gondor",
    "Hobbit": "Hobbit",
    "Insect": "Owad",
    "Istari": "Istari",
    "Item": "Przedmiot",
    "Marshland": "Mokradła",
    "Minstrel": "Minstrel",
    "Mountain": "Góra",
    "Nazgûl": "Nazgûl",
    "Noble": "Szlachetny",
    "Noldor": "Noldor",
    "Orc": "Ork",
    "Ranger": "Strażnik",
    "Riverland": "Nadrzecze",
    "Rohan": "Rohan",
    "Scout": "Zwiadowca",
    "Silvan": "Elf Leśny",
    "Skill": "Umiejętność",
    "Spider": "Pająk",
    "Steward": "Namiestnik",
    "Stronghold": "Twierdza",
    "Title": "Tytuł",
    "Trap": "Pułapka",
    "Troll": "Troll",
    "Undead": "Nieumarły",
    "Warrior": "Wojownik",
    "Wasteland": "Pustkowie",
    "Weapon": "Broń",
}
TRAITS = {trait: Words(trait, pl) for trait, pl in _TRAITS.items()}
"""The traits in words; the game's own word for one is English."""
SETS = {
    "heroes": Words("heroes", "bohaterowie"),
    **SPHERE_NAMES,
    "quests": Words("quests", "wyprawy"),
    "passage-through-mirkwood": Words("Passage Through Mirkwood", "Przeprawa przez Mroczną Puszczę"),
    "journey-down-the-anduin": Words("Journey Down the Anduin", "Podróż w dół Anduiny"),
    "escape-from-dol-guldur": Words("Escape From Dol Guldur", "Ucieczka z Dol Guldur"),
    "spiders-of-mirkwood": Words("Spiders of Mirkwood", "Pająki z Mrocznej Puszczy"),
    "wilderlands": Words("Wilderlands", "Dzikie Kraje"),
    "dol-guldur-orcs": Words("Dol Guldur Orcs", "Orki z Dol Guldur"),
    "saurons-reach": Words("Sauron's Reach", "Zasięg Saurona"),
}
"""The sets of cards in words."""
ATTACHED_TO = {
    "hero": Words("a hero", "bohater"),
    "character": Words("a character", "postać"),
    "location": Words("a location", "obszar"),
    "engaged-enemy": Words("an enemy engaged with a player", "wróg w zwarciu z graczem"),
}
"""What attachments are attached to, in words."""
_SAID: dict[str, Mapping[str, Words]] = {
    "sphere": SPHERE_NAMES,
    "traits": TRAITS,
    "set": SETS,
    "attach_to": ATTACHED_TO,
    "cost": {"X": Words("X", "X")},
}
"""The words of values that are words."""
_CHARACTER = ("willpower", "attack", "defense", "hit_points")
_NUMBERS = {
    "hero": ("threat_cost", *_CHARACTER),
    "ally": ("cost", *_CHARACTER),
    "attachment": ("cost",),
    "event": ("cost",),
    "enemy": ("engagement_cost", "threat", "attack", "defense", "hit_points"),
    "location": ("threat", "quest_points"),
    "quest": ("stage", "quest_points"),
}
"""The numbers printed on each type of card (p. 6-9)."""
_SIGNS = ("unique", "attach_to", *KEYWORDS)


def values_of(entry: CardEntry) -> Words:
    """What is printed on a card beside its text: sphere, whether it is unique, numbers and traits."""
    parts = [SPHERE_NAMES[entry.sphere]] if entry.sphere else []
    parts += [_NAMES["unique"]] if entry.unique else []
    parts += [Words(*(f"{_NAMES[name].say(lang)} {n}" for lang in LANGS)) for name, n in _numbers(entry).items()]
    return listed(*parts, *(TRAITS[trait] for trait in entry.traits))


def printed_on(entry: CardEntry) -> tuple[Printed, ...]:
    """What is printed on a card, one by one; a sign without a number counts 1."""
    signs = {name: value if type(value) is str else int(value) for name in _SIGNS if (value := getattr(entry, name))}
    values = {
        **({"sphere": entry.sphere} if entry.sphere else {}),
        **_numbers(entry),
        **signs,
        **({"shadow": 1} if entry.shadow_text else {}),
        **({"traits": entry.traits} if entry.traits else {}),
        **({"set": entry.set} if entry.set else {}),
    }
    return tuple(Printed(named_after(name), _NAMES[name], value, _said(name, value)) for name, value in values.items())


def _said(name: str, value: int | str | tuple[str, ...]) -> Words | None:
    """A value in words, if it is one or some."""
    if isinstance(value, int):
        return None
    return listed(*(_SAID[name][word] for word in ((value,) if isinstance(value, str) else value)))


def _numbers(entry: CardEntry) -> dict[str, int | str]:
    """The numbers that a card of its type has, also those that are 0; but some stages have no quest points."""
    numbers = {name: getattr(entry, name) for name in _NUMBERS.get(entry.type, ())}
    if numbers.get("quest_points") == 0:
        del numbers["quest_points"]
    return numbers | ({"cost": "X"} if entry.cost_is_x else {})
