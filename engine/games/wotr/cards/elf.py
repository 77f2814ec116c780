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
from engine.games.wotr.cards.moves import each_draws
from engine.games.wotr.components import FREE, characters, number
from engine.games.wotr.state import WarState
from engine.games.wotr.steps.asking import ask
from engine.games.wotr.steps.combat import heal, strengthen
from engine.games.wotr.steps.terms import (
    PATH_COMBAT,
    cycle_from_hand,
    cycle_in_play,
    draw,
    eliminate_in_play,
    may_take,
    peek,
)

_HOBBITS = characters("Hobbit")
_BOW = number("bow-of-the-galadhrim")

has_behaviour("bow-of-the-galadhrim")  # its limit to one weapon stands in steps/playing.py
passive(CARRYOVER_RESERVE, "elrond")
passive(EXTRA_DRAW, "galadriel")
guards_wielder("elven-cloak", of=(PATH_COMBAT,))
PATH_DEFENCE[number("phial-of-galadriel")] = 2
has_behaviour("phial-of-galadriel")


@on_played("arwen", "elrond", "galadriel")
def draws_a_card(s: WarState, seat: int, card: int) -> None:
    draw(s, seat)


def galadriel_after_the_draw(s: WarState, seat: int, card: int) -> Flow[None]:
    yield from cycle_from_hand(s, seat)


AFTER_DRAW[number("galadriel")] = galadriel_after_the_draw


@on_played("legolas")
def legolas(s: WarState, seat: int, card: int) -> Flow[None]:
    yield from may_take(s, seat, [_BOW] if _BOW in s.players[seat].deck else [])


@action("path", "lembas", player="Hobbit")
def lembas(s: WarState, seat: int, card: int) -> None:
    eliminate_in_play(s, card)
    heal(s, sum(walker in _HOBBITS for walker in s.sites[s.path[0]].cards))


@on_played("mirror-of-galadriel")
def mirror_of_galadriel(s: WarState, seat: int, card: int) -> None:
    peek(s, seat)


@action("reserve", "nenya-ring-of-adamant", ready=lambda s, seat, card: bool(s.sites))
def nenya(s: WarState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    chosen: Option = yield from ask(s, seat, "strengthen", [("defend", place) for place in (*s.path, *s.battlegrounds)])
    strengthen(s, chosen[1], defence=1)


@action("reserve", "vilya-ring-of-air")
def vilya(s: WarState, seat: int, card: int) -> None:
    cycle_in_play(s, card)
    each_draws(s, FREE)
