"""The Dúnedain, of Aragorn's deck."""

from engine.core.flow import Flow, Option
from engine.core.state import disclose
from engine.games.wotr.cards.hooks import (
    BARRED,
    EXTRA_DRAW,
    PERMITS,
    action,
    cycled_instead,
    has_behaviour,
    on_entered,
    on_played,
    passive,
)
from engine.games.wotr.cards.moves import next_path, on_ground, other_paths
from engine.games.wotr.components.entries import BATTLEGROUNDS, FIRST_PATH, SHADOW, number
from engine.games.wotr.components.groups import ARAGORN, STRIDER, battlegrounds_of, of_faction
from engine.games.wotr.rules.activating import choose_battleground, choose_path, inactive_battlegrounds
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.eliminating import FORSAKEN_TOP, remove
from engine.games.wotr.rules.forsaking import forsake
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.rules.moving import must_move_now
from engine.games.wotr.rules.places import in_reserve, wielder
from engine.games.wotr.rules.support import HUNTERS, THREE_HUNTERS
from engine.games.wotr.rules.taking import choose_and_take, take
from engine.games.wotr.state import GameState

_DUNEDAIN_GROUNDS = battlegrounds_of("Dúnedain")
_ROHAN = of_faction("Rohan")
on_ground("knights-of-dol-amroth", "dol-amroth", defence=1)
on_ground("guards-of-the-citadel", "minas-tirith", defence=1)
on_ground("the-great-gate", "minas-tirith", defence=3)
has_behaviour("dead-men-of-dunharrow")  # counted with the support they give, in steps/icons.py


def _shadow_ground(_s: GameState, location: int) -> bool:
    return location < FIRST_PATH and BATTLEGROUNDS[location].side == SHADOW


BARRED[number("the-great-gate")] = _shadow_ground
passive(EXTRA_DRAW, "aragorn")
cycled_instead("aragorn", of=(FORSAKEN_TOP,))


@on_played("aragorn")
def aragorn(s: GameState, seat: int, card: int) -> None:
    remove(s, STRIDER)


@on_played("boromir")
def boromir(s: GameState, seat: int, card: int) -> None:
    draw(s, seat)


@on_entered("boromir")
def boromir_on_a_path(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    if location >= FIRST_PATH:
        yield from forsake(s, seat)


_SONS = [number("boromir"), number("faramir")]
_HEIRS = [STRIDER, ARAGORN]


def _in_deck(s: GameState, seat: int, cards: list[int]) -> list[int]:
    return [card for card in cards if card in s.players[seat].deck]


@action("reserve", "denethor", ready=lambda s, seat, card: bool(_in_deck(s, seat, _SONS)))
def denethor(s: GameState, seat: int, card: int) -> Flow[None]:
    disclose(s)  # that a son is in the deck
    yield from forsake(s, seat)
    yield from choose_and_take(s, seat, _in_deck(s, seat, _SONS))


@on_entered("faramir")
def faramir(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    if location >= FIRST_PATH and s.path_number == 7 and (paths := other_paths(s)):
        chosen: Option = yield from ask(s, seat, "may", [("yes", card), ("no", card)])
        if chosen[0] == "yes":
            yield from choose_path(s, seat, paths)


@action("reserve", "halbarad", ready=lambda s, seat, card: bool(_in_deck(s, seat, _HEIRS)))
def halbarad(s: GameState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    yield from choose_and_take(s, seat, _in_deck(s, seat, _HEIRS))


_KNIGHTS = number("knights-of-dol-amroth")


@on_played("prince-imrahil")
def prince_imrahil(s: GameState, seat: int, card: int) -> Flow[None]:
    disclose(s)  # whether the knights are in the deck
    if _KNIGHTS in s.players[seat].deck and s.players[seat].hand:
        chosen: Option = yield from ask(s, seat, "may", [("yes", card), ("no", card)])
        if chosen[0] == "yes":
            yield from cycle_from_hand(s, seat)
            take(s, seat, _KNIGHTS)


next_path("strider")


@action("reserve", "anduril", ready=lambda s, seat, card: bool(inactive_battlegrounds(s, _DUNEDAIN_GROUNDS)))
def anduril(s: GameState, seat: int, card: int) -> Flow[None]:
    ground = yield from choose_battleground(s, seat, inactive_battlegrounds(s, _DUNEDAIN_GROUNDS))
    bearer = wielder(s, card)
    if bearer is not None:
        yield from must_move_now(s, seat, bearer, ground)


@on_played("paths-of-the-dead")
def paths_of_the_dead(s: GameState, seat: int, card: int) -> Flow[None]:
    yield from forsake(s, seat, 2)
    draw(s, seat, 5 if in_reserve(s, STRIDER) or in_reserve(s, ARAGORN) else 4)


@on_played("the-red-arrow")
def the_red_arrow(s: GameState, seat: int, card: int) -> None:
    s.permits.append("the-red-arrow")


@PERMITS.append
def _red_arrow_opens(s: GameState, card: int, location: int) -> bool:
    return "the-red-arrow" in s.permits and card in _ROHAN and location in _DUNEDAIN_GROUNDS


@on_played("the-three-hunters")
def the_three_hunters(s: GameState, seat: int, card: int) -> None:
    s.permits.append(THREE_HUNTERS)


@PERMITS.append
def _three_hunters_opens(s: GameState, card: int, location: int) -> bool:
    return THREE_HUNTERS in s.permits and card in HUNTERS and location < FIRST_PATH
