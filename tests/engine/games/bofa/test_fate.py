"""Chapter VII: fate tokens, the marker and Fate cards."""

import pytest

from tests.engine.games.bofa.table import FREE, SHADOW, Table


def only_these_tokens(table: Table, *numbers: int) -> None:
    """The pool holds just these tokens, in this order."""
    for number in list(table.s.fate_pool):
        if number not in numbers:
            table.put(number, table.s.fate_used)
    table.s.fate_pool = list(numbers)


def test_the_shadow_draws_a_three_then_a_two_and_stops(table: Table) -> None:
    """Three generals: the 3 is put aside, the 2 is kept and moves the marker; the 3 goes back (p. 16)."""
    three, two, one = table.fate_token(3), table.fate_token(2), table.fate_token(1)
    only_these_tokens(table, three, two, one)
    table.s.active_generals = [0, 1, 2]
    table.begin("fate", dice=(1, 1))
    assert table.s.fate_drawn == [three]
    table.choose("again")
    assert table.s.fate_drawn == [three, two]
    table.choose("stop")
    assert table.s.fate == 2
    assert sorted(table.s.fate_pool) == sorted([one, three])
    assert two in table.s.fate_used


@pytest.mark.parametrize("active", [[], [0]])
def test_one_general_or_none_means_one_token(table: Table, active: list[int]) -> None:
    """The token drawn is applied without a choice (p. 16)."""
    table.s.active_generals = active
    only_these_tokens(table, table.fate_token(2))
    table.begin("fate", dice=(1,))
    assert table.s.fate == 2


def test_the_third_token_must_be_kept(table: Table) -> None:
    """The last token allowed is applied, even a worse one (p. 16)."""
    one, two, three = table.fate_token(1), table.fate_token(2), table.fate_token(3)
    only_these_tokens(table, one, two, three)
    table.s.active_generals = [0, 1, 2]
    table.begin("fate", dice=(1, 1, 1))
    table.choose("again").choose("again")
    assert table.s.fate == 3


def test_a_special_token_ends_the_drawing(table: Table) -> None:
    """Blue and red tokens must be kept (p. 16)."""
    red = next(n for n in table.s.fate_aside if table.p.fates[n].colour == "red")
    table.put(red, table.s.fate_pool)
    only_these_tokens(table, red, table.fate_token(3))
    table.s.active_generals = [0, 1, 2]
    table.begin("fate", dice=(1,))
    assert table.s.fate == 0
    assert red in table.s.fate_used


def test_a_symbol_brings_a_fate_card_played_at_once(table: Table) -> None:
    """Enormous Size: two wrath tokens before Beorn has entered, and five dice later (p. 17)."""
    symbol = table.fate_token(1, symbol=True)
    only_these_tokens(table, symbol)
    table.put(table.card("enormous_size"), table.s.fate_deck)
    table.begin("fate", dice=(1,))
    assert table.s.wrath == 2
    assert table.s.fate_played == [table.card("enormous_size")]


def test_a_fate_card_of_a_character_who_is_gone_is_discarded(table: Table) -> None:
    """Beorn eliminated: the card has no effect (p. 17)."""
    symbol = table.fate_token(1, symbol=True)
    only_these_tokens(table, symbol)
    table.put(table.card("enormous_size"), table.s.fate_deck)
    table.s.people[7] = -2
    table.begin("fate", dice=(1,))
    assert table.s.wrath == 0
    assert table.s.fate_gone == [table.card("enormous_size")]


def test_the_last_space_wins_for_the_free_peoples(table: Table) -> None:
    """Space 15 ends the game at once (p. 17)."""
    table.s.fate = 13
    three = table.fate_token(3)
    only_these_tokens(table, three)
    table.begin("fate", dice=(1,))
    assert table.match.outcome is not None
    assert (table.match.outcome.winners, table.match.outcome.reason) == ([FREE], "fate")


def test_used_tokens_go_back_when_the_pool_is_empty(table: Table) -> None:
    """The pool is filled again, so that fate never stands still."""
    only_these_tokens(table)
    table.begin("fate", dice=(1,))
    assert len(table.s.fate_pool) + len(table.s.fate_used) == 12
    assert table.match.pending[0].seat == SHADOW
