"""Damage in and outside combat: who and what absorbs it, and the casualties it costs (p. 28-29)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.components.box import BILBO, BOLG, FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import remove_unit, seat_of
from engine.games.bofa.rules.combat import front_of, is_beorn
from engine.games.bofa.state import HIDDEN, Battle, GameState


def deal(s: GameState, p: Pack, b: Battle, victim: int, count: int) -> None:
    """Damage falls on an unbroken fortification first, the rest on the army behind it (p. 28)."""
    if count <= 0:
        return
    place = front_of(b, victim)
    if victim != b.attacker:
        walls = min(count, max(0, p.layout.defence[place] - s.wall_damage[place]))
        s.wall_damage[place] += walls
        b.new_wall_damage += walls
        count -= walls
    b.new_damage[victim] += count
    if is_beorn(b, victim):
        s.wrath -= count
    else:
        s.damage[place] += count
    tell(s, "damaged", (victim, place, count))


def hurt(s: GameState, p: Pack, place: int, count: int) -> Flow[None]:
    """Damage from outside a combat is assigned like damage in it, with forced casualties only (p. 29)."""
    seat = seat_of(s, p, place)
    if seat < 0 or count <= 0:
        return
    walls = min(count, max(0, p.layout.defence[place] - s.wall_damage[place]))
    s.wall_damage[place] += walls
    count -= walls
    if not count:
        return
    s.damage[place] += count
    tell(s, "damaged", (seat, place, count))
    yield from shield(s, seat, place, count)
    yield from casualties(s, p, seat, place, forced=True)


def shield(s: GameState, seat: int, place: int, dealt: int) -> Flow[None]:
    """Bolg's bodyguards cancel all new damage (p. 34); Bilbo slips away to remove two (p. 18)."""
    if seat == SHADOW and s.characters[BOLG] == place and s.bodyguards:
        choice = yield Decision(SHADOW, "bodyguard", [("bodyguard",), ("decline",)])
        if choice[0] == "bodyguard":
            s.bodyguards -= 1
            s.damage[place] = max(0, s.damage[place] - dealt)
            tell(s, "bodyguard", (place,))
    elif seat == FREE and s.characters[BILBO] == place and s.rings and s.damage[place]:
        choice = yield Decision(FREE, "vanish", [("vanish",), ("decline",)])
        if choice[0] == "vanish":
            s.rings -= 1
            s.characters[BILBO] = HIDDEN
            s.damage[place] = max(0, s.damage[place] - 2)
            tell(s, "vanished", (place,))


def casualties(s: GameState, p: Pack, seat: int, place: int, forced: bool, most: int | None = None) -> Flow[None]:
    """Units are eliminated, two damage each: as the player likes, and as long as damage is too high (p. 28).

    An army may keep as much damage as it has units, or `most` when it is routed.
    """
    army, damage = s.armies[place], s.damage
    while damage[place] and army:
        enough = damage[place] <= (len(army) if most is None else most)
        if enough and forced:
            return
        options: list[Option] = [("lose", unit) for unit in dict.fromkeys(army)]
        if enough:
            options.append(("enough",))
        choice = yield Decision(seat, "casualties", options)
        if choice[0] == "enough":
            return
        damage[place] = max(0, damage[place] - 2)
        remove_unit(s, p, place, choice[1])
