"""Texts that several faction cards share: blocks that their blocks are made from."""

from engine.core.cards import says
from engine.core.flow import Flow
from engine.games.wotr.cards.registry import Card, action, played, useful_to_bot
from engine.games.wotr.components.box import number
from engine.games.wotr.components.groups import battlegrounds_of
from engine.games.wotr.rules.activating import (
    choose_battleground,
    choose_path,
    higher_paths,
    inactive_battlegrounds,
    other_paths,
)
from engine.games.wotr.rules.against_the_shadow.winning import worth_winning
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.eliminating import remove
from engine.games.wotr.rules.moving import may_move_now
from engine.games.wotr.rules.places import in_reserve
from engine.games.wotr.state import GameState


class DrawsWhenPlayed(Card):
    """When you play it: draw 1 card."""

    @played
    @says("When you play this card: draw 1 card.", "Po zagraniu: dobierz 1 kartę.")
    def draw_a_card(self, s: GameState, seat: int, card: int) -> None:
        draw(s, seat)


class Replaces(Card):
    """When you play it: another card is removed from the game."""

    replaces: str

    @played
    @says(
        "When you play this card: {replaces:name} is removed from the game.",
        "Po zagraniu: usuń z gry kartę {replaces:name}.",
    )
    def remove_the_other(self, s: GameState, seat: int, card: int) -> None:
        remove(s, number(self.replaces))


class HurriesOn(Card):
    """Action, on a path: activate a path numbered one higher."""

    @action("path", ready=lambda s, seat, card: bool(higher_paths(s)))
    @says(
        "Action, on a path: activate a path numbered one higher.",
        "Zużyj akcję na ścieżce: aktywuj ścieżkę o numerze o 1 wyższym.",
    )
    def activate_a_higher_path(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from choose_path(s, seat, higher_paths(s))


class TurnsAside(Card):
    """Action, on a path: activate another path with the same number."""

    @action("path", ready=lambda s, seat, card: bool(other_paths(s)))
    @says(
        "Action, on a path: activate another path with the same number.",
        "Zużyj akcję na ścieżce: aktywuj inną ścieżkę o tym samym numerze.",
    )
    def activate_another_path(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from choose_path(s, seat, other_paths(s))


class CallsALeader(Card):
    """With a leader in reserve: activate or reactivate a battleground of his faction; he may then move there."""

    leader: str
    faction: str

    @played
    @says(
        "Needs {leader:name} in reserve: activate or reactivate any {faction:of} battleground; "
        "that character may then move there, even in the round it was played.",
        "Gdy w rezerwie jest {leader:name}: aktywuj lub reaktywuj dowolne pole bitwy {faction:of}; "
        "potem możesz poruszyć tam tę postać, nawet zagraną w tej rundzie.",
    )
    def call(self, s: GameState, seat: int, card: int) -> Flow[None]:
        leader, grounds = number(self.leader), inactive_battlegrounds(s, battlegrounds_of(self.faction))
        if in_reserve(s, leader) and grounds:
            ground = yield from choose_battleground(s, seat, grounds)
            yield from may_move_now(s, seat, leader, [ground])

    @useful_to_bot
    def is_there_one_to_win(self, s: GameState, card: int, where: int | str) -> bool:
        grounds = inactive_battlegrounds(s, battlegrounds_of(self.faction))
        return in_reserve(s, number(self.leader)) and bool(worth_winning(s, grounds))
