"""Beorn, who moves and fights alone (p. 33)."""

from engine.core.events import tell
from engine.core.flow import Option
from engine.games.bofa.components.box import BEORN, FREE
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import enemy_at
from engine.games.bofa.rules.characters import movement_of
from engine.games.bofa.rules.combat import begin_battle
from engine.games.bofa.rules.settlements import free_settlement
from engine.games.bofa.state import GameState


def beorn_moves(s: GameState, p: Pack) -> list[int]:
    """Regions Beorn can step into: none with army units of either side (p. 33)."""
    return [place for place in p.layout.neighbours[s.characters[BEORN]] if not s.armies[place]]


def beorn_targets(s: GameState, p: Pack) -> list[int]:
    """Shadow armies beside Beorn (p. 33)."""
    return [place for place in p.layout.neighbours[s.characters[BEORN]] if enemy_at(s, p, FREE, place)]


def beorn_options(s: GameState, p: Pack) -> list[Option]:
    """Where Beorn may go or whom he may attack next."""
    if s.characters[BEORN] < 0:
        return []
    go: list[Option] = [("bear", place) for place in beorn_moves(s, p)]
    return go + [("bear-attack", place) for place in beorn_targets(s, p)]


def beorn_sets_out(s: GameState, p: Pack, choice: Option) -> None:
    """Beorn's action begins."""
    s.moves_left = movement_of(s, p, BEORN)
    beorn_goes(s, p, choice)


def beorn_goes(s: GameState, p: Pack, choice: Option) -> None:
    """One step of Beorn, or his attack at the end of the move (p. 33)."""
    how, place = choice
    s.plan = []
    if how == "bear-attack":
        begin_battle(s, p, FREE, [s.characters[BEORN]], place, beorn=True)
        return
    put_beorn(s, p, place)
    s.moves_left -= 1
    s.step = "bear"


def put_beorn(s: GameState, p: Pack, place: int) -> None:
    """Beorn comes to a region, and frees its settlement (p. 33)."""
    s.characters[BEORN] = place
    tell(s, "placed", (BEORN, place))
    free_settlement(s, p, place)
