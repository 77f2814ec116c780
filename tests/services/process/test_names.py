"""Names: what may stand in one."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.process.names import LONGEST_NAME, name_fault


@pytest.mark.parametrize(
    "name",
    ["ann", "~ann", "Łucja z Doliny", "Éowyn", "O'Neill", "名前", "دنیا", "x" * LONGEST_NAME, "🐉 Smaug", "a.b-c_d"],
)
def test_names_of_people(name: str) -> None:
    assert not name_fault(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "is empty"),
        ("x" * 65, "has 65"),
        ("ann\n", "U+000A"),
        ("\x1b[2Jann", "U+001B"),
        ("ann\x7f", "U+007F"),
        ("\x9b31mann", "U+009B"),
        ("ann\x85", "U+0085"),
        ("ann\u2028", "U+2028"),
        ("\u202enna", "U+202E"),
        ("a\u2066nn", "U+2066"),
        ("an\u200bn", "U+200B"),
        ("an\u00adn", "U+00AD"),
        ("a\u00a0b", "U+00A0"),
        ("\ufeffann", "U+FEFF"),
        ("ann\U000e0041", "U+E0041"),
        ("\ud800", "U+D800"),
        ("\ue000", "U+E000"),
        (" ann", "a space"),
        ("ann ", "a space"),
        (unicodedata.normalize("NFD", "Éowyn"), "another form"),
    ],
)
def test_what_is_no_name_and_why(name: str, why: str) -> None:
    assert "1 to 64 printable characters" in name_fault(name)
    assert name_fault(name).split(";")[-1].find(why) >= 0


@given(st.text(max_size=70))
def test_a_name_has_nothing_that_moves_a_cursor_or_turns_the_text(name: str) -> None:
    if not name_fault(name):
        assert not {unicodedata.category(one) for one in name} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        assert unicodedata.normalize("NFC", name) == name
