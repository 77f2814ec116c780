"""Every encounter card: played where it fits, it changes exactly what it says."""

from typing import Any

import pytest

from engine.games.meq.components.box import CHARACTER, ENCOUNTERS, ids
from engine.games.meq.layout import HAVEN_DECK, IDS, IN_REGION, LOC, LOCATIONS
from engine.games.meq.rules.quests import complete_quest
from engine.games.meq.steps.encounter import draw_encounters, encounter, resolve_encounter
from engine.games.meq.steps.explore import explore_options
from tests.engine.games.meq.tabletop import Tabletop


def tabletop_at(place: str) -> Tabletop:
    """Beravor (fortitude 6, strength 5, agility 2, wisdom 2) with some of everything, on a clean board."""
    tabletop = Tabletop("beravor").at(place)
    s, hero = tabletop.s, tabletop.hero
    tabletop.draws(0, "evade", "parry", "parry", "ranged_strike")
    hero.rest = [hero.life.pop() for _ in range(5)]
    hero.damage, hero.from_hand = [hero.life.pop() for _ in range(4)], [False] * 4
    hero.favor = 3
    s.pool = 4
    s.plot_hand = [s.plot_deck.pop() for _ in range(2)]
    s.shadow_hand = [s.shadow_deck.pop() for _ in range(3)]
    tabletop.corrupt("reckless")
    tabletop.top(s.corruption_deck, "indifferent")
    return tabletop


def meets(tabletop: Tabletop, key: str, *answers: Any) -> dict[str, Any]:
    """Resolve an encounter and tell what changed."""
    card = number(key)
    deck = ENCOUNTERS[card].deck
    tabletop.s.encounter_decks[deck].remove(card)
    return tabletop.changes(resolve_encounter(tabletop.s, 0, card, deck), *answers)


def number(key: str) -> int:
    """The encounter card of that name."""
    return ids("encounter", key)[0]


TRAINED = {"hand": 1}
REFRESHED = {"life": 5, "rest": -5}

CASES: list[tuple[str, str, tuple[int, ...], dict[str, Any]]] = [
    # havens
    ("the_court_of_theoden", "edoras", (0,), {"favor": 1, "items": ["horse"]}),
    ("the_court_of_theoden", "edoras", (1,), {"corruption": -1, "items": ["horse"]}),
    ("intrigue_within_meduseld", "edoras", (), {"favor": 2}),
    ("the_houses_of_healing", "minas_tirith", (0,), {"life": 9, "rest": -5, "damage": -4}),
    ("the_houses_of_healing", "minas_tirith", (1,), {"favor": 1, "corruption": -1}),
    ("the_palantirs", "minas_tirith", (0,), {"corruption": 1, "pool": -1}),
    ("the_palantirs", "minas_tirith", (1,), {}),
    ("the_halls_of_an_elven_king", "woodland_realm", (0,), {"favor": 1, "items": ["boat"]}),
    ("the_enchanted_stream", "woodland_realm", (), {}),
    ("the_lonely_mountain", "erebor", (), {"favor": 1, "corruption": -1}),
    ("ancient_greed", "erebor", (0,), {"corruption": 1, "favor": 2, "hand": 1}),
    ("ancient_greed", "erebor", (1,), {"favor": 1}),
    ("the_northern_fortress", "fornost", (0,), {"favor": 1, "hand": 1}),
    ("deadmens_dike", "fornost", (), {"life": -4, "damage": 4}),
    ("the_golden_wood", "lothlorien", (1,), {"corruption": -1, "items": ["elven_cloak"]}),
    ("imladris", "rivendell", (0,), {"favor": 1}),
    ("imladris", "rivendell", (1,), {"corruption": -1, "life": 9, "rest": -5, "damage": -4}),
    ("redeemed_by_grace", "rivendell", (0,), {"favor": 1}),
    ("the_steadfast_defender", "rivendell", (0,), {"pool": -1}),
    ("the_steadfast_defender", "rivendell", (4,), {"favor": -2, "levels": [0, 0, 0, 1]}),
    ("i_will_not_say_the_day_is_done", "rivendell", (), {"favor": 2}),
    # Brown Lands and Mordor
    ("the_faces_in_the_water", "dead_marshes", (), {"life": -1, "damage": 1}),
    ("shapes_in_the_mist", "emyn_muil", (), {"life": -6, "damage": 6}),
    ("saurons_road", "mount_doom", (0,), {"place": "barad_dur"}),
    ("saurons_road", "mount_doom", (1,), {}),
    ("thirst_and_despair", "mount_doom", (), {"life": -6, "damage": 6}),
    ("isildurs_heir", "mount_doom", (), {"quests": 1, "characters": 1}),
    ("heavy_rains", "dagorlad", (0,), {"hand": -3, "rest": 3}),
    ("heavy_rains", "dagorlad", (1,), {"place": "rhun"}),
    ("smoke_on_the_horizon", "dagorlad", (), {"quests": 1}),
    ("the_nest_is_stirred", "dagorlad", (1,), {}),
    ("the_olog_hai", "dagorlad", (), {"life": -8, "damage": 8}),
    ("a_hidden_path", "dagorlad", (), {"pool": -1}),
    ("sting_of_the_west", "dagorlad", (), {}),
    ("a_shadow_under_the_shadow", "dagorlad", (0,), {"favor": 1}),
    ("a_shadow_under_the_shadow", "dagorlad", (1,), {"pool": -2}),
    ("the_land_of_the_great_eye", "dagorlad", (), {}),
    ("the_seat_of_saurons_power", "dagorlad", (), {"quests": 1}),
    ("where_the_shadows_lie", "dagorlad", (), {"pool": -1}),
    # Rohan and Gondor
    ("the_key_to_the_anduin", "osgiliath", (0,), {"life": -5, "damage": 5}),
    ("the_key_to_the_anduin", "osgiliath", (1,), {"corruption": 1}),
    ("prince_imrahil", "belfalas", (0,), {"favor": 2}),
    ("prince_imrahil", "belfalas", (1,), {"items": ["boat"]}),
    ("the_seat_of_seeing", "amon_hen", (0,), {"favor": -1, "pool": -2}),
    ("sweet_words_bitter_dreams", "isengard", (), {"hand": -4, "life": 2, "damage": 2}),
    ("they_come_from_umbar", "anfalas", (), {"life": -6, "damage": 6}),
    ("the_eored", "helms_deep", (0,), REFRESHED),
    ("the_eored", "helms_deep", (1,), {"favor": -1, "place": "edoras"}),
    ("the_mounts_of_the_haradrim", "helms_deep", (), {"quests": 1}),
    ("the_palantir_of_orthanc", "anfalas", (), {"quests": 1}),
    ("lies_and_deceit", "anfalas", (0,), {"favor": 1}),
    ("lies_and_deceit", "anfalas", (1,), {"shadow_hand": -1}),
    ("smugglers", "anfalas", (0,), {"corruption": 1, "pool": -1, "hand": 1}),
    ("allies_of_the_dark_lord", "anfalas", (0,), {"life": -4, "damage": 4}),
    ("allies_of_the_dark_lord", "anfalas", (1,), {"plot_hand": 1}),
    ("dangers_both_real_and_imagined", "anfalas", (), {}),
    ("words_spoken_from_the_heart", "anfalas", (0,), {"favor": -1, "corruption": -1}),
    ("captain_of_the_white_tower", "anfalas", (), {"quests": 1, "characters": 1}),
    ("the_days_have_gone_down_in_the_west", "anfalas", (0,), {"hand": -2, "rest": 2, "favor": 2}),
    # Misty Mountains and Mirkwood
    ("radagast_the_brown", "rhosgobel", (), {"favor": 1, "characters": 1}),
    ("the_beornings_ask_for_help", "the_high_pass", (0,), {"favor": -1, "pool": -2}),
    ("the_town_of_dale", "lake_esgaroth", (), {"damage": -2, "rest": -5, "life": 7}),
    ("agents_of_saruman", "gladden_fields", (0,), {"life": -5, "damage": 5}),
    ("agents_of_saruman", "gladden_fields", (1,), {"story": {"ring": 1}}),
    ("do_not_stray_from_the_path", "the_forest_trail", (), {"life": -7, "damage": 7}),
    ("sarumans_fires", "fangorn", (), {}),
    ("a_shadow_connection", "fangorn", (), {"quests": 1}),
    ("lost_in_the_shadows", "south_eaves", (0,), {"hand": -2, "rest": 2}),
    ("trapped_by_a_terrible_storm", "fangorn", (), {"hand": -4, "life": 4, "ended": True}),
    ("the_evenstar_is_called_home", "south_eaves", (), {"quests": 1, "characters": 1}),
    ("escorted_by_the_wood_elves", "south_eaves", (1,), {"favor": -1, "place": "woodland_realm"}),
    ("conquered_by_fear", "south_eaves", (), {}),
    ("a_desperate_bargain", "south_eaves", (0,), {"corruption": 1, "pool": -2, "shadow_hand": -1}),
    ("greenleaf", "south_eaves", (), {"quests": 1}),
    ("i_sang_of_leaves_of_leaves_of_gold", "south_eaves", (0,), {"pool": -1}),
    ("i_sang_of_leaves_of_leaves_of_gold", "south_eaves", (1,), TRAINED),
    # Rhudaur and the Grey Mountains
    ("hill_of_the_wind", "weathertop", (0,), {"pool": -1}),
    ("the_ruins_of_amon_sul", "weathertop", (), {"damage": -2, "rest": -5, "life": 7}),
    ("tom_bert_and_william_huggins", "the_trollshaws", (), {"pool": -1}),
    ("emyn_engrin", "the_iron_hills", (0,), {"pool": -2}),
    ("emyn_engrin", "the_iron_hills", (1,), TRAINED),
    ("above_the_withered_heath", "ered_mithrin", (), {"shadow_hand": -1}),
    ("forodwaith", "the_northern_waste", (), {}),
    ("beyond_the_dark_lords_reach", "weathertop", (), {"quests": 1}),
    ("carn_dum_reborn", "weathertop", (0,), {"life": -5, "damage": 5}),
    ("a_path_through_the_mountains", "ered_mithrin", (0,), {"favor": 1, "place": "the_northern_waste"}),
    ("the_haunted_ruins", "ered_mithrin", (), {"quests": 1}),
    ("lost_in_the_wild", "weathertop", (0,), {"hand": -2, "rest": 2}),
    ("the_iron_will_of_the_dwarves", "weathertop", (1,), {"favor": -1, "hand": 1, "corruption": -1}),
    ("a_common_purpose", "weathertop", (), {"favor": 2}),
    ("the_son_of_gloin", "weathertop", (), {"quests": 1}),
    ("the_world_is_grey_the_mountains_old", "weathertop", (1,), {"pool": -1}),
    # Eriador and Enedwaith
    ("pipeweed_seven_meals_a_day", "the_shire", (), {"damage": -2, "rest": -5, "life": 7}),
    ("cirdan_the_shipwright", "the_grey_havens", (0,), {"corruption": -1}),
    ("cirdan_the_shipwright", "the_grey_havens", (1,), {"items": ["boat"]}),
    ("the_grey_company", "bree", (0,), {"hand": -1, "rest": 2, "favor": 1}),
    ("cold_be_hand_and_heart_and_bone", "old_forest", (), {"life": -4, "damage": 4}),
    ("a_merry_fellow", "old_forest", (), {"corruption": -1, "favor": 1}),
    ("remnants_of_the_north_south_road", "enedwaith_plains", (), {"damage": -4, "rest": 4}),
    ("the_city_by_the_greyflood", "tharbad", (), {}),
    ("the_raiders_in_the_hills", "dunland", (), {"life": -5, "damage": 5}),
    ("find_the_grey_pilgrim", "dunland", (), {"quests": 1, "characters": 1}),
    ("the_mad_baggins", "bree", (0,), {"corruption": 1, "hand": 6, "life": -6}),
    ("the_mad_baggins", "bree", (1,), {"favor": 1}),
    ("the_squint_eyed_southerner", "bree", (), {"quests": 1, "influence": 1}),
    ("the_black_pit", "bree", (), {"quests": 1}),
    ("sarumans_agents", "bree", (0,), {"corruption": 1, "plot_hand": -1}),
    ("the_ranger", "bree", (0,), REFRESHED),
    ("the_road_goes_ever_on_and_on", "bree", (), {"favor": 2}),
]


DARK_CASES: list[tuple[str, str, tuple[int, ...], dict[str, Any]]] = [
    ("the_court_of_theoden", "edoras", (0,), {"favor": 1}),
    ("intrigue_within_meduseld", "edoras", (), {}),
    ("the_halls_of_an_elven_king", "woodland_realm", (0,), {"favor": 1}),
    ("the_enchanted_stream", "woodland_realm", (), {"favor": -1, "corruption": 1}),
    ("saurons_road", "mount_doom", (), {}),
    ("a_hidden_path", "dagorlad", (), {}),
    ("a_shadow_under_the_shadow", "dagorlad", (), {}),
    ("the_land_of_the_great_eye", "dagorlad", (), {"life": -5, "rest": 5}),
    ("lies_and_deceit", "anfalas", (), {}),
    ("dangers_both_real_and_imagined", "anfalas", (), {"corruption": 1}),
    ("radagast_the_brown", "rhosgobel", (), {}),
    ("sarumans_fires", "fangorn", (0,), {"life": -2, "damage": 2}),
    ("sarumans_fires", "fangorn", (1,), {}),
    ("sarumans_fires", "fangorn", (2,), {}),
    ("a_merry_fellow", "old_forest", (), {"corruption": -1, "favor": 1, "tokens": -1}),
    ("conquered_by_fear", "south_eaves", (0,), {"favor": -1}),
    ("conquered_by_fear", "south_eaves", (1,), {"corruption": 1}),
    ("forodwaith", "the_northern_waste", (), {"life": -3, "damage": 3}),
    ("a_common_purpose", "weathertop", (), {}),
    ("cirdan_the_shipwright", "the_grey_havens", (), {}),
    ("the_city_by_the_greyflood", "tharbad", (), {"ended": True}),
]
"""Cards in a region with seven influence and three monster tokens."""


def named(cases: list[tuple[str, str, tuple[int, ...], dict[str, Any]]]) -> list[str]:
    """Ids for cases, some of which share a card."""
    return [f"{case[0]}-{number}" for number, case in enumerate(cases)]


@pytest.mark.parametrize(("key", "place", "choices", "changed"), CASES, ids=named(CASES))
def test_encounter(key: str, place: str, choices: tuple[int, ...], changed: dict[str, Any]) -> None:
    assert ENCOUNTERS[number(key)].fits >> LOC[place] & 1, "the card does not fit the place it is tested in"
    assert meets(tabletop_at(place), key, *choices) == changed


@pytest.mark.parametrize(("key", "place", "choices", "changed"), DARK_CASES, ids=named(DARK_CASES))
def test_encounter_in_a_dark_region(key: str, place: str, choices: tuple[int, ...], changed: dict[str, Any]) -> None:
    tabletop = tabletop_at(place)
    region = [i for i in IN_REGION[LOCATIONS[LOC[place]].region] if not LOCATIONS[i].haven]
    tabletop.s.influence[region[0]] = 7
    for monster in ("Orc", "Snaga", "Agent"):
        tabletop.token(monster.lower(), IDS[region[0]])
    assert meets(tabletop, key, *choices) == changed


def test_every_encounter_is_tested() -> None:
    assert {case[0] for case in CASES} == {card.key for card in ENCOUNTERS.values()}


REWARDS: list[tuple[str, str, tuple[int, ...], dict[str, Any]]] = [
    ("isildurs_heir", "rhun", (), {"favor": 1, "hand": 1}),
    ("smoke_on_the_horizon", "plains_of_gorgoroth", (), {"favor": 2, "pool": -1}),
    ("the_seat_of_saurons_power", "barad_dur", (0,), {"favor": 2, "corruption": -1}),
    ("the_mounts_of_the_haradrim", "near_harad", (), {"favor": 2, "hand": 1}),
    ("the_palantir_of_orthanc", "isengard", (), {"favor": 1, "corruption": -1}),
    ("captain_of_the_white_tower", "minas_tirith", (), {"favor": 1, "hand": 1}),
    ("a_shadow_connection", "south_eaves", (), {"favor": 2, "life": 5, "rest": -5}),
    ("the_evenstar_is_called_home", "rivendell", (), {"items": ["elven_cloak"]}),
    ("greenleaf", "woodland_realm", (1,), {"levels": [0, 0, 1, 0]}),
    ("beyond_the_dark_lords_reach", "the_northern_waste", (), {"favor": 2, "hand": 1}),
    ("the_haunted_ruins", "ruins_of_angmar", (), {"favor": 2, "corruption": -1}),
    ("the_son_of_gloin", "erebor", (), {"favor": 1, "levels": [1, 0, 0, 0]}),
    ("find_the_grey_pilgrim", "bree", (), {"favor": 1, "pool": -1}),
    ("the_squint_eyed_southerner", "dunland", (), {"pool": -2}),
    ("the_black_pit", "moria", (), {"favor": 2, "hand": 1}),
]


@pytest.mark.parametrize(("key", "place", "choices", "changed"), REWARDS, ids=[case[0] for case in REWARDS])
def test_encounter_quest_is_completed_by_exploring(
    key: str, place: str, choices: tuple[int, ...], changed: dict[str, Any]
) -> None:
    tabletop = tabletop_at(place)
    card = number(key)
    tabletop.s.encounter_decks[ENCOUNTERS[card].deck].remove(card)
    tabletop.hero.quests.append(card)
    assert ("quest", card) in explore_options(tabletop.s, 0)
    assert tabletop.changes(complete_quest(tabletop.s, 0, card), *choices) == changed | {"quests": -1}
    assert card in tabletop.s.box


def test_every_encounter_quest_is_tested() -> None:
    assert {case[0] for case in REWARDS} == {card.key for card in ENCOUNTERS.values() if card.explore >= 0}


def test_shields_discarded_lower_the_damage() -> None:
    tabletop = tabletop_at("fornost")
    answers = [("discard", card) for card in tabletop.hero.hand[:3]]
    changed = meets(tabletop, "deadmens_dike", *answers)
    assert changed == {"favor": 2, "hand": -2, "rest": 3}, "evade 2 + parry 1 + parry 1 stop all 4 damage"


def test_lowest_priority_that_fits_is_resolved() -> None:
    """The worked example of p. 25: the lowest card does not fit Gladden Fields, the next one does."""
    tabletop = tabletop_at("gladden_fields")
    deck = tabletop.s.encounter_decks[2]
    tabletop.top(deck, "i_sang_of_leaves_of_leaves_of_gold", "a_shadow_connection", "the_town_of_dale")
    tabletop.s.step = "encounter"
    assert tabletop.changes(encounter(tabletop.s)) == {"quests": 1}
    assert tabletop.s.step == "turn_end"
    assert {ENCOUNTERS[c].key for c in tabletop.s.encounter_discards[2]} == {
        "i_sang_of_leaves_of_leaves_of_gold",
        "the_town_of_dale",
    }


def test_nothing_happens_when_no_encounter_fits() -> None:
    """All three cards are discarded and the turn is over (p. 24)."""
    tabletop = tabletop_at("gladden_fields")
    keys = ("the_town_of_dale", "lost_in_the_shadows", "do_not_stray_from_the_path")
    tabletop.top(tabletop.s.encounter_decks[2], *keys)
    tabletop.s.step = "encounter"
    assert tabletop.changes(encounter(tabletop.s)) == {}
    assert {ENCOUNTERS[c].key for c in tabletop.s.encounter_discards[2]} == set(keys)
    assert tabletop.s.step == "turn_end"


def test_a_haven_has_a_deck_of_its_own() -> None:
    tabletop = tabletop_at("rivendell")
    tabletop.top(tabletop.s.encounter_decks[HAVEN_DECK], "the_houses_of_healing", "imladris", "redeemed_by_grace")
    assert tabletop.changes(encounter(tabletop.s), 0) == {"favor": 1}
    assert len(tabletop.s.encounter_discards[HAVEN_DECK]) == 3


def test_no_encounter_in_a_perilous_location() -> None:
    tabletop = tabletop_at("gladden_fields").influence(gladden_fields=3)
    assert tabletop.changes(encounter(tabletop.s)) == {}


def test_the_indifferent_draw_two() -> None:
    tabletop = Tabletop("beravor").at("gladden_fields").corrupt("indifferent")
    tabletop.top(tabletop.s.encounter_decks[2], "greenleaf", "the_town_of_dale", "agents_of_saruman")
    assert tabletop.changes(encounter(tabletop.s)) == {"quests": 1}, "the third card, of priority 1, stays on the deck"


def test_an_empty_deck_is_made_of_its_discards() -> None:
    tabletop = tabletop_at("bree")
    s = tabletop.s
    s.encounter_discards[0], s.encounter_decks[0] = s.encounter_decks[0], []
    assert len(draw_encounters(s, 0, 3)) == 3
    assert len(s.encounter_decks[0]) == 12


def test_reshuffle_cards_go_back_into_the_deck() -> None:
    tabletop = tabletop_at("bree")
    s = tabletop.s
    s.encounter_discards[0] = [s.encounter_decks[0].pop(0) for _ in range(4)]
    card = number("the_road_goes_ever_on_and_on")
    for pile in (s.encounter_decks[0], s.encounter_discards[0]):
        if card in pile:
            pile.remove(card)
    tabletop.run(resolve_encounter(s, 0, card, 0))
    assert len(s.encounter_decks[0]) == 15
    assert s.encounter_discards[0] == []


def test_gandalf_is_not_placed_twice() -> None:
    tabletop = tabletop_at("rhosgobel")
    tabletop.s.characters[CHARACTER["gandalf"]] = LOC["bree"]
    assert meets(tabletop, "radagast_the_brown") == {"favor": 1}
    assert tabletop.s.characters[CHARACTER["gandalf"]] == LOC["bree"]
