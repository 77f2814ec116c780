"""The matches that each player with an account has a seat in, and notices when one of them begins or ends.

A match is entered before it is made and taken out after it has ended, so that whoever finds one here looks at the match
itself; one that is forgotten here by a crash is dropped by who finds it."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from services.store.connection import Store

CHANNEL = "players"
"""Where the store publishes which players have a match that begins or ends, or are challenged."""
MEMORY_SECONDS = 30 * 24 * 3600
"""How long the matches of a player are remembered after the last of them began: longer than one lasts."""
Command: TypeAlias = tuple[Any, ...]


def playing_key(player: str) -> str:
    """The store's key of the matches of a player, sorted by when they were made."""
    return f"playing:{player}"


def notice_name(player: str) -> str:
    """The name under which a player is published."""
    return f"player:{player}"


def entering(players: Iterable[str], match_id: str, created_ms: int) -> Iterator[Command]:
    """The commands that enter a match that is about to be made."""
    for player in players:
        yield ("ZADD", playing_key(player), created_ms, match_id)
        yield ("EXPIRE", playing_key(player), MEMORY_SECONDS)


def leaving(players: Iterable[str], match_id: str) -> Iterator[Command]:
    """The commands that take out a match that has ended."""
    for player in players:
        yield ("ZREM", playing_key(player), match_id)
    yield from publishing(players)


def publishing(players: Iterable[str]) -> Iterator[Command]:
    """The commands that wake who watches the players."""
    for player in players:
        yield ("PUBLISH", CHANNEL, notice_name(player))


async def matches_of(store: Store, player: str) -> dict[str, int]:
    """When each match was made in which a player has a seat, the oldest first."""
    entries = await store.zrange(playing_key(player), 0, -1, withscores=True)
    return {match_id.decode(): int(created_ms) for match_id, created_ms in entries}


async def drop_matches(store: Store, player: str, match_ids: Iterable[str]) -> None:
    """Take matches out that are over or gone."""
    if gone := list(match_ids):
        await store.zrem(playing_key(player), *gone)
