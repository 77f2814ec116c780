"""What the cards do, deck by deck; importing this package registers them all and checks that none is missing."""

from engine.games.lotr.cards import (
    anduin,
    dol_guldur,
    heroes,
    leadership,
    lore,
    mirkwood,
    orcs,
    quests,
    saurons_reach,
    spiders,
    spirit,
    tactics,
    wilderlands,
)
from engine.games.lotr.cards.registry import check_cards

check_cards()

__all__ = [
    "anduin",
    "dol_guldur",
    "heroes",
    "leadership",
    "lore",
    "mirkwood",
    "orcs",
    "quests",
    "saurons_reach",
    "spiders",
    "spirit",
    "tactics",
    "wilderlands",
]
