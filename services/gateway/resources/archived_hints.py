"""What a bot thinks of a decision in a match that has ended."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from services.api import bots_pb2
from services.gateway.calls import Calls
from services.gateway.resources.archive import Step
from services.gateway.resources.matches import MatchId
from services.gateway.resources.seats import Hint, OptionEstimate


@get("/archive/{match_id:str}/positions/{step:int}/hint", operation_id="getArchivedHint", tags=["archive"])
async def get_archived_hint(
    calls: Calls,
    match_id: MatchId,
    step: Step,
    seat: Annotated[int, QueryParameter(ge=0, le=2**31 - 1)],
    bot: Annotated[str, QueryParameter(max_length=64)] = "",
) -> Hint:
    """What a bot would have chosen for a seat after so many choices, by what the seat could see then."""
    request = bots_pb2.GetHintRequest(match_id=match_id, seat=seat, bot=bot, step=step)
    answer = await calls.make(calls.upstream.bots().GetHint, request)
    return Hint(answer.version, answer.index, [OptionEstimate(one.index, one.chance) for one in answer.best])
