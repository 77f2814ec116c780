"""The judgement of positions: it likes what is good for its side, and a greedy bot lives by it."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.bots import make_bot, play_out
from engine.games.meq.components.box import CHARACTER, MINION
from engine.games.meq.game import GAME
from engine.games.meq.judge.evaluation import evaluate
from engine.games.meq.layout import LOC
from tests.engine.games.meq.tabletop import Tabletop


def _set(name: str, value: Any) -> Callable[[Tabletop], None]:
    def change(tabletop: Tabletop) -> None:
        setattr(tabletop.hero, name, value)

    return change


def _story(marker: int) -> Callable[[Tabletop], None]:
    def change(tabletop: Tabletop) -> None:
        tabletop.s.story[marker] += 2

    return change


def _pool(tabletop: Tabletop) -> None:
    tabletop.s.pool = 3


def _plot(tabletop: Tabletop) -> None:
    tabletop.s.plots.append(tabletop.take(tabletop.s.plot_deck, "gollum-is-captured"))
    tabletop.s.plot_places.append(LOC["sea-of-udun"])


def _minion(tabletop: Tabletop) -> None:
    tabletop.s.minions[MINION["gothmog"]] = LOC["mount-gundabad"]


def _gandalf(tabletop: Tabletop) -> None:
    tabletop.s.characters[CHARACTER["gandalf"]] = LOC["bree"]


def _tired(tabletop: Tabletop) -> None:
    tabletop.hero.rest = [tabletop.hero.life.pop() for _ in range(12)]


@pytest.mark.parametrize(
    ("change", "helps_heroes"),
    [
        (_set("favor", 2), True),
        (_set("levels", [1, 0, 0, 0]), True),
        (_set("completed", 1), True),
        (_story(0), True),
        (_gandalf, True),
        (_story(1), False),
        (_pool, False),
        (_plot, False),
        (_minion, False),
        (_tired, False),
        (lambda tabletop: tabletop.corrupt("weak"), False),
    ],
)
def test_what_helps_whom(change: Callable[[Tabletop], None], helps_heroes: bool) -> None:
    before, after = Tabletop("beravor").at("bree"), Tabletop("beravor").at("bree")
    change(after)
    for seat, sign in ((1, 1), (0, -1)):
        gain = sign * (evaluate(after.s, seat) - evaluate(before.s, seat))
        assert (gain > 0) == helps_heroes


@pytest.mark.parametrize(("bots", "winner"), [(("greedy", "random"), "sauron"), (("random", "greedy"), "heroes")])
def test_greedy_beats_random_from_either_side(bots: tuple[str, str], winner: str) -> None:
    won = 0
    for seed in range(3):
        match = GAME.new_match(seats=2, seed=seed)
        match.quiet = True
        outcome = play_out(match, [make_bot(name, seed) for name in bots]).outcome
        assert outcome is not None
        won += outcome.side == winner
    assert won >= 2
