"""A ladder of many pairs in a database: what storing them costs, and then what people ask of it."""

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np

import engine
from services.api import ladders_pb2 as pb
from services.api.bots_pb2 import DecisionTimes, PlayedMatch, PlayedPair
from services.ladders.database import Database
from services.ladders.ladder import new_entrants, new_ladder
from services.ladders.model import PairResult, PairRow, now_ms, result_of
from services.ladders.ratings_cache import RatingsCache
from services.ladders.scheduling import Two
from services.ladders.schema import connect
from services.ladders.servicer import DEFAULT_PAGE, EXPORT_PAGE, LARGEST_PAGE, LaddersServicer
from services.process.ids import fresh_id
from services.process.settings import Settings

ENTRANTS = 100
NEIGHBOURS = 30
"""How far apart two who meet are."""
BATCH = 40
"""Pairs that get their numbers, and are stored, at once."""
LEFT_AFTER = 0.1
"""The share of the pairs after which entrant 0 plays no more: its newest pairs lie deep."""
ROUNDS = 9
NO_CALL: Any = None
"""The context of a call, of which what is measured here asks nothing."""


class Filling:
    """A ladder that is being filled."""

    def __init__(self, database: Database, game: str, scenario: str) -> None:
        self.database = database
        row = new_ladder("rows", pb.LadderSetting(game=game, scenario=scenario), (game,), paused=True)
        entries = [pb.Entry(bot=f"random:blunder={number / ENTRANTS:g}") for number in range(ENTRANTS)]
        database.create(row, new_entrants(engine.load(game), entries))
        self.ladder_id = row.ladder_id
        self._rng = np.random.default_rng(7)

    def fill(self, pairs: int) -> None:
        """Play so many pairs, batch by batch."""
        for start in range(0, pairs, BATCH):
            first = 0 if start < LEFT_AFTER * pairs else 1
            self.store(self.results(self.allocate(first, min(BATCH, pairs - start))))

    def allocate(self, first: int = 1, count: int = BATCH) -> list[PairRow]:
        """Give numbers to pairs of neighbours, from an entrant on."""
        return self.database.allocate(self.ladder_id, [self._meeting(first) for _ in range(count)])

    def _meeting(self, first: int) -> Two:
        one = int(self._rng.integers(first, ENTRANTS - 1))
        other = int(self._rng.integers(one + 1, min(one + 1 + NEIGHBOURS, ENTRANTS)))
        return one, other

    def results(self, pairs: list[PairRow]) -> list[PairResult]:
        """What came of pairs, with all that bots tell of them."""
        return [result_of(pair, self._played(pair), cooperative=False) for pair in pairs]

    def _played(self, pair: PairRow) -> PlayedPair:
        matches = [
            PlayedMatch(winner=winner, reason="score", decisions=130, seconds=0.2, match_id=fresh_id("m-"))
            for winner in self._rng.integers(0, 2, 2).tolist()
        ]
        times = [DecisionTimes(counts=dict.fromkeys(range(-40, -34), 20))] * 2
        return PlayedPair(number=pair.number, matches=matches, seconds=0.4, times=times)

    def store(self, results: list[PairResult]) -> None:
        """Store what came of pairs."""
        new = self.database.store(self.ladder_id, results, now_ms())
        assert len(new) == len(results), "each is new"


async def run_rows(game: str, scenario: str, pairs: int) -> dict[str, Any]:
    """Fill a database with a ladder, and time calls of its service, without the way to it."""
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="westmarch-rows-") as folder:
        database = Database(connect(f"sqlite:///{folder}/ladders.db"))
        servicer = LaddersServicer(database, RatingsCache(database), Settings())
        filling = Filling(database, game, scenario)
        began = time.perf_counter()
        await asyncio.to_thread(filling.fill, pairs)
        took = time.perf_counter() - began
        figures = {
            **await _writing(filling),
            **await _pages(filling, servicer),
            "counted, 1,000 in the middle, ms": await _median_ms(lambda: _counted(filling, pairs // 2)),
            "standings, read and fitted, ms": await _median_ms(lambda: _rate(filling)),
            **await _exports(filling, servicer),
        }
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
        database.close()
    return {
        "what": "rows",
        "load average": [round(load, 1), round(os.getloadavg()[0], 1)],
        "pairs": pairs,
        "entrants": ENTRANTS,
        "filled, pairs/s": round(pairs / took),
        "database, MiB": round(size / 2**20, 1),
        **figures,
    }


async def _writing(filling: Filling) -> dict[str, float]:
    """What a batch costs that comes to all that are there."""
    allocated: list[list[PairRow]] = []

    async def allocate() -> None:
        allocated.append(await asyncio.to_thread(filling.allocate))

    async def store() -> None:
        await asyncio.to_thread(filling.store, results.pop())

    allocating = await _median_ms(allocate)
    results = [filling.results(pairs) for pairs in allocated]
    return {f"allocate {BATCH}, ms": allocating, f"store {BATCH}, ms": await _median_ms(store)}


async def _pages(filling: Filling, servicer: LaddersServicer) -> dict[str, float]:
    """Pages of pairs: the newest and the oldest ones, those of an entrant, and of one who left long ago."""

    async def page(**more: Any) -> None:
        request = pb.ListPairsRequest(ladder_id=filling.ladder_id, **more)
        response = await servicer.ListPairs(request, NO_CALL)
        assert response.pairs

    return {
        f"page of {DEFAULT_PAGE}, ms": await _median_ms(page),
        f"page of {LARGEST_PAGE}, ms": await _median_ms(lambda: page(page_size=LARGEST_PAGE)),
        "page at the end, ms": await _median_ms(lambda: page(page_token=str(DEFAULT_PAGE))),
        "page of an entrant, ms": await _median_ms(lambda: page(entrant=ENTRANTS // 2)),
        "page of two entrants, ms": await _median_ms(lambda: page(entrant=ENTRANTS // 2, opponent=ENTRANTS // 2 + 1)),
        "page of one who left, ms": await _median_ms(lambda: page(entrant=0)),
    }


async def _counted(filling: Filling, after: int) -> None:
    page = await asyncio.to_thread(filling.database.counted, filling.ladder_id, EXPORT_PAGE, after, 2 * after)
    assert len(page) == EXPORT_PAGE


async def _rate(filling: Filling) -> None:
    database = filling.database
    row = database.find(filling.ladder_id)
    assert row is not None
    rated = await RatingsCache(database).rated(row, database.entrants(row.ladder_id))
    assert rated.standings.pairs == row.pairs


async def _exports(filling: Filling, servicer: LaddersServicer) -> dict[str, float]:
    """The whole ladder as a file of each kind, and how large it is."""
    figures: dict[str, float] = {}
    for name, format in (("JSON", pb.EXPORT_FORMAT_JSON), ("CSV", pb.EXPORT_FORMAT_CSV)):
        request = pb.ExportLadderRequest(ladder_id=filling.ladder_id, format=format)
        began = time.perf_counter()
        size = sum([len(piece.data) async for piece in servicer.ExportLadder(request, NO_CALL)])
        figures[f"export to {name}, seconds"] = round(time.perf_counter() - began, 2)
        figures[f"{name}, MiB"] = round(size / 2**20, 1)
    return figures


async def _median_ms(work: Callable[[], Awaitable[None]]) -> float:
    """How long something takes, which is done some times in a row."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        await work()
        times.append(time.perf_counter() - began)
    return round(1000 * statistics.median(times), 1)
