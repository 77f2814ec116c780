"""The quest stages, and the way through the three scenarios."""

from contextlib import suppress

import pytest

from engine.core.state import MatchEnded
from engine.games.lotr.components.box import BY_ID, ENTRIES
from engine.games.lotr.rules.progress import check_quest, place_progress
from engine.games.lotr.steps.planning import playable
from tests.engine.games.lotr.tabletop import Refused, Tabletop

MIRKWOOD, ANDUIN, TOWER = "passage-through-mirkwood", "journey-down-the-anduin", "escape-from-dol-guldur"


def set_up(scenario: str, *heroes: list[str]) -> Tabletop:
    """The scenario after its setup, before side B of the first stage."""
    table = Tabletop(*heroes, scenario=scenario)
    table.s.quest_deck.insert(0, table.s.quest.pop())
    table.s.phase = "setup"
    return table


def won(table: Tabletop) -> bool:
    return table.s.outcome is not None and bool(table.s.outcome.winners)


@pytest.mark.card("flies-and-spiders")
def test_flies_and_spiders_sets_the_scene() -> None:
    table = set_up(MIRKWOOD)
    table.step("set-up-quest")
    assert table.kinds(table.s.staging) == ["forest-spider", "old-forest-road"]
    assert len(table.s.encounter_deck) == 34
    table.step("first-stage")
    assert table.kinds(table.s.quest) == ["flies-and-spiders"]


def test_excess_progress_is_lost_when_a_stage_is_defeated(table: Tabletop) -> None:
    table.run(place_progress(table.s, 20))
    assert table.kinds(table.s.quest) == ["a-fork-in-the-road"]
    assert table.s.progress == 0


@pytest.mark.card("a-fork-in-the-road")
def test_a_fork_in_the_road_leads_to_one_of_two_paths() -> None:
    stages = set()
    for seed in range(20):
        table = Tabletop()
        table.s.seed = bytes([seed] * 16)
        table.at_stage("a-fork-in-the-road")
        with suppress(Refused):  # one of the paths asks for a Spider
            table.run(place_progress(table.s, 2))
        assert table.s.quest_deck == []
        stages.add(ENTRIES[table.s.quest[0]].id)
    assert stages == {"dont-leave-the-path", "beorns-path"}


@pytest.mark.card("dont-leave-the-path")
def test_dont_leave_the_path_brings_a_spider_each_and_is_won_over_the_spawn(two: Tabletop) -> None:
    two.at_stage("a-fork-in-the-road")
    two.s.quest_deck = [card for card in two.s.quest_deck if ENTRIES[card].id == "dont-leave-the-path"]
    two.s.quest_deck.append(two.s.quest_deck[0])  # whichever is drawn, it is this path
    two.run(place_progress(two.s, 2), "ungoliants-spawn", "king-spider")
    assert two.kinds(two.s.staging) == ["ungoliants-spawn", "king-spider"]
    two.hurt(two.s.staging[1], 3)
    assert two.s.outcome is None
    with pytest.raises(MatchEnded):
        two.hurt(two.s.staging[0], 9)
    assert won(two)


@pytest.mark.card("beorns-path")
def test_beorns_path_waits_for_the_spawn(table: Tabletop) -> None:
    table.at_stage("beorns-path")
    spawn = table.stage("ungoliants-spawn")
    table.run(place_progress(table.s, 12))
    assert table.s.progress == 12
    with pytest.raises(MatchEnded):
        table.hurt(spawn, 9)
    assert won(table)


@pytest.mark.card("the-necromancers-tower")
def test_the_necromancers_tower_guards_objectives_and_takes_a_prisoner() -> None:
    table = set_up(TOWER, ["aragorn"], ["legolas"])
    table.step("set-up-quest")
    objectives = [card for card in table.s.staging if ENTRIES[card].type == "objective"]
    assert table.kinds(objectives) == ["gandalfs-map", "dungeon-torch", "shadow-key"]
    assert table.kinds(table.s.aside) == ["nazgul-of-dol-guldur"]
    table.step("first-stage")
    assert table.s.prisoner in (*table.player(0).heroes, *table.player(1).heroes)
    assert table[table.s.prisoner].facedown


def test_the_tower_needs_an_objective_and_allows_one_ally_a_round() -> None:
    table = Tabletop(["aragorn"], scenario=TOWER)
    table.rich()
    table.play(0, table.give(0, "snowbourn-scout"))
    table.give(0, "snowbourn-scout")
    assert playable(table.s, 0) == []
    table.run(place_progress(table.s, 9))
    assert table.kinds(table.s.quest) == ["the-necromancers-tower"]
    key = table.stage("shadow-key")
    table.use(0, key)
    assert table.kinds(table.s.quest) == ["through-the-caverns"]


@pytest.mark.card("through-the-caverns")
def test_through_the_caverns_needs_the_prisoner_and_all_objectives() -> None:
    table = Tabletop(["aragorn", "gimli"], scenario=TOWER)
    table.at_stage("through-the-caverns")
    aragorn, gimli = table.player(0).heroes
    table.s.prisoner, table[gimli].facedown = gimli, True
    for id in ("gandalfs-map", "dungeon-torch"):
        table.attach(aragorn, id)
    table.run(place_progress(table.s, 15), "pass")
    assert not table.s.rescued  # declining is allowed
    table.run(place_progress(table.s, 1), "respond")
    assert table.s.rescued
    table.use(0, table.stage("shadow-key"), "gimli")
    assert table.kinds(table.s.quest) == ["out-of-the-dungeons"]


@pytest.mark.card("out-of-the-dungeons")
def test_out_of_the_dungeons_meets_guards_and_is_barred_by_the_nazgul() -> None:
    table = Tabletop(["aragorn"], scenario=TOWER)
    table.at_stage("out-of-the-dungeons")
    nazgul = table.stage("nazgul-of-dol-guldur")
    table.step("quest")
    assert table.kinds(table.player(0).engaged) == ["orc-guard"]
    table.run(place_progress(table.s, 7))
    assert table.s.outcome is None
    with pytest.raises(MatchEnded):
        table.hurt(nazgul, 9)
    assert won(table)


@pytest.mark.card("to-the-river")
def test_to_the_river_reveals_a_card_each_and_brings_a_troll() -> None:
    table = set_up(ANDUIN, ["aragorn"], ["legolas"])
    table.on_top("banks-of-the-anduin", "misty-mountain-goblins")
    table.step("set-up-quest")
    assert table.kinds(table.s.staging) == ["banks-of-the-anduin", "misty-mountain-goblins"]
    table.step("first-stage")
    assert table.kinds(table.s.staging)[2:] == ["hill-troll"]


@pytest.mark.card("to-the-river")
def test_to_the_river_keeps_to_one_troll() -> None:
    table = set_up(ANDUIN, ["aragorn"])
    table.on_top("hill-troll")
    table.step("set-up-quest")
    table.step("first-stage")
    assert table.kinds(table.s.staging) == ["hill-troll"]
    table.run(place_progress(table.s, 8))
    assert table.kinds(table.s.quest) == ["to-the-river"]
    table.hurt(table.s.staging[0], 9)
    assert table.kinds(table.s.quest) == ["anduin-passage"]


@pytest.mark.card("anduin-passage")
def test_anduin_passage_reveals_more_and_checks_nothing() -> None:
    table = Tabletop(["aragorn"], scenario=ANDUIN)
    table.at_stage("anduin-passage")
    table.step("staging")
    assert table.s.to_reveal == 2
    table.player(0).threat = 49
    goblins = table.stage("misty-mountain-goblins")
    table.s.phase, table.s.queue = "encounter", [0]
    table.step("engage", "decline")
    table.until("end-phase")
    assert goblins in table.s.staging


@pytest.mark.card("anduin-passage", "quick-strike")
def test_anduin_passage_holds_as_soon_as_it_is_reached() -> None:
    """Its constant effect also stops the checks of a phase that began at the stage before (p. 16, 23)."""
    table = Tabletop(["gimli"], scenario=ANDUIN)
    table.rich()
    table.player(0).threat = 49
    table.s.progress = 8
    troll = table.engaged(0, "hill-troll")
    table[troll].damage = 8
    table.attach(table.player(0).heroes[0], "dwarven-axe")
    goblins = table.stage("misty-mountain-goblins")
    table.give(0, "quick-strike")
    table.step("encounter")
    table.until("end-phase", "decline", "quick-strike")
    assert table.kinds(table.s.quest) == ["anduin-passage"]
    assert table.s.staging == [goblins]


@pytest.mark.card("ambush-on-the-shore")
def test_ambush_on_the_shore_is_won_without_enemies() -> None:
    table = Tabletop(["aragorn"], scenario=ANDUIN)
    table.at_stage("anduin-passage")
    table.on_top("wargs", "gladden-fields")
    table.run(place_progress(table.s, 16))
    assert table.kinds(table.s.quest) == ["ambush-on-the-shore"]
    assert table.kinds(table.s.staging) == ["wargs", "gladden-fields"]
    table.step("staging")
    assert table.s.step == "resolve-quest", "the staging step is skipped"
    with pytest.raises(MatchEnded):
        table.hurt(table.s.staging[0], 3)
    assert won(table)


@pytest.mark.card("ambush-on-the-shore")
def test_ambush_reveals_as_many_cards_as_there_were_players_when_it_was_sprung() -> None:
    """A player whom the first of them eliminates makes them no fewer, as in the staging step (p. 14, 22)."""
    table = Tabletop(["aragorn"], ["legolas"], scenario=ANDUIN)
    table.at_stage("anduin-passage")
    table.player(1).threat = 49
    table.on_top("pursued-by-shadow", "wargs", "gladden-fields", "hill-troll")
    table.run(place_progress(table.s, 16))
    assert table.player(1).eliminated
    assert table.kinds(table.s.staging) == ["wargs", "gladden-fields", "hill-troll"]


def test_ambush_without_enemies_is_won_at_once() -> None:
    table = Tabletop(["aragorn"], scenario=ANDUIN)
    table.at_stage("anduin-passage")
    table.on_top("banks-of-the-anduin", "gladden-fields")
    with pytest.raises(MatchEnded):
        table.run(place_progress(table.s, 16))
    assert won(table)


def test_a_stage_without_quest_points_is_not_defeated_by_progress(table: Tabletop) -> None:
    table.at_stage("dont-leave-the-path")
    assert BY_ID["dont-leave-the-path"].quest_points == 0
    table.run(place_progress(table.s, 30))
    table.run(check_quest(table.s))
    assert table.kinds(table.s.quest) == ["dont-leave-the-path"]
