"""Worlds for bots: the match with everything dealt anew that a seat cannot see."""

import asyncio
import hashlib
import random

from engine.core.errors import CannotResample
from services.match.hosted import HostedMatch
from services.process.refusals import invalid
from services.rpc.limits import MOST_ITEMS
from services.rpc.tokens import Caller

MOST_WORLDS = 64


def check_count(caller: Caller, count: int) -> None:
    """Refuse more worlds than one call may ask for."""
    most = MOST_WORLDS if caller.trusted else MOST_ITEMS
    if not 1 <= count <= most:
        raise invalid(f"Between 1 and {most} worlds can be asked for.")


async def deal_worlds(hosted: HostedMatch, seat: int, count: int, seed: int | None) -> list[bytes]:
    """Snapshots of worlds that look the same to the seat: none while it has no decision, or where no world fits.

    A world can take milliseconds to find: between two of them other matches have their turn."""
    if not hosted.seats[seat].has_decision:
        return []
    rng = random.Random(_mix(seed, hosted)) if seed is not None else random.SystemRandom()
    worlds = []
    try:
        for _ in range(count):
            worlds.append(hosted.match.resample(seat, rng).snapshot())
            await asyncio.sleep(0)
    except CannotResample:
        return []
    return worlds


def _mix(seed: int, hosted: HostedMatch) -> bytes:
    """The seed of worlds: the same for the same call, and nothing that tells of the match's own seed."""
    return hashlib.blake2b(f"{seed}:{hosted.version}".encode(), key=hosted.meta.seed).digest()
