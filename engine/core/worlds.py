"""Other worlds that look the same to a seat, so that a bot can search without seeing more than it may.

Hidden components change places at the checkpoint and the choices since are repeated on the new deal, which is kept
only if it looks the same to the seat. Future chance is new and so is the order of what was shuffled since: neither the
seed of the match nor its shuffles are part of such a world, nor how often others have shuffled or seen something.
Which component comes where is drawn from the components in the order of their numbers, not of their true places: the
same source of randomness deals the same world wherever hidden components truly lie.
"""

import random
from collections.abc import Container, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.core.chance import SEED_BYTES
from engine.core.errors import MatchOver, NoWorldFits, RulesError
from engine.core.flow import Option
from engine.core.state import State

if TYPE_CHECKING:
    from engine.core.match import Match

_DEALS = 64
"""Deals that are tried before giving up."""


class Worlds:
    """Deals worlds of one match for one seat; what all of them have in common is looked up once."""

    def __init__(self, match: "Match", seat: int | None) -> None:
        self._match = match
        self._seat = seat
        self._look()

    def deal(self, rng: random.Random) -> "Match":
        """A copy of the match as it stands now with everything the seat cannot see dealt anew."""
        match, seat = self._match, self._seat
        if self._version != match.version or self._state is not match.state:
            self._look()
        game, pools = match.game, self._pools
        for deal in range(_DEALS):
            if deal == _DEALS // 2:  # harder than it looks: leave alone what moved since the checkpoint
                unmoved = _unmoved(game.zones(game.decode(match._checkpoint)), game.zones(match.state))
                pools = [[card for card in pool if card in unmoved] for pool in pools]
            world = self._redealt(pools, rng)
            if world is not None and world.sight(seat) == self._sight and game.plausible(world.state):
                return world
        raise NoWorldFits(f"no other deal fits what seat {seat} has seen")

    def _look(self) -> None:
        """Find what the seat sees, what it cannot place, and what was chosen since the checkpoint."""
        match, seat, game = self._match, self._seat, self._match.game
        if match.is_over:
            raise MatchOver("the match is over; there is nothing left to search")
        if match.playout:
            raise RulesError("no worlds are dealt of a playout: it has no checkpoint to deal from")
        self._version, self._state = match.version, match.state
        start = game.decode(match._checkpoint)
        hidden = {card for pool in game.unseen(start, seat) for card in pool}
        self._start: State | None = start
        """The state at the checkpoint, for the first deal; later ones read it again."""
        unplaced = game.unseen(match.state, seat)
        self._unseen = [set(pool) for pool in unplaced]
        self._pools = [[card for card in pool if card in hidden] for pool in unplaced]
        self._lost: set[int] = set().union(*self._unseen) - hidden
        """Components of which the seat has lost sight since: which of them was chosen, it does not know."""
        self._choices = _chosen_since(match)
        self._sight = match.sight(seat)

    def _redealt(self, pools: list[list[int]], rng: random.Random) -> "Match | None":
        """One world with the pools dealt anew, or None if the choices since the checkpoint do not fit it."""
        match, seat, lost, unseen = self._match, self._seat, self._lost, self._unseen
        start = self._start or match.game.decode(match._checkpoint)
        self._start = None
        match.game.withhold(start, seat)
        exchange = _deal(pools, match.game.barred(start), rng)
        for zone in match.game.zones(start):
            zone[:] = map(exchange.get, zone, zone)
        start.seed, start.streams, start.disclosed = rng.randbytes(SEED_BYTES), {}, 0
        world = match._imagine(start, partial(_remix, unseen, rng))
        for who, option in self._choices:
            options = world.options(who)
            same = tuple(exchange.get(part, part) if type(part) is int else part for part in option)
            fitting = [one for one in (same, option) if one in options][:1]
            if not fitting or (lost and any(not lost.isdisjoint(other) for other in options)):
                fitting = [other for other in options if alike(option, other, unseen)]
            if not fitting:
                return None
            world.choose(who, options.index(rng.choice(fitting)))
        if match._together is not None and not _hide_answers(match, world, seat, rng):
            return None
        world.version = match.version
        return world


def deal_world(match: "Match", seat: int | None, rng: random.Random) -> "Match":
    """A copy of the match with everything the seat cannot see dealt anew."""
    return Worlds(match, seat).deal(rng)


def _remix(pools: list[set[int]], rng: random.Random, cards: list[int]) -> None:
    """Exchange shuffled cards of which the viewer has lost sight, pool by pool."""
    for pool in pools:
        places = [i for i, card in enumerate(cards) if card in pool]
        for place, card in zip(places, _shuffled(sorted([cards[i] for i in places]), rng), strict=True):
            cards[place] = card


def alike(option: Option, other: Option, unseen: list[set[int]]) -> bool:
    """Whether two options are the same, or the same with other components of which the viewer has lost sight."""
    return len(option) == len(other) and all(
        a == b or any(a in pool and b in pool for pool in unseen) for a, b in zip(option, other, strict=True)
    )


def _deal(
    pools: list[list[int]], barred: Sequence[tuple[Sequence[int], Container[int]]], rng: random.Random
) -> dict[int, int]:
    """Which component takes the place of which: each pool at random, but none in a zone it is barred from."""
    exchange: dict[int, int] = {}
    for pool in pools:
        if len(pool) < 2:
            continue
        deal = dict(zip(pool, _shuffled(sorted(pool), rng), strict=True))
        for zone, never in barred:
            wrong = [place for place in zone if deal.get(place) in never]
            if not wrong:
                continue
            right = [place for place in pool if place not in zone and deal[place] not in never]
            for here, there in zip(wrong, rng.sample(right, min(len(wrong), len(right))), strict=False):
                deal[here], deal[there] = deal[there], deal[here]
        exchange.update(deal)
    return exchange


def _shuffled(cards: list[int], rng: random.Random) -> list[int]:
    """The cards in random order, for less than `rng.shuffle` costs: searches spend much of their time dealing."""
    draw = rng.random
    return sorted(cards, key=lambda _: draw())


def _chosen_since(match: "Match") -> list[tuple[int, Option]]:
    """Who chose which option since the checkpoint, but for answers that are still secret."""
    chosen = match._chosen
    if match._together is None:
        return chosen
    seats_with_choice = sum(len(decision.options) > 1 for decision in match._together.decisions)
    return chosen[: len(chosen) - (seats_with_choice - len(match.pending))]


def _hide_answers(match: "Match", world: "Match", seat: int | None, rng: random.Random) -> bool:
    """Answer a simultaneous decision for those who have: the seat's own as it was, others at random."""
    assert match._together is not None
    waiting = {decision.seat for decision in match.pending}
    for decision in match._together.decisions:
        who = decision.seat
        options = world.options(who)
        if who in waiting or not options:
            continue
        if who != seat:
            world.choose(who, rng.randrange(len(options)))
        elif match._answers[who] in options:
            world.choose(who, options.index(match._answers[who]))
        else:
            return False
    return True


def _unmoved(before: Iterable[list[int]], after: Iterable[list[int]]) -> set[int]:
    """The components that stand in the same place of the same zone in both."""
    pairs = zip(before, after, strict=False)
    return {a for old, new in pairs for a, b in zip(old, new, strict=False) if a == b}
