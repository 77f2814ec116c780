"""Has pairs of a ladder played by the bots service, and brings their results back."""

import asyncio
from collections.abc import Sequence

import grpc

from engine.bots.pairs import deal
from services.api import bots_pb2 as pb
from services.ladders.model import PairRow, result_of
from services.ladders.running_ladder import RunningLadder
from services.process.logs import logger
from services.process.refusals import detail_of
from services.rpc.clients import ServiceClients

PAUSE_SECONDS = 2.0
"""How long pairs that could not be handed out wait before they are tried again."""


class Player:
    """Calls the bots service."""

    def __init__(self, clients: ServiceClients) -> None:
        self._clients = clients

    async def play(self, ladder: RunningLadder, pairs: Sequence[PairRow]) -> None:
        """Have pairs played; results go to their ladder as they come, and what does not come back is lost."""
        left = {pair.number: pair for pair in pairs}
        try:
            call = self._clients.bots().PlayPairs(_request(ladder, pairs), metadata=self._clients.metadata())
            async for page in call:
                for played in page.pairs:
                    if (pair := left.pop(played.number, None)) is not None:
                        ladder.add_result(result_of(pair, played, ladder.cooperative))
        except grpc.RpcError as error:
            logger().warning("pairs were not played", ladder=ladder.row.name, error=detail_of(error).message)
            await asyncio.sleep(PAUSE_SECONDS)
        finally:
            ladder.lose(list(left.values()))


def _request(ladder: RunningLadder, pairs: Sequence[PairRow]) -> pb.PlayPairsRequest:
    setting = ladder.row.read_setting()
    return pb.PlayPairsRequest(
        game=setting.game,
        scenario=setting.scenario,
        seats=setting.seats,
        options=setting.options,
        pairs=[
            pb.PairToPlay(
                number=pair.number,
                first=ladder.bot(pair.first),
                second=ladder.bot(pair.second),
                deal=deal(ladder.row.seed, pair.number),
            )
            for pair in pairs
        ],
        limit_ms=setting.limit_ms,
        archive=not setting.no_records,
        pairs_per_task=ladder.pairs_per_task,
    )
