"""The location phase: a battleground and a path are activated (pp. 8-9)."""

from engine.core.chance import pick
from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.wotr.components.box import OTHER_SIDE
from engine.games.wotr.rules.activating import activate_battleground, activate_path, higher_paths
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def first_player(s: GameState) -> int:
    """The seat with the first player token."""
    return VARIANTS[s.variant].order[s.first]


def battleground_phase(s: GameState) -> Flow[None]:
    """The first player activates a battleground: at random, or as the scenario's schedule says (pp. 8, 22)."""
    s.round += 1
    variant = VARIANTS[s.variant]
    tell(s, "round", (s.round, first_player(s)))
    for ground in variant.schedule[s.round - 1] if variant.schedule else _random_battleground(s):
        if any(ground in deck for deck in s.battleground_decks.values()):
            yield from activate_battleground(s, first_player(s), ground)
    s.step = "path"


def _random_battleground(s: GameState) -> tuple[int, ...]:
    """A random battleground of the first player's side, of the other side if there is none, or none (p. 8)."""
    side = VARIANTS[s.variant].sides[first_player(s)]
    deck = s.battleground_decks[side] or s.battleground_decks[OTHER_SIDE[side]]
    return (pick(s, deck, "battlegrounds"),) if deck else ()


def path_phase(s: GameState) -> Flow[None]:
    """The first player activates a random path, one higher than the last (p. 9)."""
    paths = higher_paths(s)
    yield from activate_path(s, first_player(s), pick(s, paths, "paths"))
    s.turn = s.first
    s.step = "action"
