"""Worlds for bots: the match with everything dealt anew that a seat cannot see.

Dealing is the one thing that people ask an engine for and that takes its processor for long. So each caller has a
budget of processor time, and what is granted leaves the event loop to others for half of the time."""

import asyncio
import hashlib
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from engine.core.errors import NoWorldFits
from engine.core.worlds import Worlds
from services.engine.lock import FairLock
from services.match.hosted import HostedMatch
from services.process.refusals import invalid, too_much
from services.process.settings import LimitSettings
from services.rpc.limits import MOST_ITEMS, RateLimit
from services.rpc.tokens import Caller

MOST_WORLDS = 64
SAVED_SECONDS = 5.0
"""For how long a budget that is not used is saved up."""
CALLS_AT_ONCE = 4
"""Calls that hold a match at the same time to deal worlds of it: of people together, and of services together."""
REST_AFTER_SECONDS = 0.001
"""Once dealing has kept the event loop for this long, it rests for as long."""

Clock = Callable[[], float]
"""Seconds of some kind, from any beginning."""


def check_count(caller: Caller, count: int) -> None:
    """Refuse more worlds than one call may ask for."""
    most = MOST_WORLDS if caller.trusted else MOST_ITEMS
    if not 1 <= count <= most:
        raise invalid(f"Between 1 and {most} worlds can be asked for.")


class WorldBudgets:
    """Processor time for worlds: of each token and each address, and of each of our services, whose bots play on."""

    def __init__(self, limits: LimitSettings, clock: Clock = time.monotonic) -> None:
        def budget(share: float) -> RateLimit:
            return RateLimit(share, share * SAVED_SECONDS, clock)

        self._tokens = budget(limits.worlds_share)
        self._addresses = budget(limits.worlds_share_of_address)
        self._services = budget(limits.worlds_share_of_service)

    async def wait_or_refuse(self, caller: Caller, address: str) -> None:
        """Go on while the caller is not in debt. A service waits until it is out of it; anybody else is refused."""
        wait = self.spend(caller, address, 0.0)
        if not wait:
            return
        if not caller.is_ours:
            raise too_much("The processor time that you have for worlds is used up; ask again later.", wait)
        await asyncio.sleep(wait)

    def spend(self, caller: Caller, address: str, seconds: float) -> float:
        """Charge work that was done. The seconds until the caller is out of debt."""
        if caller.is_ours:
            return self._services.reserve(caller.name, seconds)
        return max(self._tokens.reserve(caller, seconds), self._addresses.reserve(address, seconds))


class WorldDealer:
    """Deals the worlds of one engine, one after the other, whoever asks for them."""

    def __init__(self, limits: LimitSettings) -> None:
        self._budgets = WorldBudgets(limits)
        self._of_people = asyncio.Semaphore(CALLS_AT_ONCE)
        self._of_services = asyncio.Semaphore(CALLS_AT_ONCE)
        self._dealing = FairLock()
        self._unrested = 0.0
        """Seconds that dealing has kept the event loop since it last rested."""

    @asynccontextmanager
    async def permit(self, caller: Caller, address: str) -> AsyncIterator[None]:
        """Wait for a place among those who deal; refuse who has used up their processor time by then. The bots' calls
        do not queue behind those of people."""
        async with self._of_services if caller.is_ours else self._of_people:
            await self._budgets.wait_or_refuse(caller, address)
            yield

    async def deal(
        self, hosted: HostedMatch, seat: int, count: int, seed: int | None, caller: Caller, address: str
    ) -> list[bytes]:
        """Snapshots of worlds that look the same to the seat: none while it has no decision, or where no world fits.

        What they cost is charged to the caller."""
        if not hosted.seats[seat].has_decision:
            return []
        rng = random.Random(_mix(seed, hosted)) if seed is not None else random.SystemRandom()
        worlds: list[bytes] = []
        dealer: Worlds | None = None
        for _ in range(count):
            await self._dealing.acquire()
            began = time.thread_time()
            try:
                dealer = dealer or hosted.match.worlds(seat)
                worlds.append(dealer.deal(rng).snapshot())
            except NoWorldFits:
                return []
            finally:
                used = time.thread_time() - began
                self._budgets.spend(caller, address, used)
                try:
                    await self._rest(used)
                finally:
                    self._dealing.release()
        return worlds

    async def _rest(self, used: float) -> None:
        """Leave the event loop to others: for one turn, and for as long as dealing has kept it once that is long."""
        self._unrested += used
        rest = self._unrested if self._unrested >= REST_AFTER_SECONDS else 0.0
        if rest:
            self._unrested = 0.0
        await asyncio.sleep(rest)


def _mix(seed: int, hosted: HostedMatch) -> bytes:
    """The seed of worlds: the same for the same call, and nothing that tells of the match's own seed."""
    return hashlib.blake2b(f"{seed}:{hosted.version}".encode(), key=hosted.meta.seed).digest()
