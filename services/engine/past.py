"""The past of a match, played again from its log for those who come late."""

import asyncio
from collections import OrderedDict

from services.common.matchlog import MatchLog
from services.engine.sitting import Moment, Sitting

MOST_KEPT = 32
"""Pasts that are kept, for the next who asks for the same."""
BREATH = 32
"""Entries played again before the other matches of the worker have their turn."""


class Pasts:
    """Matches from their first moment on."""

    def __init__(self, log: MatchLog) -> None:
        self._log = log
        self._kept: OrderedDict[tuple[str, int], list[Moment]] = OrderedDict()

    async def of(self, sitting: Sitting) -> list[Moment]:
        """Every moment up to where the sitting stands, the setup first."""
        name = (sitting.meta.match_id, sitting.version)
        if name not in self._kept:
            self._kept[name] = await self._play_again(sitting)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[name]

    async def _play_again(self, sitting: Sitting) -> list[Moment]:
        again = Sitting.new(sitting.meta)
        moments = [Moment(0, None, list(again.match.events))]
        for entry in (await self._log.tail(sitting.meta.match_id, 0))[: sitting.version]:
            moments.append(again.apply(entry))
            if len(moments) % BREATH == 0:
                await asyncio.sleep(0)
        return moments
