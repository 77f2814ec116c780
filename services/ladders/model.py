"""What a ladder is made of, as its tables have it: ladders, entrants, pairs, and how they add up."""

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from engine.bots.pairs import Fault, Leg, half_points, pair_points
from services.api import ladders_pb2 as pb
from services.api.bots_pb2 import PlayedMatch, PlayedPair
from services.pairs.pentanomial import Pentanomial
from services.pairs.ratings import Cells

RUNNING, PAUSED, FINISHED = "running", "paused", "finished"
"""States of a ladder."""
OPEN, COUNTED, VOID = "open", "counted", "void"
"""States of a pair: given a number, played, and impossible to play."""


class LadderRow(NamedTuple):
    """A ladder, as the columns of its table."""

    ladder_id: str
    name: str
    game: str
    rules_version: int
    setting: bytes
    seed: int
    state: str
    next_number: int
    pairs: int
    void_pairs: int
    created_ms: int
    is_test: bool

    def read_setting(self) -> pb.LadderSetting:
        """The ladder's setting as the API has it."""
        return pb.LadderSetting.FromString(self.setting)


class NewEntrant(NamedTuple):
    """A bot at a version, about to enter."""

    bot: str
    fingerprint: str
    anchor_elo: float | None
    outside: bool = False


class EntrantRow(NamedTuple):
    """An entrant, as the columns of its table."""

    ladder_id: str
    entrant: int
    bot: str
    fingerprint: str
    anchor_elo: float | None
    withdrawn: bool
    entered_ms: int
    crashes: int = 0
    overruns: int = 0
    illegals: int = 0
    outside: bool = False
    """Whether it plays over the API, under the name of its account."""
    away: bool = False
    """Whether it was not there when it was to play, and has not entered again."""


class PairRow(NamedTuple):
    """A pair that has its number: who meets, the lower entrant first."""

    number: int
    first: int
    second: int


class MeetingRow(NamedTuple):
    """All pairs between two entrants: how many, points of the first in each match, and pairs by their half points."""

    first: int
    second: int
    pairs: int
    first_leg: float
    second_leg: float
    squares: float
    points_0: int
    points_1: int
    points_2: int
    points_3: int
    points_4: int

    @property
    def pentanomial(self) -> Pentanomial:
        """The pairs by half points, as the first of the two sees them."""
        return Pentanomial((self.points_0, self.points_1, self.points_2, self.points_3, self.points_4))


class PairResult(NamedTuple):
    """What came of a pair."""

    number: int
    first: int
    second: int
    first_leg: float
    """Half points of the first entrant in the first match; in a game played together, half of those in the pair."""
    second_leg: float
    faults: tuple[tuple[int, Fault], ...]
    """Who forfeited a match, and by what."""
    played: pb.LadderPair
    seconds: float
    times: tuple[tuple[int, Mapping[int, int]], ...] = ()
    """Who took how long for how many decisions (engine.bots.timing)."""

    @property
    def is_void(self) -> bool:
        """Whether it could not be played."""
        return bool(self.played.error)

    @property
    def points(self) -> int:
        """Half points of the first entrant in both matches: 0 to 4."""
        return round(self.first_leg + self.second_leg)


def now_ms() -> int:
    """The time of day."""
    return time.time_ns() // 1_000_000


def result_of(pair: PairRow, played: PlayedPair, cooperative: bool) -> PairResult:
    """The result of a pair as bots have played it."""
    if played.error:
        return void(pair, played.error)
    legs = [_leg(match) for match in played.matches]
    if cooperative:
        half = pair_points(legs, cooperative) / 2
        points = [half, half]
    else:
        points = [float(half_points(leg)) for leg in legs]
    who = (pair.first, pair.second)
    faults = tuple(
        (who[match.forfeited_by], _fault(match)) for match in played.matches if match.HasField("forfeited_by")
    )
    matches = [_match(match, half / 2, who) for match, half in zip(played.matches, points, strict=True)]
    times = tuple((one, dict(took.counts)) for one, took in zip(who, played.times, strict=False))
    return PairResult(*pair, points[0], points[1], faults, pb.LadderPair(matches=matches), played.seconds, times)


def void(pair: PairRow, error: str) -> PairResult:
    """The result of a pair that cannot be played."""
    return PairResult(*pair, 0.0, 0.0, (), pb.LadderPair(error=error), 0.0)


def _leg(match: PlayedMatch) -> Leg:
    return Leg(
        winner=match.winner if match.HasField("winner") else None,
        won=match.won,
        score=match.score,
        forfeited_by=match.forfeited_by if match.HasField("forfeited_by") else None,
    )


def _fault(match: PlayedMatch) -> Fault:
    return "crash" if match.fault == "crash" else "overrun" if match.fault == "overrun" else "illegal"


def _match(match: PlayedMatch, points: float, who: Sequence[int]) -> pb.LadderMatch:
    return pb.LadderMatch(
        points=points,
        reason=match.reason,
        forfeited_by=who[match.forfeited_by] if match.HasField("forfeited_by") else None,
        fault=match.fault,
        message=match.message,
        decisions=match.decisions,
        seconds=match.seconds,
        match_id=match.match_id,
    )


def cells_of(meetings: Sequence[MeetingRow]) -> Cells:
    """Meetings as a fit takes them."""

    def column(name: str) -> list[float]:
        return [getattr(row, name) for row in meetings]

    return Cells(
        first=np.array(column("first"), dtype=np.int64),
        second=np.array(column("second"), dtype=np.int64),
        pairs=np.array(column("pairs"), dtype=np.float64),
        first_leg=np.array(column("first_leg"), dtype=np.float64),
        second_leg=np.array(column("second_leg"), dtype=np.float64),
        squares=np.array(column("squares"), dtype=np.float64),
    )
