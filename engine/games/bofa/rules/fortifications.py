"""The walls of fortifications: what they take in place of an army, and what mends them (p. 28)."""

from engine.core.events import tell
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState


def damage_walls(s: GameState, p: Pack, place: int, count: int) -> int:
    """The fortification of a place takes damage as long as it is not broken; how much it took (p. 28)."""
    taken = min(count, p.layout.defence[place] - s.wall_damage[place])
    if taken <= 0:
        return 0
    s.wall_damage[place] += taken
    tell(s, "walls-damaged", (place, taken, p.layout.defence[place] - s.wall_damage[place]))
    return taken


def mend_walls(s: GameState, p: Pack, place: int, count: int) -> None:
    """Damage of a fortification is cancelled or repaired, which only an effect that says so can do (p. 28)."""
    mended = min(count, s.wall_damage[place])
    if mended > 0:
        s.wall_damage[place] -= mended
        tell(s, "walls-mended", (place, mended, p.layout.defence[place] - s.wall_damage[place]))
