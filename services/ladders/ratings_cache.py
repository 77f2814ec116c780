"""Ratings of ladders as this process last computed them: fitted anew when pairs have come, at most once a second."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from services.ladders.database import Database
from services.ladders.ladder import sides_of
from services.ladders.model import EntrantRow, LadderRow, now_ms
from services.ladders.standings import Rated, rate
from services.ladders.versions import state_of
from services.process import metrics

REFIT_SECONDS = 1.0
"""How often ratings are fitted at most."""
REFIT_SHARE = 5.0
"""How many times as long as a fit took is the pause after it."""


@dataclass(frozen=True)
class _Kept:
    rated: Rated
    pairs: int
    entrants: list[EntrantRow]
    fresh_until: float


class RatingsCache:
    """Ratings by ladder."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._clock = clock
        self._kept: dict[str, _Kept] = {}
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def rated(self, ladder: LadderRow, entrants: list[EntrantRow], at_least: int = 0) -> Rated:
        """The ratings of a ladder: of all its pairs, but for those of the last second; of so many at least."""
        async with self._locks[ladder.ladder_id]:
            entry = self._kept.get(ladder.ladder_id)
            if entry is not None and self._is_fresh(entry, ladder, entrants, at_least):
                return entry.rated
            began = self._clock()
            rated = await asyncio.to_thread(self._rate, ladder, entrants)
            took = self._clock() - began
            metrics.LADDER_FIT_SECONDS.observe(took)
            fresh_until = self._clock() + max(REFIT_SECONDS, REFIT_SHARE * took)
            self._kept[ladder.ladder_id] = _Kept(rated, rated.standings.pairs, entrants, fresh_until)
            return rated

    def _is_fresh(self, entry: _Kept, ladder: LadderRow, entrants: list[EntrantRow], at_least: int) -> bool:
        if _fitted_by(entry.entrants) != _fitted_by(entrants):
            return False
        if entry.pairs >= at_least and self._clock() < entry.fresh_until:
            return True
        return entry.pairs == ladder.pairs and _forfeits(entry.entrants) == _forfeits(entrants)

    def _rate(self, ladder: LadderRow, entrants: list[EntrantRow]) -> Rated:
        states = [state_of(row, ladder.game) for row in entrants]
        meetings = self._database.meetings(ladder.ladder_id, len(entrants))
        times = self._database.times(ladder.ladder_id)
        return rate(ladder, entrants, states, meetings, times, sides_of(ladder), now_ms())


def _fitted_by(entrants: list[EntrantRow]) -> list[tuple[str, float | None, bool, bool]]:
    """What of the entrants standings depend on, beside their pairs."""
    return [(row.fingerprint, row.anchor_elo, row.withdrawn, row.away) for row in entrants]


def _forfeits(entrants: list[EntrantRow]) -> list[tuple[int, int, int]]:
    """What standings tell of entrants beside their pairs, and may have read a moment before those."""
    return [(row.crashes, row.overruns, row.illegals) for row in entrants]
