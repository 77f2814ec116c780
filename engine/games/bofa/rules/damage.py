"""Damage in and outside combat: who and what absorbs it, and the casualties it costs (p. 28-29)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.components.box import BEORN, BILBO, BOLG, FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import remove_unit, seat_of
from engine.games.bofa.rules.combat import front_of, is_beorn
from engine.games.bofa.rules.counters import change_counter
from engine.games.bofa.rules.fortifications import damage_walls, mend_walls
from engine.games.bofa.state import HIDDEN, Battle, GameState


def deal_in_combat(s: GameState, p: Pack, b: Battle, seat: int, count: int) -> None:
    """A side takes damage: an unbroken fortification first, the rest its army, or the wrath of Beorn (p. 28, 33)."""
    if count <= 0:
        return
    place = front_of(b, seat)
    if seat != b.attacker:
        walls = damage_walls(s, p, place, count)
        b.new_wall_damage += walls
        count -= walls
    if not count:
        return
    b.new_damage[seat] += count
    if is_beorn(b, seat):
        hurt_beorn(s, count)
    else:
        damage_army(s, seat, place, count)


def deal_outside_combat(s: GameState, p: Pack, place: int, count: int) -> Flow[None]:
    """An army takes damage as in combat, but its casualties are forced ones only (p. 29)."""
    seat = seat_of(s, p, place)
    if seat < 0 or count <= 0:
        return
    walls = damage_walls(s, p, place, count)
    count -= walls
    if count:
        damage_army(s, seat, place, count)
    yield from shield(s, p, place, count, walls)
    yield from forced_casualties(s, p, seat, place)


def damage_army(s: GameState, seat: int, place: int, count: int) -> None:
    """Damage tokens are laid beside an army (p. 28)."""
    s.damage[place] += count
    tell(s, "damaged", (seat, place, count))


def remove_damage(s: GameState, place: int, count: int) -> None:
    """Damage tokens of an army are removed, as far as it has any."""
    removed = min(count, s.damage[place])
    if removed:
        s.damage[place] -= removed
        tell(s, "healed", (place, removed))


def hurt_beorn(s: GameState, count: int) -> None:
    """Beorn loses wrath tokens in place of damage (p. 33)."""
    tell(s, "hurt", (BEORN, count))
    change_counter(s, "wrath", -count)


def shield(s: GameState, p: Pack, place: int, new_damage: int, new_wall_damage: int) -> Flow[bool]:
    """Bolg's bodyguards may cancel all new damage, to walls too (p. 28, 34); Bilbo may vanish to remove two (p. 18).

    Whether all of it was cancelled.
    """
    seat = seat_of(s, p, place)
    left = min(new_damage, s.damage[place])
    if seat == SHADOW and s.characters[BOLG] == place and s.bodyguards and (left or new_wall_damage):
        choice = yield Decision(SHADOW, "bodyguard", [("bodyguard",), ("decline",)])
        if choice[0] == "bodyguard":
            tell(s, "bodyguard", (place,))
            change_counter(s, "bodyguard", -1)
            remove_damage(s, place, left)
            mend_walls(s, p, place, new_wall_damage)
            return True
    elif seat == FREE and s.characters[BILBO] == place and s.rings and left:
        choice = yield Decision(FREE, "vanish", [("vanish",), ("decline",)])
        if choice[0] == "vanish":
            tell(s, "vanished", (place,))
            change_counter(s, "ring", -1)
            s.characters[BILBO] = HIDDEN
            remove_damage(s, place, 2)
    return False


def casualties(s: GameState, p: Pack, seat: int, place: int) -> Flow[None]:
    """Units are eliminated, two damage each: as long as damage is more than units, then as the player likes (p. 28)."""
    army, damage = s.armies[place], s.damage
    while damage[place] and army:
        options: list[Option] = [("lose", unit) for unit in dict.fromkeys(army)]
        if damage[place] <= len(army):
            options.append(("enough",))
        choice = yield Decision(seat, "casualties", options)
        if choice[0] == "enough":
            return
        lose_unit(s, p, place, choice[1])


def forced_casualties(s: GameState, p: Pack, seat: int, place: int, most: int | None = None) -> Flow[None]:
    """Units are eliminated as long as the army has more damage than units, or than `most` when it is routed (p. 28)."""
    army, damage = s.armies[place], s.damage
    while army and damage[place] > (len(army) if most is None else most):
        options: list[Option] = [("lose", unit) for unit in dict.fromkeys(army)]
        choice = yield Decision(seat, "casualties", options)
        lose_unit(s, p, place, choice[1])


def lose_unit(s: GameState, p: Pack, place: int, unit: int) -> None:
    """A unit is eliminated, and up to two damage with it (p. 28)."""
    removed = min(2, s.damage[place])
    s.damage[place] -= removed
    tell(s, "lost", (p.unit_side[unit], unit, place, removed))
    remove_unit(s, p, place, unit)


def eliminate_unit(s: GameState, p: Pack, place: int, unit: int) -> None:
    """A unit is eliminated by a card, and no damage with it."""
    tell(s, "lost", (p.unit_side[unit], unit, place, 0))
    remove_unit(s, p, place, unit)
