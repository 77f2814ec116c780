"""Ratings of people who enter, as the players service keeps them: nobody claims their own."""

from collections.abc import Sequence

import grpc

from services.api.errors_pb2 import ErrorReason
from services.api.players_pb2 import GetRatingsRequest
from services.process.refusals import Refused, detail_of
from services.rpc.clients import ServiceClients

NEWCOMER = 1500.0
"""The rating of an account that has not played yet."""
CALL_SECONDS = 2.0


class KeptRatings:
    """Reads ratings."""

    def __init__(self, clients: ServiceClients | None) -> None:
        """Without clients there is no players service, and nobody has a rating."""
        self._clients = clients

    async def mean(self, players: Sequence[str], game: str) -> float | None:
        """The mean rating of players in a game; None unless all have accounts."""
        ratings = [await self._of(player, game) for player in players]
        known = [rating for rating in ratings if rating is not None]
        return sum(known) / len(known) if known and len(known) == len(ratings) else None

    async def _of(self, player: str, game: str) -> float | None:
        """A player's rating: that of all roles, by how often they were played. Refused where the service is away, for
        the seeding could not be made good later."""
        if self._clients is None:
            return None
        request = GetRatingsRequest(player=player, game=game)
        try:
            answer = await self._clients.players().GetRatings(
                request, metadata=self._clients.metadata(), timeout=CALL_SECONDS
            )
        except grpc.RpcError as error:
            if detail_of(error).reason == ErrorReason.ERROR_REASON_UNKNOWN_PLAYER:
                return None
            message = "Ratings cannot be read just now; try again."
            raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, message) from error
        matches = sum(one.matches for one in answer.ratings)
        return sum(one.rating * one.matches for one in answer.ratings) / matches if matches else NEWCOMER
