"""A ladder as a file: one JSON object, or a CSV line for each pair; in pieces, for it may be long."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from google.protobuf.json_format import MessageToDict

from services.api import ladders_pb2 as pb
from services.ladders.model import EntrantRow

COLUMNS = (
    "number",
    "first",
    "second",
    "first_bot",
    "second_bot",
    "first_leg",
    "second_leg",
    "first_reason",
    "second_reason",
    "first_fault",
    "second_fault",
    "first_match_id",
    "second_match_id",
    "finished_ms",
)
"""What is told of each pair. Entrants are told by number; legs are points of the first one in each match, 0 to 1."""


def as_csv(entrants: Sequence[EntrantRow], pages: Iterable[Sequence[pb.LadderPair]]) -> Iterator[bytes]:
    """Names of columns, and then pairs page by page."""
    yield _lines([COLUMNS])
    for page in pages:
        yield _lines([list(_row(pair, entrants).values()) for pair in page])


def _lines(rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def as_json(
    ladder: pb.Ladder, entrants: Sequence[EntrantRow], pages: Iterable[Sequence[pb.LadderPair]]
) -> Iterator[bytes]:
    """The ladder, and then pairs page by page, as one object."""
    head = json.dumps(MessageToDict(ladder, preserving_proto_field_name=True))
    yield f'{{"ladder": {head}, "pairs": ['.encode()
    separator = "\n"
    for page in pages:
        for pair in page:
            yield (separator + json.dumps(_row(pair, entrants))).encode()
            separator = ",\n"
    yield b"\n]}\n"


def _row(pair: pb.LadderPair, entrants: Sequence[EntrantRow]) -> dict[str, Any]:
    one, two = pair.matches
    values = (
        pair.number,
        pair.first,
        pair.second,
        entrants[pair.first].fingerprint,
        entrants[pair.second].fingerprint,
        one.points,
        two.points,
        one.reason,
        two.reason,
        one.fault,
        two.fault,
        one.match_id,
        two.match_id,
        pair.finished_ms,
    )
    return dict(zip(COLUMNS, values, strict=True))
