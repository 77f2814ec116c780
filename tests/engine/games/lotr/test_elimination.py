"""Players leaving the game: the marker, their cards, the attack that drove them out (p. 22)."""

from tests.engine.games.lotr.tabletop import Tabletop


def test_the_marker_goes_one_seat_to_the_left_when_refresh_eliminates_its_holder() -> None:
    table = Tabletop(["aragorn"], ["legolas"], ["glorfindel"])
    table.player(0).threat = 49
    table.step("refresh")
    assert table.player(0).out
    assert table.s.first == 1


def test_the_marker_passes_over_a_neighbour_whom_refresh_eliminates() -> None:
    table = Tabletop(["aragorn"], ["legolas"], ["glorfindel"])
    table.player(1).threat = 49
    table.step("refresh")
    assert table.s.first == 2
