"""Asks for AI turns: a task for every bot that has a decision, sent with the round trips made anyway."""

import time
from collections.abc import Callable, Iterable
from functools import lru_cache, partial

from services.match.editions import edition
from services.match.hosted import HostedMatch
from services.match.log import CHOOSE, Entry
from services.process.logs import logger
from services.rpc.tokens import Keyring
from services.store import task_queues
from services.store.multiplexed import Connection

TOKEN_PERIOD_SECONDS = 1800
"""For how long a seat has the same turn token. It is good for twice as long, so that a task may wait in its queue."""
KEPT_TOKENS = 10_000


class AiTurns:
    """Puts AI turns into their game's queue, each with a token that is good for its seat alone: bot workers have no
    other right to any match."""

    def __init__(self, broker: Connection, keyring: Keyring, clock: Callable[[], float] = time.time) -> None:
        self._broker = broker
        self._keyring = keyring
        self._clock = clock
        self._token = lru_cache(KEPT_TOKENS)(self._mint)

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

    async def oldest_task(self, queue: str) -> bytes | None:
        """The task of a queue that is to be taken next, if there is one."""
        task: bytes | None = await self._broker.send("LINDEX", queue, -1)
        return task

    async def tasks_at_work(self) -> int:
        """How many tasks bot workers have taken and not finished."""
        return int(await self._broker.send("HLEN", task_queues.UNFINISHED_TASKS))

    def ask(self, game: str, match_id: str, version: int, seats: Iterable[int]) -> None:
        """Ask for turns; if that fails, the sweep asks again."""
        queue = task_queues.turn_queue(edition(game))
        period = int(self._clock() // TOKEN_PERIOD_SECONDS)
        for seat in seats:
            args = [game, match_id, seat, version, self._token(match_id, seat, period)]
            task = task_queues.task_message(task_queues.AI_TURN, args, queue)
            self._broker.post(("LPUSH", queue, task), partial(_log_failure, match_id))

    def _mint(self, match_id: str, seat: int, period: int) -> str:
        """The turn token of a seat; one for each period."""
        return self._keyring.mint("turn", "bot-worker", 2 * TOKEN_PERIOD_SECONDS, match_id=match_id, seat=seat)


def _log_failure(match_id: str, answer: object) -> None:
    if isinstance(answer, Exception):
        logger().warning("AI turn not queued", match=match_id, error=str(answer))
