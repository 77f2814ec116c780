"""A hosted match as a fold over its log: clocks and versions, with time and choices written down."""

import pytest

from services.match.commands import MOST_UNDOS, Choose, Command, HandOver, TakeSeat, Undo
from services.match.hosted import HostedMatch
from services.match.log import ABSENCE, CHOOSE, CLOCK, HAND_OVER, RETURN, TAKE_SEAT, UNDO, WISH, Entry
from services.process.refusals import Refused
from tests.services.match.conftest import Host


def options(match: HostedMatch, seat: int) -> list[str]:
    return [option[0] for option in match.match.options(seat)]


def test_undoing_choices_earns_no_time(host: Host) -> None:
    match = host()
    for number in range(20):
        match.apply(Entry(CHOOSE, 0, 100 * number, f"c{number}", 1))
        assert match.seats[0].left_ms == 10_000 - 100 * number + 5_000
        match.apply(Entry(UNDO, 0, 100 * number, f"u{number}"))
        assert match.seats[0].time_left(100 * number) == 10_000 - 100 * number
    match.apply(Entry(CHOOSE, 0, 2_000, "last", 1))
    assert match.seats[0].left_ms == 10_000 - 2_000 + 5_000


def test_time_spent_on_what_followed_a_choice_stays_spent_when_it_is_undone(host: Host) -> None:
    match = host()
    match.apply(Entry(CHOOSE, 0, 0, "a", 1))
    match.apply(Entry(CHOOSE, 1, 0, "b", 0))
    assert match.seats[0].left_ms == 15_000
    match.apply(Entry(CHOOSE, 0, 1_000, "stow", options(match, 0).index("stow")))
    assert options(match, 0) == ["leave", "guard"]
    match.apply(Entry(UNDO, 0, 4_000, "u"))
    assert match.seats[0].time_left(4_000) == 15_000 - 1_000 - 3_000
    assert "stow" in options(match, 0)


def entry(match: HostedMatch, command: Command) -> Entry:
    """What a command would add to the log."""
    added = command.entry(match, match.last_at, "n")
    assert added is not None
    return added


def hand(seat: int, at: int, cause: str = WISH, bot: str = "") -> Entry:
    return Entry(HAND_OVER, seat, at, f"h{at}", bot=bot, cause=cause)


def take(seat: int, at: int) -> Entry:
    return Entry(TAKE_SEAT, seat, at, f"t{at}")


def test_who_asked_for_a_bot_finds_the_clock_as_it_was(host: Host) -> None:
    match = host()
    for at in range(9_900, 10_900, 100):
        match.apply(hand(0, at))
        match.apply(take(0, at + 100))
        assert match.seats[0].time_left(at + 100) == 100  # it stood while the bot held the seat


@pytest.mark.parametrize("cause", [CLOCK, ABSENCE])
def test_who_was_gone_has_a_tenth_of_the_bank_on_their_return(host: Host, cause: str) -> None:
    for back in (take(0, 30_000), Entry(CHOOSE, 0, 30_000, "c", 1, cause=RETURN)):
        match = host()
        match.apply(hand(0, 10_000, cause))
        match.apply(hand(0, 11_000, WISH, "greedy"))  # another bot, for the same reason
        assert match.seats[0].time_left(20_000) == 0
        match.apply(back)
        assert match.seats[0].left_ms == 1_000 + (5_000 if back.kind == CHOOSE else 0)


def test_handing_the_seat_over_before_an_undo_earns_no_time(host: Host) -> None:
    match = host()
    for number in range(5):
        match.apply(Entry(CHOOSE, 0, 0, f"c{number}", 1))
        match.apply(hand(0, 0))
        match = HostedMatch.restore(match.meta, match.snapshot())
        match.apply(Entry(UNDO, 0, 0, f"u{number}"))
        match.apply(take(0, 0))
        assert match.seats[0].time_left(0) == 10_000


def test_what_a_bot_chose_earned_nothing_that_could_be_given_back(host: Host) -> None:
    match = host()
    match.apply(hand(0, 4_000))
    match.apply(Entry(CHOOSE, 0, 4_500, "bot", 1))
    match.apply(take(0, 5_000))
    match.apply(Entry(UNDO, 0, 5_000, "u"))
    assert match.seats[0].time_left(5_000) == 6_000


def test_undos_and_handovers_have_an_end(host: Host) -> None:
    match = host(bank_ms=0)
    match.apply(Entry(CHOOSE, 0, 0, "c", 1))
    for number in range(MOST_UNDOS):
        entry(match, Undo(0))
        match.apply(Entry(UNDO, 0, 0, f"u{number}"))
        match.apply(Entry(CHOOSE, 0, 0, f"c{number}", 1))
        entry(match, HandOver(0))
        match.apply(hand(0, 0))
        entry(match, TakeSeat(0))
        match.apply(take(0, 0))
    match = HostedMatch.restore(match.meta, match.snapshot())
    with pytest.raises(Refused, match="has undone 1000 choices"):
        entry(match, Undo(0))
    with pytest.raises(Refused, match="has changed hands 1000 times"):
        entry(match, HandOver(0))
    entry(match, Undo(1))
    entry(match, HandOver(1))
    match.apply(hand(0, 0, CLOCK))  # the match must go on
    with pytest.raises(Refused, match="has changed hands too often"):
        entry(match, TakeSeat(0))


def test_what_one_seat_undoes_leaves_the_others_decision_as_it_was(host: Host) -> None:
    match = host()
    match.apply(Entry(CHOOSE, 0, 300, "a", 1))
    match.apply(Entry(UNDO, 0, 700, "u"))
    assert [(seat.decision_version, seat.waiting_since) for seat in match.seats] == [(2, 700), (0, 0)]
    assert entry(match, Choose(1, 0, 0, "seat")).index == 0
    restored = HostedMatch.restore(match.meta, match.snapshot())
    assert restored.seats == match.seats


def test_an_equal_decision_later_is_another_decision(host: Host) -> None:
    match = host(options={"rounds": 3, "coins": 0})
    turns = []
    while not match.match.is_over:
        seat = match.match.pending[0].seat
        turns.append(match.seats[seat].decision_version)
        match.apply(Entry(CHOOSE, seat, 0, f"n{match.version}", len(match.match.options(seat)) - 1))
    assert turns == sorted(set(turns))
