"""Every plot, starting quest and advanced quest (p. 13, p. 25)."""

from typing import Any

import pytest

from engine.games.meq.components import CARDS, CHARACTER, HEROES, MINION, PLOTS, QUESTS, ids
from engine.games.meq.fights import engage
from engine.games.meq.map import IDS, LOC
from engine.games.meq.sauron import activate, plot_places
from engine.games.meq.steps.explore import complete, explore_options
from engine.games.meq.steps.setup import begin_plot
from tests.engine.games.meq.desk import Desk


def desk_with(key: str) -> tuple[Desk, int]:
    """Sauron holds a plot and has influence enough in the pool."""
    desk = Desk("beravor")
    desk.s.story, desk.s.stage_reached = [13, 0, 0, 0], 3
    card = desk.take(desk.s.plot_deck, key)
    desk.s.plot_hand.append(card)
    desk.s.pool = PLOTS[card].influence
    return desk, card


def places(desk: Desk, card: int) -> set[str]:
    return {IDS[i] for i in plot_places(desk.s, card)}


def saruman(desk: Desk) -> None:
    desk.s.plots.append(desk.take(desk.s.plot_deck, "saruman_falls_to_corruption"))
    desk.s.plot_places.append(LOC["isengard"])


@pytest.mark.parametrize(
    ("key", "affects"),
    [
        ("gollum_is_captured", {"sea_of_udun"}),
        ("saruman_falls_to_corruption", {"isengard"}),
        ("denethor_falls_into_madness", {"minas_tirith"}),
        ("gollum_is_tortured", {"barad_dur"}),
    ],
)
def test_plots_that_only_ask_for_influence(key: str, affects: set[str]) -> None:
    desk, card = desk_with(key)
    assert places(desk, card) == affects
    desk.s.pool -= 1
    assert places(desk, card) == set()


def test_a_dark_messenger_needs_a_minion_in_erebor() -> None:
    desk, card = desk_with("a_dark_messenger")
    assert not places(desk, card)
    desk.s.minions[MINION["gothmog"]] = LOC["erebor"]
    assert places(desk, card) == {"erebor"}


def test_osgiliath_needs_a_monster() -> None:
    desk, card = desk_with("osgiliath_invaded")
    assert not places(desk, card)
    desk.token("orc", "osgiliath")
    assert places(desk, card) == {"osgiliath"}


def test_wormtongue_needs_influence_or_saruman() -> None:
    desk, card = desk_with("wormtongue_taints_theoden")
    assert not places(desk, card)
    desk.influence(helms_deep=3, dunharrow=3)
    assert places(desk, card) == {"edoras"}
    desk, card = desk_with("wormtongue_taints_theoden")
    saruman(desk)
    assert places(desk, card) == {"edoras"}


def test_orcs_need_eight_influence() -> None:
    desk, card = desk_with("orcs_in_the_mountains")
    desk.influence(mount_gundabad=3, the_high_pass=2, the_northern_waste=2)
    assert not places(desk, card)
    desk.influence(ruins_of_angmar=1)
    assert places(desk, card) == {"mount_gundabad"}


def test_a_broken_line_needs_a_haven_surrounded() -> None:
    desk, card = desk_with("a_broken_line_of_kings")
    assert not places(desk, card)
    desk.influence(osgiliath=3, pelargir=3)
    assert places(desk, card) == {"minas_tirith"}
    desk.s.plots, desk.s.plot_places = [desk.take(desk.s.plot_deck, "loss_of_an_heir")], [LOC["minas_tirith"]]
    assert not places(desk, card), "no second plot marker there"


def test_smeagol_brings_a_gollum_plot() -> None:
    desk, card = desk_with("smeagol_escapes")
    assert not places(desk, card)
    desk.token("orc", "the_forest_road")
    assert places(desk, card) == {"woodland_realm"}
    captured = next(one for one in desk.s.plot_deck if CARDS[one].key == "gollum_is_captured")
    changed = desk.changes(activate(desk.s, card, LOC["woodland_realm"]), ("take", captured))
    assert changed == {"plots": 1}, "one out of hand, one into it"
    assert desk.s.plot_hand == [captured]
    assert captured not in desk.s.known[1], "it may as well be the other one"


@pytest.mark.parametrize("other", ["plots", "plot_discard"])
def test_a_plot_that_can_only_be_one_is_known(other: str) -> None:
    """The heroes can name a card from the deck when no other it could be is hidden, or when it lay open."""
    desk, card = desk_with("smeagol_escapes")
    tortured = desk.take(desk.s.plot_deck, "gollum_is_tortured")
    getattr(desk.s, other).append(tortured)
    if other == "plots":
        desk.s.plot_places.append(LOC["barad_dur"])
    captured = next(one for one in desk.s.plot_deck if CARDS[one].key == "gollum_is_captured")
    taken = captured if other == "plots" else tortured
    desk.run(activate(desk.s, card, LOC["woodland_realm"]), *([("take", taken)] if other == "plot_discard" else []))
    assert desk.s.plot_hand == [taken]
    assert taken in desk.s.known[1]


def test_smeagol_shuffles_the_deck_in_any_case() -> None:
    desk, card = desk_with("smeagol_escapes")
    for key in ("gollum_is_captured", "gollum_is_tortured"):
        desk.s.plot_hand.append(desk.take(desk.s.plot_deck, key))
    desk.s.known_bottom = 2
    desk.run(activate(desk.s, card, LOC["woodland_realm"]))
    assert desk.s.known_bottom == 0


def test_loss_of_an_heir_needs_an_enemy_near() -> None:
    desk, card = desk_with("loss_of_an_heir")
    assert not places(desk, card)
    desk.s.minions[MINION["black_serpent"]] = LOC["osgiliath"]
    assert places(desk, card) == {"minas_tirith"}
    desk.token("orc", "edoras")
    assert places(desk, card) == {"edoras", "minas_tirith"}


def test_a_promise_of_rings_needs_a_character_and_an_enemy() -> None:
    desk, card = desk_with("a_promise_of_rings")
    desk.s.characters[CHARACTER["dain"]] = LOC["erebor"]
    assert not places(desk, card)
    desk.s.minions[MINION["gothmog"]] = LOC["erebor"]
    assert places(desk, card) == {"erebor"}


def test_the_uruk_hai_need_isengard() -> None:
    desk, card = desk_with("rise_of_the_uruk_hai")
    assert not places(desk, card)
    desk.influence(isengard=3)
    assert places(desk, card) == {"isengard"}


def test_urgent_summons_call_characters_away() -> None:
    desk, card = desk_with("urgent_summons")
    assert not places(desk, card)
    for who in ("dain", "gandalf"):
        desk.s.characters[CHARACTER[who]] = LOC["erebor"]
    assert places(desk, card) == {"erebor"}
    assert desk.changes(activate(desk.s, card, LOC["erebor"])) == {"plots": 1, "plot_hand": -1, "characters": -2}


def test_one_gollum_at_a_time() -> None:
    desk, card = desk_with("gollum_is_tortured")
    captured = desk.take(desk.s.plot_deck, "gollum_is_captured")
    desk.s.plots, desk.s.plot_places = [captured], [LOC["sea_of_udun"]]
    desk.run(activate(desk.s, card, LOC["barad_dur"]))
    assert desk.s.plots == [card]
    assert desk.s.plot_places == [LOC["barad_dur"]]
    assert desk.s.plot_discard == [captured]


def test_three_plots_fill_the_track() -> None:
    desk, card = desk_with("gollum_is_captured")
    for key in ("osgiliath_invaded", "a_dark_messenger", "loss_of_an_heir"):
        desk.s.plots.append(desk.take(desk.s.plot_deck, key))
        desk.s.plot_places.append(0)
    assert not places(desk, card)
    desk.s.step = "plot"
    desk.step(("scrap", desk.s.plots[0]))
    assert len(desk.s.plots) == 2
    assert places(desk, card)


def test_the_plot_step_plays_one() -> None:
    desk, card = desk_with("gollum_is_captured")
    desk.s.step = "plot"
    desk.step(("play", card))
    assert desk.s.plots == [card]
    assert desk.s.step == "event"


@pytest.mark.parametrize(
    ("key", "strongholds", "extension", "pool", "shadows"),
    [
        ("sauron_hunts_for_the_ring", 2, 7, 1, 1),
        ("monsters_in_the_east", 2, 9, 0, 1),
        ("saruman_hungry_for_power", 3, 3, 2, 2),
    ],
)
def test_starting_plots(key: str, strongholds: int, extension: int, pool: int, shadows: int) -> None:
    desk = Desk("beravor")
    card = ids("starting plot", key)[0]
    begin_plot(desk.s, card)
    assert desk.s.plots == [card]
    assert sum(desk.s.influence) == 3 * strongholds
    assert desk.s.pool == pool
    desk.s.step = "sauron_setup"
    desk.steps("sauron_cards", *[("place",)] * extension)
    assert sum(desk.s.influence) == 3 * strongholds + extension
    desk.step()
    assert len(desk.s.shadow_hand) == shadows
    assert len(desk.s.plot_hand) == 2
    assert desk.s.step == "missions"
    desk.whole()


def test_every_plot_is_tested() -> None:
    here = "gollum_is_captured saruman_falls_to_corruption denethor_falls_into_madness gollum_is_tortured "
    here += "a_dark_messenger osgiliath_invaded wormtongue_taints_theoden orcs_in_the_mountains a_broken_line_of_kings "
    here += "smeagol_escapes loss_of_an_heir a_promise_of_rings rise_of_the_uruk_hai urgent_summons "
    here += "sauron_hunts_for_the_ring monsters_in_the_east saruman_hungry_for_power"
    assert set(here.split()) == {card.key for card in PLOTS.values()}


# -- quests


def on_quest(key: str) -> tuple[Desk, int]:
    """The hero of a quest, with that quest, at its place, and some of everything."""
    card = ids("quest", key)[0]
    quest = QUESTS[card]
    desk = Desk(quest.hero)
    hero = desk.hero
    s = desk.s
    s.box += hero.quests
    if quest.advanced:
        s.box += hero.sealed
        hero.sealed = []
    s.box.remove(card)
    hero.quests = [card]
    hero.place = quest.place
    hero.rest = [hero.life.pop() for _ in range(5)]
    hero.favor, s.pool = 0, 4
    s.shadow_hand = [s.shadow_deck.pop() for _ in range(2)]
    s.plot_hand = [s.plot_deck.pop() for _ in range(2)]
    return desk, card


def test_sauron_cannot_pay_for_sorcery_from_an_empty_pool() -> None:
    """Hill of Sorcery: with no influence in the Shadow Pool a plot card goes, with neither nothing."""
    desk, card = on_quest("hill_of_sorcery")
    desk.s.pool = 0
    assert desk.changes(complete(desk.s, 0, card), 0) == {"favor": 2, "quests": -1, "plot_hand": -1}
    assert [len(one.options) for one in desk.asked if one.kind == "choose"] == [2, 1]
    desk, card = on_quest("hill_of_sorcery")
    desk.s.pool = 0
    desk.s.plot_deck += desk.s.plot_hand
    desk.s.plot_hand = []
    assert desk.changes(complete(desk.s, 0, card), 0) == {"favor": 2, "quests": -1}


REWARDS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("they_have_become_queer_and_wild", (), {"favor": 2, "hand": 1, "characters": 1}),
    ("the_forest_must_provide_no_refuge", (), {"hand": 1}),
    ("echoes_of_bolgs_army", (0,), {"favor": 2, "shadow_hand": -1}),
    ("echoes_of_bolgs_army", (1,), {"levels": [1, 0, 0, 0], "shadow_hand": -1}),
    ("guarding_the_dimrill_stair", (), {"favor": 2, "hand": 1, "characters": 1}),
    ("spies_in_mithlond", (), {"items": ["boat"], "hand": 1}),
    ("bones_of_a_darkness_past", (), {"favor": 2, "levels": [0, 0, 1, 0]}),
    ("where_the_stars_are_strange", (), {"favor": 1, "levels": [0, 1, 0, 0], "hand": 1, "characters": 1}),
    ("an_appeal_to_golasgil", (), {"favor": 2, "hand": 1, "characters": 1, "life": 5, "rest": -5}),
    ("hidden_in_the_ash_mountains", (1,), {"favor": 1, "levels": [0, 0, 1, 0], "pool": -1}),
    ("drive_back_the_evil_men", (), {"favor": 2, "characters": 1}),
    ("a_message_to_the_white_wizard", (), {"favor": 1, "hand": 1}),
    ("hill_of_sorcery", (0, 0), {"favor": 2, "plot_hand": -1}),
    ("hill_of_sorcery", (1, 1), {"levels": [0, 0, 1, 0], "pool": -2}),
    ("the_ered_luin", (), {"favor": 3, "characters": 1, "life": 5, "rest": -5}),
    ("a_new_threat", (), {"hand": 1}),
    ("to_look_into_the_mirrormere", (1,), {"levels": [0, 0, 0, 1]}),
]


@pytest.mark.parametrize(("key", "answers", "changed"), REWARDS, ids=[f"{c[0]}-{n}" for n, c in enumerate(REWARDS)])
def test_quest_reward(key: str, answers: tuple[Any, ...], changed: dict[str, Any]) -> None:
    desk, card = on_quest(key)
    advanced = QUESTS[card].advanced
    if not QUESTS[card].monster:
        assert ("quest", card) in explore_options(desk.s, 0)
    got = desk.changes(complete(desk.s, 0, card), *answers)
    assert got == (changed | {"quests": -1} if advanced else changed), "a starting quest makes way for the advanced one"
    assert desk.hero.completed == 1
    assert [QUESTS[one].advanced for one in desk.hero.quests] == ([] if advanced else [True])


def test_every_quest_is_tested() -> None:
    assert {case[0] for case in REWARDS} == {card.key for card in QUESTS.values()}


@pytest.mark.parametrize("key", [card.key for card in QUESTS.values() if card.monster])
def test_a_fight_takes_the_place_of_the_encounter(key: str) -> None:
    desk, card = on_quest(key)
    desk.s.step = "encounter"
    desk.step()
    assert desk.s.combat.enemy == QUESTS[card].monster
    assert ("quest", card) not in explore_options(desk.s, 0)
    desk.s.combat.damage = 99
    desk.s.step = "resolution"
    desk.step()
    assert desk.hero.completed == 1
    assert desk.s.step == "turn_end"


def test_a_lost_quest_fight_completes_nothing() -> None:
    desk, _ = on_quest("a_new_threat")
    desk.s.step = "encounter"
    desk.step()
    desk.s.step = "resolution"
    desk.step()
    assert desk.hero.completed == 0


def test_fighting_the_black_serpent_completes_eleanors_quest() -> None:
    desk, card = on_quest("where_the_stars_are_strange")
    desk.at("osgiliath")
    desk.s.minions[MINION["black_serpent"]] = LOC["osgiliath"]
    engage(desk.s, 0, "black_serpent", "ambush")
    desk.s.step = "resolution"
    desk.step()
    assert card in desk.s.box


@pytest.mark.parametrize("who", HEROES)
def test_each_hero_has_two_starting_quests_and_an_advanced_one(who: str) -> None:
    mine = [quest for quest in QUESTS.values() if quest.hero == who]
    assert sorted(quest.advanced for quest in mine) == [False, False, True]
