"""Asks for AI turns: a task for every bot that has a decision, sent with the round trips made anyway."""

from collections.abc import Iterable
from functools import partial

from services.match.editions import edition
from services.match.hosted import HostedMatch
from services.match.log import CHOOSE, Entry
from services.process.logs import logger
from services.store import task_queues
from services.store.multiplexed import MultiplexedConnection


class AiTurns:
    """Puts AI turns into their game's queue."""

    def __init__(self, broker: MultiplexedConnection) -> None:
        self._broker = broker

    def after(self, hosted: HostedMatch, entry: Entry | None) -> None:
        """Ask every bot that the entry gave a decision: a new one, or that of a seat it came to hold.

        A bot that has just chosen and is to choose again goes on in the turn it is in."""
        chose = entry.seat if entry is not None and entry.kind == CHOOSE else None
        new_holder = entry.seat if entry is not None and chose is None else None
        bots = []
        for decision in hosted.match.pending:
            number = decision.seat
            seat = hosted.seats[number]
            is_new = seat.decision_version == hosted.version or number == new_holder
            if seat.held_by_bot and number != chose and is_new:
                bots.append(number)
        if bots:
            self.ask(hosted.meta.game, hosted.meta.match_id, hosted.version, bots)

    async def queue_length(self, queue: str) -> int:
        """How many tasks a queue holds."""
        return int(await self._broker.send("LLEN", queue))

    def ask(self, game: str, match_id: str, version: int, seats: Iterable[int]) -> None:
        """Ask for turns; if that fails, the sweep asks again."""
        queue = task_queues.turn_queue(edition(game))
        for seat in seats:
            task = task_queues.task_message(task_queues.AI_TURN, [match_id, seat, version], queue)
            self._broker.post(("LPUSH", queue, task), partial(_log_failure, match_id))


def _log_failure(match_id: str, answer: object) -> None:
    if isinstance(answer, Exception):
        logger().warning("AI turn not queued", match=match_id, error=str(answer))
