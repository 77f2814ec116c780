"""The Dwarves, of Frodo's deck."""

from engine.core.flow import Flow
from engine.games.wotr.cards.registry import Card, played
from engine.games.wotr.components.box import number
from engine.games.wotr.rules.taking import in_cycle_pile, may_take
from engine.games.wotr.state import GameState

_AXE = number("dwarven-axe")


class Gimli(Card, id="gimli"):
    """When played: you may take Dwarven Axe from the cycle pile."""

    @played
    def may_take_his_axe(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from may_take(s, seat, in_cycle_pile(s, seat, [_AXE]))
