"""A server for as long as a block of code runs."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from services.supervisor.keeper import Keeper
from services.supervisor.layout import Addresses, Plan, lay_out


@asynccontextmanager
async def running(plan: Plan, say: Callable[[str], None] = print) -> AsyncIterator[Addresses]:
    """Bring the server up, yield where it is, take it down. Raises CannotStart when a part does not come up."""
    children, addresses = lay_out(plan)
    keeper, ready = Keeper(plan, children, addresses, say), asyncio.Event()
    keeping = asyncio.create_task(keeper.run(ready.set))
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait({keeping, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if keeping.done():
        keeping.result()
    try:
        yield addresses
    finally:
        keeper.stop()
        await keeping
