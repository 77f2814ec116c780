"""Processes are killed in the middle of matches: every match ends, nothing acknowledged is lost or doubled."""

import asyncio
import random

import grpc

from engine import Record
from services.api import archive_pb2, bots_pb2, engine_pb2
from services.api.errors_pb2 import ErrorReason
from services.client import Seat
from services.common.errors import detail_of
from tests.e2e.conftest import GAME, Server, running

MATCHES = 50
WAITING = 5
PATIENCE = 280.0
"""Seconds until a test gives up; a quiet machine needs a tenth of it."""
TRANSIENT = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)


async def patiently(call, seconds: float = PATIENCE):
    """A call that is repeated while the server is away."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    while True:
        try:
            return await call()
        except grpc.RpcError as error:
            if error.code() not in TRANSIENT or loop.time() > deadline:
                raise
            await asyncio.sleep(0.2)


async def new_match(server: Server, *players: str):
    sitters = [engine_pb2.Sitter(player=player, bot="random") for player in players]
    request = engine_pb2.CreateMatchRequest(game=GAME, scenario="duel", sitters=sitters, options={"rounds": "3"})
    return await patiently(lambda: server.engine.CreateMatch(request, metadata=server.admin, timeout=10))


async def archived(server: Server, match_id: str) -> archive_pb2.ArchivedRecord:
    """The record of a match, once it is kept."""
    while True:
        try:
            answer = await server.archive.Get(archive_pb2.GetRequest(match_id=match_id), timeout=5)
            return answer.record
        except grpc.RpcError as error:
            not_yet = detail_of(error).reason == ErrorReason.ERROR_REASON_UNKNOWN_RECORD
            if not not_yet and error.code() not in TRANSIENT:
                raise
            await asyncio.sleep(0.3)


async def test_fifty_bot_matches_survive_the_death_of_everything(server: Server) -> None:
    """Some have a person who is asked and answers only afterwards: those are open at every death, on any machine."""
    made = await asyncio.gather(*(new_match(server, "", "") for _ in range(MATCHES)))
    waiting = await asyncio.gather(*(new_match(server, "ann", "") for _ in range(WAITING)))
    for name in ("engine-barrow-1", "bot-worker", "matchmaking", "store", "engine-barrow-2", "archive"):
        await asyncio.sleep(0.7)
        server.kill(name)
    for one in waiting:
        request = engine_pb2.GetMatchRequest(match_id=one.match.match_id)
        found = await patiently(lambda request=request: server.engine.GetMatch(request, timeout=10))
        assert 0 in found.match.waiting_for
    seats = [Seat(server.addresses.engines[GAME], one.tokens[0].token) for one in waiting]
    await asyncio.wait_for(asyncio.gather(*(play_first_options(seat) for seat in seats)), PATIENCE)
    ids = [one.match.match_id for one in (*made, *waiting)]
    records = await asyncio.wait_for(asyncio.gather(*(archived(server, id) for id in ids)), PATIENCE)
    for record in records:
        verify = archive_pb2.VerifyRequest(match_id=record.match_id)
        answer = await patiently(lambda verify=verify: server.archive.Verify(verify, timeout=10))
        assert answer.ok, answer.faults
    restarts = server.restarts()
    assert all(restarts[name] >= 1 for name in ("engine-barrow-1", "bot-worker", "matchmaking", "store"))


async def play_first_options(seat: Seat) -> None:
    async with seat:
        await seat.play(lambda update: 0)


class Careful:
    """A person who writes down what the server acknowledged."""

    def __init__(self, address: str, token: str) -> None:
        self._seat = Seat(address, token)
        self._rng = random.Random(token)
        self.sent: dict[int, int] = {}
        """By decision version: the index last sent."""
        self.acknowledged: dict[int, int] = {}
        """By decision version: the index that an update confirmed."""

    async def play(self) -> int:
        """Play to the end; the last version."""
        async with self._seat:
            open_at = -1
            async for update in self._seat:
                now = update.decision.version if update.HasField("decision") else -1
                if open_at >= 0 and now != open_at:
                    self.acknowledged[open_at] = self.sent[open_at]
                open_at = now
                if self._seat.asked:
                    index = self.sent.get(now)
                    if index is None:
                        index = self._rng.randrange(len(update.decision.options))
                    self.sent[now] = index
                    await self._seat.choose(index)
            return update.version


async def test_no_acknowledged_choice_is_lost_or_doubled(server: Server) -> None:
    made = await asyncio.gather(*(new_match(server, "ann", "bob") for _ in range(20)))
    people = {
        one.match.match_id: [Careful(server.addresses.engines[GAME], token.token) for token in one.tokens]
        for one in made
    }

    async def trouble() -> None:
        for name in ("engine-barrow-1", "store", "engine-barrow-2", "store"):
            await asyncio.sleep(0.5)
            server.kill(name)

    playing = asyncio.gather(*(person.play() for pair in people.values() for person in pair), trouble())
    await asyncio.wait_for(playing, PATIENCE)
    for match_id, pair in people.items():
        kept = await asyncio.wait_for(archived(server, match_id), PATIENCE)
        verify = archive_pb2.VerifyRequest(match_id=match_id)
        answer = await patiently(lambda verify=verify: server.archive.Verify(verify, timeout=10))
        assert answer.ok, answer.faults
        chosen: dict[int, list[int]] = {0: [], 1: []}
        for seat, index in Record.load(kept.record).choices:
            chosen[seat].append(index)
        for seat, person in enumerate(pair):
            sent = [person.acknowledged[version] for version in sorted(person.acknowledged)]
            assert chosen[seat][: len(sent)] == sent
            assert len(chosen[seat]) <= len(person.sent)


async def test_a_batch_survives_the_death_of_its_worker(server: Server) -> None:
    request = bots_pb2.RunMatchesRequest(game=GAME, scenario="duel", bots=["greedy"], matches=150, seed=3, archive=True)

    async def trouble() -> None:
        await asyncio.sleep(1.5)
        server.kill("bot-worker")

    async def run() -> list[int]:
        call = server.bots.RunMatches(request, metadata=server.admin)
        return [result.number async for page in call for result in page.results if not result.error]

    numbers, _ = await asyncio.wait_for(asyncio.gather(run(), trouble()), PATIENCE)
    assert sorted(numbers) == list(range(150))
    stats = await patiently(lambda: server.archive.Stats(archive_pb2.StatsRequest()))
    assert stats.matches == 150


async def test_live_matches_go_on_after_a_restart_of_the_whole_server(tmp_path) -> None:
    async with running(tmp_path, engines=1) as server:
        made = await new_match(server, "ann", "bob")
        token = made.tokens[0].token
        async with Seat(server.addresses.engines[GAME], token) as seat:
            async for update in seat:
                if update.version == 1:
                    break
                await seat.choose(1)
    async with running(tmp_path, engines=1) as server, Seat(server.addresses.engines[GAME], token) as seat:
        async for update in seat:
            assert update.version == 1
            break
