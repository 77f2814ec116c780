"""A stage under way: its field, rounds and score sheet; how its next round is paired, and who stands where."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from services.competition import arena, duplicate, elimination, pods, round_robin, swiss
from services.competition.plan import Arena, Duplicate, Elimination, Plan, Pods, RoundRobin, ScoreContest, Stage, Swiss
from services.competition.rounds import (
    AVERAGE,
    AVERAGE_PLUS,
    RoundState,
    TableState,
    deals_of_a_table,
    is_pair,
    points_of_a_win,
)
from services.competition.sheet import Line, Outing, Sheet
from services.competition.standings import Standing, ranked, standings
from services.competition.tiebreaks import TieBreak

MINUTE = 60.0
RAW_SCORE = "score"
"""What is ranked by in formats that count raw scores, beside the tie-breaks that a host may choose."""


class Meeting(NamedTuple):
    """Who is to meet at a table of the next round, and which deal of the stage they play, counted from 0."""

    entrants: tuple[int, ...]
    deal: int
    place: int = 0
    meeting: int = -1


class NextRound(NamedTuple):
    """The tables and byes of a round that is to be played, and how many deals it uses up."""

    meetings: list[Meeting]
    byes: list[int]
    deals: int


class StageState:
    """One stage of a tournament."""

    def __init__(self, number: int, plan: Plan, seeds: Sequence[int], ratings: Mapping[int, float]) -> None:
        self.number = number
        self.plan: Stage = plan.stages[number]
        self.tie_breaks = plan.tie_breaks
        self.seeds = list(seeds)
        self.rank_of_seed = {entrant: rank for rank, entrant in enumerate(self.seeds)}
        self.field = len(self.seeds)
        """How many it began with; who comes later has a seed after theirs."""
        self.sheet = Sheet(self.seeds, points_of_a_win(self.plan), ratings)
        self.rounds: list[RoundState] = []
        self.standings: tuple[Standing, ...] = ()
        self.is_over = False
        self.first_deal: int | None = None
        """The number of the deal from which a stage counts whose tables share deals."""
        self.fixed: tuple[tuple[int, int], ...] = ()
        """Who meets in the next round of a Swiss by the host's hand."""
        self.raw: dict[int, float] = dict.fromkeys(self.seeds, 0.0)
        """By entrant: raw scores, where they count."""
        self.winners: dict[int, int] = {}
        """By meeting of a bracket: who won it."""
        self.shares: dict[int, list[float]] = {}
        """By entrant of an arena: the share of the points of each table, in the order in which they ended."""
        self.opponents: dict[int, list[int]] = {}
        """By entrant of an arena: whom they met, in order."""
        self.arena_points: dict[int, int] = {}
        self.arena_balance: Counter[int] = Counter()
        """By entrant of an arena of matches: how much more often they were seated at the first side."""
        self._present: tuple[Standing, ...] | None = None
        """The standings of an arena at this moment, if somebody has asked for them."""
        self.closed: list[TableState] = []
        """Tables of an arena that have their result, in the order in which they ended."""
        self.free: dict[int, float] = {}
        """By entrant of an arena who is at no table: since when."""
        if isinstance(self.plan, Elimination):
            self.bracket = elimination.bracket(
                len(self.seeds), double=self.plan.double, third_place=self.plan.third_place
            )
        if isinstance(self.plan, RoundRobin):
            count = min(self.plan.groups, max(1, len(self.seeds) // 2))
            self.groups = round_robin.groups(self.seeds, count)

    def join(self, entrant: int, rating: float | None) -> None:
        """Let an entrant in who comes late."""
        self._present = None
        self.seeds.append(entrant)
        self.rank_of_seed[entrant] = len(self.seeds) - 1
        self.sheet.add(entrant)
        self.raw[entrant] = 0.0
        if rating is not None:
            self.sheet.ratings[entrant] = rating

    @property
    def planned_rounds(self) -> int | None:
        """How many rounds there will be; None where that depends on the results."""
        match self.plan:
            case Swiss(rounds=rounds):
                return rounds if rounds is not None else swiss.rounds_for(len(self.seeds))
            case RoundRobin(double=double):
                return max(round_robin.rounds(len(group), double=double) for group in self.groups)
            case Pods(rounds=rounds):
                return rounds
            case Duplicate(deals=deals, timing=timing) | ScoreContest(deals=deals, timing=timing):
                return deals if timing == "barometer" else 1
            case Arena():
                return 1
        return None

    @property
    def ends_at(self) -> float | None:
        """When an arena is over; None for what goes by rounds."""
        if not isinstance(self.plan, Arena):
            return None
        began_at = self.rounds[0].began_at
        assert began_at is not None, "an arena begins at once"
        return began_at + self.plan.minutes * MINUTE

    def may_join(self) -> bool:
        """Whether somebody may still enter: an arena at any time, a Swiss until half the rounds. For a later stage one
        has to qualify."""
        if self.is_over or self.number:
            return False
        if isinstance(self.plan, Arena):
            return True
        rounds = self.planned_rounds or 0
        return isinstance(self.plan, Swiss) and len(self.rounds) < swiss.last_round_of_late_entry(rounds)

    def is_complete(self, active: Sequence[int]) -> bool:
        """Whether there is no further round, with those who still play."""
        if isinstance(self.plan, Elimination):
            return self.course().is_over
        solo = isinstance(self.plan, ScoreContest) or getattr(self.plan, "against", "") == "bot"
        if len(active) < (1 if solo else 2):
            return True
        return len(self.rounds) >= (self.planned_rounds or 0)

    def course(self) -> elimination.Course:
        """How far the bracket has come."""
        return elimination.follow(self.bracket, self.seeds, self.winners)

    # -- the next round

    def next_round(self, active: Sequence[int], roles: Mapping[int, Sequence[str]], sides: int) -> NextRound:
        """Pair the next round of those who still play, in the order of the seeds."""
        number = len(self.rounds) + 1
        match self.plan:
            case Swiss():
                field = swiss.contenders(self.sheet, active, self.lent_halves(active), sides=not is_pair(self.plan))
                return self._by_table(self._with_fixed(field))
            case RoundRobin(double=double):
                pairing = round_robin.pair_groups(self.groups, number, double=double)
                playing = set(active)
                tables = [table for table in pairing.tables if playing.intersection(table)]
                return self._by_table(swiss.Pairing(tables, [one for one in pairing.byes if one in playing]))
            case Pods(sizes=sizes):
                place = {one.entrant: index for index, one in enumerate(self.standings)}
                order = sorted(active, key=lambda one: place.get(one, len(place)))
                allowed = [size for size in sizes if size in roles]
                return self._by_table(pods.pair(self.sheet, order, allowed or list(sizes), _roles(roles, sizes)))
            case Elimination():
                return self._from_bracket()
            case Duplicate(against="field") if sides > 1:
                return self._shared(self._field_deals(active))
            case Duplicate() | ScoreContest():
                return self._shared([_solo_deal(active, deal, sides) for deal in self._deals_of_round(number)])
        raise AssertionError("an arena has no rounds")

    def lent_halves(self, entrants: Sequence[int]) -> list[int]:
        """Half points that acceleration lends to entrants of a Swiss in the next round: to the upper half of those who
        began, whoever has left or come since."""
        assert isinstance(self.plan, Swiss)
        if not self.plan.accelerated:
            return [0] * len(entrants)
        lent = swiss.lent_halves(self.field, len(self.rounds) + 1, self.planned_rounds or 0, self.sheet.win)
        return [lent[rank] if (rank := self.rank_of_seed[one]) < self.field else 0 for one in entrants]

    def _with_fixed(self, field: Sequence[swiss.Contender]) -> swiss.Pairing:
        """The pairing of a Swiss round: what the host fixed, and then the rest."""
        present = {one.entrant for one in field}
        fixed = [two for two in self.fixed if present.issuperset(two)]
        seated = {one for two in fixed for one in two}
        rest = swiss.pair([one for one in field if one.entrant not in seated])
        return swiss.Pairing([*fixed, *rest.tables], rest.byes)

    def _by_table(self, pairing: swiss.Pairing) -> NextRound:
        """Every table has a deal of its own."""
        each = deals_of_a_table(self.plan)
        meetings = [Meeting(table, index * each) for index, table in enumerate(pairing.tables)]
        return NextRound(meetings, pairing.byes, each * len(meetings))

    def _from_bracket(self) -> NextRound:
        each = deals_of_a_table(self.plan)
        ready = self.course().ready
        meetings = [Meeting((one, other), index * each, 0, number) for index, (number, one, other) in enumerate(ready)]
        return NextRound(meetings, [], each * len(meetings))

    def _deals_of_round(self, number: int) -> range:
        """The deals of a round, counted from 1."""
        assert isinstance(self.plan, Duplicate | ScoreContest)
        return range(number, number + 1) if self.plan.timing == "barometer" else range(1, self.plan.deals + 1)

    def _field_deals(self, active: Sequence[int]) -> Iterator[tuple[list[Meeting], list[int]]]:
        """Who meets whom on the deals of the next round of a duplicate of the field."""
        before = [
            swiss.Pairing([one.table.entrants for one in state.tables.values()], [*state.byes]) for state in self.rounds
        ]
        for deal in self._deals_of_round(len(before) + 1):
            pairing = duplicate.next_deal(self.seeds, set(active), before)
            before.append(pairing)
            yield [Meeting(table, deal - 1) for table in pairing.tables], pairing.byes

    def _shared(self, parts: Iterable[tuple[list[Meeting], list[int]]]) -> NextRound:
        """Everybody has the same deals, which are kept for the whole stage at once."""
        meetings: list[Meeting] = []
        byes: list[int] = []
        for tables, out in parts:
            meetings += tables
            byes += out
        assert isinstance(self.plan, Duplicate | ScoreContest)
        return NextRound(meetings, byes, 0 if self.rounds else self.plan.deals)

    # -- results

    def end_round(self, state: RoundState) -> None:
        """Enter the results of a round into the score sheet."""
        if isinstance(self.plan, Elimination):
            for one in state.tables.values():
                self.winners[one.table.meeting] = one.winner(self.rank_of_seed)
        if isinstance(self.plan, Duplicate | ScoreContest):
            self.sheet.add_round(self._shared_lines(state))
        elif not isinstance(self.plan, Arena):
            self.sheet.add_round(state.lines(self.sheet.win, places=not is_pair(self.plan)))

    def _shared_lines(self, state: RoundState) -> dict[int, Line]:
        """Lines of a round of deals that everybody plays: match points or scores of all its deals together."""
        points: dict[int, list[float]] = {entrant: [AVERAGE] * state.byes.count(entrant) for entrant in state.byes}
        met: dict[int, set[int]] = {}
        holdings = list(_holdings(state.tables.values()))
        measured = duplicate.match_points(holdings) if isinstance(self.plan, Duplicate) else {}
        for one in holdings:
            self.raw[one.entrant] += one.score
            points.setdefault(one.entrant, []).append(measured.get((one.entrant, one.deal), one.score))
        for table in state.tables.values():
            for index, (entrant, outing) in enumerate(zip(table.table.entrants, table.outings, strict=True)):
                met.setdefault(entrant, set()).update(one for one in table.table.entrants if one != entrant)
                if outing is Outing.won_by_forfeit:
                    points.setdefault(entrant, []).append(AVERAGE_PLUS)
                elif outing is Outing.lost_by_forfeit:
                    points.setdefault(entrant, []).append(0.0)
                elif not table.scores:  # ended without being played out: its points count as they were set
                    assert table.points is not None, "the round is over"
                    points.setdefault(entrant, []).append(table.points[index])
        return {entrant: Line(tuple(sorted(met.get(entrant, ()))), math.fsum(own)) for entrant, own in points.items()}

    def recount(self) -> None:
        """Make the score sheet anew, after a result of a round that had ended was set otherwise."""
        if isinstance(self.plan, Arena):
            self._present = None
            self.shares, self.opponents, self.arena_points = {}, {}, {}
            for table in self.closed:
                self._count_arena_table(table)
            return
        ratings = self.sheet.ratings
        self.sheet = Sheet(self.seeds, self.sheet.win, ratings)
        self.raw = dict.fromkeys(self.seeds, 0.0)
        ended = [state for state in self.rounds if state.ended_at is not None]
        for state in ended:
            self.end_round(state)
        if ended:
            ended[-1].standings = None

    def seat_in_arena(self, entrants: tuple[int, ...]) -> None:
        """Note who sits down at a table of an arena, the first side first."""
        for entrant in entrants:
            self.free.pop(entrant, None)
        if not is_pair(self.plan):
            self.arena_balance.update({entrants[0]: 1})
            self.arena_balance.subtract({entrants[1]: 1})

    def end_arena_table(self, state: TableState, at: float) -> None:
        """Count a table of an arena for both who sat at it, and set them free."""
        self.free.update(dict.fromkeys(state.table.entrants, at))
        self.closed.append(state)
        self._count_arena_table(state)

    def _count_arena_table(self, state: TableState) -> None:
        assert state.points is not None
        self._present = None
        for entrant, points, other in zip(
            state.table.entrants, state.points, reversed(state.table.entrants), strict=True
        ):
            self.shares.setdefault(entrant, []).append(points / self.sheet.win)
            self.opponents.setdefault(entrant, []).append(other)
            self.arena_points[entrant] = sum(arena.scores(self.shares[entrant]))

    def ranking(self) -> tuple[Standing, ...]:
        """The standings by all rounds that have ended."""
        match self.plan:
            case Arena():
                points = {one: float(self.arena_points.get(one, 0)) for one in self.seeds}
                wins = {one: float(sum(share > 0.5 for share in self.shares.get(one, []))) for one in self.seeds}
                return ranked(self.seeds, points, [wins])
            case Elimination():
                return self._placing()
            case Duplicate() | ScoreContest():
                points = {one: round(self.sheet.points(one), 6) for one in self.seeds}
                return ranked(self.seeds, points, [self.raw])
            case RoundRobin() if len(self.groups) > 1:
                return self._across_groups()
        return standings(self.sheet, self.seeds, self.tie_breaks)

    @property
    def criteria(self) -> tuple[str, ...]:
        """What the ranking looks at among those of equal points, in this order."""
        match self.plan:
            case Arena():
                return (TieBreak.wins.value,)
            case Elimination():
                return ()
            case Duplicate() | ScoreContest():
                return (RAW_SCORE,)
        return tuple(one.value for one in self.tie_breaks)

    def present_ranking(self) -> tuple[Standing, ...]:
        """The ranking of an arena at this moment, made once for all who ask before something changes."""
        if self._present is None:
            self._present = self.ranking()
        return self._present

    def _placing(self) -> tuple[Standing, ...]:
        """Places of a bracket; who is still in it comes first."""
        placing = self.course().placing
        placed = {entrant for group in placing for entrant in group}
        groups = [[one for one in self.seeds if one not in placed], *placing]
        result: list[Standing] = []
        for group in groups:
            rank = len(result) + 1
            by_seed = sorted(group, key=self.rank_of_seed.__getitem__)
            result += [Standing(rank, entrant, self.sheet.points(entrant)) for entrant in by_seed]
        return tuple(result)

    def _across_groups(self) -> tuple[Standing, ...]:
        """All groups in one list: their first ones, then their second ones, each by points and tie-breaks."""
        by_group = [standings(self.sheet, group, self.tie_breaks) for group in self.groups]
        result: list[Standing] = []
        for place in range(max(len(group) for group in by_group)):
            level = [group[place] for group in by_group if place < len(group)]
            level.sort(key=lambda one: (-one.points, *(-value for value in one.tie_breaks)))
            result += [Standing(len(result) + 1 + index, *_values(one)) for index, one in enumerate(level)]
        return tuple(result)

    def going_on(self, active: Set[int]) -> list[int]:
        """Who of those who still play goes on to the next stage, the best first; of groups the best of each."""
        order = [one.entrant for one in self.standings if one.entrant in active]
        if not isinstance(self.plan, RoundRobin):
            return order[: self.plan.take]
        chosen = {one for group in self.groups for one in _those_of(order, group)[: self.plan.take]}
        return [one for one in order if one in chosen]


def _those_of(order: Sequence[int], group: Iterable[int]) -> list[int]:
    """Who of a group is in a list, in its order."""
    members = set(group)
    return [one for one in order if one in members]


def _values(one: Standing) -> tuple[int, float, tuple[float, ...]]:
    return one.entrant, one.points, one.tie_breaks


def _roles(roles: Mapping[int, Sequence[str]], sizes: Sequence[int]) -> dict[int, Sequence[str]]:
    """The role of each seat by the size of a pod; where the game names none, every seat is its own."""
    return {size: roles.get(size) or [str(seat) for seat in range(size)] for size in sizes}


def _solo_deal(active: Sequence[int], deal: int, sides: int) -> tuple[list[Meeting], list[int]]:
    return [Meeting((one,), deal - 1, side) for one, side in duplicate.solo_sides(active, deal, sides)], []


def _holdings(tables: Iterable[TableState]) -> Iterable[duplicate.Holding]:
    """Who held which side of a deal, and what came of it; tables that were not played out count for nobody."""
    for state in tables:
        for index, outing in enumerate(state.outings):
            if outing is Outing.played and state.scores:
                side = index + state.table.place
                yield duplicate.Holding(state.table.entrants[index], state.table.deal, side, state.scores[index])
