"""How good a position looks, for bots that look one choice ahead. Never for rules.

Everything is counted for the Shadow in points of roughly one damage; the Free Peoples see its negative.
"""

from engine.games.bofa.components.box import BEORN, BILBO, BOLG, FATE_SPACES, FREE, LORD, SHADOW, SHADOW_PILE
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.judge.prospects import battle_prospect, frame_prospect, plan_prospect
from engine.games.bofa.rules.armies import unit_limit
from engine.games.bofa.rules.eagles import eagles_in, targets_in
from engine.games.bofa.state import EYRIE, GONE, HIDDEN, WAITING, GameState
from engine.games.bofa.steps.victory import BEORN_TOO_LATE, SHADOW_NEEDS

UNIT, STRENGTH, DAMAGE, LEADER, OVERFLOW = 2.0, 1.5, 1.3, 0.5, 3.0
"""What a unit of an army, its strength, a damage, a leader, and a unit beyond the limit count."""
HELD, TEN_POINTS, FATE, DIE, TOKEN = 5.5, 60.0, 3.2, 1.2, 1.3
"""What a point held, ten of them, a space of the fate track, an unused die and a recruitment token count."""
CARDS = (0.0, 1.2, 2.3, 3.3, 4.1, 4.6, 4.9, 4.9, 4.9, 4.9, 4.9)
"""What a hand of so many cards is worth."""
BAT, EAGLE, RING, WRATH, BODYGUARD, GENERAL, ACTIVATION = 0.4, 2.5, 1.0, 1.2, 3.0, 4.0, 0.3
"""What each figure, counter and active general counts; an activation once the dice are rolled counts less."""
NEXT_FATE = (1.6, 1.6, 1.1, 0.85)
"""How far the fate marker should move this turn when so many generals are active."""
CHARACTER = (5.0, 5.0, 5.0, 6.0, 4.0, 9.0, 7.0, 12.0, 12.0)
"""What each character in play is worth to its side."""
ATTACK_NEAR = (1.3, 1.0, 0.74, 0.54, 0.4, 0.3, 0.22, 0.16, 0.11, 0.07, 0.04)
DEFEND_NEAR = (1.5, 0.8, 0.4, 0.2, 0.1, 0.05, 0.0, 0.0, 0.0, 0.0, 0.0)
"""How much an army counts at a settlement so many moves away, for the Shadow and for the Free Peoples."""
FARTHEST = 10
WALL, PRESSURE, FRONT_GATE = 0.7, 0.45, 1.0
"""What unbroken walls, armies near a settlement, and the Front Gate count."""
MANOEUVRE = 1.5
"""What a manoeuvre counts that has been declared but has not taken effect."""


def evaluate(s: GameState, seat: int) -> float:
    """How good a position looks to a seat."""
    p = pack_of(s)
    value = armies_value(s, p) + characters_value(s, p) + race_value(s, p) + hand_value(s, p)
    if s.battle is not None:
        value += battle_prospect(s, p, s.battle)
        if s.step == "assign":
            value += MANOEUVRE * (s.battle.manoeuvre_used[SHADOW] - s.battle.manoeuvre_used[FREE])
    if s.plan:
        value += _sign(s.active_seat) * plan_prospect(s, p, s.active_seat, s.plan)
    for frame in s.frames:
        value += _sign(frame.seat) * frame_prospect(s, p, frame)
    return value * _sign(seat)


def _sign(seat: int) -> int:
    return 1 if seat == SHADOW else -1


def armies_value(s: GameState, p: Pack) -> float:
    """What all armies are worth: units, damage and leadership, and how they press on the settlements."""
    strength, side = p.strength, p.unit_side
    value = 0.0
    forces: list[tuple[int, int, float]] = []
    for place, army in enumerate(s.armies):
        if army:
            seat = side[army[0]]
            power = sum([strength[unit] for unit in army])
            worth = UNIT * len(army) + STRENGTH * power - DAMAGE * s.damage[place]
            worth += LEADER * min(s.leaders[place], 2)
            value += worth if seat else -worth
            forces.append((place, seat, power - 0.4 * s.damage[place]))
    for column in s.columns:
        seat = side[column.units[0]]
        power = sum([strength[unit] for unit in column.units])
        worth = UNIT * len(column.units) + STRENGTH * power - DAMAGE * column.damage + LEADER * min(column.leaders, 2)
        worth -= OVERFLOW * overflow(s, p, seat, column.to, len(column.units))
        value += worth if seat else -worth
        forces.append((column.to, seat, power - 0.4 * column.damage))
    return value + ground_value(s, p, forces)


def overflow(s: GameState, p: Pack, seat: int, place: int, coming: int) -> int:
    """Units that would be too many in a place."""
    return max(0, coming + len(s.armies[place]) - unit_limit(p, seat, place))


def ground_value(s: GameState, p: Pack, forces: list[tuple[int, int, float]]) -> float:
    """What all settlements are worth, by who holds each and whose armies are nearer and stronger."""
    if s.characters[BEORN] >= 0:
        forces.append((s.characters[BEORN], FREE, 4.0))
    nearness = weights(p)
    shadow_settlements = settlements_after_battle(s, p)
    goals = p.layout.settlements
    pressure = [
        0.0 if goal in shadow_settlements else WALL * (s.wall_damage[goal] - p.layout.defence[goal]) for goal in goals
    ]
    for place, seat, power in forces:
        pressure = [total + power * weight for total, weight in zip(pressure, nearness[seat][place], strict=True)]
    value = 0.0
    for goal, total in zip(goals, pressure, strict=True):
        total = -8.0 if total < -8.0 else 8.0 if total > 8.0 else total
        worth = p.layout.points[goal] + (FRONT_GATE if goal == p.layout.front_gate else 0.0)
        value += worth * (PRESSURE * total + (HELD if goal in shadow_settlements else 0.0))
    return value


def settlements_after_battle(s: GameState, p: Pack) -> list[int]:
    """The Shadow's settlements, once the winner of a combat has advanced: who leaves one gives it up (p. 30)."""
    b = s.battle
    if b is None or not p.layout.is_settlement[b.target] or s.armies[b.target] or s.characters[BEORN] == b.target:
        return s.shadow_settlements
    if not any(s.armies[place] for place in b.sources):
        return s.shadow_settlements
    others = [place for place in s.shadow_settlements if place != b.target]
    return [*others, b.target] if b.attacker == SHADOW else others


Weights = tuple[list[tuple[float, ...]], list[tuple[float, ...]]]
"""By seat and place, for each settlement."""
_weights: dict[str, Weights] = {}


def weights(p: Pack) -> Weights:
    """How much an army in each place counts at each settlement, worked out once per pack."""
    if p.key not in _weights:
        rows = [[min(row[goal], FARTHEST) for goal in p.layout.settlements] for row in p.layout.distance]
        _weights[p.key] = (
            [tuple(-DEFEND_NEAR[steps] for steps in row) for row in rows],
            [tuple(ATTACK_NEAR[steps] for steps in row) for row in rows],
        )
    return _weights[p.key]


def characters_value(s: GameState, p: Pack) -> float:
    """What characters in play are worth, with their counters, Eagles and Bats."""
    value = 0.0
    for who, place in enumerate(s.characters):
        if place >= 0 or place in (HIDDEN, EYRIE):
            value += CHARACTER[who] if who == BOLG else -CHARACTER[who]
    value -= 1.5 * sum(
        [1 for who in range(LORD) if 0 <= s.characters[who] < p.layout.regions and s.armies[s.characters[who]]]
    )
    value -= RING * s.rings * (s.characters[BILBO] != GONE) + WRATH * s.wrath * (s.characters[BEORN] != GONE)
    value += BODYGUARD * s.bodyguards + BAT * sum(s.bats)
    value -= EAGLE * s.eyrie + eagles_over_armies(s, p)
    value -= 0.8 if s.concentration else 0.0
    value += bolg_value(s, p)
    if s.step in ("activate", "captains", "fate"):
        last = (
            p.fate_tokens[s.fate_tokens_drawn[-1]].value if s.fate_tokens_drawn else NEXT_FATE[len(s.active_generals)]
        )
        value -= FATE * last + GENERAL * len(s.active_generals)
    else:
        value -= ACTIVATION * len(s.active_generals)
    return value


def bolg_value(s: GameState, p: Pack) -> float:
    """How strong the army with Bolg is, less the danger that he is slain."""
    place = s.characters[BOLG]
    if place < 0:
        return 0.0
    place = next((column.to for column in s.columns if BOLG in column.characters), place)
    units = len(s.armies[place]) + sum([len(c.units) for c in s.columns if c.to == place])
    danger = max(0, 4 - units - s.bodyguards) if units else 1
    return 2.0 * min(units, 4) - 3.0 * danger


def eagles_over_armies(s: GameState, p: Pack) -> float:
    """What the Eagles on the field are worth: more where there are Shadow armies."""
    value = 0.0
    for territory, count in enumerate(s.eagles):
        eagles = eagles_in(s, p, territory)
        if eagles:
            value += EAGLE * count + 2.5 * min(eagles, len(targets_in(s, p, territory)))
    return value


def race_value(s: GameState, p: Pack) -> float:
    """What the Shadow's points are worth against the fate track."""
    points = sum([p.layout.points[place] for place in settlements_after_battle(s, p)])
    beorn = p.characters[BEORN].fate or FATE_SPACES
    value = -FATE * s.fate
    if points >= SHADOW_NEEDS:
        value += TEN_POINTS
    if s.fate >= beorn - 3 and points < BEORN_TOO_LATE and s.characters[BEORN] == WAITING:
        value -= 6.0 * (s.fate - beorn + 4)
    if s.fate > FATE_SPACES - 3:
        value -= 6.0
    return value


def hand_value(s: GameState, p: Pack) -> float:
    """What cards in hand, unused dice and recruitment tokens on the board are worth."""
    value = CARDS[len(s.hands[SHADOW])] - CARDS[len(s.hands[FREE])]
    value += DIE * (len(s.dice[SHADOW]) - len(s.dice[FREE]))
    for tokens in s.tokens:
        if tokens:
            value += TOKEN * len(tokens) * (1 if p.recruitment_tokens[tokens[0]].pile == SHADOW_PILE else -1)
    return value
