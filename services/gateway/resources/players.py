"""Players with an account: their ratings, and how these came about. Anybody may see them."""

from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.params import FromQuery, PathParameter, QueryParameter

from services.api import players_pb2 as pb
from services.gateway.calls import Calls

PlayerName = Annotated[str, PathParameter(description="The name of an account, in any case of letters.", max_length=64)]


class Rating(msgspec.Struct):
    """How well a player does in one role of a game."""

    game: str
    """The id of the game."""
    role: str
    """The role in it."""
    rating: float
    """1500 for who has not played; 200 points are three wins in four."""
    deviation: float
    """How sure that is: the standard deviation."""
    matches: int
    """How many it comes from."""


class Ratings(msgspec.Struct):
    """The ratings of a player in all roles that they have played."""

    ratings: list[Rating]
    """By game and role."""


class RatingChange(msgspec.Struct):
    """What one match has changed."""

    match_id: str
    """The match that brought it about."""
    game: str
    """The id of its game."""
    role: str
    """The role in it."""
    rating: float
    """After the match."""
    deviation: float
    """How uncertain the rating was then."""
    change: float
    """By how much it changed."""
    finished_ms: int
    """When the match ended."""


class RatingHistory(msgspec.Struct):
    """Changes of a player's ratings, the newest first."""

    changes: list[RatingChange]
    """In the order of the matches."""
    next_page_token: str
    """Leads to the next page; empty on the last."""


class PlayersController(Controller):
    """Operations on players."""

    path = "/players/{player:str}"
    tags = ("players",)

    @get("/ratings", operation_id="getRatings")
    async def ratings(self, calls: Calls, player: PlayerName, game: FromQuery[str] = "") -> Ratings:
        """The ratings of a player, in one game or in all."""
        request = pb.GetRatingsRequest(player=player, game=game)
        answer = await calls.make(calls.upstream.players().GetRatings, request)
        return Ratings([Rating(one.game, one.role, one.rating, one.deviation, one.matches) for one in answer.ratings])

    @get("/ratings/history", operation_id="listRatingHistory")
    async def history(
        self,
        calls: Calls,
        player: PlayerName,
        game: FromQuery[str] = "",
        page_size: Annotated[int, QueryParameter(ge=1, le=500)] = 50,
        page_token: FromQuery[str] = "",
    ) -> RatingHistory:
        """What each rated match has changed, the newest first."""
        request = pb.ListRatingHistoryRequest(player=player, game=game, page_size=page_size, page_token=page_token)
        answer = await calls.make(calls.upstream.players().ListRatingHistory, request)
        return RatingHistory(
            [
                RatingChange(one.match_id, one.game, one.role, one.rating, one.deviation, one.change, one.finished_ms)
                for one in answer.changes
            ],
            answer.next_page_token,
        )
