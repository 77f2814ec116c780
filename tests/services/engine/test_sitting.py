"""A sitting as a fold over its log: clocks and versions, with time and choices written down."""

import pytest

from services.common.errors import Refused
from services.common.matchlog import CHOOSE, HAND, TAKE, UNDO, Entry, Meta
from services.engine.sitting import ABSENCE, ASKED, CLOCK, MOST_CHANGES, RETURN, Sitting
from tests.toy import registered  # noqa: F401  # makes the toy game playable


def sitting(**more) -> Sitting:
    """A duel of Barrow between two people, begun at time 0."""
    meta = Meta(
        **{
            "match_id": "sitting-1",
            "game": "barrow",
            "rules_version": 1,
            "scenario": "duel",
            "options": {"rounds": 2, "coins": 2},
            "seed": bytes(16),
            "players": ["ann", "bob"],
            "bots": ["random", "random"],
            "bank_ms": 10_000,
            "increment_ms": 5_000,
            "absence_ms": 0,
            "private": False,
            "created_ms": 0,
            **more,
        }
    )
    return Sitting.new(meta)


def options(table: Sitting, seat: int) -> list[str]:
    return [option[0] for option in table.match.options(seat)]


def test_taking_choices_back_earns_no_time() -> None:
    table = sitting()
    for number in range(20):
        table.apply(Entry(CHOOSE, 0, 100 * number, f"c{number}", 1))
        assert table.left[0] == 10_000 - 100 * number + 5_000
        table.apply(Entry(UNDO, 0, 100 * number, f"u{number}"))
        assert table.time_left(0, 100 * number) == 10_000 - 100 * number
    table.apply(Entry(CHOOSE, 0, 2_000, "last", 1))
    assert table.left[0] == 10_000 - 2_000 + 5_000


def test_time_spent_on_what_followed_a_choice_stays_spent_when_it_is_taken_back() -> None:
    table = sitting()
    table.apply(Entry(CHOOSE, 0, 0, "a", 1))
    table.apply(Entry(CHOOSE, 1, 0, "b", 0))
    assert table.left[0] == 15_000
    table.apply(Entry(CHOOSE, 0, 1_000, "stow", options(table, 0).index("stow")))
    assert options(table, 0) == ["leave", "guard"]
    table.apply(Entry(UNDO, 0, 4_000, "u"))
    assert table.time_left(0, 4_000) == 15_000 - 1_000 - 3_000
    assert "stow" in options(table, 0)


def hand(seat: int, at: int, cause: str = ASKED, bot: str = "") -> Entry:
    return Entry(HAND, seat, at, f"h{at}", bot=bot, cause=cause)


def take(seat: int, at: int) -> Entry:
    return Entry(TAKE, seat, at, f"t{at}")


def test_who_asked_for_a_bot_finds_the_clock_as_it_was() -> None:
    table = sitting()
    for at in range(9_900, 10_900, 100):
        table.apply(hand(0, at))
        table.apply(take(0, at + 100))
        assert table.time_left(0, at + 100) == 100  # it stood while the bot held the seat


@pytest.mark.parametrize("cause", [CLOCK, ABSENCE])
def test_who_was_gone_has_a_tenth_of_the_bank_on_their_return(cause: str) -> None:
    for back in (take(0, 30_000), Entry(CHOOSE, 0, 30_000, "c", 1, cause=RETURN)):
        table = sitting()
        table.apply(hand(0, 10_000, cause))
        table.apply(hand(0, 11_000, ASKED, "greedy"))  # another bot, for the same reason
        assert table.time_left(0, 20_000) == 0
        table.apply(back)
        assert table.left[0] == 1_000 + (5_000 if back.kind == CHOOSE else 0)


def test_handing_the_seat_on_before_taking_a_choice_back_earns_no_time() -> None:
    table = sitting()
    for number in range(5):
        table.apply(Entry(CHOOSE, 0, 0, f"c{number}", 1))
        table.apply(hand(0, 0))
        table = Sitting.restore(table.meta, table.snapshot())
        table.apply(Entry(UNDO, 0, 0, f"u{number}"))
        table.apply(take(0, 0))
        assert table.time_left(0, 0) == 10_000


def test_what_a_bot_chose_earned_nothing_that_could_be_given_back() -> None:
    table = sitting()
    table.apply(hand(0, 4_000))
    table.apply(Entry(CHOOSE, 0, 4_500, "bot", 1))
    table.apply(take(0, 5_000))
    table.apply(Entry(UNDO, 0, 5_000, "u"))
    assert table.time_left(0, 5_000) == 6_000


def test_undos_and_handovers_have_an_end() -> None:
    table = sitting(bank_ms=0)
    table.apply(Entry(CHOOSE, 0, 0, "c", 1))
    for number in range(MOST_CHANGES):
        table.check_undo(0)
        table.apply(Entry(UNDO, 0, 0, f"u{number}"))
        table.apply(Entry(CHOOSE, 0, 0, f"c{number}", 1))
        table.check_hand(0)
        table.apply(hand(0, 0))
        table.check_return(0)
        table.apply(take(0, 0))
    table = Sitting.restore(table.meta, table.snapshot())
    with pytest.raises(Refused, match="has taken back 1000 choices"):
        table.check_undo(0)
    with pytest.raises(Refused, match="has changed hands 1000 times"):
        table.check_hand(0)
    table.check_undo(1)
    table.check_hand(1)
    table.apply(hand(0, 0, CLOCK))  # the match must go on
    with pytest.raises(Refused, match="has changed hands too often"):
        table.check_return(0)


def test_what_one_seat_takes_back_leaves_the_others_question_as_it_was() -> None:
    table = sitting()
    table.apply(Entry(CHOOSE, 0, 300, "a", 1))
    table.apply(Entry(UNDO, 0, 700, "u"))
    assert table.asked == {0: 2, 1: 0}
    assert table.since == {0: 700, 1: 0}
    table.check_choice(1, 0, 0)
    restored = Sitting.restore(table.meta, table.snapshot())
    assert (restored.asked, restored.since) == (table.asked, table.since)


def test_the_same_question_again_is_another_question() -> None:
    table = sitting(options={"rounds": 3, "coins": 0})
    turns = []
    while not table.match.is_over:
        seat = table.match.pending[0].seat
        turns.append(table.asked[seat])
        table.apply(Entry(CHOOSE, seat, 0, f"n{table.version}", len(table.match.options(seat)) - 1))
    assert turns == sorted(set(turns))
