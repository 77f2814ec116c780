"""A hero's turn (p. 20 to p. 26): rest, ambush, travel, exploring and what heroes gain, with the worked examples."""

from typing import Any

import pytest

from engine.games.meq.cards.effect import CHARACTER as ABILITY
from engine.games.meq.components import CHARACTER, CHARACTERS, COMBAT, MINION, WISDOM
from engine.games.meq.enemies import perilous
from engine.games.meq.heroes import draw, gain_item, level_up, restore, train, trait
from engine.games.meq.map import LOC
from engine.games.meq.steps.defeat import fall, hurt
from engine.games.meq.steps.explore import consult, explore, explore_options
from engine.games.meq.steps.travel import move_options, ways
from engine.games.meq.steps.turn import may_rest, rest
from tests.engine.games.meq.desk import Desk


def card_for(terrain: str, who: str = "argalad") -> str:
    """The name of a hero card with a terrain."""
    return next(card.key for card in COMBAT.values() if card.deck == who and card.move == terrain)


# -- travel


def test_example_of_travelling() -> None:
    """The six steps of p. 23: Argalad from the Woodland Realm to Gladden Fields."""
    desk = Desk("argalad").at("woodland_realm").influence(the_high_pass=3, mount_gundabad=3)
    s = desk.s
    s.characters[CHARACTER["gandalf"]] = LOC["the_forest_trail"]
    orc = desk.token("orc", "gladden_fields")
    forest, mountain, *rest_of_hand = desk.draws(0, "overdraw", "aimed_shot", "volley", "volley", "fall_back")
    s.step = "travel"
    desk.step(("go", "the_forest_trail", forest))
    desk.steps("travel")
    assert desk.hero.place == LOC["the_forest_trail"]
    desk.step(("consult", "gandalf", "favor"))
    assert desk.hero.favor == 2
    assert s.characters[CHARACTER["gandalf"]] == -1
    desk.top(s.peril_deck, "trapped", "khazad_dum", "the_dark_tower")
    desk.step(("go", "the_high_pass", mountain))
    assert perilous(s, 0, LOC["the_high_pass"]), "three influence against wisdom 2"
    desk.steps("travel")
    assert len(s.peril_discard) == 3
    assert not [option for option in move_options(desk.hero) if option[:2] == ("go", "gladden_fields")]
    desk.step(("pay", "gladden_fields", 3))
    assert desk.hero.rest == [forest, mountain, *rest_of_hand]
    desk.steps("combat", ("token", orc))
    assert s.combat.enemy == "orc"
    assert s.tokens == []


def test_a_path_takes_one_matching_card_or_its_number() -> None:
    """Hills 3 (p. 22): one card with a hill, or any three."""
    desk = Desk("beravor").at("dunharrow")
    desk.draws(0, "ranged_strike", "charge", "charge")
    to_edoras = [option for option in move_options(desk.hero) if option[1] == "edoras"]
    assert [option[0] for option in to_edoras] == ["go", "pay"]
    assert to_edoras[1] == ("pay", "edoras", 3)


def test_any_card_paths() -> None:
    desk = Desk("beravor").at("bree")
    desk.draws(0, "evade", "charge")
    assert len([option for option in move_options(desk.hero) if option[1] == "fornost"]) == 2


def test_a_boat_makes_water_easy() -> None:
    desk = Desk("beravor").at("the_grey_havens")
    desk.draws(0, "aimed_shot", "charge", "charge")
    gain_item(desk.s, 0, "boat")
    cost = {way.to: way.cost for way in ways(desk.hero)}
    assert cost[LOC["harlindon"]] == 1, "a water path"
    assert cost[LOC["blue_mountains"]] == 2, "a path over land"
    assert cost[LOC["belfalas"]] == 3
    assert ("pay", "belfalas", 3) in move_options(desk.hero)


def test_a_horse_saves_a_card() -> None:
    desk = Desk("eometh").at("edoras")
    cost = {way.to: way.cost for way in ways(desk.hero)}
    assert desk.hero.items, "Expert Rider starts with a Horse"
    assert cost[LOC["the_nindalf"]] == 3
    assert cost[LOC["plains_of_rohan"]] == 1


def test_paying_the_last_card_defeats() -> None:
    desk = Desk("beravor").at("bree")
    desk.draws(0, "evade")
    desk.hero.rest, desk.hero.life = desk.hero.life, []
    desk.s.step = "travel"
    desk.step(("go", "fornost"))
    desk.steps("turn_end", ("marker", "ring"))
    assert len(desk.hero.life) == 25


def test_perils_of_a_location() -> None:
    desk = Desk("beravor")
    assert perilous(desk.s, 0, LOC["moria"])
    assert not perilous(desk.s, 0, LOC["bree"])
    desk.influence(bree=2)
    assert not perilous(desk.s, 0, LOC["bree"]), "as much influence as wisdom"
    desk.influence(bree=3)
    assert perilous(desk.s, 0, LOC["bree"])
    desk.s.minions[MINION["gothmog"]] = LOC["old_forest"]
    assert perilous(desk.s, 0, LOC["the_shire"])
    assert not perilous(desk.s, 0, LOC["fornost"]), "not in a haven"
    desk.s.plots, desk.s.plot_places = [desk.take(desk.s.plot_deck, "saruman_falls_to_corruption")], [LOC["isengard"]]
    assert perilous(desk.s, 0, LOC["isengard"])


def test_sauron_chooses_between_fight_and_peril() -> None:
    desk = Desk("beravor").at("moria")
    token = desk.token("orc", "moria")
    desk.s.step = "danger"
    assert desk.offered() == [("token", token), ("draw_perils",)]


def test_a_blank_token_is_a_rumour() -> None:
    desk = Desk("beravor").at("bree")
    token = desk.token("blank", "bree")
    desk.s.step = "danger"
    desk.step()
    assert desk.s.step == "travel"
    assert token in desk.s.token_discards[0]


def test_no_fight_in_a_haven_without_consent() -> None:
    desk = Desk("beravor").at("rivendell")
    desk.s.minions[MINION["black_serpent"]] = LOC["rivendell"]
    desk.s.step = "ambush"
    desk.step(("minion", "black_serpent"), ("refuse",))
    assert desk.s.step == "travel"
    desk.s.step = "ambush"
    desk.step(("minion", "black_serpent"), ("accept",))
    assert desk.s.step == "combat"


def test_an_ambush_is_not_optional() -> None:
    desk = Desk("beravor").at("bree")
    desk.token("orc", "bree")
    desk.token("agent", "bree")
    desk.s.step = "ambush"
    assert [option[0] for option in desk.offered()] == ["token", "token"]


def test_uruk_hai_of_rohan() -> None:
    desk = Desk("beravor").at("isengard")
    desk.s.plots, desk.s.plot_places = [desk.take(desk.s.plot_deck, "rise_of_the_uruk_hai")], [LOC["isengard"]]
    desk.token("southron", "isengard")
    desk.s.step = "ambush"
    desk.step(("as", "uruk_hai"))
    assert desk.s.combat.enemy == "uruk_hai"


# -- rest


def test_rest_restores_and_helps_sauron() -> None:
    desk = Desk("thalin").at("bree")
    desk.hero.rest = [desk.hero.life.pop() for _ in range(5)]
    desk.hero.damage, desk.hero.from_hand = [desk.hero.life.pop()], [False]
    desk.s.story = [0, 3, 1, 1]
    assert desk.changes(rest(desk.s), ("rest",), ("marker", "corruption")) == {
        "rest": -5,
        "life": 5,
        "story": {"corruption": 1},
    }
    assert "ring" not in {option[1] for option in desk.asked[-1].options}, "only the leftmost markers"


def test_a_haven_heals() -> None:
    desk = Desk("thalin").at("erebor")
    desk.hero.damage, desk.hero.from_hand = [desk.hero.life.pop()], [False]
    assert desk.changes(rest(desk.s), ("rest", "heal")) == {"damage": -1, "life": 1, "story": {"ring": 1}}


def test_a_survivalist_heals_or_trains_anywhere() -> None:
    desk = Desk("beravor").at("bree")
    assert desk.changes(rest(desk.s), ("rest", "train")) == {"hand": 1, "story": {"ring": 1}}
    assert len(desk.s.skill_discard) == 1


@pytest.mark.parametrize(("place", "allowed"), [("bree", True), ("dol_guldur", False), ("the_trollshaws", False)])
def test_where_rest_is_possible(place: str, allowed: bool) -> None:
    desk = Desk("beravor").at(place)
    desk.token("orc", "the_trollshaws")
    assert may_rest(desk.s, 0) == allowed


def test_the_witch_king_allows_no_rest_nearby() -> None:
    desk = Desk("beravor").at("bree")
    desk.s.minions[MINION["witch_king"]] = LOC["weathertop"]
    assert not may_rest(desk.s, 0)
    desk.at("fornost")
    assert may_rest(desk.s, 0)


def test_a_broken_line_of_kings_closes_a_haven() -> None:
    desk = Desk("beravor").at("rivendell")
    desk.s.plots, desk.s.plot_places = [desk.take(desk.s.plot_deck, "a_broken_line_of_kings")], [LOC["rivendell"]]
    assert not may_rest(desk.s, 0)
    desk.s.step = "encounter"
    desk.step()
    assert len(desk.s.encounter_decks[5]) == 15


# -- exploring


def test_favor_is_taken_one_by_one() -> None:
    desk = Desk("beravor").at("bree")
    desk.s.favor[LOC["bree"]] = 2
    desk.run(explore(desk.s, 0, ("favor",)))
    assert (desk.hero.favor, desk.s.favor[LOC["bree"]]) == (1, 1)


def test_the_dark_path_is_taken_once_a_turn() -> None:
    desk = Desk("beravor").at("bree")
    desk.top(desk.s.corruption_deck, "weak")
    assert desk.changes(explore(desk.s, 0, ("dark_path",))) == {"favor": 1, "corruption": 1}
    assert ("dark_path",) not in explore_options(desk.s, 0)
    desk.s.turn.dark_path = False
    assert ("dark_path",) in explore_options(desk.s, 0)
    desk.corrupt("weary", "helpless", "deranged")
    assert ("dark_path",) not in explore_options(desk.s, 0), "with four cards there is no darker path"


def test_a_plot_is_discarded_for_its_favor() -> None:
    desk = Desk("beravor").at("osgiliath")
    plot = desk.take(desk.s.plot_deck, "osgiliath_invaded")
    desk.s.plots, desk.s.plot_places = [plot], [LOC["osgiliath"]]
    desk.hero.favor = 2
    assert ("thwart", plot) not in explore_options(desk.s, 0)
    desk.hero.favor = 3
    assert desk.changes(explore(desk.s, 0, ("thwart", plot))) == {"favor": -3, "plots": -1}
    assert desk.s.plot_discard == [plot]


def test_heroes_in_one_place_trade() -> None:
    """Beravor, whose turn is over, gives Argalad all her favor (p. 24)."""
    desk = Desk("argalad", "beravor").at("bree").at("bree", 1)
    other = desk.s.heroes[1]
    other.favor = 2
    gain_item(desk.s, 1, "boat")
    boat = other.items[0]
    answers = (("done",), ("give_favor",), ("give_favor",), ("give", boat))
    assert desk.changes(explore(desk.s, 0, ("trade", 0, 1)), *answers) == {"favor": 2, "items": ["boat"]}
    assert ("trade", 0, 1) not in explore_options(desk.s, 0)
    gifts = {option[1] for one in desk.asked if one.kind == "trade" for option in one.options if option[0] == "give"}
    assert not gifts & {*desk.hero.quests, *other.quests}, "starting quests are not for trade"


def test_all_heroes_in_a_place_trade_in_any_order() -> None:
    """Two others present may trade as well, and trade comes again after something else is explored (p. 24)."""
    desk = Desk("argalad", "beravor", "thalin").at("bree").at("bree", 1).at("bree", 2)
    desk.s.heroes[1].favor = 1
    trades = [option for option in explore_options(desk.s, 0) if option[0] == "trade"]
    assert trades == [("trade", 0, 1), ("trade", 0, 2), ("trade", 1, 2)]
    desk.run(explore(desk.s, 0, ("trade", 1, 2)), ("give_favor", 2))
    assert [hero.favor for hero in desk.s.heroes] == [0, 0, 1]
    assert ("trade", 1, 2) not in explore_options(desk.s, 0)
    desk.run(explore(desk.s, 0, ("dark_path",)))
    assert ("trade", 1, 2) in explore_options(desk.s, 0)


def test_a_scout_looks_at_adjacent_tokens() -> None:
    desk = Desk("argalad", "beravor").at("bree")
    token = desk.token("orc", "weathertop")
    assert ("scout", "weathertop") in explore_options(desk.s, 0)
    desk.run(explore(desk.s, 0, ("scout", "weathertop")))
    assert token in desk.s.known[1]
    assert token not in desk.s.known[2]
    assert not [option for option in explore_options(desk.s, 0) if option[0] == "scout"]


# -- characters, items, levels


CONSULTED: list[tuple[str, dict[str, Any]]] = [
    ("aragorn", {"levels": [0, 0, 1, 0]}),
    ("boromir", {"levels": [0, 1, 0, 0]}),
    ("dain", {"hand": 2}),
    ("denethor", {"favor": -3, "story": {"hero": 1}}),
    ("gandalf", {"levels": [0, 0, 0, 1]}),
    ("saruman", {"shadow_hand": -2}),
    ("theoden", {"items": ["horse"]}),
    ("thranduil", {"pool": -2}),
]


@pytest.mark.parametrize(("who", "changed"), CONSULTED)
def test_consulting_a_character(who: str, changed: dict[str, Any]) -> None:
    desk = Desk("beravor").at("bree")
    desk.hero.favor, desk.s.pool = 3, 4
    desk.s.shadow_hand = [desk.s.shadow_deck.pop() for _ in range(3)]
    desk.s.characters[CHARACTER[who]] = LOC["bree"]
    assert ("consult", who, "ability") in explore_options(desk.s, 0)
    assert desk.changes(consult(desk.s, 0, who, "ability")) == changed | {"characters": -1}
    desk.s.characters[CHARACTER[who]] = LOC["bree"]
    assert desk.changes(consult(desk.s, 0, who, "favor")) == {"favor": 2, "characters": -1}


def test_every_character_is_tested() -> None:
    assert {who for who, _ in CONSULTED} == {one.id for one in CHARACTERS} == set(ABILITY)


def test_denethor_wants_three_favor() -> None:
    desk = Desk("beravor").at("bree")
    desk.s.characters[CHARACTER["denethor"]] = LOC["bree"]
    assert ("consult", "denethor", "ability") not in explore_options(desk.s, 0)


@pytest.mark.parametrize(
    ("plot", "who"),
    [
        ("a_dark_messenger", "dain"),
        ("saruman_falls_to_corruption", "saruman"),
        ("wormtongue_taints_theoden", "theoden"),
        ("denethor_falls_into_madness", "denethor"),
    ],
)
def test_plots_corrupt_counsel(plot: str, who: str) -> None:
    desk = Desk("beravor").at("bree")
    desk.s.plots, desk.s.plot_places = [desk.take(desk.s.plot_deck, plot)], [LOC["edoras"]]
    desk.s.characters[CHARACTER[who]] = LOC["bree"]
    desk.top(desk.s.corruption_deck, "weak")
    assert desk.changes(consult(desk.s, 0, who, "favor")) == {"favor": 2, "corruption": 1, "characters": -1}


def test_noble_bloodline_gains_favor_once_a_turn() -> None:
    desk = Desk("eleanor").at("bree")
    for who in ("gandalf", "dain"):
        desk.s.characters[CHARACTER[who]] = LOC["bree"]
    desk.run(consult(desk.s, 0, "gandalf", "favor"))
    assert desk.hero.favor == 3
    desk.run(consult(desk.s, 0, "dain", "favor"))
    assert desk.hero.favor == 5


def test_a_trait_rises_twice_at_most() -> None:
    """Eometh's wisdom goes from 2 to 3 (p. 26)."""
    desk = Desk("eometh")
    level_up(desk.s, 0, WISDOM)
    assert trait(desk.hero, WISDOM) == 3
    level_up(desk.s, 0, WISDOM)
    level_up(desk.s, 0, WISDOM)
    assert trait(desk.hero, WISDOM) == 4


def test_items_run_out() -> None:
    desk = Desk("beravor")
    for _ in range(4):
        gain_item(desk.s, 0, "boat")
    assert len(desk.hero.items) == 3


def test_training_keeps_one_of_two_skills() -> None:
    desk = Desk("beravor")
    second = desk.s.skill_deck[-2]
    desk.run(train(desk.s, 0), ("keep", second))
    assert desk.hero.hand == [second]
    assert len(desk.s.skill_deck) == 18
    assert len(desk.s.skill_discard) == 1


# -- pools and defeat


def test_open_cards_are_known_when_shuffled_back() -> None:
    desk = Desk("beravor")
    hero = desk.hero
    draw(desk.s, 0, 3)
    hero.rest = [hero.life.pop() for _ in range(4)]
    worn = list(hero.rest)
    restore(desk.s, 0)
    assert hero.fresh == worn
    assert hero.kept_hand == 3, "the three cards in hand are none of them"


def test_damage_outside_of_combat_defeats_at_once() -> None:
    desk = Desk("beravor").at("the_shire")
    desk.hero.rest, desk.hero.life = desk.hero.life[3:], desk.hero.life[:3]
    desk.hero.favor = 1
    gain_item(desk.s, 0, "boat")
    changed = desk.changes(hurt(desk.s, 0, 5), ("marker", "conquest"), ("lose_item",), ("carry", 0, "fornost"))
    assert changed == {
        "items": [],
        "story": {"conquest": 1},
        "place": "fornost",
        "life": 22,
        "rest": -22,
        "ended": True,
    }


def test_sauron_chooses_between_havens_equally_near() -> None:
    desk = Desk("beravor").at("anfalas")
    desk.run(fall(desk.s, 0), ("marker", "ring"), ("carry", 0, "edoras"))
    tied = next(one for one in desk.asked if one.kind == "haven")
    assert tied.seat == 0
    assert len(tied.options) > 1
    assert desk.hero.place == LOC["edoras"]
