"""The crowd of one process of the generator: tables, the people at them, and those who look on."""

import asyncio
from collections.abc import Callable
from random import Random

from benchmarks.load.lines import OpenLine
from benchmarks.load.makers import Maker
from benchmarks.load.people import Onlooker, Person
from benchmarks.load.scenarios import Scenario
from benchmarks.load.tables import Table
from benchmarks.load.tally import Tally

WAITING_CHECK_SECONDS = 0.1


class Crowd:
    """The share of one process in a scenario."""

    def __init__(self, scenario: Scenario, open_line: OpenLine, new_maker: Callable[[], Maker], seed: int) -> None:
        self._scenario = scenario
        self._open_line = open_line
        self._maker = new_maker()
        self._rng = Random(seed)
        self.tally = Tally()
        self.interval = scenario.interval
        self._tables: list[Table] = []
        self._tables_of: dict[Person, list[Table]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def gather(self) -> None:
        """Let everybody come, evenly in the time that the scenario says."""
        scenario, loop = self._scenario, asyncio.get_running_loop()
        began = loop.time()
        comings = [
            (scenario.ramp_seconds * number / scenario.matches, self._open_table) for number in range(scenario.matches)
        ]
        comings += [
            (scenario.ramp_seconds * number / scenario.lookers, self._add_onlooker)
            for number in range(scenario.lookers)
        ]
        for seconds, come in sorted(comings, key=lambda one: one[0]):
            await asyncio.sleep(max(0.0, began + seconds - loop.time()))
            come()

    def set_interval(self, seconds: float) -> None:
        """Let so many seconds be between two choices of a table from now on."""
        self.interval = seconds
        for table in self._tables:
            table.keep_pace()

    @property
    def live(self) -> int:
        """How many matches are in play."""
        return sum(table.is_live for table in self._tables)

    async def close(self) -> None:
        """Let everybody go."""
        for task in self._tasks:
            task.cancel()
        for table in self._tables:
            table.close()
        for person in self._tables_of:
            person.go()
        await self._maker.close()

    def _open_table(self) -> None:
        people: list[Person] = []
        while len(people) < 2:
            person = self._somebody()
            if person not in people:
                people.append(person)
        table = Table(people, self._maker, self.tally, self._rng, lambda: self.interval)
        for person in people:
            self._tables_of[person].append(table)
        self._tables.append(table)
        table.open()

    def _somebody(self) -> Person:
        """Somebody new, or who plays elsewhere already."""
        if len(self._tables) > 1 and self._rng.random() < self._scenario.several:
            return self._rng.choice(list(self._rng.choice(self._tables).people))
        person = Person(self._open_line, self.tally)
        self._tables_of[person] = []
        self._tasks.append(asyncio.create_task(self._come_and_go(person)))
        return person

    async def _come_and_go(self, person: Person) -> None:
        """Stay for a while, leave, and come back."""
        person.come()
        while True:
            await asyncio.sleep(self._rng.expovariate(1 / self._scenario.stay_seconds))
            while any(table.is_waiting for table in self._tables_of[person]):
                await asyncio.sleep(WAITING_CHECK_SECONDS)
            person.go()
            await asyncio.sleep(self._rng.expovariate(1 / self._scenario.away_seconds))
            person.come()
            for table in self._tables_of[person]:
                table.on_return(person)

    def _add_onlooker(self) -> None:
        person = Person(self._open_line, self.tally)
        self._tables_of[person] = []
        onlooker = Onlooker(person, self.tally, self._rng, self._any_table)
        self._tasks.append(asyncio.create_task(onlooker.look_on(self._scenario.looking_seconds)))

    def _any_table(self) -> Table | None:
        live = [table for table in self._rng.sample(self._tables, min(len(self._tables), 10)) if table.is_live]
        return live[0] if live else None
