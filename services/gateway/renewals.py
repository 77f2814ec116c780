"""Renews the player tokens of seats that are joined by an account: a seat is joined again after a break by its token,
and one whose session has ended is followed no longer."""

import asyncio
import time
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from services.api.errors_pb2 import ErrorReason
from services.gateway.clients import Client
from services.gateway.play_link import Joined, PlayLink
from services.gateway.upstream import Upstream
from services.process.background import cancel_and_wait
from services.process.logs import logger
from services.process.refusals import Refused

PAUSE_SECONDS = 10.0
"""How often it is looked what is due."""
MOST_SECONDS = 120.0
"""How long a seat is followed at most without asking whether its session, or its API token, is still good."""


@dataclass(slots=True)
class _Follower:
    """By whom a seat is followed, on which link, and when that is to be asked again."""

    link: PlayLink
    client: Client
    due: float = 0.0


class Renewals:
    """The joined seats of all accounts in a gateway process."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream
        self._followers: WeakKeyDictionary[Joined, _Follower] = WeakKeyDictionary()
        """Seats that nobody follows any more are forgotten by themselves."""
        self._task: asyncio.Task[None] | None = None

    def add(self, link: PlayLink, joined: Joined, client: Client) -> None:
        """Renew the token of a seat from now on."""
        self._followers[joined] = _Follower(link, client)
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Renew no more."""
        if self._task is not None:
            await cancel_and_wait(self._task)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(PAUSE_SECONDS)
            for joined, follower in list(self._followers.items()):
                if follower.due <= time.monotonic():
                    await self._renew(joined, follower)

    async def _renew(self, joined: Joined, follower: _Follower) -> None:
        """Give a seat a new token; drop it where there is none."""
        try:
            token = await self._upstream.player_tokens.of(follower.client)
        except Refused as error:
            if error.reason == ErrorReason.ERROR_REASON_UNAUTHENTICATED:
                self._followers.pop(joined, None)
                follower.link.drop(joined, error.detail())
            else:
                logger().warning("a player token cannot be renewed", error=error.message)
        else:
            joined.join.token = token.text
            follower.due = min(token.renew_at, time.monotonic() + MOST_SECONDS)
