"""What tournaments ask of engines: matches of deals that they name, sealed ones, many at once, and their end."""

import grpc
import pytest

from engine.core.chance import commitment
from services.api import engine_pb2 as pb
from services.api.archive_pb2 import GetRequest
from services.api.archive_pb2_grpc import ArchiveServiceStub
from services.api.errors_pb2 import ErrorReason
from services.archive.__main__ import setup as archive_setup
from services.process.refusals import detail_of
from tests.services.conftest import bearer, channel_to, eventually
from tests.services.engine.conftest import Engine, NewMatch

DEAL = bytes(range(16))


@pytest.fixture
def tournaments(keyring):
    """Metadata of a call of the tournaments service."""
    return bearer(keyring.mint("service", "tournaments", 60))


def request(match_id: str, **more) -> pb.CreateMatchRequest:
    seats = [pb.SeatHolder(player="ann"), pb.SeatHolder(player="bob")]
    return pb.CreateMatchRequest(match_id=match_id, game="barrow", scenario="duel", seats=seats, seed=DEAL, **more)


async def create(worker: Engine, auth, *requests: pb.CreateMatchRequest) -> list[pb.CreateMatchResponse]:
    made = await worker.stub.CreateMatches(pb.CreateMatchesRequest(matches=requests), metadata=auth)
    assert all(one.HasField("created") for one in made.matches), made
    return [one.created for one in made.matches]


def new_match(made: pb.CreateMatchResponse) -> NewMatch:
    return NewMatch(made.match.match_id, {one.seat: one.token for one in made.tokens}, made.spectator_token)


async def test_only_dealers_and_operators_name_a_seed(worker: Engine, tournaments, keyring) -> None:
    [made] = await create(worker, tournaments, request("t-event-1"))
    assert made.match.commitment == commitment(DEAL)
    for name in ("matchmaking", "script"):
        others = bearer(keyring.mint("service", name, 60))
        answer = await worker.stub.CreateMatches(
            pb.CreateMatchesRequest(matches=[request("t-event-2")]), metadata=others
        )
        assert answer.matches[0].error.reason == ErrorReason.ERROR_REASON_FORBIDDEN


async def test_a_match_has_its_labels_and_so_has_its_record(worker: Engine, tournaments, settings, service) -> None:
    labels = {"tournament": "t-event", "round": "3", "table": "12"}
    [made] = await create(worker, tournaments, request("t-event-1", labels=labels, unrated=True))
    assert (dict(made.match.labels), made.match.unrated) == (labels, True)
    await worker.play_out(new_match(made))
    async with channel_to(archive_setup, settings) as channel:
        archive = ArchiveServiceStub(channel)

        async def record():
            try:
                return (await archive.Get(GetRequest(match_id="t-event-1"))).record
            except grpc.RpcError:
                return None

        kept = await eventually(record)
    assert (dict(kept.labels), kept.unrated, kept.sealed) == (labels, True, False)


async def test_nobody_but_the_tournament_lets_a_bot_play_for_somebody(worker: Engine, tournaments, keyring) -> None:
    [made] = await create(worker, tournaments, request("t-event-1", labels={"tournament": "t-event"}))
    ann = new_match(made)
    hand = pb.HandOverSeatRequest(match_id=ann.id, seat=0, bot="greedy")
    for auth in (ann.auth(0), bearer(keyring.mint("player", "ann", 60))):
        with pytest.raises(grpc.RpcError, match="withdraws") as refused:
            await worker.stub.HandOverSeat(hand, metadata=auth)
        assert detail_of(refused.value).reason == ErrorReason.ERROR_REASON_FORBIDDEN
    update = (await worker.stub.HandOverSeat(hand, metadata=tournaments)).update
    assert update.version == 1


@pytest.mark.parametrize(
    "labels", [{f"l{n}": "x" for n in range(9)}, {"Round": "1"}, {"round": ""}, {"round": "a b"}, {"round": "x" * 65}]
)
async def test_labels_that_cannot_be_kept_are_refused(worker: Engine, tournaments, labels) -> None:
    answer = await worker.stub.CreateMatches(
        pb.CreateMatchesRequest(matches=[request("t-event-1", labels=labels)]), metadata=tournaments
    )
    assert answer.matches[0].error.reason == ErrorReason.ERROR_REASON_INVALID_ARGUMENT


async def test_a_sealed_match_shows_its_seed_to_nobody(worker: Engine, tournaments, settings, keyring) -> None:
    """Its deal is played elsewhere too: neither who watches nor who played may know it."""
    [made] = await create(worker, tournaments, request("t-event-1", sealed=True))
    match = new_match(made)
    assert made.match.sealed
    info = await worker.play_out(match)
    assert info.end.outcome.reason
    assert not info.end.seed
    for seat in (0, 1, None):
        end = (await worker.see(match, seat)).end
        assert end.outcome.reason
        assert not end.seed
    async with channel_to(archive_setup, settings) as channel:
        archive, player = ArchiveServiceStub(channel), bearer(keyring.mint("player", "ann", 60))

        async def is_kept_sealed() -> bool:
            with pytest.raises(grpc.RpcError) as refused:
                await archive.Get(GetRequest(match_id=match.id), metadata=player)
            return detail_of(refused.value).reason == ErrorReason.ERROR_REASON_FORBIDDEN

        await eventually(is_kept_sealed)


async def test_many_matches_are_looked_at_and_annulled_at_once(worker: Engine, tournaments, admin) -> None:
    made = await create(worker, tournaments, *(request(f"t-event-{number}") for number in range(3)))
    first = new_match(made[0])
    waiting = made[0].match.waiting_for[0]
    await worker.choose(first, waiting)
    ids = [one.match.match_id for one in made]
    answer = await worker.stub.GetMatches(pb.GetMatchesRequest(match_ids=[*ids, "nowhere-0"]), metadata=tournaments)
    assert [one.match_id for one in answer.matches] == ids
    assert [seat.has_played for seat in answer.matches[0].seats] == [seat == waiting for seat in (0, 1)]
    assert not any(seat.has_played for seat in answer.matches[1].seats)

    annul = pb.AnnulMatchesRequest(match_ids=[*ids[:2], "nowhere-0"], reason="nobody came")
    assert (await worker.stub.AnnulMatches(annul, metadata=tournaments)).match_ids == ids[:2]
    assert not (await worker.stub.AnnulMatches(annul, metadata=tournaments)).match_ids
    end = (await worker.see(first, 0)).end
    assert (end.outcome.reason, end.outcome.note, end.outcome.winners) == ("annulled", "nobody came", [])
    last = (await worker.stub.GetMatches(pb.GetMatchesRequest(match_ids=ids[2:]), metadata=tournaments)).matches[0]
    assert not last.HasField("end")


async def test_many_matches_at_once_are_for_our_services(worker: Engine, keyring, tournaments) -> None:
    player = bearer(keyring.mint("player", "ann", 60))
    ids = ["t-event-1"]
    for call, asked in (
        (worker.stub.GetMatches, pb.GetMatchesRequest(match_ids=ids)),
        (worker.stub.AnnulMatches, pb.AnnulMatchesRequest(match_ids=ids, reason="no")),
    ):
        with pytest.raises(grpc.RpcError) as refused:
            await call(asked, metadata=player)
        assert detail_of(refused.value).reason == ErrorReason.ERROR_REASON_FORBIDDEN
    for call, asked in (
        (worker.stub.GetMatches, pb.GetMatchesRequest(match_ids=ids * 201)),
        (worker.stub.AnnulMatches, pb.AnnulMatchesRequest(match_ids=ids * 201, reason="no")),
        (worker.stub.AnnulMatches, pb.AnnulMatchesRequest(match_ids=ids)),
    ):
        with pytest.raises(grpc.RpcError) as refused:
            await call(asked, metadata=tournaments)
        assert detail_of(refused.value).reason == ErrorReason.ERROR_REASON_INVALID_ARGUMENT
