"""Chapter IX, the plain parts: units come and go, armies fall, settlements change hands."""

from bisect import insort

from engine.core.chance import shuffle
from engine.core.events import tell
from engine.games.bofa.components.box import ARMY_LIMIT, BEORN, BOLG, FREE, LEADERSHIP_TOKENS, SHADOW, SHADOW_PILE
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GONE, Field, friends_at, seat_of
from engine.games.bofa.victory import check_front_gate, free_peoples_win

NO_LIMIT = 99


def supply(s: Field, p: Pack, unit: int) -> int:
    """How many figures of a unit type are out of play (p. 10)."""
    used = sum([army.count(unit) for army in s.armies])
    used += sum([column.units.count(unit) for column in s.columns])
    return p.figures[unit] - used


def limit(p: Pack, seat: int, place: int) -> int:
    """How many units a side may have in a place; only the Shadow musters without limit (p. 21)."""
    return NO_LIMIT if seat == SHADOW and place in p.boundless else ARMY_LIMIT


def place_unit(s: Field, p: Pack, place: int, unit: int) -> None:
    """A unit from the supply joins the army in a place."""
    insort(s.armies[place], unit)
    tell(s, "recruited", (p.unit_side[unit], unit, place))
    open_passes(s, p)


def open_passes(s: Field, p: Pack) -> None:
    """A pass opens for good when five units stand before it (p. 25)."""
    for at, point in enumerate(p.muster_points):
        if s.closed[at] and len(s.armies[point]) >= ARMY_LIMIT:
            open_pass(s, at)


def open_pass(s: Field, at: int) -> None:
    """Take the marker of a closed pass away (p. 25)."""
    s.closed[at] = False
    tell(s, "pass_opened", (at,))


def remove_unit(s: Field, p: Pack, place: int, unit: int) -> None:
    """A unit leaves the board; with the last one its army is destroyed (p. 29)."""
    army = s.armies[place]
    army.remove(unit)
    seat = p.unit_side[unit]
    tell(s, "lost", (seat, unit, place))
    if not army:
        s.damage[place] = s.leaders[place] = 0
        for who in friends_at(s, seat, place):
            eliminate(s, p, who)


def eliminate(s: Field, p: Pack, who: int) -> None:
    """A character leaves the game for good; with Bolg the Shadow loses (p. 29, 31)."""
    s.people[who] = GONE
    if who in s.active_generals:
        s.active_generals.remove(who)
    tell(s, "eliminated", (who,))
    drop_fate_cards(s, p, who)
    if who == BOLG:
        free_peoples_win(s, p, "bolg_slain")


def drop_fate_cards(s: Field, p: Pack, who: int) -> None:
    """Fate cards of a character who is gone are discarded (p. 17)."""
    name = p.people[who].id
    for card in [c for c in s.fate_played if getattr(p.cards[c].row, "character", "") == name]:
        s.fate_played.remove(card)
        s.fate_gone.append(card)


def give_leader(s: Field, p: Pack, place: int) -> bool:
    """A leadership token joins an army, if any is left (p. 20)."""
    army = s.armies[place]
    if not army:
        return False
    seat = p.unit_side[army[0]]
    used = sum([s.leaders[at] for at, there in enumerate(s.armies) if there and p.unit_side[there[0]] == seat])
    if used >= LEADERSHIP_TOKENS[seat]:
        return False
    s.leaders[place] += 1
    tell(s, "leader", (seat, place))
    return True


def occupy(s: Field, p: Pack, seat: int, place: int) -> None:
    """Units step into a region: control changes, enemy recruitment tokens are removed (p. 23, 24)."""
    if place >= p.regions:
        return
    if place in p.settled:
        if seat == SHADOW and place not in s.held:
            insort(s.held, place)
            tell(s, "captured", (place,))
        elif seat == FREE and place in s.held:
            s.held.remove(place)
            tell(s, "freed", (place,))
    if s.ground[place]:
        return_tokens(s, p, place, len(s.ground[place]), 1 - seat)
    if seat == SHADOW:
        check_front_gate(s, p)


def free_settlement(s: Field, p: Pack, place: int) -> None:
    """Beorn frees an empty settlement by passing through it (p. 33)."""
    if place in s.held:
        occupy(s, p, FREE, place)


def return_tokens(s: Field, p: Pack, place: int, count: int, side: int) -> None:
    """Recruitment tokens of a side go back to their piles unseen (p. 24)."""
    for token in [t for t in s.ground[place] if (p.recruits[t].pile == SHADOW_PILE) == bool(side)][:count]:
        pile = s.piles[p.recruits[token].pile]
        s.ground[place].remove(token)
        pile.append(token)
        shuffle(s, pile)
        tell(s, "tokens_removed", (place,))


def own_tokens(s: Field, p: Pack, seat: int, place: int) -> bool:
    """Whether recruitment tokens of a side lie in a place."""
    tokens = s.ground[place]
    return bool(tokens) and (p.recruits[tokens[0]].pile == SHADOW_PILE) == (seat == SHADOW)


def may_lay(s: Field, p: Pack, seat: int, place: int) -> bool:
    """Free Peoples tokens go to settlements they hold, Shadow tokens to mustering regions (p. 24)."""
    if place >= p.regions or seat_of(s, p, place) == 1 - seat:
        return False
    if seat == FREE:
        return place in p.settled and place not in s.held
    return place in p.mustering


def beorn_at(s: Field) -> int:
    """Where Beorn stands; negative when not on the board."""
    return s.people[BEORN]


def enemy_at(s: Field, p: Pack, seat: int, place: int) -> bool:
    """Whether a place is barred to a side's armies by an enemy army or Beorn (p. 22, 33)."""
    army = s.armies[place]
    if army:
        return p.unit_side[army[0]] != seat
    return seat == SHADOW and s.people[BEORN] == place


def near_enemy(s: Field, p: Pack, seat: int, place: int) -> bool:
    """Whether a side's army could attack an enemy army, or the Shadow's Beorn, from a place (p. 26)."""
    armies, side, bear = s.armies, p.unit_side, s.people[BEORN] if seat else -9
    for beside in p.neighbours[place]:
        army = armies[beside]
        if (army and side[army[0]] != seat) or beside == bear:
            return True
    return False


def within_reach(s: Field, p: Pack, seat: int, place: int) -> bool:
    """Whether a side's army, or Beorn, stands where it could attack a place; nobody attacks a pass (p. 25, 26)."""
    if place < p.regions and near_enemy(s, p, 1 - seat, place):
        return True
    return any(seat_of(s, p, way) == seat and place in p.neighbours[way] for way in p.passes)
