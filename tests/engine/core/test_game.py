"""A match is created only from arguments that make sense; the error names what was wrong and what is allowed."""

from typing import Any

import pytest

import engine
from engine.core.errors import BadOption, BadSeats, BadSeed, UnknownScenario
from engine.core.game import GameOption, as_seed
from engine.core.words import Words
from engine.testing import variants_of
from tests.engine.core.small import ask_forever, small
from tests.toy import GAME


def test_defaults_are_filled_in() -> None:
    table = GAME.setting()
    assert (table.scenario, table.seats) == ("duel", 2)
    assert table.options == {"rounds": 2, "coins": 2}
    assert [role.id for role in GAME.setting("company").roles] == ["red", "blue", "green"]


def test_seats_may_depend_on_options() -> None:
    assert [role.side for role in GAME.setting("company", None, {"allies": True}).roles] == ["red", "blue", "red"]
    with pytest.raises(BadSeats, match="barrow company cannot be played with 2 seats; allowed: 3"):
        GAME.setting("company", 2, {"allies": True})


@pytest.mark.parametrize(
    ("given", "options", "error", "fault"),
    [
        (("siege",), {}, UnknownScenario, "barrow has no scenario 'siege'; it has: duel, company"),
        (([],), {}, UnknownScenario, r"barrow has no scenario \[\]"),
        (("duel", 3), {}, BadSeats, "barrow duel cannot be played with 3 seats; allowed: 2"),
        (("duel", "2"), {}, BadSeats, "'2' seats"),
        (("duel",), {"allies": True}, BadOption, "barrow duel has no option 'allies'; it has: rounds, coins"),
        (("company",), {"allies": 1}, BadOption, "option allies is 1; allowed: False, True"),
        (("duel",), {"rounds": 9}, BadOption, "option rounds is 9; allowed: 1, 2, 3"),
        (("duel",), {"rounds": True}, BadOption, "option rounds is True"),
        (("duel",), {"coins": 10}, BadOption, "option coins: 10 is not a number of coins from 0 to 9"),
        (("duel", 2, b"short"), {}, BadSeed, "a seed is 16 bytes or a whole number"),
    ],
)
def test_bad_arguments(given: tuple[Any, ...], options: dict[str, Any], error: type[Exception], fault: str) -> None:
    with pytest.raises(error, match=fault):
        GAME.new_match(*given, **options)


def test_an_option_may_go_only_with_a_value_of_another() -> None:
    mode = GameOption("mode", "plain", ("plain", "bots"), Words("Mode"))
    level = GameOption("level", 1, (1, 2), Words("Level"), needs=("mode", "bots"))
    game = small(step_first=ask_forever, options=(mode, level))
    assert game.setting(options={"level": 2, "mode": "bots"}).options == {"mode": "bots", "level": 2}
    assert game.setting(options={"level": 1}).options == {"mode": "plain", "level": 1}
    with pytest.raises(BadOption, match="option level is 2; that goes only with mode 'bots'"):
        game.setting(options={"level": 2})
    assert [str(variant) for variant in variants_of(game)] == ["only-2", "only-2-mode=bots", "only-2-mode=bots-level=2"]


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadOption, match="small only has no option 'speed'; it has: none"):
        small(step_first=ask_forever).new_match(speed=1)


@pytest.mark.parametrize("seed", [-1, 2**128, "0", 1.0, True, b"", b"0" * 17])
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(BadSeed):
        as_seed(seed)


def test_seeds() -> None:
    assert as_seed(258) == bytes(14) + b"\x01\x02"
    assert as_seed(b"sixteen letters!") == b"sixteen letters!"
    assert len({as_seed(None) for _ in range(9)}) == 9


def test_what_a_game_need_not_provide() -> None:
    game = small(step_first=ask_forever)
    state = game.new_match(seed=1).state
    assert game.unseen(state, 0) == []
    assert game.plausible(state)
    assert game.evaluate(state, 0) == 0.0


def test_the_package_offers_what_a_stranger_needs() -> None:
    for name in engine.__all__:
        assert hasattr(engine, name)


def test_seats_that_another_option_would_give_are_told() -> None:
    with pytest.raises(BadSeats, match="with 1 seat; allowed: 2, and 1 with mode against-the-shadow"):
        engine.load("wotr").setting("duel", 1)
