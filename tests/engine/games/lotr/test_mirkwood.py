"""The encounter sets of Mirkwood: Spiders of Mirkwood, Dol Guldur Orcs, Passage Through Mirkwood."""

import pytest

from engine.games.lotr.rules.attacks import begin_enemy_attack, enemy_damage, resolve_shadows
from engine.games.lotr.rules.entering import engage
from engine.games.lotr.rules.hand import draw
from engine.games.lotr.rules.progress import place_on_location
from engine.games.lotr.rules.stats import attack_strength, staging_threat, willpower_strength
from engine.games.lotr.state import Attack
from engine.games.lotr.steps.travel import destinations
from tests.engine.games.lotr.tabletop import Tabletop


def exhausted(table: Tabletop, seat: int = 0) -> int:
    return sum(table[hero].exhausted for hero in table.player(seat).heroes)


@pytest.mark.card("king-spider")
def test_king_spider_exhausts_a_character_of_each_player(two: Tabletop) -> None:
    two.reveal("king-spider", "gimli", "legolas")
    assert [exhausted(two, 0), exhausted(two, 1)] == [1, 1]


@pytest.mark.card("king-spider")
def test_king_spider_shadow_exhausts_one_or_two(table: Tabletop) -> None:
    patrol = table.engaged(0, "east-bight-patrol")
    aragorn = table.player(0).heroes[0]
    table.shadow("king-spider", patrol, "gimli", defender=aragorn)
    assert exhausted(table) == 1
    table.s.attacks.clear()
    table[table.player(0).heroes[1]].exhausted = False
    table.shadow("king-spider", patrol, "gimli", "eowyn")
    assert exhausted(table) == 2


@pytest.mark.card("hummerhorns")
def test_hummerhorns_sting_a_hero(table: Tabletop) -> None:
    horns = table.stage("hummerhorns")
    table.run(engage(table.s, horns, 0), "eowyn")
    assert table.kinds(table.player(0).discard) == ["eowyn"]


@pytest.mark.card("hummerhorns")
@pytest.mark.parametrize(("defended", "damage"), [(True, 1), (False, 2)])
def test_hummerhorns_shadow_hurts_all_characters(table: Tabletop, defended: bool, damage: int) -> None:
    patrol = table.engaged(0, "east-bight-patrol")
    table.shadow("hummerhorns", patrol, defender=table.player(0).heroes[0] if defended else -1)
    assert [table[hero].damage for hero in table.player(0).heroes] == [damage] * 3


@pytest.mark.card("ungoliants-spawn")
def test_ungoliants_spawn_saps_willpower(table: Tabletop) -> None:
    aragorn, _, eowyn = table.player(0).heroes
    table.commit(eowyn)
    table.reveal("ungoliants-spawn")
    assert [willpower_strength(table.s, eowyn), willpower_strength(table.s, aragorn)] == [3, 2]


@pytest.mark.card("ungoliants-spawn")
@pytest.mark.parametrize(("defended", "threat"), [(True, 24), (False, 28)])
def test_ungoliants_spawn_shadow_raises_threat(table: Tabletop, defended: bool, threat: int) -> None:
    patrol = table.engaged(0, "east-bight-patrol")
    table.shadow("ungoliants-spawn", patrol, defender=table.player(0).heroes[0] if defended else -1)
    assert table.player(0).threat == threat


@pytest.mark.card("great-forest-web")
def test_great_forest_web_exhausts_a_hero_of_each_player(two: Tabletop) -> None:
    web = two.stage("great-forest-web")
    two.travel(web, "gimli", "legolas")
    assert [exhausted(two, 0), exhausted(two, 1)] == [1, 1]
    assert two.s.active == [web]


def test_great_forest_web_cannot_be_reached_without_a_ready_hero_each(two: Tabletop) -> None:
    web = two.stage("great-forest-web")
    assert destinations(two.s) == [web]
    for hero in two.player(1).heroes:
        two[hero].exhausted = True
    assert destinations(two.s) == []


@pytest.mark.card("mountains-of-mirkwood")
def test_mountains_of_mirkwood_cost_an_encounter_and_reward_a_search(two: Tabletop) -> None:
    mountains = two.stage("mountains-of-mirkwood")
    two.on_top("east-bight-patrol")
    two.travel(mountains)
    assert two.kinds(two.s.staging) == ["east-bight-patrol"]
    wanted = two.player(0).deck[-5]
    two.run(place_on_location(two.s, mountains, 3), "respond", wanted, "none")
    assert two.player(0).hand == [wanted]
    assert two.player(1).hand == []


@pytest.mark.card("eyes-of-the-forest")
def test_eyes_of_the_forest_take_all_events(table: Tabletop) -> None:
    table.give(0, "feint")
    table.give(0, "hasty-stroke")
    guard = table.give(0, "guard-of-the-citadel")
    table.reveal("eyes-of-the-forest")
    assert table.player(0).hand == [guard]


@pytest.mark.card("caught-in-a-web")
def test_caught_in_a_web_holds_a_hero_of_the_highest_threat(two: Tabletop) -> None:
    two.player(1).threat = 30
    web = two.reveal("caught-in-a-web", "pass", "legolas")
    legolas = two.player(1).heroes[0]
    assert two[legolas].attachments == [web]
    two[legolas].exhausted = True
    two.step("refresh")
    assert two[legolas].exhausted
    two[legolas].resources = 2
    two.step("refresh", "free")
    assert not two[legolas].exhausted
    assert two[legolas].resources == 0


@pytest.mark.card("dol-guldur-orcs")
def test_dol_guldur_orcs_wound_a_questing_character(table: Tabletop) -> None:
    aragorn, gimli, _ = table.player(0).heroes
    table.commit(aragorn, gimli)
    table.reveal("dol-guldur-orcs", "gimli")
    assert [table[aragorn].damage, table[gimli].damage] == [0, 2]


@pytest.mark.card("dol-guldur-orcs")
@pytest.mark.parametrize(("defended", "bonus"), [(True, 1), (False, 3)])
def test_dol_guldur_orcs_shadow_adds_attack(table: Tabletop, defended: bool, bonus: int) -> None:
    spider = table.engaged(0, "forest-spider")
    attack_so_far = table.shadow("dol-guldur-orcs", spider, defender=table.player(0).heroes[0] if defended else -1)
    assert attack_so_far.bonus == bonus


@pytest.mark.card("east-bight-patrol")
@pytest.mark.parametrize(("defended", "threat"), [(True, 20), (False, 23)])
def test_east_bight_patrol_shadow_adds_attack_and_threat(table: Tabletop, defended: bool, threat: int) -> None:
    spider = table.engaged(0, "forest-spider")
    attack_so_far = table.shadow("east-bight-patrol", spider, defender=table.player(0).heroes[0] if defended else -1)
    assert attack_so_far.bonus == 1
    assert table.player(0).threat == threat


@pytest.mark.card("chieftan-ufthak")
def test_chieftan_ufthak_grows_with_every_attack(table: Tabletop) -> None:
    ufthak = table.engaged(0, "chieftan-ufthak")
    assert attack_strength(table.s, ufthak) == 3
    table.s.phase, table.s.queue, table.s.basic = "combat", [0], True
    table.step("enemy-attack")
    table.until("player-attack", "aragorn")
    assert table[ufthak].resources == 1
    assert attack_strength(table.s, ufthak) == 5


@pytest.mark.card("dol-guldur-beastmaster")
def test_dol_guldur_beastmaster_gets_a_second_shadow_card(table: Tabletop) -> None:
    master = table.engaged(0, "dol-guldur-beastmaster")
    table.on_top("king-spider", "forest-spider")
    table.step("combat")
    assert len(table[master].shadows) == 1
    table.run(begin_enemy_attack(table.s, master, 0))
    assert len(table[master].shadows) == 2


@pytest.mark.card("driven-by-shadow")
def test_driven_by_shadow_surges_into_an_empty_staging_area(table: Tabletop) -> None:
    table.on_top("great-forest-web")
    table.reveal("driven-by-shadow")
    assert table.kinds(table.s.staging) == ["great-forest-web"]
    assert staging_threat(table.s) == 2


@pytest.mark.card("driven-by-shadow")
def test_driven_by_shadow_adds_threat(table: Tabletop) -> None:
    table.stage("forest-spider")
    table.stage("great-forest-web")
    table.reveal("driven-by-shadow")
    assert staging_threat(table.s) == 6
    table.step("end-phase")
    assert staging_threat(table.s) == 4


@pytest.mark.card("driven-by-shadow")
def test_driven_by_shadow_strips_the_defender_or_the_player(table: Tabletop) -> None:
    aragorn, gimli, _ = table.player(0).heroes
    table.attach(aragorn, "steward-of-gondor")
    axe = table.attach(gimli, "dwarven-axe")
    table.attach(gimli, "citadel-plate")
    patrol = table.engaged(0, "east-bight-patrol")
    table.shadow("driven-by-shadow", patrol, axe, defender=gimli)
    assert table.kinds(table[gimli].attachments) == ["citadel-plate"]
    table[patrol].open_shadows.clear()
    table.shadow("driven-by-shadow", patrol)
    assert table[gimli].attachments == table[aragorn].attachments == []


@pytest.mark.card("the-necromancers-reach")
def test_the_necromancers_reach_hurts_the_exhausted(two: Tabletop) -> None:
    gimli, legolas = two.player(0).heroes[1], two.player(1).heroes[0]
    two[gimli].exhausted = two[legolas].exhausted = True
    two.reveal("the-necromancers-reach")
    assert [two[hero].damage for hero in (*two.player(0).heroes, *two.player(1).heroes)] == [0, 1, 0, 1, 0, 0]


@pytest.mark.card("necromancers-pass")
def test_necromancers_pass_costs_two_cards(table: Tabletop) -> None:
    narrow = table.stage("necromancers-pass")
    table.give(0, "feint")
    assert destinations(table.s) == []
    table.give(0, "hasty-stroke")
    assert destinations(table.s) == [narrow]
    table.travel(narrow)
    assert table.player(0).hand == []


@pytest.mark.card("enchanted-stream")
def test_enchanted_stream_stops_draws(table: Tabletop) -> None:
    table.activate("enchanted-stream")
    draw(table.s, 0, 2)
    assert table.player(0).hand == []


@pytest.mark.card("forest-spider")
def test_forest_spider_is_fiercer_in_the_round_it_engages(table: Tabletop) -> None:
    spider = table.stage("forest-spider")
    table.run(engage(table.s, spider, 0))
    assert attack_strength(table.s, spider) == 3
    table.step("end-phase")
    assert attack_strength(table.s, spider) == 3
    table.step("end-round")
    assert attack_strength(table.s, spider) == 2


@pytest.mark.card("forest-spider")
def test_forest_spider_shadow_takes_an_attachment(table: Tabletop) -> None:
    aragorn, gimli, _ = table.player(0).heroes
    axe, steward = table.attach(gimli, "dwarven-axe"), table.attach(aragorn, "steward-of-gondor")
    table.shadow("forest-spider", table.engaged(0, "east-bight-patrol"), axe)
    assert table[gimli].attachments == []
    assert table[aragorn].attachments == [steward]


@pytest.mark.card("black-forest-bats")
def test_black_forest_bats_scatter_the_questers(table: Tabletop) -> None:
    aragorn, gimli, _ = table.player(0).heroes
    table.commit(aragorn, gimli)
    table.reveal("black-forest-bats", "gimli")
    assert [table[aragorn].committed, table[gimli].committed] == [True, False]
    assert table[gimli].exhausted


@pytest.mark.card("old-forest-road")
def test_old_forest_road_readies_a_character_of_the_first_player(two: Tabletop) -> None:
    gimli = two.player(0).heroes[1]
    two[gimli].exhausted = True
    two.travel(two.stage("old-forest-road"), "respond")
    assert not two[gimli].exhausted


@pytest.mark.card("forest-gate")
def test_forest_gate_draws_for_the_first_player(two: Tabletop) -> None:
    two.s.first_player = 1
    two.travel(two.stage("forest-gate"), "respond")
    assert [len(two.player(seat).hand) for seat in (0, 1)] == [0, 2]


def test_a_shadow_card_without_effect_does_nothing(table: Tabletop) -> None:
    spider = table.engaged(0, "forest-spider")
    table[spider].shadows.append(table.free("enchanted-stream"))
    table.s.attacks.append(Attack(spider, 0, defenders=[table.player(0).heroes[0]]))
    table.run(resolve_shadows(table.s))
    table.run(enemy_damage(table.s))
    assert table.s.attacks[-1].blank_shadow
    assert table[table.player(0).heroes[0]].damage == 0


@pytest.mark.card("caught-in-a-web")
@pytest.mark.parametrize(("chosen", "hero"), [(0, "gimli"), (1, "legolas")])
def test_the_first_player_decides_whose_hero_a_web_catches_on_a_tie(two: Tabletop, chosen: int, hero: str) -> None:
    """Both have the highest threat, so the first player chooses who is caught, also himself (FAQ 1.03)."""
    two.s.first_player = 1
    assert two.player(0).threat == two.player(1).threat
    web = two.reveal("caught-in-a-web", "pass", chosen, hero)
    kinds = [decision.kind for decision in two.decisions]
    assert "caught" in kinds
    assert two.decisions[kinds.index("caught")].seat == 1
    (caught,) = [card for card, state in two.s.cards.items() if web in state.attachments]
    assert two.kinds([caught]) == [hero]
    assert two[caught].seat == chosen


def test_caught_in_a_web_twice_costs_twice(table: Tabletop) -> None:
    """Each web asks for two resources of the hero's own pool, and none of them is paid for alone (FAQ; p. 22)."""
    gimli = table.player(0).heroes[1]
    table.attach(gimli, "caught-in-a-web")
    table.attach(gimli, "caught-in-a-web")
    table[gimli].exhausted, table[gimli].resources = True, 3
    table.step("refresh")
    assert table[gimli].exhausted
    table[gimli].resources = 4
    table.step("refresh", "free")
    assert not table[gimli].exhausted
    assert table[gimli].resources == 0


def test_shadows_also_take_attachments_on_locations_and_enemies(table: Tabletop) -> None:
    """They are among those the player controls (p. 25)."""
    gimli = table.player(0).heroes[1]
    spider = table.engaged(0, "forest-spider")
    earth = table.attach(table.stage("old-forest-road"), "power-in-the-earth")
    table.shadow("forest-spider", spider, defender=gimli)
    assert earth in table.player(0).discard
    snare = table.attach(spider, "forest-snare")
    table.shadow("driven-by-shadow", spider)
    assert snare in table.player(0).discard
