"""The range ruler: who has a target in range (p. 20)."""

from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState


def in_range(p: Pack, ruler: str, origin: int, place: int) -> bool:
    """Whether the range ruler reaches from one region to another (p. 20)."""
    if origin >= p.layout.regions or place >= p.layout.regions:
        return False
    return origin == place or place in p.layout.reach[ruler][origin]


def archers(s: GameState, p: Pack, seat: int, target: int, units: tuple[str, ...], ground: tuple[str, ...]) -> int:
    """How many units of these types, on such ground, have the target in bow range (p. 20)."""
    count = 0
    for place in range(p.layout.regions):
        army = s.armies[place]
        ours = army and p.unit_side[army[0]] == seat
        if ours and (not ground or p.layout.terrain[place] in ground) and in_range(p, "bow", place, target):
            count += sum(p.units[unit].id in units for unit in army)
    return count
