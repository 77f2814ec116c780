"""Who plays whom: from waiting parties to full tables. Pure: no clock, no store.

Tickets widen while they wait: the rating gap they accept grows, and seats nobody takes go to bots if they allow it."""

import bisect
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

NARROWEST_GAP = 100.0
"""Rating points between players that nobody minds."""
WIDENING = 50.0
"""Points by which the gap grows with every second of waiting."""
HAIR = 0.01
"""Points that rounding may make of nothing; who is that near to the edge of a gap is looked at once more."""
MOST_LOOKED_AT = 64
"""Neighbours in rating that are tried for one table."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair of a scenario."""

    role: str
    side: str


@dataclass(frozen=True, slots=True)
class Party:
    """One ticket: people who sit down together."""

    id: str
    players: tuple[str, ...]
    created_ms: int
    rating: float = 0.0
    sides: frozenset[str] = frozenset()
    roles: tuple[str, ...] = ()
    seats: int = 0
    """How many chairs the table must have; 0: any number."""
    bots_after_ms: int | None = None

    @property
    def wish(self) -> tuple[int, frozenset[str], tuple[str, ...]]:
        """What decides where it can sit: parties with the same wish fit the same chairs."""
        return len(self.players), self.sides, self.roles

    def gap(self, now_ms: int) -> float:
        """How far in rating it looks by now."""
        return NARROWEST_GAP + WIDENING * max(0, now_ms - self.created_ms) / 1000

    def reaches(self, gap: float) -> float:
        """When it looks as far as that."""
        return self.created_ms + (gap - NARROWEST_GAP) / WIDENING * 1000

    def takes_bots(self, now_ms: int) -> bool:
        """Whether empty seats may go to bots by now."""
        return self.bots_after_ms is not None and now_ms - self.created_ms >= self.bots_after_ms


@dataclass(frozen=True, slots=True)
class Seated:
    """A table that can be played: by seat, the ticket and the place in its party, or None for a bot."""

    parties: tuple[Party, ...]
    chairs: tuple[tuple[str, int] | None, ...]


@dataclass
class _Pool:
    """Parties that still wait, by rating."""

    by_rating: list[tuple[float, str]] = field(default_factory=list)
    parties: dict[str, Party] = field(default_factory=dict)

    def near(self, party: Party, now_ms: int) -> Iterable[Party]:
        """Others, the nearest in rating first, as far as the party looks: who has waited longest decides."""
        at = bisect.bisect_left(self.by_rating, (party.rating, party.id))
        low, high = at - 1, at + 1
        widest = party.gap(now_ms)
        for _ in range(MOST_LOOKED_AT):
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
        """The party has been seated."""
        del self.by_rating[bisect.bisect_left(self.by_rating, (party.rating, party.id))]
        del self.parties[party.id]


def tables(parties: Sequence[Party], seatings: Sequence[Sequence[Seat]], now_ms: int) -> list[Seated]:
    """As many tables as can be filled, for those who have waited longest first."""
    pool = _Pool(sorted((party.rating, party.id) for party in parties), {party.id: party for party in parties})
    found = []
    largest_first = sorted(seatings, key=len, reverse=True)
    for party in sorted(parties, key=lambda party: (party.created_ms, party.id)):
        if party.id not in pool.parties:
            continue
        table = _table_for(party, pool, largest_first, now_ms)
        if table is not None:
            found.append(table)
            for seated in table.parties:
                pool.remove(seated)
    return found


def next_change(parties: Sequence[Party], now_ms: int) -> float:
    """When, at the earliest, time alone brings a table for parties none of whom can be seated now.

    That is when somebody's gap reaches one more, or when somebody is ready for bots."""
    ratings = sorted(party.rating for party in parties)
    widening = [_reaches_another(party, ratings, now_ms) for party in parties]
    bots = [party.created_ms + party.bots_after_ms for party in parties if party.bots_after_ms is not None]
    return min([*widening, *(when for when in bots if when > now_ms)], default=math.inf)


def _reaches_another(party: Party, ratings: Sequence[float], now_ms: int) -> float:
    """When the party looks as far as the next it does not reach yet; never if those it reaches are enough."""
    gap = party.gap(now_ms) - HAIR
    low = bisect.bisect_left(ratings, party.rating - gap)
    high = bisect.bisect_right(ratings, party.rating + gap)
    if high - low > MOST_LOOKED_AT:
        return math.inf
    below = party.rating - ratings[low - 1] if low > 0 else math.inf
    above = ratings[high] - party.rating if high < len(ratings) else math.inf
    return party.reaches(min(below, above))


def _table_for(party: Party, pool: _Pool, seatings: Sequence[Sequence[Seat]], now_ms: int) -> Seated | None:
    """A full table for this party; else one with bots, if it has waited long enough for them."""
    for seating in seatings:
        if party.seats in (0, len(seating)):
            table = _fill(party, pool.near(party, now_ms), seating)
            if table is not None and None not in table.chairs:
                return table
    if not party.takes_bots(now_ms):
        return None
    for seating in seatings:
        if party.seats in (0, len(seating)):
            others = (other for other in pool.near(party, now_ms) if other.takes_bots(now_ms))
            table = _fill(party, others, seating)
            if table is not None:
                return table
    return None


def _fill(party: Party, others: Iterable[Party], seating: Sequence[Seat]) -> Seated | None:
    """Seat the party and as many others as fit. Who wants the same as one who did not fit is not tried."""
    chosen = [party]
    chairs = seat(chosen, seating)
    if chairs is None:
        return None
    misfits = set()
    for other in others:
        if None not in chairs:
            break
        if other.seats not in (0, len(seating)) or other.wish in misfits:
            continue
        wider = seat([*chosen, other], seating)
        if wider is None:
            misfits.add(other.wish)
        else:
            chosen.append(other)
            chairs = wider
    return Seated(tuple(chosen), chairs)


def seat(parties: Sequence[Party], seating: Sequence[Seat]) -> tuple[tuple[str, int] | None, ...] | None:
    """A chair for everybody that respects sides and roles, or None."""
    if sum(len(party.players) for party in parties) > len(seating):
        return None
    chairs: list[tuple[str, int] | None] = [None] * len(seating)
    people = [(party, place) for party in parties for place in range(len(party.players))]
    sides: dict[str, str] = {}
    return tuple(chairs) if _seat_from(0, people, seating, chairs, sides) else None


def _seat_from(
    number: int,
    people: Sequence[tuple[Party, int]],
    seating: Sequence[Seat],
    chairs: list[tuple[str, int] | None],
    sides: dict[str, str],
) -> bool:
    """Find chairs for everybody from this person on; `sides` is where each choosy party sits so far."""
    if number == len(people):
        return True
    party, place = people[number]
    for at, chair in enumerate(seating):
        if chairs[at] is not None or not _content(party, place, chair, sides):
            continue
        chairs[at] = (party.id, place)
        first = bool(party.sides) and party.id not in sides
        if first:
            sides[party.id] = chair.side
        if _seat_from(number + 1, people, seating, chairs, sides):
            return True
        chairs[at] = None
        if first:
            del sides[party.id]
    return False


def _content(party: Party, place: int, chair: Seat, sides: Mapping[str, str]) -> bool:
    """Whether the party would have this person sit there."""
    if party.sides and (chair.side not in party.sides or sides.get(party.id, chair.side) != chair.side):
        return False
    return not party.roles or party.roles[place] in ("", chair.role)
