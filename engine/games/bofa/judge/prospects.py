"""What should come of a battle that is about to be fought, or of a card that is about to be carried out.

Bots look one choice ahead; these guesses stand for what their choice would lead to.
"""

from engine.games.bofa.cards.conditions import armies_like, holds, regions_like
from engine.games.bofa.cards.program import Fork, Instruction, Join, Jump, MoveAndWait, Pick, Program, Unless
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.box import BEORN, BILBO, BOLG, FREE, LORD, SHADOW, THORIN
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import leadership_of
from engine.games.bofa.rules.ranges import archers
from engine.games.bofa.state import Battle, Frame, GameState
from engine.games.bofa.steps.victory import BEORN_TOO_LATE, shadow_points

ENTERING = {BILBO: 4.0, THORIN: 12.0, LORD: 9.0, BEORN: 25.0, BOLG: 14.0}
CAUTION = 0.6
"""The Free Peoples win by holding out: an attack is worth less to them."""
PLANS = {
    "recruit": 4.0,
    "draw": 2.2,
    "goblins": 5.0,
    "characters": 0.2,
    "general": 2.6,
    "bear": 3.0,
    "bear-attack": 5.0,
}
STRIKE, NEXT_STRIKE = 5.0, 7.0
"""Attacks of the first Eagle, which also has to be worth a die, and of each that joins it."""


def plan_prospect(s: GameState, p: Pack, seat: int, plan: list[str | int]) -> float:
    """What an action that still has to be paid should bring."""
    kind = plan[0]
    if kind == "card":
        card = p.cards[int(plan[1])]
        lasting = 2.0 if card.stays_in_play else 0.0
        return program_prospect(s, p, card.program, 0, seat, -1) + lasting
    if kind == "enter":
        return ENTERING[int(plan[1])] + (1000.0 if plan[1] == BEORN and shadow_points(s, p) < BEORN_TOO_LATE else 0.0)
    if kind == "regroup":
        place = int(plan[1])
        return 1.3 * min(s.damage[place], len(s.armies[place]) / 3 + leadership_of(s, p, place) / 3)
    if kind == "send":
        return STRIKE + NEXT_STRIKE * (len(plan) - 2)
    return PLANS.get(str(kind), 0.0)


def frame_prospect(s: GameState, p: Pack, frame: Frame) -> float:
    """What the rest of a card or ability should bring."""
    return program_prospect(s, p, p.program_of(frame), frame.position, frame.seat, frame.place)


def program_prospect(s: GameState, p: Pack, program: Program, at: int, seat: int, it: int) -> float:
    """Walk a program as it would run, guessing at choices."""
    value = 0.0
    place = it
    while at < len(program):
        op = program[at]
        at += 1
        match op:
            case Jump(to=to):
                at = to
            case Unless(when=when, to=to):
                if not holds(s, p, seat, when):
                    at = to
            case Fork(options=options, to=targets):
                branches = [
                    program_prospect(s, p, program, target, seat, place)
                    for option, target in zip(options, targets, strict=True)
                    if holds(s, p, seat, option.when)
                ]
                return value + max(branches, default=0.0)
            case Pick(army=army, whose=whose, where=where, skip=skip):
                if army:
                    owner = seat if whose == "friend" else 1 - seat
                    places = armies_like(s, p, seat, owner, where, place)
                else:
                    places = list(regions_like(s, p, seat, where, place))
                if not places:
                    at, place = max(skip, next_pick(program, at)), -1
                else:
                    place = max(places, key=lambda one: s.damage[one])
            case MoveAndWait(move=move):
                value += operation_prospect(s, p, move, seat, place)
            case Join():
                pass
            case _:
                value += operation_prospect(s, p, op, seat, place)
    return value


def next_pick(program: Program, at: int) -> int:
    """Where the next place is picked; what stands before it has nothing to act on."""
    while at < len(program) and not isinstance(program[at], Pick | Jump):
        at += 1
    return at


def operation_prospect(s: GameState, p: Pack, op: Instruction, seat: int, place: int) -> float:
    """What one operation should bring."""
    match op:
        case orders.Heal(count=count):
            return 1.3 * min(count, s.damage[place])
        case orders.Regroup(hit=hit):
            return 1.3 * min(s.damage[place], len(s.armies[place]) * (7 - hit) / 6)
        case orders.Damage(count=count):
            return 1.5 * count
        case orders.Volley(dice=dice, hit=hit):
            return 1.5 * dice * (7 - hit) / 6
        case orders.Archery(hit=hit, most=most, units=units, terrain=terrain):
            return 1.5 * min(most, archers(s, p, seat, place, units, terrain)) * (7 - hit) / 6
        case orders.Fate(by=by):
            return 3.2 * by * (1 if seat == FREE else -1)
        case orders.Recruit(count=count) | orders.Flip(count=count):
            return 3.5 * count
        case orders.Move(regions=regions):
            return 1.3 * regions
        case orders.Eagles(count=count):
            return 2.5 * count
        case orders.Token(count=count) | orders.Draw(count=count) | orders.Discard(count=count):
            return 1.1 * count
        case orders.Take(count=count) | orders.Eliminate(count=count):
            return 1.5 * count
        case orders.Goblins(count=count):
            return 4.0 * count
        case orders.Repair(count=count):
            return 1.2 * min(count, s.wall_damage[place])
        case orders.Breach(count=count):
            return 1.4 * min(count, p.layout.defence[place] - s.wall_damage[place])
        case orders.Counter(of=of, count=count):
            return {"bodyguard": 3.0, "ring": 1.0, "wrath": 1.2}.get(of, 1.5 * (1 - s.concentration)) * count
        case orders.OpenPass(units=units):
            points = zip(s.pass_closed, p.layout.muster_points, strict=True)
            return 4.0 if any(shut and len(s.armies[place]) >= units for shut, place in points) else 0.0
    return OPERATIONS.get(type(op), 0.5)


OPERATIONS: dict[type, float] = {
    orders.Attack: 1.8,
    orders.Leader: 0.7,
    orders.DropLeader: 0.4,
    orders.FateToken: 2.0,
    orders.FateCard: 2.0,
    orders.Bats: 0.8,
    orders.Activate: 2.4,
    orders.TurnDie: 0.5,
    orders.DropTokens: 1.3,
    orders.Place: 0.1,
}


def battle_prospect(s: GameState, p: Pack, b: Battle) -> float:
    """What a battle should bring the Shadow: the odds, times what is at stake."""
    defender = 1 - b.attacker
    strike, health = force(s, p, b, b.attacker)
    counter, endurance = force(s, p, b, defender)
    if not health or not endurance:
        return 0.0
    endurance += p.layout.defence[b.target] - s.wall_damage[b.target]
    ahead = strike / endurance - counter / health
    chance = max(0.05, min(0.95, 0.5 + 1.6 * ahead))
    prize = 1.2 * endurance + 2.0 * p.layout.points[b.target if b.target < p.layout.regions else 0]
    risk = 0.9 * min(health, 1.5 * counter)
    value = chance * prize - (1 - chance) * risk - 0.35 * prize
    return value if b.attacker == SHADOW else -CAUTION * value


LEAST_HEALTH = 0.5
"""Of an army that has more damage than it can bear, until its casualties are taken."""


def force(s: GameState, p: Pack, b: Battle, seat: int) -> tuple[float, float]:
    """Hits a side can expect in a round, and the damage it can bear."""
    hard = seat == b.attacker and (
        s.wall_damage[b.target] < p.layout.defence[b.target]
        or (b.front in b.yet_to_fight and (b.front, b.target) in p.layout.hard_attacks)
    )
    chance = 1 / 6 if hard else 1 / 3
    if b.beorn and seat == FREE:
        return 4 * (chance + (1 - chance) * chance), max(0.0, float(s.wrath))
    place = b.front if seat == b.attacker else b.target
    army = s.armies[place]
    if not army:
        return 0.0, 0.0
    dice = min(5, sum([p.strength[unit] for unit in army]))
    rerolls = min(leadership_of(s, p, place), dice * (1 - chance))
    return (dice + rerolls) * chance + 0.4, max(LEAST_HEALTH, 2.0 * len(army) - s.damage[place])
