"""The Monstrous, of Saruman's deck."""

from engine.core.flow import Flow
from engine.games.wotr.cards.hooks import action, cycled_instead, on_entered, on_played
from engine.games.wotr.cards.moves import detour, each_forsakes, on_path, other_paths
from engine.games.wotr.components import FIRST_PATH, number
from engine.games.wotr.state import WarState
from engine.games.wotr.steps.location import choose_path
from engine.games.wotr.steps.terms import PATH_COMBAT, eliminate_in_play, place

_CARADHRAS = number("caradhras")

on_path("balrog-of-moria", "khazad-dum")
on_path("candles-of-corpses", "dead-marshes")
on_path("shelob", "shelob-s-lair")
detour("flocks-of-crebain", "gollum")
cycled_instead("gollum", of=(PATH_COMBAT,))


@on_entered("balrog-of-moria")
def balrog(s: WarState, seat: int, card: int, location: int) -> Flow[None]:
    yield from each_forsakes(s)


@on_entered("shelob")
def shelob(s: WarState, seat: int, card: int, location: int) -> Flow[None]:
    if location >= FIRST_PATH:
        yield from each_forsakes(s)


@action("reserve", "barrow-wights", "candles-of-corpses", "caradhras-the-cruel", "cave-troll", "hill-troll")
def dread(s: WarState, seat: int, card: int) -> Flow[None]:
    eliminate_in_play(s, card)
    yield from each_forsakes(s)


@on_played("caradhras-the-cruel")
def caradhras_the_cruel(s: WarState, seat: int, card: int) -> Flow[None]:
    if place(s, card) == _CARADHRAS and (paths := other_paths(s)):
        yield from choose_path(s, seat, paths)
