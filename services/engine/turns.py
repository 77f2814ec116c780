"""Asking for AI turns: a task for every bot that is to decide, sent with the round trips made anyway."""

from collections.abc import Iterable
from functools import partial

from services.common import tasks
from services.common.games import edition
from services.common.logs import logger
from services.common.matchlog import CHOOSE, Entry
from services.common.pipe import Pipe
from services.engine.sitting import Sitting


class TurnCaller:
    """Puts AI turns into their game's queue."""

    def __init__(self, broker: Pipe) -> None:
        self._broker = broker

    def after(self, sitting: Sitting, entry: Entry | None) -> None:
        """Call every bot that the entry gave a decision: a new one, or that of a seat it came to hold.

        A bot that has just chosen and is to choose again goes on in the turn it is in."""
        chose = entry.seat if entry is not None and entry.kind == CHOOSE else None
        handed = entry.seat if entry is not None and chose is None else None
        bots = [
            seat
            for seat, asked in sitting.asked.items()
            if sitting.held_by_bot[seat] and seat != chose and (asked == sitting.version or seat == handed)
        ]
        if bots:
            self.call(sitting.meta.game, sitting.meta.match_id, sitting.version, bots)

    async def waiting_in(self, queue: str) -> int:
        """How many tasks a queue holds."""
        return int(await self._broker.send("LLEN", queue))

    def call(self, game: str, match_id: str, version: int, seats: Iterable[int]) -> None:
        """Ask for turns; if that fails, the sweep asks again."""
        queue = tasks.turn_queue(edition(game))
        for seat in seats:
            task = tasks.message(tasks.AI_TURN, [match_id, seat, version], queue)
            self._broker.post(("LPUSH", queue, task), partial(_queued, match_id))


def _queued(match_id: str, answer: object) -> None:
    if isinstance(answer, Exception):
        logger().warning("AI turn not queued", match=match_id, error=str(answer))
