"""What dealt worlds share with the true match: what a seat sees, and the rest no oftener than by chance."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, TypeAlias

from engine.core.chance import below
from engine.core.game import Game
from engine.core.match import Match
from engine.core.state import Draw, State
from engine.testing.deals import result_of, traced
from engine.testing.position import position
from engine.testing.walk import (
    Nonconforming,
    Variant,
    expect,
    points,
    random_record,
    spots,
    viewers,
    world_for,
)

WORLDS = 2_000
"""Worlds that are compared with the truth."""

_POINTS = 4
"""Points of a match from which worlds are dealt."""

_DEALS = 4
"""Worlds that are dealt for a viewer at one point."""

_BELIEF = 1e-9
"""A count of true places that is less likely than this is no chance. A game has some hundred counts at most, so that
worlds which are dealt evenly raise an alarm in fewer than one of a million runs."""

_WIDE = 1 << 64
"""As many numbers are never drawn alike by chance."""

_Which: TypeAlias = tuple[int | None, int, str]
"""What is counted: for which viewer, in which pool, and whether places or hands."""


def check_odds(game: Game[Any], variant: Variant, seed: int = 0, worlds: int = WORLDS) -> None:
    """In many worlds, unseen components lie in their true places, and in true hands, no oftener than by chance.

    In a pool that is dealt evenly one component on average is in its true place, whatever the size of the pool; both
    counts are likely at most as those of a Poisson distribution are. Chance to come is never the true one.
    """
    hits: Counter[_Which] = Counter()
    expected: dict[_Which, float] = defaultdict(float)
    for match, viewer, world in _worlds(game, variant, seed, worlds):
        _check_future(match, world, viewer)
        for which, times, mean in _counts(match, world, viewer):
            hits[which] += times
            expected[which] += mean
    for which, times in hits.items():
        if _likelihood(times, expected[which]) < _BELIEF:
            viewer, number, where = which
            fault = f"worlds dealt for seat {viewer} have components of pool {number} in their true {where}"
            raise Nonconforming(f"{game.id} {variant}: {fault} {times} times, not some {expected[which]:.0f}")


def _counts(match: Match, world: Match, viewer: int | None) -> Iterator[tuple[_Which, int, float]]:
    """For each pool: how many components are in their true place, and in their true hand, and how many should be."""
    true, other = spots(match), spots(world)
    for number, pool in enumerate(match.game.unseen(match.state, viewer)):
        if len(pool) > 1:
            yield (viewer, number, "places"), sum(true[card] == other[card] for card in pool), 1.0
            held = _held(pool, true)
            sizes = Counter(true[card][0] for card in held)
            evenly = sum(size * size for size in sizes.values()) / len(pool)
            yield (viewer, number, "hands"), sum(true[card][0] == other[card][0] for card in held), evenly


def _worlds(game: Game[Any], variant: Variant, seed: int, worlds: int) -> Iterator[tuple[Match, int | None, Match]]:
    """Deal that many worlds from points of random matches: each with the true match and its viewer."""
    rng = variant.rng(game, seed)
    left = worlds
    for number in count(seed):
        for match, _, _ in points(random_record(game, variant, number), rng, _POINTS):
            for viewer in viewers(match):
                for _ in range(_DEALS):
                    yield match, viewer, world_for(match, viewer, rng)
                    left -= 1
                    if not left:
                        return


def _held(pool: Sequence[int], true: dict[int, tuple[int, int]]) -> list[int]:
    """The components of a pool that lie elsewhere than most of it does, such as in hands and not in the deck."""
    sizes = Counter(true[card][0] for card in pool)
    (most, _), *_ = sizes.most_common(1)
    return [card for card in pool if true[card][0] != most]


def _likelihood(times: int, expected: float) -> float:
    """A bound for the probability of so many or more where so many are expected (Chernoff's for Poisson's)."""
    if times <= expected:
        return 1.0
    return math.exp(times - expected - times * math.log(times / expected)) if expected else 0.0


def _check_future(match: Match, world: Match, viewer: int | None) -> None:
    """The next event of every stream in the world is neither the true next one nor the true one of its number."""
    state = world.state
    for stream, number in match.state.streams.items():
        numbers = (number, state.streams.get(stream, 0))
        true = [result_of(match.state.seed, Draw(stream, one, _WIDE, 0)) for one in numbers]
        repeated = below(state, _WIDE, stream) in true
        expect(not repeated, match, f"a world dealt for seat {viewer} has a true event of stream {stream}")


def check_unseen(game: Game[Any], variant: Variant, seed: int = 0) -> None:
    """Whatever chance has put out of a seat's sight by the first decision is in a pool that worlds deal anew.

    A component that was shuffled, and can change places with an unseen one of the same shuffle without the seat
    noticing, is unseen as well.
    """
    shuffled: dict[int, set[int]] = {}

    def note(s: State, draw: Draw) -> None:
        cards = draw.among if isinstance(draw.among, list) else []
        for card in cards:
            shuffled.setdefault(card, set()).update(cards)

    match = variant.new_match(traced(game, note), seed)
    if match.state.run.chances:
        return  # it is asked in the step that shuffles, so that nothing has been placed by chance yet
    kinds, rng = game.kinds(match.setting), variant.rng(game, seed)
    for viewer in viewers(match):
        unseen = {card for pool in game.unseen(match.state, viewer) for card in pool}
        for card in sorted(shuffled.keys() - unseen):
            others = [one for one in sorted(shuffled[card] & unseen) if kinds.get(one, one) != kinds.get(card, card)]
            if others and _is_unnoticed(match, viewer, card, rng.choice(others)):
                fault = f"seat {viewer} cannot see component {card}, but it is in no pool: worlds tell where it lies"
                expect(False, match, fault)


def _is_unnoticed(match: Match, viewer: int | None, one: int, other: int) -> bool:
    """Whether all looks the same to a viewer, who is asked included, if two components have changed places."""
    game = match.game
    start = game.decode(match._checkpoint)
    for zone in game.zones(start):
        zone[:] = [{one: other, other: one}.get(card, card) for card in zone]
    try:
        return position(game, match.setting, start).sight(viewer) == match.sight(viewer)
    except Exception:  # a position to which the rules never lead, such as an event in play
        return False
