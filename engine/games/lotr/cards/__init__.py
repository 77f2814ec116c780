"""What the cards do, deck by deck; importing this package registers them all and checks that none is missing."""

from engine.games.lotr.abilities import check_cards
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
