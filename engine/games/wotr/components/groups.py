"""Groups of components that rules and texts speak of: by kind, faction, keyword, short name or battleground."""

from engine.games.wotr.components.entries import BATTLEGROUNDS, CARDS, PATHS, CardEntry, number


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
