"""Ladders, their entrants and their pairs, in a database: every pair is stored once, and before it counts."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError

from engine.bots.pairs import Fault
from services.api import ladders_pb2 as pb
from services.ladders.model import (
    COUNTED,
    FINISHED,
    OPEN,
    VOID,
    EntrantRow,
    LadderRow,
    MeetingRow,
    NewEntrant,
    PairResult,
    PairRow,
)
from services.ladders.scheduling import Two
from services.ladders.schema import entrants, history, ladders, meetings, pairs, tests, times
from services.process.databases import insert, writing

_FAULT_COLUMNS: dict[Fault, str] = {"crash": "crashes", "overrun": "overruns", "illegal": "illegals"}


class NameTaken(Exception):
    """There is a ladder of that name."""


class Database:
    """The tables of all ladders."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    # -- ladders

    def create(self, ladder: LadderRow, new: Sequence[NewEntrant], test: pb.Test | None = None) -> None:
        """Store a new ladder with its first entrants; for a test, what it asks. NameTaken where its name is."""
        try:
            with writing(self._engine) as connection:
                connection.execute(ladders.insert().values(ladder._asdict()))
                self._insert_entrants(connection, ladder.ladder_id, new, ladder.created_ms)
                if test is not None:
                    connection.execute(tests.insert().values(test_id=test.test_id, test=test.SerializeToString()))
        except IntegrityError as error:
            raise NameTaken(ladder.name) from error

    def find(self, id_or_name: str) -> LadderRow | None:
        """A ladder by its id, or by its name."""
        query = sa.select(ladders).where(sa.or_(ladders.c.ladder_id == id_or_name, ladders.c.name == id_or_name))
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else LadderRow(*row)

    def ladders(self, game: str) -> list[LadderRow]:
        """Ladders, newest first: of a game, or all."""
        query = sa.select(ladders).where(sa.not_(ladders.c.is_test)).order_by(ladders.c.created_ms.desc())
        if game:
            query = query.where(ladders.c.game == game)
        return self._ladder_rows(query)

    def in_state(self, state: str) -> list[LadderRow]:
        """Ladders and tests that are in a state."""
        return self._ladder_rows(sa.select(ladders).where(ladders.c.state == state).order_by(ladders.c.created_ms))

    def _ladder_rows(self, query: "sa.Select[Any]") -> list[LadderRow]:
        with self._engine.connect() as connection:
            return [LadderRow(*row) for row in connection.execute(query)]

    def set_state(self, ladder_id: str, state: str) -> None:
        """Let a ladder run, pause or be finished."""
        with writing(self._engine) as connection:
            connection.execute(ladders.update().where(ladders.c.ladder_id == ladder_id).values(state=state))

    # -- entrants

    def entrants(self, ladder_id: str) -> list[EntrantRow]:
        """The entrants of a ladder by number, which are 0, 1, 2 ..."""
        query = sa.select(entrants).where(entrants.c.ladder_id == ladder_id).order_by(entrants.c.entrant)
        with self._engine.connect() as connection:
            return [EntrantRow(*row) for row in connection.execute(query)]

    def enter(self, ladder_id: str, new: Sequence[NewEntrant], now_ms: int) -> list[EntrantRow]:
        """Add entrants; a bot that is there at this version plays again if it was withdrawn or away, and an outside bot
        at no other. Those that entered."""
        with writing(self._engine) as connection:
            # writing to the ladder first makes everybody else who enters wait
            connection.execute(ladders.update().where(ladders.c.ladder_id == ladder_id).values(ladder_id=ladder_id))
            self._insert_entrants(connection, ladder_id, new, now_ms)
        by_fingerprint = {row.fingerprint: row for row in self.entrants(ladder_id)}
        return [by_fingerprint[one.fingerprint] for one in new]

    def _insert_entrants(self, connection: Connection, ladder_id: str, new: Sequence[NewEntrant], now_ms: int) -> None:
        query = sa.select(entrants.c.fingerprint, entrants.c.entrant).where(entrants.c.ladder_id == ladder_id)
        known = {row.fingerprint: row.entrant for row in connection.execute(query)}
        for one in new:
            if one.fingerprint in known:
                where = sa.and_(entrants.c.ladder_id == ladder_id, entrants.c.entrant == known[one.fingerprint])
                values = {"withdrawn": False, "away": False, "anchor_elo": one.anchor_elo}
                connection.execute(entrants.update().where(where).values(values))
                continue
            known[one.fingerprint] = len(known)
            row = EntrantRow(
                ladder_id,
                known[one.fingerprint],
                one.bot,
                one.fingerprint,
                one.anchor_elo,
                withdrawn=False,
                entered_ms=now_ms,
                outside=one.outside,
            )
            connection.execute(entrants.insert().values(row._asdict()))
        for one in new:
            if one.outside:
                other = sa.and_(entrants.c.bot == one.bot, entrants.c.fingerprint != one.fingerprint)
                where = sa.and_(entrants.c.ladder_id == ladder_id, entrants.c.outside, other)
                connection.execute(entrants.update().where(where).values(withdrawn=True))

    def withdraw(self, ladder_id: str, entrant: int) -> None:
        """Take an entrant out."""
        where = sa.and_(entrants.c.ladder_id == ladder_id, entrants.c.entrant == entrant)
        with writing(self._engine) as connection:
            connection.execute(entrants.update().where(where).values(withdrawn=True))

    # -- pairs

    def allocate(self, ladder_id: str, meetings_: Sequence[Two]) -> list[PairRow]:
        """Give pairs their numbers. They are open until they are stored."""
        with writing(self._engine) as connection:
            bump = (
                ladders.update()
                .where(ladders.c.ladder_id == ladder_id)
                .values(next_number=ladders.c.next_number + len(meetings_))
                .returning(ladders.c.next_number)
            )
            end = connection.execute(bump).scalar_one()
            numbers = range(end - len(meetings_), end)
            rows = [PairRow(number, *two) for number, two in zip(numbers, meetings_, strict=True)]
            if rows:
                connection.execute(
                    pairs.insert(), [{"ladder_id": ladder_id, "state": OPEN, **row._asdict()} for row in rows]
                )
        return rows

    def open_pairs(self, ladder_id: str) -> list[PairRow]:
        """Pairs that have a number and no result."""
        query = (
            sa.select(pairs.c.number, pairs.c.first, pairs.c.second)
            .where(pairs.c.ladder_id == ladder_id, pairs.c.state == OPEN)
            .order_by(pairs.c.number)
        )
        with self._engine.connect() as connection:
            return [PairRow(*row) for row in connection.execute(query)]

    def store(self, ladder_id: str, results: Sequence[PairResult], now_ms: int) -> list[PairResult]:
        """Store results of open pairs, all in one transaction; those that are new. A pair that has one keeps it."""
        with writing(self._engine) as connection:
            new = self._claim(connection, ladder_id, results, now_ms)
            counted = [result for result in new if not result.is_void]
            self._add_meetings(connection, ladder_id, counted)
            self._add_faults(connection, ladder_id, counted)
            self._add_times(connection, ladder_id, counted)
            sums = {
                "pairs": ladders.c.pairs + len(counted),
                "void_pairs": ladders.c.void_pairs + len(new) - len(counted),
            }
            connection.execute(ladders.update().where(ladders.c.ladder_id == ladder_id).values(sums))
        return new

    def _claim(
        self, connection: Connection, ladder_id: str, results: Sequence[PairResult], now_ms: int
    ) -> list[PairResult]:
        """Close pairs that are open; the results of those that were."""
        by_number = {result.number: result for result in results}
        claim = (
            pairs.update()
            .where(pairs.c.ladder_id == ladder_id, pairs.c.number.in_(by_number), pairs.c.state == OPEN)
            .values(state=COUNTED, finished_ms=now_ms)
            .returning(pairs.c.number)
        )
        new = [by_number[number] for number in sorted(connection.execute(claim).scalars())]
        if new:
            fill = (
                pairs.update()
                .where(pairs.c.ladder_id == ladder_id, pairs.c.number == sa.bindparam("of_number"))
                .values({name: sa.bindparam(f"new_{name}") for name in ("state", "first_leg", "second_leg", "played")})
            )
            rows = [
                {
                    "of_number": result.number,
                    "new_state": VOID if result.is_void else COUNTED,
                    "new_first_leg": result.first_leg,
                    "new_second_leg": result.second_leg,
                    "new_played": result.played.SerializeToString(),
                }
                for result in new
            ]
            connection.execute(fill, rows)
        return new

    def _add_meetings(self, connection: Connection, ladder_id: str, results: Iterable[PairResult]) -> None:
        sums: dict[Two, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for result in results:
            added = sums[result.first, result.second]
            added["pairs"] += 1
            added["first_leg"] += result.first_leg / 2
            added["second_leg"] += result.second_leg / 2
            added["squares"] += (result.points / 2) ** 2
            added[f"points_{result.points}"] += 1
        names = [column.name for column in meetings.columns if not column.primary_key]
        for two, added in sorted(sums.items()):
            insertion = insert(self._engine, meetings).values(
                ladder_id=ladder_id, first=two[0], second=two[1], **{name: added[name] for name in names}
            )
            connection.execute(
                insertion.on_conflict_do_update(
                    index_elements=["ladder_id", "first", "second"],
                    set_={name: meetings.c[name] + insertion.excluded[name] for name in names},
                )
            )

    def _add_faults(self, connection: Connection, ladder_id: str, results: Iterable[PairResult]) -> None:
        faults = Counter(fault for result in results for fault in result.faults)
        for (entrant, fault), count in sorted(faults.items()):
            column = entrants.c[_FAULT_COLUMNS[fault]]
            where = sa.and_(entrants.c.ladder_id == ladder_id, entrants.c.entrant == entrant)
            connection.execute(entrants.update().where(where).values({column: column + count}))
            if fault == "crash":
                connection.execute(entrants.update().where(where, entrants.c.outside).values(away=True))

    def _add_times(self, connection: Connection, ladder_id: str, results: Iterable[PairResult]) -> None:
        sums: Counter[tuple[int, int]] = Counter()
        for result in results:
            for entrant, counts in result.times:
                for step, decisions in counts.items():
                    sums[entrant, step] += decisions
        if not sums:
            return
        insertion = insert(self._engine, times).values(
            [
                {"ladder_id": ladder_id, "entrant": entrant, "step": step, "decisions": decisions}
                for (entrant, step), decisions in sorted(sums.items())
            ]
        )
        connection.execute(
            insertion.on_conflict_do_update(
                index_elements=["ladder_id", "entrant", "step"],
                set_={"decisions": times.c.decisions + insertion.excluded.decisions},
            )
        )

    def times(self, ladder_id: str) -> dict[int, dict[int, int]]:
        """By entrant: how many decisions took how long."""
        query = sa.select(times.c.entrant, times.c.step, times.c.decisions).where(times.c.ladder_id == ladder_id)
        counts: dict[int, dict[int, int]] = defaultdict(dict)
        with self._engine.connect() as connection:
            for entrant, step, decisions in connection.execute(query):
                counts[entrant][step] = decisions
        return counts

    def meetings(self, ladder_id: str, entrants_: int) -> list[MeetingRow]:
        """Pairs summed up by the two entrants, among the first so many: who asks knows of no others."""
        columns = [column for column in meetings.columns if column.name != "ladder_id"]
        query = sa.select(*columns).where(meetings.c.ladder_id == ladder_id, meetings.c.second < entrants_)
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(meetings.c.first, meetings.c.second)).all()
        return [MeetingRow(*row) for row in rows]

    def page(
        self, ladder_id: str, size: int, before: int | None, entrant: int | None, opponent: int | None = None
    ) -> list[pb.LadderPair]:
        """Pairs, newest first, from before a number on: of an entrant, of two against each other, or all."""
        query = sa.select(pairs).where(pairs.c.ladder_id == ladder_id)
        if before is not None:
            query = query.where(pairs.c.number < before)
        if entrant is not None:
            query = query.where(sa.or_(pairs.c.first == entrant, pairs.c.second == entrant))
        if opponent is not None:
            query = query.where(sa.or_(pairs.c.first == opponent, pairs.c.second == opponent))
        with self._engine.connect() as connection:
            return [_pair(row) for row in connection.execute(query.order_by(pairs.c.number.desc()).limit(size))]

    def counted(self, ladder_id: str, size: int, after: int, before: int) -> list[pb.LadderPair]:
        """Pairs that count, by number, from after a number on to before another."""
        query = (
            sa.select(pairs)
            .where(pairs.c.ladder_id == ladder_id, pairs.c.state == COUNTED)
            .where(pairs.c.number > after, pairs.c.number < before)
            .order_by(pairs.c.number)
            .limit(size)
        )
        with self._engine.connect() as connection:
            return [_pair(row) for row in connection.execute(query)]

    def points_from(self, ladder_id: str, number: int) -> list[int | None]:
        """Half points of the first entrant by pair, from a number on to the first that is open; None for a void one."""
        query = (
            sa.select(pairs.c.state, pairs.c.first_leg + pairs.c.second_leg)
            .where(pairs.c.ladder_id == ladder_id, pairs.c.number >= number)
            .order_by(pairs.c.number)
        )
        points: list[int | None] = []
        with self._engine.connect() as connection:
            for state, total in connection.execute(query):
                if state == OPEN:
                    break
                points.append(None if state == VOID else round(total))
        return points

    # -- standings and tests

    def keep_standings(self, standings: pb.Standings) -> None:
        """Keep standings as they are after so many pairs; those that are kept stay."""
        insertion = insert(self._engine, history).values(
            ladder_id=standings.ladder_id, pairs=standings.pairs, standings=standings.SerializeToString()
        )
        with writing(self._engine) as connection:
            connection.execute(insertion.on_conflict_do_nothing())

    def history(self, ladder_id: str) -> list[pb.Standings]:
        """Standings that were kept, oldest first."""
        query = sa.select(history.c.standings).where(history.c.ladder_id == ladder_id).order_by(history.c.pairs)
        with self._engine.connect() as connection:
            return [pb.Standings.FromString(data) for data in connection.execute(query).scalars()]

    def last_kept(self, ladder_id: str) -> int:
        """After how many pairs standings were kept last; 0 for never."""
        query = sa.select(sa.func.max(history.c.pairs)).where(history.c.ladder_id == ladder_id)
        with self._engine.connect() as connection:
            return connection.execute(query).scalar() or 0

    def test(self, test_id: str) -> pb.Test | None:
        """A test as it last was."""
        with self._engine.connect() as connection:
            data = connection.execute(sa.select(tests.c.test).where(tests.c.test_id == test_id)).scalar()
        return None if data is None else pb.Test.FromString(data)

    def tests(self, ladder_id: str, most: int) -> list[pb.Test]:
        """The newest tests in the setting of a ladder, newest first."""
        query = (
            sa.select(tests.c.test)
            .join(ladders, ladders.c.ladder_id == tests.c.test_id)
            .order_by(ladders.c.created_ms.desc())
        )
        with self._engine.connect() as connection:
            all_tests = map(pb.Test.FromString, connection.execute(query).scalars())
            return list(itertools.islice((test for test in all_tests if test.ladder_id == ladder_id), most))

    def save_test(self, test: pb.Test, state: str) -> None:
        """Store how a test stands, and the state of its pairs; nothing where it has been cancelled meanwhile."""
        with writing(self._engine) as connection:
            if self._change_test(connection, test.test_id, state):
                where = tests.c.test_id == test.test_id
                connection.execute(tests.update().where(where).values(test=test.SerializeToString()))

    def cancel_test(self, test_id: str) -> None:
        """End a test as it stands; one that is over stays as it is."""
        with writing(self._engine) as connection:
            if self._change_test(connection, test_id, FINISHED):
                where = tests.c.test_id == test_id
                test = pb.Test.FromString(connection.execute(sa.select(tests.c.test).where(where)).scalar_one())
                test.state = pb.LADDER_STATE_FINISHED
                connection.execute(tests.update().where(where).values(test=test.SerializeToString()))

    @staticmethod
    def _change_test(connection: Connection, test_id: str, state: str) -> bool:
        """Set the state of a test's pairs; False where it is over. Everybody else who changes it waits."""
        where = sa.and_(ladders.c.ladder_id == test_id, ladders.c.state != FINISHED)
        return bool(connection.execute(ladders.update().where(where).values(state=state)).rowcount)


def _pair(row: Any) -> pb.LadderPair:
    """A pair as the API gives it."""
    pair = pb.LadderPair.FromString(row.played) if row.played else pb.LadderPair()
    pair.number, pair.first, pair.second = row.number, row.first, row.second
    pair.counts = row.state == COUNTED
    pair.finished_ms = row.finished_ms or 0
    return pair
