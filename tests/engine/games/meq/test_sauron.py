"""Sauron's turn (p. 10 to p. 19): influence, action tracks, commands, story and dominance, with the worked examples."""

import pytest

from engine.games.meq.components import MINION, SHADOWS
from engine.games.meq.influence import add_to_pool, extend, place, remove, room, stage
from engine.games.meq.map import ADJACENT, HAVENS, IDS, LOC
from engine.games.meq.sauron import draw_and_keep_plots
from engine.games.meq.state import SLAIN, Turn
from engine.games.meq.steps.sauron import mark
from engine.games.meq.story import advance, hero_distance, lead, sauron_distance
from tests.engine.games.meq.desk import Desk


def sauron(*heroes: str) -> Desk:
    desk = Desk(*heroes)
    desk.s.turn = Turn()
    return desk


def spots(desk: Desk) -> set[str]:
    return {IDS[i] for i in room(desk.s)}


# -- influence (p. 15 to p. 17)


def test_example_of_placing_influence() -> None:
    """The example of p. 17: six influence, one to the pool, the rest around Barad-dûr."""
    desk = sauron("beravor").influence(barad_dur=1, mount_doom=1)
    desk.s.actions, desk.s.step = 1, "action"
    desk.step(("act", "influence"))
    assert desk.s.spreading == 6
    desk.step(("pool",))
    desk.step(("place", "sea_of_udun"))
    desk.step(("place", "barad_dur"))
    desk.step(("place", "barad_dur"))
    assert desk.s.influence[LOC["barad_dur"]] == 3
    desk.step(("place", "dead_marshes"))
    desk.step(("place", "dead_marshes"))
    assert desk.s.step == "action"
    assert desk.s.pool == 1
    assert desk.s.influence[LOC["dead_marshes"]] == 2
    assert "dead_marshes" in spots(desk), "the stronghold's strength of 3 leaves room for one more"


def test_example_of_the_third_space() -> None:
    """The example of p. 15: the space worth 4, one influence to the pool and three in extension."""
    desk = sauron("beravor").influence(barad_dur=3)
    desk.s.tracks, desk.s.actions, desk.s.step = [0b011, 0, 0], 1, "action"
    desk.step(("act", "influence"))
    for where in (("pool",), ("place", "mount_doom"), ("place", "mount_doom"), ("place", "sea_of_udun")):
        assert desk.s.step == "strengthen"
        desk.step(where)
    assert desk.s.step == "action"
    assert (desk.s.pool, sum(desk.s.influence)) == (1, 3 + 3)


def test_at_most_two_of_an_action_go_to_the_pool() -> None:
    desk = sauron("beravor").influence(barad_dur=1)
    desk.s.actions, desk.s.step = 1, "action"
    desk.step(("act", "influence"))
    desk.step(("pool",))
    desk.step(("pool",))
    assert ("pool",) not in desk.offered()
    assert desk.s.pool == 2


def test_strength_limits_the_extension() -> None:
    desk = sauron("beravor").influence(dol_guldur=1, south_eaves=1)
    assert "south_eaves" not in spots(desk)
    assert {"dol_guldur", "the_bight", "emyn_muil", "rhosgobel"} <= spots(desk)
    assert "lothlorien" not in spots(desk), "never in a haven"
    desk.influence(dol_guldur=2)
    assert "south_eaves" in spots(desk)
    desk.influence(dol_guldur=3)
    assert "dol_guldur" not in spots(desk), "the number on the stronghold"


def test_an_empty_stronghold_has_no_extension() -> None:
    assert spots(sauron("beravor")) == {"barad_dur", "dol_guldur", "mount_gundabad"}


def test_the_strongest_of_several_strongholds_counts() -> None:
    desk = sauron("beravor").influence(dol_guldur=1, south_eaves=1, emyn_muil=1, dagorlad=1, sea_of_udun=1)
    desk.influence(mount_doom=1, barad_dur=4)
    assert "south_eaves" in spots(desk)


def test_what_is_cut_off_keeps_one() -> None:
    desk = sauron("beravor").influence(dol_guldur=3, south_eaves=3, the_bight=3, rhun=2)
    remove(desk.s, LOC["the_bight"], 3)
    assert desk.s.influence[LOC["rhun"]] == 1
    assert desk.s.influence[LOC["south_eaves"]] == 3
    remove(desk.s, LOC["dol_guldur"], 2)
    assert desk.s.influence[LOC["south_eaves"]] == 1


def test_a_card_places_one_where_nothing_supports_more() -> None:
    desk = sauron("beravor")
    place(desk.s, LOC["the_shire"])
    place(desk.s, LOC["the_shire"])
    assert desk.s.influence[LOC["the_shire"]] == 1
    for haven in HAVENS:
        place(desk.s, haven)
        assert desk.s.influence[haven] == 0


def test_extension_of_one_stronghold_only() -> None:
    desk = sauron("beravor").influence(mount_gundabad=1, barad_dur=1)
    desk.run(extend(desk.s, 1, strongholds=(LOC["mount_gundabad"],)))
    offered = {option[1] for option in desk.asked[-1].options if option[0] == "place"}
    assert "mount_doom" not in offered
    assert "the_northern_waste" in offered


@pytest.mark.parametrize(
    ("story", "most"), [([0, 0, 0, 0], 4), ([6, 0, 0, 0], 4), ([0, 7, 0, 0], 8), ([0, 0, 0, 13], 12)]
)
def test_the_pool_holds_four_for_each_stage(story: list[int], most: int) -> None:
    desk = sauron("beravor")
    desk.s.story = story
    add_to_pool(desk.s, 20)
    assert desk.s.pool == most == 4 * stage(desk.s)


def test_heroes_rally() -> None:
    """Beravor ends a turn in Moria with two influence; both go (p. 10). A stronghold keeps its own (p. 11)."""
    desk = sauron("beravor", "thalin").at("moria").at("dol_guldur", 1).influence(moria=2, dol_guldur=2)
    desk.s.step = "rally"
    desk.step()
    assert desk.s.influence[LOC["moria"]] == 0
    assert desk.s.influence[LOC["dol_guldur"]] == 2


# -- actions (p. 15 to p. 19)


def test_example_of_the_action_step() -> None:
    """The example of p. 19: markers on 6 and 5, then influence on 4 and commands on 3; only the last one stays."""
    desk = sauron("beravor", "thalin").influence(barad_dur=1)
    desk.s.step = "actions"
    desk.step()
    assert desk.s.actions == 2, "against two heroes"
    assert [mark(desk.s, "influence"), mark(desk.s, "influence")] == [6, 5]
    desk.step(("act", "influence"))
    assert desk.s.spreading == 4
    desk.step(("done",))
    assert desk.s.tracks == [7, 0, 0]
    desk.step(("act", "command"))
    assert desk.s.commands == 3
    assert desk.s.tracks == [0, 0, 1], "the fourth marker sends the others back"


def test_a_full_track_cannot_be_used() -> None:
    desk = sauron("beravor")
    desk.s.tracks, desk.s.actions, desk.s.step = [7, 0, 0], 1, "action"
    assert {option[1] for option in desk.offered() if option[0] == "act"} == {"cards", "command"}


def test_the_marker_that_stays_keeps_its_space() -> None:
    desk = sauron("beravor")
    for name in ("cards", "command", "command"):
        mark(desk.s, name)
    assert mark(desk.s, "cards") == 2
    assert desk.s.tracks == [0, 2, 0]
    assert mark(desk.s, "cards") == 2, "the first space is free again"
    assert mark(desk.s, "cards") == 1


@pytest.mark.parametrize(
    ("heroes", "actions"), [(("beravor",), 2), (("beravor", "thalin"), 2), (("beravor", "thalin", "eleanor"), 3)]
)
def test_three_actions_against_three_heroes(heroes: tuple[str, ...], actions: int) -> None:
    desk = sauron(*heroes)
    desk.s.step = "actions"
    desk.step()
    assert desk.s.actions == actions


def test_drawing_cards_keeps_one_plot() -> None:
    """The example of p. 17: two shadow cards kept, one of two plots put under the deck."""
    desk = sauron("beravor")
    desk.s.actions, desk.s.step = 1, "action"
    first, second = desk.s.plot_deck[-1], desk.s.plot_deck[-2]
    desk.step(("act", "cards"), ("keep", second))
    assert len(desk.s.shadow_hand) == 2
    assert desk.s.plot_hand == [second]
    assert desk.s.plot_deck[0] == first
    assert desk.s.known_bottom == 1


def test_plots_go_under_the_deck_in_any_order() -> None:
    desk = sauron("beravor")
    one, two, three = desk.s.plot_deck[-1], desk.s.plot_deck[-2], desk.s.plot_deck[-3]
    desk.run(draw_and_keep_plots(desk.s, 3, 1), ("keep", two), ("bottom", three), ("bottom", one))
    assert desk.s.plot_deck[:2] == [one, three]


def test_an_empty_plot_deck_is_made_of_discards() -> None:
    desk = sauron("beravor")
    desk.s.plot_discard, desk.s.plot_deck = desk.s.plot_deck, []
    desk.run(draw_and_keep_plots(desk.s, 1, 1))
    assert (len(desk.s.plot_hand), len(desk.s.plot_deck), desk.s.plot_discard) == (1, 14, [])


def commanding(amount: int = 3) -> Desk:
    desk = sauron("beravor").influence(mount_gundabad=2, the_northern_waste=1, moria=1)
    desk.s.minions[MINION["mouth_of_sauron"]] = LOC["dol_guldur"]
    desk.s.commands, desk.s.may_summon, desk.s.step = amount, True, "command"
    return desk


def test_example_of_three_commands() -> None:
    """The example of p. 18: place a monster, move a minion, heal a minion."""
    desk = commanding()
    desk.s.minions[MINION["gothmog"]] = LOC["mount_gundabad"]
    desk.s.wounds[MINION["gothmog"]] = 6
    desk.step(("summon", "rhudaur_grey_mountains"), ("place", "the_northern_waste"))
    desk.step(("send", "mouth_of_sauron", "lothlorien"))
    desk.step(("heal", "gothmog"))
    assert IDS[desk.s.token_places[0]] == "the_northern_waste"
    assert desk.s.minions[MINION["mouth_of_sauron"]] == LOC["lothlorien"], "minions may enter havens"
    assert desk.s.wounds[MINION["gothmog"]] == 2
    assert desk.s.step == "action"


def test_one_token_an_action_and_not_moved_again() -> None:
    desk = commanding()
    desk.step(("summon", "rhudaur_grey_mountains"), ("place", "the_northern_waste"))
    verbs = [option[0] for option in desk.offered()]
    assert "summon" not in verbs
    assert "drive" not in verbs


def test_tokens_need_their_colour_influence_and_no_hero() -> None:
    desk = commanding().at("moria")
    offered = [option for option in desk.offered() if option[0] == "summon"]
    assert offered == [("summon", "rhudaur_grey_mountains")], "the hero is in Moria, the only other place"
    desk.step(("summon",))
    assert {option[1] for option in desk.asked[-1].options} == {"mount_gundabad", "the_northern_waste"}


def test_monsters_move_only_where_influence_is() -> None:
    desk = commanding()
    token = desk.token("orc", "the_northern_waste")
    offered = [option for option in desk.offered() if option[0] == "drive"]
    assert offered == [("drive", token, "mount_gundabad")]


def test_a_monster_may_be_moved_onto_a_hero() -> None:
    desk = commanding().at("mount_gundabad")
    token = desk.token("orc", "the_northern_waste")
    desk.step(("drive", token, "mount_gundabad"))
    assert desk.s.token_places == [LOC["mount_gundabad"]]


def test_each_minion_obeys_once() -> None:
    desk = commanding()
    desk.step(("send", "mouth_of_sauron", "south_eaves"))
    assert not [option for option in desk.offered() if option[1:2] == ("mouth_of_sauron",)]


def test_no_healing_beside_a_hero() -> None:
    desk = commanding().at("dol_guldur")
    desk.s.wounds[MINION["mouth_of_sauron"]] = 3
    assert ("heal", "mouth_of_sauron") not in desk.offered()


def test_swift_minions_move_two_locations() -> None:
    desk = commanding()
    desk.s.minions[MINION["black_serpent"]] = LOC["near_harad"]
    reach = {option[2] for option in desk.offered() if option[:2] == ("send", "black_serpent")}
    assert "minas_tirith" in reach
    slow = {option[2] for option in desk.offered() if option[:2] == ("send", "mouth_of_sauron")}
    assert slow == {IDS[i] for i in ADJACENT[LOC["dol_guldur"]]}


def test_the_black_serpent_needs_no_influence_for_monsters() -> None:
    desk = commanding()
    assert ("summon", "rohan_gondor") not in desk.offered()
    desk.s.minions[MINION["black_serpent"]] = LOC["near_harad"]
    assert ("summon", "rohan_gondor") in desk.offered()


def test_the_ringwraiths_return() -> None:
    desk = sauron("beravor")
    desk.s.minions[MINION["ringwraiths"]] = SLAIN
    desk.s.minions[MINION["gothmog"]] = SLAIN
    desk.s.step = "actions"
    desk.step()
    assert desk.s.minions[MINION["ringwraiths"]] == LOC["minas_morgul"]
    assert desk.s.minions[MINION["gothmog"]] == SLAIN


# -- the story (p. 12, p. 14)


def test_the_story_step_moves_every_marker() -> None:
    desk = sauron("beravor")
    for key in ("a_dark_messenger", "loss_of_an_heir"):
        desk.s.plots.append(desk.take(desk.s.plot_deck, key))
        desk.s.plot_places.append(LOC["edoras"])
    desk.s.step = "story"
    desk.step()
    assert desk.s.story == [2, 0, 0, 2], "each of the two plots moves the black marker one space (p. 12)"
    assert desk.s.step == "plot"


def test_example_of_moving_story_markers() -> None:
    """The example of p. 12: two for the heroes, one for each plot; a new stage brings minions."""
    desk = sauron("beravor")
    for key in ("a_dark_messenger", "loss_of_an_heir"):
        desk.s.plots.append(desk.take(desk.s.plot_deck, key))
        desk.s.plot_places.append(LOC["edoras"])
    desk.s.story, desk.s.stage_reached, desk.s.step = [10, 0, 0, 11], 2, "story"
    desk.step(("enter", "witch_king", "minas_morgul"))
    assert desk.s.story == [12, 0, 0, 13]
    assert stage(desk.s) == 3
    assert desk.s.minions[MINION["witch_king"]] == LOC["minas_morgul"]


def test_an_event_in_play_moves_its_marker() -> None:
    desk = sauron("beravor")
    desk.s.event = [desk.take(desk.s.event_decks[1], "of_serpents_and_sand")]
    desk.s.step = "story"
    desk.step()
    assert desk.s.story == [2, 0, 1, 0]


def test_minions_enter_with_the_stages() -> None:
    desk = sauron("beravor")
    desk.run(advance(desk.s, 1, 7))
    assert desk.s.minions[MINION["ringwraiths"]] == LOC["minas_morgul"]
    assert desk.s.minions[MINION["gothmog"]] == LOC["mount_gundabad"]
    assert desk.s.minions[MINION["witch_king"]] == -1
    desk.run(advance(desk.s, 2, 13), ("enter", "witch_king", "ruins_of_angmar"))
    assert desk.s.minions[MINION["witch_king"]] == LOC["ruins_of_angmar"]
    desk.s.minions[MINION["gothmog"]] = SLAIN
    desk.run(advance(desk.s, 3, 13))
    assert desk.s.minions[MINION["gothmog"]] == SLAIN, "only the first time"


def test_example_of_dominance() -> None:
    """The example of p. 14: the heroes need four spaces, Sauron five to the Finale but two to Shadow Falls."""
    desk = sauron("beravor")
    desk.s.story = [14, 13, 9, 9]
    assert hero_distance(desk.s) == 4
    assert sauron_distance(desk.s) == 2
    assert lead(desk.s) < 0
    desk.s.story = [14, 13, 8, 8]
    assert lead(desk.s) == 0, "four against four: nobody"


def test_example_of_advanced_dominance() -> None:
    """The example of p. 35: three story steps for the heroes, four for Sauron."""
    desk = Desk("beravor", advanced_dominance=True)
    desk.s.story = [13, 10, 10, 11]
    for key in ("saruman_falls_to_corruption", "orcs_in_the_mountains"):
        desk.s.plots.append(desk.take(desk.s.plot_deck, key))
        desk.s.plot_places.append(0)
    desk.s.story = [13, 0, 10, 11]
    assert lead(desk.s) == 4 - 3
    desk.s.story = [13, 0, 10, 12]
    assert lead(desk.s) == 0, "three against three"


def test_the_first_turn_has_no_story_and_no_plot() -> None:
    desk = sauron("beravor")
    desk.s.step = "rally"
    desk.step()
    assert desk.s.step == "event"
    desk.s.round, desk.s.step = 2, "rally"
    desk.step()
    assert desk.s.step == "story"


def test_heroes_draw_up_to_their_fortitude() -> None:
    desk = sauron("beravor", "thalin")
    desk.s.step = "hero_draw"
    desk.step(("draw", 6), ("draw", 2))
    assert [len(hero.hand) for hero in desk.s.heroes] == [6, 2]
    assert desk.s.turn.hero == 0
    assert desk.s.step == "turn"


def test_the_shadow_deck_has_the_known_copies() -> None:
    keys = [card.key for card in SHADOWS.values()]
    doubled = {key for key in keys if keys.count(key) == 2}
    assert doubled == {"his_arm_has_grown_long", "dark_promises", "storms_of_mordor"}
