"""How much luck a duplicate takes out: events of the same bots with shared deals, and with a deal for each match.

The rules, seats and scoring are those of real events; only who carries out what is to be done is this loop. Two runs of
an event have nothing in common but its entrants, so that their rankings agree as far as skill decides and not luck.
"""

import itertools
import random
import statistics
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import engine
from engine.bots import make_bot, play_out
from engine.core.chance import SEED_BYTES
from services.api.archive_pb2 import ArchivedRecord
from services.competition import deals, events
from services.competition.actions import MakeMatches, Record
from services.competition.competition import Competition
from services.competition.decisions import decide
from services.competition.events import DIRECTOR, AnyEvent, Logged
from services.competition.matches import Leg
from services.competition.plan import Plan
from services.competition.seating import Seating, seed_of
from services.match.wire import outcome
from services.tournaments.plans import created


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: the correlation of two rankings of the same entrants."""
    return float(np.corrcoef(one, other)[0, 1])


def measure(plan: Plan, bots: Sequence[str], runs: int, seed: int) -> dict[str, Any]:
    """The mean rank correlation of two runs, and of a run with the entrants in the order of their strength: with deals
    that all share, and with deals of their own. The bots come from the strongest on."""
    chance = random.Random(seed)
    figures: dict[str, Any] = {}
    for name, is_shared in (("shared deals", True), ("own deals", False)):
        rankings = [ranks_of(plan, bots, chance, is_shared) for _ in range(runs)]
        between = [rank_correlation(*two) for two in itertools.combinations(rankings, 2)]
        skill = [rank_correlation(one, range(len(bots))) for one in rankings]
        figures[name] = {
            "between two runs": round(statistics.mean(between), 3),
            "standard error": round(_jackknife(rankings), 3),
            "with strength": round(statistics.mean(skill), 3),
        }
    return figures


def _jackknife(rankings: Sequence[Sequence[float]]) -> float:
    """The standard error of the mean correlation, by leaving out one run at a time: pairs of runs share runs."""
    without = [
        statistics.mean(itertools.starmap(rank_correlation, itertools.combinations(rest, 2)))
        for rest in itertools.combinations(rankings, len(rankings) - 1)
    ]
    return float(np.sqrt((len(without) - 1) * np.var(without)))


def ranks_of(plan: Plan, bots: Sequence[str], chance: random.Random, is_shared: bool) -> list[float]:
    """The rank of each bot in one run of an event."""
    competition = Competition(chance.randbytes(deals.SECRET_BYTES))
    seating = Seating(plan)
    games = (plan.setting.game,)

    def record(event: AnyEvent) -> None:
        competition.apply(Logged(competition.version + 1, 0.0, DIRECTOR, event))

    record(created(plan, deals.commitment(competition.secret), games))
    for entrant, bot in enumerate(bots):
        record(events.Entered(entrant=entrant, name=bot, kind="bot", bot=bot))
        record(events.CheckedIn(entrant=entrant, contribution=chance.randbytes(16)))
    record(events.Started())
    while not competition.is_over:
        for action in decide(competition, 0.0):
            match action:
                case Record(event):
                    record(event)
                case MakeMatches():
                    for event in _played(competition, seating, action, chance, is_shared):
                        record(event)
    by_entrant = {one.entrant: float(one.rank) for one in competition.final}
    return [by_entrant[entrant] for entrant in range(len(bots))]


def _played(
    competition: Competition, seating: Seating, action: MakeMatches, chance: random.Random, is_shared: bool
) -> Iterator[AnyEvent]:
    """The matches of a table, played out."""
    where = {"stage": action.stage, "round": action.round, "table": action.table}
    yield events.MatchesMade(**where, legs=action.legs)
    for number in action.legs:
        leg = Leg(action.stage, action.round, action.table, number)
        seed = seed_of(competition, leg) if is_shared else chance.randbytes(SEED_BYTES)
        game = engine.load(seating.plan.setting.game)
        match = game.begin(seating.setting_of(competition, leg), seed)
        match.quiet = True
        play_out(match, [make_bot(one.bot, chance.getrandbits(64)) for one in seating.holders(competition, leg)])
        assert match.outcome is not None
        result = seating.result(competition, leg, ArchivedRecord(outcome=outcome(match.outcome)))
        yield events.LegEnded(**where, leg=number, points=result.points, scores=result.scores)
