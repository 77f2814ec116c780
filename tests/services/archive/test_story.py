"""The archive tells a match's story as the engine told it, by the same versions, to those who may see the record."""

import random

import grpc
import pytest

from services.api import archive_pb2 as pb
from services.api import engine_pb2
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH
from services.archive.__main__ import LARGE_METHODS, setup
from tests.services.archive.test_archive import played
from tests.services.conftest import channel_to, eventually
from tests.services.engine.conftest import worker  # noqa: F401  # a fixture
from tests.services.engine.test_matches import refused
from tests.services.engine.test_story import Told, play_with_an_undo, story, told


@pytest.fixture
async def archive(settings, store):
    async with channel_to(setup, settings, large_methods=LARGE_METHODS) as channel:
        yield ArchiveServiceStub(channel)


async def archived_story(archive, match_id: str, auth=None, **more) -> Told:
    """What the archive tells of a match."""
    call = archive.GetArchivedStory(pb.GetArchivedStoryRequest(match_id=match_id, **more), metadata=auth)
    return told([update async for part in call for update in part.updates])


async def is_archived(archive, match_id: str, auth=None) -> None:
    """Wait until the archive has the record of a match."""

    async def find():
        try:
            return (await archive.Get(pb.GetRequest(match_id=match_id), metadata=auth)).record.match_id
        except grpc.RpcError:
            return None

    assert await eventually(find) == match_id


async def test_the_archive_tells_what_the_engine_told(worker, archive) -> None:  # noqa: F811
    match = await worker.new_match(3, game="barrow", scenario="company", options={"rounds": "3"})
    await worker.stub.HandOverSeat(
        engine_pb2.HandOverSeatRequest(match_id=match.id, seat=1, bot="random"), metadata=match.auth(1)
    )
    await worker.stub.TakeSeat(engine_pb2.TakeSeatRequest(match_id=match.id, seat=1), metadata=match.auth(1))
    await play_with_an_undo(worker, match)
    await is_archived(archive, match.id)
    for seat, language in ((None, LANGUAGE_ENGLISH), (0, LANGUAGE_POLISH), (2, 0)):
        whole = await story(worker, match, seat, language=language)
        assert any(undone for _, undone, _ in whole)
        assert await archived_story(archive, match.id, seat=seat, language=language) == whole
        for after in (0, 3, whole[-1][0] - 1, whole[-1][0]):
            since = await archived_story(archive, match.id, seat=seat, language=language, after_version=after)
            assert since == [change for change in whole if change[0] > after]


async def test_a_match_that_was_given_up_is_told_to_its_end(worker, archive) -> None:  # noqa: F811
    match = await worker.new_match()
    decision = (await worker.see(match, 0)).decision
    await worker.choose(match, 0, random.Random(1).randrange(len(decision.options)))
    await worker.stub.Concede(engine_pb2.ConcedeRequest(match_id=match.id, seat=1), metadata=match.auth(1))
    await is_archived(archive, match.id)
    whole = await story(worker, match, 0, language=LANGUAGE_ENGLISH)
    assert [kind for kind, _, _ in whole[-1][2]] == ["conceded"]
    assert await archived_story(archive, match.id, seat=0, language=LANGUAGE_ENGLISH) == whole


async def test_a_record_of_bots_is_told_by_its_choices(archive, service) -> None:
    record = played(3)
    await archive.Put(pb.PutRequest(records=[record]), metadata=service)
    whole = await archived_story(archive, record.match_id, language=LANGUAGE_ENGLISH)
    assert whole[0][0] == 0
    assert whole[-1][0] == record.decisions
    request = pb.GetArchivedStoryRequest(match_id=record.match_id, as_json=True)
    texts = [update.json async for part in archive.GetArchivedStory(request) for update in part.updates]
    assert all(text.startswith(b'{"version":') for text in texts)
    assert len(texts) == len(whole)


async def test_a_story_is_told_to_who_may_see_the_record(worker, archive, service) -> None:  # noqa: F811
    match = await worker.new_match(private=True)
    await worker.play_out(match)
    await is_archived(archive, match.id, match.auth(0))
    assert await refusal(archive, match.id) == "UNKNOWN_RECORD"
    assert await archived_story(archive, match.id, match.auth(0), seat=0) == await story(worker, match, 0)
    sealed, broken = played(4), played(5)
    sealed.sealed = True
    broken.history = b"not a history"
    await archive.Put(pb.PutRequest(records=[sealed, broken]), metadata=service)
    assert await refusal(archive, sealed.match_id) == "FORBIDDEN"
    assert await refusal(archive, broken.match_id) == "BAD_RECORD"
    assert await refusal(archive, sealed.match_id, service, seat=7) == "INVALID_ARGUMENT"
    assert await archived_story(archive, sealed.match_id, service)


async def refusal(archive, match_id: str, auth=None, **more) -> str:
    """Why the archive does not tell a story."""
    return await refused(archived_story(archive, match_id, auth, **more))
