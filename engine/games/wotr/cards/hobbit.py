"""The Hobbits, of Frodo's deck."""

from engine.core.flow import Flow
from engine.games.wotr.cards.named import HOBBITS
from engine.games.wotr.cards.registry import Card, action, path_icons, played
from engine.games.wotr.components.groups import characters
from engine.games.wotr.rules.activating import choose_path, other_paths
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.drawing import can_draw, draw
from engine.games.wotr.rules.eliminating import ANY_CAUSE, FORSAKEN_RESERVE, PATH_COMBAT, eliminate_in_play
from engine.games.wotr.rules.taking import choose_and_take, in_cycle_pile
from engine.games.wotr.rules.tokens import strengthen
from engine.games.wotr.state import GameState

_MONSTERS = characters("Monstrous")


# -- characters


class BilboBaggins(Card, id="bilbo-baggins"):
    """Whenever he would be eliminated: cycled instead. Action, from reserve: cycle him; draw 2 cards."""

    cycled_instead = ANY_CAUSE

    @action("reserve")
    def depart(self, s: GameState, seat: int, card: int) -> None:
        cycle_in_play(s, card)
        draw(s, seat, 2)


class FattyBolger(Card, id="fatty-bolger"):
    """Action, from reserve: eliminate him; draw 3 cards. Forsaken from reserve: cycled instead."""

    cycled_instead = (FORSAKEN_RESERVE,)

    @action("reserve")
    def sound_the_horn(self, s: GameState, seat: int, card: int) -> None:
        eliminate_in_play(s, card)
        draw(s, seat, 3)


class FrodoBaggins(Card, id="frodo-baggins"):
    """Whenever he would be eliminated: cycled instead; his items are eliminated all the same."""

    cycled_instead = ANY_CAUSE
    loses_items = True


class MerryBrandybuck(Card, id="merry-brandybuck"):
    """May enter Rohan battlegrounds, supported by a Rohan army. Eliminated in path combat: cycled instead."""

    also_enters = "Rohan"
    supported_by = "Rohan"
    cycled_instead = (PATH_COMBAT,)


class PippinTook(Card, id="pippin-took"):
    """May enter Dúnedain battlegrounds, supported by a Dúnedain army. Eliminated in path combat: cycled instead."""

    also_enters = "Dúnedain"
    supported_by = "Dúnedain"
    cycled_instead = (PATH_COMBAT,)


class SamGamgee(Card, id="sam-gamgee"):
    """Action, from reserve: cycle him with all items; the active path gets +1 path defence."""

    @action("reserve", ready=lambda s, seat, card: bool(s.path))
    def defend_the_path(self, s: GameState, seat: int, card: int) -> None:
        cycle_in_play(s, card)
        strengthen(s, s.path[0], defence=1)


# -- items


class HerbsAndStewedRabbit(Card, id="herbs-and-stewed-rabbit"):
    """Action, in play: eliminate it; take a Hobbit character from the cycle pile, if there is one, then draw 1 card."""

    @action("play", ready=lambda s, seat, card: can_draw(s, seat))
    def eat(self, s: GameState, seat: int, card: int) -> Flow[None]:
        eliminate_in_play(s, card)
        yield from choose_and_take(s, seat, in_cycle_pile(s, seat, HOBBITS))
        draw(s, seat)


class Sting(Card, id="sting"):
    """+1 path defence while a Monstrous character is on the wielder's path."""

    @path_icons
    def shine(self, s: GameState, bearer: int, path: int) -> int:
        return int(any(card in _MONSTERS for card in s.sites[path].cards))


# -- events


class ThereIsAnotherWay(Card, id="there-is-another-way"):
    """Activate another path with the active path's number; it gets +1 path defence."""

    @played
    def find_it(self, s: GameState, seat: int, card: int) -> Flow[None]:
        paths = other_paths(s)
        if paths:
            path = yield from choose_path(s, seat, paths)
            if path in s.sites:
                strengthen(s, path, defence=1)
