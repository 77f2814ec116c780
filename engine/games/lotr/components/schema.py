"""The types of what data/*.toml holds: cards, starter decks and scenarios."""

from typing import Literal

import msgspec

from engine.core.words import Lang, Words

CardType = Literal["hero", "ally", "attachment", "event", "enemy", "location", "treachery", "objective", "quest"]
Sphere = Literal["leadership", "tactics", "spirit", "lore"]


class CardEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card as printed, with errata applied where `errata` says so."""

    id: str
    number: int
    name: str
    name_pl: str = ""
    type: CardType
    sphere: str = ""
    set: str = ""
    copies: int = 1
    easy_copies: int = -1
    unique: bool = False
    threat_cost: int = 0
    cost: int = 0
    cost_is_x: bool = False
    engagement_cost: int = 0
    threat: int = 0
    willpower: int = 0
    attack: int = 0
    defense: int = 0
    hit_points: int = 0
    quest_points: int = 0
    stage: int = 0
    victory: int = 0
    traits: tuple[str, ...] = ()
    ranged: bool = False
    sentinel: bool = False
    restricted: bool = False
    guarded: bool = False
    surge: bool = False
    doomed: int = 0
    attach_to: str = ""
    effects: tuple[str, ...] = ()
    text: str = ""
    text_pl: str = ""
    shadow_text: str = ""
    shadow_text_pl: str = ""
    errata: bool = False

    def called(self, lang: Lang = "en") -> str:
        """The card's name, in Polish where the rulebook gives one."""
        return self.name_pl if lang == "pl" and self.name_pl else self.name


class StarterDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A starter deck: the heroes that lead it; its cards are all those of its sphere and one Gandalf (p. 10)."""

    id: str
    title: str
    title_pl: str
    heroes: tuple[str, ...]


class ScenarioEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as printed: its encounter sets and the stages of its quest (p. 26)."""

    id: str
    title: str
    title_pl: str
    difficulty: int
    sets: tuple[str, ...]
    stages: tuple[str, ...]
    orc_guards: bool = False
    """Whether player cards may turn into Orc Guards."""

    @property
    def name(self) -> Words:
        """The title in words."""
        return Words(self.title, self.title_pl)
