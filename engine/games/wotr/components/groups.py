"""Groups of components that rules and texts speak of: by kind, faction, keyword, short name or battleground."""

from engine.games.wotr.components.box import BATTLEGROUNDS, CARDS, FIRST_PATH, PATHS, SHADOW
from engine.games.wotr.components.schema import CardEntry, Kind

# -- cards


def _of_kind(kind: Kind) -> frozenset[int]:
    return frozenset(n for n, card in enumerate(CARDS) if card.kind == kind)


ARMY = _of_kind("army")
CHARACTER = _of_kind("character")
ITEM = _of_kind("item")
EVENT = _of_kind("event")
WEAPON = frozenset(n for n, card in enumerate(CARDS) if "Weapon" in card.keywords)


def of_faction(faction: str) -> frozenset[int]:
    """All cards of a faction."""
    return frozenset(n for n, card in enumerate(CARDS) if card.faction == faction)


def armies(faction: str) -> frozenset[int]:
    """The armies of a faction."""
    return ARMY & of_faction(faction)


def characters(*names: str) -> frozenset[int]:
    """The characters meant by any of these short names, factions or keywords (p. 7)."""
    return frozenset(n for n in CHARACTER if any(_is_called(CARDS[n], name) for name in names))


def _is_called(card: CardEntry, name: str) -> bool:
    return card.name == name or card.name.startswith(f"{name} ") or name in (card.faction, *card.keywords)


WIELDERS: dict[int, list[int]] = {item: sorted(characters(*CARDS[item].wielders)) for item in sorted(ITEM)}
"""Who may wield each item."""


# -- locations


def is_path(location: int) -> bool:
    """Whether a location is a path; otherwise it is a battleground."""
    return location >= FIRST_PATH


def is_shadow_battleground(location: int) -> bool:
    """Whether a location is a battleground that the Shadow defends."""
    return location < FIRST_PATH and BATTLEGROUNDS[location].side == SHADOW


def battlegrounds_of(faction: str) -> frozenset[int]:
    """The battlegrounds that show a faction, as attacker or defender (p. 6)."""
    return frozenset(n for n, ground in BATTLEGROUNDS.items() if faction in (*ground.defenders, *ground.attackers))


def open_to(card: CardEntry) -> frozenset[int]:
    """Where a card may be played or moved by its faction and path numbers alone (p. 10)."""
    if card.kind not in ("army", "character"):
        return frozenset()
    return battlegrounds_of(card.faction) | frozenset(n for n, path in PATHS.items() if path.path in card.paths)
