"""Attacks, and the combat they begin (p. 26, 30)."""

from engine.core.events import tell
from engine.core.flow import Option
from engine.games.bofa.components.box import BEORN, FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import Battle, CombatCard, GameState


def attack_options(s: GameState, p: Pack, seat: int, places: list[int], merged: int = -1) -> list[Option]:
    """Attacks that armies may make on regions beside them (p. 26); `merged` counts as manned."""
    options: list[Option] = []
    bear = s.characters[BEORN] if seat == SHADOW else -9
    for place in places:
        army = s.armies[place]
        if place != merged and not (army and p.unit_side[army[0]] == seat):
            continue
        for target in p.layout.neighbours[place]:
            there = s.armies[target]
            if (there and p.unit_side[there[0]] != seat) or target == bear:
                options.append(("attack", place, target))
    return options


def combined_options(s: GameState, p: Pack, seat: int) -> list[Option]:
    """Regions that more than one army can attack at once; armies on a pass and Beorn cannot join (p. 25, 30)."""
    options: list[Option] = []
    bear = s.characters[BEORN] if seat == SHADOW else -9
    for target in range(p.layout.regions):
        there = s.armies[target]
        enemy = p.unit_side[there[0]] != seat if there else target == bear
        if enemy and len(attackers(s, p, seat, target)) > 1:
            options.append(("combined", target))
    return options


def attackers(s: GameState, p: Pack, seat: int, target: int) -> list[int]:
    """The regions beside a target that hold an army of the seat."""
    beside = []
    for place in p.layout.neighbours[target]:
        army = s.armies[place]
        if army and p.unit_side[army[0]] == seat:
            beside.append(place)
    return beside


def begin_battle(s: GameState, p: Pack, seat: int, sources: list[int], target: int, beorn: bool = False) -> None:
    """An attack starts a combat (p. 26)."""
    bear = beorn or (seat == SHADOW and s.characters[BEORN] == target)
    s.battle = Battle(seat, target, sources, sources[0], bear, 0, list(sources), [[], []])
    clear_round(s, p, s.battle)
    tell(s, "attacked", (seat, target, *sources))
    s.step = "battle"


def clear_round(s: GameState, p: Pack, b: Battle) -> None:
    """Nothing of an earlier round is left; a fortification that is broken now no longer protects (p. 28)."""
    b.cards = [CombatCard(), CombatCard()]
    b.aim = ["", ""]
    b.void, b.may_retreat, b.may_not_leave = [False, False], [False, False], [False, False]
    b.pursuit, b.new_damage, b.volley_hits, b.black_dice = [0, 0], [0, 0], [0, 0], [0, 0]
    b.dice = [[], []]
    b.new_wall_damage = 0
    b.walls_broken = s.wall_damage[b.target] >= p.layout.defence[b.target]


def fight(s: GameState) -> Battle:
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


def stands(s: GameState, b: Battle, seat: int, place: int) -> bool:
    """Whether a side still has somebody to fight with in a place."""
    return s.characters[BEORN] == place if is_beorn(b, seat) else bool(s.armies[place])
