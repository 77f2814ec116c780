"""Chapter X, assigning damage: walls first, then armies; who and what absorbs it; casualties (p. 28-29)."""

from collections.abc import Iterator

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.armies import eliminate, remove_unit
from engine.games.bofa.cards.fights import applies, effects_in_play, front_of, has_hit
from engine.games.bofa.cards.vocabulary import combat
from engine.games.bofa.components.box import BEORN, BILBO, BOLG, FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import HIDDEN, Battle, Field, friends_at, pack_of, seat_of
from engine.games.bofa.steps.battle import fight, is_beorn
from engine.games.bofa.steps.cards import draw_event, keep_hand_limit


def assign_damage(s: Field) -> Flow[None]:
    """Step 4 of a round: damage is placed, then more is dealt, then it is cancelled and removed (p. 28)."""
    p, b = pack_of(s), fight(s)
    for seat in (b.attacker, 1 - b.attacker):
        deal(s, p, b, 1 - seat, sum(b.dice[seat]) + b.shots[seat])
        if manoeuvre_effects(p, b, seat):
            tell(s, "manoeuvre", (seat, b.cards[seat].id))
    for seat, effects in in_order(s, p, b):
        for effect in effects:
            if type(effect) is combat.Hit and applies(s, p, b, seat, effect.when):
                deal(s, p, b, 1 - seat, effect.count)
    yield from bite(s, p, b)
    for seat, effects in in_order(s, p, b):
        for effect in effects:
            if type(effect) is not combat.Hit and applies(s, p, b, seat, effect.when):
                yield from use_effect(s, p, b, seat, effect)
    s.step = "casualties"


def in_order(s: Field, p: Pack, b: Battle) -> Iterator[tuple[int, list[combat.Effect]]]:
    """Whose effects work when: manoeuvres of the attacker first, then cards of the defender first (p. 27)."""
    for seat in (b.attacker, 1 - b.attacker):
        yield seat, manoeuvre_effects(p, b, seat)
    for seat in (1 - b.attacker, b.attacker):
        yield seat, effects_in_play(s, p, b, seat)


def take_casualties(s: Field) -> Flow[None]:
    """The end of step 4: bodyguards and the Ring, then units for damage (p. 28-29)."""
    p, b = pack_of(s), fight(s)
    for seat in (b.attacker, 1 - b.attacker):
        place = front_of(b, seat)
        if is_beorn(b, seat):
            if s.wrath <= 0:
                eliminate(s, p, BEORN)
            continue
        if b.dealt[seat]:
            yield from shield(s, seat, place, b.dealt[seat])
        yield from casualties(s, p, seat, place, forced=False)
    s.step = "round_end"


def deal(s: Field, p: Pack, b: Battle, victim: int, count: int) -> None:
    """Damage falls on an unbroken fortification first, the rest on the army behind it (p. 28)."""
    if count <= 0:
        return
    place = front_of(b, victim)
    if victim != b.attacker:
        walls = min(count, max(0, p.walls[place] - s.walls[place]))
        s.walls[place] += walls
        b.walled += walls
        count -= walls
    b.dealt[victim] += count
    if is_beorn(b, victim):
        s.wrath -= count
    else:
        s.damage[place] += count
    tell(s, "damaged", (victim, place, count))


def manoeuvre_effects(p: Pack, b: Battle, seat: int) -> list[combat.Effect]:
    """A hit on a black die sets off the ability of the unit card (p. 27)."""
    card = b.cards[seat]
    if card.kind != "unit" or b.void[seat] or not any(b.dice[seat][: b.black[seat]]):
        return []
    manoeuvre = p.units[card.id].manoeuvre
    return [] if manoeuvre.spares_beorn and is_beorn(b, 1 - seat) else list(manoeuvre.effects)


def use_effect(s: Field, p: Pack, b: Battle, seat: int, effect: combat.Effect) -> Flow[None]:
    """An effect that works once damage is dealt; those on the roll have done their part."""
    place = front_of(b, seat)
    match effect:
        case combat.Prevent(count=count):
            prevent(s, b, seat, count)
        case combat.Heal(count=count):
            if not is_beorn(b, seat):
                s.damage[place] = max(0, s.damage[place] - count)
        case combat.Sacrifice(heal=heal):
            yield from sacrifice(s, p, seat, place, heal)
        case combat.Pin():
            b.pinned[1 - seat] = True
        case combat.Pursue(count=count):
            b.pursued[1 - seat] += count
        case combat.Withdraw():
            b.withdraw[seat] = True
        case combat.DropLeader(count=count):
            if not is_beorn(b, 1 - seat):
                there = front_of(b, 1 - seat)
                s.leaders[there] = max(0, s.leaders[there] - count)
        case combat.Draw(count=count):
            draw_event(s, seat, count)
            yield from keep_hand_limit(s, seat)
        case combat.TakeBack():
            b.used[seat] = []


def prevent(s: Field, b: Battle, seat: int, count: int) -> None:
    """Cancel damage of this round, on the army first and then on its walls (p. 28)."""
    place = front_of(b, seat)
    saved = min(count, b.dealt[seat])
    b.dealt[seat] -= saved
    s.damage[place] = max(0, s.damage[place] - saved)
    if seat != b.attacker:
        walls = min(count - saved, b.walled)
        b.walled -= walls
        s.walls[b.target] -= walls


def sacrifice(s: Field, p: Pack, seat: int, place: int, heal: int) -> Flow[None]:
    """A character or leadership token is given up to remove damage (p. 14)."""
    if not s.damage[place]:
        return
    options: list[Option] = [("decline",)]
    if s.leaders[place]:
        options.append(("give_leader",))
    options += [("give", who) for who in friends_at(s, seat, place)]
    choice = yield Decision(seat, "sacrifice", options)
    if choice[0] == "decline":
        return
    if choice[0] == "give_leader":
        s.leaders[place] -= 1
    else:
        eliminate(s, p, choice[1])
    s.damage[place] = max(0, s.damage[place] - heal)


def bite(s: Field, p: Pack, b: Battle) -> Flow[None]:
    """Great Bats deal one damage more, if the Shadow dealt any (p. 34)."""
    territory = p.territory[b.target]
    if b.cards[SHADOW].kind != "bite" or b.void[SHADOW] or not s.bats[territory] or not has_hit(b, SHADOW):
        return
    choice = yield Decision(SHADOW, "bite", [("bite",), ("decline",)])
    if choice[0] == "bite":
        s.bats[territory] -= 1
        deal(s, p, b, FREE, 1)


def shield(s: Field, seat: int, place: int, dealt: int) -> Flow[None]:
    """Bolg's bodyguards cancel all new damage (p. 34); Bilbo slips away to remove two (p. 18)."""
    if seat == SHADOW and s.people[BOLG] == place and s.bodyguards:
        choice = yield Decision(SHADOW, "bodyguard", [("bodyguard",), ("decline",)])
        if choice[0] == "bodyguard":
            s.bodyguards -= 1
            s.damage[place] = max(0, s.damage[place] - dealt)
            tell(s, "bodyguard", (place,))
    elif seat == FREE and s.people[BILBO] == place and s.rings and s.damage[place]:
        choice = yield Decision(FREE, "vanish", [("vanish",), ("decline",)])
        if choice[0] == "vanish":
            s.rings -= 1
            s.people[BILBO] = HIDDEN
            s.damage[place] = max(0, s.damage[place] - 2)
            tell(s, "vanished", (place,))


def casualties(s: Field, p: Pack, seat: int, place: int, forced: bool, most: int | None = None) -> Flow[None]:
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


def hurt(s: Field, p: Pack, place: int, count: int) -> Flow[None]:
    """Damage from outside a combat is assigned like damage in it, with forced casualties only (p. 29)."""
    seat = seat_of(s, p, place)
    if seat < 0 or count <= 0:
        return
    walls = min(count, max(0, p.walls[place] - s.walls[place]))
    s.walls[place] += walls
    count -= walls
    if not count:
        return
    s.damage[place] += count
    tell(s, "damaged", (seat, place, count))
    yield from shield(s, seat, place, count)
    yield from casualties(s, p, seat, place, forced=True)
