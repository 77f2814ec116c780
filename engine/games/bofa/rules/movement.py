"""Moving armies: columns that split off, march, stop and join (p. 22-23)."""

from bisect import insort
from itertools import compress

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.lasting_effects import extra_leadership
from engine.games.bofa.components.box import BEORN, FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import (
    army_places,
    characters_with,
    enemy_at,
    leadership_of,
    near_enemy,
    remove_unit,
    unit_limit,
)
from engine.games.bofa.rules.damage import casualties, forced_casualties
from engine.games.bofa.rules.passes import open_passes
from engine.games.bofa.rules.settlements import occupy
from engine.games.bofa.state import Column, GameState


def march_targets(s: GameState, p: Pack, seat: int, place: int) -> list[int]:
    """Where an army may step from a place (p. 22, 25)."""
    targets = []
    for there in p.layout.neighbours[place]:
        if there >= p.layout.regions and s.pass_closed[p.layout.passes.index(there)]:
            continue
        if enemy_at(s, p, seat, there) or (seat == FREE and s.characters[BEORN] == there):
            continue
        targets.append(there)
    return targets


def marching_characters(s: GameState) -> list[int]:
    """Characters that already march with a column of this action."""
    return [who for column in s.columns for who in column.characters]


def army_options(s: GameState, p: Pack, seat: int, results: set[str]) -> list[Option]:
    """Armies that one of these results can move one region or send to attack (p. 13, 22, 26)."""
    marches, attacks = _marches_and_attacks(s, p, seat, results)
    return marches + attacks


def march_options(s: GameState, p: Pack, seat: int, results: set[str]) -> list[Option]:
    """Armies that one of these results can move one region (p. 22)."""
    return _marches_and_attacks(s, p, seat, results)[0]


def _marches_and_attacks(s: GameState, p: Pack, seat: int, results: set[str]) -> tuple[list[Option], list[Option]]:
    """Where armies that one of these results can set in motion may march, and what they may attack."""
    marches: list[Option] = []
    attacks: list[Option] = []
    layout, beorn, places = p.layout, s.characters[BEORN], army_places(s, p)
    ours, enemies = places[seat], places[1 - seat]
    closed = compress(layout.passes, s.pass_closed)
    barred = {beorn, *enemies, *closed}
    any_army, beside, ways = "army" in results, layout.neighbours, layout.marches
    for place in ours:
        if not any_army and results.isdisjoint(payment(s, p, place)):
            continue
        if barred.isdisjoint(beside[place]):
            marches += ways[place]
            continue
        for option in ways[place]:
            there = option[2]
            if there not in barred or there in ours:
                marches.append(option)
            elif there in enemies or (there == beorn and seat == SHADOW):
                attacks.append(("attack", place, there))
    return marches, attacks


def payment(s: GameState, p: Pack, place: int) -> tuple[str, ...]:
    """The results that can set the army in a place in motion (p. 22)."""
    return _payment(p.goblins in s.armies[place], leadership_of(s, p, place) > 0)


def column_payment(s: GameState, p: Pack, column: Column) -> tuple[str, ...]:
    """The results that can move a column: a Character result needs leadership, the Eye needs Goblins (p. 22)."""
    has_leadership = column.leaders > 0 or any(
        p.leadership[who] + extra_leadership(s, p, who) for who in column.characters
    )
    return _payment(p.goblins in column.units, has_leadership)


def _payment(has_goblins: bool, has_leadership: bool) -> tuple[str, ...]:
    if has_leadership:
        return ("army", "character", "eye") if has_goblins else ("army", "character")
    return ("army", "eye") if has_goblins else ("army",)


def form_column(s: GameState, seat: int, place: int, to: int) -> Column:
    """Make a column of the whole army of a place, to go to another."""
    marching = marching_characters(s)
    characters = [who for who in characters_with(s, seat, place) if who not in marching]
    column = Column(place, to, s.armies[place], characters, s.leaders[place], s.damage[place])
    s.armies[place] = []
    s.leaders[place] = s.damage[place] = 0
    s.columns.append(column)
    return column


def set_out(s: GameState, p: Pack, seat: int, place: int, to: int, results: set[str]) -> Flow[Column]:
    """An army sets out for the next region; part of it may stay (p. 22)."""
    column = form_column(s, seat, place, to)
    yield from leave_part_behind(s, p, seat, column, results)
    return column


def leave_part_behind(s: GameState, p: Pack, seat: int, column: Column, results: set[str]) -> Flow[None]:
    """Units, tokens and characters of a column stay behind, as far as these results can still move it (p. 22)."""
    place = column.place
    while True:
        choice = yield Decision(seat, "set-out", staying_options(s, p, column, results))
        match choice:
            case ("leave", unit):
                column.units.remove(unit)
                insort(s.armies[place], unit)
            case ("leave-leader",):
                column.leaders -= 1
                s.leaders[place] += 1
            case ("leave-behind", who):
                column.characters.remove(who)
            case _:
                break
    s.damage[place], column.damage = column.damage, 0
    yield from divide_damage(s, seat, column)


def staying_options(s: GameState, p: Pack, column: Column, results: set[str]) -> list[Option]:
    """Who may stay behind, as long as one of these results can move the rest (p. 22); nobody must."""
    options: list[Option] = [("go",)]
    any_army = "army" in results
    if len(column.units) > 1:
        options += [
            ("leave", unit)
            for unit in dict.fromkeys(column.units)
            if any_army or column.units.count(unit) > 1 or may_leave(s, p, column, results, unit=unit)
        ]
    if column.leaders and s.armies[column.place] and (any_army or may_leave(s, p, column, results, leaders=1)):
        options.append(("leave-leader",))
    options += [
        ("leave-behind", who) for who in column.characters if any_army or may_leave(s, p, column, results, who=who)
    ]
    return options


def may_leave(
    s: GameState, p: Pack, column: Column, results: set[str], unit: int = -1, leaders: int = 0, who: int = -1
) -> bool:
    """Whether the rest of a column could still be moved without that unit, leader or character."""
    rest = Column(
        column.place,
        column.to,
        [one for one in column.units if one != unit],
        [one for one in column.characters if one != who],
        column.leaders - leaders,
        0,
    )
    return not results.isdisjoint(column_payment(s, p, rest))


def divide_damage(s: GameState, seat: int, column: Column) -> Flow[None]:
    """Split the damage so that no part has more of it than units (p. 22)."""
    place = column.place
    damage = s.damage[place]
    least = max(0, damage - len(s.armies[place]))
    most = min(damage, len(column.units))
    choice = yield Decision(seat, "divide-damage", [("damage", n) for n in range(least, most + 1)])
    column.damage = choice[1]
    s.damage[place] -= choice[1]


def enter_place(s: GameState, p: Pack, seat: int, column: Column, to: int) -> None:
    """A column enters the next region; it takes control on its way (p. 23)."""
    tell(s, "marched", (seat, column.place, to, column.leaders, column.damage, *column.units))
    column.place = column.to = to
    for who in column.characters:
        s.characters[who] = to
        tell(s, "placed", (who, to))
    occupy(s, p, seat, to)


def must_stop(s: GameState, p: Pack, seat: int, column: Column) -> bool:
    """Whether a column has come beside an enemy army and must stop (p. 23); a pass is beside nothing (p. 25)."""
    return column.place < p.layout.regions and near_enemy(s, p, seat, column.place)


def join_armies(s: GameState, p: Pack, seat: int) -> Flow[None]:
    """All columns join the armies where they are; one too large may take casualties, then is reduced (p. 23)."""
    columns, s.columns = s.columns, []
    for column in columns:
        place = column.place
        for unit in column.units:
            insort(s.armies[place], unit)
        s.leaders[place] += column.leaders
        s.damage[place] += column.damage
    for place in dict.fromkeys(column.place for column in columns):
        if len(s.armies[place]) > unit_limit(p, seat, place):
            yield from casualties(s, p, seat, place)
            yield from reduce_to_limit(s, p, seat, place)
    open_passes(s, p)


def reduce_to_limit(s: GameState, p: Pack, seat: int, place: int) -> Flow[None]:
    """Units beyond the limit are removed, and take no damage with them (p. 23, 25)."""
    army = s.armies[place]
    most = unit_limit(p, seat, place)
    while len(army) > most:
        options: list[Option] = [("remove", unit) for unit in dict.fromkeys(army)]
        choice = yield Decision(seat, "over-limit", options)
        tell(s, "surplus", (seat, choice[1], place))
        remove_unit(s, p, place, choice[1])
    yield from forced_casualties(s, p, seat, place)
