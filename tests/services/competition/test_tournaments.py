"""Whole tournaments of every format, simulated with no-shows, leavers and late entries: what always holds."""

from collections import Counter, defaultdict
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.chance import commitment
from services.competition import arena, deals, events
from services.competition.commands import Application, NotAllowed, enter
from services.competition.competition import Competition
from services.competition.events import Logged
from services.competition.plan import Duplicate, Plan, ScoreContest, parse
from services.competition.simulation import Habits, Simulation
from services.competition.tiebreaks import TieBreak

STAGES: dict[str, list[dict[str, Any]]] = {
    "swiss": [{"format": "swiss", "rounds": 5}],
    "swiss of matches": [{"format": "swiss", "rounds": 6, "table": "match"}],
    "accelerated swiss": [{"format": "swiss", "accelerated": True}],
    "round robin": [{"format": "round-robin", "table": "match"}],
    "double round robin": [{"format": "round-robin", "double": True}],
    "groups with a cut": [
        {"format": "round-robin", "groups": 4, "take": 2},
        {"format": "elimination", "best_of": 3, "third_place": True},
    ],
    "swiss with a cut": [{"format": "swiss", "rounds": 4, "take": 8}, {"format": "elimination", "best_of": 3}],
    "double elimination": [{"format": "elimination", "double": True}],
    "elimination of matches": [{"format": "elimination", "best_of": 5, "table": "match"}],
    "arena": [{"format": "arena", "minutes": 20}],
    "pods": [{"format": "pods", "rounds": 4}],
    "pods by side": [{"format": "pods", "rounds": 3, "by": "side", "sizes": [3]}],
    "duplicate": [{"format": "duplicate", "deals": 5}],
    "duplicate with a cut": [
        {"format": "swiss", "rounds": 2, "take": 8},
        {"format": "duplicate", "deals": 9, "take": 4},
        {"format": "score", "deals": 2, "timing": "barometer"},
    ],
    "duplicate in a window": [{"format": "duplicate", "deals": 4, "timing": "window"}],
    "duplicate against a bot": [{"format": "duplicate", "deals": 4, "against": "bot", "bot": "greedy"}],
    "score contest": [{"format": "score", "deals": 3}],
}


def plan_of(name: str) -> Plan:
    data = {"name": name, "setting": {"game": "wotr"}, "stages": STAGES[name], "tie_breaks": list(TieBreak)}
    return parse(data)


def simulate(plan: Plan, entrants: int, seed: int, habits: Habits) -> tuple[Competition, list[Logged]]:
    simulation = Simulation(plan, entrants, seed, habits)
    simulation.log = []
    return simulation.run(), simulation.log


@pytest.mark.parametrize("name", STAGES)
@settings(deadline=None, max_examples=12)
@given(
    entrants=st.integers(2, 30),
    seed=st.integers(0, 9999),
    habits=st.builds(Habits, st.sampled_from([0, 0.1]), st.sampled_from([0, 0.05]), st.sampled_from([0, 0.3])),
)
def test_whoever_comes_and_goes(name: str, entrants: int, seed: int, habits: Habits) -> None:
    competition, log = simulate(plan_of(name), entrants, seed, habits)
    assert competition.is_finished
    check_rounds(log)
    check_points(competition, log)
    check_shared_deals(competition, log)
    check_deals(competition, log)
    check_audit(competition, log)
    everybody = sorted(one.entrant for one in competition.final)
    played = {one for stage in competition.stages for one in stage.seeds}
    assert everybody == sorted(played), "everybody who played has one place at the end"


def check_rounds(log: list[Logged]) -> None:
    """In every round everybody who plays sits at one table or has a bye; at one for each deal where all are open."""
    gone: set[int] = set()
    seeds: list[int] = []
    plan = log[0].event.plan  # type: ignore[union-attr]
    for one in log:
        match one.event:
            case events.StageBegan(seeds=first):
                seeds = list(first)
            case events.CheckedIn(entrant=entrant) if seeds:
                seeds.append(entrant)
            case events.Withdrew(entrant=entrant):
                gone.add(entrant)
            case events.RoundPaired() as paired:
                stage = plan.stages[paired.stage]
                seated = Counter(entrant for table in paired.tables for entrant in table.entrants)
                seated.update(paired.byes)
                if getattr(stage, "timing", "") == "window":
                    assert set(seated.values()) <= {stage.deals}
                elif type(stage).__name__ == "RoundRobin" and stage.groups > 1:
                    assert set(seated.values()) <= {1}
                    continue
                else:
                    assert set(seated.values()) <= {1}
                if type(stage).__name__ != "Elimination":
                    assert set(seeds) - gone <= set(seated) <= set(seeds)


def check_points(competition: Competition, log: list[Logged]) -> None:
    """Points in the standings are those of the results, counted again."""
    for stage in competition.stages:
        kind = type(stage.plan).__name__
        if kind in ("Swiss", "RoundRobin", "Pods", "Elimination"):
            counted: dict[int, float] = defaultdict(float)
            for state in stage.rounds:
                for entrant in state.byes:
                    counted[entrant] += stage.sheet.win
                for table in state.tables.values():
                    for entrant, points in zip(table.table.entrants, table.points or (), strict=True):
                        counted[entrant] += points
            assert {one.entrant: one.points for one in stage.standings} == pytest.approx(
                {one: counted[one] for one in stage.seeds}
            )
        if kind == "Arena":
            shares: dict[int, list[float]] = defaultdict(list)
            open_tables: dict[int, dict[int, tuple[float, ...]]] = defaultdict(dict)
            for one in log:
                match one.event:
                    case events.LegEnded(table=number, leg=leg, points=points):
                        open_tables[number][leg] = points
                    case events.Forfeited(table=number, entrants=lost):
                        seats = stage.rounds[0].tables[number].table.entrants
                        open_tables[number][0] = tuple(0.0 if seat in lost or len(lost) == 2 else 1.0 for seat in seats)
                    case _:
                        continue
                for entrant, share in zip(
                    stage.rounds[0].tables[number].table.entrants, open_tables[number][0], strict=True
                ):
                    shares[entrant].append(share)
            assert {one.entrant: one.points for one in stage.standings} == {
                one: sum(arena.scores(shares[one])) for one in stage.seeds
            }


def check_shared_deals(competition: Competition, log: list[Logged]) -> None:
    """Where all play the same deals everybody who stays has each of them once, or sits it out, and the standings are
    what the scores give: counted again, deal by deal, everybody against everybody else on the same side."""
    for stage in competition.stages:
        if not isinstance(stage.plan, Duplicate | ScoreContest):
            continue
        own = [one for one in log if getattr(one.event, "stage", None) == stage.number]
        gone = {one.event.entrant for one in log if isinstance(one.event, events.Withdrew)}
        check_schedule(own, set(stage.seeds), gone, stage.plan)
        points, raw = counted_again(own, is_measured=isinstance(stage.plan, Duplicate))
        assert {one.entrant: one.points for one in stage.standings} == pytest.approx(
            {one: points[one] for one in stage.seeds}, abs=1e-6
        )
        assert {one.entrant: one.tie_breaks for one in stage.standings} == {one: (raw[one],) for one in stage.seeds}
        order = [(one.points, *one.tie_breaks) for one in stage.standings]
        assert order == sorted(order, reverse=True)
        assert [one.rank for one in stage.standings] == [1 + order.index(one) for one in order]


def check_schedule(log: list[Logged], seeds: set[int], gone: set[int], stage: Duplicate | ScoreContest) -> None:
    """Everybody is at every deal, in one round each: at a table, all solo players on one side, or sitting out."""
    at: Counter[tuple[int, int]] = Counter()
    sides: dict[int, set[int]] = defaultdict(set)
    sat_out: Counter[int] = Counter()
    for one in log:
        if isinstance(one.event, events.RoundPaired):
            deals_of_round = {table.deal for table in one.event.tables}
            assert len(deals_of_round) <= (1 if stage.timing == "barometer" else stage.deals)
            at.update((entrant, table.deal) for table in one.event.tables for entrant in table.entrants)
            sat_out.update(one.event.byes)
            for table in one.event.tables:
                sides[table.deal].add(table.place if len(table.entrants) == 1 else -1)
    assert set(at.values()) <= {1}, "nobody plays a deal twice"
    assert all(len(some) == 1 for some in sides.values()), "all have the same side against the bot"
    count = len(sides)
    for entrant in seeds - gone:
        assert sum(who == entrant for who, _ in at) + sat_out[entrant] == count


def counted_again(log: list[Logged], *, is_measured: bool) -> tuple[dict[int, float], dict[int, float]]:
    """Points and raw scores of everybody, from what happened at the tables."""
    tables: dict[tuple[int, int], events.Table] = {}
    scores: dict[tuple[int, int], tuple[float, ...]] = {}
    points: dict[int, float] = defaultdict(float)
    raw: dict[int, float] = defaultdict(float)
    for one in log:
        match one.event:
            case events.RoundPaired(round=number, tables=some, byes=byes):
                tables.update({(number, table.number): table for table in some})
                for entrant in byes:
                    points[entrant] += 0.5
            case events.LegEnded(round=number, table=table, scores=told):
                scores.setdefault((number, table), told)
            case events.Forfeited(round=number, table=table, entrants=lost) if (number, table) not in scores:
                scores[number, table] = ()
                for entrant in tables[number, table].entrants:
                    points[entrant] += 0.0 if entrant in lost else 0.6
    holders = [
        (table.deal, side + table.place, entrant, scores[where][side])
        for where, table in tables.items()
        for side, entrant in enumerate(table.entrants)
        if scores[where]
    ]
    for deal, side, entrant, score in holders:
        raw[entrant] += score
        rivals = [one[3] for one in holders if one[:2] == (deal, side) and one[2] != entrant]
        beaten = sum(0.5 if score == one else float(score > one) for one in rivals)
        points[entrant] += (beaten / len(rivals) if rivals else 0.5) if is_measured else score
    return points, raw


@pytest.mark.parametrize("name", ["duplicate", "duplicate in a window", "duplicate against a bot", "score contest"])
def test_who_comes_late_has_missed_deals_and_cannot_enter(name: str) -> None:
    simulation = Simulation(plan_of(name), 8, 1)
    simulation.begin()
    for _ in range(4):
        with pytest.raises(NotAllowed, match="too late to enter"):
            enter(simulation.competition, Application(name="late"))
        simulation.step()


def check_deals(competition: Competition, log: list[Logged]) -> None:
    """Every deal was committed to when its round was made, and its seed is what secret and contributions give."""
    made: dict[int, tuple[int, bytes]] = {}
    committed: dict[int, str] = {}
    for one in log:
        match one.event:
            case events.RoundPaired(commitments=some, contributions=count):
                for number, published in some.items():
                    seed = competition.seed(count, number)
                    assert committed.setdefault(number, published) == published == commitment(seed)
                    made[number] = (count, seed)
            case events.TableAdded(table=table, contributions=count, commitment=published):
                made[table.deal] = (count, competition.seed(count, table.deal))
                assert commitment(made[table.deal][1]) == published
    assert deals.verify(competition.secret, competition.commitment, competition.contributions, made) == []
    tables = [state.table for stage in competition.stages for one in stage.rounds for state in one.tables.values()]
    assert {table.deal for table in tables} <= made.keys()


def check_audit(competition: Competition, log: list[Logged]) -> None:
    """The events, written and read again, make the same tournament."""
    stored = [msgspec.msgpack.decode(msgspec.msgpack.encode(one), type=Logged) for one in log]
    again = Competition.of(stored)
    assert again.final == competition.final
    assert [one.number for one in stored] == list(range(1, len(log) + 1))
    assert [stage.ranking() for stage in again.stages] == [stage.ranking() for stage in competition.stages]


def test_nobody_in_an_arena_sits_at_two_tables() -> None:
    _, log = simulate(plan_of("arena"), 41, 7, Habits(no_show=0.05))
    busy: set[int] = set()
    tables: dict[int, tuple[int, ...]] = {}
    for one in log:
        match one.event:
            case events.TableAdded(table=table):
                assert not busy.intersection(table.entrants)
                busy.update(table.entrants)
                tables[table.number] = table.entrants
            case events.LegEnded(table=number) | events.Forfeited(table=number):
                busy.difference_update(tables[number])
    assert len(tables) > 60


@pytest.mark.parametrize("entrants", [2, 20, 41])
def test_sides_in_an_arena_of_matches_stay_near_balance(entrants: int) -> None:
    _, log = simulate(plan_of("arena"), entrants, 7, Habits())
    balance: Counter[int] = Counter()
    for one in log:
        if isinstance(one.event, events.TableAdded):
            balance.update({one.event.table.entrants[0]: 1})
            balance.subtract({one.event.table.entrants[1]: 1})
    assert max(map(abs, balance.values())) <= 2


def test_a_large_field_is_paired_in_windows_without_a_rematch() -> None:
    simulation = Simulation(parse({"name": "x", "setting": {"game": "wotr"}, "stages": STAGES["swiss"]}), 601, 3)
    simulation.run()
    assert simulation.report()["rematches"] == 0
    assert max(one.mean_gap for one in simulation.figures) < 0.1
