"""Outside bots on a ladder: they enter by token and play over the client; who is not there forfeits."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable

import grpc
import pytest

from services.api import ladders_pb2 as pb
from services.api.archive_pb2 import VerifyRequest
from services.api.engine_pb2 import ListLiveMatchesRequest
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import Update
from services.client import OutsideBot
from services.ladders.database import Database
from services.ladders.ratings_cache import RatingsCache
from services.ladders.runner import Runner
from services.ladders.schema import connect
from services.process.refusals import detail_of
from services.rpc.clients import ServiceClients
from tests.services.bots.test_bots import start_worker
from tests.services.conftest import bearer, eventually
from tests.services.ladders.conftest import Ladders
from tests.services.ladders.test_ladders import PATIENCE

LIMIT_MS = 10_000
"""Time for a decision that a busy machine does not overrun."""


def at_random(update: Update) -> int:
    return random.randrange(len(update.decision.options))


def illegal(update: Update) -> int:
    return len(update.decision.options)


@contextlib.asynccontextmanager
async def playing(ladders: Ladders, name: str, policy: Callable[[Update], int] = at_random) -> AsyncIterator[None]:
    """An outside bot that plays while the block runs."""

    async def token() -> str:
        return ladders.token(name)

    async with OutsideBot(ladders.engine_address, name, token, policy) as bot:
        task = asyncio.create_task(bot.play())
        try:
            yield
            assert not task.done(), task.exception()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def workers(ladders: Ladders, settings):
    """A bot worker that plays live matches too."""
    return start_worker(settings.having(engines=ladders.settings.services.engines))


async def pairs_of(ladders: Ladders, ladder_id: str, entrant: int) -> list[pb.LadderPair]:
    request = pb.ListPairsRequest(ladder_id=ladder_id, entrant=entrant, page_size=100)
    return [pair for pair in (await ladders.stub.ListPairs(request)).pairs if pair.matches]


async def standing(ladders: Ladders, ladder_id: str, entrant: int) -> pb.Standing:
    return next(one for one in (await ladders.standings(ladder_id)).standings if one.entrant == entrant)


async def test_an_outside_bot_plays_pairs_over_the_client(ladders: Ladders, workers) -> None:
    ladder = await ladders.create(bots=("random", "greedy"), limit_ms=LIMIT_MS, gauntlet_pairs=4, most_pairs=12)
    entrant = await ladders.enter_outside(ladder.ladder_id, "thorin", "1.0")
    assert (entrant.entrant, entrant.bot, entrant.outside) == (2, "thorin", True)
    assert entrant.fingerprint == "outside:thorin@1.0"
    async with workers, playing(ladders, "thorin"):
        await eventually(lambda: ladders.is_finished(ladder.ladder_id), PATIENCE)
    played = await pairs_of(ladders, ladder.ladder_id, 2)
    assert played
    for pair in played:
        assert pair.counts
        assert not any(match.fault for match in pair.matches)
        assert all([(await ladders.archive.Verify(VerifyRequest(match_id=one.match_id))).ok for one in pair.matches])
    mine = await standing(ladders, ladder.ladder_id, 2)
    assert (mine.pairs, mine.crashes, mine.overruns, mine.illegals) == (len(played), 0, 0, 0)


async def test_who_is_not_there_crashes_and_gets_no_pairs_until_it_enters_again(ladders: Ladders, workers) -> None:
    ladder = await ladders.create(bots=("random", "greedy"), limit_ms=1_500, gauntlet_pairs=4)
    await ladders.enter_outside(ladder.ladder_id, "bilbo")

    async def is_away() -> bool:
        return (await ladders.get(ladder.ladder_id)).entrants[2].state == pb.ENTRANT_STATE_AWAY

    async def others_went_on() -> bool:
        return (await ladders.get(ladder.ladder_id)).pairs >= 40

    async with workers:
        await eventually(is_away, PATIENCE)
        await eventually(others_went_on, PATIENCE)
    absent = await standing(ladders, ladder.ladder_id, 2)
    assert absent.crashes == 2 * absent.pairs > 0
    assert (absent.score, absent.overruns, absent.state) == (0.0, 0, pb.ENTRANT_STATE_AWAY)
    assert absent.pairs <= 4  # those that were open, and others went on
    assert (await ladders.enter_outside(ladder.ladder_id, "bilbo")).state == pb.ENTRANT_STATE_PLAYING


async def test_illegal_choices_are_counted_apart(ladders: Ladders, workers) -> None:
    ladder = await ladders.create(bots=("random",), limit_ms=LIMIT_MS, most_pairs=2)
    await ladders.enter_outside(ladder.ladder_id, "gollum")
    async with workers, playing(ladders, "gollum", illegal):
        await eventually(lambda: ladders.is_finished(ladder.ladder_id), PATIENCE)
    cheat = await standing(ladders, ladder.ladder_id, 1)
    assert (cheat.illegals, cheat.crashes, cheat.overruns, cheat.score) == (4, 0, 0, 0.0)


async def test_every_pair_counts_once_whoever_is_killed(idle_ladders: Ladders, settings, store, keyring) -> None:
    """After every pair who plays the ladder is dropped as it is, and another begins; two outside bots meet each other
    and one of ours."""
    ladders = idle_ladders
    ladder = await ladders.create(bots=("random",), limit_ms=LIMIT_MS, gauntlet_pairs=4, most_pairs=8)
    for name in ("thorin", "dain"):
        await ladders.enter_outside(ladder.ladder_id, name)

    database = Database(connect(ladders.settings.store.database_url))
    clients = ServiceClients("ladders", ladders.settings, keyring)

    def new_runner() -> Runner:
        return Runner(store, database, RatingsCache(database), clients, ladders.settings)

    async def plays_on(runner: Runner, pairs: int) -> bool:
        await runner.play_round()
        now = await ladders.get(ladder.ladder_id)
        return now.pairs >= pairs or now.state == pb.LADDER_STATE_FINISHED

    worker = start_worker(settings.having(engines=ladders.settings.services.engines))
    async with worker, playing(ladders, "thorin"), playing(ladders, "dain"):
        for goal in range(1, 9):
            runner = new_runner()
            await eventually(lambda runner=runner, goal=goal: plays_on(runner, goal), PATIENCE)
        last = new_runner()
        await eventually(lambda: plays_on(last, 9), PATIENCE)
    await clients.close()
    database.close()
    export = (await ladders.export(ladder.ladder_id, pb.EXPORT_FORMAT_CSV)).decode().splitlines()[1:]
    assert sorted(int(line.split(",")[0]) for line in export) == list(range(8))
    ids = {one.match_id for pair in await pairs_of(ladders, ladder.ladder_id, 1) for one in pair.matches}
    assert len(ids) == 2 * (await standing(ladders, ladder.ladder_id, 1)).pairs


async def test_open_pairs_of_an_outside_bot_are_few(ladders: Ladders) -> None:
    """No worker plays, and the bot does not come: no more matches are made than it may have open."""
    ladder = await ladders.create(bots=("random", "greedy"), gauntlet_pairs=9)
    await ladders.enter_outside(ladder.ladder_id, "thorin")
    async with grpc.aio.insecure_channel(ladders.engine_address) as channel:
        engine = EngineServiceStub(channel)

        async def has_matches() -> int:
            return len((await engine.ListLiveMatches(ListLiveMatchesRequest(player="thorin"))).matches)

        await eventually(has_matches)
        await asyncio.sleep(2.5)  # two more rounds of the service
        assert await has_matches() == 4


# -- who may enter and withdraw


async def test_a_new_version_takes_the_place_of_the_one_before(ladders: Ladders) -> None:
    ladder = (await ladders.create(bots=("random",), most_pairs=1)).ladder_id
    await ladders.enter_outside(ladder, "thorin", "1")
    second = await ladders.enter_outside(ladder, "thorin", "2")
    states = [one.state for one in (await ladders.get(ladder)).entrants]
    assert states == [pb.ENTRANT_STATE_PLAYING, pb.ENTRANT_STATE_WITHDRAWN, pb.ENTRANT_STATE_PLAYING]
    assert (await ladders.enter_outside(ladder, "thorin", "2")).entrant == second.entrant


async def test_an_outside_bot_enters_and_withdraws_itself_alone(ladders: Ladders, keyring) -> None:
    ladder = (await ladders.create(bots=("random",))).ladder_id
    entrant = await ladders.enter_outside(ladder, "thorin")
    mine, other = bearer(ladders.token("thorin")), bearer(ladders.token("dain"))
    person = bearer(keyring.mint("player", "ann", 60, scopes="play"))
    enter, withdraw = ladders.stub.EnterLadder, ladders.stub.WithdrawEntrant
    for call, request, metadata, reason in (
        (enter, pb.EnterLadderRequest(ladder_id=ladder), person, "FORBIDDEN"),
        (enter, pb.EnterLadderRequest(ladder_id=ladder), (), "UNAUTHENTICATED"),
        (enter, pb.EnterLadderRequest(ladder_id=ladder, entries=[pb.Entry(bot="greedy")]), mine, "INVALID_ARGUMENT"),
        (enter, pb.EnterLadderRequest(ladder_id=ladder, entries=[pb.Entry(anchor_elo=9)]), mine, "INVALID_ARGUMENT"),
        (enter, pb.EnterLadderRequest(ladder_id=ladder, entries=[pb.Entry(version="a b")]), mine, "INVALID_ARGUMENT"),
        (withdraw, pb.WithdrawEntrantRequest(ladder_id=ladder, entrant=entrant.entrant), other, "FORBIDDEN"),
        (withdraw, pb.WithdrawEntrantRequest(ladder_id=ladder, entrant=0), mine, "FORBIDDEN"),
    ):
        with pytest.raises(grpc.RpcError) as caught:
            await call(request, metadata=metadata)
        assert ErrorReason.Name(detail_of(caught.value).reason)[13:] == reason
    request = pb.WithdrawEntrantRequest(ladder_id=ladder, entrant=entrant.entrant)
    assert (await withdraw(request, metadata=mine)).entrant.state == pb.ENTRANT_STATE_WITHDRAWN
