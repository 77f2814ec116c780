"""Bounds of the numbers and texts of a plan: what lies outside of them is refused before it can do harm."""

import unicodedata
from collections.abc import Iterator
from typing import Any

import msgspec

MOST_ENTRANTS = 100_000
MOST_ROUNDS = 200
LONGEST_NAME = 100
LONGEST_TEXT = 4_000
_WEEK, _YEAR = 7 * 24 * 60.0, 366 * 24 * 60.0

NUMBERS: dict[str, tuple[float, float]] = {
    "least_rating": (-10_000, 10_000),
    "most_rating": (-10_000, 10_000),
    "most": (2, MOST_ENTRANTS),
    "team_size": (1, 32),
    "check_in_minutes": (0, _WEEK),
    "bank_seconds": (0, 60 * _YEAR),
    "increment_seconds": (0, 60 * _YEAR),
    "absence_seconds": (0, 60 * _YEAR),
    "pause_seconds": (0, 60 * _WEEK),
    "soft_minutes": (0, _YEAR),
    "hard_minutes": (0, _YEAR),
    "first_choice_minutes": (0, _YEAR),
    "notice_minutes": (0, _WEEK),
    "no_shows": (1, 1_000),
    "seats": (1, 32),
    "rounds": (1, MOST_ROUNDS),
    "deals": (1, MOST_ROUNDS),
    "take": (1, MOST_ENTRANTS),
    "groups": (1, MOST_ENTRANTS),
    "best_of": (1, 99),
    "minutes": (0, _WEEK),
    "points": (0, 1_000),
}
"""By field of a part of a plan: the least and the most."""


def number_faults(part: msgspec.Struct, where: str = "") -> Iterator[str]:
    """Numbers of a part of a plan that are out of bounds."""
    for name, (low, high) in NUMBERS.items():
        value: Any = getattr(part, name, None)
        for one in value if isinstance(value, tuple) else (value,):
            if one is not None and not low <= one <= high:  # so is what is no number
                yield f"{name}{where} must be {low:.0f} to {high:.0f}"


def name_fault(field: str, text: str) -> str:
    """What is wrong with a name in a plan; empty for a good one."""
    if len(text) > LONGEST_NAME or not text.isprintable() or text != text.strip():
        return f"{field} has at most {LONGEST_NAME} printable characters, without spaces around them"
    return "" if unicodedata.is_normalized("NFC", text) else f"{field} must be in Unicode's normal form NFC"


def text_fault(field: str, text: str) -> str:
    """What is wrong with a text of several lines; empty for a good one."""
    if len(text) > LONGEST_TEXT or not all(line.isprintable() for line in text.split("\n")):
        return f"{field} has at most {LONGEST_TEXT} printable characters, and line breaks"
    return ""
