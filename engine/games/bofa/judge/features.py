"""What bots weigh at a decision: armies and how they press on the settlements, dice, cards, and the combat at hand.

All of it is public, or in the hand of the seat that decides.
"""

from engine.core.features import Features, Key
from engine.core.flow import Decision, Option
from engine.games.bofa.components.box import BEORN, BOLG, LORD, SHADOW
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.judge.evaluation import weights
from engine.games.bofa.judge.prospects import program_prospect
from engine.games.bofa.rules.armies import unit_limit
from engine.games.bofa.state import Battle, GameState
from engine.games.bofa.steps.victory import shadow_points

FEATURE_VERSION = 1
MOST = 6
"""Counts above that are taken for this."""
FARTHEST = 4
FATE_IN_A_STEP = 3
PRESS = 2.0
"""In how many steps a point of pressure on the settlements is counted."""
AT_A_PLACE = frozenset(
    {"leader", "recruit", "regroup", "pick", "on", "at", "front", "retreat", "rout", "advance", "bear", "combined"}
    | {"bear-attack", "to", "drive", "bilbo"}
)
"""Verbs whose first number is a place."""


def features(s: GameState, seat: int, decision: Decision) -> Features:
    """What a seat weighs at a decision."""
    field = _Field(s, pack_of(s), seat)
    return Features(field.situation(), [field.of_option(decision.kind, option) for option in decision.options])


class _Field:
    """The armies as one seat sees them."""

    def __init__(self, s: GameState, p: Pack, seat: int) -> None:
        self.s = s
        self.p = p
        self.seat = seat
        self.nearness = weights(p)
        self._pulls: dict[tuple[int, int], float] = {}
        self._powers: dict[int, int] = {}

    def situation(self) -> list[Key]:
        """What holds whichever option is chosen."""
        s, seat = self.s, self.seat
        own, rival = s.dice[seat], s.dice[1 - seat]
        keys: list[Key] = [
            ("dice", min(len(own), MOST), min(len(rival), MOST)),
            ("hand", min(len(s.hands[seat]), MOST)),
            ("fate", s.fate // FATE_IN_A_STEP),
            ("points", shadow_points(s, self.p)),
            ("points", shadow_points(s, self.p), s.fate // FATE_IN_A_STEP),
            ("generals", len(s.active_generals)),
            ("bolg", int(s.characters[BOLG] >= 0)),
            ("lord", int(s.characters[LORD] >= 0), int(s.characters[BEORN] >= 0)),
        ]
        keys += [("die", die) for die in sorted(set(own))]
        if s.die_in_use:
            keys.append(("paid-with", s.die_in_use))
        if s.plan:
            keys.append(("plan", s.plan[0]))
        if s.battle is not None:
            keys += self._of_battle(s.battle)
        return keys

    def _of_battle(self, b: Battle) -> list[Key]:
        """The combat under way."""
        s = self.s
        ours, theirs = self._strength(b.front), self._strength(b.target)
        attacks = b.attacker == self.seat
        lead = _clip(ours - theirs if attacks else theirs - ours, MOST)
        own, rival = (b.front, b.target) if attacks else (b.target, b.front)
        return [
            ("battle", int(attacks), lead),
            ("battle-round", min(b.round, FARTHEST), lead),
            ("walls", int(attacks), min(self._walls(b.target), FARTHEST)),
            ("damage", min(s.damage[own], MOST), min(len(s.armies[own]), MOST)),
            ("their-damage", min(s.damage[rival], MOST), min(len(s.armies[rival]), MOST)),
        ]

    def _walls(self, place: int) -> int:
        return max(0, self.p.layout.defence[place] - self.s.wall_damage[place])

    def _power(self, place: int) -> int:
        """The strength of the units in a place."""
        if place not in self._powers:
            strength = self.p.strength
            self._powers[place] = sum([strength[unit] for unit in self.s.armies[place]])
        return self._powers[place]

    def _strength(self, place: int) -> int:
        """What an army can fight with: units, their strength and leaders, less their damage."""
        s = self.s
        return len(s.armies[place]) + self._power(place) + s.leaders[place] - s.damage[place]

    def _owner(self, place: int) -> int:
        army = self.s.armies[place]
        return self.p.unit_side[army[0]] if army else -1

    def _pull(self, seat: int, place: int) -> float:
        """How much a unit of strength in a place presses on settlements that are not yet its side's own."""
        if (seat, place) not in self._pulls:
            held, layout = self.s.shadow_settlements, self.p.layout
            rows = zip(layout.settlements, self.nearness[seat][place], strict=True)
            self._pulls[seat, place] = sum(
                [layout.points[goal] * abs(near) for goal, near in rows if (goal in held) == (seat != SHADOW)]
            )
        return self._pulls[seat, place]

    def of_option(self, kind: str, option: Option) -> list[Key]:
        """What one option touches."""
        match option:
            case ("march" | "bats" as verb, int(place), int(to)):
                return self._of_march(verb, place, to)
            case ("attack", int(place), int(target)):
                return self._of_attack(place, target)
            case ("card", int(card)):
                return self._of_card(card)
            case (str(verb), int(place)) if verb in AT_A_PLACE and place < len(self.s.armies):
                return self._of_place(kind, verb, place)
        return []

    def _of_card(self, card: int) -> list[Key]:
        """A card that would be played for its order."""
        worth = program_prospect(self.s, self.p, self.p.cards[card].program, 0, self.seat, -1)
        return [("worth", _clip(round(worth), 2 * MOST))]

    def _of_march(self, verb: str, place: int, to: int) -> list[Key]:
        """An army that would move."""
        s, p, seat = self.s, self.p, self.seat
        gain = round(PRESS * (self._pull(seat, to) - self._pull(seat, place)))
        power = min(self._power(place), 2 * MOST)
        over = max(0, len(s.armies[place]) + len(s.armies[to]) - unit_limit(p, seat, to))
        keys: list[Key] = [
            (verb, "gain", _clip(gain, MOST)),
            (verb, "gain", _clip(gain, MOST), power // 3),
            (verb, "over", min(over, FARTHEST)),
            (verb, "joins", min(len(s.armies[to]), MOST), min(len(s.armies[place]), MOST)),
            (verb, "damage", min(s.damage[place], MOST)),
            (verb, "leaders", min(s.leaders[place], 2)),
        ]
        if p.layout.is_settlement[place]:
            keys.append((verb, "leaves", p.layout.points[place], int(place in s.shadow_settlements)))
        if p.layout.is_settlement[to]:
            keys.append((verb, "enters", p.layout.points[to], int(to in s.shadow_settlements)))
        return [*keys, (verb, "threat", self._threat(to), self._threat(place))]

    def _threat(self, place: int) -> int:
        """How strong the strongest enemy beside a place is, beside the army there."""
        near = [self._strength(one) for one in self.p.layout.neighbours[place] if self._owner(one) == 1 - self.seat]
        return _clip((max(near) - self._strength(place)) // 2, 3) if near else -FARTHEST

    def _of_attack(self, place: int, target: int) -> list[Key]:
        s = self.s
        lead = _clip(self._strength(place) - self._strength(target), 2 * MOST)
        return [
            ("attack", "lead", lead),
            ("attack", "lead", lead, min(self._walls(target), FARTHEST)),
            ("attack", "units", min(len(s.armies[place]), MOST), min(len(s.armies[target]), MOST)),
            ("attack", "points", self.p.layout.points[target] if self.p.layout.is_settlement[target] else -1),
            ("attack", "damage", min(s.damage[place], MOST), min(s.damage[target], MOST)),
            ("attack", "leaders", min(s.leaders[place], 2), min(s.leaders[target], 2)),
        ]

    def _of_place(self, kind: str, verb: str, place: int) -> list[Key]:
        s, owner = self.s, self._owner(place)
        whose = -1 if owner < 0 else int(owner == self.seat)
        pull = round(PRESS * self._pull(self.seat, place))
        return [
            (kind, verb, "whose", whose, min(len(s.armies[place]), MOST)),
            (kind, verb, "damage", min(s.damage[place], MOST), whose),
            (kind, verb, "leaders", min(s.leaders[place], 2), min(self._power(place) // 2, MOST)),
            (kind, verb, "pull", min(pull, 2 * MOST)),
            (kind, verb, "threat", self._threat(place)),
            (kind, verb, "settlement", self.p.layout.points[place] if self.p.layout.is_settlement[place] else -1),
        ]


def _clip(number: int, most: int) -> int:
    return max(-most, min(most, number))
