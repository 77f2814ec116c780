"""Mordor, the Witch-king's deck."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.hooks import (
    BARRED,
    CARRYOVER_RESERVE,
    EXTRA_DRAW,
    action,
    cycled_instead,
    guards_wielder,
    on_entered,
    on_played,
    passive,
)
from engine.games.wotr.cards.moves import on_ground
from engine.games.wotr.components.entries import BATTLEGROUNDS, FIRST_PATH, FREE, SHADOW, number
from engine.games.wotr.components.groups import ARMY, NAZGUL, battlegrounds_of
from engine.games.wotr.rules.activating import choose_battleground, inactive_battlegrounds
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.drawing import draw, draw_apart
from engine.games.wotr.rules.each_player import each_cycles, each_draws, each_forsakes
from engine.games.wotr.rules.eliminating import BATTLE, FORSAKEN_TOP, PATH_COMBAT, eliminate_drawn, eliminate_in_play
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.rules.moving import may_move_now
from engine.games.wotr.rules.places import in_reserve, wielder
from engine.games.wotr.rules.playing import play_drawn
from engine.games.wotr.rules.taking import choose_and_take
from engine.games.wotr.rules.tokens import corrupt, strengthen
from engine.games.wotr.state import GameState

_WITCH_KING = number("the-witch-king")
GORBAG = number("gorbag-shagrat")
_CIRITH_UNGOL = number("cirith-ungol")
_MORDOR_GROUNDS = battlegrounds_of("Mordor")


def plunder(path: int) -> int:
    """The path attack that Gorbag & Shagrat get for a card cycled from hand."""
    return 2 if path == _CIRITH_UNGOL else 1


@on_entered("gorbag-shagrat")
def gorbag_and_shagrat(s: GameState, seat: int, card: int, location: int) -> Flow[None]:
    if location >= FIRST_PATH and s.players[seat].hand:
        chosen: Option = yield from ask(s, seat, "may", [("yes", card), ("no", card)])
        if chosen[0] == "yes":
            yield from cycle_from_hand(s, seat)
            s.sites[location].extra[card] = plunder(location)


@action("path", "grishnakh")
def grishnakh(s: GameState, seat: int, card: int) -> None:
    eliminate_in_play(s, card)
    corrupt(s)


def _under_siege(s: GameState, location: int) -> bool:
    """A path, while a Shadow battleground is active."""
    return location >= FIRST_PATH and any(BATTLEGROUNDS[n].side == SHADOW for n in s.battlegrounds)


BARRED[number("mouth-of-sauron")] = _under_siege
BARRED[number("the-lidless-eye")] = _under_siege
passive(EXTRA_DRAW, "mouth-of-sauron", "the-witch-king")
passive(CARRYOVER_RESERVE, "the-lidless-eye")
cycled_instead("the-witch-king", of=(FORSAKEN_TOP,))
on_ground("the-black-easterling", "dol-guldur", defence=1)


@on_played("the-lidless-eye")
def the_lidless_eye(s: GameState, seat: int, card: int) -> None:
    each_draws(s, SHADOW)


@on_played("the-black-easterling")
def the_black_easterling(s: GameState, seat: int, card: int) -> None:
    draw(s, seat)


@action("reserve", "the-beguiler")
def the_beguiler(s: GameState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    yield from each_cycles(s, FREE)


@action("reserve", "the-commander")
def the_commander(s: GameState, seat: int, card: int) -> None:
    cycle_in_play(s, card)
    each_draws(s, SHADOW)


@action("reserve", "the-destroyer", ready=lambda s, seat, card: bool(s.battlegrounds))
def the_destroyer(s: GameState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    chosen: Option = yield from ask(s, seat, "strengthen", [("attack", ground) for ground in s.battlegrounds])
    strengthen(s, chosen[1], attack=1)


@action("reserve", "the-hunter", ready=lambda s, seat, card: bool(s.path))
def the_hunter(s: GameState, seat: int, card: int) -> None:
    cycle_in_play(s, card)
    strengthen(s, s.path[0], attack=1)


def _nazgul_cycled(s: GameState, seat: int) -> list[int]:
    return sorted(card for card in s.players[seat].cycled if card in NAZGUL)


@action("reserve", "the-messenger", ready=lambda s, seat, card: bool(_nazgul_cycled(s, seat)))
def the_messenger(s: GameState, seat: int, card: int) -> Flow[None]:
    waiting = _nazgul_cycled(s, seat)
    cycle_in_play(s, card)
    yield from choose_and_take(s, seat, waiting)


@action("reserve", "the-reaver")
def the_reaver(s: GameState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    yield from each_forsakes(s)


@action("reserve", "the-warrior", ready=lambda s, seat, card: bool(s.battlegrounds))
def the_warrior(s: GameState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    chosen: Option = yield from ask(s, seat, "strengthen", [("defend", ground) for ground in s.battlegrounds])
    strengthen(s, chosen[1], defence=1)


@action("location", "black-breath")
def black_breath(s: GameState, seat: int, card: int) -> None:
    rider = wielder(s, card)
    assert rider is not None
    cycle_in_play(s, rider)
    corrupt(s)


@on_played("black-rider-s-mount")
def black_riders_mount(s: GameState, seat: int, card: int) -> Flow[None]:
    yield from _ride(s, seat, card, s.path)


@on_played("fell-beast")
def fell_beast(s: GameState, seat: int, card: int) -> Flow[None]:
    yield from _ride(s, seat, card, s.battlegrounds)


def _ride(s: GameState, seat: int, mount: int, locations: list[int]) -> Flow[None]:
    """The mount's rider in reserve may move at once."""
    rider = wielder(s, mount)
    if rider is not None:
        yield from may_move_now(s, seat, rider, locations)


@action("path", "morgul-blade")
def morgul_blade(s: GameState, seat: int, card: int) -> None:
    eliminate_in_play(s, card)
    corrupt(s)


guards_wielder("nazgul-s-mantle", of=(PATH_COMBAT, BATTLE))


@on_played("the-black-captain")
def the_black_captain(s: GameState, seat: int, card: int) -> Flow[None]:
    grounds = inactive_battlegrounds(s, _MORDOR_GROUNDS)
    if in_reserve(s, _WITCH_KING) and grounds:
        ground = yield from choose_battleground(s, seat, grounds)
        yield from may_move_now(s, seat, _WITCH_KING, [ground])


@on_played("the-day-without-dawn")
def the_day_without_dawn(s: GameState, seat: int, card: int) -> Flow[None]:
    yield from _gather(s, seat, ARMY)


@on_played("the-ringwraiths-are-abroad")
def the_ringwraiths_are_abroad(s: GameState, seat: int, card: int) -> Flow[None]:
    yield from _gather(s, seat, NAZGUL)


def _gather(s: GameState, seat: int, cards: frozenset[int]) -> Flow[None]:
    """Draw seven: eliminate one, play up to two of a kind, cycle the rest."""
    draw_apart(s, seat, 7)
    yield from eliminate_drawn(s, seat)
    yield from play_drawn(s, seat, cards, 2)
