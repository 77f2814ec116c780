"""The WebSocket: any number of seats on one, an answer for every message, and nothing missed after a break."""

import asyncio
import json
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import Any

import pytest
import websockets
from websockets.frames import Frame, Opcode

from services.gateway.serving import serving_gateway
from services.process import metrics
from services.process.settings import Settings
from tests.services.gateway.conftest import Gateway, Socket, auth, running_gateway


async def play_out(socket: Socket, slots: int) -> dict[int, list[dict[str, Any]]]:
    """Take the first option on every joined seat until all have ended; by slot, the updates."""
    heard: dict[int, list[dict[str, Any]]] = {slot: [] for slot in range(slots)}
    answered: set[tuple[int, int]] = set()
    while any(not updates or updates[-1]["end"] is None for updates in heard.values()):
        message = socket.updates.pop(0) if socket.updates else await socket.read()
        assert message["type"] in ("update", "done"), message
        if message["type"] == "done":
            continue
        slot, update = message["slot"], message["update"]
        heard[slot].append(update)
        if (decision := update["decision"]) and (slot, decision["version"]) not in answered:
            answered.add((slot, decision["version"]))
            await socket.send(type="choose", slot=slot, version=decision["version"], index=0)
    return heard


async def test_one_socket_plays_all_seats_of_several_matches(gateway: Gateway) -> None:
    matches = [await gateway.new_match() for _ in range(3)]
    tokens = [token for match in matches for token in match.tokens.values()]
    async with gateway.socket() as socket:
        for slot, token in enumerate(tokens):
            await socket.done(type="join", slot=slot, token=token, language="en", observations=True)
        heard = await play_out(socket, len(tokens))
    for slot, updates in heard.items():
        assert updates[0]["seats"]
        assert updates[0]["observation"]
        versions = [update["version"] for update in updates]
        assert versions == sorted(versions)
        assert updates[-1]["match_id"] == matches[slot // 2].id
        assert {option["label"] != "" for update in updates for option in (update["decision"] or {}).get("options", [])}


async def test_spectators_and_a_player_by_their_own_token(gateway: Gateway, keyring) -> None:
    match = await gateway.new_match()
    async with gateway.socket(additional_headers=auth(keyring.mint("player", "p0", 600))) as socket:
        await socket.done(type="join", slot=7, match_id=match.id)
        await socket.done(type="join", slot=8, match_id=match.id, seat=0, observations=True)
        assert {(await socket.update())["slot"] for _ in range(2)} == {7, 8}
        problem = await socket.refused(type="join", slot=9, match_id=match.id, seat=1)
        assert problem["reason"] == "FORBIDDEN"
        problem = await socket.refused(type="choose", slot=7, version=0, index=0)
        assert problem["reason"] == "FORBIDDEN"
    private = await gateway.new_match(private=True)
    async with gateway.socket() as socket:
        assert (await socket.refused(type="join", slot=0, match_id=private.id))["reason"] == "UNAUTHENTICATED"
        await socket.done(type="join", slot=0, token=private.spectator)


async def test_a_seat_token_names_its_game_and_a_match_that_is_gone_is_refused(gateway: Gateway, keyring) -> None:
    """The gateway asks no engine which game it is."""
    for game in ("barrow", "typed-barrow"):
        match = await gateway.new_match(game=game)
        assert keyring.read(match.tokens[0]).game == game
    async with gateway.socket() as socket:
        for game in ("barrow", ""):
            token = keyring.mint("seat", "ann", 600, match_id=f"no-such-{game}", seat=0, game=game)
            assert (await socket.refused(type="join", slot=0, token=token))["reason"] == "UNKNOWN_MATCH"
        await socket.done(type="join", slot=0, token=match.tokens[0])


async def test_every_message_gets_an_answer(gateway: Gateway) -> None:
    match = await gateway.new_match()
    seat = (await gateway.get(f"/matches/{match.id}"))["waiting_for"][0]
    async with gateway.socket() as socket:
        assert (await socket.refused(type="choose", slot=1, version=0, index=0))["reason"] == "BAD_SLOT"
        assert (await socket.refused(type="join", slot=1, match_id="no-such-match"))["reason"] == "UNKNOWN_MATCH"
        assert (await socket.refused(type="join", slot=1, token="forged"))["reason"] == "UNAUTHENTICATED"
        assert (await socket.refused(type="join", slot=1))["reason"] == "INVALID_ARGUMENT"
        await socket.done(type="join", slot=1, token=match.tokens[seat])
        assert (await socket.refused(type="join", slot=1, token=match.tokens[seat]))["reason"] == "BAD_SLOT"
        assert (await socket.refused(type="choose", slot=1, version=0, index=99))["reason"] == "ILLEGAL_CHOICE"
        assert (await socket.refused(type="choose", slot=1, version=5, index=0))["reason"] == "STALE_VERSION"
        await socket.done(type="choose", slot=1, version=0, index=0, request_id="once")
        await socket.done(type="choose", slot=1, version=0, index=0, request_id="once")
        assert (await gateway.get(f"/matches/{match.id}"))["version"] == 1
        assert (await socket.refused(type="dance", slot=1))["reason"] == "INVALID_ARGUMENT"
        assert (await socket.refused(type="choose", slot=1, version=-1, index=0))["reason"] == "INVALID_ARGUMENT"
        await socket.done(type="leave", slot=1)
        assert (await socket.refused(type="undo", slot=1))["reason"] == "BAD_SLOT"
        await socket.done(type="join", slot=1, token=match.tokens[seat])
        await socket.done(type="concede", slot=1)
        for nonsense in ("", "nonsense", "[]", "[" * 100_000, '{"id":"x"}', "\x00"):
            if len(nonsense) < 60_000:
                await socket.connection.send(nonsense)
                answers = []
                while not answers or answers[-1]["type"] == "update":
                    answers.append(await socket.read())
                assert answers[-1]["type"] == "refused"
                assert answers[-1]["id"] is None


async def test_a_message_is_the_same_however_it_comes(gateway: Gateway) -> None:
    """In one frame, two in one piece, byte by byte, and in fragments with a ping between."""
    text = b'{"type":"leave","id":%d,"slot":9}'
    first, second, third = (Frame(Opcode.TEXT, text % number).serialize(mask=True) for number in (1, 2, 3))
    begin, end = Frame(Opcode.TEXT, (text % 4)[:9], fin=False), Frame(Opcode.CONT, (text % 4)[9:])
    ping, long = Frame(Opcode.PING, b""), Frame(Opcode.TEXT, text % 5 + b" " * 200)
    pieces = [first, second + third, *(bytes([byte]) for byte in first)]
    pieces += [frame.serialize(mask=True) for frame in (begin, ping, end, long)]
    async with gateway.socket(compression=None) as socket:
        transport = socket.connection.transport
        transport.get_extra_info("socket").setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        for piece in [*pieces, first]:
            transport.write(piece)
            await asyncio.sleep(0.002)
        answers = [await socket.read() for _ in range(7)]
    assert [answer["id"] for answer in answers] == [1, 2, 3, 1, 4, 5, 1]
    assert {answer["problem"]["reason"] for answer in answers} == {"BAD_SLOT"}


async def test_a_message_that_is_too_large_closes_the_socket(gateway: Gateway) -> None:
    async with gateway.socket() as socket:
        await socket.connection.send("x" * 100_000)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await socket.read()
        assert closed.value.rcvd.code == 1009


async def test_after_a_break_everything_since_comes(gateway: Gateway) -> None:
    match = await gateway.new_match()
    async with gateway.socket() as socket:
        await socket.done(type="join", slot=0, match_id=match.id, after_version=0, language="en")
        first = (await socket.update())["update"]
    told: list[str] = []
    for _ in range(6):
        update = await gateway.engine.see(match)
        answer = await gateway.engine.choose(match, update.waiting_for[0])
        told += [event.kind for event in answer.events]
    async with gateway.socket() as socket:
        await socket.done(type="join", slot=0, match_id=match.id, after_version=first["version"])
        update = (await socket.update())["update"]
    assert update["version"] == 6
    assert [event["kind"] for event in update["events"]] == told


async def test_a_slow_reader_gets_the_whole_view_and_misses_nothing(settings: Settings, store, admin) -> None:
    dropped = metrics.GATEWAY_RESYNCS._value.get()
    async with running_gateway(settings, admin, gateway_max_unsent=4) as gateway:
        matches = [await gateway.new_match(options={"rounds": "3"}) for _ in range(4)]
        async with gateway.socket(max_queue=1, compression=None) as socket:
            for slot, match in enumerate(matches):
                for copy in range(20):
                    await socket.send(
                        type="join", slot=slot + 4 * copy, match_id=match.id, observations=True, language="en"
                    )
            await asyncio.sleep(0.5)
            for match in matches:
                await gateway.engine.play_out(match)
            last: dict[int, int] = {}
            told: dict[int, list[str]] = {}
            while len(last) < 80 or not all(ended for ended in last.values()):
                message = await socket.read()
                if message["type"] != "update":
                    assert message["type"] == "done", message
                    continue
                update = message["update"]
                last[message["slot"]] = update["end"] is not None
                told.setdefault(message["slot"], []).extend(event["kind"] for event in update["events"])
        for slot, match in enumerate(matches):
            stories = {tuple(told[slot + 4 * copy]) for copy in range(20)}
            assert len(max(stories, key=len)) > 10
            assert all(is_end_of_longest(story, stories) for story in stories)
            assert (await gateway.get(f"/matches/{match.id}"))["end"]
    assert metrics.GATEWAY_RESYNCS._value.get() > dropped


def is_end_of_longest(story: tuple[str, ...], stories: set[tuple[str, ...]]) -> bool:
    """Whether a story is how the longest one ends: a seat that joined later was told less of the beginning."""
    longest = max(stories, key=len)
    return longest[len(longest) - len(story) :] == story


async def test_pages_of_other_origins_open_no_socket_unless_they_are_allowed(settings, store, admin) -> None:
    async with running_gateway(settings, admin, gateway_origins="https://play.example.org") as gateway:
        for origin, is_let_in in (
            ("https://evil.example", False),
            ("https://play.example.org", True),
            (f"http://{gateway.address}", True),
        ):
            if is_let_in:
                async with gateway.socket(origin=origin):
                    pass
            else:
                with pytest.raises(websockets.InvalidStatus) as refused:
                    async with gateway.socket(origin=origin):
                        pass
                assert refused.value.response.status_code == 403
                assert json.loads(refused.value.response.body)["reason"] == "FORBIDDEN"
        answer = await gateway.http.get("/games", headers={"origin": "https://play.example.org"})
        assert answer.headers["access-control-allow-origin"] == "https://play.example.org"
        answer = await gateway.http.get("/games", headers={"origin": "https://evil.example"})
        assert "access-control-allow-origin" not in answer.headers


async def test_a_gateway_that_drains_closes_its_sockets(gateway: Gateway) -> None:
    match = await gateway.new_match()
    async with serving_gateway(gateway.settings) as other:
        connection = await websockets.connect(f"ws://{other.address}/api/v1/socket")
        socket = Socket(connection)
        await socket.done(type="join", slot=0, token=match.tokens[0])
    await socket.update()
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await socket.read()
    assert closed.value.rcvd.code == 1012
