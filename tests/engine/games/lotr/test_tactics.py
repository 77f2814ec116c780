"""The Tactics sphere, each card played."""

import pytest

from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.rules.attacks import declare_defenders, enemy_damage, strike
from engine.games.lotr.rules.constant_effects import may_attack_player
from engine.games.lotr.rules.responses import respond
from engine.games.lotr.rules.stats import attack_strength, defense_strength, hit_points
from engine.games.lotr.state import Attack
from tests.engine.games.lotr.tabletop import Refused, Tabletop


@pytest.mark.card("gondorian-spearman")
def test_gondorian_spearman_wounds_the_attacker(table: Tabletop) -> None:
    spearman = table.ally(0, "gondorian-spearman")
    spider = table.engaged(0, "forest-spider")
    table.s.attacks.append(Attack(spider, 0))
    table.run(declare_defenders(table.s), spearman, "respond")
    assert table[spider].damage == 1


def test_gondorian_spearman_defends_for_others(two: Tabletop) -> None:
    spearman = two.ally(1, "gondorian-spearman")
    spider = two.engaged(0, "forest-spider")
    two.s.attacks.append(Attack(spider, 0))
    two.run(declare_defenders(two.s), "undefended", spearman, "pass")
    assert two.s.attacks[-1].defenders == [spearman]


@pytest.mark.card("beorn")
def test_beorn_rages_and_goes(table: Tabletop) -> None:
    beorn = table.ally(0, "beorn")
    table.s.phase = "combat"
    table.use(0, beorn)
    assert attack_strength(table.s, beorn) == 8
    with pytest.raises(Refused):
        table.use(0, beorn)
    table.step("end-phase")
    assert beorn in table.player(0).deck
    assert table.player(0).allies == []


@pytest.mark.card("blade-mastery")
def test_blade_mastery_strengthens_one_character(table: Tabletop) -> None:
    table.rich()
    gimli = table.player(0).heroes[1]
    table.play(0, table.give(0, "blade-mastery"), gimli)
    table.play(0, table.give(0, "blade-mastery"), gimli)
    assert [attack_strength(table.s, gimli), defense_strength(table.s, gimli)] == [4, 4]


@pytest.mark.card("rain-of-arrows")
def test_rain_of_arrows_hits_all_of_a_players_enemies() -> None:
    table = Tabletop(["legolas"], ["aragorn"])
    table.rich()
    one, other = table.engaged(1, "forest-spider"), table.engaged(1, "king-spider")
    own = table.engaged(0, "black-forest-bats")
    table.play(0, table.give(0, "rain-of-arrows"), 1)
    assert [table[card].damage for card in (one, other, own)] == [1, 1, 0]
    assert table[table.player(0).heroes[0]].exhausted


def test_rain_of_arrows_needs_a_ranged_character(table: Tabletop) -> None:
    table.rich()
    table.engaged(0, "forest-spider")
    rain = table.give(0, "rain-of-arrows")
    with pytest.raises(Refused):
        table.play(0, rain)


@pytest.mark.card("feint")
def test_feint_holds_an_enemy_back(table: Tabletop) -> None:
    table.rich()
    spider = table.engaged(0, "forest-spider")
    feint = table.give(0, "feint")
    with pytest.raises(Refused):
        table.play(0, feint)  # only in combat
    table.s.phase = "combat"
    table.play(0, feint)
    table.s.queue = [0]
    table.step("enemy-attack")
    assert table.s.attacks == []
    table.step("end-phase")
    assert may_attack_player(table.s, spider, 0)


@pytest.mark.card("quick-strike")
def test_quick_strike_attacks_in_any_phase(table: Tabletop) -> None:
    table.rich()
    gimli = table.player(0).heroes[1]
    bats = table.engaged(0, "black-forest-bats")
    table.play(0, table.give(0, "quick-strike"), gimli)
    assert bats in table.s.encounter_discard
    assert table[gimli].exhausted


@pytest.mark.card("thicket-of-spears")
def test_thicket_of_spears_needs_three_heroes_resources() -> None:
    table = Tabletop(["legolas", "gimli", "thalin"])
    table.s.phase = "combat"
    spiders = [table.engaged(0, "forest-spider"), table.engaged(0, "king-spider")]
    thicket = table.give(0, "thicket-of-spears")
    table.rich(*table.player(0).heroes[:2])
    with pytest.raises(Refused):
        table.play(0, thicket)
    table.rich()
    table.play(0, thicket)
    assert [table[hero].resources for hero in table.player(0).heroes] == [4, 4, 4]
    assert not any(may_attack_player(table.s, spider, 0) for spider in spiders)


@pytest.mark.card("swift-strike")
def test_swift_strike_wounds_the_attacker(table: Tabletop) -> None:
    table.rich()
    aragorn = table.player(0).heroes[0]
    spider = table.engaged(0, "forest-spider")
    table.give(0, "swift-strike")
    table.s.attacks.append(Attack(spider, 0))
    table.run(declare_defenders(table.s), aragorn, "respond")
    assert table[spider].damage == 2


@pytest.mark.card("stand-together")
def test_stand_together_lets_several_defend(table: Tabletop) -> None:
    table.s.phase = "combat"
    aragorn, gimli, _ = table.player(0).heroes
    troll = table.engaged(0, "ungoliants-spawn")
    table.play(0, table.give(0, "stand-together"))
    table.s.attacks.append(Attack(troll, 0))
    table.run(declare_defenders(table.s), aragorn, gimli, "done")
    table.run(enemy_damage(table.s), gimli)
    assert [table[aragorn].damage, table[gimli].damage] == [0, 1]


@pytest.mark.card("stand-together")
def test_stand_together_can_wait_until_the_attacker_is_chosen() -> None:
    """The window at the end of step 1 comes before the defenders are declared (p. 18)."""
    table = Tabletop(["aragorn", "gimli"])
    table.s.phase, table.s.queue = "combat", [0]
    aragorn, gimli = table.player(0).heroes
    table.engaged(0, "forest-spider")
    stand, _ = table.give(0, "stand-together"), table.give(0, "feint")
    table.rich()
    table.step("enemy-attack")
    assert table.options(0) == ["stand-together"]  # too late for Feint
    table.play(0, stand)
    table.step("defend", aragorn, gimli)
    assert table.s.attacks[-1].defenders == [aragorn, gimli]


def test_stand_together_is_too_late_once_defenders_are_declared() -> None:
    table = Tabletop(["aragorn", "gimli"])
    table.s.phase, table.s.queue = "combat", [0]
    table.engaged(0, "forest-spider")
    table.give(0, "stand-together")
    table.step("enemy-attack")
    table.step("defend")
    assert table.options(0) == []


@pytest.mark.card("blade-of-gondolin")
def test_blade_of_gondolin_bites_orcs_and_makes_progress(table: Tabletop) -> None:
    aragorn = table.player(0).heroes[0]
    table.attach(aragorn, "blade-of-gondolin")
    orcs, spider = table.engaged(0, "dol-guldur-orcs"), table.engaged(0, "forest-spider")
    table.s.attacks.append(Attack(spider, 0, attackers=[aragorn]))
    assert attack_strength(table.s, aragorn) == 3
    table.s.attacks[-1].enemy = orcs
    assert attack_strength(table.s, aragorn) == 4
    table.run(strike(table.s), "respond")
    assert table.s.progress == 1


@pytest.mark.card("citadel-plate")
def test_citadel_plate_keeps_its_bearer_alive(table: Tabletop) -> None:
    eowyn = table.player(0).heroes[2]
    plate = table.attach(eowyn, "citadel-plate")
    assert hit_points(table.s, eowyn) == 7
    table.hurt(eowyn, 4)
    spider = table.engaged(0, "king-spider")
    table.shadow("forest-spider", spider, defender=eowyn)
    assert plate in table.player(0).discard
    assert eowyn in table.player(0).discard


@pytest.mark.card("dwarven-axe")
def test_dwarven_axe_fits_a_dwarf_best(table: Tabletop) -> None:
    aragorn, gimli, _ = table.player(0).heroes
    table.attach(aragorn, "dwarven-axe")
    table.attach(gimli, "dwarven-axe")
    assert [attack_strength(table.s, aragorn), attack_strength(table.s, gimli)] == [4, 4]


@pytest.mark.card("horn-of-gondor")
def test_horn_of_gondor_sounds_when_a_character_is_destroyed(two: Tabletop) -> None:
    aragorn = two.player(0).heroes[0]
    two.attach(aragorn, "horn-of-gondor")
    guard = two.ally(1, "guard-of-the-citadel")
    two.hurt(guard, 2, "respond")
    assert two[aragorn].resources == 1


def test_horn_of_gondor_is_silent_when_an_ally_only_leaves_play(table: Tabletop) -> None:
    table.attach(table.player(0).heroes[0], "horn-of-gondor")
    gandalf = table.ally(0, "gandalf")
    table.run(respond(table.s, "left", Cue(gandalf, 0)))
    table.step("end-round")
    assert not table.decisions
