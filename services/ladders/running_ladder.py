"""A ladder as the process that plays it sees it: what is in flight, what was lost, and what is to be played next."""

import asyncio
from collections import Counter, deque
from collections.abc import Sequence

from services.api import ladders_pb2 as pb
from services.ladders.database import Database
from services.ladders.ladder import sides_of
from services.ladders.model import FINISHED, RUNNING, EntrantRow, LadderRow, PairResult, PairRow, void
from services.ladders.outside_pairs import MOST_OPEN, OutsidePairs
from services.ladders.scheduling import Field, Two, next_meetings, round_robin
from services.ladders.sequential_tests import progress
from services.ladders.standings import Rated, is_worth_keeping
from services.ladders.versions import state_of

FIRST_PAIRS = 4
"""Pairs that are handed out at once while it is not known how long one takes."""
TASK_SECONDS = 1.0
"""How long a worker is to play what it is handed."""
TASKS_PER_CALL = 4
LARGEST_TASK = 200
MEMORY = 0.05
"""How much of the mean time of a pair comes from the last one."""
OUTDATED = "The server has another version of the bot now."
VOID_IN_A_ROW = 20
"""So many pairs in a row that could not be played stop a ladder."""


class RunningLadder:
    """One ladder or test."""

    def __init__(
        self, row: LadderRow, entrants: list[EntrantRow], open_pairs: Sequence[PairRow], served_seconds: float
    ) -> None:
        self.row = row
        self.cooperative = len(sides_of(row)) == 1
        self.is_wanted = True
        """False once it is paused or finished: what is in flight is still stored."""
        self.served_seconds = served_seconds
        """Work that bots have done for it since this process plays it."""
        self.last_result = asyncio.get_running_loop().time()
        self.entrants = entrants
        """By number."""
        self.outside = OutsidePairs()
        self._lost: deque[PairRow] = deque(self._split(open_pairs))
        """Pairs that have a number and are not being played."""
        self._in_flight: dict[int, PairRow] = {}
        self._unrated: list[Two] = []
        """Who met in pairs that are stored and not in the ratings yet, the oldest first."""
        self._results: list[PairResult] = []
        """Results that are not stored yet."""
        self._pair_seconds = 0.0
        """How long a pair takes; 0 while that is not known."""
        self._void = 0
        """The last so many pairs could not be played."""
        self._rated: Rated | None = None
        self._allocated = row.next_number

    # -- what is known of it

    def update(self, row: LadderRow, entrants: list[EntrantRow], rated: Rated) -> None:
        """Take over what the database has."""
        if self._rated is not None:
            del self._unrated[: rated.standings.pairs - self._rated.standings.pairs]
        self.row, self.entrants, self._rated = row, entrants, rated
        self._allocated = max(self._allocated, row.next_number)
        for pair in self._outdated([*self.outside.open.values()]):
            self.add_outside_result(void(pair, OUTDATED))
        self.is_wanted = row.state == RUNNING

    def bot(self, entrant: int) -> str:
        """An entrant's name and parameters."""
        return self.entrants[entrant].bot

    @property
    def in_flight(self) -> int:
        """How many pairs our own bots are playing."""
        return len(self._in_flight)

    @property
    def in_flight_seconds(self) -> float:
        """How much work that is."""
        return self.in_flight * (self._pair_seconds or TASK_SECONDS)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is in flight or waits to be stored."""
        return not (self._in_flight or self._results or self.outside.open)

    @property
    def pairs_per_task(self) -> int:
        """How many pairs a worker is to play in a row."""
        if not self._pair_seconds:
            return 1
        return max(1, min(LARGEST_TASK, int(TASK_SECONDS / self._pair_seconds)))

    @property
    def only_void(self) -> bool:
        """Whether none of the last pairs could be played."""
        return self._void >= VOID_IN_A_ROW

    # -- pairs that are played

    def next_meetings(self) -> list[Two]:
        """Who is to meet next, for one call to the bots; nobody where no more is wanted."""
        count = FIRST_PAIRS if not self._pair_seconds else TASKS_PER_CALL * self.pairs_per_task
        setting = self.row.read_setting()
        if setting.most_pairs:
            count = min(count, setting.most_pairs - self._allocated)
        if count <= 0 or self._rated is None:
            return []
        if self.row.is_test:
            return [(0, 1)] * count
        playing = [row.entrant for row in self.entrants if self._state(row) == pb.ENTRANT_STATE_PLAYING]
        if setting.target_error and self._is_settled(playing, setting):
            return []
        choose = round_robin if setting.scheduler == pb.SCHEDULER_ROUND_ROBIN else next_meetings
        return choose(self._field(playing, setting), count)

    def _is_settled(self, playing: Sequence[int], setting: pb.LadderSetting) -> bool:
        """Whether every rating is as well known as is wanted, after its gauntlet."""
        assert self._rated is not None, "it has been rated"
        by_entrant = {one.entrant: one for one in self._rated.standings.standings}
        return all(
            by_entrant[entrant].anchor
            or (
                by_entrant[entrant].pairs >= setting.gauntlet_pairs
                and by_entrant[entrant].elo_error <= setting.target_error
            )
            for entrant in playing
        )

    def _field(self, playing: Sequence[int], setting: pb.LadderSetting) -> Field:
        assert self._rated is not None, "it has been rated"
        ratings = self._rated.ratings
        outside = self.outside.open.values()
        waiting = [*self._in_flight.values(), *self._lost, *outside]
        open_pairs = Counter(entrant for pair in outside for entrant in (pair.first, pair.second))
        return Field(
            playing=playing,
            anchors=frozenset(row.entrant for row in self.entrants if row.anchor_elo is not None),
            elo=ratings.elo,
            covariance=ratings.covariance,
            played={(row.first, row.second): row.pairs for row in self._rated.meetings},
            in_flight=Counter((pair.first, pair.second) for pair in waiting) + Counter(self._unrated),
            gauntlet_pairs=setting.gauntlet_pairs,
            room={row.entrant: MOST_OPEN - open_pairs[row.entrant] for row in self.entrants if row.outside},
        )

    def take_lost(self) -> list[PairRow]:
        """Pairs that were lost, for one call to the bots. Void: those of bots that have another version now."""
        size = min(len(self._lost), TASKS_PER_CALL * self.pairs_per_task)
        pairs = [self._lost.popleft() for _ in range(size)]
        gone = self._outdated(pairs)
        self._results += [void(pair, OUTDATED) for pair in gone]
        return [pair for pair in pairs if pair not in gone]

    def _outdated(self, pairs: Sequence[PairRow]) -> list[PairRow]:
        """Those of some pairs that are of bots that have another version now."""
        outdated = {row.entrant for row in self.entrants if self._state(row) == pb.ENTRANT_STATE_OUTDATED}
        return [pair for pair in pairs if not outdated.isdisjoint((pair.first, pair.second))]

    def _state(self, row: EntrantRow) -> "pb.EntrantState.ValueType":
        return state_of(row, self.row.game)

    def hand_out(self, pairs: Sequence[PairRow]) -> list[PairRow]:
        """Pairs are being played now. Those that our own bots play among themselves."""
        if self.is_idle:
            self.last_result = asyncio.get_running_loop().time()  # it rested, which is not to be silent
        ours = self._split(pairs)
        self._in_flight.update({pair.number: pair for pair in ours})
        self._allocated = max(self._allocated, *(pair.number + 1 for pair in pairs))
        return ours

    def _split(self, pairs: Sequence[PairRow]) -> list[PairRow]:
        """Keep the pairs of outside bots apart; the others."""
        outside = {row.entrant for row in self.entrants if row.outside}
        theirs = [pair for pair in pairs if not outside.isdisjoint((pair.first, pair.second))]
        self.outside.open.update({pair.number: pair for pair in theirs})
        return [pair for pair in pairs if pair not in theirs]

    def lose(self, pairs: Sequence[PairRow]) -> None:
        """Pairs did not come back: they have to be handed out again."""
        for pair in pairs:
            del self._in_flight[pair.number]
        self._lost.extend(pairs)

    # -- results

    def add_result(self, result: PairResult) -> None:
        """A pair has come back."""
        self._results.append(result)
        self.last_result = asyncio.get_running_loop().time()
        self.served_seconds += result.seconds
        self._void = self._void + 1 if result.is_void else 0
        if not result.is_void:
            weight = MEMORY if self._pair_seconds else 1.0
            self._pair_seconds += weight * (result.seconds - self._pair_seconds)

    def add_outside_result(self, result: PairResult) -> None:
        """A pair with an outside bot has come back. It says nothing of how long those of our own bots take."""
        self._results.append(result)
        self.last_result = asyncio.get_running_loop().time()
        self.outside.close(result.number)

    def take_results(self) -> list[PairResult]:
        """Results that are to be stored."""
        results, self._results = self._results, []
        return results

    def put_back(self, results: Sequence[PairResult]) -> None:
        """Results that could not be stored wait for the next time."""
        self._results = [*results, *self._results]

    def stored(self, results: Sequence[PairResult]) -> None:
        """Results are in the database."""
        for result in results:
            pair = self._in_flight.pop(result.number, None)
            if pair is not None and not result.is_void:
                self._unrated.append((pair.first, pair.second))

    # -- how it goes on

    def save_progress(self, database: Database) -> None:
        """Keep standings for the history, decide a test, and finish what has had all its pairs."""
        if self.row.is_test:
            self._decide(database)
            return
        assert self._rated is not None, "it has been rated"
        standings = self._rated.standings
        if is_worth_keeping(standings.pairs, database.last_kept(self.row.ladder_id)):
            database.keep_standings(standings)
        if self.is_complete(self.row):
            if standings.pairs > database.last_kept(self.row.ladder_id):
                database.keep_standings(standings)
            database.set_state(self.row.ladder_id, FINISHED)
            self.is_wanted = False

    @staticmethod
    def is_complete(row: LadderRow) -> bool:
        """Whether a ladder has had all pairs that it is to have."""
        most = row.read_setting().most_pairs
        return bool(most) and row.pairs + row.void_pairs >= most

    def _decide(self, database: Database) -> None:
        test = database.test(self.row.ladder_id)
        assert test is not None, "its test was stored with it"
        points = database.points_from(self.row.ladder_id, test.pairs + test.void_pairs)
        if points or test.state == pb.LADDER_STATE_FINISHED:
            test = progress(test, points)
            is_over = test.state == pb.LADDER_STATE_FINISHED
            database.save_test(test, FINISHED if is_over else self.row.state)
            self.is_wanted = not is_over
