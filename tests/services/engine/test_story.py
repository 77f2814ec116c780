"""Everything that updates told in words is told again from the log, in the same words, and to nobody else."""

import asyncio
import random

from services.api import engine_pb2 as pb
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH, Update
from tests.services.engine.test_matches import refused

Told = list[tuple[int, bool, list[tuple[str, str, str]]]]
"""By change: its version, whether a choice was undone, and kind, data and text of its events."""


def told(updates: list[Update]) -> Told:
    """What updates tell; nothing of those without an event."""
    return [
        (update.version, update.undone, [(event.kind, event.data, event.text) for event in update.events])
        for update in updates
        if update.events
    ]


def events(changes: Told) -> list[tuple[str, str, str]]:
    """All events in their order; updates that came late bring several changes at once."""
    return [event for _, _, some in changes for event in some]


async def story(worker, match, seat: int | None = None, **more) -> Told:
    """What a seat, or a spectator, is told again."""
    request = pb.GetStoryRequest(match_id=match.id, seat=seat, **more)
    auth = match.watcher() if seat is None else match.auth(seat)
    parts = [part async for part in worker.stub.GetStory(request, metadata=auth)]
    return told([update for part in parts for update in part.updates])


async def follow(worker, match, seat: int | None, language) -> Told:
    """What a subscriber is told while the match is played."""
    auth = match.watcher() if seat is None else match.auth(seat)
    subscription = pb.Subscription(after_version=0, language=language)
    call = worker.stub.Watch(pb.WatchRequest(match_id=match.id, seat=seat, subscription=subscription), metadata=auth)
    return told([response.update async for response in call])


async def play_with_an_undo(worker, match) -> None:
    """Random play to the end in which the first choice that can be undone is."""
    rng, undone = random.Random(5), False
    while True:
        info = (await worker.stub.GetMatch(pb.GetMatchRequest(match_id=match.id))).match
        if info.HasField("end"):
            return
        seat = rng.choice(info.waiting_for)
        decision = (await worker.see(match, seat)).decision
        await worker.choose(match, seat, rng.randrange(len(decision.options)))
        if not undone:
            await worker.stub.Undo(pb.UndoRequest(match_id=match.id, seat=seat), metadata=match.auth(seat))
            undone = True


async def test_who_comes_late_is_told_what_the_others_were_told(worker, other) -> None:
    match = await worker.new_match(3, game="barrow", scenario="company", options={"rounds": "3"})
    setup = [await story(worker, match, seat, language=LANGUAGE_POLISH) for seat in (0, None)]
    languages = {None: LANGUAGE_ENGLISH, 0: LANGUAGE_POLISH, 1: LANGUAGE_ENGLISH, 2: 0}
    following = {
        seat: asyncio.create_task(follow(worker, match, seat, language)) for seat, language in languages.items()
    }
    await play_with_an_undo(worker, match)
    for seat, language in languages.items():
        live = await asyncio.wait_for(following[seat], 10)
        again = await story(other, match, seat, language=language)
        assert again[0][0] == 0
        assert events(again[1:]) == events(live)
        assert any(undone for _, undone, _ in again)
    assert (await story(other, match, 0, language=LANGUAGE_POLISH))[:1] == setup[0]
    assert (await story(other, match, None, language=LANGUAGE_POLISH))[:1] == setup[1]


async def test_who_comes_back_is_told_what_happened_since(worker) -> None:
    match = await worker.new_match()
    await worker.play_out(match)
    whole = await story(worker, match, 0)
    assert len(whole) > 8
    assert await story(worker, match, 0, after_version=5) == [change for change in whole if change[0] > 5]
    assert await story(worker, match, 0, after_version=10_000) == []


async def test_a_story_is_told_to_who_may_hear_it(worker) -> None:
    match, other = await worker.new_match(private=True), await worker.new_match()
    public = worker.stub.GetStory(pb.GetStoryRequest(match_id=match.id))
    assert await refused(public.read()) == "UNAUTHENTICATED"
    for_another = worker.stub.GetStory(pb.GetStoryRequest(match_id=match.id, seat=1), metadata=match.auth(0))
    assert await refused(for_another.read()) == "FORBIDDEN"
    unknown = worker.stub.GetStory(pb.GetStoryRequest(match_id="no-such-match"))
    assert await refused(unknown.read()) == "UNKNOWN_MATCH"
    assert await story(worker, match)
    assert await story(worker, other)
