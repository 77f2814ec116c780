"""The Elves, of Aragorn's deck."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.hooks import (
    AFTER_DRAW,
    CARRYOVER_RESERVE,
    EXTRA_DRAW,
    PATH_DEFENCE,
    action,
    guards_wielder,
    has_behaviour,
    on_played,
    passive,
)
from engine.games.wotr.components.entries import FREE, number
from engine.games.wotr.components.groups import characters
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.drawing import draw, look_at_top
from engine.games.wotr.rules.each_player import each_draws
from engine.games.wotr.rules.eliminating import PATH_COMBAT, eliminate_in_play
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.rules.taking import may_take
from engine.games.wotr.rules.tokens import heal, strengthen
from engine.games.wotr.state import GameState

_HOBBITS = characters("Hobbit")
_BOW = number("bow-of-the-galadhrim")
has_behaviour("bow-of-the-galadhrim")  # its limit to one weapon stands in steps/playing.py
passive(CARRYOVER_RESERVE, "elrond")
passive(EXTRA_DRAW, "galadriel")
guards_wielder("elven-cloak", of=(PATH_COMBAT,))
PATH_DEFENCE[number("phial-of-galadriel")] = 2
has_behaviour("phial-of-galadriel")


@on_played("arwen", "elrond", "galadriel")
def draws_a_card(s: GameState, seat: int, card: int) -> None:
    draw(s, seat)


def galadriel_after_the_draw(s: GameState, seat: int, card: int) -> Flow[None]:
    yield from cycle_from_hand(s, seat)


AFTER_DRAW[number("galadriel")] = galadriel_after_the_draw


@on_played("legolas")
def legolas(s: GameState, seat: int, card: int) -> Flow[None]:
    yield from may_take(s, seat, [_BOW] if _BOW in s.players[seat].deck else [])


@action("path", "lembas", player="Hobbit")
def lembas(s: GameState, seat: int, card: int) -> None:
    eliminate_in_play(s, card)
    heal(s, sum(walker in _HOBBITS for walker in s.sites[s.path[0]].cards))


@on_played("mirror-of-galadriel")
def mirror_of_galadriel(s: GameState, seat: int, card: int) -> None:
    look_at_top(s, seat)


@action("reserve", "nenya-ring-of-adamant", ready=lambda s, seat, card: bool(s.sites))
def nenya(s: GameState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    chosen: Option = yield from ask(s, seat, "strengthen", [("defend", place) for place in (*s.path, *s.battlegrounds)])
    strengthen(s, chosen[1], defence=1)


@action("reserve", "vilya-ring-of-air")
def vilya(s: GameState, seat: int, card: int) -> None:
    cycle_in_play(s, card)
    each_draws(s, FREE)
