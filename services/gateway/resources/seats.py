"""Seats: what the person of a seat does there. Each call needs the token of the seat, or that of its player."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from services.api import bots_pb2, engine_pb2
from services.gateway.calls import Calls, ClientCalls
from services.gateway.resources.matches import MatchId
from services.gateway.shapes import UPDATE, Index, JsonAnswer, Language, Version, json_answer, language_of

SeatNumber = Annotated[int, PathParameter(ge=0, le=2**31 - 1, description="The number of a seat, from 0.")]


class NewChoice(msgspec.Struct, forbid_unknown_fields=True):
    """The answer to a seat's open decision."""

    version: Version
    """The version that the decision came with."""
    index: Index
    """Which of its options."""
    request_id: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """A text of the client's own for this choice: sent again with it after a break, nothing is chosen twice."""


class HandOver(msgspec.Struct, forbid_unknown_fields=True):
    """Who is to hold the seat."""

    bot: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Empty: the bot that the seat was made with."""


class OptionEstimate(msgspec.Struct):
    """What a bot thinks of an option."""

    index: int
    """Which it is."""
    chance: float
    """How likely the seat's side wins with it, from 0 to 1."""


class Hint(msgspec.Struct):
    """What a bot would choose, and why."""

    version: int
    """The version that the choice would answer."""
    index: int
    """Which of the options."""
    best: list[OptionEstimate]
    """The options that the bot looked at, the best first; empty where the bot does not say."""


class SeatsController(Controller):
    """Operations on one seat of a match, for its person."""

    path = "/matches/{match_id:str}/seats/{seat:int}"
    tags = ("seats",)

    @post("/choices", operation_id="choose", status_code=HTTP_200_OK, responses=UPDATE)
    async def choose(
        self,
        calls: Calls,
        match_id: MatchId,
        seat: SeatNumber,
        data: JSONBody[NewChoice],
        language: FromQuery[Language | None] = None,
    ) -> JsonAnswer:
        """Choose an option of the seat's open decision."""
        request = engine_pb2.ChooseRequest(
            version=data.version, index=data.index, request_id=data.request_id, **_seat(match_id, seat, language)
        )
        return await _carry_out(calls, "Choose", request)

    @post("/undo", operation_id="undo", status_code=HTTP_200_OK, responses=UPDATE)
    async def undo(
        self,
        calls: Calls,
        match_id: MatchId,
        seat: SeatNumber,
        language: FromQuery[Language | None] = None,
    ) -> JsonAnswer:
        """Undo the seat's last choice."""
        return await _carry_out(calls, "Undo", engine_pb2.UndoRequest(**_seat(match_id, seat, language)))

    @post("/concede", operation_id="concede", status_code=HTTP_200_OK, responses=UPDATE)
    async def concede(
        self,
        calls: Calls,
        match_id: MatchId,
        seat: SeatNumber,
        language: FromQuery[Language | None] = None,
    ) -> JsonAnswer:
        """Concede the match; it ends when every person of the side has."""
        request = engine_pb2.ConcedeRequest(**_seat(match_id, seat, language))
        return await _carry_out(calls, "Concede", request)

    @post("/hand-over", operation_id="handOver", status_code=HTTP_200_OK, responses=UPDATE)
    async def hand_over(
        self,
        calls: Calls,
        match_id: MatchId,
        seat: SeatNumber,
        data: JSONBody[HandOver],
        language: FromQuery[Language | None] = None,
    ) -> JsonAnswer:
        """Let a bot hold the seat, until its person takes it again."""
        request = engine_pb2.HandOverSeatRequest(bot=data.bot, **_seat(match_id, seat, language))
        return await _carry_out(calls, "HandOverSeat", request)

    @post("/take", operation_id="takeSeat", status_code=HTTP_200_OK, responses=UPDATE)
    async def take(
        self,
        calls: Calls,
        match_id: MatchId,
        seat: SeatNumber,
        language: FromQuery[Language | None] = None,
    ) -> JsonAnswer:
        """Have the seat again."""
        request = engine_pb2.TakeSeatRequest(**_seat(match_id, seat, language))
        return await _carry_out(calls, "TakeSeat", request)

    @get("/hint", operation_id="getHint")
    async def hint(
        self,
        calls: Calls,
        match_id: MatchId,
        seat: SeatNumber,
        bot: Annotated[str, QueryParameter(max_length=64)] = "",
    ) -> Hint:
        """What a bot would choose here."""
        request = bots_pb2.GetHintRequest(match_id=match_id, seat=seat, bot=bot)
        answer = await calls.make(calls.upstream.bots().GetHint, request)
        best = [OptionEstimate(one.index, one.chance) for one in answer.best]
        return Hint(answer.version, answer.index, best)


def _seat(match_id: str, seat: int, language: str | None) -> dict[str, Any]:
    """The fields that all requests for a seat have."""
    return {"match_id": match_id, "seat": seat, "language": language_of(language), "as_json": True}


async def _carry_out(calls: ClientCalls, method: str, request: Any) -> JsonAnswer:
    """Make a call of the engine that plays the match; the update that it brought about."""
    stub = await calls.engine_of(request.match_id)
    return json_answer((await calls.make(getattr(stub, method), request)).update.json)
