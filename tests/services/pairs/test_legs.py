"""One match of a pair: played out by both bots, or forfeited by the one that breaks it."""

import random
import sys
import time
from typing import Any

import pytest

from engine import Record, load
from engine.bots import BOTS, BotSpec, Perspective
from engine.bots.pairs import deal
from services.pairs.legs import play_leg


class _Wild:
    def __init__(self, rng: random.Random) -> None:
        self.left = 3

    def choose(self, view: Perspective) -> int:
        self.left -= 1
        return 0 if self.left else self.misbehave(view)

    def misbehave(self, view: Perspective) -> int:
        raise NotImplementedError


class Crashing(_Wild):
    def misbehave(self, view: Perspective) -> int:
        raise RuntimeError("out of ideas")


class Cheating(_Wild):
    def misbehave(self, view: Perspective) -> int:
        return len(view.options)


class Late(_Wild):
    def misbehave(self, view: Perspective) -> int:
        time.sleep(0.06)
        return 0


class Leaving(_Wild):
    def misbehave(self, view: Perspective) -> int:
        sys.exit(0)


class Unspeakable(_Wild):
    def misbehave(self, view: Perspective) -> int:
        class Fault(BaseException):
            def __str__(self) -> str:
                raise self

        raise Fault


class Unmakeable:
    def __init__(self, rng: random.Random) -> None:
        raise OSError("no weights")


class Unborn:
    def __init__(self, rng: random.Random) -> None:
        raise SystemExit(3)


@pytest.fixture(autouse=True)
def wild(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Crashing, Cheating, Late, Leaving, Unspeakable, Unmakeable, Unborn):
        monkeypatch.setitem(BOTS, kind.__name__.lower(), kind)


def play(first: str, second: str, number: int = 0, **how: Any) -> Any:
    game = load("wotr")
    specs = (BotSpec(first), BotSpec(second))
    return play_leg(game, game.setting("duel"), deal(1, 1), number, specs, **how)


def test_a_leg_repeats_itself_and_its_record_verifies() -> None:
    one, again = play("random", "random"), play("random", "random")
    assert one.record == again.record
    assert one.fault is None
    assert one.leg.winner in (0, 1)
    assert sum(one.times[0].values()) + sum(one.times[1].values()) == one.decisions
    assert one.outcome is not None
    assert set(one.outcome.scores) == {"free", "shadow"}
    assert Record.load(one.record.encode()).verify().is_over


def test_both_legs_are_of_one_deal_with_sides_exchanged() -> None:
    legs = [Record.load(play("random", "random", number).record.encode()) for number in (0, 1)]
    assert legs[0].commitment == legs[1].commitment
    assert play("random", "crashing", 0).leg.forfeited_by == play("random", "crashing", 1).leg.forfeited_by == 1


@pytest.mark.parametrize(
    ("bot", "fault", "message"),
    [
        ("crashing", "crash", "RuntimeError: out of ideas"),
        ("cheating", "illegal", "is not an option of seat 0"),
        ("late", "overrun", "0.05 s are allowed"),
        ("unmakeable", "crash", "OSError: no weights"),
        ("leaving", "crash", "SystemExit: 0"),
        ("unspeakable", "crash", "Fault"),
        ("unborn", "crash", "SystemExit: 3"),
    ],
)
def test_who_breaks_the_match_loses_it(bot: str, fault: str, message: str) -> None:
    played = play(bot, "random", limit=0.05)
    assert (played.fault, played.reason, played.leg.forfeited_by, played.leg.winner) == (fault, fault, 0, 1)
    assert message in played.message


def test_the_watcher_hears_whose_bot_is_made_and_who_is_choosing() -> None:
    heard: list[tuple[int, int]] = []
    played = play("random", "random", watcher=lambda entrant, choices: heard.append((entrant, len(choices))))
    assert [entrant for entrant, _ in heard[:4]] == [0, -1, 1, -1]
    assert len(heard) == 4 + 2 * played.decisions
    assert {entrant for entrant, _ in heard[4::2]} == {0, 1}
    assert {entrant for entrant, _ in heard[5::2]} == {-1}
    assert [made for _, made in heard[4::2]] == list(range(played.decisions))


def test_of_two_bots_that_cannot_be_made_the_first_forfeits() -> None:
    assert play("unmakeable", "unborn").leg.forfeited_by == 0
