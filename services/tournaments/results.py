"""Results by the archive's feed: which match of the tournament a record is of, whether it stands, what it came to."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

import grpc

from services.api.archive_pb2 import ArchivedRecord, ListFinishedRequest, UnsealRequest, VerifyRequest
from services.api.errors_pb2 import ErrorReason
from services.competition import events, verdicts
from services.competition.actions import Place
from services.competition.competition import Competition
from services.competition.events import DIRECTOR
from services.competition.matches import Leg, leg_of, match_id
from services.competition.seating import Result, Seating, table_of
from services.process.refusals import detail_of
from services.rpc.clients import ServiceClients
from services.tournaments.replica import Change

PAGE = 200
CALL_SECONDS = 15.0
VERIFICATIONS_AT_ONCE = 4
NO_CHOICE = "no first choice in time"


class Finished(NamedTuple):
    """A record of a match of this tournament."""

    leg: Leg
    record: ArchivedRecord
    fault: str = ""
    """Why it does not stand; empty where it does."""


class ArchiveFeed:
    """The archive, as the director of a tournament calls it."""

    def __init__(self, clients: ServiceClients, tournament_id: str) -> None:
        self._clients = clients
        self._tournament_id = tournament_id

    async def page(self, cursor: int) -> tuple[list[Finished], int, bool]:
        """Records after a place in the feed, where the next page begins, and whether this was the last."""
        request = ListFinishedRequest(cursor=cursor, page_size=PAGE, labels={"tournament": self._tournament_id})
        answer = await self._clients.archive().ListFinished(
            request, metadata=self._clients.metadata(), timeout=CALL_SECONDS
        )
        finished = [
            Finished(leg, record)
            for record in answer.records
            if (leg := leg_of(record.labels)) is not None and match_id(self._tournament_id, leg) == record.match_id
        ]
        return finished, answer.cursor, len(answer.records) < PAGE

    async def legs_after(self, cursor: int) -> set[Leg]:
        """The matches whose records stand in the feed after a place."""
        legs: set[Leg] = set()
        is_last = False
        while not is_last:
            finished, cursor, is_last = await self.page(cursor)
            legs.update(one.leg for one in finished)
        return legs

    async def verify(self, some: Sequence[Finished]) -> list[Finished]:
        """Have the archive replay records; those that do not stand come back with why."""
        free = asyncio.Semaphore(VERIFICATIONS_AT_ONCE)
        return list(await asyncio.gather(*(self._verify(one, free) for one in some)))

    async def _verify(self, one: Finished, free: asyncio.Semaphore) -> Finished:
        async with free:
            try:
                answer = await self._clients.archive().Verify(
                    VerifyRequest(match_id=one.record.match_id),
                    metadata=self._clients.metadata(),
                    timeout=CALL_SECONDS,
                )
            except grpc.RpcError as error:
                detail = detail_of(error)
                if detail.reason in (ErrorReason.ERROR_REASON_RULES_VERSION, ErrorReason.ERROR_REASON_UNKNOWN_GAME):
                    return one._replace(fault=detail.message)
                raise
        return one if answer.ok else one._replace(fault="; ".join(answer.faults))

    async def unseal(self, stage: int, round_: int) -> None:
        """Open the records of a round to everybody."""
        labels = {"tournament": self._tournament_id, "stage": str(stage + 1), "round": str(round_)}
        await self._clients.archive().Unseal(
            UnsealRequest(labels=labels), metadata=self._clients.metadata(), timeout=CALL_SECONDS
        )


def is_wanted(competition: Competition, leg: Leg) -> bool:
    """Whether the result of a match is still missing."""
    try:
        table = table_of(competition, leg)
    except (KeyError, IndexError):
        return False
    is_over = competition.stages[leg.stage].is_over
    return table.is_open and leg.leg not in table.legs and leg.leg not in table.refused and not is_over


def is_revealed(competition: Competition, leg: Leg) -> bool:
    """Whether the deals of the round of a match are played out, so that its record is shown."""
    if leg.stage >= len(competition.stages) or leg.round > len(competition.stages[leg.stage].rounds):
        return False
    stage = competition.stages[leg.stage]
    return stage.rounds[leg.round - 1].ended_at is not None or stage.is_over or competition.is_cancelled


def changes_of(competition: Competition, seating: Seating, finished: Sequence[Finished]) -> Iterator[Change]:
    """What is to happen because of records that were verified, all at once."""
    wanted = [one for one in finished if is_wanted(competition, one.leg)]
    here = _who_came(competition, seating, wanted)
    yield from _arrivals(competition, here)
    results: dict[Leg, Result] = {}
    lost: set[Place] = set()
    replaced: set[tuple[Place, int]] = set()
    for one in wanted:
        place = one.leg[:3]
        if place in lost:
            continue
        if fault := one.fault or verdicts.misfit(competition, one.leg, one.record):
            yield _refusal(one, fault)
        elif missing := _missing(competition, seating, one, here[place]):
            lost.add(place)
            yield _no_show(one.leg, missing)
        else:
            for entrant in _replaced(competition, seating, one, here[place]):
                if (place, entrant) not in replaced:
                    replaced.add((place, entrant))
                    yield _sat_in(competition, one.leg, entrant)
            yield from _forfeits(competition, seating, one)
            yield _change(competition, seating, one, results)


def _who_came(competition: Competition, seating: Seating, wanted: Sequence[Finished]) -> defaultdict[Place, set[int]]:
    """By table: entrants who have made a choice at it, by what is known and by records."""
    here: defaultdict[Place, set[int]] = defaultdict(set)
    for one in wanted:
        here[one.leg[:3]] |= table_of(competition, one.leg).arrived
        here[one.leg[:3]] |= verdicts.came(competition, seating, one.leg, one.record)
    return here


def _arrivals(competition: Competition, here: Mapping[Place, Set[int]]) -> Iterator[Change]:
    """Who is now known to have come to a table."""
    for (stage, round_, number), came in here.items():
        table = competition.table(stage, round_, number)
        for entrant in table.table.entrants:
            if entrant in came and entrant not in table.arrived:
                event = events.Arrived(stage=stage, round=round_, table=number, entrant=entrant)
                yield Change(DIRECTOR, event)


def _refusal(one: Finished, fault: str) -> Change:
    leg, record = one.leg, one.record.match_id
    event = events.LegRefused(stage=leg.stage, round=leg.round, table=leg.table, leg=leg.leg, record=record)
    return Change(DIRECTOR, event, fault[:200])


def _missing(competition: Competition, seating: Seating, one: Finished, here: Set[int]) -> tuple[int, ...]:
    """Who lost a match by the clock or by being gone, and has made no choice at its table: they did not come."""
    lost = verdicts.out_of_time(competition, seating, one.leg, one.record) - here
    return tuple(entrant for entrant in table_of(competition, one.leg).table.entrants if entrant in lost)


def _no_show(leg: Leg, missing: tuple[int, ...]) -> Change:
    event = events.Forfeited(stage=leg.stage, round=leg.round, table=leg.table, entrants=missing, no_show=True)
    return Change(DIRECTOR, event, NO_CHOICE)


def _replaced(competition: Competition, seating: Seating, one: Finished, here: Set[int]) -> list[int]:
    """For whom a bot played a match out who has made no choice at its table, if that is not known yet: they did not
    come."""
    table = table_of(competition, one.leg)
    gone = verdicts.replaced(competition, seating, one.leg, one.record) - here - table.bots.keys()
    return [entrant for entrant in table.table.entrants if entrant in gone]


def _sat_in(competition: Competition, leg: Leg, entrant: int) -> Change:
    """A bot has played for somebody who did not come; by the host's option they lose nevertheless."""
    event = events.BotSatIn(
        stage=leg.stage,
        round=leg.round,
        table=leg.table,
        entrant=entrant,
        legs=(leg.leg,),
        no_show=True,
        forfeits=competition.rules.pace.no_show == "forfeit",
    )
    return Change(DIRECTOR, event, NO_CHOICE)


def _forfeits(competition: Competition, seating: Seating, one: Finished) -> Iterator[Change]:
    """Who lost a match without playing it out, and why."""
    leg = one.leg
    for entrant, seat in verdicts.seated(competition, seating, leg, one.record):
        if seat.forfeit:
            event = events.LegForfeited(
                stage=leg.stage, round=leg.round, table=leg.table, leg=leg.leg, entrant=entrant, cause=seat.forfeit
            )
            yield Change(DIRECTOR, event)


def _change(competition: Competition, seating: Seating, one: Finished, results: dict[Leg, Result]) -> Change:
    """What is to happen because of one record, beside those whose results are known already."""
    leg, record = one.leg, one.record
    where = {"stage": leg.stage, "round": leg.round, "table": leg.table, "leg": leg.leg}
    result = results[leg] = seating.result(competition, leg, record, results.get(leg._replace(leg=leg.leg ^ 1)))
    points, scores = result
    return Change(DIRECTOR, events.LegEnded(**where, points=points, scores=scores, record=record.match_id))
