"""The Wizards, Ents and others at their side, of Frodo's deck."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.hobbit import hobbits_cycled
from engine.games.wotr.cards.hooks import (
    CARRYOVER_PLAY,
    EXTRA_DRAW,
    action,
    battle_icons,
    cycled_instead,
    on_entered,
    on_played,
    passive,
)
from engine.games.wotr.cards.moves import each_cycles, higher_paths, next_path, on_ground
from engine.games.wotr.components import ARMY, CHARACTER, GANDALF, SHADOW, armies, number, of_faction
from engine.games.wotr.scenarios import WARS
from engine.games.wotr.state import WarState
from engine.games.wotr.steps.asking import ask
from engine.games.wotr.steps.combat import corrupt
from engine.games.wotr.steps.location import choose_path
from engine.games.wotr.steps.terms import (
    FORSAKEN_TOP,
    PATH_COMBAT,
    choose_and_take,
    cycle_in_play,
    eliminate_in_play,
    may_take,
    remove,
)

_ISENGARD = of_faction("Isengard")
_ISENGARD_ARMIES = armies("Isengard")

next_path("gandalf-the-grey")
passive(EXTRA_DRAW, "gandalf-the-white")
cycled_instead("gandalf-the-white", of=(FORSAKEN_TOP,))
passive(CARRYOVER_PLAY, "gandalf-s-staff")


@on_played("gandalf-the-white")
def gandalf_the_white(s: WarState, seat: int, card: int) -> None:
    remove(s, number("gandalf-the-grey"))


def _gandalfs_cycled(s: WarState, seat: int) -> list[int]:
    return sorted(card for card in s.players[seat].cycled if card in GANDALF)


@action("reserve", "gwaihir-the-windlord", ready=lambda s, seat, card: bool(_gandalfs_cycled(s, seat)))
def gwaihir(s: WarState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    yield from choose_and_take(s, seat, _gandalfs_cycled(s, seat))


@battle_icons("quickbeam")
def quickbeam(s: WarState, bearer: int, ground: int) -> tuple[int, int]:
    foes = sum(card in _ISENGARD and (card in ARMY or card in CHARACTER) for card in s.sites[ground].cards)
    return foes // 2, foes // 2


@action("path", "smeagol", ready=lambda s, seat, card: bool(higher_paths(s)))
def smeagol(s: WarState, seat: int, card: int) -> Flow[None]:
    corrupt(s)
    yield from choose_path(s, seat, higher_paths(s))


cycled_instead("smeagol", of=(PATH_COMBAT,))
on_ground("treebeard", "orthanc", attack=1)


@on_entered("treebeard")
def treebeard(s: WarState, seat: int, card: int, location: int) -> Flow[None]:
    foes = [foe for foe in s.sites[location].cards if foe in _ISENGARD_ARMIES]
    if foes:
        chosen: Option = yield from ask(s, WARS[s.war].player_of["Isengard"], "loss", [("lose", foe) for foe in foes])
        eliminate_in_play(s, chosen[1])


def _hobbit_player(s: WarState) -> int:
    return WARS[s.war].player_of["Hobbit"]


@action("play", "ent-draught", ready=lambda s, seat, card: bool(hobbits_cycled(s, _hobbit_player(s))))
def ent_draught(s: WarState, seat: int, card: int) -> Flow[None]:
    eliminate_in_play(s, card)
    for _ in range(2):
        taken = yield from may_take(s, _hobbit_player(s), hobbits_cycled(s, _hobbit_player(s)))
        if not taken:
            return


@action("reserve", "narya-ring-of-fire")
def narya(s: WarState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    yield from each_cycles(s, SHADOW)
