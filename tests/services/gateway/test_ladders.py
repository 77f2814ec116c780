"""Ladders of bots over HTTP, as anybody may read them."""

import grpc
import pytest

from services.api import ladders_pb2 as pb
from services.api.ladders_pb2_grpc import LaddersServiceStub
from tests.services.gateway.conftest import Gateway
from tests.services.gateway.test_streams import events


async def new_ladder(gateway: Gateway, admin) -> str:
    """A ladder of two bots that is paused, and a test of it; the id of the test."""
    setting = pb.LadderSetting(game="barrow", scenario="duel", options={"rounds": "1"}, most_pairs=4)
    entries = [pb.Entry(bot="random", anchor_elo=1500.0), pb.Entry(bot="greedy")]
    async with grpc.aio.insecure_channel(gateway.settings.services.ladders_address) as channel:
        stub = LaddersServiceStub(channel)
        request = pb.CreateLadderRequest(name="barrow", setting=setting, entries=entries, paused=True)
        await stub.CreateLadder(request, metadata=admin)
        test = pb.RunTestRequest(ladder_id="barrow", first="greedy", second="random", elo1=10, most_pairs=2)
        return (await stub.RunTest(test, metadata=admin)).test.test_id


async def test_a_ladder_is_read(gateway: Gateway, admin) -> None:
    test_id = await new_ladder(gateway, admin)
    ladders = (await gateway.get("/ladders", game="barrow"))["ladders"]
    assert "barrow" in [one["name"] for one in ladders]
    ladder = await gateway.get("/ladders/barrow")
    assert (ladder["state"], ladder["setting"]["options"]) == ("paused", {"coins": 2, "rounds": 1})
    assert [(one["bot"], one["anchor_elo"], one["state"]) for one in ladder["entrants"]] == [
        ("random", 1500.0, "playing"),
        ("greedy", None, "playing"),
    ]
    standings = await gateway.get("/ladders/barrow/standings")
    assert sorted(one["bot"] for one in standings["standings"]) == ["greedy", "random"]
    assert (await gateway.get("/ladders/barrow/standings/history"))["standings"] == []
    assert len((await gateway.get("/ladders/barrow/cross-table"))["entrants"]) == 2
    assert (await gateway.get("/ladders/barrow/pairs", entrant=1))["pairs"] == []
    assert (await gateway.get("/ladders/barrow/pairs", entrant=1, opponent=0))["pairs"] == []
    alone = await gateway.http.get("/ladders/barrow/pairs", params={"opponent": 1})
    assert (alone.status_code, alone.json()["reason"]) == (400, "INVALID_ARGUMENT")
    assert [one["test_id"] for one in (await gateway.get("/ladders/barrow/tests"))["tests"]] == [test_id]
    assert (await gateway.get(f"/ladder-tests/{test_id}/curve"))["points"] == []
    test = await gateway.get(f"/ladder-tests/{test_id}")
    assert (test["elo1"], test["verdict"]) == (10, "undecided")
    async with events(gateway, "/feeds/ladders/barrow") as feed:
        name, _, update = await anext(feed)
        assert (name, update["ladder"], update["standings"]["pairs"]) == ("ladder", ladder, 0)
    exported = await gateway.http.get("/ladders/barrow/export")
    assert exported.json()["ladder"]["name"] == "barrow"
    assert (await gateway.http.get("/ladders/barrow/export", params={"format": "csv"})).text.startswith("number,")


@pytest.mark.parametrize(
    "path",
    [
        "/ladders/none",
        "/ladders/none/export",
        "/ladders/none/pairs",
        "/ladders/none/tests",
        "/ladder-tests/none",
        "/ladder-tests/none/curve",
    ],
)
async def test_a_ladder_that_is_none_is_a_problem(gateway: Gateway, path: str) -> None:
    answer = await gateway.http.get(path)
    assert (answer.status_code, answer.json()["reason"]) == (404, "UNKNOWN_LADDER")
