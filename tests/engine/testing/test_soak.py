"""Thousands of random matches: combinations of options, and one walk that finds what the kit's cheap checks find."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.soak import OWN, Task, any_decks, pairs_of, play, playable, read_pack, settings_of, soak
from engine.core import registry
from engine.core.game import Game
from engine.core.registry import builtin_ids, load
from engine.games.lotr.components.deck_lists import read_decks
from engine.testing import Nonconforming, Variant
from engine.testing.soak import check_match
from engine.testing.walk import any_variant
from tests.toy.broken import FAULTS, broken
from tests.toy.game import GAME

FOUND = (
    *("endless", "doubled-options", "number-first", "strange-seat", "shared-rows", "no-such-winner", "no-reason"),
    *("lost-card", "doubled-card", "forgotten-zone", "unscored-ending", "fractional-score"),
    *("tuple-in-view", "implausible", "english-only", "wordless-option", "snake-verb", "capital-stream"),
    "sight-too-coarse",
)
"""Faults of the toy that are found in one walk."""


def check_thirty_matches(game: Game[Any]) -> None:
    for seed in range(30):
        check_match(game, Variant("company", 3), seed, most=500)


@pytest.mark.parametrize("seed", range(3))
def test_a_match_without_fault_passes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, GAME.id, GAME)
    check_match(GAME, any_variant(GAME, random.Random(seed)), seed)


@pytest.mark.parametrize("fault", FOUND)
def test_a_fault_is_found_in_one_walk(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, words, _ = FAULTS[fault]
    game: Any = broken(fault)
    monkeypatch.setitem(registry._registered, game.id, game)
    with pytest.raises(Nonconforming, match=re.escape(words)):
        check_thirty_matches(game)


def test_options_are_combined() -> None:
    """Several differ from their defaults at once, and one that needs another goes with it only."""
    wotr = load("wotr")
    variants = [any_variant(wotr, random.Random(seed)) for seed in range(100)]
    assert {"promos", "mode", "level"} in [set(variant.options) for variant in variants]
    assert all("mode" in variant.options for variant in variants if "level" in variant.options)


def test_decks_of_random_cards_keep_the_rules() -> None:
    """At least fifty cards and heroes that nobody else leads (lotr p. 27)."""
    for seed in range(20):
        read_decks(any_decks(random.Random(seed)))


@pytest.fixture
def second_pack(tmp_path: Path) -> None:
    packs = load("bofa").packs
    assert packs is not None
    packs.write(tmp_path / "second")
    read_pack(str(tmp_path / "second"))


@pytest.mark.usefixtures("second_pack")
def test_every_pair_of_values_comes_up() -> None:
    for id in sorted(builtin_ids()):
        game = load(id)
        left = pairs_of(game)
        for seed in range(2000):
            settings = settings_of(game, playable(game, random.Random(seed)))
            left -= {(one, other) for at, one in enumerate(settings) for other in settings[at + 1 :]}
            if not left:
                break
        assert not left
    assert ("bofa scenario battle", f"bofa pack {OWN}") in pairs_of(load("bofa"))


@pytest.mark.usefixtures("second_pack")
@pytest.mark.parametrize("game", sorted(builtin_ids()))
def test_a_match_of_the_soak_conforms(game: str) -> None:
    assert play(Task(game, seed=13, number=1, every=10)).faults == []


def test_the_soak_tells_what_it_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert soak(4, seed=5, every=10, jobs=1, folder=tmp_path / "second") == 0
    assert "4 matches (bofa 1, lotr 1, meq 1, wotr 1)" in capsys.readouterr().out
