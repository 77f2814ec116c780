"""Pairs of outside bots by the records of their matches: who won, who forfeited and by what, and what counts."""

import pytest

from engine.bots.pairs import deal
from engine.core.chance import commitment
from services.api import ladders_pb2 as pb
from services.api.archive_pb2 import ArchivedRecord
from services.api.match_pb2 import Outcome, Seat
from services.ladders.ladder import new_ladder
from services.ladders.model import EntrantRow, LadderRow, PairRow
from services.ladders.outside_pairs import REMAKE_SECONDS, OutsidePairs, match_id, match_request, played_pair
from tests.toy import registered  # noqa: F401  # makes the toy game playable

NUMBER = 7
PAIR = PairRow(NUMBER, 0, 1)


@pytest.fixture
def ladder() -> LadderRow:
    return new_ladder("x", pb.LadderSetting(game="barrow", scenario="duel", limit_ms=4_000), ("barrow",))


def record(ladder: LadderRow, leg: int, winner: int = 0, forfeit: str = "", **fields) -> ArchivedRecord:
    """A match that the seat won; the other one forfeited it, perhaps."""
    seats = [Seat(seat=seat, player="dain", has_played=fields.pop("has_played", True)) for seat in (0, 1)]
    seats[1 - winner].forfeit = forfeit
    values = {
        "match_id": match_id(ladder.ladder_id, NUMBER, leg),
        "outcome": Outcome(winners=[winner], reason="score"),
        "commitment": commitment(deal(ladder.seed, NUMBER)),
        "labels": {"ladder": ladder.ladder_id, "pair": str(NUMBER), "leg": str(leg)},
        "seats": seats,
        **fields,
    }
    return ArchivedRecord(**values)


def test_sides_are_exchanged_in_the_second_match(ladder: LadderRow) -> None:
    played = played_pair(ladder, NUMBER, [record(ladder, 0, winner=0), record(ladder, 1, winner=0)])
    assert [match.winner for match in played.matches] == [0, 1]
    assert not any(match.HasField("forfeited_by") for match in played.matches)


@pytest.mark.parametrize(
    ("forfeit", "has_played", "fault"),
    [
        ("clock", True, "overrun"),
        ("clock", False, "crash"),
        ("absence", True, "crash"),
        ("illegal", True, "illegal"),
    ],
)
def test_forfeits_are_told_apart(ladder: LadderRow, forfeit: str, has_played: bool, fault: str) -> None:
    lost = record(ladder, 0, winner=0, forfeit=forfeit)
    lost.seats[1].has_played = has_played
    first = played_pair(ladder, NUMBER, [lost, record(ladder, 1)]).matches[0]
    assert (first.forfeited_by, first.winner, first.fault) == (1, 0, fault)


def test_what_was_annulled_or_dealt_otherwise_does_not_count(ladder: LadderRow) -> None:
    annulled = record(ladder, 1, outcome=Outcome(reason="annulled", note="by mistake"))
    assert played_pair(ladder, NUMBER, [record(ladder, 0), annulled]).error == "A match was annulled: by mistake"
    other = record(ladder, 1, commitment="0")
    assert "another deal" in played_pair(ladder, NUMBER, [record(ladder, 0), other]).error


def test_matches_have_a_deal_a_clock_and_their_holders(ladder: LadderRow) -> None:
    ours = EntrantRow("l-1", 0, "greedy:worlds=8", "greedy@1", None, False, 0)
    theirs = EntrantRow("l-1", 1, "dain", "outside:dain", None, False, 0, outside=True)
    first, second = (match_request(ladder, [ours, theirs], PAIR, leg) for leg in (0, 1))
    assert [(seat.player, seat.bot) for seat in first.seats] == [("", "greedy:worlds=8"), ("dain", "")]
    assert list(second.seats) == [*reversed(first.seats)]
    assert first.seed == second.seed == deal(ladder.seed, NUMBER)
    assert (first.clock.bank_ms, first.clock.increment_ms, first.clock.absence_ms) == (4_000, 4_000, 2_000)
    assert first.match_id != second.match_id


def test_a_pair_is_played_when_both_records_have_come(ladder: LadderRow) -> None:
    pairs = OutsidePairs()
    pairs.open[NUMBER] = PAIR
    assert pairs.unmade(0.0) == [(PAIR, 0), (PAIR, 1)]
    pairs.made(NUMBER, 0.0)
    assert pairs.unmade(1.0) == []
    pairs.note(ladder.ladder_id, record(ladder, 0))
    pairs.note(ladder.ladder_id, record(ladder, 1, match_id="somebody-elses"))
    assert pairs.played() == []
    assert pairs.unmade(REMAKE_SECONDS) == [(PAIR, 1)]
    pairs.note(ladder.ladder_id, record(ladder, 1))
    assert [pair for pair, _ in pairs.played()] == [PAIR]
    pairs.close(NUMBER)
    assert pairs.played() == pairs.unmade(REMAKE_SECONDS) == []
