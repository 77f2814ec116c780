"""Ratings of players by openskill, pure: what one finished match changes, and how a rating is shown.

A match is rated if people could have met in it by chance or by the rules of a tournament, and somebody could have won
over somebody: it is not private, unless it is of a tournament, which hides deals while others play them; each seat
belongs to an account, there are at least two parties, and it was played to its end. Who has left a match to a bot is
rated by how it ended."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from engine.core.endings import WITHOUT_WINNER
from services.api.archive_pb2 import ArchivedRecord
from services.api.match_pb2 import Seat
from services.match.log import TOURNAMENT

NEWCOMER = 1500.0
POINTS = 48.0
"""Points of a shown rating for one of openskill's, so that 200 points are three wins in four, as in Elo's ratings."""
_MODEL = PlackettLuce()


class Skill(NamedTuple):
    """What is known of how well somebody plays a role: the mean and the standard deviation, as openskill has them."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def rating(self) -> float:
        """The rating as it is shown."""
        return NEWCOMER + POINTS * (self.mu - _MODEL.mu)

    @property
    def deviation(self) -> float:
        """The standard deviation of the rating, in points."""
        return POINTS * self.sigma


def is_rated(record: ArchivedRecord) -> bool:
    """Whether a match counts, if all who held its seats have accounts."""
    holders = [seat.player for seat in record.seats]
    return (
        (not record.private or TOURNAMENT in record.labels)
        and not record.unrated
        and record.outcome.reason not in WITHOUT_WINNER
        and all(holders)
        and len(set(holders)) == len(holders)
        and len(_parties(record.seats, record.outcome.winners)) > 1
    )


def rate(record: ArchivedRecord, skills: Mapping[int, Skill]) -> dict[int, Skill]:
    """By seat: the skill of its holder after the match, from the skills before it."""
    parties = _parties(record.seats, record.outcome.winners)
    teams = [[_MODEL.rating(mu=skills[seat].mu, sigma=skills[seat].sigma) for seat in party] for party in parties]
    winners = set(record.outcome.winners)
    ranks = [1.0 if winners & set(party) else 2.0 for party in parties]
    rated = _MODEL.rate(teams, ranks=ranks)
    return {
        seat: Skill(rating.mu, rating.sigma)
        for party, team in zip(parties, rated, strict=True)
        for seat, rating in zip(party, team, strict=True)
    }


def _parties(seats: Sequence[Seat], winners: Sequence[int]) -> list[list[int]]:
    """The seats of each side; every seat by itself where those of one side did not win or lose together."""
    sides: dict[str, list[int]] = {}
    for seat in seats:
        sides.setdefault(seat.side or f"seat {seat.seat}", []).append(seat.seat)
    won = set(winners)
    if any(won & set(side) and not set(side) <= won for side in sides.values()):
        return [[seat.seat] for seat in seats]
    return list(sides.values())
