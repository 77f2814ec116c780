"""Streams over HTTP: lines for programs, server-sent events for pages, and choices by POST."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from services.gateway.serving import serving_gateway
from services.process import metrics
from services.rpc.tokens import Keyring
from tests.services.conftest import eventually
from tests.services.gateway.conftest import ANSWER_SECONDS, Gateway, auth, running_gateway

Lines = AsyncIterator[dict[str, Any]]
PLAYER = {"game": "barrow", "scenario": "duel"}


@contextlib.asynccontextmanager
async def lines(gateway: Gateway, path: str, token: str = "", **query: Any) -> AsyncIterator[Lines]:
    """The lines of a stream, without signs of life."""
    headers = auth(token) if token else {}
    async with gateway.http.stream("GET", path, params=query, headers=headers) as answer:
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"] == "application/x-ndjson"
        assert "content-encoding" not in answer.headers
        yield (json.loads(line) async for line in answer.aiter_lines() if line)


async def following(source: Lines) -> dict[str, Any]:
    """The next line."""
    return await asyncio.wait_for(anext(source), ANSWER_SECONDS)


@contextlib.asynccontextmanager
async def events(gateway: Gateway, path: str, last_id: str = "", **query: Any) -> AsyncIterator[AsyncIterator[Any]]:
    """The server-sent events of a feed: name, id and data."""
    headers = {"last-event-id": last_id} if last_id else {}
    async with gateway.http.stream("GET", path, params=query, headers=headers) as answer:
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield _parsed(answer.aiter_lines())


async def _parsed(source: AsyncIterator[str]) -> AsyncIterator[tuple[str, str, Any]]:
    fields: dict[str, str] = {}
    async for line in source:
        if line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            yield fields["event"], fields.get("id", ""), json.loads(fields["data"])
            fields = {}


async def play_seat(gateway: Gateway, match_id: str, seat: int, token: str) -> list[dict[str, Any]]:
    """Play a seat to the end with nothing but a stream and posts; every update."""
    updates, answered = [], -1
    async with lines(gateway, f"/streams/matches/{match_id}", token, seat=seat, observations=True) as source:
        async for line in source:
            assert line["type"] == "update"
            updates.append(line["update"])
            decision = line["update"]["decision"]
            if decision and decision["version"] > answered:
                answered = decision["version"]
                choice = {"version": answered, "index": len(decision["options"]) - 1}
                await gateway.post(f"/matches/{match_id}/seats/{seat}/choices", choice, token)
    return updates


async def test_programs_play_a_match_over_streams_and_posts(gateway: Gateway, keyring: Keyring) -> None:
    match = await gateway.new_match()
    token_of_player = keyring.mint("player", "p1", 600)
    async with asyncio.timeout(60):
        one, other = await asyncio.gather(
            play_seat(gateway, match.id, 0, match.tokens[0]), play_seat(gateway, match.id, 1, token_of_player)
        )
    assert one[-1]["end"] == other[-1]["end"] != None  # noqa: E711
    for updates in (one, other):
        assert updates[0]["seats"]
        assert updates[0]["observation"]
        assert [update["end"] for update in updates[:-1]] == [None] * (len(updates) - 1)
    async with lines(gateway, f"/streams/matches/{match.id}", after_version=3) as source:
        late = (await following(source))["update"]
        assert late["version"] == one[-1]["version"]
        with pytest.raises(StopAsyncIteration):
            await anext(source)
    story = (await gateway.get(f"/matches/{match.id}/story", after_version=3))["parts"]
    assert [event for part in story for event in part["events"]] == late["events"]
    assert {part["version"] for part in story} <= set(range(4, late["version"] + 1))


async def test_the_story_of_a_seat_is_told_again_in_words(gateway: Gateway, keyring: Keyring) -> None:
    match = await gateway.new_match()
    heard: list[str] = []
    async with lines(gateway, f"/streams/matches/{match.id}", match.tokens[0], seat=0, language="pl") as source:
        await following(source)
        for _ in range(5):
            info = await gateway.get(f"/matches/{match.id}")
            await gateway.engine.choose(match, info["waiting_for"][0])
        while (update := (await following(source))["update"])["version"] < 5:
            heard += [event["text"] for event in update["events"]]
        heard += [event["text"] for event in update["events"]]
    for token in (match.tokens[0], keyring.mint("player", "p0", 600)):
        told = await gateway.get(f"/matches/{match.id}/story", token, seat=0, after_version=0, language="pl")
        assert [event["text"] for part in told["parts"] for event in part["events"]] == heard
    setup = (await gateway.get(f"/matches/{match.id}/story"))["parts"][0]
    assert setup["version"] == 0


async def test_an_account_hears_of_challenges_and_matches(gateway: Gateway, keyring: Keyring) -> None:
    ann, bob = (keyring.mint("player", name, 600) for name in ("ann", "bob"))
    async with lines(gateway, "/streams/events", bob) as source:
        table = await gateway.post("/tables", {**PLAYER, "challenged": ["bob"]}, ann)
        line = await following(source)
        assert line["type"] == "challenge"
        assert line["challenge"]["code"] == table["code"]
        assert (line["challenge"]["players"], line["challenge"]["game"]) == (["ann"], "barrow")
        declined = await gateway.http.delete(f"/challenges/{table['code']}", headers=auth(bob))
        assert declined.status_code == 204
        assert await following(source) == {"type": "challenge-closed", "code": table["code"]}
        ticket = await gateway.get(f"/tickets/{table['ticket']['ticket_id']}", table["ticket_token"])
        assert ticket["state"] == "cancelled"

        again = await gateway.post("/tables", {**PLAYER, "challenged": ["bob"]}, ann)
        assert (await following(source))["challenge"]["code"] == again["code"]
        await gateway.post(f"/tables/{again['code']}/tickets", {"players": ["bob"]}, bob)
        later = [await following(source), await following(source)]
        assert {line["type"] for line in later} == {"challenge-closed", "match-start"}
        match = next(line["match"] for line in later if line["type"] == "match-start")
        (seat,) = match["seats"]
        assert match["players"][seat] == "bob"
        await gateway.post(f"/matches/{match['match_id']}/seats/{seat}/concede", None, bob)
        ended = await following(source)
        assert (ended["type"], ended["match"]) == ("match-end", match)


async def test_who_may_open_which_stream(gateway: Gateway, keyring: Keyring) -> None:
    match, private = await gateway.new_match(), await gateway.new_match(private=True)
    of_another = keyring.mint("player", "p1", 600)
    for path, token, status, reason in (
        ("/streams/events", "", 401, "UNAUTHENTICATED"),
        ("/streams/events", match.tokens[0], 403, "FORBIDDEN"),
        ("/streams/matches/no-such-match", "", 404, "UNKNOWN_MATCH"),
        (f"/streams/matches/{match.id}?seat=0", "", 401, "UNAUTHENTICATED"),
        (f"/streams/matches/{match.id}?seat=0", of_another, 403, "FORBIDDEN"),
        (f"/streams/matches/{match.id}?language=kh", "", 400, "INVALID_ARGUMENT"),
        (f"/streams/matches/{private.id}", "", 401, "UNAUTHENTICATED"),
        (f"/feeds/matches/{private.id}", "", 401, "UNAUTHENTICATED"),
        ("/feeds/matches/no-such-match", "", 404, "UNKNOWN_MATCH"),
    ):
        answer = await gateway.http.get(path, headers=auth(token) if token else {})
        assert (answer.status_code, answer.json()["reason"]) == (status, reason), path
    bad = await gateway.http.get(f"/feeds/matches/{match.id}", headers={"last-event-id": "x"})
    assert (bad.status_code, bad.json()["reason"]) == (400, "INVALID_ARGUMENT")


async def test_a_page_follows_a_match_and_comes_back(gateway: Gateway) -> None:
    match = await gateway.new_match()
    path = f"/feeds/matches/{match.id}"
    async with events(gateway, path, observations=True) as source:
        name, id, update = await anext(source)
        assert (name, id, update["decision"]) == ("update", "0", None)
        assert update["observation"]
    for _ in range(5):
        await gateway.engine.choose(match, (await gateway.get(f"/matches/{match.id}"))["waiting_for"][0])
    async with events(gateway, path, last_id=id) as source:
        _, id, update = await anext(source)
        assert (id, update["version"]) == ("5", 5)
        assert update["events"]
        await gateway.engine.play_out(match)
        while update["end"] is None:
            _, id, update = await anext(source)
        with pytest.raises(StopAsyncIteration):
            await anext(source)
    assert (await gateway.http.get(path, headers={"last-event-id": id})).status_code == 204


async def test_a_page_follows_the_list_of_matches(gateway: Gateway) -> None:
    first = await gateway.new_match()
    await gateway.new_match(private=True)
    async with events(gateway, "/feeds/matches") as source, events(gateway, "/feeds/matches", game="barrow") as same:
        for feed in (source, same):
            name, _, listed = await anext(feed)
            assert (name, listed["match_id"], listed["version"]) == ("match", first.id, 0)
        second = await gateway.new_match()
        assert (await anext(source))[2]["match_id"] == second.id
        await gateway.engine.play_out(second)
        seen = [await anext(source)]
        while seen[-1][0] != "gone":
            seen.append(await anext(source))
        assert seen[-1][2] == {"match_id": second.id}
    refused = await gateway.http.get("/feeds/matches", params={"game": "chess"})
    assert refused.json()["reason"] == "UNKNOWN_GAME"


async def test_quiet_streams_get_signs_of_life_and_end_when_the_gateway_drains(gateway: Gateway) -> None:
    match = await gateway.new_match()
    quick = gateway.settings.having(gateway_keep_alive_seconds=0.05)
    async with contextlib.AsyncExitStack() as stack:
        other = await stack.enter_async_context(serving_gateway(quick))
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=f"http://{other.address}/api/v1"))
        reads = []
        for path in (f"/streams/matches/{match.id}", f"/feeds/matches/{match.id}", "/feeds/matches"):
            answer = await stack.enter_async_context(http.stream("GET", path))
            chunks = answer.aiter_bytes()
            while (chunk := await anext(chunks)) not in (b"\n", b":\n\n"):
                pass
            reads.append(chunks)
            assert await anext(chunks)
        draining = asyncio.create_task(stack.aclose())
        for chunks in reads:
            with contextlib.suppress(httpx.ReadError):
                async for chunk in chunks:
                    assert chunk
        await asyncio.wait_for(draining, ANSWER_SECONDS)


async def test_an_address_has_so_many_streams_and_those_that_are_left_make_room(settings, store, admin) -> None:
    async with running_gateway(settings, admin, gateway_max_sockets_per_address=2) as gateway:
        match = await gateway.new_match()
        path = f"/streams/matches/{match.id}"
        async with lines(gateway, path) as one, lines(gateway, path) as two:
            await following(one)
            await following(two)
            refused = await gateway.http.get(path)
            assert (refused.status_code, refused.json()["reason"]) == (429, "RATE_LIMITED")

        async def has_room() -> bool:
            return metrics.GATEWAY_STREAMS._value.get() == 0

        await eventually(has_room)
        async with lines(gateway, path) as one:
            await following(one)


@pytest.mark.parametrize("kind", ["streams", "feeds"])
async def test_who_hangs_up_leaves_nothing_behind(
    gateway: Gateway, keyring: Keyring, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    match = await gateway.new_match()
    plan = {"name": "Cup", "setting": {"game": "barrow"}, "stages": [{"format": "swiss"}]}
    made = await gateway.post("/tournaments", plan, keyring.mint("player", "gandalf", 600))
    before = metrics.GATEWAY_STREAMS._value.get()
    for path in (f"matches/{match.id}", f"tournaments/{made['tournament_id']}"):
        for _ in range(3):
            async with gateway.http.stream("GET", f"/{kind}/{path}") as answer:
                await anext(answer.aiter_bytes())

    async def are_gone() -> bool:
        return metrics.GATEWAY_STREAMS._value.get() == before

    await eventually(are_gone)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_pages_are_told_who_waits_and_what_has_ended(gateway: Gateway) -> None:
    async with events(gateway, "/feeds/queues", game="barrow") as queues, events(gateway, "/feeds/archive") as archive:
        await gateway.post("/tickets", {**PLAYER, "players": ["ann"]})
        async with asyncio.timeout(ANSWER_SECONDS):
            name, _, queue = await anext(queues)
            assert (name, queue["game"], queue["scenario"], queue["tickets"]) == ("queue", "barrow", "duel", 1)
            ended = [await gateway.new_match(), await gateway.new_match(private=True), await gateway.new_match()]
            for match in ended:
                await gateway.engine.play_out(match)
            told = [await anext(archive) for _ in range(2)]
    assert {(name, match["match_id"]) for name, _, match in told} == {("match", ended[0].id), ("match", ended[2].id)}
