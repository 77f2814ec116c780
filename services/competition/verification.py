"""Whether a tournament went as its export says: every deal was drawn as promised, every pairing is what the rules
say, every result is what a record proves, and all standings follow from the results."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine import Record
from engine.core.chance import commitment
from engine.core.errors import EngineError
from services.api.archive_pb2 import ArchivedRecord
from services.competition import deals, events
from services.competition.competition import Competition
from services.competition.decisions import final_standings, pair_round, seeds_of
from services.competition.events import AnyEvent, Logged
from services.competition.matches import Leg, match_id
from services.competition.seating import Result, Seating, seed_of, table_of


class BadExport(ValueError):
    """A file that is no export of a tournament; says why."""


class Export(msgspec.Struct, frozen=True):
    """A tournament as it is exported."""

    tournament_id: str
    commitment: str
    secret: bytes | None
    logged: list[Logged]


class _Stamp(msgspec.Struct, frozen=True):
    """What stands with each event in a file."""

    number: int
    at: float
    actor: str
    why: str


class _File(msgspec.Struct, frozen=True):
    """An export as a file has it."""

    tournament_id: str
    commitment: str
    secret: bytes | None
    events: list[msgspec.Raw]


_decode_event = msgspec.json.Decoder(AnyEvent).decode
_decode_stamp = msgspec.json.Decoder(_Stamp).decode


def read_export(data: bytes) -> Export:
    """An export from JSON; BadExport where it is none."""
    try:
        file = msgspec.json.decode(data, type=_File)
        logged = [_read_event(one) for one in file.events]
    except msgspec.MsgspecError as error:
        raise BadExport(f"this is no export of a tournament: {error}") from None
    return Export(file.tournament_id, file.commitment, file.secret, logged)


def _read_event(data: msgspec.Raw) -> Logged:
    stamp = _decode_stamp(data)
    return Logged(stamp.number, stamp.at, stamp.actor, _decode_event(data), stamp.why)


def records_needed(export: Export) -> list[str]:
    """The ids of the records by which results are proved."""
    return [one.event.record for one in export.logged if isinstance(one.event, events.LegEnded)]


def verify(export: Export, records: Mapping[str, ArchivedRecord], *, replay: bool = True) -> list[str]:
    """What is wrong with a tournament that is over; nothing if all is well. Records come by their ids, in full; without
    `replay` they are taken for what they say."""
    if export.secret is None:
        return ["the tournament is not over: its secret is not revealed yet"]
    faults = []
    if deals.commitment(export.secret) != export.commitment:
        faults.append("the secret is not the one that was committed to")
    check = _Check(export.tournament_id, export.secret, records)
    for one in export.logged:
        faults += check.take(one)
    if replay:
        faults += _false_records([records[one] for one in records_needed(export) if one in records])
    return faults


def _false_records(some: Sequence[ArchivedRecord]) -> Iterator[str]:
    """Records that do not replay to what they claim."""
    for one in some:
        try:
            match = Record.load(one.record).verify()
        except EngineError as error:
            yield f"the record {one.match_id} does not stand: {error}"
            continue
        outcome, claimed = match.outcome, one.outcome
        if outcome is None or (outcome.winners, outcome.scores) != (list(claimed.winners), dict(claimed.scores)):
            yield f"the record {one.match_id} has another outcome than the archive says"


class _Check:
    """Folds a tournament again, and compares each event with what must have come of those before it."""

    def __init__(self, tournament_id: str, secret: bytes, records: Mapping[str, ArchivedRecord]) -> None:
        self._id = tournament_id
        self._records = records
        self._competition = Competition(secret)
        self._seating: Seating | None = None
        self._paired: Counter[tuple[int, int]] = Counter()
        self._ended: set[Leg] = set()

    def take(self, logged: Logged) -> list[str]:
        """What is wrong with the next event."""
        event = logged.event
        faults = list(self._faults(event))
        self._competition.apply(logged)
        if isinstance(event, events.StageBegan) and self._seating is None:
            self._seating = Seating(self._competition.rules)
        if isinstance(event, events.RoundPaired):
            faults += self._false_deals(event)
        if isinstance(event, events.TableAdded):
            faults += self._false_deal(event.contributions, event.table.deal, event.commitment)
        return [f"event {logged.number}: {fault}" for fault in faults]

    def _faults(self, event: AnyEvent) -> Iterator[str]:
        match event:
            case events.StageBegan():
                if event.seeds != seeds_of(self._competition, event.stage):
                    yield f"stage {event.stage + 1} begins with others than go on, or in another order"
            case events.RoundPaired():
                yield from self._false_pairings(event)
            case events.RoundUnpaired():
                self._paired[event.stage, event.round] -= 1
            case events.LegEnded():
                yield from self._false_result(event)
            case events.Ranked():
                if event.standings != self._competition.stages[event.stage].ranking():
                    yield f"the standings after round {event.round} do not follow from the results"
            case events.StageEnded():
                if event.standings != self._competition.stages[event.stage].ranking():
                    yield f"the standings of stage {event.stage + 1} do not follow from the results"
            case events.Finished():
                if event.standings != final_standings(self._competition):
                    yield "the final standings do not follow from those of the stages"

    def _false_pairings(self, event: events.RoundPaired) -> Iterator[str]:
        """Who meets and who has a bye follows from all that was before, and so does what their deals are made of; whom
        the host seats is in the event that asks for it."""
        self._paired[event.stage, event.round] += 1
        if self._paired[event.stage, event.round] > 1:
            yield f"round {event.round} of stage {event.stage + 1} is paired twice"
            return
        due = pair_round(self._competition, self._competition.stages[event.stage])
        if (event.tables, event.byes) != (due.tables, due.byes):
            yield f"round {event.round} of stage {event.stage + 1} is paired otherwise than the rules say"
        if (event.contributions, event.commitments.keys()) != (due.contributions, due.commitments.keys()):
            where = f"round {event.round} of stage {event.stage + 1}"
            yield f"the deals of {where} are not made of all that was contributed"

    def _false_deals(self, event: events.RoundPaired) -> Iterator[str]:
        for number, published in event.commitments.items():
            yield from self._false_deal(event.contributions, number, published)

    def _false_deal(self, contributions: int, number: int, published: str) -> Iterator[str]:
        if commitment(self._competition.seed(contributions, number)) != published:
            yield f"deal {number} is not what the secret and the contributions give"

    def _false_result(self, event: events.LegEnded) -> Iterator[str]:
        assert self._seating is not None, "a stage has begun"
        leg = Leg(event.stage, event.round, event.table, event.leg)
        if leg in self._ended:
            yield f"match {match_id(self._id, leg)} ends twice"
        self._ended.add(leg)
        record = self._records.get(event.record)
        if event.record != match_id(self._id, leg):
            yield f"the record {event.record} is of another match"
        elif record is None:
            yield f"there is no record {event.record}"
        elif record.commitment != commitment(seed_of(self._competition, leg)):
            yield f"the record {event.record} is of another deal"
        elif self._is_open(leg) and self._seating.result(self._competition, leg, record) != Result(
            event.points, event.scores
        ):
            yield f"the record {event.record} has another result"

    def _is_open(self, leg: Leg) -> bool:
        return table_of(self._competition, leg).is_open
