"""Players leaving the game: the marker, their cards, the attack that drove them out (p. 22)."""

import pytest

from engine.games.lotr.rules.elimination import eliminate
from engine.games.lotr.rules.entering import give_control
from engine.games.lotr.rules.in_play import attachments
from engine.games.lotr.rules.knowledge import known_to
from engine.games.lotr.rules.leaving import discard_character, return_character_to_hand, shuffle_character_into_deck
from engine.games.lotr.state import Attack
from engine.games.lotr.steps.victory import group_score
from tests.engine.games.lotr.tabletop import Tabletop


def test_the_marker_goes_one_seat_to_the_left_when_refresh_eliminates_its_holder() -> None:
    table = Tabletop(["aragorn"], ["legolas"], ["glorfindel"])
    table.player(0).threat = 49
    table.step("refresh")
    assert table.player(0).eliminated
    assert table.s.first_player == 1


def test_the_marker_passes_over_a_neighbour_whom_refresh_eliminates() -> None:
    table = Tabletop(["aragorn"], ["legolas"], ["glorfindel"])
    table.player(1).threat = 49
    table.step("refresh")
    assert table.s.first_player == 2


def test_ufthak_grows_although_his_attack_eliminates_the_player() -> None:
    """Damage is determined, so the attack is over and its "after" comes about (p. 18, 23)."""
    table = Tabletop(["eowyn"], ["legolas"])
    ufthak = table.engaged(0, "chieftan-ufthak")
    table.s.attacks.append(Attack(ufthak, 0))
    table.step("enemy-damage")
    assert table.player(0).eliminated
    assert table.s.staging == [ufthak]
    assert table[ufthak].resources == 1


def test_goblins_undo_progress_although_their_attack_eliminates_the_player() -> None:
    table = Tabletop(["eowyn"], ["legolas"], scenario="journey-down-the-anduin")
    table.hurt(table.player(0).heroes[0], 2)
    goblins = table.engaged(0, "misty-mountain-goblins")
    table.s.progress = 3
    table.s.attacks.append(Attack(goblins, 0))
    table.step("enemy-damage")
    assert table.player(0).eliminated
    assert table.s.progress == 2


@pytest.mark.card("wargs")
def test_wargs_whose_attack_eliminates_the_player_are_in_the_staging_area_already() -> None:
    table = Tabletop(["eowyn"], ["legolas"], scenario="journey-down-the-anduin")
    wargs = table.engaged(0, "wargs")
    table.s.attacks.append(Attack(wargs, 0, blank_shadow=True))
    table.step("enemy-damage")
    assert table.player(0).eliminated
    assert table.s.staging == [wargs]


def test_a_snare_goes_with_the_player_who_laid_it() -> None:
    """Not with the player whose enemy is caught: on an enemy it stays its owner's to control (p. 22, 25)."""
    table = Tabletop(["glorfindel"], ["legolas"], ["eowyn"])
    table.rich()
    spider = table.engaged(1, "forest-spider")
    snare = table.give(0, "forest-snare")
    table.play(0, snare)
    assert attachments(table.s, 0) == [snare]
    eliminate(table.s, 1)
    assert table[spider].attachments == [snare]
    eliminate(table.s, 0)
    assert table[spider].attachments == []
    assert snare in table.player(0).discard


def test_power_in_the_earth_goes_with_the_player_who_played_it(two: Tabletop) -> None:
    two.rich()
    road = two.stage("old-forest-road")
    earth = two.give(0, "power-in-the-earth")
    two.play(0, earth)
    eliminate(two.s, 0)
    assert two[road].attachments == []
    assert earth in two.player(0).discard


def test_what_would_go_back_to_an_eliminated_players_hand_is_discarded(two: Tabletop) -> None:
    took, gandalf = two.ally(0, "wandering-took"), two.ally(0, "gandalf")
    for ally in (took, gandalf):
        give_control(two.s, ally, 1)
    eliminate(two.s, 0)
    two.run(return_character_to_hand(two.s, took))
    two.run(shuffle_character_into_deck(two.s, gandalf))
    assert two.player(0).hand == two.player(0).deck == []
    assert {took, gandalf} <= set(two.player(0).discard)
    assert known_to(two.s, 1) == set()


def test_a_hero_who_is_discarded_counts_as_killed(two: Tabletop) -> None:
    """He is gone like the dead: without heroes his player is out, and the score counts them all (p. 22)."""
    for hero in list(two.player(1).heroes):
        two.run(discard_character(two.s, hero))
    assert two.player(1).eliminated
    assert group_score(two.s).total == 20 + 50 + 9 + 8 + 7
