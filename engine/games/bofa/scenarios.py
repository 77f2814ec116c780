"""The one scenario of the game, its two roles, and the option that names the component pack."""

from collections.abc import Mapping
from typing import Any

from engine.core.game import GameOption, Role, Scenario
from engine.core.words import Words
from engine.games.bofa.components.library import DEFAULT, load, shipped_packs

TITLE = Words("The Battle of Five Armies", "Bitwa Pięciu Armii")
ROLES = (
    Role("free-peoples", Words("Free Peoples", "Wolne Ludy"), "free-peoples"),
    Role("shadow", Words("Shadow", "Cień"), "shadow"),
)
_SHIPPED = ", ".join(shipped_packs())


def roles(_options: Mapping[str, Any]) -> Mapping[int, tuple[Role, ...]]:
    """Two players (p. 6)."""
    return {2: ROLES}


def check_pack(value: object) -> None:
    """A pack must be one that this process knows."""
    if not isinstance(value, str):
        raise ValueError(f"a pack is named by text, not by {value!r}; allowed: {_SHIPPED}")
    load(value)


def name_with_hash(value: str) -> str:
    """Records name the pack with its content hash; a folder's name has it already."""
    pack = load(value)
    return value if value.endswith(f"@{pack.hash}") else pack.key


SCENARIOS = (Scenario("battle", TITLE, roles),)
OPTIONS = (
    GameOption(
        "pack",
        DEFAULT,
        check_pack,
        Words(f"Component pack: {_SHIPPED}", f"Zestaw elementów: {_SHIPPED}"),
        normalise=name_with_hash,
    ),
)
