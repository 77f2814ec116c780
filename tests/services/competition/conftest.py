"""A tournament that tests hold by themselves: commands come in, time passes, and results are told."""

from collections.abc import Sequence
from typing import Any

import pytest

from services.competition import commands, deals, events
from services.competition.actions import Action, HandOver, MakeMatches, Record
from services.competition.commands import Application
from services.competition.competition import Competition
from services.competition.decisions import decide
from services.competition.events import AnyEvent, Logged
from services.competition.plan import parse

SECRET = bytes(range(32))


class Hall:
    """Where a tournament is held: its director, its clock and its audit."""

    def __init__(self, **plan: Any) -> None:
        plan = {"name": "Spring Cup", "setting": {"game": "wotr"}, "stages": [{"format": "swiss", "rounds": 3}], **plan}
        self.competition = Competition(SECRET)
        self.log: list[Logged] = []
        self.now = 0.0
        self.asks_at_once = "first_choice_minutes" in plan.get("pace", {})
        """Whether entrants have their first choice before them as soon as matches are made."""
        self.tables: list[MakeMatches] = []
        """Matches that were asked for and not told of."""
        self.record(events.Created(plan=parse(plan), commitment=deals.commitment(SECRET)), "host")

    def record(self, event: AnyEvent, actor: str = "director", why: str = "") -> None:
        logged = Logged(len(self.log) + 1, self.now, actor, event, why)
        self.competition.apply(logged)
        self.log.append(logged)

    def ask(self, wanted: list[AnyEvent], actor: str = "host", why: str = "") -> None:
        for event in wanted:
            self.record(event, actor, why)

    def enter(self, *names: str, **details: Any) -> None:
        for name in names:
            self.ask(commands.enter(self.competition, Application(name=name, **details), name.encode()), name)

    def direct(self) -> list[Action]:
        """Carry out all that is to be done now; what was done."""
        done: list[Action] = []
        while actions := [one for one in decide(self.competition, self.now) if one not in self.tables]:
            done += actions
            for action in actions:
                match action:
                    case Record(event, why):
                        self.record(event, why=why)
                    case MakeMatches(stage, round_, table, legs):
                        self.tables.append(action)
                        self.record(events.MatchesMade(stage=stage, round=round_, table=table, legs=legs))
                        if self.asks_at_once:
                            self.ask_for_choices(table)
                    case HandOver():
                        fields = action._asdict()
                        why = fields.pop("why")
                        self.record(events.BotSatIn(**fields), why=why)
        return done

    def ask_for_choices(self, table: int, *names: str) -> None:
        """Let entrants of a table of the current round, or all of them, have their first choice before them."""
        stage, round_ = self.competition.stages[-1], self.competition.stages[-1].rounds[-1]
        wanted = tuple(self.competition.by_name[name].entrant for name in names)
        entrants = wanted or round_.tables[table].table.entrants
        self.record(events.Asked(stage=stage.number, round=round_.number, table=table, entrants=entrants))

    def begin(self, *names: str, **details: Any) -> None:
        """Start with these entrants, and open the first round."""
        self.enter(*names, **details)
        self.ask(commands.start(self.competition))
        self.direct()

    def wait(self, minutes: float) -> list[Action]:
        """Let time pass; what was done then."""
        self.now += minutes * 60
        return self.direct()

    def arrive(self, *names: str) -> None:
        """Let entrants make their first choices."""
        stage, round_ = self.competition.stages[-1], self.competition.stages[-1].rounds[-1]
        for name in names:
            entrant = self.competition.by_name[name].entrant
            for number, state in round_.tables.items():
                if entrant in state.table.entrants:
                    where = {"stage": stage.number, "round": round_.number, "table": number}
                    self.record(events.Arrived(**where, entrant=entrant))

    def end(self, table: int, *legs: Sequence[float], scores: Sequence[float] = ()) -> None:
        """Tell the results of the matches of a table of the current round."""
        stage, round_ = self.competition.stages[-1], self.competition.stages[-1].rounds[-1]
        played = len(round_.tables[table].legs)
        for leg, points in enumerate(legs, start=played):
            where = {"stage": stage.number, "round": round_.number, "table": table, "leg": leg}
            self.record(events.LegEnded(**where, points=tuple(points), scores=tuple(scores)))

    def end_all(self, *legs: Sequence[float]) -> None:
        """Let all open tables of the current round end alike."""
        for number in sorted(self.competition.stages[-1].rounds[-1].open):
            self.end(number, *legs)

    def meets(self, name: str) -> set[str]:
        """Whom somebody meets in the current round."""
        round_ = self.competition.stages[-1].rounds[-1]
        own = self.competition.by_name[name].entrant
        for state in round_.tables.values():
            if own in state.table.entrants:
                return {self.competition.entries[one].name for one in state.table.entrants if one != own}
        return set()

    def points(self) -> dict[str, float]:
        """The standings, by name."""
        stage = self.competition.stages[-1]
        return {self.competition.entries[one.entrant].name: one.points for one in stage.standings}

    def told(self, kind: type) -> list[Logged]:
        """Events of a kind in the audit."""
        return [one for one in self.log if isinstance(one.event, kind)]


@pytest.fixture
def hall() -> type[Hall]:
    """Makes a hall from the parts of a plan that matter."""
    return Hall
