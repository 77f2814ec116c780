"""Commands as values: which entry each adds to the log of a hosted match, and what it refuses."""

import pytest

from services.api.errors_pb2 import ErrorReason
from services.match.commands import (
    Choose,
    ComeBack,
    Command,
    Concede,
    HandOver,
    ReplaceAbsent,
    TakeSeat,
    TimeOut,
    Undo,
    check_seat,
)
from services.match.hosted import HostedMatch
from services.match.log import (
    ABSENCE,
    CHOOSE,
    CLOCK,
    CONCEDE,
    FORFEIT,
    HAND_OVER,
    ILLEGAL,
    RETURN,
    TAKE_SEAT,
    UNDO,
    WISH,
    Entry,
)
from services.process.refusals import Refused
from tests.services.match.conftest import Host


def carry_out(hosted: HostedMatch, *commands: Command, at: int = 0) -> None:
    for command in commands:
        entry = command.entry(hosted, at, "n")
        assert entry is not None
        hosted.apply(entry)


def refusal(hosted: HostedMatch, command: Command, at: int = 0) -> tuple[str, int | None]:
    """Why a command is refused, and the version that the refusal tells."""
    with pytest.raises(Refused) as caught:
        command.entry(hosted, at, "n")
    return ErrorReason.Name(caught.value.reason).removeprefix("ERROR_REASON_"), caught.value.version


PERSON = Choose(0, 0, 1, by="seat")
SERVICE = Choose(0, 0, 1, by="service")


@pytest.mark.parametrize(
    ("before", "command", "entry"),
    [
        ([], PERSON, Entry(CHOOSE, 0, 7, "n", 1)),
        ([], Choose(0, 0, 1, "admin", "mine"), Entry(CHOOSE, 0, 7, "mine", 1, has_request_id=True)),
        ([HandOver(0)], PERSON, Entry(CHOOSE, 0, 7, "n", 1, cause=RETURN)),
        ([HandOver(0)], SERVICE, Entry(CHOOSE, 0, 7, "n", 1)),
        ([Choose(0, 0, 1, "seat", "mine")], Choose(0, 0, 1, "seat", "mine"), None),
        ([Choose(0, 0, 1, "seat", "mine"), HandOver(0)], Choose(0, 0, 1, "seat", "mine"), None),
        ([PERSON], Undo(0), Entry(UNDO, 0, 7, "n")),
        ([], Concede(1), Entry(CONCEDE, 1, 7, "n")),
        ([], HandOver(0, "greedy"), Entry(HAND_OVER, 0, 7, "n", bot="greedy", cause=WISH)),
        ([HandOver(0)], HandOver(0), None),
        ([HandOver(0)], HandOver(0, "random"), None),
        ([HandOver(0)], HandOver(0, "greedy"), Entry(HAND_OVER, 0, 7, "n", bot="greedy", cause=WISH)),
        ([], TakeSeat(0), None),
        ([HandOver(0)], TakeSeat(0), Entry(TAKE_SEAT, 0, 7, "n")),
        ([HandOver(0)], ComeBack(0), None),
        ([ReplaceAbsent(0, 0)], ComeBack(0), Entry(TAKE_SEAT, 0, 7, "n")),
        ([], ReplaceAbsent(0, 0), Entry(HAND_OVER, 0, 7, "n", cause=ABSENCE)),
        ([], ReplaceAbsent(0, 1), None),
        ([PERSON], ReplaceAbsent(0, 0), None),
        ([HandOver(0)], ReplaceAbsent(0, 0), None),
        ([], TimeOut(0), None),
    ],
)
def test_what_a_command_adds_to_the_log(
    host: Host, before: list[Command], command: Command, entry: Entry | None
) -> None:
    hosted = host()
    carry_out(hosted, *before)
    version, data = hosted.version, hosted.snapshot()
    assert command.entry(hosted, 7, "n") == entry
    assert (hosted.version, hosted.snapshot()) == (version, data)  # to ask changes nothing


@pytest.mark.parametrize(
    ("before", "command", "reason"),
    [
        ([], Choose(0, 3, 1, "seat"), "STALE_VERSION"),
        ([], Choose(0, 0, 99, "seat"), "ILLEGAL_CHOICE"),
        ([], Choose(0, 0, -1, "seat"), "ILLEGAL_CHOICE"),
        ([], SERVICE, "FORBIDDEN"),
        ([PERSON], Choose(0, 0, 0, "seat"), "STALE_VERSION"),
        ([PERSON], Choose(0, 1, 0, "seat"), "NOT_YOUR_TURN"),
        ([HandOver(0)], Undo(0), "UNDO_REFUSED"),
        ([Concede(0)], Choose(0, 1, 0, "seat"), "MATCH_OVER"),
        ([Concede(0)], Concede(1), "MATCH_OVER"),
        ([Concede(0)], HandOver(1), "MATCH_OVER"),
        ([Concede(0)], TakeSeat(1), "MATCH_OVER"),
    ],
)
def test_what_a_command_refuses(host: Host, before: list[Command], command: Command, reason: str) -> None:
    hosted = host()
    carry_out(hosted, *before)
    assert refusal(hosted, command) == (reason, hosted.version)


def test_a_seat_without_a_person_stays_its_bots(host: Host) -> None:
    hosted = host(players=["", "bob"])
    for command in (TakeSeat(0), PERSON):
        assert refusal(hosted, command) == ("FORBIDDEN", 0)


def test_a_bot_takes_over_when_a_clock_has_run_out_and_not_before(host: Host) -> None:
    hosted = host()
    assert TimeOut(0).entry(hosted, 9_999, "n") is None
    assert TimeOut(0).entry(hosted, 10_000, "n") == Entry(HAND_OVER, 0, 10_000, "n", cause=CLOCK)
    carry_out(hosted, PERSON, at=500)
    assert TimeOut(0).entry(hosted, 60_000, "n") is None  # it has answered in time


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_seats_the_match_does_not_have_are_refused(host: Host, seat: int) -> None:
    with pytest.raises(Refused, match="seats are 0 to 1"):
        check_seat(host(), seat)


@pytest.mark.parametrize(
    ("command", "at", "cause"),
    [
        (TimeOut(0), 10_000, CLOCK),
        (ReplaceAbsent(0, 0), 7, ABSENCE),
        (Choose(0, 0, 99, by="seat"), 7, ILLEGAL),
    ],
)
def test_who_does_not_play_on_forfeits_where_no_bot_steps_in(host: Host, command: Command, at: int, cause: str) -> None:
    hosted = host(forfeits=True)
    entry = command.entry(hosted, at, "n")
    assert entry == Entry(FORFEIT, 0, at, "n", cause=cause)
    change = hosted.apply(entry)
    assert change.of_holders
    assert hosted.match.outcome is not None
    assert (hosted.match.outcome.winners, hosted.match.outcome.reason) == ([1], "conceded")
    assert [(seat.forfeit, seat.conceded, seat.held_by_bot) for seat in hosted.seats] == [
        (cause, True, False),
        ("", False, False),
    ]


def test_only_the_player_of_a_seat_forfeits_by_what_is_not_offered(host: Host) -> None:
    stale = Choose(0, 3, 99, by="seat")
    assert refusal(host(forfeits=True), stale) == ("STALE_VERSION", 0)
    assert refusal(host(forfeits=True), Choose(0, 0, 99, by="admin")) == ("ILLEGAL_CHOICE", 0)
    assert refusal(host(), Choose(0, 0, 99, by="seat")) == ("ILLEGAL_CHOICE", 0)


def test_no_bot_is_let_in_where_players_forfeit(host: Host) -> None:
    hosted = host(forfeits=True)
    assert refusal(hosted, HandOver(0)) == ("FORBIDDEN", 0)
    carry_out(hosted, Concede(0))
    assert hosted.match.is_over
    assert hosted.seats[0].forfeit == ""
