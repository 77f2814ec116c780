"""The cards in the box, loaded once from data/*.toml.

Every physical card has a number of its own: faction cards first, then battlegrounds, then paths.
"""

from importlib.resources import files
from typing import Literal

import msgspec

from engine.core.words import Lang, Words

FREE = "free"
SHADOW = "shadow"

Kind = Literal["army", "character", "item", "event"]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every card in a data file has."""

    id: str
    name: str
    name_pl: str = ""
    text: str = ""
    text_pl: str = ""


class CardEntry(_Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A faction card as its data file has it: one entry for all its copies."""

    number: list[int | str]
    copies: int = 1
    faction: str
    deck: str
    kind: Kind
    keywords: list[str] = []
    attack: int = 0
    defence: int = 0
    lead_attack: int = 0
    lead_defence: int = 0
    path: int = 0
    paths: list[int] = []
    wielders: list[str] = []


class BattlegroundEntry(_Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battleground (p. 6)."""

    number: int
    side: str
    defence: int = 0
    points: int
    defenders: list[str]
    attackers: list[str]


class PathEntry(_Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A path (p. 6)."""

    number: int
    path: int
    defence: int = 0
    points: int


class BotAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot card's "use your action" text, in the words of data/against-the-shadow.toml."""

    where: Literal["reserve", "path", "location", "play"]
    cost: Literal["none", "cycle", "eliminate", "cycle-wielder"]
    effect: str
    n: int = 1
    of: str = ""
    once: bool = False


class BotEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a Shadow card's bot version changes; None leaves the base card as it is."""

    id: str
    action: BotAction | None = None
    unplayable: int = 0
    attack: int | None = None
    defence: int | None = None
    lead_attack: int | None = None
    lead_defence: int | None = None
    path: int | None = None
    paths: list[int] | None = None
    text: str | None = None
    text_pl: str | None = None


def _read(name: str, kind: type[_Entry]) -> list[_Entry]:
    text = (files("engine.games.wotr") / "data" / f"{name}.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, list[kind]])["card"]  # type: ignore[valid-type]


_faction_cards = [*_read("free-peoples", CardEntry), *_read("shadow", CardEntry), *_read("promos", CardEntry)]

CARDS: list[CardEntry] = [card for card in _faction_cards for _ in card.number]  # type: ignore[attr-defined,misc]
"""Every faction card by number, copies included; the promos stand last."""
BASE_CARDS = 120
FIRST_BATTLEGROUND = len(CARDS)
BATTLEGROUNDS: dict[int, BattlegroundEntry] = dict(enumerate(_read("battlegrounds", BattlegroundEntry), len(CARDS)))  # type: ignore[arg-type]
FIRST_PATH = FIRST_BATTLEGROUND + len(BATTLEGROUNDS)
PATHS: dict[int, PathEntry] = dict(enumerate(_read("paths", PathEntry), FIRST_PATH))  # type: ignore[arg-type]

ENTRIES: list[_Entry] = [*CARDS, *BATTLEGROUNDS.values(), *PATHS.values()]
"""Every component by number."""

FACTIONS_FREE = ("Dúnedain", "Dwarf", "Elf", "Hobbit", "Rohan", "Wizard")
SIDE: list[str] = [FREE if card.faction in FACTIONS_FREE else SHADOW for card in CARDS]
"""The side of every faction card."""

_numbers: dict[str, list[int]] = {}
for _number, _entry in enumerate(ENTRIES):
    _numbers.setdefault(_entry.id, []).append(_number)


def copies(id: str) -> list[int]:
    """The numbers of all copies of a card."""
    return _numbers[id]


def number(id: str) -> int:
    """The number of a card's first copy."""
    return _numbers[id][0]


def name(component: int, lang: Lang = "en") -> str:
    """The name of a component."""
    entry = ENTRIES[component]
    return Words(entry.name, entry.name_pl).say(lang)


def _read_bots() -> dict[int, BotEntry]:
    """The bot version of every Shadow card."""
    text = (files("engine.games.wotr") / "data" / "against-the-shadow.toml").read_bytes()
    entries = {entry.id: entry for entry in msgspec.toml.decode(text, type=dict[str, list[BotEntry]])["card"]}
    shadow = [n for n, side in enumerate(SIDE) if side == SHADOW]
    wrong = {CARDS[n].id for n in shadow} ^ set(entries)
    if wrong:
        raise LookupError(f"against-the-shadow.toml lacks or has too much: {', '.join(sorted(wrong))}")
    return {n: entries[CARDS[n].id] for n in shadow}


BOT_CARDS: dict[int, BotEntry] = _read_bots()
"""What "Against the Shadow" changes, by card number."""

_PRINTED = ("attack", "defence", "lead_attack", "lead_defence", "path", "paths", "text", "text_pl")


def _as_bot_card(n: int, card: CardEntry) -> CardEntry:
    bot = BOT_CARDS.get(n)
    changes = {} if bot is None else {f: v for f in _PRINTED if (v := getattr(bot, f)) is not None}
    return msgspec.structs.replace(card, **changes)


BOT_PRINTED: list[CardEntry] = [_as_bot_card(n, card) for n, card in enumerate(CARDS)]
"""Every faction card as it is printed where bots play the Shadow."""


def _answers_to(card: CardEntry, called: str) -> bool:
    """Whether a card is meant by a short name, a faction or a keyword (p. 7)."""
    return card.name == called or card.name.startswith(f"{called} ") or called in (card.faction, *card.keywords)


def characters(*called: str) -> frozenset[int]:
    """The characters meant by any of these names, factions or keywords."""
    return frozenset(
        number
        for number, card in enumerate(CARDS)
        if card.kind == "character" and any(_answers_to(card, one) for one in called)
    )


def armies(faction: str) -> frozenset[int]:
    """The armies of a faction."""
    return frozenset(number for number, card in enumerate(CARDS) if card.kind == "army" and card.faction == faction)


def of_faction(faction: str) -> frozenset[int]:
    """All cards of a faction."""
    return frozenset(number for number, card in enumerate(CARDS) if card.faction == faction)


ARMY = frozenset(number for number, card in enumerate(CARDS) if card.kind == "army")
CHARACTER = frozenset(number for number, card in enumerate(CARDS) if card.kind == "character")
ITEM = frozenset(number for number, card in enumerate(CARDS) if card.kind == "item")
EVENT = frozenset(number for number, card in enumerate(CARDS) if card.kind == "event")
WEAPON = frozenset(number for number, card in enumerate(CARDS) if "Weapon" in card.keywords)
NAZGUL = characters("Nazgûl")
GANDALF = characters("Gandalf")
STRIDER = number("strider")
ARAGORN = number("aragorn")

WIELDERS: dict[int, frozenset[int]] = {item: characters(*CARDS[item].wielders) for item in sorted(ITEM)}
"""Who may wield each item."""


def open_to(card: CardEntry) -> frozenset[int]:
    """Where a card may be played or moved by its faction and path numbers alone (p. 10)."""
    if card.kind not in ("army", "character"):
        return frozenset()
    grounds = {n for n, ground in BATTLEGROUNDS.items() if card.faction in (*ground.defenders, *ground.attackers)}
    return frozenset(grounds | {n for n, path in PATHS.items() if path.path in card.paths})


OPEN_TO: list[frozenset[int]] = [open_to(card) for card in CARDS]
"""For every faction card the locations that are open to it."""


def battlegrounds_of(*factions: str) -> frozenset[int]:
    """The battlegrounds that show any of these factions, as attacker or defender (p. 6)."""
    return frozenset(
        n for n, ground in BATTLEGROUNDS.items() if any(f in (*ground.defenders, *ground.attackers) for f in factions)
    )
