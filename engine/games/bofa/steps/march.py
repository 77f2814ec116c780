"""What a die that moved an army still allows: another army, another region, an attack (p. 13, 22)."""

from engine.core.flow import Decision, Flow, Option
from engine.core.state import because
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.combat import attack_targets, begin_battle
from engine.games.bofa.rules.movement import enter_place, join_armies, march_options, march_targets, must_stop, set_out
from engine.games.bofa.state import Column, GameState


def carry_on(s: GameState) -> Flow[None]:
    """After the first step of a column: a second army, a second region, an attack, or nothing (p. 13, 22)."""
    p, seat = pack_of(s), s.active_seat
    column = s.columns[0]
    choice = yield Decision(seat, "carry-on", carry_on_options(s, p, seat, column))
    match choice:
        case ("on", to):
            s.moves_left = 0
            enter_place(s, p, seat, column, to)
        case ("attack", place, target):
            yield from join_armies(s, p, seat)
            begin_battle(s, p, seat, [place], target)
            return
        case ("march", place, to):
            with because(s, *choice):
                second_column = yield from set_out(s, p, seat, place, to, {s.die_in_use})
            enter_place(s, p, seat, second_column, to)
    yield from join_armies(s, p, seat)
    s.step = "turn-over"


def carry_on_options(s: GameState, p: Pack, seat: int, column: Column) -> list[Option]:
    """What the die in use still allows."""
    options: list[Option] = [("halt",)]
    options += [("attack", column.place, target) for target in attack_targets(s, p, seat, column.place)]
    if s.die_in_use == "character":
        if s.moves_left and not must_stop(s, p, seat, column):
            options += [("on", to) for to in march_targets(s, p, seat, column.place)]
    else:
        options += march_options(s, p, seat, {s.die_in_use})
    return options
