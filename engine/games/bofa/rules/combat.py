"""Attacks, and the combat they begin (p. 26, 30)."""

from bisect import insort
from collections.abc import Callable
from functools import wraps

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import because
from engine.games.bofa.components.box import BEORN, FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import army_places
from engine.games.bofa.state import NOWHERE, Battle, CombatCard, GameState


def attack_options(s: GameState, p: Pack, seat: int, places: list[int]) -> list[Option]:
    """Attacks that the armies of a side in these places may make on places beside them (p. 26)."""
    options: list[Option] = []
    for place in places:
        army = s.armies[place]
        if army and p.unit_side[army[0]] == seat:
            options += [("attack", place, target) for target in attack_targets(s, p, seat, place)]
    return options


def attack_targets(s: GameState, p: Pack, seat: int, place: int) -> list[int]:
    """Places beside a place with an enemy army or, for the Shadow, Beorn (p. 26)."""
    targets = []
    beorn = s.characters[BEORN] if seat == SHADOW else NOWHERE
    for target in p.layout.neighbours[place]:
        army = s.armies[target]
        if (army and p.unit_side[army[0]] != seat) or target == beorn:
            targets.append(target)
    return targets


def combined_options(s: GameState, p: Pack, seat: int) -> list[Option]:
    """Regions that more than one army can attack at once; armies on a pass and Beorn cannot join (p. 25, 30)."""
    places = army_places(s, p)
    ours, targets = set(places[seat]), places[1 - seat]
    beorn = s.characters[BEORN] if seat == SHADOW else NOWHERE
    if beorn >= 0 and not s.armies[beorn]:
        insort(targets, beorn)
    beside, regions = p.layout.neighbours, p.layout.regions
    return [
        ("combined", target) for target in targets if target < regions and len(ours.intersection(beside[target])) > 1
    ]


def attackers(s: GameState, p: Pack, seat: int, target: int) -> list[int]:
    """The regions beside a target that hold an army of the seat."""
    places = []
    for place in p.layout.neighbours[target]:
        army = s.armies[place]
        if army and p.unit_side[army[0]] == seat:
            places.append(place)
    return places


def begin_battle(s: GameState, p: Pack, seat: int, sources: list[int], target: int, beorn: bool = False) -> None:
    """An attack from one or more places, or by `beorn`, starts a combat (p. 26, 33)."""
    beorn = beorn or (seat == SHADOW and s.characters[BEORN] == target)
    s.battle = Battle(seat, target, sources, sources[0], beorn, 0, list(sources), [[], []])
    clear_round(s, p, s.battle)
    tell(s, "attacked", (seat, target, *sources))
    s.step = "battle"


def clear_round(s: GameState, p: Pack, b: Battle) -> None:
    """Forget the round before; a fortification that is broken by now no longer protects (p. 28)."""
    b.cards = [CombatCard(), CombatCard()]
    b.aim = ["", ""]
    b.void, b.may_retreat, b.may_not_leave = [False, False], [False, False], [False, False]
    b.pursuit, b.new_damage, b.volley_hits, b.black_dice = [0, 0], [0, 0], [0, 0], [0, 0]
    b.dice, b.manoeuvre_used = [[], []], [False, False]
    b.new_wall_damage = 0
    b.walls_broken = s.wall_damage[b.target] >= p.layout.defence[b.target]


def in_combat(step: Callable[[GameState], Flow[None]]) -> Callable[[GameState], Flow[None]]:
    """A step of a combat, which is the cause of everything that it asks."""

    @wraps(step)
    def with_cause(s: GameState) -> Flow[None]:
        with because(s, "combat", current_battle(s).target):
            yield from step(s)

    return with_cause


def current_battle(s: GameState) -> Battle:
    """The combat in progress."""
    assert s.battle is not None
    return s.battle


def is_beorn(b: Battle, seat: int) -> bool:
    """Whether that side is Beorn alone."""
    return b.beorn and seat == FREE


def front_of(b: Battle, seat: int) -> int:
    """Where a side fights from."""
    return b.front if seat == b.attacker else b.target


def has_hit(b: Battle, seat: int) -> bool:
    """Whether a side has dealt damage this round, to an army or its walls."""
    return b.new_damage[1 - seat] > 0 or (seat == b.attacker and b.new_wall_damage > 0)


def can_fight(s: GameState, b: Battle, seat: int, place: int) -> bool:
    """Whether a side still has somebody to fight with in a place."""
    return s.characters[BEORN] == place if is_beorn(b, seat) else bool(s.armies[place])
