"""A ladder as the process that plays it sees it: what is in flight, what was lost, and what is to be played next."""

import asyncio
from collections import Counter, deque
from collections.abc import Sequence

from services.api import ladders_pb2 as pb
from services.ladders.database import Database
from services.ladders.ladder import sides_of
from services.ladders.model import FINISHED, RUNNING, EntrantRow, LadderRow, PairResult, PairRow, void
from services.ladders.scheduling import Field, Two, next_meetings
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
VOID_IN_A_ROW = 20
"""So many pairs in a row that could not be played stop a ladder."""


class RunningLadder:
    """One ladder or test."""

    def __init__(self, row: LadderRow, open_pairs: Sequence[PairRow], served_seconds: float) -> None:
        self.row = row
        self.cooperative = len(sides_of(row)) == 1
        self.is_wanted = True
        """False once it is paused or finished: what is in flight is still stored."""
        self.served_seconds = served_seconds
        """Work that bots have done for it since this process plays it."""
        self.last_result = asyncio.get_running_loop().time()
        self._lost: deque[PairRow] = deque(open_pairs)
        """Pairs that have a number and are not being played."""
        self._in_flight: dict[int, PairRow] = {}
        self._results: list[PairResult] = []
        """Results that are not stored yet."""
        self._pair_seconds = 0.0
        """How long a pair takes; 0 while that is not known."""
        self._void = 0
        """The last so many pairs could not be played."""
        self._entrants: list[EntrantRow] = []
        self._rated: Rated | None = None
        self._allocated = row.next_number

    # -- what is known of it

    def update(self, row: LadderRow, entrants: list[EntrantRow], rated: Rated) -> None:
        """Take over what the database has."""
        self.row, self._entrants, self._rated = row, entrants, rated
        self._allocated = max(self._allocated, row.next_number)
        self.is_wanted = row.state == RUNNING

    def bot(self, entrant: int) -> str:
        """An entrant's name and parameters."""
        return self._entrants[entrant].bot

    @property
    def in_flight(self) -> int:
        """How many pairs are being played."""
        return len(self._in_flight)

    @property
    def in_flight_seconds(self) -> float:
        """How much work that is."""
        return self.in_flight * (self._pair_seconds or TASK_SECONDS)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is in flight or waits to be stored."""
        return not (self._in_flight or self._results)

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
        playing = [row.entrant for row in self._entrants if self._state(row) == pb.ENTRANT_STATE_PLAYING]
        if setting.target_error and self._is_settled(playing, setting):
            return []
        return next_meetings(self._field(playing, setting), count)

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
        waiting = [*self._in_flight.values(), *self._lost]
        return Field(
            playing=playing,
            anchors=frozenset(row.entrant for row in self._entrants if row.anchor_elo is not None),
            elo=ratings.elo,
            covariance=ratings.covariance,
            played={(row.first, row.second): row.pairs for row in self._rated.meetings},
            in_flight=Counter((pair.first, pair.second) for pair in waiting),
            gauntlet_pairs=setting.gauntlet_pairs,
        )

    def take_lost(self) -> list[PairRow]:
        """Pairs that were lost, for one call to the bots. Void: those of bots that have another version now."""
        size = min(len(self._lost), TASKS_PER_CALL * self.pairs_per_task)
        pairs = [self._lost.popleft() for _ in range(size)]
        outdated = {row.entrant for row in self._entrants if self._state(row) == pb.ENTRANT_STATE_OUTDATED}
        gone = [pair for pair in pairs if not outdated.isdisjoint((pair.first, pair.second))]
        self._results += [void(pair, "The server has another version of the bot now.") for pair in gone]
        return [pair for pair in pairs if pair not in gone]

    def _state(self, row: EntrantRow) -> "pb.EntrantState.ValueType":
        return state_of(row, self.row.game)

    def hand_out(self, pairs: Sequence[PairRow]) -> None:
        """Pairs are being played now."""
        self._in_flight.update({pair.number: pair for pair in pairs})
        self._allocated = max(self._allocated, *(pair.number + 1 for pair in pairs))

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
            self._in_flight.pop(result.number, None)

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
        most = self.row.read_setting().most_pairs
        if most and self.row.pairs + self.row.void_pairs >= most:
            database.set_state(self.row.ladder_id, FINISHED)
            self.is_wanted = False

    def _decide(self, database: Database) -> None:
        test = database.test(self.row.ladder_id)
        assert test is not None, "its test was stored with it"
        points = database.points_from(self.row.ladder_id, test.pairs + test.void_pairs)
        if points or test.state == pb.LADDER_STATE_FINISHED:
            test = progress(test, points)
            is_over = test.state == pb.LADDER_STATE_FINISHED
            database.save_test(test, FINISHED if is_over else self.row.state)
            self.is_wanted = not is_over
