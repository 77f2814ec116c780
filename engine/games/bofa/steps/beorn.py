"""Beorn's action goes on, region by region (p. 33)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.components.box import FREE
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.rules.beorn import beorn_goes, beorn_options
from engine.games.bofa.state import GameState


def beorn_carries_on(s: GameState) -> Flow[None]:
    """Beorn moves up to three regions and may then attack (p. 33)."""
    p = pack_of(s)
    options: list[Option] = [("halt",)]
    options += [option for option in beorn_options(s, p) if option[0] == "bear-attack" or s.moves_left]
    choice = yield Decision(FREE, "bear", options)
    if choice[0] == "halt":
        s.step = "turn-over"
    else:
        beorn_goes(s, p, choice)
