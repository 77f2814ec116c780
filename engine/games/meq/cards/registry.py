"""Where every card meets what it does: tables that the rules look into, filled by the deck modules.

The text of a card is read off what is entered here (`words/texts.py`). An effect made of parts says what its parts do,
so there text and behaviour cannot differ; a rule that one card has for itself stands with its words in one block.
Loading the decks fails if a card of the data does nothing, or if something is entered that the box does not have.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

from engine.core.cards import Clause, Registry
from engine.games.meq import cards
from engine.games.meq.cards.clauses import (
    CorruptionEffect,
    Effect,
    EventEffect,
    Goal,
    HeroAbility,
    ItemEffect,
    MinionAbility,
    PlotEffect,
    QuestEffect,
)
from engine.games.meq.components.box import (
    CHARACTERS,
    COMBAT,
    CORRUPTIONS,
    ENCOUNTERS,
    EVENTS,
    HEROES,
    ITEMS,
    MINIONS,
    MISSIONS,
    MONSTERS,
    PERILS,
    PLOTS,
    QUESTS,
    SHADOWS,
)
from engine.games.meq.components.schema import Entry
from engine.games.meq.rules.fighter import CombatAbility

K = TypeVar("K")
B = TypeVar("B")

REGISTRY = Registry()
BEHAVIOUR = "behaviour"
_DATA: dict[str, tuple[str]] = {}
"""Every card and figure of the data, with the clause that it must have."""


class Deck(dict[K, B]):
    """What the cards of one kind do, by the number of each copy; what has no number is looked up by its id."""

    def __init__(self, kind: str, copies: Mapping[str, Sequence[K]]) -> None:
        super().__init__()
        _DATA.update((f"{kind}-{key}", (BEHAVIOUR,)) for key in copies)
        self.kind = kind
        self.copies = copies
        """The copies that the data has of each card, by the card's key."""
        self.by_key: dict[str, B] = {}

    def card(self, key: str, behaviour: B) -> None:
        """Enter what a card does."""
        id = f"{self.kind}-{key}"
        if REGISTRY.has(id):
            raise LookupError(f"{id} is entered twice")
        REGISTRY.add(id, Clause(BEHAVIOUR, behaviour))
        self.by_key[key] = behaviour
        self.update(dict.fromkeys(self.copies.get(key, ()), behaviour))


def _numbers(specs: Mapping[int, Entry]) -> dict[str, list[int]]:
    """The numbers of the copies of each card."""
    numbers: dict[str, list[int]] = {}
    for number, entry in specs.items():
        numbers.setdefault(entry.key, []).append(number)
    return numbers


QUEST_CARDS = {i: card for i, card in ENCOUNTERS.items() if card.explore >= 0} | QUESTS
"""Every quest: those found as encounters (p. 25), then those the heroes bring along."""

CHARACTER_EFFECTS: Deck[str, Effect] = Deck("character", {one.id: (one.id,) for one in CHARACTERS})
"""What a character does for a hero instead of giving favor (p. 24)."""
COMBAT_ABILITIES: Deck[int, CombatAbility] = Deck("combat-card", _numbers(COMBAT))
"""The abilities of hero, skill and monster combat cards; cards of one name share one (p. 28)."""
CORRUPTION_EFFECTS: Deck[int, CorruptionEffect] = Deck("corruption", _numbers(CORRUPTIONS))
ENCOUNTER_EFFECTS: Deck[int, Effect] = Deck(
    "encounter", _numbers({i: card for i, card in ENCOUNTERS.items() if i not in QUEST_CARDS})
)
EVENT_EFFECTS: Deck[int, EventEffect] = Deck("event", _numbers(EVENTS))
HERO_ABILITIES: Deck[str, HeroAbility] = Deck("hero", {hero.ability: (hero.id,) for hero in HEROES.values()})
ITEM_EFFECTS: Deck[int, ItemEffect] = Deck("item", _numbers(ITEMS))
MINION_ABILITIES: Deck[int, MinionAbility] = Deck("minion", {minion.id: (i,) for i, minion in enumerate(MINIONS)})
MISSION_GOALS: Deck[int, Goal] = Deck("mission", _numbers(MISSIONS))
MONSTER_ABILITIES: Deck[str, CombatAbility] = Deck("monster", {one.ability: (one.id,) for one in MONSTERS.values()})
PERIL_EFFECTS: Deck[int, Effect] = Deck("peril", _numbers(PERILS))
PLOT_EFFECTS: Deck[int, PlotEffect] = Deck("plot", _numbers(PLOTS))
QUEST_EFFECTS: Deck[int, QuestEffect] = Deck("quest", _numbers(QUEST_CARDS))
SHADOW_EFFECTS: Deck[int, Effect] = Deck("shadow", _numbers(SHADOWS))


def load() -> None:
    """Import every deck, and refuse a card of the data without behaviour, or behaviour without a card.

    The decks come in the order of their names, which numbers the choices on cards (`parts/combine.py`).
    """
    for module in iter_modules(cards.__path__):
        import_module(f"{cards.__name__}.{module.name}")
    check()


def check() -> None:
    """Refuse to go on unless every card of the data has behaviour and nothing else was entered."""
    REGISTRY.check(_DATA)
