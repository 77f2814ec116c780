"""Who holds which seat at a match of a tournament, and what the match came to for the entrants of its table."""

from collections.abc import Sequence
from typing import NamedTuple

import engine
from engine.core.game import Setting
from services.api.archive_pb2 import ArchivedRecord
from services.competition.competition import Competition, Entry
from services.competition.matches import Leg
from services.competition.plan import Arena, Duplicate, Plan, Pods, ScoreContest, Stage
from services.competition.rounds import TableState, is_pair


class Holder(NamedTuple):
    """Who holds a seat."""

    entrant: int | None
    """None for the bot that everybody plays against."""
    player: str
    """A person, or a program of somebody's; empty for a bot of ours."""
    bot: str
    """The bot of ours; empty for the one that the server has for persons who are away."""


class Result(NamedTuple):
    """What a match came to, in the order of the table's entrants."""

    points: tuple[float, ...]
    scores: tuple[float, ...]


def is_shared(stage: Stage) -> bool:
    """Whether many tables play the same deals."""
    return isinstance(stage, Duplicate | ScoreContest)


def is_sealed(stage: Stage) -> bool:
    """Whether a deal is played in more than one match, so that no record is shown before all of them are over."""
    return is_shared(stage) or is_pair(stage)


def table_of(competition: Competition, leg: Leg) -> TableState:
    """The table of a match; KeyError or IndexError where there is none."""
    return competition.table(leg.stage, leg.round, leg.table)


class Seating:
    """The seats of all matches of a tournament."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._settings: dict[int | None, Setting] = {}

    def setting(self, seats: int | None = None) -> Setting:
        """What is played, by so many."""
        if seats not in self._settings:
            wanted = self.plan.setting
            game = engine.load(wanted.game)
            self._settings[seats] = game.setting(wanted.scenario or None, seats or wanted.seats, wanted.options)
        return self._settings[seats]

    def setting_of(self, competition: Competition, leg: Leg) -> Setting:
        """What is played at a match."""
        is_pod = isinstance(competition.stages[leg.stage].plan, Pods)
        return self.setting(len(table_of(competition, leg).table.entrants) if is_pod else None)

    def entrants(self, competition: Competition, leg: Leg) -> list[int | None]:
        """By seat of a match: the entrant; None for the bot that everybody plays against."""
        table = table_of(competition, leg)
        roles = self.setting_of(competition, leg).roles
        if isinstance(competition.stages[leg.stage].plan, Pods):
            return list(table.table.entrants)
        sides = list(dict.fromkeys(role.side for role in roles))
        if len(sides) == 1:  # everybody plays together, and so each entrant plays alone
            return [table.table.entrants[leg.leg % len(table.table.entrants)]] * len(roles)
        order: Sequence[int | None] = table.holders(leg.leg)
        if len(order) == 1:
            order = (*order, *[None] * (len(sides) - 1))
        return [order[(sides.index(role.side) - table.table.place) % len(sides)] for role in roles]

    def holders(self, competition: Competition, leg: Leg) -> list[Holder]:
        """By seat of a match: who holds it when it begins."""
        stage = competition.stages[leg.stage].plan
        against = stage.bot if isinstance(stage, Duplicate) else ""
        held: dict[int, int] = {}
        turn = _turn(competition, leg)
        holders = []
        for entrant in self.entrants(competition, leg):
            if entrant is None:
                holders.append(Holder(None, "", against))
                continue
            holders.append(_holder(competition.entries[entrant], turn + held.get(entrant, 0)))
            held[entrant] = held.get(entrant, 0) + 1
        return holders

    def result(self, competition: Competition, leg: Leg, record: ArchivedRecord, other: Result | None = None) -> Result:
        """What a match came to by its record; `other` is the result of the other match of its deal at the table, where
        that is known and not told yet."""
        table = table_of(competition, leg)
        seats, entrants = self.entrants(competition, leg), table.table.entrants
        winners = {seats[seat] for seat in record.outcome.winners}
        roles = self.setting_of(competition, leg).roles
        scores = tuple(
            _score(
                record, {role.side for role, holder in zip(roles, seats, strict=True) if holder == one}, winners, one
            )
            for one in entrants
        )
        if isinstance(competition.stages[leg.stage].plan, Pods) or len(entrants) == 1:
            return Result(tuple(float(one in winners) for one in entrants), scores)
        if len({role.side for role in roles}) == 1:
            return _together(scores, other or _result_at(table, leg.leg ^ 1))
        won = [one for one in entrants if one in winners]
        return Result(tuple(float(one in won) if len(won) == 1 else 0.5 for one in entrants), scores)


def seed_of(competition: Competition, leg: Leg) -> bytes:
    """The seed of a match."""
    table = table_of(competition, leg)
    return competition.seed(table.contributions, table.deal(competition.stages[leg.stage].plan, leg.leg))


def _turn(competition: Competition, leg: Leg) -> int:
    """How far the turn of a team's members has come: it goes on from match to match, and from round to round."""
    stage = competition.stages[leg.stage].plan
    by_deal = is_shared(stage) or isinstance(stage, Arena)
    return leg.leg + (table_of(competition, leg).table.deal if by_deal else leg.round - 1)


def _holder(entry: Entry, number: int) -> Holder:
    """Who holds a seat of an entrant, by its number; members of a team take turns."""
    if entry.bot:
        return Holder(entry.entrant, "", entry.bot)
    members = entry.members or (entry.name,)
    return Holder(entry.entrant, members[number % len(members)], "")


def _score(record: ArchivedRecord, sides: set[str], winners: set[int | None], entrant: int) -> float:
    """The raw score of an entrant: by how much their side is ahead of the next; where all play together, its score.

    Who won is ahead and who lost is behind, whatever a match that was conceded looked like."""
    if not sides:
        return 0.0
    scores = record.outcome.scores
    own = max(scores.get(side, 0) for side in sides)
    others = [score for side, score in scores.items() if side not in sides]
    if not others:
        return float(own)
    lead = own - max(others)
    if entrant in winners:
        return float(max(lead, 1))
    return float(min(lead, -1) if winners else lead)


def _result_at(table: TableState, leg: int) -> Result | None:
    """What another match of the table came to, if it is over."""
    return Result(*table.legs[leg]) if leg in table.legs else None


def _together(scores: Sequence[float], other: Result | None) -> Result:
    """The result of a match of a table whose entrants each play the deal alone: when both have, the better score wins
    the table."""
    if other is None:
        return Result((0.0,) * len(scores), tuple(scores))
    first, second = (sum(both) for both in zip(scores, other.scores, strict=True))
    points = (1.0, 1.0) if first == second else (2.0, 0.0) if first > second else (0.0, 2.0)
    return Result(points, tuple(scores))
