"""Matches of one deal meet the same chance; what the kernel promises of it is checked over whole matches too."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.core import chance
from engine.core.chance import shuffle
from engine.core.game import Game
from engine.testing import Nonconforming, Variant, check_streams
from tests.toy import GAME, rules
from tests.toy.broken import after
from tests.toy.state import Barrow

SETTING = Variant("company", 3)


def shuffle_what_is_left(s: Barrow, seat: int) -> None:
    shuffle(s, s.deck, "deck")
    s.peeked = []


@pytest.fixture
def reshuffling() -> Game[Any]:
    """Barrow with the deck shuffled after every turn, so that plays of one deal shuffle different remains."""
    return replace(GAME, steps={**rules.STEPS, "act": after(shuffle_what_is_left)})


def test_different_remains_of_a_deck_are_shuffled_alike(reshuffling: Game[Any]) -> None:
    for seed in range(5):
        check_streams(reshuffling, SETTING, seed)


def test_a_shuffle_that_depends_on_all_its_cards_is_found(
    reshuffling: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each order is as random as before and comes from the seed, but says nothing about fewer cards."""

    def priorities(seed: bytes, stream: str, number: int, cards: Sequence[int]) -> list[bytes]:
        others = ",".join(map(str, sorted(cards)))
        return [hashlib.sha256(f"{seed!r} {stream} {number} {others} {card}".encode()).digest() for card in cards]

    monkeypatch.setattr(chance, "_priorities", priorities)
    with pytest.raises(Nonconforming, match=r"event \d+ of stream deck was \[.*\] of \[.*\] in one play"):
        check_streams(reshuffling, SETTING)
