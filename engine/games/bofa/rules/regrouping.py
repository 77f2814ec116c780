"""Regrouping armies (p. 25)."""

from itertools import compress

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.lasting_effects import regroup_bonus
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import leadership_of, seat_of
from engine.games.bofa.rules.damage import casualties, remove_damage
from engine.games.bofa.rules.dice import count_successes
from engine.games.bofa.state import GameState

REGROUP_HIT = 5
"""What a die must show to remove a damage."""


def regroup_options(s: GameState, p: Pack, seat: int, but: int = -1) -> list[Option]:
    """Armies with damage that can regroup (p. 25)."""
    return [
        ("regroup", place)
        for place in compress(range(len(s.damage)), s.damage)
        if place != but and seat_of(s, p, place) == seat
    ]


def regroup_action(s: GameState, p: Pack, seat: int, place: int) -> Flow[None]:
    """Up to two armies regroup (p. 25)."""
    yield from regroup(s, p, seat, place, REGROUP_HIT)
    s.plan = []
    options: list[Option] = [("done",)]
    choice = yield Decision(seat, "second-regroup", options + regroup_options(s, p, seat, but=place))
    if choice[0] == "regroup":
        yield from regroup(s, p, seat, choice[1], REGROUP_HIT)


def regroup(s: GameState, p: Pack, seat: int, place: int, hit: int) -> Flow[None]:
    """Roll one die per unit, and failures again for leaders; each success removes one damage (p. 25)."""
    if not s.armies[place] or not s.damage[place]:
        return
    hit = max(2, hit - regroup_bonus(s, p, seat))
    dice = len(s.armies[place])
    successes = count_successes(s, f"dice:regroup:{seat}", dice, leadership_of(s, p, place), hit)
    tell(s, "regrouped", (seat, place, successes))
    remove_damage(s, place, successes)
    yield from casualties(s, p, seat, place)
