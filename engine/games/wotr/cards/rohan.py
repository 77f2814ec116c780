"""The Rohirrim, of Frodo's deck."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.hooks import action, battle_icons, on_played
from engine.games.wotr.components.entries import BATTLEGROUNDS, number
from engine.games.wotr.components.groups import GANDALF, NAZGUL, armies, of_faction
from engine.games.wotr.rules.activating import choose_battleground, inactive_battlegrounds
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.eliminating import eliminate_in_play
from engine.games.wotr.rules.moving import must_move_now
from engine.games.wotr.rules.places import RESERVE, in_play, owner, place, wielder
from engine.games.wotr.rules.playing import draw_and_play
from engine.games.wotr.rules.taking import may_take
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

_ROHAN = of_faction("Rohan")
_MORDOR = of_faction("Mordor")
_ROHAN_ARMIES = armies("Rohan")
_HALFLINGS = (number("merry-brandybuck"), number("pippin-took"))
_GROUNDS = frozenset(BATTLEGROUNDS)


@on_played("eomer")
def eomer(s: GameState, seat: int, card: int) -> Flow[None]:
    yield from draw_and_play(s, seat, 5, _ROHAN_ARMIES)


@on_played("eowyn")
def eowyn(s: GameState, seat: int, card: int) -> Flow[None]:
    here = place(s, card)
    if here == RESERVE:
        yield from may_take(s, seat, [friend for friend in _HALFLINGS if friend in s.players[seat].cycled])
    elif here is not None:
        foes = [foe for foe in s.sites[here].cards if foe in NAZGUL]
        if foes:
            chosen: Option = yield from ask(s, seat, "slay", [*(("slay", foe) for foe in foes), ("decline",)])
            if chosen[0] == "slay":
                eliminate_in_play(s, chosen[1])


@battle_icons("theoden")
def theoden_encouraged(s: GameState, bearer: int, location: int) -> tuple[int, int]:
    return (1, 1) if any(in_play(s, card) for card in GANDALF) else (0, 0)


@on_played("theoden")
def theoden(s: GameState, seat: int, card: int) -> Flow[None]:
    yield from draw_and_play(s, seat, 5, _ROHAN)


@action("reserve", "shadowfax", ready=lambda s, seat, card: bool(inactive_battlegrounds(s, _GROUNDS)))
def shadowfax(s: GameState, seat: int, card: int) -> Flow[None]:
    ground = yield from choose_battleground(s, seat, inactive_battlegrounds(s, _GROUNDS))
    rider = wielder(s, card)
    if rider is not None:
        yield from must_move_now(s, owner(s, rider), rider, ground)


@on_played("death-ride-ride-to-ruin")
def death_ride(s: GameState, seat: int, card: int) -> Flow[None]:
    reserve = s.players[seat].reserve
    fallen = 0
    while riders := [one for held in reserve for one in (held, *s.items.get(held, ())) if one in _ROHAN]:
        chosen: Option = yield from ask(s, seat, "sacrifice", [*(("sacrifice", one) for one in riders), ("done",)])
        if chosen[0] == "done":
            break
        eliminate_in_play(s, chosen[1])
        fallen += 1
    yield from _mordor_falls(s, fallen)


def _mordor_falls(s: GameState, n: int) -> Flow[None]:
    """The Mordor player eliminates as many Mordor cards from active battlegrounds."""
    for _ in range(n):
        fighting = [card for ground in s.battlegrounds for card in s.sites[ground].cards]
        foes = [one for card in fighting for one in (card, *s.items.get(card, ())) if one in _MORDOR]
        if not foes:
            return
        seat = VARIANTS[s.variant].player_of["Mordor"]
        chosen: Option = yield from ask(s, seat, "loss", [("lose", one) for one in foes])
        eliminate_in_play(s, chosen[1])
