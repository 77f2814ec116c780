"""What one client may take of a gateway, and what it is given where it is served over HTTPS or compresses."""

import asyncio
import json

import pytest
import websockets

from services.gateway import http_protocol
from services.process import metrics
from services.process.settings import Settings
from tests.services.conftest import eventually
from tests.services.gateway.conftest import Gateway, auth, running_gateway

SLOW = {"calls_per_second": 0.01, "calls_burst": 3, "calls_per_second_of_address": 0.01, "calls_burst_of_address": 5}


async def test_requests_are_limited_by_token_and_by_address(settings: Settings, store, admin) -> None:
    async with running_gateway(settings, admin, trusted_proxies="127.0.0.1", **SLOW) as gateway:

        async def ask(token: str, address: str) -> int:
            answer = await gateway.http.get("/health", headers={**auth(token), "x-forwarded-for": address})
            if answer.status_code == 429:
                assert answer.json()["reason"] == "RATE_LIMITED"
                assert int(answer.headers["retry-after"]) > 0
                assert answer.json()["retry_after_ms"] > 0
            return answer.status_code

        assert [await ask("one", "192.0.2.1") for _ in range(4)] == [200, 200, 200, 429]
        assert await ask("one", "192.0.2.2") == 429, "a token is as limited from elsewhere"
        assert [await ask(f"other-{n}", "192.0.2.3") for n in range(6)] == [200] * 5 + [429]
        assert await ask("another", "192.0.2.4") == 200
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with gateway.socket(additional_headers={**auth("one"), "x-forwarded-for": "192.0.2.5"}):
                pass
        assert refused.value.response.status_code == 429


async def test_many_sockets_share_a_few_streams_to_the_engine(settings: Settings, store, admin) -> None:
    streams = metrics.RPC_STREAMS.labels("Play")
    async with running_gateway(settings, admin, gateway_play_streams=2) as gateway:
        before = streams._value.get()
        matches = [await gateway.new_match() for _ in range(6)]
        sockets = [gateway.socket() for _ in range(24)]
        joined = []
        for number, one in enumerate(sockets):
            socket = await one.__aenter__()
            match = matches[number % len(matches)]
            await socket.done(type="join", slot=0, token=match.tokens[number // len(matches) % 2])
            await socket.done(type="join", slot=1, match_id=match.id)
            joined.append(socket)
        assert 1 <= streams._value.get() - before <= 2
        for socket in joined:
            assert {(await socket.update())["slot"] for _ in range(2)} == {0, 1}
        for one in sockets:
            await one.__aexit__(None, None, None)

        async def are_gone() -> bool:
            return metrics.GATEWAY_STREAMS._value.get() == 0

        await eventually(are_gone)


@pytest.mark.parametrize("secure", [False, True])
async def test_https_is_kept_to_where_it_is_served(settings: Settings, store, admin, secure: bool) -> None:
    async with running_gateway(settings, admin, gateway_secure_cookies=secure) as gateway:
        for path in ("/health", "/nowhere"):
            header = (await gateway.http.get(path)).headers.get("strict-transport-security")
            assert header == ("max-age=31536000; includeSubDomains" if secure else None)


@pytest.mark.parametrize("compress", [False, True])
async def test_sockets_are_compressed_where_that_is_set(settings: Settings, store, admin, compress: bool) -> None:
    async with running_gateway(settings, admin, gateway_compress_sockets=compress) as gateway:
        match = await gateway.new_match()
        for offered in ("deflate", None):
            async with gateway.socket(compression=offered) as socket:
                extensions = [one.name for one in socket.connection.protocol.extensions]
                assert extensions == (["permessage-deflate"] if compress and offered else [])
                await socket.done(type="join", slot=0, token=match.tokens[0], observations=True, language="en")
                update = (await socket.update())["update"]
                assert update["match_id"] == match.id
                assert json.dumps(update["observation"])


@pytest.mark.parametrize("part", [b"x", b"x: y\r\n"], ids=["one header", "many"])
async def test_a_head_without_an_end_is_refused(gateway: Gateway, part: bytes) -> None:
    reader, writer = await connection(gateway, b"GET /api/v1/health HTTP/1.1\r\nhost: here\r\n")
    writer.write(part * (200_000 // len(part)))
    said = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    assert said.startswith(b"HTTP/1.1 431 ")
    assert b'"reason":"TOO_LARGE"' in said


async def test_what_is_no_request_is_a_problem_too(gateway: Gateway) -> None:
    reader, writer = await connection(gateway, b"SPEAK friend\r\n\r\n")
    said = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in said


async def test_who_does_not_finish_a_request_is_sent_away(gateway: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.3)
    for begun in (b"", b"GET /api/v1/health HTTP/1.1\r\nhost: he"):
        reader, writer = await connection(gateway, begun)
        assert (await asyncio.wait_for(reader.read(), 10)).startswith(b"HTTP/1.1 408 ")
        writer.close()
    reader, writer = await connection(gateway, b"GET /api/v1/feeds/queues HTTP/1.1\r\nhost: here\r\n\r\n")
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
    await asyncio.sleep(0.5)
    assert not reader.at_eof(), "an answer may take its time"
    writer.close()


async def test_who_hangs_up_in_a_request_is_no_fault_of_ours(gateway: Gateway) -> None:
    statuses = [metrics.GATEWAY_REQUESTS.labels("createTicket", status) for status in ("400", "500")]

    def counts() -> list[float]:
        return [one._value.get() for one in statuses]

    async def is_counted() -> bool:
        return counts() != before

    begun = b'POST /api/v1/tickets HTTP/1.1\r\nhost: here\r\ncontent-length: 100\r\n\r\n{"game":'
    before = counts()
    _, writer = await connection(gateway, begun)
    await writer.drain()
    writer.close()
    await eventually(is_counted)
    assert counts() == [before[0] + 1, before[1]]


async def connection(gateway: Gateway, begun: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the gateway on which a request was begun."""
    host, port = gateway.address.rsplit(":", 1)
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(begun)
    return reader, writer
