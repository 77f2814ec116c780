"""The Southrons, of Saruman's deck."""

from engine.core.flow import Flow
from engine.games.wotr.cards.registry import At, Card, Condition, action
from engine.games.wotr.components.box import number
from engine.games.wotr.components.groups import battlegrounds_of
from engine.games.wotr.rules.activating import (
    activate_battleground,
    choose_battleground,
    scored_battlegrounds,
    waits_in_deck,
)
from engine.games.wotr.rules.eliminating import eliminate_in_play
from engine.games.wotr.state import GameState

_SOUTHRON_GROUNDS = battlegrounds_of("Southron")


# -- armies


def _waits(ground: str) -> Condition:
    """Whether a battleground is still in its deck."""
    return lambda s, seat, card: waits_in_deck(s, number(ground))


def _march(s: GameState, seat: int, army: int, ground: str) -> Flow[None]:
    """Eliminate an army; activate a battleground."""
    eliminate_in_play(s, army)
    yield from activate_battleground(s, seat, number(ground))


class CoastalRaiders(Card, id="coastal-raiders"):
    """+1 attack at Dol Amroth. Action, from reserve: eliminate it; activate Dol Amroth from its deck."""

    battle_icons_at = At("dol-amroth", attack=1)

    @action("reserve", ready=_waits("dol-amroth"))
    def march(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from _march(s, seat, card, "dol-amroth")


class CorsairsOfUmbar(Card, id="corsairs-of-umbar"):
    """Action, from reserve: eliminate it; activate Umbar from its deck."""

    @action("reserve", ready=_waits("umbar"))
    def march(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from _march(s, seat, card, "umbar")


class HaradrimRegulars(Card, id="haradrim-regulars"):
    """Action, from reserve: eliminate it; activate Harad from its deck."""

    @action("reserve", ready=_waits("harad"))
    def march(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from _march(s, seat, card, "harad")


class HaradrimCavalry(Card, id="haradrim-cavalry"):
    """+1 attack at Minas Tirith. Action, from reserve: eliminate it; activate Minas Tirith from its deck."""

    battle_icons_at = At("minas-tirith", attack=1)

    @action("reserve", ready=_waits("minas-tirith"))
    def march(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from _march(s, seat, card, "minas-tirith")


class TheBlackFleet(Card, id="the-black-fleet"):
    """+1 attack at Pelargir. Action, from reserve: eliminate it; activate Pelargir from its deck."""

    battle_icons_at = At("pelargir", attack=1)

    @action("reserve", ready=_waits("pelargir"))
    def march(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from _march(s, seat, card, "pelargir")


# -- characters


class TheBlackSerpent(Card, id="the-black-serpent"):
    """Action, from reserve: eliminate him; reactivate a Southron battleground."""

    @action("reserve", ready=lambda s, seat, card: bool(scored_battlegrounds(s, _SOUTHRON_GROUNDS)))
    def return_to_battle(self, s: GameState, seat: int, card: int) -> Flow[None]:
        eliminate_in_play(s, card)
        yield from choose_battleground(s, seat, scored_battlegrounds(s, _SOUTHRON_GROUNDS))
