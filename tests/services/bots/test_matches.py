"""Matches of tournaments between bots: played by workers, archived under their own ids, blamed where a bot is to
blame."""

import grpc
import pytest

from engine.core.chance import commitment
from services.api import bots_pb2 as pb
from services.api.archive_pb2 import Filter, GetRequest, ListRequest, VerifyRequest
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.bots_pb2_grpc import BotsServiceStub
from services.api.errors_pb2 import ErrorReason
from services.bots.__main__ import setup as bots_setup
from services.process.refusals import detail_of
from tests.services import endless_bot  # noqa: F401  # makes the endless bot known here
from tests.services.bots.test_pairs import services  # noqa: F401  # a fixture
from tests.services.conftest import bearer, channel_to

DEAL = bytes(range(16))


def match(number: int, *bots: str, **more) -> pb.MatchToPlay:
    return pb.MatchToPlay(match_id=f"t-event-{number}", bots=bots or ["random", "greedy"], deal=DEAL, **more)


async def play(bots: BotsServiceStub, auth, *matches: pb.MatchToPlay, **fields) -> dict[int, pb.MatchResult]:
    request = pb.PlayMatchesRequest(**{"game": "barrow", "scenario": "duel", "matches": matches, **fields})
    results = [one async for page in bots.PlayMatches(request, metadata=auth) for one in page.results]
    assert len({one.number for one in results}) == len(results)
    return {one.number: one for one in results}


async def test_matches_are_archived_under_their_ids_with_labels(
    services: tuple[BotsServiceStub, ArchiveServiceStub],  # noqa: F811
    service,
) -> None:
    bots, archive = services
    labels = {"tournament": "t-event", "round": "1"}
    results = await play(bots, service, *(match(number, labels=labels) for number in range(12)), matches_per_task=3)
    assert sorted(results) == list(range(12))
    assert not any(one.HasField("record") for one in results.values())
    kept = await archive.List(ListRequest(filter=Filter(labels={"tournament": "t-event"})))
    assert {one.match_id for one in kept.records} == {f"t-event-{number}" for number in range(12)}
    for record in kept.records:
        number = int(record.match_id.rsplit("-", 1)[1])
        assert record.commitment == commitment(DEAL)
        assert record.outcome == results[number].outcome
        assert [seat.bot for seat in record.seats] == ["random", "greedy"]
    assert (await archive.Verify(VerifyRequest(match_id="t-event-3"))).ok
    assert len({record.digest for record in kept.records}) > 1, "bots have a chance of their own at each table"
    again = await play(bots, service, match(3))
    assert again[0].outcome == results[3].outcome, "a match that is played again is the same"


async def test_every_seat_has_its_bot_and_who_breaks_a_match_is_named(
    services: tuple[BotsServiceStub, ArchiveServiceStub],  # noqa: F811
    service,
) -> None:
    bots, archive = services
    three = ("random", "greedy", "random:blunder=0.5")
    results = await play(bots, service, match(0, *three), scenario="company", seats=3)
    assert results[0].outcome.reason
    record = (await archive.Get(GetRequest(match_id="t-event-0"))).record
    assert [seat.bot for seat in record.seats] == list(three)
    late = await play(bots, service, match(1, "random", "endless"), match(2, sealed=True), limit_ms=100)
    assert (late[0].forfeited_by, late[0].fault, late[0].HasField("outcome")) == (1, "overrun", False)
    with pytest.raises(grpc.RpcError) as refused:
        await archive.Get(GetRequest(match_id="t-event-1"), metadata=service)
    assert detail_of(refused.value).reason == ErrorReason.ERROR_REASON_UNKNOWN_RECORD
    assert (await archive.Get(GetRequest(match_id="t-event-2"), metadata=service)).record.sealed


NONSENSE = [
    ({"matches": []}, "INVALID_ARGUMENT"),
    ({"matches": [match(1), match(1)]}, "INVALID_ARGUMENT"),
    ({"matches": [match(1, "random")]}, "INVALID_ARGUMENT"),
    ({"matches": [match(1, "random", "hal")]}, "UNKNOWN_BOT"),
    ({"matches": [pb.MatchToPlay(match_id="t-event-1", bots=["random"] * 2, deal=b"x")]}, "INVALID_ARGUMENT"),
    ({"matches": [pb.MatchToPlay(match_id="no", bots=["random"] * 2, deal=DEAL)]}, "INVALID_ARGUMENT"),
    ({"matches": [match(1, labels={"A": "b"})]}, "INVALID_ARGUMENT"),
    ({"game": "chess"}, "UNKNOWN_GAME"),
    ({"limit_ms": 60_001}, "INVALID_ARGUMENT"),
    ({"matches_per_task": 201}, "INVALID_ARGUMENT"),
]


async def test_matches_that_make_no_sense_are_refused(settings, store, service, keyring) -> None:
    async with channel_to(bots_setup, settings.having(archive_address="127.0.0.1:1")) as channel:
        bots = BotsServiceStub(channel)
        for fields, reason in NONSENSE:
            with pytest.raises(grpc.RpcError) as refused:
                await play(bots, service, match(0), **fields)
            assert ErrorReason.Name(detail_of(refused.value).reason)[13:] == reason, fields
        with pytest.raises(grpc.RpcError) as refused:
            await play(bots, bearer(keyring.mint("player", "ann", 60)), match(0))
        assert detail_of(refused.value).reason == ErrorReason.ERROR_REASON_FORBIDDEN
    async with channel_to(bots_setup, settings) as channel:
        with pytest.raises(grpc.RpcError, match="no archive"):
            await play(BotsServiceStub(channel), service, match(0))
