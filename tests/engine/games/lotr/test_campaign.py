"""The campaign of three scenarios, and its nightmare form (p. 27)."""

import pytest

from engine.core.state import MatchEnded
from engine.games.lotr.game import GAME
from engine.games.lotr.layout import zones
from engine.games.lotr.rules.progress import place_progress
from engine.games.lotr.state import Attack
from engine.games.lotr.steps.victory import WON, ScenarioWon
from tests.engine.games.lotr.tabletop import Tabletop


def on_the_last_stage(nightmare: bool) -> Tabletop:
    """Legolas and Gimli about to leave Mirkwood, with wounds, threat and cards spent."""
    table = Tabletop(["legolas", "gimli"], ["eowyn"], scenario="campaign", nightmare=nightmare)
    table.at_stage("beorns-path")
    table[table.player(0).heroes[0]].damage = 2
    table.player(0).threat = 33
    table.hurt(table.player(0).heroes[1], 5)
    table.give(0, "feint")
    table.discarded(0, "blade-mastery")
    table.ally(0, "beorn")
    return table


def finish(table: Tabletop) -> None:
    with pytest.raises(ScenarioWon):
        table.run(place_progress(table.s, 10))
    table.run(GAME.flows["next-scenario"](table.s))


def test_a_campaign_goes_on_fresh_and_adds_up_scores() -> None:
    table = on_the_last_stage(nightmare=False)
    everything = sorted(card for zone in zones(table.s) for card in zone)
    finish(table)
    assert table.s.scores == [33 + 20 + 11 + 2]
    assert table.s.scenario == "journey-down-the-anduin"
    assert table.s.scenarios_left == ["escape-from-dol-guldur"]
    player = table.player(0)
    assert player.threat == 20
    assert sorted(table.kinds(player.heroes)) == ["gimli", "legolas"]
    assert not any(table[hero].damage for hero in player.heroes)
    assert player.hand == player.discard == []
    assert sorted(card for zone in zones(table.s) for card in zone) == everything
    table.step("lay-out")
    assert table.kinds(table.s.quest_deck) == ["to-the-river", "anduin-passage", "ambush-on-the-shore"]
    assert len(player.hand) == 6


def test_a_nightmare_carries_threat_wounds_the_dead_and_the_decks() -> None:
    table = on_the_last_stage(nightmare=True)
    deck = len(table.player(0).deck)
    finish(table)
    player = table.player(0)
    assert player.threat == 33
    assert table.kinds(player.heroes) == ["legolas"]
    assert table[player.heroes[0]].damage == 2
    assert sorted(table.kinds(player.discard)) == ["blade-mastery", "gimli"]
    assert len(player.deck) == deck + 2, "Feint from the hand and Beorn from play (FAQ, expert game)"
    assert player.hand == []


def test_nobody_begins_a_nightmare_scenario_below_the_threat_cost_of_his_heroes() -> None:
    """Threat that was lowered beyond it rises to it again (FAQ, expert game)."""
    table = on_the_last_stage(nightmare=True)
    table.player(0).threat, table.player(1).threat = 5, 30
    finish(table)
    assert [player.threat for player in table.s.players] == [9, 30]


def test_the_campaign_ends_after_the_third_scenario_with_the_sum() -> None:
    table = Tabletop(["legolas"], scenario="campaign")
    table.s.scenarios_left, table.s.scores = [], [40, 50]
    table.at_stage("beorns-path")
    with pytest.raises(MatchEnded):
        table.run(place_progress(table.s, 10))
    assert table.s.outcome is not None
    assert table.s.scores == [40, 50, 20]
    assert table.s.outcome.scores == {"players": WON - 110}


def test_an_eliminated_player_returns_in_a_campaign_but_not_in_a_nightmare() -> None:
    for nightmare in (False, True):
        table = Tabletop(["legolas"], ["eowyn"], scenario="campaign", nightmare=nightmare)
        table.at_stage("beorns-path")
        table.hurt(table.player(1).heroes[0], 3)
        finish(table)
        assert table.player(1).eliminated == nightmare
        table.step("lay-out")
        assert len(table.player(1).hand) == (0 if nightmare else 6)


def test_a_won_scenario_unwinds_whatever_was_going_on() -> None:
    """Legolas makes the last progress in the middle of an attack, and the campaign goes on without it."""
    table = Tabletop(["legolas"], scenario="campaign")
    table.at_stage("beorns-path")
    table.s.progress = 8
    bats = table.engaged(0, "black-forest-bats")
    table.s.attacks.append(Attack(bats, 0, attackers=table.player(0).heroes[:]))
    table.step("strike", "respond")
    assert table.s.step == "next-scenario"
    table.step("next-scenario")
    assert [table.s.step, table.s.attacks] == ["lay-out", []]


def test_a_hero_whom_only_the_plate_kept_alive_does_not_see_the_next_scenario_of_a_nightmare() -> None:
    table = Tabletop(["legolas", "gimli"], ["eowyn"], scenario="campaign", nightmare=True)
    table.at_stage("beorns-path")
    legolas, gimli = table.player(0).heroes
    plate = table.attach(gimli, "citadel-plate")
    table.hurt(gimli, 7)
    finish(table)
    assert table.player(0).heroes == [legolas]
    assert gimli not in table.s.cards
    assert gimli in table.player(0).discard
    assert plate in table.player(0).deck
    assert not table.player(0).eliminated


def test_a_player_left_without_heroes_by_the_plate_is_out_of_the_nightmare() -> None:
    table = Tabletop(["gimli"], ["eowyn"], scenario="campaign", nightmare=True)
    table.at_stage("beorns-path")
    gimli = table.player(0).heroes[0]
    table.attach(gimli, "citadel-plate")
    table.hurt(gimli, 5)
    everything = sorted(card for zone in zones(table.s) for card in zone)
    finish(table)
    assert [table.player(0).eliminated, table.player(0).threat, table.player(0).deck] == [True, 50, []]
    assert sorted(card for zone in zones(table.s) for card in zone) == everything
    table.step("lay-out")
    assert [len(table.player(0).hand), len(table.player(1).hand), table.s.first_player] == [0, 6, 1]


def test_a_nightmare_is_lost_when_the_plates_held_up_the_last_heroes() -> None:
    table = Tabletop(["gimli"], scenario="campaign", nightmare=True)
    table.at_stage("beorns-path")
    gimli = table.player(0).heroes[0]
    table.attach(gimli, "citadel-plate")
    table.hurt(gimli, 5)
    with pytest.raises(ScenarioWon):
        table.run(place_progress(table.s, 10))
    with pytest.raises(MatchEnded):
        table.step("next-scenario")
    assert table.s.outcome is not None
    assert [table.s.outcome.winners, table.s.outcome.reason] == [[], "all-players-eliminated"]
