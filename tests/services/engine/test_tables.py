"""Workers of one pool without their gRPC side: what each keeps in memory, and how it hears of the others."""

from collections.abc import AsyncIterator, Callable

import pytest

from services.api import engine_pb2 as pb
from services.common.auth import Caller
from services.common.matchlog import MatchLog
from services.common.settings import Settings
from services.common.store import open_pipe
from services.engine.live import Live, Tables
from services.engine.matches import Matches

OPERATOR = Caller("admin", "operator")
Hire = Callable[..., Matches]


@pytest.fixture
async def hire(settings: Settings, store) -> AsyncIterator[Hire]:
    """Makes workers on one store, by name."""
    pipe = open_pipe(store, settings.redis_url)

    def one(name: str = "w1", **change) -> Matches:
        changed = settings.model_copy(update=change)
        return Matches(Tables(MatchLog(pipe, name), changed, lambda sitting, entry: None), changed, name, ("barrow",))

    yield one
    await pipe.close()


async def duel(matches: Matches, **more) -> Live:
    """A match of two people."""
    sitters = [pb.Sitter(player="ann"), pb.Sitter(player="bob")]
    return await matches.create(
        pb.CreateMatchRequest(game="barrow", scenario="duel", sitters=sitters, **more), OPERATOR
    )


class Ear:
    """Somebody who follows a match."""

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat
        self.heard: list[int] = []

    def see(self, sitting, moment) -> None:
        self.heard.append(moment.version)


async def follow(matches: Matches, match_id: str) -> Ear:
    ear = Ear()
    async with matches.tables.current(match_id) as live:
        await matches.tables.follow(live, ear)
    return ear


async def test_matches_that_are_followed_do_not_keep_the_others_in_memory(hire) -> None:
    matches = hire(cached_matches=50)
    followed = [await duel(matches) for _ in range(40)]
    for live in followed:
        await follow(matches, live.sitting.meta.match_id)
    for _ in range(100):
        await duel(matches)
    held = matches.tables.held()
    assert len(held) <= 50 + 3  # a few looks later than at once
    assert all(live in held for live in followed)


async def test_more_matches_than_there_is_room_for_are_kept_while_they_are_followed(hire) -> None:
    matches = hire(cached_matches=10)
    ids = [(await duel(matches)).sitting.meta.match_id for _ in range(10)]
    ears = []
    for match_id in ids:
        ears.append(await follow(matches, match_id))
    for _ in range(30):
        ids.append((await duel(matches)).sitting.meta.match_id)
        ears.append(await follow(matches, ids[-1]))
    held = {live.sitting.meta.match_id: live for live in matches.tables.held()}
    assert set(held) == set(ids)
    for match_id, ear in zip(ids, ears, strict=True):
        matches.tables.unfollow(held[match_id], ear)
    for _ in range(10):
        await duel(matches)
    assert len(matches.tables.held()) == 10
