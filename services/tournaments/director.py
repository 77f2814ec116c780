"""The director of one tournament: asks what is to be done now, and does it.

It may die at any point: whatever it has done is either stored, or is done again by the next director without harm, for
the ids of matches say where they belong. Another that has taken over fences it off: it cannot store anything more."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from engine.bots import present_version
from services.api import engine_pb2
from services.api.match_pb2 import MatchInfo
from services.competition import events
from services.competition.actions import Action, EndMatches, HandOver, MakeMatches, Place, Record
from services.competition.competition import Competition
from services.competition.decisions import decide, matches_to_end
from services.competition.events import DIRECTOR
from services.competition.matches import Leg, match_id
from services.competition.presence import Unseen, is_time_up, unseen
from services.competition.seating import Holder, is_sealed
from services.process import metrics
from services.process.chunks import chunks
from services.process.clock import Clock, now_ms
from services.process.logs import logger
from services.rpc.clients import ServiceClients
from services.tournaments.bot_tables import BotTables, is_of_bots
from services.tournaments.database import Database
from services.tournaments.engine_tables import TRANSIENT_REASONS, EngineTables
from services.tournaments.model import SeatRow
from services.tournaments.replica import Change, Replica, Replicas
from services.tournaments.requests import engine_request
from services.tournaments.results import ArchiveFeed, Finished, changes_of, is_revealed, is_wanted

EVENTS_PER_APPEND = 2_000
LOOKS_FOR_FIRST_CHOICE = 8
"""How often, while a first choice may be awaited, the engines are asked whether it can be made yet."""
LONGEST_PAUSE_SECONDS = 10.0
SETTLE_MS = 30_000
"""How long a tournament that is over is looked after, for records that come late."""
HAS_RESULT = "The table has its result."
WAS_CANCELLED = "The tournament was cancelled."


class Director:
    """Directs one tournament, for as long as nobody else has taken it over."""

    def __init__(
        self, tournament_id: str, database: Database, replicas: Replicas, clients: ServiceClients, clock: Clock = now_ms
    ) -> None:
        self._id = tournament_id
        self._database = database
        self._replicas = replicas
        self._clients = clients
        self._clock = clock
        self._feed = ArchiveFeed(clients, tournament_id)
        self._bots = BotTables(clients, tournament_id)
        self._fence = 0
        self._cursor = 0
        self._looked_at: dict[Place, float] = {}
        """By table at which somebody was not asked yet: when it was last looked at."""
        self._unknown: set[Place] = set()
        """Tables of which the engines do not say just now who came."""
        self._unsealed: set[tuple[int, int]] = set()
        """Stages and rounds whose records are open to everybody."""
        self._busy_until = 0
        """When a tournament that is over is settled, in milliseconds."""

    async def take_over(self) -> None:
        """Fence off whoever directed it before, and find out what they may have left undone."""
        row = await asyncio.to_thread(self._database.take_over, self._id)
        self._fence, self._cursor = row.fence, row.cursor
        async with self._replicas.current(self._id) as replica:
            self._engines = EngineTables(self._clients, replica.competition.rules.setting.game)
        self._busy_until = self._clock() + SETTLE_MS

    async def close(self) -> None:
        """Stop what this director has under way."""
        await self._bots.close()

    async def step(self) -> bool:
        """Do all that is to be done now. False once there will never be anything more."""
        now = self._clock() / 1000
        await self._take_results()
        await self._take_faults()
        await self._withdraw_outdated()
        await self._find_who_came(now)
        while await self._carry_out(now):
            pass
        await self._end_matches()
        await self._unseal()
        async with self._replicas.current(self._id) as replica:
            self._bots.hand_out(replica)
            is_over = replica.competition.is_over
        if not is_over:
            self._busy_until = self._clock() + SETTLE_MS
        elif self._clock() >= self._busy_until:
            await asyncio.to_thread(self._database.settle, self._id, self._fence)
            return False
        if error := self._engines.take_error():
            raise error
        return True

    async def _append(self, replica: Replica, changes: Sequence[Change]) -> None:
        for some in chunks(changes, EVENTS_PER_APPEND):
            await replica.append(some, fence=self._fence)

    # -- results

    async def _take_results(self) -> None:
        """Read the archive's feed to its end: every result is stored with the place up to which it was read."""
        is_last = False
        while not is_last:
            finished, cursor, is_last = await self._feed.page(self._cursor)
            if finished:
                await self._take_page(finished, cursor)
            self._cursor = cursor
        self._bots.reading += 1

    async def _take_page(self, finished: Sequence[Finished], cursor: int) -> None:
        async with self._replicas.current(self._id) as replica:
            competition = replica.competition
            wanted = [one for one in finished if is_wanted(competition, one.leg)]
            late = [one for one in finished if one.record.sealed and is_revealed(competition, one.leg)]
        self._unsealed -= {one.leg[:2] for one in late}
        verified = await self._feed.verify(wanted)
        async with self._replicas.current(self._id) as replica:
            changes = list(changes_of(replica.competition, replica.seating, verified))
            await replica.append(changes, fence=self._fence, cursor=cursor)
        for change in changes:
            if isinstance(change.event, events.LegEnded):
                metrics.TOURNAMENT_RESULTS.labels("counted").inc()
            elif isinstance(change.event, events.LegRefused):
                metrics.TOURNAMENT_RESULTS.labels("refused").inc()
                logger().error("a record gives no result", match=change.event.record, fault=change.why)

    async def _take_faults(self) -> None:
        """Let bots that broke a match lose it."""
        changes = self._bots.take_changes()
        if not changes:
            return
        try:
            async with self._replicas.current(self._id) as replica:
                still_open = [one for one in changes if _is_open(replica.competition, one)]
                await self._append(replica, still_open)
        except BaseException:
            self._bots.put_back(changes)
            raise

    async def _withdraw_outdated(self) -> None:
        """Withdraw bots of ours that are not here any more at the version at which they entered."""
        async with self._replicas.current(self._id) as replica:
            competition = replica.competition
            if competition.is_started and not competition.is_over:
                await self._append(replica, list(_outdated(competition)))

    # -- who came

    async def _find_who_came(self, now: float) -> None:
        """Ask the engines who has their first choice before them, and who has made it."""
        async with self._replicas.current(self._id) as replica:
            waiting = await replica.compute(partial(unseen, now=now))
            tables = [one for one in waiting if self._is_to_look(replica.competition, one, now)]
            ids = {table: self._live_matches(replica.competition, table) for table in tables}
        self._unknown = set()
        if not tables:
            return
        self._looked_at.update({table[:3]: now for table in tables})
        infos, failed = await self._engines.look([one for some in ids.values() for one in some])
        self._unknown = {table[:3] for table, some in ids.items() if not failed.isdisjoint(some)}
        async with self._replicas.current(self._id) as replica:
            changes = [change for table in tables for change in self._arrivals(replica, table, infos)]
            await self._append(replica, changes)

    def _is_to_look(self, competition: Competition, where: Unseen, now: float) -> bool:
        """Whether a table is looked at now: at once where the time of the round is over, or somebody may be late, and
        else from time to time."""
        limit, stage = competition.rules.pace.first_choice_minutes, competition.stages[where.stage]
        if limit is None or is_time_up(competition, stage, stage.rounds[where.round - 1], now):
            return True
        table = competition.table(where.stage, where.round, where.table)
        if any(now >= table.asked_at[one] + limit * 60 for one in where.entrants if one in table.asked_at):
            return True
        pause = min(limit * 60 / LOOKS_FOR_FIRST_CHOICE, LONGEST_PAUSE_SECONDS)
        return now >= self._looked_at.get(where[:3], 0.0) + pause

    def _live_matches(self, competition: Competition, where: Unseen | EndMatches) -> list[str]:
        table = competition.table(where.stage, where.round, where.table)
        return [match_id(self._id, Leg(where.stage, where.round, where.table, leg)) for leg in table.live_legs]

    def _arrivals(self, replica: Replica, where: Unseen, infos: dict[str, MatchInfo]) -> list[Change]:
        """Who of a table has come, and who is asked for a first choice now."""
        competition = replica.competition
        table = competition.table(where.stage, where.round, where.table)
        came: set[int | None] = set()
        waited_for: set[int | None] = set()
        for number in table.live_legs:
            leg = Leg(where.stage, where.round, where.table, number)
            info = infos.get(match_id(self._id, leg))
            if info is not None:
                entrants = replica.seating.entrants(competition, leg)
                came |= {entrants[seat.seat] for seat in info.seats if seat.has_played}
                waited_for |= {entrants[seat] for seat in info.waiting_for}
        at = {"stage": where.stage, "round": where.round, "table": where.table}
        missing = [one for one in where.entrants if one not in table.arrived]
        newly = tuple(one for one in missing if one in waited_for and one not in came and one not in table.asked_at)
        changes = [Change(DIRECTOR, events.Arrived(**at, entrant=one)) for one in missing if one in came]
        return [*changes, Change(DIRECTOR, events.Asked(**at, entrants=newly))] if newly else changes

    # -- actions

    async def _carry_out(self, now: float) -> bool:
        """Do what the rules of the tournament say is next; whether something was done that may lead to more."""
        async with self._replicas.current(self._id) as replica:
            with metrics.TOURNAMENT_DECISION_SECONDS.time():
                actions = await replica.compute(partial(decide, now=now, unknown=self._unknown))
            await self._append(replica, _records(actions))
            bots, people = self._split(replica, [one for one in actions if isinstance(one, MakeMatches)])
            await self._append(replica, bots)
            requests = [engine_request(self._id, replica.competition, replica.seating, leg) for leg in people]
            handovers = [one for one in actions if isinstance(one, HandOver)]
        made = await self._make_matches(people, requests)
        seated = [one for one in handovers if await self._hand_over_seats(one)]
        return bool(_records(actions) or bots or made or seated)

    def _split(self, replica: Replica, actions: Sequence[MakeMatches]) -> tuple[list[Change], list[Leg]]:
        """Matches between bots of ours are made by saying so; those with people are for the engines."""
        bots: list[Change] = []
        people: list[Leg] = []
        for action in actions:
            legs = [Leg(action.stage, action.round, action.table, leg) for leg in action.legs]
            if is_of_bots(replica.seating.holders(replica.competition, legs[0])):
                bots.append(Change(DIRECTOR, _made(legs)))
            else:
                people += legs
        return bots, people

    async def _make_matches(self, legs: Sequence[Leg], requests: Sequence[engine_pb2.CreateMatchRequest]) -> bool:
        """Have the engines make matches, and note those that were made with the tokens of their seats.

        One that was made by a director before, and played out and archived while this was at it, is made again then:
        that one is ended, for its result comes by the feed."""
        is_any_made = False
        async for answers in self._engines.create(requests):
            archived = await self._feed.legs_after(self._cursor)
            taken = [(legs[place], made) for place, made in answers if legs[place] not in archived]
            again = [match_id(self._id, legs[place]) for place, _ in answers if legs[place] in archived]
            if again:
                await self._engines.annul(again, HAS_RESULT)
            changes, seats = self._take_made(taken)
            async with self._replicas.current(self._id) as replica:
                await replica.append(changes, fence=self._fence, new_seats=seats)
            is_any_made = is_any_made or bool(changes)
        return is_any_made

    def _take_made(self, answers: Sequence[tuple[Leg, engine_pb2.CreatedMatch]]) -> tuple[list[Change], list[SeatRow]]:
        """What engines answered: matches of one table together, and what they refuse for good left to the host."""
        by_table: dict[tuple[int, int, int], list[Leg]] = defaultdict(list)
        refused: list[Change] = []
        seats: list[SeatRow] = []
        for leg, answer in answers:
            if answer.HasField("created"):
                by_table[leg[:3]].append(leg)
                seats += [
                    SeatRow(match_id(self._id, leg), one.seat, self._id, *leg[:3], one.player, one.token)
                    for one in answer.created.tokens
                ]
            elif answer.error.reason in TRANSIENT_REASONS:
                logger().warning("a match is not made yet", match=match_id(self._id, leg), error=answer.error.message)
            else:
                by_table[leg[:3]].append(leg)
                event = events.LegRefused(stage=leg.stage, round=leg.round, table=leg.table, leg=leg.leg)
                refused.append(Change(DIRECTOR, event, answer.error.message[:200]))
        return [*(Change(DIRECTOR, _made(legs)) for legs in by_table.values()), *refused], seats

    async def _hand_over_seats(self, action: HandOver) -> bool:
        """Let a bot sit in for somebody at matches of a table; whether it does, at one of them at least."""
        async with self._replicas.current(self._id) as replica:
            legs = [Leg(action.stage, action.round, action.table, leg) for leg in action.legs]
            holders = {leg: replica.seating.holders(replica.competition, leg) for leg in legs}
        done = tuple([leg.leg for leg in legs if await self._hand_over(leg, holders[leg], action.entrant)])
        if legs and not done:
            return False
        fields = action._asdict() | {"legs": done}
        why = fields.pop("why")
        async with self._replicas.current(self._id) as replica:
            await self._append(replica, [Change(DIRECTOR, events.BotSatIn(**fields), why)])
        return True

    async def _hand_over(self, leg: Leg, holders: Sequence[Holder], gone: int) -> bool:
        seats = [seat for seat, holder in enumerate(holders) if holder.entrant == gone and holder.player]
        return all([await self._engines.hand_over(match_id(self._id, leg), seat) for seat in seats])

    # -- the end of rounds and matches

    async def _end_matches(self) -> None:
        """End matches that go on for nothing."""
        async with self._replicas.current(self._id) as replica:
            competition = replica.competition
            actions = matches_to_end(competition)
            live = {
                action: [
                    match_id(self._id, leg)
                    for leg in (Leg(action.stage, action.round, action.table, one) for one in action.legs)
                    if not is_of_bots(replica.seating.holders(competition, leg))
                ]
                for action in actions
            }
            reason = WAS_CANCELLED if competition.is_cancelled else HAS_RESULT
        if not actions:
            return
        failed = await self._engines.annul([one for some in live.values() for one in some], reason)
        ended = [action for action, some in live.items() if failed.isdisjoint(some)]
        async with self._replicas.current(self._id) as replica:
            await self._append(replica, [Change(DIRECTOR, events.MatchesEnded(**one._asdict())) for one in ended])

    async def _unseal(self) -> None:
        """Open the records of rounds that are over."""
        async with self._replicas.current(self._id) as replica:
            sealed = _revealed_rounds(replica.competition) - self._unsealed
        for stage, round_ in sorted(sealed):
            await self._feed.unseal(stage, round_)
            self._unsealed.add((stage, round_))


def _records(actions: Sequence[Action]) -> list[Change]:
    return [Change(DIRECTOR, one.event, one.why) for one in actions if isinstance(one, Record)]


def _made(legs: Sequence[Leg]) -> events.MatchesMade:
    first = legs[0]
    return events.MatchesMade(
        stage=first.stage, round=first.round, table=first.table, legs=tuple(sorted(leg.leg for leg in legs))
    )


def _outdated(competition: Competition) -> Iterator[Change]:
    """Who of the bots of ours is of another version now: they would play as somebody else."""
    game = competition.rules.setting.game
    for entry in competition.entries.values():
        if entry.version and not entry.withdrawn and present_version(entry.bot, game) != entry.version:
            yield Change(DIRECTOR, events.Withdrew(entrant=entry.entrant), "is of another version now")


def _is_open(competition: Competition, change: Change) -> bool:
    event = change.event
    assert isinstance(event, events.Forfeited | events.LegRefused)
    return competition.table(event.stage, event.round, event.table).is_open


def _revealed_rounds(competition: Competition) -> set[tuple[int, int]]:
    """Rounds that are over, of stages whose records are sealed meanwhile."""
    return {
        (stage.number, state.number)
        for stage in competition.stages
        if is_sealed(stage.plan)
        for state in stage.rounds
        if is_revealed(competition, Leg(stage.number, state.number, 0, 0))
    }
