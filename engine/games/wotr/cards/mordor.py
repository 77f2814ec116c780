"""Mordor without the Nazgûl: armies, captains and events of the Witch-king's deck."""

from engine.core.cards import says
from engine.core.flow import Flow, Option
from engine.games.wotr.cards.named import NAZGUL
from engine.games.wotr.cards.parts import CallsALeader
from engine.games.wotr.cards.phrases import Group
from engine.games.wotr.cards.registry import (
    Card,
    accepted_by_bot,
    action,
    entered,
    foreseen_by_bot,
    may_not_enter,
    played,
)
from engine.games.wotr.components.box import SHADOW, number
from engine.games.wotr.components.groups import ARMY, is_path, is_shadow_battleground
from engine.games.wotr.rules.against_the_shadow.winning import icons_are_useful
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.drawing import draw_apart
from engine.games.wotr.rules.eliminating import eliminate_drawn, eliminate_in_play
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.rules.places import owner
from engine.games.wotr.rules.players import each_draws
from engine.games.wotr.rules.playing import play_drawn
from engine.games.wotr.rules.tokens import corrupt
from engine.games.wotr.state import GameState

_CIRITH_UNGOL = number("cirith-ungol")


# -- characters


class GorbagAndShagrat(Card, id="gorbag-shagrat"):
    """When played or moved to a path: you may cycle 1 card from hand; they get +1 path attack, +2 at Cirith Ungol."""

    @entered
    def may_plunder(self, s: GameState, seat: int, card: int, location: int) -> Flow[None]:
        if is_path(location) and s.players[seat].hand:
            choice: Option = yield from ask(s, seat, "may", [("yes", card), ("no", card)])
            if choice[0] == "yes":
                yield from cycle_from_hand(s, seat)
                s.sites[location].card_tokens[card] = self._plunder(location)

    @foreseen_by_bot
    def could_plunder(self, s: GameState, card: int, location: int) -> int:
        """The icons they would take for another card of their player's hand."""
        hand = s.players[owner(s, card)].hand
        return self._plunder(location) if is_path(location) and any(other != card for other in hand) else 0

    @accepted_by_bot
    def is_plunder_useful(self, s: GameState, bot: int, card: int) -> bool:
        return icons_are_useful(s, s.path[0], tokens=self._plunder(s.path[0]))

    def _plunder(self, path: int) -> int:
        return 2 if path == _CIRITH_UNGOL else 1


class Grishnakh(Card, id="grishnakh"):
    """Action, on a path: eliminate him; add 1 corruption."""

    @action("path")
    def seize(self, s: GameState, seat: int, card: int) -> None:
        eliminate_in_play(s, card)
        corrupt(s)


class KeptAtHome(Card):
    """May not enter a path while a Shadow battleground is active."""

    @may_not_enter
    @says(
        "While any Shadow battleground is active, no path is open to this card, played or moved.",
        "Dopóki aktywne jest pole bitwy Cienia, tej karty nie wolno zagrać ani poruszyć na ścieżkę.",
    )
    def while_besieged(self, s: GameState, location: int) -> bool:
        return is_path(location) and any(is_shadow_battleground(ground) for ground in s.battlegrounds)


class MouthOfSauron(KeptAtHome, id="mouth-of-sauron"):
    """May not enter a path while a Shadow battleground is active. In reserve: draw 1 more."""

    extra_draw = 1


class TheLidlessEye(KeptAtHome, id="the-lidless-eye"):
    """May not enter a path while a Shadow battleground is active. When played: every Shadow player draws 1 card.

    In reserve: the carryover limit is 1 higher.
    """

    carryover_in_reserve = 1

    @played
    def rouse_the_shadow(self, s: GameState, seat: int, card: int) -> None:
        each_draws(s, SHADOW)


# -- events


class TheBlackCaptain(CallsALeader, id="the-black-captain"):
    """With the Witch-king in reserve: activate or reactivate a Mordor battleground; he may then move there."""

    leader = "the-witch-king"
    faction = "Mordor"


class Gathers(Card):
    """Draw 7 cards; eliminate 1 of them, play up to 2 of a kind, cycle the rest."""

    plays: Group

    @played
    @says(
        "Draw 7 cards; eliminate 1 of them, play at most 2 {plays.words} among them and cycle what is left.",
        "Dobierz 7 kart; wyklucz 1 z nich, zagraj spośród nich najwyżej 2 {plays.words}, pozostałe zrzuć.",
    )
    def gather(self, s: GameState, seat: int, card: int) -> Flow[None]:
        draw_apart(s, seat, 7)
        yield from eliminate_drawn(s, seat)
        yield from play_drawn(s, seat, self.plays, 2)


class TheDayWithoutDawn(Gathers, id="the-day-without-dawn"):
    """Draw 7 cards; eliminate 1 of them, play up to 2 armies, cycle the rest."""

    plays = Group(ARMY, "armies", "armie")


class TheRingwraithsAreAbroad(Gathers, id="the-ringwraiths-are-abroad"):
    """Draw 7 cards; eliminate 1 of them, play up to 2 Nazgûl characters, cycle the rest."""

    plays = Group(NAZGUL, "Nazgûl characters", "postacie Nazgûli")
