"""A ladder on a whole server, whose parts are killed on the way: every pair counts once."""

import json

import grpc
import numpy as np

from services.api import ladders_pb2 as pb
from services.pairs.ratings import PairTable, fit, sum_up
from tests.e2e.conftest import Server
from tests.services.conftest import eventually

PATIENCE = 120.0


async def test_a_ladder_survives_kills_of_all_that_plays_it(server: Server) -> None:
    request = pb.CreateLadderRequest(
        name="survivors",
        setting=pb.LadderSetting(game="barrow", scenario="duel", most_pairs=400, gauntlet_pairs=10, no_records=True),
        entries=[pb.Entry(bot=bot) for bot in ("random", "greedy", "greedy:blunder=0.5", "random:blunder=0.5")],
    )
    await server.ladders.CreateLadder(request, metadata=server.admin)

    async def ladder() -> pb.Ladder | None:
        try:
            answer = await server.ladders.GetLadder(pb.GetLadderRequest(ladder_id="survivors"))
        except grpc.RpcError:
            return None  # it is being started again
        return answer.ladder

    async def has(pairs: int) -> bool:
        now = await ladder()
        return now is not None and now.pairs >= pairs

    for goal, victim in ((20, "bot-worker"), (60, "ladders"), (120, "bots"), (180, "store"), (240, "ladders")):
        await eventually(lambda goal=goal: has(goal), PATIENCE)
        server.kill(victim)

    async def is_finished() -> bool:
        now = await ladder()
        return now is not None and now.state == pb.LADDER_STATE_FINISHED

    await eventually(is_finished, PATIENCE)
    export = server.ladders.ExportLadder(pb.ExportLadderRequest(ladder_id="survivors"))
    pairs = json.loads(b"".join([piece.data async for piece in export]))["pairs"]
    assert sorted(pair["number"] for pair in pairs) == list(range(400))
    standings = (await server.ladders.GetStandings(pb.GetStandingsRequest(ladder_id="survivors"))).standings
    first, second = (np.array([pair[name] for pair in pairs], dtype=np.int64) for name in ("first", "second"))
    legs = [np.array([2 * pair[name] for pair in pairs], dtype=np.float64) for name in ("first_leg", "second_leg")]
    ratings = fit(sum_up(PairTable(first, second, legs[0], legs[1]), 4), 4)
    by_entrant = sorted(standings.standings, key=lambda one: one.entrant)
    np.testing.assert_allclose([one.elo for one in by_entrant], ratings.elo, atol=1e-6)
