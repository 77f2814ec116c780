"""Parts of answers that several resources share. JSON that the engine wrote is passed on as it is."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from litestar import Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from services.api import match_pb2 as pb
from services.match.updates import End, Outcome, Seat, Update
from services.process.refusals import invalid

Language = Literal["en", "pl"]
LANGUAGES: dict[str | None, pb.Language.ValueType] = {
    None: pb.LANGUAGE_UNSPECIFIED,
    "en": pb.LANGUAGE_ENGLISH,
    "pl": pb.LANGUAGE_POLISH,
}
HOLDERS = {pb.HOLDER_PERSON: "person", pb.HOLDER_BOT: "bot"}
Index = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""A version of a match, or anything else that is counted or timed: a whole number that JavaScript has exactly."""
IndexQuery = Annotated[int, QueryParameter(ge=0, le=2**31 - 1)]
IndexOrNone = Annotated[int | None, QueryParameter(ge=0, le=2**31 - 1)]
VersionOrNone = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
"""Those of a query, where bounds are those of the parameter and not of its type."""

JsonAnswer: TypeAlias = Response[bytes]
"""An answer that the engine wrote."""
UPDATE = {200: ResponseSpec(Update, description="What the seat learns.", generate_examples=False)}
"""What such an answer is, for the contract."""


def language_of(text: str | None) -> "pb.Language.ValueType":
    """The language of a request; refused where there is none such."""
    try:
        return LANGUAGES[text]
    except KeyError:
        raise invalid(f"No language {text!r}.", allowed=("en", "pl")) from None


def json_answer(text: bytes) -> JsonAnswer:
    """JSON text as an answer."""
    return Response(text, media_type="application/json")


def raw_json(text: str) -> Any:
    """JSON text that is put into an answer as it is."""
    return msgspec.Raw(text)


def seat_of(seat: pb.Seat) -> Seat:
    """A seat as JSON has it."""
    return Seat(seat.seat, seat.role, seat.side, HOLDERS[seat.holder], seat.player, seat.bot, seat.conceded)


def outcome_of(outcome: pb.Outcome) -> Outcome:
    """An outcome as JSON has it."""
    return Outcome(
        list(outcome.winners), outcome.side, outcome.reason, dict(sorted(outcome.scores.items())), outcome.note
    )


def end_of(end: pb.End) -> End:
    """An end as JSON has it."""
    return End(outcome_of(end.outcome), end.seed.hex(), end.digest, end.explanation)
