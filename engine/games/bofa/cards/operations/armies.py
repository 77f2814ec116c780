"""Operations on armies: moves, attacks, damage and healing, leadership, and the walls they stand behind."""

from engine.core.chance import roll
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules import regrouping
from engine.games.bofa.rules.armies import give_leader, remove_leaders, seat_of
from engine.games.bofa.rules.combat import attack_options, begin_battle
from engine.games.bofa.rules.damage import deal_outside_combat, eliminate_unit, forced_casualties, remove_damage, shield
from engine.games.bofa.rules.fortifications import damage_walls, mend_walls
from engine.games.bofa.rules.movement import (
    enter_place,
    form_column,
    join_armies,
    leave_part_behind,
    march_targets,
    must_stop,
)
from engine.games.bofa.rules.ranges import archers
from engine.games.bofa.state import Frame, GameState


def move(s: GameState, p: Pack, frame: Frame, op: orders.Move) -> Flow[None]:
    """The army may move; the next operations follow it (p. 15, 23)."""
    yield from march(s, p, frame, op)
    if s.columns:
        frame.place, frame.tokens_laid = s.columns[-1].place, 0
        frame.places_picked.append(frame.place)
        yield from join_armies(s, p, frame.seat)


def march(s: GameState, p: Pack, frame: Frame, op: orders.Move) -> Flow[None]:
    """The army may move, and becomes a column that has yet to join the army where it stops (p. 23)."""
    place, seat = frame.place, frame.seat
    if seat_of(s, p, place) != seat or not units_of_types(s, p, place, op.units):
        return
    options: list[Option] = [("halt",)]
    options += [("march", place, to) for to in march_targets(s, p, seat, place)]
    choice = yield Decision(seat, "card-move", options)
    if choice[0] == "halt":
        return
    column = form_column(s, seat, place, choice[2])
    stay = [unit for unit in column.units if op.units and p.units[unit].id not in op.units]
    column.units = [unit for unit in column.units if unit not in stay]
    s.armies[place] = stay
    yield from leave_part_behind(s, p, seat, column, {"army"})
    enter_place(s, p, seat, column, choice[2])
    for _ in range(op.regions - 1):
        if must_stop(s, p, seat, column):
            break
        halt: list[Option] = [("halt",)]
        onward = halt + [("on", to) for to in march_targets(s, p, seat, column.place)]
        choice = yield Decision(seat, "card-move-on", onward)
        if choice[0] == "halt":
            break
        enter_place(s, p, seat, column, choice[1])


def attack(s: GameState, p: Pack, frame: Frame, op: orders.Attack) -> Flow[None]:
    """The army may attack (p. 15)."""
    halt: list[Option] = [("halt",)]
    options = halt + attack_options(s, p, frame.seat, [frame.place])
    choice = yield Decision(frame.seat, "card-attack", options)
    if choice[0] == "attack":
        begin_battle(s, p, frame.seat, [choice[1]], choice[2])


def damage(s: GameState, p: Pack, frame: Frame, op: orders.Damage) -> Flow[None]:
    """The army takes damage (p. 29)."""
    yield from deal_outside_combat(s, p, frame.place, op.count)


def volley(s: GameState, p: Pack, frame: Frame, op: orders.Volley) -> Flow[None]:
    """Dice are rolled against the army (p. 29)."""
    yield from shoot(s, p, frame.place, op.dice, op.hit)


def archery(s: GameState, p: Pack, frame: Frame, op: orders.Archery) -> Flow[None]:
    """Every archer in range shoots (p. 20)."""
    dice = min(op.most, archers(s, p, frame.seat, frame.place, op.units, op.terrain))
    yield from shoot(s, p, frame.place, dice, op.hit)


def eliminate(s: GameState, p: Pack, frame: Frame, op: orders.Eliminate) -> Flow[None]:
    """Units are eliminated, and if damage is then more than units, further ones for it (p. 28)."""
    place = frame.place
    owner = seat_of(s, p, place)
    for _ in range(op.count):
        options: list[Option] = [("lose", unit) for unit in units_of_types(s, p, place, op.units)]
        if not options:
            break
        _, unit = yield Decision(owner, "eliminate", options)
        eliminate_unit(s, p, place, unit)
    yield from forced_casualties(s, p, owner, place)


def units_of_types(s: GameState, p: Pack, place: int, names: tuple[str, ...]) -> list[int]:
    """The types of units in a place, of those that are named; all, if none is."""
    return [unit for unit in dict.fromkeys(s.armies[place]) if not names or p.units[unit].id in names]


def shoot(s: GameState, p: Pack, place: int, dice: int, hit: int) -> Flow[None]:
    """Roll dice against an army outside combat."""
    hits = sum([roll(s, "dice:archery") >= hit for _ in range(dice)])
    tell(s, "shot", (place, dice, hits))
    yield from deal_outside_combat(s, p, place, hits)


def heal(s: GameState, p: Pack, frame: Frame, op: orders.Heal) -> None:
    """Damage is removed from the army."""
    remove_damage(s, frame.place, op.count)


def regroup(s: GameState, p: Pack, frame: Frame, op: orders.Regroup) -> Flow[None]:
    """The army regroups (p. 25)."""
    yield from regrouping.regroup(s, p, frame.seat, frame.place, op.hit)


def leader(s: GameState, p: Pack, frame: Frame, op: orders.Leader) -> None:
    """The army gains leadership tokens (p. 20)."""
    for _ in range(op.count):
        give_leader(s, p, frame.place)


def drop_leader(s: GameState, p: Pack, frame: Frame, op: orders.DropLeader) -> None:
    """The army loses leadership tokens."""
    remove_leaders(s, frame.place, op.count)


def repair(s: GameState, p: Pack, frame: Frame, op: orders.Repair) -> None:
    """A fortification is mended, which only a card that says so can do (p. 28)."""
    mend_walls(s, p, frame.place, op.count)


def breach(s: GameState, p: Pack, frame: Frame, op: orders.Breach) -> Flow[None]:
    """A fortification is damaged; Bolg's bodyguards may cancel it (p. 28)."""
    walls = damage_walls(s, p, frame.place, op.count)
    yield from shield(s, p, frame.place, 0, walls)
