"""Every deck of the box: loading this module enters what each card does.

The decks are loaded in this order, which numbers the choices on cards (`parts/combine.py`) for the records of matches.
"""

from engine.games.meq.cards import (
    characters,
    combat_cards,
    corruption,
    encounters,
    events,
    havens,
    heroes,
    items,
    minions,
    missions,
    monsters,
    perils,
    plots,
    quests,
    shadow,
    skills,
)
from engine.games.meq.cards.registry import check

__all__ = [
    "characters",
    "check",
    "combat_cards",
    "corruption",
    "encounters",
    "events",
    "havens",
    "heroes",
    "items",
    "minions",
    "missions",
    "monsters",
    "perils",
    "plots",
    "quests",
    "shadow",
    "skills",
]
