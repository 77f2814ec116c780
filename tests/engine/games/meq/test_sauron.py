"""Sauron's turn (p. 10 to p. 19): influence, action tracks, commands, story and dominance, with the worked examples."""

import pytest

from engine.games.meq.components.box import MINION, SHADOWS
from engine.games.meq.layout import ADJACENT, HAVENS, IDS, LOC
from engine.games.meq.rules.dominance import hero_distance, lead, sauron_distance
from engine.games.meq.rules.influence import extend, extension_places, place_influence, remove_influence
from engine.games.meq.rules.plots import draw_and_keep_plots
from engine.games.meq.rules.shadow_pool import add_to_pool
from engine.games.meq.rules.stage import stage
from engine.games.meq.rules.story import advance
from engine.games.meq.state import SLAIN, Turn
from engine.games.meq.steps.sauron import place_action_marker
from tests.engine.games.meq.tabletop import Tabletop


def sauron(*heroes: str) -> Tabletop:
    tabletop = Tabletop(*heroes)
    tabletop.s.turn = Turn()
    return tabletop


def spots(tabletop: Tabletop) -> set[str]:
    return {IDS[i] for i in extension_places(tabletop.s)}


# -- influence (p. 15 to p. 17)


def test_example_of_placing_influence() -> None:
    """The example of p. 17: six influence, one to the pool, the rest around Barad-dûr."""
    tabletop = sauron("beravor").influence(barad_dur=1, mount_doom=1)
    tabletop.s.actions_left, tabletop.s.step = 1, "action"
    tabletop.step(("act", "influence"))
    assert tabletop.s.influence_left == 6
    tabletop.step(("pool",))
    tabletop.step(("place", "sea-of-udun"))
    tabletop.step(("place", "barad-dur"))
    tabletop.step(("place", "barad-dur"))
    assert tabletop.s.influence[LOC["barad-dur"]] == 3
    tabletop.step(("place", "dead-marshes"))
    tabletop.step(("place", "dead-marshes"))
    assert tabletop.s.step == "action"
    assert tabletop.s.pool == 1
    assert tabletop.s.influence[LOC["dead-marshes"]] == 2
    assert "dead-marshes" in spots(tabletop), "the stronghold's strength of 3 leaves room for one more"


def test_example_of_the_third_space() -> None:
    """The example of p. 15: the space worth 4, one influence to the pool and three in extension."""
    tabletop = sauron("beravor").influence(barad_dur=3)
    tabletop.s.tracks, tabletop.s.actions_left, tabletop.s.step = [0b011, 0, 0], 1, "action"
    tabletop.step(("act", "influence"))
    for where in (("pool",), ("place", "mount-doom"), ("place", "mount-doom"), ("place", "sea-of-udun")):
        assert tabletop.s.step == "strengthen"
        tabletop.step(where)
    assert tabletop.s.step == "action"
    assert (tabletop.s.pool, sum(tabletop.s.influence)) == (1, 3 + 3)


def test_at_most_two_of_an_action_go_to_the_pool() -> None:
    tabletop = sauron("beravor").influence(barad_dur=1)
    tabletop.s.actions_left, tabletop.s.step = 1, "action"
    tabletop.step(("act", "influence"))
    tabletop.step(("pool",))
    tabletop.step(("pool",))
    assert ("pool",) not in tabletop.offered()
    assert tabletop.s.pool == 2


def test_strength_limits_the_extension() -> None:
    tabletop = sauron("beravor").influence(dol_guldur=1, south_eaves=1)
    assert "south-eaves" not in spots(tabletop)
    assert {"dol-guldur", "the-bight", "emyn-muil", "rhosgobel"} <= spots(tabletop)
    assert "lothlorien" not in spots(tabletop), "never in a haven"
    tabletop.influence(dol_guldur=2)
    assert "south-eaves" in spots(tabletop)
    tabletop.influence(dol_guldur=3)
    assert "dol-guldur" not in spots(tabletop), "the number on the stronghold"


def test_an_empty_stronghold_has_no_extension() -> None:
    assert spots(sauron("beravor")) == {"barad-dur", "dol-guldur", "mount-gundabad"}


def test_the_strongest_of_several_strongholds_counts() -> None:
    tabletop = sauron("beravor").influence(dol_guldur=1, south_eaves=1, emyn_muil=1, dagorlad=1, sea_of_udun=1)
    tabletop.influence(mount_doom=1, barad_dur=4)
    assert "south-eaves" in spots(tabletop)


def test_what_is_cut_off_keeps_one() -> None:
    tabletop = sauron("beravor").influence(dol_guldur=3, south_eaves=3, the_bight=3, rhun=2)
    remove_influence(tabletop.s, LOC["the-bight"], 3)
    assert tabletop.s.influence[LOC["rhun"]] == 1
    assert tabletop.s.influence[LOC["south-eaves"]] == 3
    remove_influence(tabletop.s, LOC["dol-guldur"], 2)
    assert tabletop.s.influence[LOC["south-eaves"]] == 1


def test_a_card_places_one_where_nothing_supports_more() -> None:
    tabletop = sauron("beravor")
    place_influence(tabletop.s, LOC["the-shire"])
    place_influence(tabletop.s, LOC["the-shire"])
    assert tabletop.s.influence[LOC["the-shire"]] == 1
    for haven in HAVENS:
        place_influence(tabletop.s, haven)
        assert tabletop.s.influence[haven] == 0


def test_extension_of_one_stronghold_only() -> None:
    tabletop = sauron("beravor").influence(mount_gundabad=1, barad_dur=1)
    tabletop.run(extend(tabletop.s, 1, strongholds=(LOC["mount-gundabad"],)))
    offered = {option[1] for option in tabletop.decisions[-1].options if option[0] == "place"}
    assert "mount-doom" not in offered
    assert "the-northern-waste" in offered


@pytest.mark.parametrize(
    ("story", "most"), [([0, 0, 0, 0], 4), ([6, 0, 0, 0], 4), ([0, 7, 0, 0], 8), ([0, 0, 0, 13], 12)]
)
def test_the_pool_holds_four_for_each_stage(story: list[int], most: int) -> None:
    tabletop = sauron("beravor")
    tabletop.s.story = story
    add_to_pool(tabletop.s, 20)
    assert tabletop.s.pool == most == 4 * stage(tabletop.s)


def test_heroes_rally() -> None:
    """Beravor ends a turn in Moria with two influence; both go (p. 10). A stronghold keeps its own (p. 11)."""
    tabletop = sauron("beravor", "thalin").at("moria").at("dol-guldur", 1).influence(moria=2, dol_guldur=2)
    tabletop.s.step = "rally"
    tabletop.step()
    assert tabletop.s.influence[LOC["moria"]] == 0
    assert tabletop.s.influence[LOC["dol-guldur"]] == 2


# -- actions (p. 15 to p. 19)


def test_example_of_the_action_step() -> None:
    """The example of p. 19: markers on 6 and 5, then influence on 4 and commands on 3; only the last one stays."""
    tabletop = sauron("beravor", "thalin").influence(barad_dur=1)
    tabletop.s.step = "actions"
    tabletop.step()
    assert tabletop.s.actions_left == 2, "against two heroes"
    assert [place_action_marker(tabletop.s, "influence"), place_action_marker(tabletop.s, "influence")] == [6, 5]
    tabletop.step(("act", "influence"))
    assert tabletop.s.influence_left == 4
    tabletop.step(("done",))
    assert tabletop.s.tracks == [7, 0, 0]
    tabletop.step(("act", "command"))
    assert tabletop.s.commands_left == 3
    assert tabletop.s.tracks == [0, 0, 1], "the fourth marker sends the others back"


def test_a_full_track_cannot_be_used() -> None:
    tabletop = sauron("beravor")
    tabletop.s.tracks, tabletop.s.actions_left, tabletop.s.step = [7, 0, 0], 1, "action"
    assert {option[1] for option in tabletop.offered() if option[0] == "act"} == {"cards", "command"}


def test_the_marker_that_stays_keeps_its_space() -> None:
    tabletop = sauron("beravor")
    for name in ("cards", "command", "command"):
        place_action_marker(tabletop.s, name)
    assert place_action_marker(tabletop.s, "cards") == 2
    assert tabletop.s.tracks == [0, 2, 0]
    assert place_action_marker(tabletop.s, "cards") == 2, "the first space is free again"
    assert place_action_marker(tabletop.s, "cards") == 1


@pytest.mark.parametrize(
    ("heroes", "actions"), [(("beravor",), 2), (("beravor", "thalin"), 2), (("beravor", "thalin", "eleanor"), 3)]
)
def test_three_actions_against_three_heroes(heroes: tuple[str, ...], actions: int) -> None:
    tabletop = sauron(*heroes)
    tabletop.s.step = "actions"
    tabletop.step()
    assert tabletop.s.actions_left == actions


def test_drawing_cards_keeps_one_plot() -> None:
    """The example of p. 17: two shadow cards kept, one of two plots put under the deck."""
    tabletop = sauron("beravor")
    tabletop.s.actions_left, tabletop.s.step = 1, "action"
    first, second = tabletop.s.plot_deck[-1], tabletop.s.plot_deck[-2]
    tabletop.step(("act", "cards"), ("keep", second))
    assert len(tabletop.s.shadow_hand) == 2
    assert tabletop.s.plot_hand == [second]
    assert tabletop.s.plot_deck[0] == first
    assert tabletop.s.known_bottom == 1


def test_plots_go_under_the_deck_in_any_order() -> None:
    tabletop = sauron("beravor")
    one, two, three = tabletop.s.plot_deck[-1], tabletop.s.plot_deck[-2], tabletop.s.plot_deck[-3]
    tabletop.run(draw_and_keep_plots(tabletop.s, 3, 1), ("keep", two), ("bottom", three), ("bottom", one))
    assert tabletop.s.plot_deck[:2] == [one, three]


def test_an_empty_plot_deck_is_made_of_discards() -> None:
    tabletop = sauron("beravor")
    tabletop.s.plot_discard, tabletop.s.plot_deck = tabletop.s.plot_deck, []
    tabletop.run(draw_and_keep_plots(tabletop.s, 1, 1))
    assert (len(tabletop.s.plot_hand), len(tabletop.s.plot_deck), tabletop.s.plot_discard) == (1, 14, [])


def commanding(amount: int = 3) -> Tabletop:
    tabletop = sauron("beravor").influence(mount_gundabad=2, the_northern_waste=1, moria=1)
    tabletop.s.minions[MINION["mouth-of-sauron"]] = LOC["dol-guldur"]
    tabletop.s.commands_left, tabletop.s.may_summon, tabletop.s.step = amount, True, "command"
    return tabletop


def test_example_of_three_commands() -> None:
    """The example of p. 18: place a monster, move a minion, heal a minion."""
    tabletop = commanding()
    tabletop.s.minions[MINION["gothmog"]] = LOC["mount-gundabad"]
    tabletop.s.minion_damage[MINION["gothmog"]] = 6
    tabletop.step(("summon", "rhudaur-grey-mountains"), ("place", "the-northern-waste"))
    tabletop.step(("send", "mouth-of-sauron", "lothlorien"))
    tabletop.step(("heal", "gothmog"))
    assert IDS[tabletop.s.token_places[0]] == "the-northern-waste"
    assert tabletop.s.minions[MINION["mouth-of-sauron"]] == LOC["lothlorien"], "minions may enter havens"
    assert tabletop.s.minion_damage[MINION["gothmog"]] == 2
    assert tabletop.s.step == "action"


def test_one_token_an_action_and_not_moved_again() -> None:
    tabletop = commanding()
    tabletop.step(("summon", "rhudaur-grey-mountains"), ("place", "the-northern-waste"))
    verbs = [option[0] for option in tabletop.offered()]
    assert "summon" not in verbs
    assert "drive" not in verbs


def test_tokens_need_their_colour_influence_and_no_hero() -> None:
    tabletop = commanding().at("moria")
    offered = [option for option in tabletop.offered() if option[0] == "summon"]
    assert offered == [("summon", "rhudaur-grey-mountains")], "the hero is in Moria, the only other place"
    tabletop.step(("summon",))
    assert {option[1] for option in tabletop.decisions[-1].options} == {"mount-gundabad", "the-northern-waste"}


def test_monsters_move_only_where_influence_is() -> None:
    tabletop = commanding()
    token = tabletop.token("orc", "the-northern-waste")
    offered = [option for option in tabletop.offered() if option[0] == "drive"]
    assert offered == [("drive", token, "mount-gundabad")]


def test_a_monster_may_be_moved_onto_a_hero() -> None:
    tabletop = commanding().at("mount-gundabad")
    token = tabletop.token("orc", "the-northern-waste")
    tabletop.step(("drive", token, "mount-gundabad"))
    assert tabletop.s.token_places == [LOC["mount-gundabad"]]


def test_each_minion_obeys_once() -> None:
    tabletop = commanding()
    tabletop.step(("send", "mouth-of-sauron", "south-eaves"))
    assert not [option for option in tabletop.offered() if option[1:2] == ("mouth-of-sauron",)]


def test_no_healing_beside_a_hero() -> None:
    tabletop = commanding().at("dol-guldur")
    tabletop.s.minion_damage[MINION["mouth-of-sauron"]] = 3
    assert ("heal", "mouth-of-sauron") not in tabletop.offered()


def test_swift_minions_move_two_locations() -> None:
    tabletop = commanding()
    tabletop.s.minions[MINION["black-serpent"]] = LOC["near-harad"]
    reach = {option[2] for option in tabletop.offered() if option[:2] == ("send", "black-serpent")}
    assert "minas-tirith" in reach
    slow = {option[2] for option in tabletop.offered() if option[:2] == ("send", "mouth-of-sauron")}
    assert slow == {IDS[i] for i in ADJACENT[LOC["dol-guldur"]]}


def test_the_black_serpent_needs_no_influence_for_monsters() -> None:
    tabletop = commanding()
    assert ("summon", "rohan-gondor") not in tabletop.offered()
    tabletop.s.minions[MINION["black-serpent"]] = LOC["near-harad"]
    assert ("summon", "rohan-gondor") in tabletop.offered()


def test_the_ringwraiths_return() -> None:
    """At the start of the Action step, as the board has it (p. 32 says: of Sauron's next step); nobody else does."""
    tabletop = sauron("beravor")
    tabletop.s.minions[MINION["ringwraiths"]] = SLAIN
    tabletop.s.minions[MINION["gothmog"]] = SLAIN
    tabletop.s.step = "actions"
    tabletop.step()
    assert tabletop.s.minions[MINION["ringwraiths"]] == LOC["minas-morgul"]
    assert tabletop.s.minions[MINION["gothmog"]] == SLAIN


def test_the_ringwraiths_do_not_return_before_the_action_step() -> None:
    """Rally, story, plot and event of Sauron's turn come first: what p. 32 alone might mean is told apart here."""
    tabletop = sauron("beravor")
    tabletop.s.round, tabletop.s.step = 2, "rally"
    tabletop.s.minions[MINION["ringwraiths"]] = SLAIN
    passed = []
    while tabletop.s.step != "actions":
        passed.append(tabletop.s.step)
        tabletop.step()
        assert tabletop.s.minions[MINION["ringwraiths"]] == SLAIN, passed
    assert passed == ["rally", "story", "plot", "event"]
    tabletop.step()
    assert tabletop.s.minions[MINION["ringwraiths"]] == LOC["minas-morgul"]


# -- the story (p. 12, p. 14)


def test_the_story_step_moves_every_marker() -> None:
    tabletop = sauron("beravor")
    for key in ("a-dark-messenger", "loss-of-an-heir"):
        tabletop.s.plots.append(tabletop.take(tabletop.s.plot_deck, key))
        tabletop.s.plot_places.append(LOC["edoras"])
    tabletop.s.step = "story"
    tabletop.step()
    assert tabletop.s.story == [2, 0, 0, 2], "each of the two plots moves the black marker one space (p. 12)"
    assert tabletop.s.step == "plot"


def test_example_of_moving_story_markers() -> None:
    """The example of p. 12: two for the heroes, one for each plot; a new stage brings minions."""
    tabletop = sauron("beravor")
    for key in ("a-dark-messenger", "loss-of-an-heir"):
        tabletop.s.plots.append(tabletop.take(tabletop.s.plot_deck, key))
        tabletop.s.plot_places.append(LOC["edoras"])
    tabletop.s.story, tabletop.s.stage_reached, tabletop.s.step = [10, 0, 0, 11], 2, "story"
    tabletop.step(("enter", "witch-king", "minas-morgul"))
    assert tabletop.s.story == [12, 0, 0, 13]
    assert stage(tabletop.s) == 3
    assert tabletop.s.minions[MINION["witch-king"]] == LOC["minas-morgul"]


def test_an_event_in_play_moves_its_marker() -> None:
    tabletop = sauron("beravor")
    tabletop.s.event = [tabletop.take(tabletop.s.event_decks[1], "of-serpents-and-sand")]
    tabletop.s.step = "story"
    tabletop.step()
    assert tabletop.s.story == [2, 0, 1, 0]


def test_a_marker_that_skips_a_stage_brings_its_minions_too() -> None:
    """Whenever a marker first stands in stage II or III (p. 12)."""
    tabletop = sauron("beravor")
    tabletop.run(advance(tabletop.s, 1, 13), ("enter", "witch-king", "minas-morgul"))
    assert all(at >= 0 for at in tabletop.s.minions[2:])


def test_minions_enter_with_the_stages() -> None:
    tabletop = sauron("beravor")
    tabletop.run(advance(tabletop.s, 1, 7))
    assert tabletop.s.minions[MINION["ringwraiths"]] == LOC["minas-morgul"]
    assert tabletop.s.minions[MINION["gothmog"]] == LOC["mount-gundabad"]
    assert tabletop.s.minions[MINION["witch-king"]] == -1
    tabletop.run(advance(tabletop.s, 2, 13), ("enter", "witch-king", "ruins-of-angmar"))
    assert tabletop.s.minions[MINION["witch-king"]] == LOC["ruins-of-angmar"]
    tabletop.s.minions[MINION["gothmog"]] = SLAIN
    tabletop.run(advance(tabletop.s, 3, 13))
    assert tabletop.s.minions[MINION["gothmog"]] == SLAIN, "only the first time"


def test_example_of_dominance() -> None:
    """The example of p. 14: the heroes need four spaces, Sauron five to the Finale but two to Shadow Falls."""
    tabletop = sauron("beravor")
    tabletop.s.story = [14, 13, 9, 9]
    assert hero_distance(tabletop.s) == 4
    assert sauron_distance(tabletop.s) == 2
    assert lead(tabletop.s) < 0
    tabletop.s.story = [14, 13, 8, 8]
    assert lead(tabletop.s) == 0, "four against four: nobody"


def test_example_of_advanced_dominance() -> None:
    """The example of p. 35: three story steps for the heroes, four for Sauron."""
    tabletop = Tabletop("beravor", **{"advanced-dominance": True})
    tabletop.s.story = [13, 10, 10, 11]
    for key in ("saruman-falls-to-corruption", "orcs-in-the-mountains"):
        tabletop.s.plots.append(tabletop.take(tabletop.s.plot_deck, key))
        tabletop.s.plot_places.append(0)
    tabletop.s.story = [13, 0, 10, 11]
    assert lead(tabletop.s) == 4 - 3
    tabletop.s.story = [13, 0, 10, 12]
    assert lead(tabletop.s) == 0, "three against three"


def test_the_first_turn_has_no_story_and_no_plot() -> None:
    tabletop = sauron("beravor")
    tabletop.s.step = "rally"
    tabletop.step()
    assert tabletop.s.step == "event"
    tabletop.s.round, tabletop.s.step = 2, "rally"
    tabletop.step()
    assert tabletop.s.step == "story"


def test_heroes_draw_up_to_their_fortitude() -> None:
    tabletop = sauron("beravor", "thalin")
    tabletop.s.step = "hero-draw"
    tabletop.step(("draw", 6), ("draw", 2))
    assert [len(hero.hand) for hero in tabletop.s.heroes] == [6, 2]
    assert tabletop.s.turn.hero == 0
    assert tabletop.s.step == "turn"


def test_the_shadow_deck_has_the_known_copies() -> None:
    keys = [card.key for card in SHADOWS.values()]
    doubled = {key for key in keys if keys.count(key) == 2}
    assert doubled == {"his-arm-has-grown-long", "dark-promises", "storms-of-mordor"}
