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
from engine.games.wotr.cards.moves import each_cycles, each_draws, each_forsakes, on_ground
from engine.games.wotr.components import (
    ARMY,
    BATTLEGROUNDS,
    FIRST_PATH,
    FREE,
    NAZGUL,
    SHADOW,
    battlegrounds_of,
    number,
)
from engine.games.wotr.state import WarState
from engine.games.wotr.steps.asking import ask
from engine.games.wotr.steps.combat import corrupt, strengthen
from engine.games.wotr.steps.location import choose_battleground, inactive_battlegrounds
from engine.games.wotr.steps.playing import may_move_now, play_drawn
from engine.games.wotr.steps.terms import (
    BATTLE,
    FORSAKEN_TOP,
    PATH_COMBAT,
    choose_and_take,
    cycle_from_hand,
    cycle_in_play,
    draw,
    draw_apart,
    eliminate_drawn,
    eliminate_in_play,
    in_reserve,
    wielder,
)

_WITCH_KING = number("the-witch-king")
GORBAG = number("gorbag-shagrat")
_CIRITH_UNGOL = number("cirith-ungol")
_MORDOR_GROUNDS = battlegrounds_of("Mordor")


def plunder(path: int) -> int:
    """The path attack that Gorbag & Shagrat get for a card cycled from hand."""
    return 2 if path == _CIRITH_UNGOL else 1


@on_entered("gorbag-shagrat")
def gorbag_and_shagrat(s: WarState, seat: int, card: int, location: int) -> Flow[None]:
    if location >= FIRST_PATH and s.players[seat].hand:
        chosen: Option = yield from ask(s, seat, "may", [("yes", card), ("no", card)])
        if chosen[0] == "yes":
            yield from cycle_from_hand(s, seat)
            s.sites[location].extra[card] = plunder(location)


@action("path", "grishnakh")
def grishnakh(s: WarState, seat: int, card: int) -> None:
    eliminate_in_play(s, card)
    corrupt(s)


def _under_siege(s: WarState, location: int) -> bool:
    """A path, while a Shadow battleground is active."""
    return location >= FIRST_PATH and any(BATTLEGROUNDS[n].side == SHADOW for n in s.battlegrounds)


BARRED[number("mouth-of-sauron")] = _under_siege
BARRED[number("the-lidless-eye")] = _under_siege
passive(EXTRA_DRAW, "mouth-of-sauron", "the-witch-king")
passive(CARRYOVER_RESERVE, "the-lidless-eye")
cycled_instead("the-witch-king", of=(FORSAKEN_TOP,))
on_ground("the-black-easterling", "dol-guldur", defence=1)


@on_played("the-lidless-eye")
def the_lidless_eye(s: WarState, seat: int, card: int) -> None:
    each_draws(s, SHADOW)


@on_played("the-black-easterling")
def the_black_easterling(s: WarState, seat: int, card: int) -> None:
    draw(s, seat)


@action("reserve", "the-beguiler")
def the_beguiler(s: WarState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    yield from each_cycles(s, FREE)


@action("reserve", "the-commander")
def the_commander(s: WarState, seat: int, card: int) -> None:
    cycle_in_play(s, card)
    each_draws(s, SHADOW)


@action("reserve", "the-destroyer", ready=lambda s, seat, card: bool(s.battlegrounds))
def the_destroyer(s: WarState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    chosen: Option = yield from ask(s, seat, "strengthen", [("attack", ground) for ground in s.battlegrounds])
    strengthen(s, chosen[1], attack=1)


@action("reserve", "the-hunter", ready=lambda s, seat, card: bool(s.path))
def the_hunter(s: WarState, seat: int, card: int) -> None:
    cycle_in_play(s, card)
    strengthen(s, s.path[0], attack=1)


def _nazgul_cycled(s: WarState, seat: int) -> list[int]:
    return sorted(card for card in s.players[seat].cycled if card in NAZGUL)


@action("reserve", "the-messenger", ready=lambda s, seat, card: bool(_nazgul_cycled(s, seat)))
def the_messenger(s: WarState, seat: int, card: int) -> Flow[None]:
    waiting = _nazgul_cycled(s, seat)
    cycle_in_play(s, card)
    yield from choose_and_take(s, seat, waiting)


@action("reserve", "the-reaver")
def the_reaver(s: WarState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    yield from each_forsakes(s)


@action("reserve", "the-warrior", ready=lambda s, seat, card: bool(s.battlegrounds))
def the_warrior(s: WarState, seat: int, card: int) -> Flow[None]:
    cycle_in_play(s, card)
    chosen: Option = yield from ask(s, seat, "strengthen", [("defend", ground) for ground in s.battlegrounds])
    strengthen(s, chosen[1], defence=1)


@action("location", "black-breath")
def black_breath(s: WarState, seat: int, card: int) -> None:
    rider = wielder(s, card)
    assert rider is not None
    cycle_in_play(s, rider)
    corrupt(s)


@on_played("black-rider-s-mount")
def black_riders_mount(s: WarState, seat: int, card: int) -> Flow[None]:
    yield from _ride(s, seat, card, s.path)


@on_played("fell-beast")
def fell_beast(s: WarState, seat: int, card: int) -> Flow[None]:
    yield from _ride(s, seat, card, s.battlegrounds)


def _ride(s: WarState, seat: int, mount: int, locations: list[int]) -> Flow[None]:
    """The mount's rider in reserve may move at once."""
    rider = wielder(s, mount)
    if rider is not None:
        yield from may_move_now(s, seat, rider, locations)


@action("path", "morgul-blade")
def morgul_blade(s: WarState, seat: int, card: int) -> None:
    eliminate_in_play(s, card)
    corrupt(s)


guards_wielder("nazgul-s-mantle", of=(PATH_COMBAT, BATTLE))


@on_played("the-black-captain")
def the_black_captain(s: WarState, seat: int, card: int) -> Flow[None]:
    grounds = inactive_battlegrounds(s, _MORDOR_GROUNDS)
    if in_reserve(s, _WITCH_KING) and grounds:
        ground = yield from choose_battleground(s, seat, grounds)
        yield from may_move_now(s, seat, _WITCH_KING, [ground])


@on_played("the-day-without-dawn")
def the_day_without_dawn(s: WarState, seat: int, card: int) -> Flow[None]:
    yield from _gather(s, seat, ARMY)


@on_played("the-ringwraiths-are-abroad")
def the_ringwraiths_are_abroad(s: WarState, seat: int, card: int) -> Flow[None]:
    yield from _gather(s, seat, NAZGUL)


def _gather(s: WarState, seat: int, cards: frozenset[int]) -> Flow[None]:
    """Draw seven: eliminate one, play up to two of a kind, cycle the rest."""
    draw_apart(s, seat, 7)
    yield from eliminate_drawn(s, seat)
    yield from play_drawn(s, seat, cards, 2)
