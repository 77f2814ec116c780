"""Simulated tournaments: the pure core with results drawn at random, to measure pairings, speed and memory."""

import heapq
import math
import random
import resource
import time
from typing import Any, NamedTuple

import msgspec

from services.competition import events
from services.competition.actions import Action, HandOver, MakeMatches, Record
from services.competition.competition import Competition
from services.competition.deals import commitment
from services.competition.decisions import decide
from services.competition.events import AnyEvent, Logged
from services.competition.plan import Arena, Plan
from services.competition.rounds import TableState, counts_scores

SPREAD = 300.0
"""Standard deviation of the strength of entrants, in Elo."""
DRAWS = 0.1
MATCH_SECONDS = 300.0
"""How long a match takes, on average."""


class Habits(NamedTuple):
    """What simulated entrants do beside playing: how likely each is, for one entrant in one round."""

    no_show: float = 0.0
    withdraw: float = 0.0
    late: float = 0.0
    """Of all entrants, how many come late."""


STEADY = Habits()
"""Everybody comes, plays and stays."""


class RoundFigures(NamedTuple):
    """What is measured of one round."""

    round: int
    tables: int
    byes: int
    pairing_seconds: float
    results_to_pairings_seconds: float
    """From the first result of the round before to the pairings of this one."""
    mean_gap: float
    widest_gap: float
    rematches: int
    worst_balance: int


class Simulation:
    """One simulated tournament."""

    def __init__(self, plan: Plan, entrants: int, seed: int, habits: Habits = STEADY) -> None:
        self.random = random.Random(seed)
        self.habits = habits
        self.now = 0.0
        self.log: list[Logged] | None = None
        """Every event, where somebody wants them."""
        self.competition = Competition(self.random.randbytes(32))
        self.strength = [self.random.gauss(1500.0, SPREAD) for _ in range(entrants)]
        self.figures: list[RoundFigures] = []
        self.running: list[tuple[float, int, AnyEvent]] = []
        """Matches under way, by when they end."""
        self.waits: list[float] = []
        """Simulated seconds for which entrants of an arena waited for a table."""
        self.arena_pairing: list[float] = []
        """Seconds that each decision of an arena took which paired somebody."""
        self._results_since = 0.0
        self._entrants = entrants
        self._plan = msgspec.structs.replace(plan, pace=msgspec.structs.replace(plan.pace, legs="together"))
        self._matches = 0

    def run(self) -> Competition:
        """Play the tournament to its end."""
        self.begin()
        while not self.competition.is_over:
            self.step()
        return self.competition

    def begin(self) -> None:
        """Make the tournament, and let everybody in who does not come late."""
        secret = self.competition.secret
        self.record(events.Created(plan=self._plan, commitment=commitment(secret)))
        late = round(self._entrants * self.habits.late)
        for entrant in range(self._entrants - late):
            self._enter(entrant)
        self.record(events.Started())

    def _enter(self, entrant: int) -> None:
        rating = round(self.strength[entrant] + self.random.gauss(0, 100.0))
        self.record(events.Entered(entrant=entrant, name=f"entrant-{entrant}", rating=float(rating)))
        self.record(events.CheckedIn(entrant=entrant, contribution=self.random.randbytes(16)))

    def record(self, event: AnyEvent, why: str = "") -> None:
        """Let an event happen."""
        logged = Logged(self.competition.version + 1, self.now, events.DIRECTOR, event, why)
        self.competition.apply(logged)
        if self.log is not None:
            self.log.append(logged)

    def step(self) -> None:
        """Carry out what is to be done now, or go on to the next match that ends."""
        began = time.perf_counter()
        actions = decide(self.competition, self.now)
        took = time.perf_counter() - began
        if any(isinstance(one, Record) and isinstance(one.event, events.TableAdded) for one in actions):
            self.arena_pairing.append(took)
        for action in actions:
            self._carry_out(action, took)
        if not actions:
            self._go_on()

    def _carry_out(self, action: Action, took: float) -> None:
        match action:
            case MakeMatches():
                self._play(action)
            case HandOver():
                fields = action._asdict()
                why = fields.pop("why")
                self.record(events.BotSatIn(**fields), why)
            case Record(events.RoundPaired() as event, why):
                self._measure(event, took)
                self.record(event, why)
                self._come_and_go(event)
            case Record(events.TableAdded() as event, why):
                free = self.competition.stages[event.stage].free
                self.waits += [self.now - free[one] for one in event.table.entrants]
                self.record(event, why)
            case Record(event, why):
                self.record(event, why)

    def _go_on(self) -> None:
        """Let the next matches end; where none is under way, let time pass."""
        if not self.running:
            self.now += 1.0
            return
        self._results_since = time.perf_counter()
        until = math.inf if not self._is_arena else max(self.now, self.running[0][0])
        while self.running and self.running[0][0] <= until:
            ends, _, ended = heapq.heappop(self.running)
            self.now = max(self.now, ends)
            self.record(ended)

    @property
    def _is_arena(self) -> bool:
        stage = self.competition.stage
        return stage is not None and isinstance(stage.plan, Arena)

    # -- results

    def _play(self, action: MakeMatches) -> None:
        """Draw the results of the matches of a table."""
        stage, round_, number = action.stage, action.round, action.table
        self.record(events.MatchesMade(stage=stage, round=round_, table=number, legs=action.legs))
        state = self.competition.table(stage, round_, number)
        absent = [one for one in state.table.entrants if self.random.random() < self.habits.no_show]
        if absent and len(state.table.entrants) == 2:
            event = events.Forfeited(stage=stage, round=round_, table=number, entrants=tuple(absent), no_show=True)
            self.record(event, "did not come")
            return
        for leg in action.legs:
            points, scores = self._result(state, counts_scores(self.competition.stages[stage].plan))
            ends = self.now + self.random.expovariate(1 / MATCH_SECONDS)
            self._matches += 1
            ended = events.LegEnded(stage=stage, round=round_, table=number, leg=leg, points=points, scores=scores)
            heapq.heappush(self.running, (ends, self._matches, ended))

    def _result(self, state: TableState, counted: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
        strengths = [self.strength[one] for one in state.table.entrants]
        if counted:
            scores = tuple(float(round(one / 100 + self.random.gauss(0, 4))) for one in strengths)
            best = max(scores)
            return tuple(float(score == best) for score in scores), scores
        if len(strengths) != 2:
            winner = self.random.choices(range(len(strengths)), [10 ** (one / 400) for one in strengths])[0]
            return tuple(float(place == winner) for place in range(len(strengths))), ()
        if self.random.random() < DRAWS:
            return (0.5, 0.5), ()
        first = 1 / (1 + 10 ** ((strengths[1] - strengths[0]) / 400))
        return ((1.0, 0.0) if self.random.random() < first else (0.0, 1.0)), ()

    def _come_and_go(self, event: events.RoundPaired) -> None:
        """Let some withdraw, and some of those enter who come late."""
        stage = self.competition.stages[event.stage]
        for entrant in self.competition.active(stage) if self.habits.withdraw else ():
            if self.random.random() < self.habits.withdraw:
                self.record(events.Withdrew(entrant=entrant), "went home")
        known = len(self.competition.entries)
        for entrant in range(known, min(self._entrants, known + max(1, self._entrants // 20))):
            if stage.may_join():
                self._enter(entrant)

    # -- figures

    def _measure(self, event: events.RoundPaired, took: float) -> None:
        sheet = self.competition.stages[event.stage].sheet
        meetings = [table.entrants for table in event.tables if len(table.entrants) > 1]
        gaps = [max(sheet.points(one) for one in some) - min(sheet.points(one) for one in some) for some in meetings]
        since = self._results_since
        self.figures.append(
            RoundFigures(
                round=event.round,
                tables=len(event.tables),
                byes=len(event.byes),
                pairing_seconds=took,
                results_to_pairings_seconds=time.perf_counter() - since if since else took,
                mean_gap=math.fsum(gaps) / len(gaps) if gaps else 0.0,
                widest_gap=max(gaps, default=0.0),
                rematches=sum(other in sheet.met[some[0]] for some in meetings for other in some[1:]),
                worst_balance=max(map(abs, sheet.balance.values()), default=0),
            )
        )

    def report(self) -> dict[str, Any]:
        """The figures of the tournament, as `westmarch tournament simulate --json` prints them."""
        competition = self.competition
        rounds = [
            {name: round(value, 4) if isinstance(value, float) else value for name, value in one._asdict().items()}
            for one in self.figures
        ]
        tables = [state for stage in competition.stages for one in stage.rounds for state in one.tables.values()]
        return {
            "entrants": len(competition.entries),
            "rounds": rounds,
            "slowest_pairing_seconds": max((one["pairing_seconds"] for one in rounds), default=0.0),
            "tables": len(tables),
            "matches": self._matches,
            "events": competition.version,
            "simulated_seconds": round(self.now, 1),
            "rematches": sum(one.rematches for one in self.figures),
            "worst_balance": max(
                (max(map(abs, stage.sheet.balance.values()), default=0) for stage in competition.stages), default=0
            ),
            "memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
            **self._of_arena(),
            "winner": competition.final[0].entrant if competition.final else None,
        }

    def _of_arena(self) -> dict[str, Any]:
        """What an arena shows: how long people wait, and what pairing them costs."""
        if not self.waits:
            return {}
        waits, costs = sorted(self.waits), sorted(self.arena_pairing)
        return {
            "mean_wait_seconds": round(math.fsum(waits) / len(waits), 2),
            "p99_wait_seconds": round(waits[len(waits) * 99 // 100], 2),
            "pairings": len(costs),
            "mean_pairing_seconds": round(math.fsum(costs) / len(costs), 5),
            "slowest_arena_pairing_seconds": round(costs[-1], 4),
        }
