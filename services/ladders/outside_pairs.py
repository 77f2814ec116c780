"""Pairs with outside bots: their matches on the engines, as requests make them and as their records tell. Pure.

Ids of matches derive from ladder, pair and leg, so that whoever makes them again makes no others."""

from collections import defaultdict
from collections.abc import Sequence

from engine.bots.pairs import Fault, deal, holders, is_cooperative
from engine.core.chance import commitment
from engine.core.endings import WITHOUT_WINNER
from services.api.archive_pb2 import ArchivedRecord
from services.api.bots_pb2 import PlayedMatch, PlayedPair
from services.api.engine_pb2 import CreateMatchRequest, SeatHolder
from services.api.match_pb2 import ClockRules
from services.ladders.ladder import LONGEST_LIMIT_MS, setting_of
from services.ladders.model import EntrantRow, LadderRow, PairRow
from services.match.log import ABSENCE, CLOCK
from services.rpc.requests import SHORTEST_ABSENCE_MS

LEGS = (0, 1)
MOST_OPEN = 2
"""Pairs that an outside bot has open at once, in one ladder."""
LONGEST_ABSENCE_MS = 30_000
"""An outside bot may be gone for half of its time while it has to decide, and for so long at most."""
REMAKE_SECONDS = 60.0
"""Matches that have not ended are made again so often, in case the engines have lost them."""


class OutsidePairs:
    """The open pairs of one ladder that outside bots play in, and what of them has come back."""

    def __init__(self) -> None:
        self.open: dict[int, PairRow] = {}
        """By number."""
        self.cursor = 0
        """Up to where the archive's feed has been read."""
        self._records: dict[int, dict[int, ArchivedRecord]] = defaultdict(dict)
        """By number and leg."""
        self._make_at: dict[int, float] = {}

    def note(self, ladder_id: str, record: ArchivedRecord) -> None:
        """Take in a record that has the label of the ladder, if it is of a match of an open pair."""
        number, leg = (int(text) if text.isdecimal() else -1 for text in (record.labels["pair"], record.labels["leg"]))
        if number in self.open and record.match_id == match_id(ladder_id, number, leg):
            self._records[number][leg] = record

    def played(self) -> list[tuple[PairRow, list[ArchivedRecord]]]:
        """Open pairs of which both records have come."""
        return [
            (self.open[number], [records[leg] for leg in LEGS])
            for number, records in self._records.items()
            if len(records) == len(LEGS)
        ]

    def unmade(self, now: float) -> list[tuple[PairRow, int]]:
        """Open pairs and legs whose matches are to be made, perhaps once more."""
        return [
            (pair, leg)
            for number, pair in self.open.items()
            for leg in LEGS
            if now >= self._make_at.get(number, now) and leg not in self._records.get(number, {})
        ]

    def made(self, number: int, now: float) -> None:
        """Matches of a pair are on the engines."""
        self._make_at[number] = now + REMAKE_SECONDS

    def close(self, number: int) -> None:
        """A pair is over."""
        self.open.pop(number, None)
        self._records.pop(number, None)
        self._make_at.pop(number, None)


def labels_of(ladder_id: str, number: int) -> dict[str, str]:
    """The labels of both matches of a pair."""
    return {"ladder": ladder_id, "pair": str(number)}


def match_id(ladder_id: str, number: int, leg: int) -> str:
    """The id of a match of a pair."""
    return f"{ladder_id}-{number}-{leg}"


def match_request(ladder: LadderRow, entrants: Sequence[EntrantRow], pair: PairRow, leg: int) -> CreateMatchRequest:
    """A match of a pair as an engine is to make it. It is sealed, for its deal is played twice."""
    setting, limit_ms = ladder.read_setting(), ladder.read_setting().limit_ms or LONGEST_LIMIT_MS
    two = (entrants[pair.first], entrants[pair.second])
    return CreateMatchRequest(
        match_id=match_id(ladder.ladder_id, pair.number, leg),
        game=ladder.game,
        scenario=setting.scenario,
        seats=[_holder(two[number]) for number in holders(setting_of(ladder))[leg]],
        options=setting.options,
        clock=ClockRules(
            bank_ms=limit_ms,
            increment_ms=limit_ms,
            absence_ms=max(SHORTEST_ABSENCE_MS, min(LONGEST_ABSENCE_MS, limit_ms // 2)),
        ),
        seed=deal(ladder.seed, pair.number),
        labels={**labels_of(ladder.ladder_id, pair.number), "leg": str(leg)},
        sealed=True,
        unrated=True,
        forfeits=True,
    )


def _holder(entrant: EntrantRow) -> SeatHolder:
    return SeatHolder(player=entrant.bot) if entrant.outside else SeatHolder(bot=entrant.bot)


def played_pair(ladder: LadderRow, number: int, records: Sequence[ArchivedRecord]) -> PlayedPair:
    """What came of a pair by the records of its two matches."""
    for record in records:
        if record.outcome.reason in WITHOUT_WINNER:
            error = f"A match was {record.outcome.reason}: {record.outcome.note}".removesuffix(": ")
            return PlayedPair(number=number, error=error)
        if record.commitment != commitment(deal(ladder.seed, number)):
            return PlayedPair(number=number, error=f"The record {record.match_id} is of another deal.")
    return PlayedPair(number=number, matches=[_played_match(ladder, leg, records[leg]) for leg in LEGS])


def _played_match(ladder: LadderRow, leg: int, record: ArchivedRecord) -> PlayedMatch:
    setting = setting_of(ladder)
    who = holders(setting)[leg]
    match = PlayedMatch(
        reason=record.outcome.reason,
        decisions=record.decisions,
        seconds=(record.finished_ms - record.started_ms) / 1000,
        match_id=record.match_id,
    )
    for seat in record.seats:
        if seat.forfeit:
            match.forfeited_by, match.winner = who[seat.seat], 1 - who[seat.seat]
            match.fault = match.reason = _fault(seat.forfeit, seat.has_played)
            match.message = f"{seat.player} forfeited: {seat.forfeit}"
            return match
    winners = {who[seat] for seat in record.outcome.winners}
    if len(winners) == 1:
        match.winner = winners.pop()
    match.won = bool(record.outcome.winners)
    match.score = max(record.outcome.scores.values(), default=0) if is_cooperative(setting) else 0
    return match


def _fault(forfeit: str, has_played: bool) -> Fault:
    """What a forfeit counts as. Who has never chosen was not there, whichever of clock and absence was first."""
    if forfeit == ABSENCE or (forfeit == CLOCK and not has_played):
        return "crash"
    return "overrun" if forfeit == CLOCK else "illegal"
