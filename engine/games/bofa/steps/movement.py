"""Chapter IX, moving armies: columns that split off, march, stop and join (p. 22-23)."""

from bisect import insort

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.armies import enemy_at, limit, near_enemy, occupy, open_passes, remove_unit
from engine.games.bofa.pack import Pack
from engine.games.bofa.pack.table import BEORN, FREE
from engine.games.bofa.state import ARMY_LIMIT, Column, Field, friends_at, leadership_of, pack_of
from engine.games.bofa.steps.battle import attack_options, begin_battle


def ways(s: Field, p: Pack, seat: int, place: int) -> list[int]:
    """Where an army may step from a place (p. 22, 25)."""
    found = []
    for there in p.neighbours[place]:
        if there >= p.regions and s.closed[p.passes.index(there)]:
            continue
        if enemy_at(s, p, seat, there) or (seat == FREE and s.people[BEORN] == there):
            continue
        found.append(there)
    return found


def moved_people(s: Field) -> list[int]:
    """Characters that already march with a column of this action."""
    return [who for column in s.columns for who in column.people]


def march_options(s: Field, p: Pack, seat: int, results: set[str], territory: int | None = None) -> list[Option]:
    """Whole armies and detachments that may move one region with one of these results (p. 22)."""
    options: list[Option] = []
    anyone = "army" in results
    for place, army in enumerate(s.armies):
        if not army or p.unit_side[army[0]] != seat:
            continue
        if territory is not None and p.territory[place] != territory:
            continue
        if not anyone and not (
            ("character" in results and leadership_of(s, p, place)) or ("eye" in results and p.goblins in army)
        ):
            continue
        size = len(army)
        splits = size > 1 or bool(friends_at(s, seat, place))
        for there in ways(s, p, seat, place):
            if size <= ARMY_LIMIT or there in p.boundless:
                options.append(("march", place, there))
            if splits:
                options.append(("detach", place, there))
    return options


def payment(s: Field, p: Pack, place: int) -> tuple[str, ...]:
    """The results that can set the army in a place in motion (p. 22)."""
    results = ["army"]
    if leadership_of(s, p, place):
        results.append("character")
    if p.goblins in s.armies[place]:
        results.append("eye")
    return tuple(results)


def set_out(s: Field, p: Pack, seat: int, order: Option) -> Flow[None]:
    """Form a column, whole or in part, and take its first step."""
    how, place, to = order
    if how == "march":
        column = lift(s, p, seat, place, to)
    else:
        column = yield from detach(s, p, seat, place, to)
    step_to(s, p, seat, column, to)


def lift(s: Field, p: Pack, seat: int, place: int, to: int) -> Column:
    """The whole army of a place sets out."""
    busy = moved_people(s)
    people = [who for who in friends_at(s, seat, place) if who not in busy]
    column = Column(place, to, s.armies[place], people, s.leaders[place], s.damage[place])
    s.armies[place] = []
    s.leaders[place] = s.damage[place] = 0
    s.columns.append(column)
    return column


def detach(s: Field, p: Pack, seat: int, place: int, to: int) -> Flow[Column]:
    """Part of an army sets out: units, leadership and characters of the player's choice (p. 22)."""
    column = Column(place, to, [], [], 0, 0)
    busy = moved_people(s)
    s.columns.append(column)
    while True:
        options = detachment_options(s, p, seat, column, busy)
        choice = yield Decision(seat, "detach", options)
        match choice:
            case ("take", unit):
                s.armies[place].remove(unit)
                column.units.append(unit)
            case ("take_leader",):
                s.leaders[place] -= 1
                column.leaders += 1
            case ("take_along", who):
                column.people.append(who)
            case _:
                break
    column.units.sort()
    yield from divide_damage(s, seat, column)
    if not s.armies[place]:
        s.leaders[place] = 0
    return column


def detachment_options(s: Field, p: Pack, seat: int, column: Column, busy: list[int]) -> list[Option]:
    """What may still join a detachment, and whether it may leave as it is (p. 22)."""
    place = column.place
    options: list[Option] = []
    led = column.leaders or any(p.leadership[who] for who in column.people)
    if (
        column.units
        and (s.die != "character" or led)
        and (s.die != "eye" or p.goblins in column.units)
        and s.damage[place] <= len(s.armies[place]) + len(column.units)
    ):
        options.append(("go",))
    if len(column.units) < limit(p, seat, column.to):
        options += [("take", unit) for unit in dict.fromkeys(s.armies[place])]
    if column.units and s.leaders[place]:
        options.append(("take_leader",))
    if column.units:
        taken = busy + column.people
        options += [("take_along", who) for who in friends_at(s, seat, place) if who not in taken]
    if not options:
        options.append(("take", s.armies[place][0]))
    return options


def divide_damage(s: Field, seat: int, column: Column) -> Flow[None]:
    """Split the damage so that no part has more of it than units (p. 22)."""
    place = column.place
    damage = s.damage[place]
    least = max(0, damage - len(s.armies[place]))
    most = min(damage, len(column.units))
    choice = yield Decision(seat, "divide_damage", [("damage", n) for n in range(least, most + 1)])
    column.damage = choice[1]
    s.damage[place] -= choice[1]


def step_to(s: Field, p: Pack, seat: int, column: Column, to: int) -> None:
    """A column enters the next region; it takes control on its way (p. 23)."""
    tell(s, "marched", (seat, column.place, to, *column.units))
    column.place = column.to = to
    for who in column.people:
        s.people[who] = to
    occupy(s, p, seat, to)


def stopped(s: Field, p: Pack, seat: int, column: Column) -> bool:
    """An army that comes beside an enemy army must stop (p. 23)."""
    return near_enemy(s, p, seat, column.place)


def land(s: Field, p: Pack, seat: int) -> Flow[None]:
    """All columns of the action join the armies where they stand (p. 23)."""
    columns, s.columns = s.columns, []
    for column in columns:
        place = column.place
        for unit in column.units:
            insort(s.armies[place], unit)
        s.leaders[place] += column.leaders
        s.damage[place] += column.damage
    for place in dict.fromkeys(column.place for column in columns):
        yield from reduce_to_limit(s, p, seat, place, True)
    open_passes(s, p)


def reduce_to_limit(s: Field, p: Pack, seat: int, place: int, merged: bool) -> Flow[None]:
    """Units beyond the limit are removed; after a merger each takes two damage with it (p. 23, 25)."""
    army = s.armies[place]
    most = limit(p, seat, place)
    while len(army) > most:
        options: list[Option] = [("remove", unit) for unit in dict.fromkeys(army)]
        choice = yield Decision(seat, "over_limit", options)
        remove_unit(s, p, place, choice[1])
        if merged:
            s.damage[place] = max(0, s.damage[place] - 2)
    s.damage[place] = min(s.damage[place], len(army))


def carry_on(s: Field) -> Flow[None]:
    """After the first step of a column: a second army, a second region, an attack, or nothing (p. 13, 22)."""
    p, seat = pack_of(s), s.active
    column = s.columns[0]
    choice = yield Decision(seat, "carry_on", carry_on_options(s, p, seat, column))
    match choice:
        case ("on", to):
            s.legs = 0
            step_to(s, p, seat, column, to)
        case ("attack", place, target):
            yield from land(s, p, seat)
            begin_battle(s, p, seat, [place], target)
            return
        case ("march" | "detach", _, _):
            yield from set_out(s, p, seat, choice)
    yield from land(s, p, seat)
    s.step = "turn_over"


def carry_on_options(s: Field, p: Pack, seat: int, column: Column) -> list[Option]:
    """What the die in use still allows."""
    options: list[Option] = [("halt",)]
    if s.die == "bats":
        return options
    options += attack_options(s, p, seat, [column.place], column.place)
    if s.die == "character":
        if s.legs and not stopped(s, p, seat, column):
            options += [("on", to) for to in ways(s, p, seat, column.place)]
    else:
        options += march_options(s, p, seat, {s.die})
    return options
