"""Tables between bots of ours: their matches are played in batches by the bot workers, and come back by the archive."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence

import grpc

from services.api import bots_pb2 as pb
from services.competition import events
from services.competition.competition import Competition
from services.competition.events import DIRECTOR, AnyEvent
from services.competition.matches import Leg
from services.competition.seating import Holder, Seating
from services.process.background import cancel_and_wait
from services.process.chunks import chunks
from services.process.logs import logger
from services.process.refusals import detail_of
from services.rpc.clients import ServiceClients
from services.tournaments.replica import Change, Replica
from services.tournaments.requests import bots_request

MATCHES_PER_CALL = 200
MOST_CALLS = 4
"""Calls to the bots under way at the same time, for one tournament."""
PAUSE_SECONDS = 2.0
"""How long matches that could not be handed out wait before they are tried again."""


class BotTables:
    """The matches between bots of one tournament that are being played."""

    def __init__(self, clients: ServiceClients, tournament_id: str) -> None:
        self._clients = clients
        self._tournament_id = tournament_id
        self._in_flight: dict[Leg, int | None] = {}
        """Matches that were handed out: None while they are played, and then the reading of the archive's feed by which
        they must have come back."""
        self._calls: set[asyncio.Task[None]] = set()
        self._changes: list[Change] = []
        self.reading = 0
        """How often the archive's feed has been read to its end."""

    async def close(self) -> None:
        """Give up what is being played; the next director hands it out again."""
        await cancel_and_wait(*self._calls)

    def take_changes(self) -> list[Change]:
        """What is to happen because bots have failed."""
        changes, self._changes = self._changes, []
        return changes

    def put_back(self, changes: Sequence[Change]) -> None:
        """What could not happen yet waits for the next time."""
        self._changes = [*changes, *self._changes]

    def hand_out(self, replica: Replica) -> None:
        """Hand out matches that wait to be played, as many as may be under way at once."""
        competition, seating = replica.competition, replica.seating
        self._forget_done(competition)
        room = MOST_CALLS - len(self._calls)
        if room <= 0:
            return
        by_seats: dict[int, list[tuple[Leg, list[Holder]]]] = defaultdict(list)
        for leg, holders in self._waiting(competition, seating, room * MATCHES_PER_CALL):
            by_seats[len(holders)].append((leg, holders))
        for of_seats in by_seats.values():
            for some in chunks(of_seats, MATCHES_PER_CALL):
                self._begin(competition, seating, some)

    def _forget_done(self, competition: Competition) -> None:
        """Forget matches that have come back, and those that should have."""
        for leg, by in list(self._in_flight.items()):
            table = competition.table(leg.stage, leg.round, leg.table)
            if leg.leg not in table.live_legs or (by is not None and self.reading >= by):
                del self._in_flight[leg]

    def _waiting(self, competition: Competition, seating: Seating, most: int) -> Iterator[tuple[Leg, list[Holder]]]:
        stage, state = competition.stage, competition.round
        if stage is None or state is None:
            return
        for number in sorted(state.open):
            for one in state.tables[number].live_legs:
                leg = Leg(stage.number, state.number, number, one)
                if most <= 0:
                    return
                if leg not in self._in_flight and is_of_bots(holders := seating.holders(competition, leg)):
                    most -= 1
                    yield leg, holders

    def _begin(self, competition: Competition, seating: Seating, some: Sequence[tuple[Leg, list[Holder]]]) -> None:
        request = bots_request(self._tournament_id, competition, seating, some)
        self._in_flight.update(dict.fromkeys((leg for leg, _ in some), None))
        call = asyncio.create_task(self._play(request, some))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)

    async def _play(self, request: pb.PlayMatchesRequest, some: Sequence[tuple[Leg, list[Holder]]]) -> None:
        left = dict(enumerate(some))
        try:
            async for page in self._clients.bots().PlayMatches(request, metadata=self._clients.metadata()):
                for result in page.results:
                    leg, holders = left.pop(result.number)
                    self._take(leg, holders, result)
        except grpc.RpcError as error:
            logger().warning("matches were not played", tournament=self._tournament_id, error=detail_of(error).message)
            await asyncio.sleep(PAUSE_SECONDS)
        finally:
            for leg, _ in left.values():
                self._in_flight.pop(leg, None)

    def _take(self, leg: Leg, holders: Sequence[Holder], result: pb.MatchResult) -> None:
        """Take in how a match ended; one that was played out counts when the archive's feed has it."""
        self._in_flight[leg] = self.reading + 2  # the reading that is under way may be past it
        if result.HasField("forfeited_by"):
            why = f"{holders[result.forfeited_by].bot}: {result.fault}: {result.message}"
            self._changes.append(Change(DIRECTOR, _forfeit(leg, holders, result.forfeited_by), why[:200]))
        elif result.error:
            self._changes.append(Change(DIRECTOR, _refusal(leg), result.error[:200]))


def is_of_bots(holders: Sequence[Holder]) -> bool:
    """Whether all who play a match are bots of ours."""
    return not any(one.player for one in holders) and all(one.bot for one in holders)


def _forfeit(leg: Leg, holders: Sequence[Holder], seat: int) -> AnyEvent:
    """What becomes of a table at which a bot broke a match: of two it loses the table; of more, the host decides."""
    guilty = holders[seat].entrant
    if guilty is None or len({one.entrant for one in holders}) > 2:
        return _refusal(leg)
    return events.Forfeited(stage=leg.stage, round=leg.round, table=leg.table, entrants=(guilty,))


def _refusal(leg: Leg) -> AnyEvent:
    return events.LegRefused(stage=leg.stage, round=leg.round, table=leg.table, leg=leg.leg)
