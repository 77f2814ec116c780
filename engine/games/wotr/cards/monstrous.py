"""The Monstrous, of Saruman's deck."""

from engine.core.cards import says
from engine.core.flow import Flow
from engine.games.wotr.cards.parts import TurnsAside
from engine.games.wotr.cards.registry import At, Card, action, entered, played, useful_to_bot
from engine.games.wotr.components.box import number
from engine.games.wotr.components.groups import is_path
from engine.games.wotr.rules.activating import choose_path, other_paths
from engine.games.wotr.rules.against_the_shadow.placing import helps_to_win
from engine.games.wotr.rules.against_the_shadow.winning import is_winning, lead
from engine.games.wotr.rules.eliminating import PATH_COMBAT, eliminate_in_play
from engine.games.wotr.rules.places import place
from engine.games.wotr.rules.players import each_forsakes
from engine.games.wotr.state import GameState

_CARADHRAS = number("caradhras")


class LurksInReserve(Card):
    """Action, from reserve: eliminate it; every Free Peoples player forsakes 1 card."""

    @action("reserve")
    @says(
        "Action, from reserve: eliminate this card; every Free Peoples player forsakes 1 card.",
        "Zużyj akcję w rezerwie: wyklucz tę kartę; każdy gracz Wolnych Ludów poświęca 1 kartę.",
    )
    def strike(self, s: GameState, seat: int, card: int) -> Flow[None]:
        eliminate_in_play(s, card)
        yield from each_forsakes(s)


class BalrogOfMoria(Card, id="balrog-of-moria"):
    """+1 path attack at Khazad-dûm. When played or moved to a location: every Free Peoples player forsakes 1 card."""

    path_icons_at = At("khazad-dum", path_attack=1)

    @entered
    def spread_fear(self, s: GameState, seat: int, card: int, location: int) -> Flow[None]:
        yield from each_forsakes(s)


class BarrowWights(LurksInReserve, id="barrow-wights"):
    """Action, from reserve: eliminate it; every Free Peoples player forsakes 1 card."""


class CandlesOfCorpses(LurksInReserve, id="candles-of-corpses"):
    """+1 path attack at Dead Marshes. Action, from reserve: eliminate it; every Free Peoples player forsakes 1 card."""

    path_icons_at = At("dead-marshes", path_attack=1)


class CaradhrasTheCruel(LurksInReserve, id="caradhras-the-cruel"):
    """Played to Caradhras: activate another path 4. Action, from reserve: eliminate it; every Free player forsakes 1.

    A bot plays it to Caradhras only where that wins at once, because the path is fought for before the other comes.
    """

    @played
    def block_the_pass(self, s: GameState, seat: int, card: int) -> Flow[None]:
        if place(s, card) == _CARADHRAS and (paths := other_paths(s)):
            yield from choose_path(s, seat, paths)

    @useful_to_bot
    def wins_there(self, s: GameState, card: int, where: int | str) -> bool:
        assert isinstance(where, int)
        if where == _CARADHRAS and other_paths(s):
            return not is_winning(s, where) and lead(s, where, [card]) > 0
        return helps_to_win(s, card, where)


class CaveTroll(LurksInReserve, id="cave-troll"):
    """Action, from reserve: eliminate it; every Free Peoples player forsakes 1 card."""


class FlocksOfCrebain(TurnsAside, id="flocks-of-crebain"):
    """Action, on a path: activate another path with the same number."""


class Gollum(TurnsAside, id="gollum"):
    """Action, on a path: activate another path with the same number. Eliminated in path combat: cycled instead."""

    cycled_instead = (PATH_COMBAT,)


class HillTroll(LurksInReserve, id="hill-troll"):
    """Action, from reserve: eliminate it; every Free Peoples player forsakes 1 card."""


class Shelob(Card, id="shelob"):
    """+1 path attack at Shelob's Lair. When played or moved to a path: every Free Peoples player forsakes 1 card."""

    path_icons_at = At("shelobs-lair", path_attack=1)

    @entered
    def spread_fear(self, s: GameState, seat: int, card: int, location: int) -> Flow[None]:
        if is_path(location):
            yield from each_forsakes(s)
