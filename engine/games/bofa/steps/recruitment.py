"""Chapter IX, recruiting and regrouping armies (p. 24-25)."""

from engine.core.chance import roll
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import disclose
from engine.games.bofa.armies import own_tokens, place_unit, supply
from engine.games.bofa.cards.vocabulary import lasting
from engine.games.bofa.components.box import BEORN
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import Field, lasting_effects, leadership_of, seat_of
from engine.games.bofa.steps.damage import casualties
from engine.games.bofa.steps.movement import reduce_to_limit

REGROUP = 5
ANY = 99
"""More tokens than can lie in a region."""


def recruit_options(s: Field, p: Pack, seat: int, but: int = -1) -> list[Option]:
    """Regions where a side can turn a recruitment token (p. 24)."""
    return [
        ("recruit", place)
        for place in range(p.regions)
        if s.ground[place] and place != but and own_tokens(s, p, seat, place) and place != s.people[BEORN]
    ]


def recruit_action(s: Field, p: Pack, seat: int, place: int) -> Flow[None]:
    """Turn one token in each of up to two regions (p. 13)."""
    yield from flip(s, p, seat, place)
    s.plan = []
    done: list[Option] = [("done",)]
    choice = yield Decision(seat, "second_recruit", done + recruit_options(s, p, seat, but=place))
    if choice[0] == "recruit":
        yield from flip(s, p, seat, choice[1])


def flip(s: Field, p: Pack, seat: int, place: int, last: int = ANY) -> Flow[None]:
    """Turn a recruitment token, one of the `last` laid there: its units appear, or others of its group (p. 24)."""
    tokens = s.ground[place]
    lying = tokens[-last:]
    backs: list[Option] = [("pile", pile) for pile in sorted({p.recruits[one].pile for one in lying})]
    _, pile = yield Decision(seat, "turn_token", backs)
    token = next(one for one in reversed(lying) if p.recruits[one].pile == pile)
    tokens.remove(token)
    s.spent.append(token)
    disclose(s)
    tell(s, "turned", (seat, place, token))
    info = p.recruits[token]
    for unit in info.units:
        if supply(s, p, unit):
            place_unit(s, p, place, unit)
            continue
        options: list[Option] = [("instead", other) for other in p.pile_units[info.pile] if supply(s, p, other)]
        if options:
            choice = yield Decision(seat, "instead", options)
            place_unit(s, p, place, choice[1])
    yield from reduce_to_limit(s, p, seat, place)


def recruit_units(s: Field, p: Pack, place: int, unit: int, count: int) -> Flow[None]:
    """Units come straight from the supply, as far as there are figures (p. 25), but never to Beorn (p. 33)."""
    if place == s.people[BEORN]:
        return
    for _ in range(min(count, supply(s, p, unit))):
        place_unit(s, p, place, unit)
    if s.armies[place]:
        yield from reduce_to_limit(s, p, seat_of(s, p, place), place)


def muster_goblins(s: Field, p: Pack, count: int) -> None:
    """Goblins gather at both mustering points, as far as there are figures (p. 13, 24)."""
    for _ in range(count):
        for point in p.muster_points:
            if supply(s, p, p.goblins):
                place_unit(s, p, point, p.goblins)


def lay_token(s: Field, p: Pack, pile: int, place: int) -> bool:
    """A token of a pile is laid face down in a region; an empty pile gives none (p. 24)."""
    if not s.piles[pile]:
        return False
    s.ground[place].append(s.piles[pile].pop())
    tell(s, "token", (pile, place))
    return True


def regroup_options(s: Field, p: Pack, seat: int, but: int = -1) -> list[Option]:
    """Armies with damage that can regroup (p. 25)."""
    return [
        ("regroup", place)
        for place, army in enumerate(s.armies)
        if army and s.damage[place] and place != but and p.unit_side[army[0]] == seat
    ]


def regroup_action(s: Field, p: Pack, seat: int, place: int) -> Flow[None]:
    """Up to two armies regroup (p. 25)."""
    yield from regroup(s, p, seat, place, REGROUP)
    s.plan = []
    done: list[Option] = [("done",)]
    choice = yield Decision(seat, "second_regroup", done + regroup_options(s, p, seat, but=place))
    if choice[0] == "regroup":
        yield from regroup(s, p, seat, choice[1], REGROUP)


def regroup(s: Field, p: Pack, seat: int, place: int, hit: int) -> Flow[None]:
    """One die per unit; leaders roll failures again; each success removes one damage (p. 25)."""
    if not s.armies[place] or not s.damage[place]:
        return
    hit = max(2, hit - regroup_bonus(s, p, seat))
    dice = len(s.armies[place])
    failed = sum([roll(s) < hit for _ in range(dice)])
    again = min(failed, leadership_of(s, p, place))
    successes = dice - failed + sum([roll(s) >= hit for _ in range(again)])
    s.damage[place] = max(0, s.damage[place] - successes)
    tell(s, "regrouped", (seat, place, successes))
    yield from casualties(s, p, seat, place, forced=False)


def regroup_bonus(s: Field, p: Pack, seat: int) -> int:
    """What cards on the table add to a side's regrouping dice."""
    return sum([effect.amount for effect in lasting_effects(s, p, seat) if type(effect) is lasting.Regroup])
