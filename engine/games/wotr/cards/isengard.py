"""Isengard, of Saruman's deck."""

from engine.core.flow import Flow, Option
from engine.core.state import disclose
from engine.games.wotr.cards.hooks import (
    CARRYOVER_PLAY,
    EXTRA_DRAW,
    action,
    cycled_instead,
    guards_wielder,
    on_played,
    passive,
)
from engine.games.wotr.cards.moves import detour
from engine.games.wotr.components.entries import number
from engine.games.wotr.components.groups import battlegrounds_of, characters
from engine.games.wotr.rules.activating import choose_battleground, inactive_battlegrounds
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_one_drawn
from engine.games.wotr.rules.drawing import draw_apart
from engine.games.wotr.rules.eliminating import BATTLE, FORSAKEN_TOP, PATH_COMBAT, eliminate_drawn, eliminate_in_play
from engine.games.wotr.rules.moving import may_move_now
from engine.games.wotr.rules.places import in_play, in_reserve
from engine.games.wotr.rules.taking import take
from engine.games.wotr.state import GameState

_SARUMAN = number("saruman")
_ISENGARD_GROUNDS = battlegrounds_of("Isengard")
_ROHIRRIM = sorted(characters("Rohan"))
passive(EXTRA_DRAW, "saruman")
cycled_instead("saruman", of=(FORSAKEN_TOP,))
passive(CARRYOVER_PLAY, "saruman-s-staff")
guards_wielder("woven-of-all-colours", of=(PATH_COMBAT, BATTLE))
detour("ugluk")


def _grima_choices(s: GameState, seat: int) -> list[Option]:
    choices: list[Option] = [("slay", foe) for foe in _ROHIRRIM if in_play(s, foe)]
    return [("seek", _SARUMAN), *choices] if _SARUMAN in s.players[seat].deck else choices


@action("reserve", "grima-wormtongue", ready=lambda s, seat, card: bool(_grima_choices(s, seat)))
def grima(s: GameState, seat: int, card: int) -> Flow[None]:
    choices = _grima_choices(s, seat)
    disclose(s)  # that there is something to choose
    eliminate_in_play(s, card)
    chosen: Option = yield from ask(s, seat, "intrigue", choices)
    if chosen[0] == "slay":
        eliminate_in_play(s, chosen[1])
    else:
        take(s, seat, _SARUMAN)


@action(
    "reserve",
    "palantir-of-orthanc",
    ready=lambda s, seat, card: card not in s.used and bool(s.players[seat].deck or s.players[seat].cycled),
)
def palantir(s: GameState, seat: int, card: int) -> Flow[None]:
    s.used.append(card)
    player = s.players[seat]
    draw_apart(s, seat, 3)
    yield from eliminate_drawn(s, seat)
    if player.drawn:
        chosen: Option = yield from ask(s, seat, "cycle", [("cycle", one) for one in player.drawn])
        cycle_one_drawn(s, seat, chosen[1])
    player.hand += player.drawn
    player.drawn = []


@on_played("threats-and-promises")
def threats_and_promises(s: GameState, seat: int, card: int) -> Flow[None]:
    grounds = inactive_battlegrounds(s, _ISENGARD_GROUNDS)
    if in_reserve(s, _SARUMAN) and grounds:
        ground = yield from choose_battleground(s, seat, grounds)
        yield from may_move_now(s, seat, _SARUMAN, [ground])
