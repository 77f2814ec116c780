"""The Monstrous, of Saruman's deck."""

from engine.core.flow import Flow
from engine.games.wotr.cards.hooks import action, cycled_instead, on_entered, on_played
from engine.games.wotr.cards.moves import detour, on_path, other_paths
from engine.games.wotr.components.entries import FIRST_PATH, number
from engine.games.wotr.rules.activating import choose_path
from engine.games.wotr.rules.each_player import each_forsakes
from engine.games.wotr.rules.eliminating import PATH_COMBAT, eliminate_in_play
from engine.games.wotr.rules.places import place
from engine.games.wotr.state import GameState

_CARADHRAS = number("caradhras")
on_path("balrog-of-moria", "khazad-dum")
on_path("candles-of-corpses", "dead-marshes")
on_path("shelob", "shelob-s-lair")
detour("flocks-of-crebain", "gollum")
cycled_instead("gollum", of=(PATH_COMBAT,))


@on_entered("balrog-of-moria")
def balrog(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    yield from each_forsakes(s)


@on_entered("shelob")
def shelob(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    if location >= FIRST_PATH:
        yield from each_forsakes(s)


@action("reserve", "barrow-wights", "candles-of-corpses", "caradhras-the-cruel", "cave-troll", "hill-troll")
def dread(s: GameState, seat: int, card: int) -> Flow[None]:
    eliminate_in_play(s, card)
    yield from each_forsakes(s)


@on_played("caradhras-the-cruel")
def caradhras_the_cruel(s: GameState, seat: int, card: int) -> Flow[None]:
    if place(s, card) == _CARADHRAS and (paths := other_paths(s)):
        yield from choose_path(s, seat, paths)
