"""The Leadership sphere and Gandalf, each card played."""

import pytest

from engine.games.lotr.rules.constant_effects import has_trait
from engine.games.lotr.rules.leaving import discard_character
from engine.games.lotr.rules.payment import payers
from engine.games.lotr.rules.stats import attack_strength, defense_strength, willpower_strength
from tests.engine.games.lotr.tabletop import Refused, Tabletop


@pytest.mark.card("faramir")
def test_faramir_inspires_a_players_characters(two: Tabletop) -> None:
    faramir = two.ally(0, "faramir")
    legolas = two.player(1).heroes[0]
    two.commit(legolas, two.player(0).heroes[0])
    two.use(0, faramir, 1)
    assert [willpower_strength(two.s, hero) for hero in two.player(1).heroes] == [2, 2, 2]
    assert willpower_strength(two.s, faramir) == 2


@pytest.mark.card("son-of-arnor")
def test_son_of_arnor_takes_an_enemy_from_another_player(two: Tabletop) -> None:
    two.rich()
    spider = two.engaged(1, "forest-spider")
    two.stage("king-spider")
    two.play(0, two.give(0, "son-of-arnor"), "respond", spider)
    assert two.player(0).engaged == [spider]
    assert attack_strength(two.s, spider) == 3


@pytest.mark.card("snowbourn-scout")
def test_snowbourn_scout_explores(table: Tabletop) -> None:
    table.rich()
    web, road = table.stage("great-forest-web"), table.activate("old-forest-road")
    table.play(0, table.give(0, "snowbourn-scout"), "respond", web)
    assert [table[web].progress, table[road].progress] == [1, 0]


@pytest.mark.card("longbeard-orc-slayer")
def test_longbeard_orc_slayer_wounds_every_orc(two: Tabletop) -> None:
    two.rich()
    orcs, patrol = two.stage("dol-guldur-orcs"), two.engaged(1, "east-bight-patrol")
    spider = two.engaged(0, "forest-spider")
    two.play(0, two.give(0, "longbeard-orc-slayer"), "respond")
    assert [two[card].damage for card in (orcs, patrol, spider)] == [1, 1, 0]


@pytest.mark.card("brok-ironfist")
def test_brok_ironfist_avenges_a_dwarf_hero(table: Tabletop) -> None:
    brok = table.give(0, "brok-ironfist")
    table.hurt(table.player(0).heroes[1], 5, "respond")
    assert table.player(0).allies == [brok]


def test_brok_ironfist_does_not_care_for_others(table: Tabletop) -> None:
    table.give(0, "brok-ironfist")
    table.hurt(table.player(0).heroes[0], 5)
    assert not table.decisions


@pytest.mark.card("ever-vigilant")
def test_ever_vigilant_readies_an_ally(table: Tabletop) -> None:
    table.rich()
    guard = table.ally(0, "guard-of-the-citadel")
    table[guard].exhausted = True
    table.play(0, table.give(0, "ever-vigilant"))
    assert not table[guard].exhausted


@pytest.mark.card("common-cause")
def test_common_cause_trades_readiness(two: Tabletop) -> None:
    aragorn, gimli = two.player(0).heroes[:2]
    legolas = two.player(1).heroes[0]
    two[legolas].exhausted = two[gimli].exhausted = True
    two.play(0, two.give(0, "common-cause"), aragorn, legolas)
    assert [two[hero].exhausted for hero in (aragorn, gimli, legolas)] == [True, True, False]


@pytest.mark.card("for-gondor")
def test_for_gondor_strengthens_everybody(two: Tabletop) -> None:
    two.rich()
    denethor, legolas = two.player(1).heroes[1], two.player(1).heroes[0]
    two.play(0, two.give(0, "for-gondor"))
    assert [attack_strength(two.s, legolas), defense_strength(two.s, legolas)] == [4, 1]
    assert [attack_strength(two.s, denethor), defense_strength(two.s, denethor)] == [2, 4]


@pytest.mark.card("sneak-attack")
def test_sneak_attack_lasts_a_phase(table: Tabletop) -> None:
    table.rich()
    beorn = table.give(0, "beorn")
    table.play(0, table.give(0, "sneak-attack"))
    assert table.player(0).allies == [beorn]
    table.step("end-phase")
    assert table.player(0).allies == []
    assert beorn in table.player(0).hand


@pytest.mark.card("sneak-attack", "gandalf")
def test_sneak_attack_gandalf_is_no_play_of_an_ally() -> None:
    table = Tabletop(["aragorn"], scenario="escape-from-dol-guldur")
    table.rich()
    table.s.allies_played = 1
    table.give(0, "gandalf")
    table.play(0, table.give(0, "sneak-attack"), "respond", "threat-5")
    assert table.player(0).threat == 15


@pytest.mark.card("valiant-sacrifice")
def test_valiant_sacrifice_draws_for_the_controller(two: Tabletop) -> None:
    two.rich()
    guard = two.ally(1, "guard-of-the-citadel")
    two.give(0, "valiant-sacrifice")
    two.hurt(guard, 2, "respond")
    assert len(two.player(1).hand) == 2


@pytest.mark.card("grim-resolve")
def test_grim_resolve_readies_all(two: Tabletop) -> None:
    two.rich()
    for hero in (*two.player(0).heroes, *two.player(1).heroes):
        two[hero].exhausted = True
    two.play(0, two.give(0, "grim-resolve"))
    assert not any(two[hero].exhausted for hero in (*two.player(0).heroes, *two.player(1).heroes))


@pytest.mark.card("steward-of-gondor")
def test_steward_of_gondor_pays_and_makes_a_gondorian(table: Tabletop) -> None:
    table.rich(table.player(0).heroes[0], amount=2)
    gimli = table.player(0).heroes[1]
    steward = table.give(0, "steward-of-gondor")
    table.play(0, steward, gimli)
    assert has_trait(table.s, gimli, "Gondor")
    table.use(0, steward)
    assert table[gimli].resources == 2
    with pytest.raises(Refused):
        table.use(0, steward)


def test_steward_of_gondor_is_unique(two: Tabletop) -> None:
    two.rich()
    two.attach(two.player(0).heroes[0], "steward-of-gondor")
    steward = two.give(0, "steward-of-gondor")
    with pytest.raises(Refused):
        two.play(0, steward)


@pytest.mark.card("celebrians-stone")
def test_celebrians_stone_gives_aragorn_a_spirit_icon(table: Tabletop) -> None:
    aragorn, gimli, eowyn = table.player(0).heroes
    stone = table.attach(aragorn, "celebrians-stone")
    assert willpower_strength(table.s, aragorn) == 4
    assert payers(table.s, 0, "spirit") == [aragorn, eowyn]
    table[aragorn].attachments.remove(stone)
    table[gimli].attachments.append(stone)
    assert willpower_strength(table.s, gimli) == 4
    assert payers(table.s, 0, "spirit") == [eowyn]


@pytest.mark.card("gandalf")
def test_gandalf_is_neutral_and_draws(table: Tabletop) -> None:
    table.rich(amount=2)
    table.play(0, table.give(0, "gandalf"), "pay", "respond", "draw-3")
    assert len(table.player(0).hand) == 3
    assert sum(table[hero].resources for hero in table.player(0).heroes) == 1


@pytest.mark.card("gandalf")
def test_gandalf_wounds_an_enemy_or_lowers_threat(table: Tabletop) -> None:
    table.rich()
    spider = table.stage("forest-spider")
    gandalf = table.give(0, "gandalf")
    table.play(0, gandalf, "pay", "respond", spider)
    assert spider in table.s.encounter_discard
    table.run(discard_character(table.s, gandalf))
    table.play(0, table.give(0, "gandalf"), "pay", "respond", "threat-5")
    assert table.player(0).threat == 15


@pytest.mark.card("gandalf")
def test_gandalf_leaves_when_the_round_ends(table: Tabletop) -> None:
    gandalf = table.ally(0, "gandalf")
    table.step("end-round")
    assert gandalf in table.player(0).discard
