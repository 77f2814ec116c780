"""Chapter VII: fate tokens, the marker and Fate cards."""

import pytest

from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop


def only_these_tokens(tabletop: Tabletop, *numbers: int) -> None:
    """The pool holds just these tokens, in this order."""
    for number in list(tabletop.s.fate_pool):
        if number not in numbers:
            tabletop.put(number, tabletop.s.fate_tokens_used)
    tabletop.s.fate_pool = list(numbers)


def test_the_shadow_draws_a_three_then_a_two_and_stops(tabletop: Tabletop) -> None:
    """Three generals: the 3 is put aside, the 2 is kept and moves the marker; the 3 goes back (p. 16)."""
    three, two, one = tabletop.fate_token(3), tabletop.fate_token(2), tabletop.fate_token(1)
    only_these_tokens(tabletop, three, two, one)
    tabletop.s.active_generals = [0, 1, 2]
    tabletop.begin("fate", dice=(1, 1))
    assert tabletop.s.fate_tokens_drawn == [three]
    tabletop.choose("again")
    assert tabletop.s.fate_tokens_drawn == [three, two]
    tabletop.choose("stop")
    assert tabletop.s.fate == 2
    assert sorted(tabletop.s.fate_pool) == sorted([one, three])
    assert two in tabletop.s.fate_tokens_used


@pytest.mark.parametrize("active", [[], [0]])
def test_one_general_or_none_means_one_token(tabletop: Tabletop, active: list[int]) -> None:
    """The token drawn is applied without a choice (p. 16)."""
    tabletop.s.active_generals = active
    only_these_tokens(tabletop, tabletop.fate_token(2))
    tabletop.begin("fate", dice=(1,))
    assert tabletop.s.fate == 2


def test_the_third_token_must_be_kept(tabletop: Tabletop) -> None:
    """The last token allowed is applied, even a worse one (p. 16)."""
    one, two, three = tabletop.fate_token(1), tabletop.fate_token(2), tabletop.fate_token(3)
    only_these_tokens(tabletop, one, two, three)
    tabletop.s.active_generals = [0, 1, 2]
    tabletop.begin("fate", dice=(1, 1, 1))
    tabletop.choose("again").choose("again")
    assert tabletop.s.fate == 3


def test_a_special_token_ends_the_drawing(tabletop: Tabletop) -> None:
    """Blue and red tokens must be kept (p. 16)."""
    red = next(n for n in tabletop.s.fate_tokens_aside if tabletop.p.fate_tokens[n].colour == "red")
    tabletop.put(red, tabletop.s.fate_pool)
    only_these_tokens(tabletop, red, tabletop.fate_token(3))
    tabletop.s.active_generals = [0, 1, 2]
    tabletop.begin("fate", dice=(1,))
    assert tabletop.s.fate == 0
    assert red in tabletop.s.fate_tokens_used


def test_a_symbol_brings_a_fate_card_played_at_once(tabletop: Tabletop) -> None:
    """Enormous Size: two wrath tokens before Beorn has entered, and five dice later (p. 17)."""
    symbol = tabletop.fate_token(1, symbol=True)
    only_these_tokens(tabletop, symbol)
    tabletop.put(tabletop.card("enormous-size"), tabletop.s.fate_deck)
    tabletop.begin("fate", dice=(1,))
    assert tabletop.s.wrath == 2
    assert tabletop.s.fate_cards == [tabletop.card("enormous-size")]


def test_a_fate_card_of_a_character_who_is_gone_is_discarded(tabletop: Tabletop) -> None:
    """Beorn eliminated: the card has no effect (p. 17)."""
    symbol = tabletop.fate_token(1, symbol=True)
    only_these_tokens(tabletop, symbol)
    tabletop.put(tabletop.card("enormous-size"), tabletop.s.fate_deck)
    tabletop.s.characters[7] = -2
    tabletop.begin("fate", dice=(1,))
    assert tabletop.s.wrath == 0
    assert tabletop.s.fate_discard == [tabletop.card("enormous-size")]
    told = [tabletop.match.narrate(event, "en") for event in tabletop.match.events]
    assert told[-2:] == ["Fate card: Enormous Size", "Enormous Size leaves play"]


def test_the_last_space_wins_for_the_free_peoples(tabletop: Tabletop) -> None:
    """Space 15 ends the game at once (p. 17)."""
    tabletop.s.fate = 13
    three = tabletop.fate_token(3)
    only_these_tokens(tabletop, three)
    tabletop.begin("fate", dice=(1,))
    assert tabletop.match.outcome is not None
    assert (tabletop.match.outcome.winners, tabletop.match.outcome.reason) == ([FREE], "fate")


def test_used_tokens_go_back_when_the_pool_is_empty(tabletop: Tabletop) -> None:
    """The pool is filled again, so that fate never stands still."""
    only_these_tokens(tabletop)
    tabletop.begin("fate", dice=(1,))
    assert len(tabletop.s.fate_pool) + len(tabletop.s.fate_tokens_used) == 12
    assert tabletop.match.pending[0].seat == SHADOW
