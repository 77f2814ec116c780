"""Directors that die at any step, and two at once: no match is made twice, no result lost, no round paired twice."""

import asyncio
import contextlib
import functools
import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator

import grpc
import msgspec
import pytest
from prometheus_client import REGISTRY

from services.api import tournaments_pb2 as pb
from services.api.archive_pb2 import Filter, ListRequest
from services.rpc.clients import ServiceClients
from services.rpc.serving import serving
from services.tournaments import directors
from services.tournaments.__main__ import setup
from services.tournaments.database import Conflict, Database, Fenced
from services.tournaments.director import Director
from services.tournaments.engine_tables import EngineTables
from services.tournaments.replica import Replica, Replicas
from services.tournaments.results import ArchiveFeed
from services.tournaments.schema import connect
from tests.services.bots.test_bots import start_worker
from tests.services.conftest import eventually
from tests.services.tournaments.conftest import PATIENCE, Hall
from tests.services.tournaments.people import Habits, Person, playing

SECOND = 1 / 60


class Killed(BaseException):
    """The process of a director ends here."""


class Mortality:
    """Ends a director at one of the points where it does something that lasts: before it is done, or after."""

    POINTS = [
        (Replica, "append"),
        (EngineTables, "_create"),
        (EngineTables, "look"),
        (EngineTables, "annul"),
        (EngineTables, "hand_over"),
        (ArchiveFeed, "unseal"),
        (Database, "take_over"),
    ]

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = 0
        self.is_after = False
        self.killed_at: Counter[str] = Counter()
        for kind, name in self.POINTS:
            original = getattr(kind, name)
            wrap = self._wrap if asyncio.iscoroutinefunction(original) else self._wrap_plain
            monkeypatch.setattr(kind, name, wrap(f"{kind.__name__}.{name}", original))

    def _is_last(self) -> bool:
        self.left -= 1
        return self.left == 0

    def _wrap(self, name, original):
        @functools.wraps(original)
        async def wrapped(*arguments, **more):
            is_last = self._is_last()
            if is_last and not self.is_after:
                self._kill(name)
            answer = await original(*arguments, **more)
            if is_last:
                self._kill(name)
            return answer

        return wrapped

    def _wrap_plain(self, name, original):
        @functools.wraps(original)
        def wrapped(*arguments, **more):
            is_last = self._is_last()
            if is_last and not self.is_after:
                self._kill(name)
            answer = original(*arguments, **more)
            if is_last:
                self._kill(name)
            return answer

        return wrapped

    def _kill(self, name: str) -> None:
        self.killed_at[f"{name} {'after' if self.is_after else 'before'}"] += 1
        raise Killed(name)


@contextlib.asynccontextmanager
async def backstage(hall: Hall) -> AsyncIterator[tuple[Database, ServiceClients]]:
    """The database of the tournaments, and clients as a director has them."""
    database = Database(connect(hall.settings.store.database_url))
    clients = ServiceClients("tournaments", hall.settings, hall.keyring)
    try:
        yield database, clients
    finally:
        await clients.close()
        database.close()


async def direct(tournament: str, database: Database, clients: ServiceClients) -> None:
    """Direct a tournament until it is over, as one process would."""
    replicas = Replicas(database)
    director = Director(tournament, database, replicas, clients)
    try:
        await director.take_over()
        while True:
            try:
                await director.step()
            except Fenced:
                raise
            except Conflict:
                continue
            async with replicas.current(tournament) as replica:
                if replica.competition.is_over:
                    return
            await asyncio.sleep(0.05)
    finally:
        await director.close()


def made() -> float:
    return REGISTRY.get_sample_value("westmarch_matches_created_total", {"game": "barrow"}) or 0.0


async def new_event(hall: Hall, *stages: pb.Stage, people: list[str], bots: list[str], **plan) -> str:
    tournament = await hall.create(*stages, **plan)
    await hall.enter(tournament, *people)
    if bots:
        await hall.enter_bots(tournament, *bots)
    await hall.start(tournament)
    return tournament


async def check_all(hall: Hall, tournament: str) -> list[pb.TournamentEvent]:
    """Hold what must be true of every tournament, whoever died on the way; its events."""
    assert await hall.faults(tournament) == []
    events = await hall.events(tournament)
    legs: Counter[tuple[int, int, int, int]] = Counter()
    for one in events:
        data = msgspec.json.decode(one.data)
        if one.kind == "matches-made":
            legs.update((data["stage"], data["round"], data["table"], leg) for leg in data["legs"])
    assert set(legs.values()) == {1}, "no match is made twice"
    for stage, rounds in Counter({(e["stage"], e["round"]) for e in _data(events, "round-paired")}).items():
        assert rounds == 1, stage
    for round_ in {(e["stage"], e["round"]) for e in _data(events, "round-paired")}:
        pairings = await hall.pairings(tournament, stage=round_[0] + 1, round=round_[1])
        assert not any(table.open for table in pairings.tables), "every table has a result"
    ended = [(e["stage"], e["round"], e["table"], e["leg"]) for e in _data(events, "leg-ended")]
    assert len(set(ended)) == len(ended), "every result counts once"
    return events


def _data(events: list[pb.TournamentEvent], kind: str) -> list[dict]:
    return [msgspec.json.decode(one.data) for one in events if one.kind == kind]


async def test_a_director_may_die_at_any_step(undirected: Hall, settings, monkeypatch) -> None:
    """Every director does one, two or three things that last, and dies before or after the last of them."""
    hall = undirected
    people = ["ann", "bob", "cat", "dan"]
    tournament = await new_event(
        hall,
        pb.Stage(swiss=pb.SwissStage(rounds=2, take=2)),
        pb.Stage(elimination=pb.EliminationStage()),
        people=people,
        bots=["random", "greedy"],
        pace=pb.Pace(first_choice_minutes=2 * SECOND),
    )
    mortality = Mortality(monkeypatch)
    before = made()
    habits = {"dan": Habits(comes=0.5), "cat": Habits(comes=0.7)}
    players = [
        Person(name, hall.stub, hall.auth(name), habits.get(name, Habits()), random.Random(name)) for name in people
    ]
    async with backstage(hall) as (database, clients), start_worker(hall.settings), playing(tournament, *players):
        deaths = 0
        for lives, mortality.is_after in itertools.cycle(itertools.product((2, 3, 4, 7), (True, False))):
            mortality.left = lives
            try:
                async with asyncio.timeout(PATIENCE):
                    await direct(tournament, database, clients)
                break
            except Killed:
                deaths += 1
    assert deaths > 20
    events = await check_all(hall, tournament)
    ids = {one["record"] for one in _data(events, "leg-ended")}
    legs = [leg for one in _data(events, "matches-made") for leg in one["legs"]]
    kept = await hall.archive.List(ListRequest(filter=Filter(labels={"tournament": tournament}), page_size=500))
    assert ids <= {record.match_id for record in kept.records}
    assert made() - before <= len(legs)


async def test_two_directors_at_once_do_no_harm(undirected: Hall, settings) -> None:
    """Both believe that they direct: each takes over from the other again and again."""
    hall = undirected
    tournament = await new_event(
        hall, pb.Stage(swiss=pb.SwissStage(rounds=3)), people=["ann", "bob", "cat"], bots=["random"] * 4
    )
    before = made()
    fenced = 0

    async def stubborn(database: Database, clients: ServiceClients) -> None:
        nonlocal fenced
        while True:
            try:
                return await direct(tournament, database, clients)
            except Fenced:
                fenced += 1
                await asyncio.sleep(random.uniform(0.0, 0.1))

    players = [Person(name, hall.stub, hall.auth(name)) for name in ("ann", "bob", "cat")]
    async with (
        backstage(hall) as (database, clients),
        backstage(hall) as (other_database, other_clients),
        start_worker(hall.settings),
        playing(tournament, *players),
        asyncio.timeout(PATIENCE),
    ):
        await asyncio.gather(stubborn(database, clients), stubborn(other_database, other_clients))
    assert fenced > 0
    events = await check_all(hall, tournament)
    assert made() - before <= sum(len(one["legs"]) for one in _data(events, "matches-made"))


async def test_another_process_takes_over_when_one_ends(hall: Hall, settings, monkeypatch) -> None:
    """Services come and go beside each other; a lease says who directs, and who ends gives it back."""
    monkeypatch.setattr(directors, "LEASE_SECONDS", 2.0)
    tournament = await new_event(
        hall, pb.Stage(swiss=pb.SwissStage(rounds=4)), people=[], bots=["random"] * 4 + ["greedy"] * 4
    )

    async def has(round_: int) -> bool:
        return (await hall.get(tournament)).round >= round_

    async with start_worker(hall.settings):
        for round_ in (2, 3):
            async with serving(setup, hall.settings):
                await eventually(lambda round_=round_: has(round_), PATIENCE)
        await hall.finished(tournament)
    await check_all(hall, tournament)


async def test_a_director_that_was_fenced_off_stores_nothing(undirected: Hall) -> None:
    hall = undirected
    tournament = await new_event(hall, people=["ann", "bob"], bots=[])
    async with backstage(hall) as (database, clients):
        first, second = (Director(tournament, database, Replicas(database), clients) for _ in range(2))
        await first.take_over()
        await second.take_over()
        version = (await hall.get(tournament)).events
        with pytest.raises(Fenced):
            await first.step()
        assert (await hall.get(tournament)).events == version
        await second.step()
        assert (await hall.get(tournament)).events > version
        await asyncio.gather(first.close(), second.close())


async def test_a_director_waits_for_an_engine_and_forfeits_nobody_meanwhile(undirected: Hall) -> None:
    """Who came cannot be known while no engine answers, so nobody is taken for missing."""
    hall = undirected
    tournament = await new_event(hall, people=["ann", "bob"], bots=[], pace=pb.Pace(first_choice_minutes=SECOND))
    async with backstage(hall) as (database, clients):
        replicas = Replicas(database)
        director = Director(tournament, database, replicas, clients)
        await director.take_over()
        await director.step()
        assert all(match.match_id for match in (await hall.pairings(tournament)).tables[0].matches)
        nowhere = ServiceClients("tournaments", hall.settings.having(engines="*=127.0.0.1:1"), hall.keyring)
        lost = Director(tournament, database, replicas, nowhere)
        await lost.take_over()
        await asyncio.sleep(1.1)
        with pytest.raises(grpc.RpcError):
            await lost.step()
        assert (await hall.pairings(tournament)).tables[0].open
        await asyncio.gather(director.close(), lost.close())
        await nowhere.close()
