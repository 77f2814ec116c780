"""Forms lineups of waiting parties: who plays a match together, and in which seats. Pure: no clock, no store.

A party accepts more the longer it waits: players further away in rating, and bots in empty seats if it allows them."""

import bisect
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

NARROWEST_GAP = 100.0
"""Rating points between players that every party accepts."""
GAP_GROWTH = 50.0
"""Rating points by which the gap grows with every second of waiting."""
ROUNDING_MARGIN = 0.01
"""Rating points within which a gap may be off by rounding."""
MOST_NEIGHBOURS = 64
"""Parties, nearest in rating, that are tried for one lineup."""

Member: TypeAlias = tuple[str, int]
"""One person: the id of the party, and the number in it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a scenario."""

    role: str
    side: str


@dataclass(frozen=True, slots=True)
class Party:
    """The people of one ticket, who play one match together, and the conditions on which they do."""

    id: str
    players: tuple[str, ...]
    created_ms: int
    rating: float = 0.0
    sides: frozenset[str] = frozenset()
    roles: tuple[str, ...] = ()
    seats: int = 0
    """How many seats the match must have; 0: any number."""
    bots_after_ms: int | None = None
    people: int = 0
    """How many people must be there before bots take empty seats."""

    @property
    def seat_conditions(self) -> tuple[int, frozenset[str], tuple[str, ...]]:
        """Everything that decides which seats fit the party."""
        return len(self.players), self.sides, self.roles

    def gap(self, now_ms: int) -> float:
        """The difference in rating that the party accepts by now."""
        return NARROWEST_GAP + GAP_GROWTH * max(0, now_ms - self.created_ms) / 1000

    def accepts_gap_at(self, gap: float) -> float:
        """The time from which the party accepts such a difference in rating."""
        return self.created_ms + (gap - NARROWEST_GAP) / GAP_GROWTH * 1000

    def accepts_bots(self, now_ms: int) -> bool:
        """Whether empty seats may go to bots by now."""
        return self.bots_after_ms is not None and now_ms - self.created_ms >= self.bots_after_ms

    def accepts_size(self, seats: int) -> bool:
        """Whether the match may have that many seats."""
        return self.seats in (0, seats)


@dataclass(frozen=True, slots=True)
class Lineup:
    """Parties that play a match together, and who holds each seat: one of their people, or None for a bot."""

    parties: tuple[Party, ...]
    holders: tuple[Member | None, ...]


@dataclass
class _Pool:
    """The parties that are in no lineup yet, sorted by rating."""

    by_rating: list[tuple[float, str]] = field(default_factory=list)
    parties: dict[str, Party] = field(default_factory=dict)

    def neighbours(self, party: Party, now_ms: int) -> Iterable[Party]:
        """Other parties, the nearest in rating first, as far as this one accepts. Their own gaps do not count: who has
        waited longest decides."""
        at = bisect.bisect_left(self.by_rating, (party.rating, party.id))
        low, high = at - 1, at + 1
        widest = party.gap(now_ms)
        for _ in range(MOST_NEIGHBOURS):
            below = party.rating - self.by_rating[low][0] if low >= 0 else None
            above = self.by_rating[high][0] - party.rating if high < len(self.by_rating) else None
            if below is None and above is None:
                return
            if above is None or (below is not None and below <= above):
                other, gap, low = self.parties[self.by_rating[low][1]], below, low - 1
            else:
                other, gap, high = self.parties[self.by_rating[high][1]], above, high + 1
            assert gap is not None
            if gap > widest:
                return
            yield other

    def remove(self, party: Party) -> None:
        """Remove a party that is in a lineup."""
        del self.by_rating[bisect.bisect_left(self.by_rating, (party.rating, party.id))]
        del self.parties[party.id]


def form_lineups(parties: Sequence[Party], seatings: Sequence[Sequence[Seat]], now_ms: int) -> list[Lineup]:
    """As many lineups as can be filled, for the parties that have waited longest first.

    A seating is the seats of the scenario for one number of players; larger ones are preferred."""
    pool = _Pool(sorted((party.rating, party.id) for party in parties), {party.id: party for party in parties})
    lineups = []
    largest_first = sorted(seatings, key=len, reverse=True)
    for party in sorted(parties, key=lambda party: (party.created_ms, party.id)):
        if party.id not in pool.parties:
            continue
        lineup = _lineup_for(party, pool, largest_first, now_ms)
        if lineup is not None:
            lineups.append(lineup)
            for other in lineup.parties:
                pool.remove(other)
    return lineups


def next_change(parties: Sequence[Party], now_ms: int) -> float:
    """The earliest time at which waiting alone may bring a lineup for parties that can form none now.

    That is when the gap of one of them reaches one more party, or when one of them accepts bots."""
    ratings = sorted(party.rating for party in parties)
    gaps = [_reaches_one_more_at(party, ratings, now_ms) for party in parties]
    bots = [party.created_ms + party.bots_after_ms for party in parties if party.bots_after_ms is not None]
    return min([*gaps, *(when for when in bots if when > now_ms)], default=math.inf)


def _reaches_one_more_at(party: Party, ratings: Sequence[float], now_ms: int) -> float:
    """The time at which a party's gap reaches the nearest rating it does not reach yet; never where it reaches as many
    neighbours as are tried."""
    gap = party.gap(now_ms) - ROUNDING_MARGIN
    low = bisect.bisect_left(ratings, party.rating - gap)
    high = bisect.bisect_right(ratings, party.rating + gap)
    if high - low > MOST_NEIGHBOURS:
        return math.inf
    below = party.rating - ratings[low - 1] if low > 0 else math.inf
    above = ratings[high] - party.rating if high < len(ratings) else math.inf
    return party.accepts_gap_at(min(below, above))


def _lineup_for(party: Party, pool: _Pool, seatings: Sequence[Sequence[Seat]], now_ms: int) -> Lineup | None:
    """A lineup full of people for this party; else one with bots, if it accepts them by now."""
    for seating in seatings:
        if party.accepts_size(len(seating)):
            lineup = _fill_lineup(party, pool.neighbours(party, now_ms), seating)
            if lineup is not None and None not in lineup.holders:
                return lineup
    if not party.accepts_bots(now_ms):
        return None
    for seating in seatings:
        if party.accepts_size(len(seating)):
            others = (other for other in pool.neighbours(party, now_ms) if other.accepts_bots(now_ms))
            lineup = _fill_lineup(party, others, seating)
            if lineup is not None and _has_people_enough(lineup):
                return lineup
    return None


def _has_people_enough(lineup: Lineup) -> bool:
    """Whether there are as many people as each of its parties asks for before bots play."""
    people = sum(holder is not None for holder in lineup.holders)
    return all(people >= party.people for party in lineup.parties)


def _fill_lineup(party: Party, others: Iterable[Party], seating: Sequence[Seat]) -> Lineup | None:
    """A lineup of the party and as many others as fit. Of others with the same conditions, one that does not fit is
    enough to leave out all."""
    parties = [party]
    holders = assign_seats(parties, seating)
    if holders is None:
        return None
    misfits = set()
    for other in others:
        if None not in holders:
            break
        if not other.accepts_size(len(seating)) or other.seat_conditions in misfits:
            continue
        with_other = assign_seats([*parties, other], seating)
        if with_other is None:
            misfits.add(other.seat_conditions)
        else:
            parties.append(other)
            holders = with_other
    return Lineup(tuple(parties), holders)


def assign_seats(parties: Sequence[Party], seating: Sequence[Seat]) -> tuple[Member | None, ...] | None:
    """Who holds each seat, so that all sides and roles are as the parties ask; None where that cannot be."""
    if sum(len(party.players) for party in parties) > len(seating):
        return None
    holders: list[Member | None] = [None] * len(seating)
    people = [(party, number) for party in parties for number in range(len(party.players))]
    sides: dict[str, str] = {}
    return tuple(holders) if _assign_from(0, people, seating, holders, sides) else None


def _assign_from(
    first: int,
    people: Sequence[tuple[Party, int]],
    seating: Sequence[Seat],
    holders: list[Member | None],
    sides: dict[str, str],
) -> bool:
    """Assign seats to everybody from the first on, by backtracking; `sides` has the side of each party that asks for
    one and has somebody seated."""
    if first == len(people):
        return True
    party, number = people[first]
    for at, seat in enumerate(seating):
        if holders[at] is not None or not _fits(party, number, seat, sides):
            continue
        holders[at] = (party.id, number)
        decides_side = bool(party.sides) and party.id not in sides
        if decides_side:
            sides[party.id] = seat.side
        if _assign_from(first + 1, people, seating, holders, sides):
            return True
        holders[at] = None
        if decides_side:
            del sides[party.id]
    return False


def _fits(party: Party, number: int, seat: Seat, sides: Mapping[str, str]) -> bool:
    """Whether the seat has the side and the role that the party asks for this person."""
    if party.sides and (seat.side not in party.sides or sides.get(party.id, seat.side) != seat.side):
        return False
    return not party.roles or party.roles[number] in ("", seat.role)
