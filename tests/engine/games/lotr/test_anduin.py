"""The encounter sets of the Anduin: Wilderlands, Journey Down the Anduin, Sauron's Reach."""

import pytest

from engine.games.lotr.rules.attacks import begin_enemy_attack, enemy_damage
from engine.games.lotr.rules.knowledge import known_to
from engine.games.lotr.rules.progress import place_on_location
from engine.games.lotr.rules.stats import attack_strength, staging_threat
from engine.games.lotr.state import Attack
from tests.engine.games.lotr.tabletop import Tabletop


@pytest.fixture
def river() -> Tabletop:
    """Aragorn, Gimli and Éowyn, and Legolas, on the Anduin."""
    return Tabletop(["aragorn", "gimli", "eowyn"], ["legolas"], scenario="journey-down-the-anduin")


def attack_of(table: Tabletop, id: str, *answers: str | int, shadow: str = "gladden-fields") -> int:
    """The enemy, engaged with the first player, attacks with that shadow card, through all the steps."""
    enemy = table.engaged(0, id)
    table[enemy].shadows.append(table.free(shadow))
    table.s.phase, table.s.queue = "combat", [0]
    table.step("enemy-attack")
    table.until("player-attack", *answers)
    return enemy


def test_wolf_rider_surges(river: Tabletop) -> None:
    river.on_top("gladden-fields")
    river.reveal("wolf-rider")
    assert river.kinds(river.s.staging) == ["wolf-rider", "gladden-fields"]


@pytest.mark.card("wolf-rider")
def test_wolf_rider_attacks_out_of_the_shadow(river: Tabletop) -> None:
    aragorn, gimli, eowyn = river.player(0).heroes
    river.on_top("gladden-fields")
    attack_of(river, "wargs", gimli, "undefended", eowyn, shadow="wolf-rider")
    assert river[eowyn].damage == 2
    assert river[gimli].damage == 1
    rider = river.s.riders[0]
    river.step("end-combat")
    assert river.s.encounter_deck[-1] == rider
    assert rider in known_to(river.s, 1)
    assert not river[aragorn].exhausted


@pytest.mark.card("hill-troll")
def test_hill_troll_turns_excess_damage_into_threat(river: Tabletop) -> None:
    guard = river.ally(0, "guard-of-the-citadel")
    troll = river.engaged(0, "hill-troll")
    river.s.attacks.append(Attack(troll, 0, defenders=[guard]))
    river.run(enemy_damage(river.s))
    assert guard in river.player(0).discard
    assert river.player(0).threat == 24


@pytest.mark.card("goblin-sniper")
def test_goblin_sniper_hides_and_shoots(river: Tabletop) -> None:
    sniper, crows = river.stage("goblin-sniper"), river.stage("eastern-crows")
    river.s.phase, river.s.queue = "encounter", [0, 1]
    river.step("engage")
    assert river.decisions[-1].options == [("engage", crows), ("decline",)]
    river.step("end-combat", "gimli")
    assert river[river.player(0).heroes[1]].damage == 1
    assert river[river.player(1).heroes[0]].damage == 1
    river.s.staging.remove(crows)
    river.step("engage", sniper)
    assert river.player(1).engaged == [sniper]


@pytest.mark.card("marsh-adder")
def test_marsh_adder_raises_threat_when_it_attacks(river: Tabletop) -> None:
    adder = river.engaged(0, "marsh-adder")
    river.run(begin_enemy_attack(river.s, adder, 0))
    assert [river.player(seat).threat for seat in (0, 1)] == [21, 20]


@pytest.mark.card("wargs")
def test_wargs_slink_back_after_a_blank_shadow(river: Tabletop) -> None:
    wargs = attack_of(river, "wargs", "aragorn")
    assert wargs in river.s.staging


@pytest.mark.card("wargs")
def test_wargs_stay_after_a_real_shadow(river: Tabletop) -> None:
    wargs = attack_of(river, "wargs", "aragorn", shadow="eastern-crows")
    assert wargs in river.player(0).engaged


@pytest.mark.card("despair")
def test_despair_sets_the_players_back(river: Tabletop) -> None:
    river.s.progress = 6
    river.reveal("despair")
    assert river.s.progress == 2
    river.reveal("despair")
    assert river.s.progress == 0


@pytest.mark.card("despair")
def test_despair_shadow_ignores_defense(river: Tabletop) -> None:
    gimli = river.player(0).heroes[1]
    attack_of(river, "misty-mountain-goblins", gimli, shadow="despair")
    assert river[gimli].damage == 2


@pytest.mark.card("the-brown-lands")
def test_the_brown_lands_are_explored_on_arrival(river: Tabletop) -> None:
    lands = river.stage("the-brown-lands")
    river.travel(lands)
    assert lands in river.s.encounter_discard
    assert river.s.active == []


@pytest.mark.card("the-east-bight")
def test_the_east_bight_must_be_travelled_to(river: Tabletop) -> None:
    bight = river.stage("the-east-bight")
    river.stage("gladden-fields")
    river.step("travel")
    assert river.s.active == [bight]
    assert not river.decisions


@pytest.mark.parametrize(("id", "defended", "threat", "bonus"), [
    ("wargs", True, 20, 1),
    ("wargs", False, 20, 2),
    ("eastern-crows", True, 34, 1),
    ("eastern-crows", True, 35, 2),
])  # fmt: skip
def test_shadows_that_add_attack(river: Tabletop, id: str, defended: bool, threat: int, bonus: int) -> None:
    river.player(0).threat = threat
    goblins = river.engaged(0, "misty-mountain-goblins")
    defender = river.player(0).heroes[0] if defended else -1
    assert river.shadow(id, goblins, defender=defender).bonus == bonus


@pytest.mark.card("misty-mountain-goblins")
def test_misty_mountain_goblins_undo_progress(river: Tabletop) -> None:
    river.s.progress = 5
    attack_of(river, "misty-mountain-goblins", "aragorn")
    assert river.s.progress == 4


@pytest.mark.card("misty-mountain-goblins")
@pytest.mark.parametrize(("defended", "left"), [(True, 4), (False, 2)])
def test_misty_mountain_goblins_shadow_undoes_progress(river: Tabletop, defended: bool, left: int) -> None:
    river.s.progress = 5
    wargs = river.engaged(0, "wargs")
    river.shadow("misty-mountain-goblins", wargs, defender=river.player(0).heroes[0] if defended else -1)
    assert river.s.progress == left


@pytest.mark.card("massing-at-night")
def test_massing_at_night_reveals_a_card_per_player(river: Tabletop) -> None:
    river.on_top("wargs", "gladden-fields")
    river.reveal("massing-at-night")
    assert river.kinds(river.s.staging) == ["wargs", "gladden-fields"]


@pytest.mark.card("massing-at-night")
def test_massing_at_night_shadow_deals_a_card_per_player(river: Tabletop) -> None:
    wargs = river.engaged(0, "wargs")
    river.shadow("massing-at-night", wargs)
    assert len(river[wargs].shadows) == 2


@pytest.mark.card("banks-of-the-anduin")
def test_banks_of_the_anduin_return_to_the_deck(river: Tabletop) -> None:
    banks = river.activate("banks-of-the-anduin")
    river.run(place_on_location(river.s, banks, 3))
    assert river.s.encounter_deck[-1] == banks
    assert banks in known_to(river.s, 1)


@pytest.mark.card("gladden-fields")
def test_gladden_fields_raise_threat_while_active_and_give_victory(river: Tabletop) -> None:
    fields = river.activate("gladden-fields")
    river.step("refresh")
    assert [river.player(seat).threat for seat in (0, 1)] == [22, 22]
    river.run(place_on_location(river.s, fields, 3))
    assert river.s.victory == [fields]


@pytest.mark.card("eastern-crows")
def test_eastern_crows_come_back(river: Tabletop) -> None:
    crows = river.stage("eastern-crows")
    river.hurt(crows, 1)
    assert crows in river.s.encounter_deck


@pytest.mark.card("evil-storm")
def test_evil_storm_strikes_players_with_much_threat(river: Tabletop) -> None:
    river.player(1).threat = 35
    river.reveal("evil-storm")
    assert [river[hero].damage for hero in (*river.player(0).heroes, *river.player(1).heroes)] == [0, 0, 0, 1]


@pytest.mark.card("pursued-by-shadow")
def test_pursued_by_shadow_counts_those_who_stay_behind(river: Tabletop) -> None:
    river.commit(river.player(0).heroes[0])
    river.reveal("pursued-by-shadow")
    assert [river.player(seat).threat for seat in (0, 1)] == [22, 21]


@pytest.mark.card("pursued-by-shadow")
def test_pursued_by_shadow_returns_an_exhausted_ally_or_raises_threat(river: Tabletop) -> None:
    wargs = river.engaged(0, "wargs")
    guard = river.ally(0, "guard-of-the-citadel")
    river[guard].exhausted = True
    river.shadow("pursued-by-shadow", wargs)
    assert river.player(0).hand == [guard]
    river[wargs].open_shadows.clear()
    river.shadow("pursued-by-shadow", wargs)
    assert river.player(0).threat == 23


@pytest.mark.card("treacherous-fog")
def test_treacherous_fog_hides_locations_and_costs_cards(river: Tabletop) -> None:
    river.stage("gladden-fields")
    river.stage("wargs")
    river.player(0).threat = 35
    feint = river.give(0, "feint")
    kept = river.give(1, "beorn")
    river.reveal("treacherous-fog")
    assert staging_threat(river.s) == 6
    assert river.player(0).discard == [feint]
    assert river.player(1).hand == [kept]
    assert attack_strength(river.s, river.s.staging[1]) == 3


@pytest.mark.card("dark-knowledge", "wolf-rider")
def test_dark_knowledge_sees_the_shadow_card_of_a_wolf_rider(river: Tabletop) -> None:
    _, gimli, eowyn = river.player(0).heroes
    knowledge = river.attach(gimli, "dark-knowledge")
    (fields,) = river.on_top("gladden-fields")
    attack_of(river, "wargs", gimli, "respond", "undefended", eowyn, shadow="wolf-rider")
    assert river[knowledge].exhausted
    assert [event.data for event in river.s.run.events or () if event.kind == "looked"] == [(0, fields)]
