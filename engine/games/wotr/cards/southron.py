"""The Southrons, of Saruman's deck."""

from engine.core.cards import says
from engine.core.flow import Flow
from engine.games.wotr.cards.registry import At, Card, action
from engine.games.wotr.components.box import CARDS, number
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


class Marches(Card):
    """Action, from reserve: eliminate it; activate a battleground from its deck."""

    goal: str

    @action("reserve", ready=lambda s, seat, card: waits_in_deck(s, _goal(card)))
    @says(
        "Action, from reserve: eliminate this card; {goal:name} is activated, "
        "provided the {goal:side} battleground deck holds it.",
        "Zużyj akcję w rezerwie: wyklucz tę kartę; aktywuj pole bitwy {goal:name}, "
        "o ile jest w talii pól bitew {goal:side}.",
    )
    def march(self, s: GameState, seat: int, card: int) -> Flow[None]:
        eliminate_in_play(s, card)
        yield from activate_battleground(s, seat, number(self.goal))


def _goal(army: int) -> int:
    """Where an army marches."""
    block: Marches = Card.registry.blocks[CARDS[army].id]
    return number(block.goal)


class CoastalRaiders(Marches, id="coastal-raiders"):
    """+1 attack at Dol Amroth. Action, from reserve: eliminate it; activate Dol Amroth from its deck."""

    battle_icons_at = At("dol-amroth", attack=1)
    goal = "dol-amroth"


class CorsairsOfUmbar(Marches, id="corsairs-of-umbar"):
    """Action, from reserve: eliminate it; activate Umbar from its deck."""

    goal = "umbar"


class HaradrimRegulars(Marches, id="haradrim-regulars"):
    """Action, from reserve: eliminate it; activate Harad from its deck."""

    goal = "harad"


class HaradrimCavalry(Marches, id="haradrim-cavalry"):
    """+1 attack at Minas Tirith. Action, from reserve: eliminate it; activate Minas Tirith from its deck."""

    battle_icons_at = At("minas-tirith", attack=1)
    goal = "minas-tirith"


class TheBlackFleet(Marches, id="the-black-fleet"):
    """+1 attack at Pelargir. Action, from reserve: eliminate it; activate Pelargir from its deck."""

    battle_icons_at = At("pelargir", attack=1)
    goal = "pelargir"


# -- characters


class TheBlackSerpent(Card, id="the-black-serpent"):
    """Action, from reserve: eliminate him; reactivate a Southron battleground."""

    @action("reserve", ready=lambda s, seat, card: bool(scored_battlegrounds(s, _SOUTHRON_GROUNDS)))
    def return_to_battle(self, s: GameState, seat: int, card: int) -> Flow[None]:
        eliminate_in_play(s, card)
        yield from choose_battleground(s, seat, scored_battlegrounds(s, _SOUTHRON_GROUNDS))
