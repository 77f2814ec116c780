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
from engine.games.wotr.cards.moves import higher_paths, next_path, on_ground
from engine.games.wotr.components.entries import SHADOW, number
from engine.games.wotr.components.groups import ARMY, CHARACTER, GANDALF, armies, of_faction
from engine.games.wotr.rules.activating import choose_path
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.each_player import each_cycles
from engine.games.wotr.rules.eliminating import FORSAKEN_TOP, PATH_COMBAT, eliminate_in_play, remove
from engine.games.wotr.rules.taking import choose_and_take, may_take
from engine.games.wotr.rules.tokens import corrupt
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

_ISENGARD = of_faction("Isengard")
_ISENGARD_ARMIES = armies("Isengard")
next_path("gandalf-the-grey")
passive(EXTRA_DRAW, "gandalf-the-white")
cycled_instead("gandalf-the-white", of=(FORSAKEN_TOP,))
passive(CARRYOVER_PLAY, "gandalf-s-staff")


@on_played("gandalf-the-white")
def gandalf_the_white(s: GameState, seat: int, card: int) -> None:
    remove(s, number("gandalf-the-grey"))


def _gandalfs_cycled(s: GameState, seat: int) -> list[int]:
    return sorted(card for card in s.players[seat].cycled if card in GANDALF)


@action("reserve", "gwaihir-the-windlord", ready=lambda s, seat, card: bool(_gandalfs_cycled(s, seat)))
def gwaihir(s: GameState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    yield from choose_and_take(s, seat, _gandalfs_cycled(s, seat))


@battle_icons("quickbeam")
def quickbeam(s: GameState, bearer: int, ground: int) -> tuple[int, int]:
    foes = sum(card in _ISENGARD and (card in ARMY or card in CHARACTER) for card in s.sites[ground].cards)
    return foes // 2, foes // 2


@action("path", "smeagol", ready=lambda s, seat, card: bool(higher_paths(s)))
def smeagol(s: GameState, seat: int, card: int) -> Flow[None]:
    corrupt(s)
    yield from choose_path(s, seat, higher_paths(s))


cycled_instead("smeagol", of=(PATH_COMBAT,))
on_ground("treebeard", "orthanc", attack=1)


@on_entered("treebeard")
def treebeard(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    foes = [foe for foe in s.sites[location].cards if foe in _ISENGARD_ARMIES]
    if foes:
        chosen: Option = yield from ask(
            s, VARIANTS[s.variant].player_of["Isengard"], "loss", [("lose", foe) for foe in foes]
        )
        eliminate_in_play(s, chosen[1])


def _hobbit_player(s: GameState) -> int:
    return VARIANTS[s.variant].player_of["Hobbit"]


@action("play", "ent-draught", ready=lambda s, seat, card: bool(hobbits_cycled(s, _hobbit_player(s))))
def ent_draught(s: GameState, seat: int, card: int) -> Flow[None]:
    eliminate_in_play(s, card)
    for _ in range(2):
        taken = yield from may_take(s, _hobbit_player(s), hobbits_cycled(s, _hobbit_player(s)))
        if not taken:
            return


@action("reserve", "narya-ring-of-fire")
def narya(s: GameState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    yield from each_cycles(s, SHADOW)
