"""Processes are killed in the middle of matches: every match ends, nothing acknowledged is lost or doubled."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial

import pytest

from engine import Record
from services.api import archive_pb2, bots_pb2, engine_pb2, matchmaking_pb2
from services.client import Seat
from services.match.editions import edition
from services.match.log import Entry, decode_entry
from services.match.wire import to_json
from services.process.clock import now_ms
from services.process.settings import Settings
from services.rpc.tokens import GUEST_MARK
from services.store.connection import Store, connect
from services.store.matchlog import key, live_key
from services.supervisor.plan import FORK_SERVER
from tests.e2e.careful import TIMEOUT_SECONDS, Careful, doubled_choices, lost_choices, retrying, verified
from tests.e2e.conftest import GAME, Server, running

ENGINES = (f"engine-{GAME}-1", f"engine-{GAME}-2")
KILLED = ("matchmaking", "store", ENGINES[0], "bot-worker", FORK_SERVER, ENGINES[1], "archive")
MATCHES = 50
WAITING = 5
THINKING_SECONDS = 0.2
"""Seconds that a person thinks, so that matches last on any machine."""


@pytest.fixture
async def store(server: Server) -> AsyncIterator[Store]:
    """The server's store."""
    client = connect(Settings().having(redis_url=server.addresses.store))
    yield client
    await client.aclose()


async def new_match(server: Server, *players: str):
    holders = [engine_pb2.SeatHolder(player=player, bot="random") for player in players]
    request = engine_pb2.CreateMatchRequest(game=GAME, scenario="duel", seats=holders, options={"rounds": "3"})
    return await retrying(lambda: server.engine.CreateMatch(request, metadata=server.admin, timeout=10))


class Onlooker:
    """Follows a match and writes down all that the server says has happened."""

    def __init__(self, server: Server, match_id: str) -> None:
        self._server = server
        self._request = engine_pb2.WatchRequest(match_id=match_id)
        self._request.subscription.after_version = -1
        self.heard: list[tuple[str, str]] = []

    async def follow(self) -> None:
        """Watch to the end; after each death from where the last stream ended."""
        over = False
        while not over:
            over = await retrying(self._listen)

    async def _listen(self) -> bool:
        async for response in self._server.engine.Watch(self._request):
            update = response.update
            self._request.subscription.after_version = update.version
            self.heard += [(event.kind, event.data) for event in update.events]
            if update.HasField("end"):
                return True
        return False


def happened(record: Record) -> list[tuple[str, str]]:
    """All that anybody could see of a match, by its record."""
    match = record.replay(until=0)
    events = list(match.events)
    for seat, index in record.choices:
        events += match.choose(seat, index)
    return [(view.kind, to_json(view.data)) for event in events if (view := event.seen_by(None))]


async def log_of(store: Store, match_id: str) -> list[Entry]:
    """What the store has of a match."""
    return [decode_entry(raw) for raw in await store.lrange(key(match_id, "log"), 0, -1)]


class Queue:
    """People who come for a match, and whom the matchmaker owes exactly one."""

    def __init__(self, server: Server, store: Store) -> None:
        self._server = server
        self._store = store
        self._tickets: list[matchmaking_pb2.CreateTicketResponse] = []
        self.players: list[str] = []

    async def come(self, *people: str, **fields) -> None:
        """Each opens a ticket."""
        searches = [matchmaking_pb2.Search(game=GAME, scenario="duel", players=[one], **fields) for one in people]
        requests = [matchmaking_pb2.CreateTicketRequest(search=search) for search in searches]
        self._tickets += await asyncio.gather(*(self._server.matchmaking.CreateTicket(one) for one in requests))
        self.players += [GUEST_MARK + one for one in people]

    async def claims(self) -> int:
        """Matches that tickets are claimed for and not yet seated at."""
        return await self._store.hlen(f"{{q:{GAME}}}:claimed")

    async def live_matches(self) -> int:
        """Matches of the game that are not archived yet."""
        return await self._store.zcard(live_key(edition(GAME)))

    async def seated(self) -> list[matchmaking_pb2.Assignment]:
        """Where everybody was seated, in the order of coming."""
        return await asyncio.gather(*(retrying(partial(self._wait, ticket)) for ticket in self._tickets))

    async def _wait(self, created: matchmaking_pb2.CreateTicketResponse) -> matchmaking_pb2.Assignment:
        request = matchmaking_pb2.WatchTicketRequest(ticket_id=created.ticket.ticket_id)
        auth = (("authorization", f"Bearer {created.ticket_token}"),)
        async for response in self._server.matchmaking.WatchTicket(request, metadata=auth):
            last = response.ticket
        assert last.state == matchmaking_pb2.TICKET_STATE_MATCHED
        return last.assignment


async def kill_store(server: Server, *engines: str) -> None:
    """The store dies, and engines with it, over choices that it was sent and never took: nobody may hear of them."""
    with server.frozen("store"):
        await asyncio.sleep(0.2)
        for name in ("store", *engines):
            server.kill(name)


async def kill_matchmaker(server: Server, queue: Queue) -> None:
    """It dies while some wait whom nobody can meet yet, and others have a match that they were not told of."""
    await queue.come("early", "bird", options={"rounds": "1"})  # then it has a connection to write to
    await queue.seated()
    await queue.come("red-1", "red-2", "red-3", sides=["red"])
    before = await queue.live_matches()
    with contextlib.ExitStack() as stunned:
        with server.frozen(*ENGINES):
            await queue.come("one", "two", "three", "four", options={"rounds": "1"})
            while await queue.claims() < 2:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.2)
            stunned.enter_context(server.frozen("matchmaking"))
        while await queue.live_matches() < before + 2:
            await asyncio.sleep(0.01)
        server.kill("matchmaking")


async def test_fifty_bot_matches_survive_the_death_of_everything(server: Server, store: Store) -> None:
    """Some have a person who is asked and answers only afterwards: those are open at every death, on any machine."""
    matches = await asyncio.gather(*(new_match(server, "", "") for _ in range(MATCHES)))
    waiting = await asyncio.gather(*(new_match(server, "ann", "") for _ in range(WAITING)))
    onlookers = {one.match.match_id: Onlooker(server, one.match.match_id) for one in matches}
    looking_on = asyncio.gather(*(onlooker.follow() for onlooker in onlookers.values()))
    queue = Queue(server, store)
    deaths = []
    for name in KILLED:
        await asyncio.sleep(0.7)
        match name:
            case "matchmaking":
                await asyncio.wait_for(kill_matchmaker(server, queue), 20)
            case "store":
                await kill_store(server, *ENGINES)
            case _:
                server.kill(name)
        deaths.append(now_ms())
    for one in waiting:
        request = engine_pb2.GetMatchRequest(match_id=one.match.match_id)
        answer = await retrying(lambda request=request: server.engine.GetMatch(request, timeout=10))
        assert 0 in answer.match.waiting_for
    await retrying(lambda: server.matchmaking.QueueStats(matchmaking_pb2.QueueStatsRequest(), timeout=10))
    await queue.come("blue-1", "blue-2", "blue-3", sides=["blue"])
    places = await asyncio.wait_for(queue.seated(), TIMEOUT_SECONDS)
    tokens = [one.tokens[0] for one in waiting] + [place.seats[0] for place in places]
    seats = [Seat(server.addresses.engines[GAME], token.token, token.seat) for token in tokens]
    await asyncio.wait_for(asyncio.gather(*(play_first_options(seat) for seat in seats)), TIMEOUT_SECONDS)
    await asyncio.wait_for(looking_on, TIMEOUT_SECONDS)

    of_tickets = {place.match_id for place in places}
    ids = [*onlookers, *(one.match.match_id for one in waiting), *of_tickets]
    records = {id: await verified(server.archive, id) for id in ids}
    for death in deaths:
        assert sum(records[id].finished_ms > death for id in onlookers) > MATCHES / 5
    for id, onlooker in onlookers.items():
        record, entries = Record.load(records[id].record), await log_of(store, id)
        assert onlooker.heard == happened(record)
        assert [(entry.seat, entry.index) for entry in entries] == record.choices
        assert len({entry.nonce for entry in entries}) == len(entries)
    assert sorted(seat.player for id in of_tickets for seat in records[id].seats) == sorted(queue.players)
    stats = await retrying(lambda: server.archive.Stats(archive_pb2.StatsRequest()))
    assert (stats.matches, stats.live) == (len(ids), 0)
    assert await queue.live_matches() == 0
    assert min(server.restarts()[name] for name in KILLED) >= 1


async def play_first_options(seat: Seat) -> None:
    async with seat:
        await seat.play(lambda update: 0)


async def test_no_acknowledged_choice_is_lost_or_doubled(server: Server) -> None:
    matches = await asyncio.gather(*(new_match(server, "ann", "bob") for _ in range(20)))
    address = server.addresses.engines[GAME]
    people = {
        one.match.match_id: [Careful(address, token, THINKING_SECONDS) for token in one.tokens] for one in matches
    }

    deaths: list[int] = []

    async def trouble() -> None:
        for one, other in (ENGINES, ENGINES[::-1]):
            await asyncio.sleep(0.4)
            server.kill(one)
            await asyncio.sleep(0.2)
            await kill_store(server, other)
        deaths.append(now_ms())

    playing = asyncio.gather(*(person.play() for pair in people.values() for person in pair), trouble())
    await asyncio.wait_for(playing, TIMEOUT_SECONDS)
    for match_id, pair in people.items():
        record = await verified(server.archive, match_id)
        assert record.finished_ms > deaths[-1]
        played = Record.load(record.record)
        for seat, person in enumerate(pair):
            assert person.acknowledged
            assert lost_choices(played, seat, person) == 0
            assert doubled_choices(played, seat, person) == 0


async def test_a_batch_survives_the_death_of_its_worker(server: Server) -> None:
    request = bots_pb2.RunMatchesRequest(game=GAME, scenario="duel", bots=["greedy"], matches=150, seed=3, archive=True)

    async def trouble() -> None:
        await asyncio.sleep(1.5)
        server.kill("bot-worker")

    async def run() -> list[int]:
        call = server.bots.RunMatches(request, metadata=server.admin)
        return [result.number async for page in call for result in page.results if not result.error]

    numbers, _ = await asyncio.wait_for(asyncio.gather(run(), trouble()), TIMEOUT_SECONDS)
    assert sorted(numbers) == list(range(150))
    stats = await retrying(lambda: server.archive.Stats(archive_pb2.StatsRequest()))
    assert stats.matches == 150


async def test_live_matches_go_on_after_a_restart_of_the_whole_server(tmp_path) -> None:
    async with running(tmp_path, engines=1) as server:
        match = await new_match(server, "ann", "bob")
        token = match.tokens[0].token
        async with Seat(server.addresses.engines[GAME], token, 0) as seat:
            async for update in seat:
                if update.version == 1:
                    break
                await seat.choose(1)
    async with running(tmp_path, engines=1) as server, Seat(server.addresses.engines[GAME], token, 0) as seat:
        async for update in seat:
            assert update.version == 1
            break
