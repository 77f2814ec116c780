"""Ratings of players with an account, as the players service keeps them: what their client claims does not count."""

import grpc

from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.api.players_pb2 import GetRatingsRequest, Rating
from services.process.logs import logger
from services.process.refusals import detail_of
from services.rpc.clients import ServiceClients
from services.rpc.tokens import Caller

NEWCOMER = 1500.0
"""The kept rating that is 0 in a search."""
CALL_SECONDS = 2.0


class KeptRatings:
    """Sets the ratings of searches."""

    def __init__(self, clients: ServiceClients | None) -> None:
        """Without clients there is no players service, and every account is a newcomer's."""
        self._clients = clients

    async def set(self, search: pb.Search, who: Caller) -> None:
        """Give the search of a player with an account the rating that is kept; those of others stay."""
        if who.kind == "player":
            role = search.roles[0] if search.roles else ""
            search.rating = rating_for(await self._ratings(who.name, search.game), role)

    async def _ratings(self, player: str, game: str) -> list[Rating]:
        """The ratings of a player in a game. None where the service does not answer: people play all the same."""
        if self._clients is None:
            return []
        request = GetRatingsRequest(player=player, game=game)
        try:
            answer = await self._clients.players().GetRatings(
                request, metadata=self._clients.metadata(), timeout=CALL_SECONDS
            )
        except grpc.RpcError as error:
            if detail_of(error).reason != ErrorReason.ERROR_REASON_UNKNOWN_PLAYER:
                logger().warning("ratings cannot be read", player=player, error=error.details())
            return []
        return list(answer.ratings)


def rating_for(ratings: list[Rating], role: str) -> float:
    """What a search for a role goes by: the rating in it. For any role, the mean by matches of those that were
    played."""
    wanted = [one for one in ratings if not role or one.role == role]
    matches = sum(one.matches for one in wanted)
    return sum((one.rating - NEWCOMER) * one.matches for one in wanted) / matches if matches else 0.0
