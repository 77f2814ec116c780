"""Step 5 of a round of combat: cease, retreat, rout and advance (p. 29-30)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.components.box import BEORN, FREE, SHADOW
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import enemy_at, near_enemy
from engine.games.bofa.rules.cards_in_play import clear_table, drop_spent_cards
from engine.games.bofa.rules.characters import eliminate
from engine.games.bofa.rules.combat import fight, is_beorn, stands
from engine.games.bofa.rules.damage import casualties, shield
from engine.games.bofa.rules.movement import land, lift, set_out, step_to
from engine.games.bofa.rules.settlements import enemy_holds, free_settlement
from engine.games.bofa.state import Battle, GameState


def end_round(s: GameState) -> Flow[None]:
    """Step 5: the attacker may cease, then the defender may leave; else another round follows (p. 29)."""
    p, b = pack_of(s), fight(s)
    if b.front in b.yet_to_fight:
        b.yet_to_fight.remove(b.front)
    b.sources = [place for place in b.sources if stands(s, b, b.attacker, place)]
    if not stands(s, b, 1 - b.attacker, b.target):
        s.step = "advance" if b.sources else "battle_over"
        return
    if not b.sources:
        s.step = "battle_over"
        return
    if b.front not in b.sources:
        b.front = b.sources[0]
        b.used_cards[b.attacker] = []
    choice = yield Decision(b.attacker, "press", [("press",), ("cease",)])
    if choice[0] == "cease":
        s.step = "battle_over"
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
    places = retreats(s, p, b)
    if not places and driven_to(s, p, b):
        places = [-1]
    return [(how, place) for place in places]


def retreats(s: GameState, p: Pack, b: Battle) -> list[int]:
    """Regions a defender may choose to fall back to (p. 29)."""
    seat = 1 - b.attacker
    found = []
    for place in p.layout.neighbours[b.target]:
        if enemy_at(s, p, seat, place) or enemy_holds(s, p, seat, place):
            continue
        if is_beorn(b, seat):
            if s.armies[place]:
                continue
            safe = p.layout.is_settlement[place]
        else:
            if seat == FREE and s.characters[BEORN] == place:
                continue
            safe = bool(s.armies[place]) or p.layout.is_settlement[place]
        ford = p.layout.borders[b.target, place] == "ford"
        if safe or not (ford or near_enemy(s, p, seat, place)):
            found.append(place)
    return found


def driven_to(s: GameState, p: Pack, b: Battle) -> list[int]:
    """Regions the attacker may drive a defender to who has no way out of its own (p. 30)."""
    seat = 1 - b.attacker
    found = []
    for place in p.layout.neighbours[b.target]:
        if enemy_at(s, p, seat, place) or enemy_holds(s, p, seat, place):
            continue
        if seat == FREE and (s.characters[BEORN] == place or (is_beorn(b, seat) and s.armies[place])):
            continue
        found.append(place)
    return found


def leave(s: GameState, p: Pack, b: Battle, choice: Option) -> Flow[None]:
    """The defender leaves the region, with the losses that brings (p. 30)."""
    how, to = choice
    seat = 1 - b.attacker
    if how == "rout" and not is_beorn(b, seat):
        yield from casualties(s, p, seat, b.target, forced=True, most=1)
    extra = b.pursuit[seat]
    if to < 0:
        options: list[Option] = [("drive", place) for place in driven_to(s, p, b)]
        _, to = yield Decision(b.attacker, "drive", options)
        extra += 1
    tell(s, "fled", (seat, how, b.target, to))
    if is_beorn(b, seat):
        s.wrath -= extra
        if s.wrath <= 0:
            eliminate(s, p, BEORN)
            return
        s.characters[BEORN] = to
        free_settlement(s, p, to)
        return
    if extra:
        s.damage[b.target] += extra
        tell(s, "damaged", (seat, b.target, extra))
        yield from shield(s, seat, b.target, extra)
        yield from casualties(s, p, seat, b.target, forced=True)
    if s.armies[b.target]:
        step_to(s, p, seat, lift(s, seat, b.target, to), to)
        yield from land(s, p, seat)


def advance(s: GameState) -> Flow[None]:
    """The winner may enter the region that was left, with one army or part of it (p. 30)."""
    p, b = pack_of(s), fight(s)
    seat = b.attacker
    s.step = "battle_over"
    if seat == SHADOW and s.characters[BEORN] == b.target:
        return
    options: list[Option] = [("stay_back",)]
    options += [("advance", place) for place in b.sources]
    how, *rest = yield Decision(seat, "advance", options)
    if how == "stay_back":
        return
    if is_beorn(b, seat):
        s.characters[BEORN] = b.target
        free_settlement(s, p, b.target)
        return
    column = yield from set_out(s, p, seat, rest[0], b.target, {"army"})
    step_to(s, p, seat, column, b.target)
    yield from land(s, p, seat)


def end_battle(s: GameState) -> None:
    """The combat is over; unit cards go back (p. 26)."""
    p = pack_of(s)
    s.battle = None
    clear_table(s, p, "first_battle")
    drop_spent_cards(s, p)
    s.step = "effect" if s.frames else "turn_over"
