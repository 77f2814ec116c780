"""Asking for AI turns: a task for every bot that is to decide, sent with the round trips made anyway."""

import asyncio
from collections.abc import Iterable

from services.common import tasks
from services.common.logs import logger
from services.common.matchlog import CHOOSE, Entry, MatchLog
from services.engine.sitting import Sitting


class TurnCaller:
    """Puts AI turns into their game's queue."""

    def __init__(self, broker: MatchLog) -> None:
        self._broker = broker
        self._sending: set[asyncio.Task[None]] = set()

    def after(self, sitting: Sitting, entry: Entry | None) -> None:
        """Call every bot that the entry left with a decision.

        A bot that has just chosen and is to choose again goes on in the turn it is in."""
        still = entry.seat if entry is not None and entry.kind == CHOOSE else -1
        bots = [seat for seat in sitting.asked if sitting.held_by_bot[seat] and seat != still]
        if bots:
            self.call(sitting.meta.game, sitting.meta.match_id, sitting.version, bots)

    def call(self, game: str, match_id: str, version: int, seats: Iterable[int]) -> None:
        """Ask for turns; if that fails, the sweep asks again."""
        queue = tasks.turn_queue(game)
        for seat in seats:
            body = tasks.message(tasks.AI_TURN, [match_id, seat, version], queue)
            task = asyncio.create_task(self._send(queue, body))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send(self, queue: str, body: bytes) -> None:
        try:
            await self._broker.send(["LPUSH", queue, body])
        except Exception as error:
            logger().warning("AI turn not queued", error=str(error))
