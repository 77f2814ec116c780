"""Chapter VIII: characters enter, move and lead; generals are activated (p. 18-20)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.armies import free_settlement, give_leader
from engine.games.bofa.cards.vocabulary import lasting
from engine.games.bofa.cards.vocabulary.conditions import Where
from engine.games.bofa.cards.where import bolg_is_ready, fate_has_come, regions_like
from engine.games.bofa.components.box import (
    BEORN,
    BILBO,
    BODYGUARD_TOKENS,
    BOLG,
    FREE,
    LORD,
    RING_TOKENS,
    SHADOW,
    THORIN,
    WRATH_TOKENS,
)
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import EYRIE, WAITING, Field, Frame, lasting_effects, pack_of, seat_of
from engine.games.bofa.victory import BEORN_TOO_LATE, free_peoples_win, shadow_points

MOST_ACTIVATIONS = 3
BEORN_WRATH = 8
"""Wrath tokens that Beorn brings with him (p. 33)."""


def ready(s: Field, p: Pack, seat: int, have: set[str]) -> list[int]:
    """Characters that one of these results can bring into play now (p. 19)."""
    found = []
    for who in (BOLG,) if seat == SHADOW else (BILBO, THORIN, LORD, BEORN):
        if s.people[who] == WAITING and p.people[who].die in have:
            waiting = bolg_is_ready(s, p) if who == BOLG else fate_has_come(s, p, who)
            if waiting and (who == LORD or entries(s, p, who)):
                found.append(who)
    return found


def entries(s: Field, p: Pack, who: int) -> list[int]:
    """Where a character may enter: never among enemy units or where the enemy is in control (p. 19)."""
    seat = SHADOW if who == BOLG else FREE
    found = []
    for place in regions_like(s, p, seat, p.people[who].enters or Where()):
        if seat_of(s, p, place) == 1 - seat:
            continue
        if place in p.settled and (place in s.held) == (seat == FREE):
            continue
        if who == BEORN and s.armies[place]:
            continue
        found.append(place)
    return found


def enter_play(s: Field, p: Pack, seat: int, who: int) -> Flow[None]:
    """A ready character enters (p. 19), and what its card says happens."""
    place = EYRIE
    if who != LORD:
        options: list[Option] = [("at", there) for there in entries(s, p, who)]
        _, place = yield Decision(seat, "enter_at", options)
    s.people[who] = place
    tell(s, "entered", (who, place))
    if who == BILBO:
        s.rings = RING_TOKENS
    elif who == BOLG:
        s.bodyguards = BODYGUARD_TOKENS if p.ruins_of_dale in s.held else 1
    elif who == BEORN:
        s.wrath = min(WRATH_TOKENS, s.wrath + BEORN_WRATH)
        free_settlement(s, p, place)
        if shadow_points(s, p) < BEORN_TOO_LATE:
            free_peoples_win(s, p, "beorn")
    if p.people[who].arrives:
        s.frames.append(Frame("arrive", who, seat))


def movement_of(s: Field, p: Pack, who: int) -> int:
    """A character's movement, with what cards in play add (p. 18)."""
    steps = p.movement[who]
    for effect in lasting_effects(s, p, SHADOW if who == BOLG else FREE):
        if type(effect) is lasting.Swift and effect.character == p.people[who].id:
            steps += effect.amount
    return steps


def reachable(s: Field, p: Pack, who: int) -> list[int]:
    """Regions a lone character can walk to, past friend and enemy alike (p. 19)."""
    start = s.people[who]
    seen, edge = {start}, [start]
    for _ in range(movement_of(s, p, who)):
        edge = [there for place in edge for there in p.neighbours[place] if there not in seen]
        seen.update(edge)
    return sorted(seen - {start})


def walkers(s: Field, p: Pack, seat: int) -> list[int]:
    """Characters on the board that a character move can move (p. 19); Beorn moves by his own rule (p. 33)."""
    side = [BOLG] if seat == SHADOW else list(range(LORD))
    return [who for who in side if 0 <= s.people[who] < p.regions]


def character_move(s: Field, p: Pack, seat: int) -> Flow[None]:
    """Any number of a side's characters walk, each as far as it can (p. 13, 19)."""
    left = walkers(s, p, seat)
    while left:
        done: list[Option] = [("done",)]
        options = done + [("walk", who, place) for who in left for place in reachable(s, p, who)]
        choice = yield Decision(seat, "character_move", options)
        if choice[0] == "done":
            return
        _, who, place = choice
        left.remove(who)
        s.people[who] = place
        tell(s, "placed", (who, place))


def generals_in_play(s: Field, p: Pack) -> list[int]:
    """Generals that can be activated (p. 19)."""
    return [who for who, row in enumerate(p.people) if row.general and (s.people[who] >= 0 or s.people[who] == EYRIE)]


def activate_generals(s: Field) -> Flow[None]:
    """Phase 2: up to three generals, and as many leadership tokens for different armies (p. 11, 19)."""
    p = pack_of(s)
    while len(s.active_generals) < MOST_ACTIVATIONS:
        left = [who for who in generals_in_play(s, p) if who not in s.active_generals]
        done: list[Option] = [("done",)]
        choice = yield Decision(FREE, "activate", done + [("activate", who) for who in left])
        if choice[0] == "done":
            break
        s.active_generals.append(choice[1])
        tell(s, "activated", (choice[1],))
    s.step = "captains"


def place_captains(s: Field) -> Flow[None]:
    """Each leadership token of the Free Peoples goes to an army of its own (p. 11, 20)."""
    p = pack_of(s)
    given: list[int] = []
    for _ in range(len(s.active_generals)):
        options: list[Option] = [
            ("leader", place)
            for place, army in enumerate(s.armies)
            if army and p.unit_side[army[0]] == FREE and place not in given
        ]
        if not options:
            break
        choice = yield Decision(FREE, "place_leader", options)
        given.append(choice[1])
        give_leader(s, p, choice[1])
    s.step = "fate"
