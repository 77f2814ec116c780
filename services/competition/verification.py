"""Whether a tournament went as its export says: every deal was drawn as promised, every pairing is what the rules
say, every result is what a record proves, nobody lost anything but by the rules, and all standings follow."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping

import msgspec

from engine import Record
from engine.core.chance import commitment
from engine.core.errors import EngineError
from services.api.archive_pb2 import ArchivedRecord
from services.competition import arena, deals, events
from services.competition.actions import Place
from services.competition.competition import Competition
from services.competition.decisions import final_standings, pair_round, seeds_of, waiting
from services.competition.events import AnyEvent, Logged
from services.competition.forfeits import ForfeitCheck
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


def records_of_no_shows(export: Export) -> list[str]:
    """The ids of the records of matches that ended because somebody did not come; they may be archived late."""
    made: dict[Place, set[int]] = defaultdict(set)
    missed: list[Place] = []
    for one in export.logged:
        match one.event:
            case events.MatchesMade(stage=stage, round=number, table=table, legs=legs):
                made[stage, number, table].update(legs)
            case events.LegRefused(stage=stage, round=number, table=table, leg=leg, record=""):
                made[stage, number, table].discard(leg)
            case events.Forfeited(no_show=True) | events.BotSatIn(no_show=True) as event:
                missed.append((event.stage, event.round, event.table))
    return [match_id(export.tournament_id, Leg(*place, leg)) for place in missed for leg in sorted(made[place])]


def verify(export: Export, records: Mapping[str, ArchivedRecord], *, replay: bool = True) -> list[str]:
    """What is wrong with a tournament that is over; nothing if all is well. Records come by their ids, in full; without
    `replay` they are taken for what they say."""
    if export.secret is None:
        return ["the tournament is not over: its secret is not revealed yet"]
    faults = []
    if deals.commitment(export.secret) != export.commitment:
        faults.append("the secret is not the one that was committed to")
    check = _Check(export.tournament_id, export.secret, records, lambda one: not (replay and _fault_of(one)))
    last = 0
    for one in export.logged:
        if one.number != last + 1:
            faults.append(f"after event {last} comes event {one.number}")
        last = one.number
        try:
            faults.extend(f"event {last}: {fault}" for fault in check.take(one))
        except (LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
            return [*faults, f"event {last} cannot have happened after those before it: {error!r}"]
    if replay:
        faults += filter(None, (_fault_of(records[one]) for one in records_needed(export) if one in records))
    return faults


def _fault_of(one: ArchivedRecord) -> str:
    """Why a record does not replay to what it claims; empty where it does."""
    try:
        match = Record.load(one.record).verify()
    except EngineError as error:
        return f"the record {one.match_id} does not stand: {error}"
    outcome, claimed = match.outcome, one.outcome
    if outcome is None or (outcome.winners, outcome.scores) != (list(claimed.winners), dict(claimed.scores)):
        return f"the record {one.match_id} has another outcome than the archive says"
    return ""


class _Check:
    """Folds a tournament again, and compares each event with what must have come of those before it."""

    def __init__(
        self,
        tournament_id: str,
        secret: bytes,
        records: Mapping[str, ArchivedRecord],
        stands: Callable[[ArchivedRecord], bool],
    ) -> None:
        self._id = tournament_id
        self._records = records
        self._stands = stands
        self._competition = Competition(secret)
        self._seating: Seating | None = None
        self._forfeits: ForfeitCheck | None = None
        self._due: list[tuple[int, int]] = []
        """Who meets in an arena just now, while nothing else happens."""
        self._paired: Counter[tuple[int, int]] = Counter()
        self._ended: set[Leg] = set()

    def take(self, logged: Logged) -> Iterator[str]:
        """What is wrong with the next event; it has happened once all of that is told."""
        event = logged.event
        yield from self._before(logged)
        self._competition.apply(logged)
        if isinstance(event, events.StageBegan) and self._forfeits is None:
            self._seating = Seating(self._competition.rules)
            self._forfeits = ForfeitCheck(self._id, self._records, self._stands, self._competition, self._seating)
        if isinstance(event, events.RoundPaired):
            yield from self._false_deals(event)
        if isinstance(event, events.TableAdded):
            yield from self._false_deal(event.contributions, event.table.deal, event.commitment)

    def _before(self, logged: Logged) -> Iterator[str]:
        """What is wrong with an event after all that happened before it."""
        yield from self._faults(logged.event)
        if self._forfeits is not None:
            yield from self._forfeits.faults(logged)
        if isinstance(logged.event, events.TableAdded):
            yield from self._false_table(logged.event, logged.at)
        else:
            self._due = []

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

    def _false_table(self, event: events.TableAdded, at: float) -> Iterator[str]:
        """Who meets in an arena follows from who is free at that moment, from the standings and from whom they met."""
        stage, table = self._competition.stages[event.stage], event.table
        if stage.ends_at is None or stage.is_over:
            yield f"table {table.number} is added when no arena is under way"
            return
        number, deal, given = (
            len(stage.rounds[0].tables) + 1,
            self._competition.next_deal,
            self._competition.contributions,
        )
        if (table.number, table.deal, event.contributions) != (number, deal, len(given)):
            yield f"table {table.number} has another number, deal or contributions than come next"
        if table.entrants not in self._due:
            self._due = arena.pair(waiting(self._competition, stage), at)
        if table.entrants in self._due:
            self._due.remove((table.entrants[0], table.entrants[1]))
        else:
            yield f"those of table {table.number} would not meet by the rules of an arena"

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
