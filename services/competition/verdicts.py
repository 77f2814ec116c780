"""What the record of a match says of its table: whether it gives a result, who came, and who was missing."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from engine.core.chance import commitment
from engine.core.endings import WITHOUT_WINNER
from services.api.archive_pb2 import ArchivedRecord
from services.api.match_pb2 import HOLDER_BOT, Seat
from services.competition.competition import Competition
from services.competition.matches import Leg
from services.competition.seating import Seating, seed_of
from services.match.log import ABSENCE, CLOCK

Reading: TypeAlias = Callable[[Competition, Seating, Leg, ArchivedRecord], set[int]]
"""What a record says of entrants: of whom it is true."""
OUT_OF_TIME = (CLOCK, ABSENCE)
"""Why a match is lost by somebody who may not have come at all."""


def misfit(competition: Competition, leg: Leg, record: ArchivedRecord) -> str:
    """Why a record gives no result, although it is true to itself; empty where it gives one."""
    if record.commitment != commitment(seed_of(competition, leg)):
        return "the record is of another deal"
    if record.outcome.reason in WITHOUT_WINNER:
        return f"the match was {record.outcome.reason}: {record.outcome.note}".removesuffix(": ")
    ends_at = competition.stages[leg.stage].ends_at
    if ends_at is not None and record.finished_ms > ends_at * 1000:
        return "the match was over after the end of the arena"
    return ""


def seated(competition: Competition, seating: Seating, leg: Leg, record: ArchivedRecord) -> Iterator[tuple[int, Seat]]:
    """The seats of a match with the entrants who had them."""
    entrants = seating.entrants(competition, leg)
    for seat in record.seats:
        if (entrant := entrants[seat.seat]) is not None:
            yield entrant, seat


def came(competition: Competition, seating: Seating, leg: Leg, record: ArchivedRecord) -> set[int]:
    """Entrants who made a choice in a match."""
    return {entrant for entrant, seat in seated(competition, seating, leg, record) if seat.has_played}


def out_of_time(competition: Competition, seating: Seating, leg: Leg, record: ArchivedRecord) -> set[int]:
    """Entrants who lost a match by the clock or by being gone."""
    return {entrant for entrant, seat in seated(competition, seating, leg, record) if seat.forfeit in OUT_OF_TIME}


def replaced(competition: Competition, seating: Seating, leg: Leg, record: ArchivedRecord) -> set[int]:
    """Entrants for whom a bot played a match to its end; not those who conceded it, and so were there."""
    return {
        entrant
        for entrant, seat in seated(competition, seating, leg, record)
        if seat.player and seat.holder == HOLDER_BOT and not seat.conceded
    }
