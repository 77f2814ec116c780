"""A whole server on a cluster of stores: primaries die in the middle of matches, and nothing acknowledged is lost."""

import asyncio
import os
import signal
from urllib.parse import urlsplit

from redis import Redis

from engine import Record
from services.process.clock import now_ms
from tests.e2e.careful import TIMEOUT_SECONDS, Careful, doubled_choices, lost_choices, verified
from tests.e2e.conftest import GAME, QUICK, Server, running
from tests.e2e.test_chaos import THINKING_SECONDS, new_match

MATCHES = 25
"""Between people, and as many between bots."""
SILENT_SECONDS = 4.0
"""How long a primary says nothing: long enough for its replica to take over."""
DEAD_SECONDS = 5.0


async def silence(server: Server, name: str) -> None:
    """Stop a server without a word, and let it go on later, when another has its place."""
    pid = server.pid(name)
    os.kill(pid, signal.SIGSTOP)
    await asyncio.sleep(SILENT_SECONDS)
    os.kill(pid, signal.SIGCONT)


async def keep_dead(server: Server, name: str) -> None:
    """Kill a server with SIGKILL, and again whenever the supervisor has started it, until another has its place."""
    until = asyncio.get_running_loop().time() + DEAD_SECONDS
    while asyncio.get_running_loop().time() < until:
        server.kill(name)
        await asyncio.sleep(0.05)


def role_of(server: Server, name: str) -> str:
    """Whether a server is a primary (`master`) or follows one."""
    url = urlsplit(server.addresses.store)
    port = int(url.netloc.rpartition("@")[2].split(",")[int(name.removeprefix("store-")) - 1].rpartition(":")[2])
    return Redis(port=port, password=url.password).info("replication")["role"]


async def test_nothing_acknowledged_is_lost_with_a_primary(tmp_path) -> None:
    """One is silent until its replica has taken over; another is killed, until its replica has, too."""
    async with running(tmp_path, store_nodes=3, store_replicas=1, **QUICK) as server:
        matches = await asyncio.gather(*(new_match(server, "ann", "bob") for _ in range(MATCHES)))
        with_bots = await asyncio.gather(*(new_match(server, "", "") for _ in range(MATCHES)))
        address = server.addresses.engines[GAME]
        people = {
            one.match.match_id: [Careful(address, token, THINKING_SECONDS) for token in one.tokens] for one in matches
        }
        ends: list[int] = []

        async def trouble() -> None:
            await asyncio.sleep(0.5)
            await silence(server, "store-1")
            await keep_dead(server, "store-2")
            ends.append(now_ms())

        playing = (person.play() for pair in people.values() for person in pair)
        await asyncio.wait_for(asyncio.gather(*playing, trouble()), TIMEOUT_SECONDS)
        for match_id, pair in people.items():
            record = await verified(server.archive, match_id)
            played = Record.load(record.record)
            for seat, person in enumerate(pair):
                assert person.acknowledged
                assert lost_choices(played, seat, person) == 0
                assert doubled_choices(played, seat, person) == 0
        for one in with_bots:
            await verified(server.archive, one.match.match_id)
        assert ends
        assert [role_of(server, f"store-{number}") for number in (1, 2)] == ["slave", "slave"]
