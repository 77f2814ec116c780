"""The ladders service with real bots: standings are a fit of its pairs, each of which is stored once."""

import csv
import io
import json
import signal

import grpc
import numpy as np
import pytest

from services.api import ladders_pb2 as pb
from services.api.archive_pb2 import VerifyRequest
from services.api.errors_pb2 import ErrorReason
from services.ladders.__main__ import setup
from services.pairs.ratings import PairTable, fit, sum_up
from services.process.refusals import detail_of
from services.rpc.serving import serving
from tests.services import endless_bot  # noqa: F401  # makes the endless bot known here
from tests.services.bots.test_bots import start_worker
from tests.services.conftest import bearer, eventually
from tests.services.ladders.conftest import BOTS, Ladders

PATIENCE = 90.0
"""How long a small ladder may take on a busy machine."""


def fitted(export: bytes, entrants: int) -> np.ndarray:
    """The ratings that the pairs of an export lead to."""
    pairs = json.loads(export)["pairs"]

    def column(name: str, kind: type) -> np.ndarray:
        return np.array([pair[name] for pair in pairs], dtype=kind)

    legs = [2 * column(name, np.float64) for name in ("first_leg", "second_leg")]
    table = PairTable(column("first", np.int64), column("second", np.int64), *legs)
    return fit(sum_up(table, entrants), entrants).elo


def by_entrant(standings: pb.Standings) -> list[float]:
    return [one.elo for one in sorted(standings.standings, key=lambda one: one.entrant)]


async def test_a_ladder_is_played_and_its_standings_are_a_fit_of_its_pairs(ladders: Ladders, settings) -> None:
    async with start_worker(settings):
        ladder = await ladders.create(most_pairs=80, gauntlet_pairs=6)
        assert ladder.sides == ["red", "blue"]
        await eventually(lambda: ladders.is_finished(ladder.ladder_id), PATIENCE)
    standings = await ladders.standings("barrow")
    assert standings.pairs == 80
    assert sum(one.pairs for one in standings.standings) == 160
    export = await ladders.export(ladder.ladder_id)
    assert sorted(pair["number"] for pair in json.loads(export)["pairs"]) == list(range(80))
    np.testing.assert_allclose(by_entrant(standings), fitted(export, 4), atol=1e-6)
    assert {side.side for side in standings.standings[0].sides} == {"red", "blue"}
    rows = list(csv.DictReader(io.StringIO((await ladders.export(ladder.ladder_id, pb.EXPORT_FORMAT_CSV)).decode())))
    assert [int(row["number"]) for row in rows] == list(range(80))
    assert rows[0]["first_bot"].startswith(tuple(BOTS))
    kept = (await ladders.stub.ListStandings(pb.ListStandingsRequest(ladder_id="barrow"))).standings
    assert [one.pairs for one in kept] == sorted(one.pairs for one in kept)
    assert kept[-1].pairs == 80, "the last standings are kept"
    assert kept[-1].standings == standings.standings
    table = await ladders.stub.GetCrossTable(pb.GetCrossTableRequest(ladder_id="barrow"))
    assert sum(meeting.pairs for meeting in table.meetings) == 80
    assert all(sum(meeting.pentanomial) == meeting.pairs for meeting in table.meetings)
    page = await ladders.stub.ListPairs(pb.ListPairsRequest(ladder_id="barrow", entrant=1, page_size=5))
    assert all(1 in (pair.first, pair.second) for pair in page.pairs)
    for match in page.pairs[0].matches:
        assert (await ladders.archive.Verify(VerifyRequest(match_id=match.match_id))).ok
    rest = pb.ListPairsRequest(ladder_id="barrow", entrant=1, page_size=5, page_token=page.next_page_token)
    assert (await ladders.stub.ListPairs(rest)).pairs[0].number < page.pairs[-1].number


async def test_every_pair_counts_once_whoever_is_killed(ladders: Ladders, settings) -> None:
    """Workers killed in the middle of pairs, and ladder services that end and come again beside each other."""
    ladder = await ladders.create(most_pairs=300, gauntlet_pairs=6, no_records=True)

    async def has(pairs: int) -> bool:
        return (await ladders.get(ladder.ladder_id)).pairs >= pairs

    for goal in (40, 120):
        async with start_worker(settings) as worker, serving(setup, ladders.settings):
            await eventually(lambda goal=goal: has(goal), PATIENCE)
            worker.send_signal(signal.SIGKILL)
    async with start_worker(settings):
        await eventually(lambda: ladders.is_finished(ladder.ladder_id), PATIENCE)
    export = await ladders.export(ladder.ladder_id)
    assert sorted(pair["number"] for pair in json.loads(export)["pairs"]) == list(range(300))
    standings = await ladders.standings(ladder.ladder_id)
    assert standings.pairs == (await ladders.get(ladder.ladder_id)).pairs == 300
    np.testing.assert_allclose(by_entrant(standings), fitted(export, 4), atol=1e-6)


async def test_a_bot_that_overruns_its_time_is_told_apart_from_one_that_loses(ladders: Ladders, settings) -> None:
    async with start_worker(settings):
        ladder = await ladders.create(bots=("random", "endless"), most_pairs=2, limit_ms=50)
        await eventually(lambda: ladders.is_finished(ladder.ladder_id), PATIENCE)
    best, last = (await ladders.standings(ladder.ladder_id)).standings
    assert (best.bot, best.overruns, best.score) == ("random", 0, 1.0)
    assert (last.bot, last.overruns, last.score) == ("endless", 4, 0.0)


async def test_a_bot_that_kills_its_workers_loses_and_stops_nobody(ladders: Ladders, settings) -> None:
    async with start_worker(settings):
        ladder = await ladders.create(bots=("random", "greedy", "killer"), most_pairs=9, gauntlet_pairs=6)
        await eventually(lambda: ladders.is_finished(ladder.ladder_id), PATIENCE)
    after = await ladders.get(ladder.ladder_id)
    assert (after.pairs, after.void_pairs) == (9, 0)
    by_bot = {one.bot: one for one in (await ladders.standings("barrow")).standings}
    assert by_bot["killer"].crashes == 2 * by_bot["killer"].pairs > 0
    assert by_bot["killer"].score == 0.0
    assert by_bot["random"].crashes == by_bot["greedy"].crashes == 0


async def test_a_test_decides_and_does_not_count_for_its_ladder(ladders: Ladders, settings) -> None:
    ladder = (await ladders.create(bots=("random",))).ladder_id
    request = pb.RunTestRequest(ladder_id=ladder, first="greedy", second="random", elo0=0, elo1=200)
    test = (await ladders.stub.RunTest(request, metadata=ladders.admin)).test
    assert (test.state, test.verdict, test.pairs) == (pb.LADDER_STATE_RUNNING, pb.TEST_VERDICT_UNDECIDED, 0)

    async def decided() -> pb.Test | None:
        now = (await ladders.stub.GetTest(pb.GetTestRequest(test_id=test.test_id))).test
        return now if now.state == pb.LADDER_STATE_FINISHED else None

    async with start_worker(settings):
        after = await eventually(decided, PATIENCE)
    assert after.verdict == pb.TEST_VERDICT_ACCEPTED
    assert after.llr >= after.upper
    assert sum(after.pentanomial) == after.pairs > 0
    assert (await ladders.get(ladder)).pairs == 0
    assert [one.ladder_id for one in (await ladders.stub.ListLadders(pb.ListLaddersRequest())).ladders] == [ladder]
    assert list((await ladders.stub.ListTests(pb.ListTestsRequest(ladder_id=ladder))).tests) == [after]
    points = (await ladders.stub.GetTestCurve(pb.GetTestCurveRequest(test_id=test.test_id))).points
    assert [point.pairs for point in points] == [*range(1, after.pairs + 1)], "few enough for each to be a point"
    assert points[-1].llr == pytest.approx(after.llr)
    assert all(after.lower < point.llr < after.upper for point in points[:-1])


async def test_a_watcher_sees_a_ladder_grow(ladders: Ladders, settings) -> None:
    ladder = await ladders.create(most_pairs=30)
    seen: list[int] = []
    async with start_worker(settings):
        async for update in ladders.stub.WatchLadder(pb.WatchLadderRequest(ladder_id=ladder.ladder_id)):
            seen.append(update.ladder.pairs)
            last = update.standings
            assert len(update.standings.standings) == 4
            if update.ladder.state == pb.LADDER_STATE_FINISHED:
                break
    assert seen[0] == 0
    assert seen[-1] == 30
    assert seen == sorted(seen)
    assert last.pairs == 30, "the last standings are of all pairs"


async def test_the_standings_of_a_ladder_at_rest_are_of_all_its_pairs(ladders: Ladders, settings) -> None:
    ladder = (await ladders.create(no_records=True)).ladder_id
    watched = ladders.stub.WatchLadder(pb.WatchLadderRequest(ladder_id=ladder))
    async with start_worker(settings):
        async for update in watched:
            if update.ladder.state == pb.LADDER_STATE_RUNNING and update.ladder.pairs > 10:
                await ladders.stub.PauseLadder(pb.PauseLadderRequest(ladder_id=ladder), metadata=ladders.admin)
            if update.ladder.state == pb.LADDER_STATE_PAUSED:
                assert update.standings.pairs >= update.ladder.pairs
                break
    watched.cancel()


async def test_two_ladders_share_the_workers(ladders: Ladders, settings) -> None:
    """When the first has had all its pairs, the other has had a fair part: neither waits for the other's end."""
    names = ("one", "two")
    for name in names:
        await ladders.create(name, most_pairs=150, no_records=True)
    async with start_worker(settings):
        await eventually(lambda: ladders.is_finished("one"), PATIENCE)
        assert (await ladders.get("two")).pairs > 50
        await eventually(lambda: ladders.is_finished("two"), PATIENCE)


async def test_a_round_robin_is_even(ladders: Ladders, settings) -> None:
    async with start_worker(settings):
        await ladders.create(most_pairs=18, scheduler=pb.SCHEDULER_ROUND_ROBIN, no_records=True)
        await eventually(lambda: ladders.is_finished("barrow"), PATIENCE)
    table = await ladders.stub.GetCrossTable(pb.GetCrossTableRequest(ladder_id="barrow"))
    assert [meeting.pairs for meeting in table.meetings] == [3] * 6


async def test_a_test_that_is_cancelled_is_over(ladders: Ladders, settings) -> None:
    ladder = (await ladders.create(bots=("random",), paused=True)).ladder_id
    request = pb.RunTestRequest(ladder_id=ladder, first="random", second="random", elo0=0, elo1=1)
    test_id = (await ladders.stub.RunTest(request, metadata=ladders.admin)).test.test_id

    async def standing() -> pb.Test:
        return (await ladders.stub.GetTest(pb.GetTestRequest(test_id=test_id))).test

    async def has_begun() -> bool:
        return (await standing()).pairs > 0

    cancel = pb.CancelTestRequest(test_id=test_id)
    async with start_worker(settings):
        await eventually(has_begun, PATIENCE)
        after = (await ladders.stub.CancelTest(cancel, metadata=ladders.admin)).test
        assert (after.state, after.verdict) == (pb.LADDER_STATE_FINISHED, pb.TEST_VERDICT_UNDECIDED)
        other = await ladders.create("other", most_pairs=10, no_records=True)
        await eventually(lambda: ladders.is_finished(other.ladder_id), PATIENCE)
    assert await standing() == after, "what was still being played changes nothing"
    assert (await ladders.stub.CancelTest(cancel, metadata=ladders.admin)).test == after
    with pytest.raises(grpc.RpcError) as caught:
        await ladders.stub.CancelTest(pb.CancelTestRequest(test_id="l-nobody"), metadata=ladders.admin)
    assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_UNKNOWN_LADDER


async def test_a_ladder_rests_and_goes_on(ladders: Ladders, settings) -> None:
    ladder = (await ladders.create(most_pairs=40, no_records=True)).ladder_id
    paused = await ladders.stub.PauseLadder(pb.PauseLadderRequest(ladder_id=ladder), metadata=ladders.admin)
    assert paused.ladder.state == pb.LADDER_STATE_PAUSED
    enter = pb.EnterLadderRequest(ladder_id=ladder, entries=[pb.Entry(bot="greedy:blunder=0.9", anchor_elo=1000)])
    [entrant] = (await ladders.stub.EnterLadder(enter, metadata=ladders.admin)).entrants
    assert (entrant.entrant, entrant.anchor_elo) == (4, 1000)
    withdraw = pb.WithdrawEntrantRequest(ladder_id=ladder, entrant=0)
    gone = (await ladders.stub.WithdrawEntrant(withdraw, metadata=ladders.admin)).entrant
    assert gone.state == pb.ENTRANT_STATE_WITHDRAWN
    resumed = await ladders.stub.ResumeLadder(pb.ResumeLadderRequest(ladder_id=ladder), metadata=ladders.admin)
    assert resumed.ladder.state == pb.LADDER_STATE_RUNNING
    async with start_worker(settings):
        await eventually(lambda: ladders.is_finished(ladder), PATIENCE)
    by_number = {one.entrant: one for one in (await ladders.standings(ladder)).standings}
    assert by_number[4].elo == 1000
    assert by_number[0].pairs <= 12  # those that had been handed out before
    assert all(by_number[number].pairs > 0 for number in (1, 2, 3, 4))


async def test_nobody_enters_a_ladder_that_is_played_no_more(ladders: Ladders, settings) -> None:
    ladder = await ladders.create(most_pairs=2, no_records=True)
    async with start_worker(settings):
        await eventually(lambda: ladders.is_finished(ladder.ladder_id), PATIENCE)
    enter = pb.EnterLadderRequest(ladder_id=ladder.ladder_id, entries=[pb.Entry(bot="greedy:blunder=0.9")])
    with pytest.raises(grpc.RpcError) as caught:
        await ladders.stub.EnterLadder(enter, metadata=ladders.admin)
    assert "has had all its pairs" in detail_of(caught.value).message
    assert len((await ladders.get(ladder.ladder_id)).entrants) == len(ladder.entrants)


# -- requests


@pytest.mark.parametrize(
    ("setting", "bots", "reason"),
    [
        ({"game": "chess"}, ["random"], "UNKNOWN_GAME"),
        ({"scenario": "siege"}, ["random"], "UNKNOWN_SCENARIO"),
        ({"options": {"rounds": "99"}}, ["random"], "BAD_OPTION"),
        ({"seats": 9}, ["random"], "INVALID_ARGUMENT"),
        ({"scenario": "company", "seats": 3}, ["random"], "INVALID_ARGUMENT"),
        ({"limit_ms": -5}, ["random"], "INVALID_ARGUMENT"),
        ({"most_pairs": -1}, ["random"], "INVALID_ARGUMENT"),
        ({"target_error": float("nan")}, ["random"], "INVALID_ARGUMENT"),
        ({"scheduler": 7}, ["random"], "INVALID_ARGUMENT"),
        ({}, ["hal"], "UNKNOWN_BOT"),
        ({}, ["greedy:depth=3"], "UNKNOWN_BOT"),
        ({}, ["http://127.0.0.1:8080"], "UNKNOWN_BOT"),
        ({}, ["random", "random"], "INVALID_ARGUMENT"),
    ],
)
async def test_ladders_that_make_no_sense_are_refused(ladders: Ladders, setting, bots, reason) -> None:
    request = pb.CreateLadderRequest(
        name="x",
        setting=pb.LadderSetting(**{"game": "barrow", **setting}),
        entries=[pb.Entry(bot=bot) for bot in bots],
    )
    with pytest.raises(grpc.RpcError) as caught:
        await ladders.stub.CreateLadder(request, metadata=ladders.admin)
    assert ErrorReason.Name(detail_of(caught.value).reason)[13:] == reason
    assert not (await ladders.stub.ListLadders(pb.ListLaddersRequest())).ladders


async def test_changes_are_for_operators_and_reading_for_anybody(ladders: Ladders, keyring) -> None:
    ladder = (await ladders.create(bots=("random",))).ladder_id
    player = bearer(keyring.mint("player", "ann", 60, scopes="play host"))
    calls = [
        ladders.stub.CreateLadder(pb.CreateLadderRequest(name="y"), metadata=player),
        ladders.stub.EnterLadder(pb.EnterLadderRequest(ladder_id=ladder), metadata=player),
        ladders.stub.WithdrawEntrant(pb.WithdrawEntrantRequest(ladder_id=ladder), metadata=player),
        ladders.stub.PauseLadder(pb.PauseLadderRequest(ladder_id=ladder), metadata=player),
        ladders.stub.ResumeLadder(pb.ResumeLadderRequest(ladder_id=ladder), metadata=player),
        ladders.stub.RunTest(pb.RunTestRequest(ladder_id=ladder), metadata=player),
        ladders.stub.CancelTest(pb.CancelTestRequest(test_id=ladder), metadata=player),
    ]
    for call in calls:
        with pytest.raises(grpc.RpcError) as caught:
            await call
        assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_FORBIDDEN
    assert (await ladders.get(ladder)).name == "barrow"


async def test_what_is_not_there_is_named(ladders: Ladders) -> None:
    for ladder_id in ("l-nobody", "", "a\0b"):
        with pytest.raises(grpc.RpcError) as caught:
            await ladders.get(ladder_id)
        assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_UNKNOWN_LADDER
    with pytest.raises(grpc.RpcError) as caught:
        await ladders.stub.GetTest(pb.GetTestRequest(test_id="l-nobody"))
    assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_UNKNOWN_LADDER
    await ladders.create()
    with pytest.raises(grpc.RpcError) as caught:
        await ladders.create()
    assert detail_of(caught.value).reason == ErrorReason.ERROR_REASON_LADDER_EXISTS
    request = pb.WithdrawEntrantRequest(ladder_id="barrow", entrant=4)
    with pytest.raises(grpc.RpcError, match="its entrants are 0 to 3"):
        await ladders.stub.WithdrawEntrant(request, metadata=ladders.admin)
    with pytest.raises(grpc.RpcError, match="not one of ours"):
        await ladders.stub.ListPairs(pb.ListPairsRequest(ladder_id="barrow", page_token="x"))
