"""The types of what data/*.toml holds: faction cards, battlegrounds, paths, and what bots of the Shadow change."""

from typing import Literal

import msgspec

Kind = Literal["army", "character", "item", "event"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every card in a data file has."""

    id: str
    name: str
    name_pl: str = ""
    effects: list[str] = []
    """The clauses of its text in their order, by the names that cards/registry.py has for them."""
    text: str = ""
    """The sentences of clauses that are its own; those that cards share tell themselves (cards/texts.py)."""
    text_pl: str = ""


class CardEntry(Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
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


class BattlegroundEntry(Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battleground (p. 6)."""

    number: int
    side: str
    defence: int = 0
    points: int
    defenders: list[str]
    attackers: list[str]


class PathEntry(Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A path (p. 6)."""

    number: int
    path: int
    defence: int = 0
    points: int


# -- against-the-shadow.toml


class BotAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot card's "use your action" text, in the words of data/against-the-shadow.toml."""

    where: Literal["reserve", "path", "location", "play"]
    cost: Literal["none", "cycle", "eliminate", "cycle-wielder"]
    effect: str
    n: int = 1
    of: str = ""
    further: int = 0
    once: bool = False


class BotEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a Shadow card's bot version changes; None leaves the base card as it is."""

    id: str
    action: BotAction | None = None
    effects: list[str] = []
    """The clauses by which a bot plays it that stand in the card's block."""
    unplayable: int = 0
    attack: int | None = None
    defence: int | None = None
    lead_attack: int | None = None
    lead_defence: int | None = None
    path: int | None = None
    paths: list[int] | None = None
    text: str | None = None
    text_pl: str | None = None


class BotLocation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A location whose text asks a bot something."""

    id: str
    effects: list[str]


class BotFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of against-the-shadow.toml."""

    card: list[BotEntry]
    location: list[BotLocation]
