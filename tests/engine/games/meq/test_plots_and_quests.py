"""Every plot, starting quest and advanced quest (p. 13, p. 25)."""

from typing import Any

import pytest

from engine.games.meq.components.box import CHARACTER, ENTRIES, HEROES, MINION, PLOTS, QUESTS, ids
from engine.games.meq.layout import IDS, LOC
from engine.games.meq.rules.fights import engage
from engine.games.meq.rules.knowledge import known_to
from engine.games.meq.rules.plots import activate, plot_places
from engine.games.meq.rules.quests import complete_quest
from engine.games.meq.steps.explore import explore_options
from engine.games.meq.steps.setup import begin_plot
from tests.engine.games.meq.tabletop import Tabletop


def tabletop_with(key: str) -> tuple[Tabletop, int]:
    """Sauron holds a plot and has influence enough in the pool."""
    tabletop = Tabletop("beravor")
    tabletop.s.story, tabletop.s.stage_reached = [13, 0, 0, 0], 3
    card = tabletop.take(tabletop.s.plot_deck, key)
    tabletop.s.plot_hand.append(card)
    tabletop.s.pool = PLOTS[card].influence
    return tabletop, card


def places(tabletop: Tabletop, card: int) -> set[str]:
    return {IDS[i] for i in plot_places(tabletop.s, card)}


def saruman(tabletop: Tabletop) -> None:
    tabletop.s.plots.append(tabletop.take(tabletop.s.plot_deck, "saruman-falls-to-corruption"))
    tabletop.s.plot_places.append(LOC["isengard"])


@pytest.mark.parametrize(
    ("key", "affects"),
    [
        ("gollum-is-captured", {"sea-of-udun"}),
        ("saruman-falls-to-corruption", {"isengard"}),
        ("denethor-falls-into-madness", {"minas-tirith"}),
        ("gollum-is-tortured", {"barad-dur"}),
    ],
)
def test_plots_that_only_ask_for_influence(key: str, affects: set[str]) -> None:
    tabletop, card = tabletop_with(key)
    assert places(tabletop, card) == affects
    tabletop.s.pool -= 1
    assert places(tabletop, card) == set()


def test_a_dark_messenger_needs_a_minion_in_erebor() -> None:
    tabletop, card = tabletop_with("a-dark-messenger")
    assert not places(tabletop, card)
    tabletop.s.minions[MINION["gothmog"]] = LOC["erebor"]
    assert places(tabletop, card) == {"erebor"}


def test_osgiliath_needs_a_monster() -> None:
    tabletop, card = tabletop_with("osgiliath-invaded")
    assert not places(tabletop, card)
    tabletop.token("orc", "osgiliath")
    assert places(tabletop, card) == {"osgiliath"}


def test_wormtongue_needs_influence_or_saruman() -> None:
    tabletop, card = tabletop_with("wormtongue-taints-theoden")
    assert not places(tabletop, card)
    tabletop.influence(helms_deep=3, dunharrow=3)
    assert places(tabletop, card) == {"edoras"}
    tabletop, card = tabletop_with("wormtongue-taints-theoden")
    saruman(tabletop)
    assert places(tabletop, card) == {"edoras"}


def test_orcs_need_eight_influence() -> None:
    tabletop, card = tabletop_with("orcs-in-the-mountains")
    tabletop.influence(mount_gundabad=3, the_high_pass=2, the_northern_waste=2)
    assert not places(tabletop, card)
    tabletop.influence(ruins_of_angmar=1)
    assert places(tabletop, card) == {"mount-gundabad"}


def test_a_broken_line_needs_a_haven_surrounded() -> None:
    tabletop, card = tabletop_with("a-broken-line-of-kings")
    assert not places(tabletop, card)
    tabletop.influence(osgiliath=3, pelargir=3)
    assert places(tabletop, card) == {"minas-tirith"}
    tabletop.s.plots, tabletop.s.plot_places = (
        [tabletop.take(tabletop.s.plot_deck, "loss-of-an-heir")],
        [LOC["minas-tirith"]],
    )
    assert not places(tabletop, card), "no second plot marker there"


def test_smeagol_brings_a_gollum_plot() -> None:
    tabletop, card = tabletop_with("smeagol-escapes")
    assert not places(tabletop, card)
    tabletop.token("orc", "the-forest-road")
    assert places(tabletop, card) == {"woodland-realm"}
    captured = next(one for one in tabletop.s.plot_deck if ENTRIES[one].key == "gollum-is-captured")
    changed = tabletop.changes(activate(tabletop.s, card, LOC["woodland-realm"]), ("take", captured))
    assert changed == {"plots": 1}, "one out of hand, one into it"
    assert tabletop.s.plot_hand == [captured]
    assert captured not in known_to(tabletop.s, 1), "it may as well be the other one"


@pytest.mark.parametrize("other", ["plots", "plot_discard"])
def test_a_plot_that_can_only_be_one_is_known(other: str) -> None:
    """The heroes can name a card from the deck when no other it could be is hidden, or when it lay open."""
    tabletop, card = tabletop_with("smeagol-escapes")
    tortured = tabletop.take(tabletop.s.plot_deck, "gollum-is-tortured")
    getattr(tabletop.s, other).append(tortured)
    if other == "plots":
        tabletop.s.plot_places.append(LOC["barad-dur"])
    captured = next(one for one in tabletop.s.plot_deck if ENTRIES[one].key == "gollum-is-captured")
    taken = captured if other == "plots" else tortured
    tabletop.run(
        activate(tabletop.s, card, LOC["woodland-realm"]), *([("take", taken)] if other == "plot_discard" else [])
    )
    assert tabletop.s.plot_hand == [taken]
    assert taken in known_to(tabletop.s, 1)


def test_smeagol_shuffles_the_deck_in_any_case() -> None:
    tabletop, card = tabletop_with("smeagol-escapes")
    for key in ("gollum-is-captured", "gollum-is-tortured"):
        tabletop.s.plot_hand.append(tabletop.take(tabletop.s.plot_deck, key))
    tabletop.s.known_bottom = 2
    tabletop.run(activate(tabletop.s, card, LOC["woodland-realm"]))
    assert tabletop.s.known_bottom == 0


def test_loss_of_an_heir_needs_an_enemy_near() -> None:
    tabletop, card = tabletop_with("loss-of-an-heir")
    assert not places(tabletop, card)
    tabletop.s.minions[MINION["black-serpent"]] = LOC["osgiliath"]
    assert places(tabletop, card) == {"minas-tirith"}
    tabletop.token("orc", "edoras")
    assert places(tabletop, card) == {"edoras", "minas-tirith"}


def test_a_promise_of_rings_needs_a_character_and_an_enemy() -> None:
    tabletop, card = tabletop_with("a-promise-of-rings")
    tabletop.s.characters[CHARACTER["dain"]] = LOC["erebor"]
    assert not places(tabletop, card)
    tabletop.s.minions[MINION["gothmog"]] = LOC["erebor"]
    assert places(tabletop, card) == {"erebor"}


def test_the_uruk_hai_need_isengard() -> None:
    tabletop, card = tabletop_with("rise-of-the-uruk-hai")
    assert not places(tabletop, card)
    tabletop.influence(isengard=3)
    assert places(tabletop, card) == {"isengard"}


def test_urgent_summons_call_characters_away() -> None:
    tabletop, card = tabletop_with("urgent-summons")
    assert not places(tabletop, card)
    for who in ("dain", "gandalf"):
        tabletop.s.characters[CHARACTER[who]] = LOC["erebor"]
    assert places(tabletop, card) == {"erebor"}
    assert tabletop.changes(activate(tabletop.s, card, LOC["erebor"])) == {
        "plots": 1,
        "plot_hand": -1,
        "characters": -2,
    }


def test_one_gollum_at_a_time() -> None:
    tabletop, card = tabletop_with("gollum-is-tortured")
    captured = tabletop.take(tabletop.s.plot_deck, "gollum-is-captured")
    tabletop.s.plots, tabletop.s.plot_places = [captured], [LOC["sea-of-udun"]]
    tabletop.run(activate(tabletop.s, card, LOC["barad-dur"]))
    assert tabletop.s.plots == [card]
    assert tabletop.s.plot_places == [LOC["barad-dur"]]
    assert tabletop.s.plot_discard == [captured]


def test_three_plots_fill_the_track() -> None:
    tabletop, card = tabletop_with("gollum-is-captured")
    for key in ("osgiliath-invaded", "a-dark-messenger", "loss-of-an-heir"):
        tabletop.s.plots.append(tabletop.take(tabletop.s.plot_deck, key))
        tabletop.s.plot_places.append(0)
    assert not places(tabletop, card)
    tabletop.s.step = "plot"
    tabletop.step(("scrap", tabletop.s.plots[0]))
    assert len(tabletop.s.plots) == 2
    assert places(tabletop, card)


def test_the_plot_step_plays_one() -> None:
    tabletop, card = tabletop_with("gollum-is-captured")
    tabletop.s.step = "plot"
    tabletop.step(("play", card))
    assert tabletop.s.plots == [card]
    assert tabletop.s.step == "event"


@pytest.mark.parametrize(
    ("key", "strongholds", "extension", "pool", "shadows"),
    [
        ("sauron-hunts-for-the-ring", 2, 7, 1, 1),
        ("monsters-in-the-east", 2, 9, 0, 1),
        ("saruman-hungry-for-power", 3, 3, 2, 2),
    ],
)
def test_starting_plots(key: str, strongholds: int, extension: int, pool: int, shadows: int) -> None:
    tabletop = Tabletop("beravor")
    card = ids("starting-plot", key)[0]
    begin_plot(tabletop.s, card)
    assert tabletop.s.plots == [card]
    assert sum(tabletop.s.influence) == 3 * strongholds
    assert tabletop.s.pool == pool
    tabletop.s.step = "sauron-setup"
    tabletop.steps("sauron-cards", *[("place",)] * extension)
    assert sum(tabletop.s.influence) == 3 * strongholds + extension
    tabletop.step()
    assert len(tabletop.s.shadow_hand) == shadows
    assert len(tabletop.s.plot_hand) == 2
    assert tabletop.s.step == "missions"
    tabletop.check_components()


def test_every_plot_is_tested() -> None:
    here = "gollum-is-captured saruman-falls-to-corruption denethor-falls-into-madness gollum-is-tortured "
    here += "a-dark-messenger osgiliath-invaded wormtongue-taints-theoden orcs-in-the-mountains a-broken-line-of-kings "
    here += "smeagol-escapes loss-of-an-heir a-promise-of-rings rise-of-the-uruk-hai urgent-summons "
    here += "sauron-hunts-for-the-ring monsters-in-the-east saruman-hungry-for-power"
    assert set(here.split()) == {card.key for card in PLOTS.values()}


# -- quests


def on_quest(key: str) -> tuple[Tabletop, int]:
    """The hero of a quest, with that quest, at its place, and some of everything."""
    card = ids("quest", key)[0]
    quest = QUESTS[card]
    tabletop = Tabletop(quest.hero)
    hero = tabletop.hero
    s = tabletop.s
    s.box += hero.quests
    if quest.advanced:
        s.box += hero.advanced_quest
        hero.advanced_quest = []
    s.box.remove(card)
    hero.quests = [card]
    hero.place = quest.place
    hero.rest = [hero.life.pop() for _ in range(5)]
    hero.favor, s.pool = 0, 4
    s.shadow_hand = [s.shadow_deck.pop() for _ in range(2)]
    s.plot_hand = [s.plot_deck.pop() for _ in range(2)]
    return tabletop, card


def test_sauron_cannot_pay_for_sorcery_from_an_empty_pool() -> None:
    """Hill of Sorcery: with no influence in the Shadow Pool a plot card goes, with neither nothing."""
    tabletop, card = on_quest("hill-of-sorcery")
    tabletop.s.pool = 0
    assert tabletop.changes(complete_quest(tabletop.s, 0, card), 0) == {"favor": 2, "quests": -1, "plot_hand": -1}
    assert [len(one.options) for one in tabletop.decisions if one.kind == "choose"] == [2, 1]
    tabletop, card = on_quest("hill-of-sorcery")
    tabletop.s.pool = 0
    tabletop.s.plot_deck += tabletop.s.plot_hand
    tabletop.s.plot_hand = []
    assert tabletop.changes(complete_quest(tabletop.s, 0, card), 0) == {"favor": 2, "quests": -1}


REWARDS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("they-have-become-queer-and-wild", (), {"favor": 2, "hand": 1, "characters": 1}),
    ("the-forest-must-provide-no-refuge", (), {"hand": 1}),
    ("echoes-of-bolgs-army", (0,), {"favor": 2, "shadow_hand": -1}),
    ("echoes-of-bolgs-army", (1,), {"levels": [1, 0, 0, 0], "shadow_hand": -1}),
    ("guarding-the-dimrill-stair", (), {"favor": 2, "hand": 1, "characters": 1}),
    ("spies-in-mithlond", (), {"items": ["boat"], "hand": 1}),
    ("bones-of-a-darkness-past", (), {"favor": 2, "levels": [0, 0, 1, 0]}),
    ("where-the-stars-are-strange", (), {"favor": 1, "levels": [0, 1, 0, 0], "hand": 1, "characters": 1}),
    ("an-appeal-to-golasgil", (), {"favor": 2, "hand": 1, "characters": 1, "life": 5, "rest": -5}),
    ("hidden-in-the-ash-mountains", (1,), {"favor": 1, "levels": [0, 0, 1, 0], "pool": -1}),
    ("drive-back-the-evil-men", (), {"favor": 2, "characters": 1}),
    ("a-message-to-the-white-wizard", (), {"favor": 1, "hand": 1}),
    ("hill-of-sorcery", (0, 0), {"favor": 2, "plot_hand": -1}),
    ("hill-of-sorcery", (1, 1), {"levels": [0, 0, 1, 0], "pool": -2}),
    ("the-ered-luin", (), {"favor": 3, "characters": 1, "life": 5, "rest": -5}),
    ("a-new-threat", (), {"hand": 1}),
    ("to-look-into-the-mirrormere", (1,), {"levels": [0, 0, 0, 1]}),
]


@pytest.mark.parametrize(("key", "answers", "changed"), REWARDS, ids=[f"{c[0]}-{n}" for n, c in enumerate(REWARDS)])
def test_quest_reward(key: str, answers: tuple[Any, ...], changed: dict[str, Any]) -> None:
    tabletop, card = on_quest(key)
    advanced = QUESTS[card].advanced
    if not QUESTS[card].monster:
        assert ("quest", card) in explore_options(tabletop.s, 0)
    got = tabletop.changes(complete_quest(tabletop.s, 0, card), *answers)
    assert got == (changed | {"quests": -1} if advanced else changed), "a starting quest makes way for the advanced one"
    assert tabletop.hero.completed == 1
    assert [QUESTS[one].advanced for one in tabletop.hero.quests] == ([] if advanced else [True])


def test_every_quest_is_tested() -> None:
    assert {case[0] for case in REWARDS} == {card.key for card in QUESTS.values()}


@pytest.mark.parametrize("key", [card.key for card in QUESTS.values() if card.monster])
def test_a_fight_takes_the_place_of_the_encounter(key: str) -> None:
    tabletop, card = on_quest(key)
    tabletop.s.step = "encounter"
    tabletop.step()
    assert tabletop.s.combat.enemy == QUESTS[card].monster
    assert ("quest", card) not in explore_options(tabletop.s, 0)
    tabletop.s.combat.damage = 99
    tabletop.s.step = "resolution"
    tabletop.step()
    assert tabletop.hero.completed == 1
    assert tabletop.s.step == "turn-end"


def test_a_lost_quest_fight_completes_nothing() -> None:
    tabletop, _ = on_quest("a-new-threat")
    tabletop.s.step = "encounter"
    tabletop.step()
    tabletop.s.step = "resolution"
    tabletop.step()
    assert tabletop.hero.completed == 0


def test_fighting_the_black_serpent_completes_eleanors_quest() -> None:
    tabletop, card = on_quest("where-the-stars-are-strange")
    tabletop.at("osgiliath")
    tabletop.s.minions[MINION["black-serpent"]] = LOC["osgiliath"]
    engage(tabletop.s, 0, "black-serpent", "ambush")
    tabletop.s.step = "resolution"
    tabletop.step()
    assert card in tabletop.s.box


@pytest.mark.parametrize("who", HEROES)
def test_each_hero_has_two_starting_quests_and_an_advanced_one(who: str) -> None:
    mine = [quest for quest in QUESTS.values() if quest.hero == who]
    assert sorted(quest.advanced for quest in mine) == [False, False, True]
