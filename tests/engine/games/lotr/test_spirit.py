"""The Spirit sphere, each card played."""

import pytest

from engine.games.lotr.rules.attacks import resolve_shadows
from engine.games.lotr.rules.stats import attack_strength, threat_strength, willpower_strength
from engine.games.lotr.state import Attack
from tests.engine.games.lotr.tabletop import Refused, Tabletop


@pytest.mark.card("wandering-took")
def test_wandering_took_wanders_with_threat(two: Tabletop) -> None:
    took = two.ally(0, "wandering-took")
    two.use(0, took)
    assert two.player(1).allies == [took]
    assert [two.player(seat).threat for seat in (0, 1)] == [17, 23]
    with pytest.raises(Refused):
        two.use(1, took)


@pytest.mark.card("lorien-guide")
def test_lorien_guide_leads_through_the_active_location(table: Tabletop) -> None:
    guide = table.ally(0, "lorien-guide")
    road = table.activate("old-forest-road")
    table.s.queue = [0]
    table.step("commit", guide, "done", "respond")
    assert table[road].progress == 1


@pytest.mark.card("northern-tracker")
def test_northern_tracker_explores_the_staging_area(table: Tabletop) -> None:
    tracker = table.ally(0, "northern-tracker")
    web, road = table.stage("great-forest-web"), table.stage("old-forest-road")
    table[web].progress = 1
    table.s.queue = [0]
    table.step("commit", tracker, "done", "respond")
    assert web in table.s.encounter_discard
    assert table[road].progress == 1


@pytest.mark.card("the-galadhrims-greeting")
def test_galadhrims_greeting_helps_one_or_all(two: Tabletop) -> None:
    two.rich()
    two.play(0, two.give(0, "the-galadhrims-greeting"), 1)
    assert [two.player(seat).threat for seat in (0, 1)] == [20, 14]
    two.rich()
    two.play(0, two.give(0, "the-galadhrims-greeting"), "each")
    assert [two.player(seat).threat for seat in (0, 1)] == [18, 12]


@pytest.mark.card("strength-of-will")
def test_strength_of_will_makes_progress_on_arrival(table: Tabletop) -> None:
    eowyn = table.player(0).heroes[2]
    table.give(0, "strength-of-will")
    gate = table.stage("forest-gate")
    table.travel(gate, "strength-of-will", "pass")
    assert table[gate].progress == 2
    assert table[eowyn].exhausted


@pytest.mark.card("hasty-stroke")
def test_hasty_stroke_cancels_a_shadow(table: Tabletop) -> None:
    table.rich()
    stroke = table.give(0, "hasty-stroke")
    spider = table.engaged(0, "forest-spider")
    table[spider].shadows.append(table.free("dol-guldur-orcs"))
    table.s.attacks.append(Attack(spider, 0))
    table.run(resolve_shadows(table.s), "respond")
    assert table.s.attacks[-1].bonus == 0
    assert stroke in table.player(0).discard


@pytest.mark.card("will-of-the-west")
def test_will_of_the_west_restores_a_deck_and_is_gone(two: Tabletop) -> None:
    two.rich()
    fallen = two.discarded(1, "theodred")
    spent = two.discarded(1, "feint")
    will = two.give(0, "will-of-the-west")
    two.play(0, will)
    assert spent in two.player(1).deck
    assert two.player(1).discard == [fallen]
    assert two.s.removed == [will]


@pytest.mark.card("a-test-of-will")
def test_a_test_of_will_cancels_what_is_revealed(table: Tabletop) -> None:
    table.rich()
    table.give(0, "a-test-of-will")
    spider = table.reveal("king-spider", "respond")
    assert spider in table.s.staging
    assert not any(table[hero].exhausted for hero in table.player(0).heroes)


def test_a_test_of_will_has_nothing_to_say_to_plain_enemies(table: Tabletop) -> None:
    table.rich()
    table.give(0, "a-test-of-will")
    table.reveal("east-bight-patrol")
    assert not table.decisions


@pytest.mark.card("stand-and-fight")
def test_stand_and_fight_pays_the_allys_cost(two: Tabletop) -> None:
    eowyn = two.player(0).heroes[2]
    two.rich(eowyn, amount=3)
    archer, beorn = two.discarded(1, "horseback-archer"), two.discarded(1, "beorn")
    two.play(0, two.give(0, "stand-and-fight"))
    assert two.player(0).allies == [archer]
    assert two[eowyn].resources == 0
    assert two.player(1).discard == [beorn]


def test_stand_and_fight_does_not_bring_gandalf_back(table: Tabletop) -> None:
    """A neutral ally belongs to no sphere of influence."""
    table.rich()
    table.discarded(0, "gandalf")
    with pytest.raises(Refused):
        table.play(0, table.give(0, "stand-and-fight"))


@pytest.mark.card("a-light-in-the-dark")
def test_a_light_in_the_dark_sends_an_enemy_back(table: Tabletop) -> None:
    table.rich()
    spider = table.engaged(0, "forest-spider")
    table[spider].damage = 1
    table.play(0, table.give(0, "a-light-in-the-dark"))
    assert table.s.staging == [spider]
    assert table[spider].damage == 1


@pytest.mark.card("dwarven-tomb")
def test_dwarven_tomb_returns_a_spirit_card(table: Tabletop) -> None:
    table.rich()
    stroke = table.discarded(0, "hasty-stroke")
    table.discarded(0, "feint")
    table.discarded(0, "dunhere")
    table.play(0, table.give(0, "dwarven-tomb"))
    assert table.player(0).hand == [stroke]


@pytest.mark.card("fortune-or-fate")
def test_fortune_or_fate_brings_a_hero_back(two: Tabletop) -> None:
    two.rich()
    hero = two.discarded(1, "theodred")
    two.play(0, two.give(0, "fortune-or-fate"))
    assert hero in two.player(1).heroes
    assert two[hero].seat == 1


@pytest.mark.card("the-favor-of-the-lady")
def test_the_favor_of_the_lady_adds_willpower(table: Tabletop) -> None:
    table.rich()
    eowyn = table.player(0).heroes[2]
    table.play(0, table.give(0, "the-favor-of-the-lady"), eowyn)
    table.play(0, table.give(0, "the-favor-of-the-lady"), eowyn)
    assert willpower_strength(table.s, eowyn) == 6


@pytest.mark.card("power-in-the-earth")
def test_power_in_the_earth_calms_a_location(table: Tabletop) -> None:
    table.rich()
    road = table.stage("old-forest-road")
    table.play(0, table.give(0, "power-in-the-earth"))
    assert threat_strength(table.s, road) == 0
    table.attach(road, "power-in-the-earth")
    assert threat_strength(table.s, road) == 0  # never below zero


@pytest.mark.card("unexpected-courage")
def test_unexpected_courage_readies_its_hero(table: Tabletop) -> None:
    aragorn = table.player(0).heroes[0]
    courage = table.attach(aragorn, "unexpected-courage")
    with pytest.raises(Refused):
        table.use(0, courage)
    table[aragorn].exhausted = True
    table.use(0, courage)
    assert not table[aragorn].exhausted
    assert table[courage].exhausted
    assert attack_strength(table.s, aragorn) == 3
