"""Whether what is held against entrants is what the rules say, and what the records of their matches prove: forfeits,
no-shows, withdrawals by the director, results refused, tables ended by time."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

from engine import Record
from engine.core.errors import EngineError
from services.api.archive_pb2 import ArchivedRecord
from services.competition import events, verdicts
from services.competition.actions import Place
from services.competition.actions import Record as Recording
from services.competition.competition import Competition
from services.competition.events import DIRECTOR, Logged
from services.competition.matches import Leg, leg_of, match_id
from services.competition.presence import end_open_table, is_time_up
from services.competition.rounds import TableState, legs_of_a_deal
from services.competition.seating import Seating, table_of
from services.competition.stages import MINUTE

MOST_CROSSING = 4
"""How many choices may be under way, or made at once, while a table is forfeited because there was none."""


class ForfeitCheck:
    """Holds what is told of forfeits against the rules and the records."""

    def __init__(
        self,
        tournament_id: str,
        records: Mapping[str, ArchivedRecord],
        stands: Callable[[ArchivedRecord], bool],
        competition: Competition,
        seating: Seating,
    ) -> None:
        self._id = tournament_id
        self._stands = stands
        self._competition = competition
        self._seating = seating
        self._records: dict[Place, dict[Leg, ArchivedRecord]] = defaultdict(dict)
        for record in records.values():
            leg = leg_of(record.labels)
            if leg is not None and match_id(tournament_id, leg) == record.match_id:
                self._records[leg[:3]][leg] = record
        self._lost: set[tuple[Leg, int, str]] = set()
        """Matches that were told to be lost without being played out, by whom and by what."""
        self._withdrew: set[int] = set()
        """Entrants who have withdrawn, whether or not they have come back."""

    def faults(self, logged: Logged) -> Iterator[str]:
        """What is wrong with an event, before it happens."""
        match logged.event:
            case events.Arrived() as event:
                yield from self._of_arrival(event)
            case events.Forfeited() as event:
                yield from self._of_forfeit(event, logged)
            case events.BotSatIn() as event:
                yield from self._of_bot(event, logged.at)
            case events.LegForfeited() as event:
                yield from self._of_lost_leg(event)
            case events.LegEnded() as event:
                yield from self._of_leg(event)
            case events.LegRefused(record=record) as event if record:
                yield from self._of_refusal(event)
            case events.Withdrew() as event:
                self._withdrew.add(event.entrant)
                if logged.actor == DIRECTOR:
                    yield from self._of_withdrawal(event)
            case events.Adjudicated() as event:
                yield from self._of_verdict(event, logged)
            case events.RoundEnded() as event:
                if self._competition.stages[event.stage].rounds[event.round - 1].open:
                    yield f"round {event.round} ends although not all of its results are in"

    # -- who came

    def _of_arrival(self, event: events.Arrived) -> Iterator[str]:
        known = self._records[event.stage, event.round, event.table]
        if known and not any(event.entrant in self._came(leg, record) for leg, record in known.items()):
            yield f"no record of table {event.table} has a choice of {self._name(event.entrant)}"

    def _came(self, leg: Leg, record: ArchivedRecord) -> set[int]:
        return verdicts.came(self._competition, self._seating, leg, record)

    def _of_forfeit(self, event: events.Forfeited, logged: Logged) -> Iterator[str]:
        place, name = (event.stage, event.round, event.table), self._name
        if logged.actor != DIRECTOR:
            yield f"table {event.table} is forfeited by {logged.actor}; nobody but the rules may do that"
        for entrant in event.entrants:
            if event.no_show:
                yield from self._of_no_show(place, entrant, logged.at, verdicts.out_of_time)
            elif self._competition.entries[entrant].bot and self._is_of_bots(place):
                if self._is_played_out(place):
                    yield f"table {event.table} was played out by its records, and {name(entrant)} forfeits it"
            elif not self._competition.entries[entrant].withdrawn:
                yield f"{name(entrant)} forfeits table {event.table} and has not withdrawn"

    def _of_bot(self, event: events.BotSatIn, at: float) -> Iterator[str]:
        place, name = (event.stage, event.round, event.table), self._name(event.entrant)
        if event.entrant in self._table(place).bots:
            if event.no_show or event.forfeits:
                yield f"{name} misses table {event.table} twice"
            return
        if event.forfeits != (self._competition.rules.pace.no_show == "forfeit"):
            yield f"what becomes of {name} at table {event.table} is not what the host's option says"
        if event.no_show:
            yield from self._of_no_show(place, event.entrant, at, verdicts.replaced)
        elif event.entrant not in self._withdrew:
            yield f"a bot sits in for {name} at table {event.table}, who has not withdrawn"

    def _of_no_show(self, place: Place, entrant: int, at: float, shown_by: verdicts.Reading) -> Iterator[str]:
        """Who is said not to have come ran out of time for a first choice, or was gone when a match ended; and no
        record shows them at the table."""
        records, name = self._records[place], self._name(entrant)
        is_gone = any(
            entrant in shown_by(self._competition, self._seating, leg, record) for leg, record in records.items()
        )
        if not (is_gone or self._is_late(place, entrant, at)):
            yield f"{name} had time left for a first choice at table {place[2]}"
        made = [Leg(*place, leg) for leg in sorted(self._table(place).made - self._table(place).refused)]
        yield from (f"there is no record {match_id(self._id, leg)}" for leg in made if leg not in records)
        for leg, record in records.items():
            if entrant in self._came(leg, record) and self._choices(leg, record, entrant) > MOST_CROSSING:
                yield f"the record {record.match_id} has choices of {name}, who is said not to have come"

    def _is_late(self, place: Place, entrant: int, at: float) -> bool:
        """Whether somebody has been asked for a first choice for too long."""
        table, minutes = self._table(place), self._competition.rules.pace.first_choice_minutes
        if entrant in table.arrived or entrant not in table.asked_at:
            return False
        if minutes is not None and at >= table.asked_at[entrant] + minutes * MINUTE:
            return True
        stage = self._competition.stages[place[0]]
        return is_time_up(self._competition, stage, stage.rounds[place[1] - 1], at)

    def _choices(self, leg: Leg, record: ArchivedRecord, entrant: int) -> int:
        """How many choices were made on the seats of an entrant."""
        entrants = self._seating.entrants(self._competition, leg)
        try:
            choices = Record.load(record.record).choices
        except EngineError:  # which is a fault of its own
            return 0
        return sum(index >= 0 and entrants[seat] == entrant for seat, index in choices)

    # -- matches

    def _of_lost_leg(self, event: events.LegForfeited) -> Iterator[str]:
        leg = Leg(event.stage, event.round, event.table, event.leg)
        self._lost.add((leg, event.entrant, event.cause))
        record = self._records[leg[:3]].get(leg)
        if record is None:
            yield f"there is no record {match_id(self._id, leg)}"
        elif (event.entrant, event.cause) not in self._forfeits(leg, record):
            yield f"the record {record.match_id} does not say that {self._name(event.entrant)} forfeited it"

    def _of_leg(self, event: events.LegEnded) -> Iterator[str]:
        leg = Leg(event.stage, event.round, event.table, event.leg)
        record = self._records[leg[:3]].get(leg)
        for entrant, cause in self._forfeits(leg, record) if record is not None else ():
            if (leg, entrant, cause) not in self._lost:
                yield f"{self._name(entrant)} forfeited {match_id(self._id, leg)} by its record, and that is not told"

    def _forfeits(self, leg: Leg, record: ArchivedRecord) -> set[tuple[int, str]]:
        seats = verdicts.seated(self._competition, self._seating, leg, record)
        return {(entrant, seat.forfeit) for entrant, seat in seats if seat.forfeit}

    def _of_refusal(self, event: events.LegRefused) -> Iterator[str]:
        leg = Leg(event.stage, event.round, event.table, event.leg)
        record = self._records[leg[:3]].get(leg)
        if event.record != match_id(self._id, leg):
            yield f"the record {event.record} is of another match"
        elif record is None:
            yield f"there is no record {event.record}"
        elif not verdicts.misfit(self._competition, leg, record) and self._stands(record):
            yield f"the record {event.record} gives a result, and is refused"

    def _is_of_bots(self, place: Place) -> bool:
        return all(self._competition.entries[one].bot for one in self._table(place).table.entrants)

    def _is_played_out(self, place: Place) -> bool:
        """Whether all matches of the first deal of a table have records that give a result."""
        stage = self._competition.stages[place[0]].plan
        results = {
            leg.leg
            for leg, record in self._records[place].items()
            if not verdicts.misfit(self._competition, leg, record)
        }
        return results >= set(range(legs_of_a_deal(stage)))

    # -- what the director decides

    def _of_withdrawal(self, event: events.Withdrew) -> Iterator[str]:
        entry = self._competition.entries[event.entrant]
        if event.banned or (entry.no_shows < self._competition.rules.pace.no_shows and not entry.version):
            yield f"{entry.name} is withdrawn by the rules, which do not say so"

    def _of_verdict(self, event: events.Adjudicated, logged: Logged) -> Iterator[str]:
        """A host gives a reason; the director sets no result but that of a table whose time is over."""
        if logged.actor != DIRECTOR:
            if not logged.why:
                yield f"the result of table {event.table} is set without a reason"
            if event.forfeited:
                yield f"table {event.table} is forfeited by {logged.actor}; nobody but the rules may do that"
            return
        stage = self._competition.stages[event.stage]
        state = stage.rounds[event.round - 1]
        if event.table not in state.open or not is_time_up(self._competition, stage, state, logged.at):
            yield f"table {event.table} is ended by time, and its time was not over"
            return
        due = end_open_table(self._competition, stage, state, event.table)
        if not isinstance(due, Recording) or due.event != event:
            yield f"table {event.table} is ended by time with another result than the rules say"
        for entrant in event.forfeited:
            if entrant not in state.tables[event.table].forfeited:
                place = (event.stage, event.round, event.table)
                yield from self._of_no_show(place, entrant, logged.at, verdicts.out_of_time)

    def _table(self, place: Place) -> TableState:
        return table_of(self._competition, Leg(*place, 0))

    def _name(self, entrant: int) -> str:
        return self._competition.entries[entrant].name
