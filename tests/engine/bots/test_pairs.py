"""What a pair is, in games of two sides and in those that are played together."""

import pytest

from engine import load
from engine.bots.pairs import Leg, bot_seed, deal, forfeit, holders, pair_points


@pytest.mark.parametrize(
    ("game", "scenario", "seats", "first"),
    [
        ("wotr", "duel", 2, (0, 1)),
        ("wotr", "trilogy", 4, (0, 1, 0, 1)),
        ("meq", None, 4, (0, 1, 1, 1)),
        ("bofa", None, 2, (0, 1)),
    ],
)
def test_bots_hold_whole_sides_and_exchange_them(
    game: str, scenario: str | None, seats: int, first: tuple[int, ...]
) -> None:
    one, other = holders(load(game).setting(scenario, seats))
    assert one == first
    assert other == tuple(1 - holder for holder in first)


def test_together_each_bot_plays_the_deal_with_all_seats() -> None:
    assert holders(load("lotr").setting(None, 3)) == ((0, 0, 0), (1, 1, 1))


WON, LOST, DRAWN = Leg(winner=0, won=True), Leg(winner=1, won=True), Leg()


@pytest.mark.parametrize(
    ("legs", "points"),
    [((WON, WON), 4), ((WON, LOST), 2), ((DRAWN, WON), 3), ((LOST, DRAWN), 1), ((LOST, LOST), 0)],
)
def test_points_of_two_sides(legs: tuple[Leg, Leg], points: int) -> None:
    assert pair_points(legs, cooperative=False) == points


def together(won: bool, score: int) -> Leg:
    return Leg(won=won, score=score)


@pytest.mark.parametrize(
    ("legs", "points"),
    [
        ((together(True, 5), together(False, 90)), 4),
        ((together(True, 9), together(True, 5)), 3),
        ((together(False, 5), together(False, 5)), 2),
        ((together(False, 4), together(False, 5)), 1),
        ((together(False, 9), together(True, 5)), 0),
        ((forfeit(0), together(False, 1)), 0),
        ((together(False, 1), forfeit(1)), 4),
    ],
)
def test_points_of_playing_together(legs: tuple[Leg, Leg], points: int) -> None:
    assert pair_points(legs, cooperative=True) == points


def test_deals_and_bots_have_seeds_of_their_own() -> None:
    assert deal(1, 2) == deal(1, 2)
    assert len({deal(1, 2), deal(1, 3), deal(2, 2)}) == 3
    assert len({bot_seed(deal(1, 2), leg, seat) for leg in (0, 1) for seat in range(4)}) == 8
