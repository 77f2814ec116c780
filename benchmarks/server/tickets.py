"""A crowd of tickets: how long it takes until everybody who looks for a match has a seat."""

import asyncio
import contextlib
import os
import random
import signal
import time
from collections.abc import Iterator

from services.api.matchmaking_pb2 import TICKET_STATE_MATCHED, Search
from services.matchmaking.ticket_queue import TicketQueue
from services.process.chunks import chunks
from services.process.clock import now_ms
from services.process.settings import Settings
from services.store.connection import connect
from services.supervisor.plan import Addresses
from services.supervisor.specs import Plan
from services.supervisor.state import read_state

LIFE_MS = 600_000
CHECK_SECONDS = 0.05


@contextlib.contextmanager
def paused(plan: Plan, name: str) -> Iterator[None]:
    """Stop a child of the server while the block runs."""
    state = read_state(plan.home)
    assert state is not None
    pid = state.children[name].pid
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


async def seat_crowd(addresses: Addresses, plan: Plan, game: str, scenario: str, crowd: int) -> tuple[float, float]:
    """Seconds to let so many people queue up, and seconds from then until all have a match, but for odd ones out."""
    store = connect(Settings().having(redis_url=addresses.store))
    queue, rng = TicketQueue(store, game), random.Random(1)
    began = time.perf_counter()
    ids = []
    with paused(plan, "matchmaking"):
        for some in chunks(range(crowd), 100):
            searches = [
                Search(game=game, scenario=scenario, players=[f"player {n}"], rating=rng.gauss(1500, 300)) for n in some
            ]
            made = await asyncio.gather(*(queue.create(search, now_ms(), LIFE_MS) for search in searches))
            ids += [ticket.id for ticket in made]
        queued = time.perf_counter()
    while await queue.open_count() > crowd // 1000:
        await asyncio.sleep(CHECK_SECONDS)
    seated = time.perf_counter()
    states = [(await queue.find(id)).state for id in rng.sample(ids, 100)]
    assert states.count(TICKET_STATE_MATCHED) >= 98
    await store.aclose()
    return queued - began, seated - queued
