"""Step 5 of a round of combat: cease, retreat, rout and advance (p. 29-30)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.components.box import BEORN, FREE, SHADOW
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import enemy_at, near_enemy
from engine.games.bofa.rules.beorn import put_beorn
from engine.games.bofa.rules.cards_in_play import discard_lapsed_cards, discard_until
from engine.games.bofa.rules.characters import eliminate
from engine.games.bofa.rules.combat import can_fight, current_battle, in_combat, is_beorn
from engine.games.bofa.rules.damage import damage_army, forced_casualties, hurt_beorn, shield
from engine.games.bofa.rules.movement import enter_place, form_column, join_armies, set_out
from engine.games.bofa.rules.settlements import enemy_controls
from engine.games.bofa.state import Battle, GameState


@in_combat
def end_round(s: GameState) -> Flow[None]:
    """The attacker may cease, then the defender may leave; else another round follows (p. 29)."""
    p, b = pack_of(s), current_battle(s)
    if b.front in b.yet_to_fight:
        b.yet_to_fight.remove(b.front)
    b.sources = [place for place in b.sources if can_fight(s, b, b.attacker, place)]
    if not can_fight(s, b, 1 - b.attacker, b.target):
        s.step = "advance" if b.sources else "battle-over"
        return
    if not b.sources:
        s.step = "battle-over"
        return
    if b.front not in b.sources:
        b.front = b.sources[0]
        b.used_cards[b.attacker] = []
    choice = yield Decision(b.attacker, "press", [("press",), ("cease",)])
    if choice[0] == "cease":
        s.step = "battle-over"
        return
    defender = 1 - b.attacker
    options: list[Option] = [("hold",)]
    if not b.may_not_leave[defender]:
        options += leaving_options(s, p, b)
    choice = yield Decision(defender, "leave", options)
    s.step = "round"
    if choice[0] != "hold":
        yield from leave(s, p, b, choice)
        s.step = "advance"


def leaving_options(s: GameState, p: Pack, b: Battle) -> list[Option]:
    """Where the defender may go, in good order or routed (p. 29-30); -1 lets the attacker choose."""
    how = "retreat" if b.may_retreat[1 - b.attacker] else "rout"
    places = retreat_places(s, p, b)
    if not places and drive_places(s, p, b):
        places = [-1]
    return [(how, place) for place in places]


def retreat_places(s: GameState, p: Pack, b: Battle) -> list[int]:
    """Regions a defender may choose to fall back to (p. 29)."""
    seat = 1 - b.attacker
    places = []
    for place in p.layout.neighbours[b.target]:
        if enemy_at(s, p, seat, place) or enemy_controls(s, p, seat, place):
            continue
        if is_beorn(b, seat):
            if s.armies[place]:
                continue
            safe = p.layout.is_settlement[place]
        else:
            if seat == FREE and s.characters[BEORN] == place:
                continue
            safe = bool(s.armies[place]) or p.layout.is_settlement[place]
        over_ford = p.layout.borders[b.target, place] == "ford"
        if safe or not (over_ford or near_enemy(s, p, seat, place)):
            places.append(place)
    return places


def drive_places(s: GameState, p: Pack, b: Battle) -> list[int]:
    """Regions the attacker may drive a defender to that can choose none itself (p. 30)."""
    seat = 1 - b.attacker
    places = []
    for place in p.layout.neighbours[b.target]:
        if enemy_at(s, p, seat, place) or enemy_controls(s, p, seat, place):
            continue
        if seat == FREE and (s.characters[BEORN] == place or (is_beorn(b, seat) and s.armies[place])):
            continue
        places.append(place)
    return places


def leave(s: GameState, p: Pack, b: Battle, choice: Option) -> Flow[None]:
    """The defender leaves the region, with the losses that brings (p. 30)."""
    how, to = choice
    seat = 1 - b.attacker
    if how == "rout" and not is_beorn(b, seat):
        yield from forced_casualties(s, p, seat, b.target, most=1)
        if not s.armies[b.target]:
            return
    damage = b.pursuit[seat]
    if to < 0:
        options: list[Option] = [("drive", place) for place in drive_places(s, p, b)]
        _, to = yield Decision(b.attacker, "drive", options)
        damage += 1
    tell(s, "fled", (seat, how, b.target, to))
    if is_beorn(b, seat):
        if damage:
            hurt_beorn(s, damage)
        if not s.wrath:
            eliminate(s, p, BEORN)
            return
        put_beorn(s, p, to)
        return
    if damage:
        damage_army(s, seat, b.target, damage)
        yield from shield(s, p, b.target, damage, 0)
        yield from forced_casualties(s, p, seat, b.target)
    if s.armies[b.target]:
        enter_place(s, p, seat, form_column(s, seat, b.target, to), to)
        yield from join_armies(s, p, seat)


@in_combat
def advance(s: GameState) -> Flow[None]:
    """The winner may enter the region that was left, with one army or part of it (p. 30)."""
    p, b = pack_of(s), current_battle(s)
    seat = b.attacker
    s.step = "battle-over"
    if seat == SHADOW and s.characters[BEORN] == b.target:
        return
    options: list[Option] = [("stay-back",)]
    options += [("advance", place) for place in b.sources]
    choice = yield Decision(seat, "advance", options)
    if choice[0] == "stay-back":
        return
    if is_beorn(b, seat):
        put_beorn(s, p, b.target)
        return
    column = yield from set_out(s, p, seat, choice[1], b.target, {"army"})
    enter_place(s, p, seat, column, b.target)
    yield from join_armies(s, p, seat)


def end_battle(s: GameState) -> None:
    """The combat is over; unit cards go back (p. 26)."""
    p = pack_of(s)
    s.battle = None
    discard_until(s, p, "first-battle")
    discard_lapsed_cards(s, p)
    s.step = "effect" if s.frames else "turn-over"
