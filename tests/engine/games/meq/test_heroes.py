"""A hero's turn (p. 20 to p. 26): rest, ambush, travel, exploring and what heroes gain, with the worked examples."""

from typing import Any

import pytest

from engine.games.meq.cards.registry import CHARACTER_EFFECTS
from engine.games.meq.components.box import CHARACTER, CHARACTERS, COMBAT, MINION
from engine.games.meq.components.schema import WISDOM
from engine.games.meq.layout import LOC
from engine.games.meq.rules.defeat import deal_damage, defeat_hero
from engine.games.meq.rules.hand import draw
from engine.games.meq.rules.heroes import level_up, trait
from engine.games.meq.rules.items import gain_item
from engine.games.meq.rules.knowledge import known_to
from engine.games.meq.rules.locations import is_perilous, may_rest
from engine.games.meq.rules.pools import restore
from engine.games.meq.rules.training import train
from engine.games.meq.steps.explore import consult, explore, explore_options
from engine.games.meq.steps.travel import move_options, ways
from engine.games.meq.steps.turn import rest
from tests.engine.games.meq.tabletop import Tabletop


def card_for(terrain: str, who: str = "argalad") -> str:
    """The name of a hero card with a terrain."""
    return next(card.key for card in COMBAT.values() if card.deck == who and card.move == terrain)


# -- travel


def test_example_of_travelling() -> None:
    """The six steps of p. 23: Argalad from the Woodland Realm to Gladden Fields."""
    tabletop = Tabletop("argalad").at("woodland-realm").influence(the_high_pass=3, mount_gundabad=3)
    s = tabletop.s
    s.characters[CHARACTER["gandalf"]] = LOC["the-forest-trail"]
    orc = tabletop.token("orc", "gladden-fields")
    forest, mountain, *rest_of_hand = tabletop.draws(0, "overdraw", "aimed-shot", "volley", "volley", "fall-back")
    s.step = "travel"
    tabletop.step(("go", "the-forest-trail", forest))
    tabletop.steps("travel")
    assert tabletop.hero.place == LOC["the-forest-trail"]
    tabletop.step(("consult", "gandalf", "favor"))
    assert tabletop.hero.favor == 2
    assert s.characters[CHARACTER["gandalf"]] == -1
    tabletop.top(s.peril_deck, "trapped", "khazad-dum", "the-dark-tower")
    tabletop.step(("go", "the-high-pass", mountain))
    assert is_perilous(s, 0, LOC["the-high-pass"]), "three influence against wisdom 2"
    tabletop.steps("travel")
    assert len(s.peril_discard) == 3
    assert not [option for option in move_options(tabletop.hero) if option[:2] == ("go", "gladden-fields")]
    tabletop.step(("pay", "gladden-fields", 3))
    assert tabletop.hero.rest == [forest, mountain, *rest_of_hand]
    tabletop.steps("combat", ("token", orc))
    assert s.combat.enemy == "orc"
    assert s.tokens == []


def test_a_path_takes_one_matching_card_or_its_number() -> None:
    """Hills 3 (p. 22): one card with a hill, or any three."""
    tabletop = Tabletop("beravor").at("dunharrow")
    tabletop.draws(0, "ranged-strike", "charge", "charge")
    to_edoras = [option for option in move_options(tabletop.hero) if option[1] == "edoras"]
    assert [option[0] for option in to_edoras] == ["go", "pay"]
    assert to_edoras[1] == ("pay", "edoras", 3)


def test_any_card_paths() -> None:
    tabletop = Tabletop("beravor").at("bree")
    tabletop.draws(0, "evade", "charge")
    assert len([option for option in move_options(tabletop.hero) if option[1] == "fornost"]) == 2


def test_a_boat_makes_water_easy() -> None:
    tabletop = Tabletop("beravor").at("the-grey-havens")
    tabletop.draws(0, "aimed-shot", "charge", "charge")
    gain_item(tabletop.s, 0, "boat")
    cost = {way.to: way.cost for way in ways(tabletop.hero)}
    assert cost[LOC["harlindon"]] == 1, "a water path"
    assert cost[LOC["blue-mountains"]] == 2, "a path over land"
    assert cost[LOC["belfalas"]] == 3
    assert ("pay", "belfalas", 3) in move_options(tabletop.hero)


def test_a_horse_saves_a_card() -> None:
    tabletop = Tabletop("eometh").at("edoras")
    cost = {way.to: way.cost for way in ways(tabletop.hero)}
    assert tabletop.hero.items, "Expert Rider starts with a Horse"
    assert cost[LOC["the-nindalf"]] == 3
    assert cost[LOC["plains-of-rohan"]] == 1


def test_paying_the_last_card_defeats() -> None:
    tabletop = Tabletop("beravor").at("bree")
    tabletop.draws(0, "evade")
    tabletop.hero.rest, tabletop.hero.life = tabletop.hero.life, []
    tabletop.s.step = "travel"
    tabletop.step(("go", "fornost"))
    tabletop.steps("turn-end", ("marker", "ring"))
    assert len(tabletop.hero.life) == 25


def test_perils_of_a_location() -> None:
    tabletop = Tabletop("beravor")
    assert is_perilous(tabletop.s, 0, LOC["moria"])
    assert not is_perilous(tabletop.s, 0, LOC["bree"])
    tabletop.influence(bree=2)
    assert not is_perilous(tabletop.s, 0, LOC["bree"]), "as much influence as wisdom"
    tabletop.influence(bree=3)
    assert is_perilous(tabletop.s, 0, LOC["bree"])
    tabletop.s.minions[MINION["gothmog"]] = LOC["old-forest"]
    assert is_perilous(tabletop.s, 0, LOC["the-shire"])
    assert not is_perilous(tabletop.s, 0, LOC["fornost"]), "not in a haven"
    tabletop.s.plots, tabletop.s.plot_places = (
        [tabletop.take(tabletop.s.plot_deck, "saruman-falls-to-corruption")],
        [LOC["isengard"]],
    )
    assert is_perilous(tabletop.s, 0, LOC["isengard"])


def test_sauron_chooses_between_fight_and_peril() -> None:
    tabletop = Tabletop("beravor").at("moria")
    token = tabletop.token("orc", "moria")
    tabletop.s.step = "danger"
    assert tabletop.offered() == [("token", token), ("draw-perils",)]


def test_a_blank_token_is_a_rumour() -> None:
    tabletop = Tabletop("beravor").at("bree")
    token = tabletop.token("blank", "bree")
    tabletop.s.step = "danger"
    tabletop.step()
    assert tabletop.s.step == "travel"
    assert token in tabletop.s.token_discards[0]


def test_one_enemy_attacks_whoever_arrives() -> None:
    """One monster or minion of those in the location (p. 22); then the hero may explore and move on."""
    tabletop = Tabletop("beravor").at("bree")
    rumour, orc = tabletop.token("blank", "bree"), tabletop.token("orc", "bree")
    tabletop.s.step = "danger"
    tabletop.step(("token", rumour))
    assert (tabletop.s.step, tabletop.s.tokens) == ("travel", [orc])


def test_peril_leaves_the_monster_where_it_is() -> None:
    """Sauron does one of the two (p. 22)."""
    tabletop = Tabletop("beravor").at("moria")
    orc = tabletop.token("orc", "moria")
    tabletop.top(tabletop.s.peril_deck, "trapped", "the-dark-tower", "the-hill-of-black-magic")
    tabletop.s.step = "danger"
    tabletop.step(("draw-perils",))
    assert (tabletop.s.step, tabletop.s.tokens, tabletop.s.combat.hero) == ("travel", [orc], -1)


def test_a_perilous_location_can_be_explored() -> None:
    """After the peril (p. 23, p. 24); only encounters are not drawn there."""
    tabletop = Tabletop("beravor").at("moria")
    tabletop.s.favor[LOC["moria"]] = 1
    assert ("favor",) in explore_options(tabletop.s, 0)


def test_a_refused_attack_leaves_the_token_face_down() -> None:
    """In a haven the hero decides whether there is a fight (p. 22, p. 27), without seeing who attacks."""
    tabletop = Tabletop("beravor").at("fornost")
    orc = tabletop.token("orc", "fornost")
    tabletop.s.step = "danger"
    tabletop.step(("refuse",))
    assert (tabletop.s.step, tabletop.s.tokens, known_to(tabletop.s, 1)) == ("travel", [orc], set())


def test_no_fight_in_a_haven_without_consent() -> None:
    tabletop = Tabletop("beravor").at("rivendell")
    tabletop.s.minions[MINION["black-serpent"]] = LOC["rivendell"]
    tabletop.s.step = "ambush"
    tabletop.step(("minion", "black-serpent"), ("refuse",))
    assert tabletop.s.step == "travel"
    tabletop.s.step = "ambush"
    tabletop.step(("minion", "black-serpent"), ("accept",))
    assert tabletop.s.step == "combat"


def test_an_ambush_comes_after_the_rest_that_it_prevents() -> None:
    """Nobody rests beside an enemy, in a haven either, and the step does not come back once it is defeated (p. 20)."""
    tabletop = Tabletop("beravor").at("minas-tirith")
    tabletop.s.minions[MINION["black-serpent"]] = LOC["minas-tirith"]
    tabletop.s.step = "rest"
    tabletop.steps("ambush")
    assert "rest" not in [one.kind for one in tabletop.decisions]
    tabletop.step(("minion", "black-serpent"), ("accept",))
    tabletop.s.minion_damage[MINION["black-serpent"]] = 99
    tabletop.s.step = "resolution"
    tabletop.step()
    assert may_rest(tabletop.s, 0)
    assert tabletop.s.step == "travel"


def test_an_ambush_is_not_optional() -> None:
    tabletop = Tabletop("beravor").at("bree")
    tabletop.token("orc", "bree")
    tabletop.token("agent", "bree")
    tabletop.s.step = "ambush"
    assert [option[0] for option in tabletop.offered()] == ["token", "token"]


def test_uruk_hai_of_rohan() -> None:
    tabletop = Tabletop("beravor").at("isengard")
    tabletop.s.plots, tabletop.s.plot_places = (
        [tabletop.take(tabletop.s.plot_deck, "rise-of-the-uruk-hai")],
        [LOC["isengard"]],
    )
    tabletop.token("southron", "isengard")
    tabletop.s.step = "ambush"
    tabletop.step(("as", "uruk-hai"))
    assert tabletop.s.combat.enemy == "uruk-hai"


# -- rest


def test_rest_restores_and_helps_sauron() -> None:
    tabletop = Tabletop("thalin").at("bree")
    tabletop.hero.rest = [tabletop.hero.life.pop() for _ in range(5)]
    tabletop.hero.damage, tabletop.hero.from_hand = [tabletop.hero.life.pop()], [False]
    tabletop.s.story = [0, 3, 1, 1]
    assert tabletop.changes(rest(tabletop.s), ("rest",), ("marker", "corruption")) == {
        "rest": -5,
        "life": 5,
        "story": {"corruption": 1},
    }
    assert "ring" not in {option[1] for option in tabletop.decisions[-1].options}, "only the leftmost markers"


def test_a_haven_heals() -> None:
    tabletop = Tabletop("thalin").at("erebor")
    tabletop.hero.damage, tabletop.hero.from_hand = [tabletop.hero.life.pop()], [False]
    assert tabletop.changes(rest(tabletop.s), ("rest", "heal")) == {"damage": -1, "life": 1, "story": {"ring": 1}}


def test_a_survivalist_heals_or_trains_anywhere() -> None:
    tabletop = Tabletop("beravor").at("bree")
    assert tabletop.changes(rest(tabletop.s), ("rest", "train")) == {"hand": 1, "story": {"ring": 1}}
    assert len(tabletop.s.skill_discard) == 1


@pytest.mark.parametrize(("place", "allowed"), [("bree", True), ("dol-guldur", False), ("the-trollshaws", False)])
def test_where_rest_is_possible(place: str, allowed: bool) -> None:
    tabletop = Tabletop("beravor").at(place)
    tabletop.token("orc", "the-trollshaws")
    assert may_rest(tabletop.s, 0) == allowed


def test_the_witch_king_allows_no_rest_nearby() -> None:
    tabletop = Tabletop("beravor").at("bree")
    tabletop.s.minions[MINION["witch-king"]] = LOC["weathertop"]
    assert not may_rest(tabletop.s, 0)
    tabletop.at("fornost")
    assert may_rest(tabletop.s, 0)


def test_a_broken_line_of_kings_closes_a_haven() -> None:
    tabletop = Tabletop("beravor").at("rivendell")
    tabletop.s.plots, tabletop.s.plot_places = (
        [tabletop.take(tabletop.s.plot_deck, "a-broken-line-of-kings")],
        [LOC["rivendell"]],
    )
    assert not may_rest(tabletop.s, 0)
    tabletop.s.step = "encounter"
    tabletop.step()
    assert len(tabletop.s.encounter_decks[5]) == 15


# -- exploring


def test_favor_is_taken_one_by_one() -> None:
    tabletop = Tabletop("beravor").at("bree")
    tabletop.s.favor[LOC["bree"]] = 2
    tabletop.run(explore(tabletop.s, 0, ("favor",)))
    assert (tabletop.hero.favor, tabletop.s.favor[LOC["bree"]]) == (1, 1)


def test_the_dark_path_is_taken_once_a_turn() -> None:
    tabletop = Tabletop("beravor").at("bree")
    tabletop.top(tabletop.s.corruption_deck, "weak")
    assert tabletop.changes(explore(tabletop.s, 0, ("dark-path",))) == {"favor": 1, "corruption": 1}
    assert ("dark-path",) not in explore_options(tabletop.s, 0)
    tabletop.s.turn.dark_path = False
    assert ("dark-path",) in explore_options(tabletop.s, 0)
    tabletop.corrupt("weary", "helpless", "deranged")
    assert ("dark-path",) not in explore_options(tabletop.s, 0), "with four cards there is no darker path"


def test_a_plot_is_discarded_for_its_favor() -> None:
    tabletop = Tabletop("beravor").at("osgiliath")
    plot = tabletop.take(tabletop.s.plot_deck, "osgiliath-invaded")
    tabletop.s.plots, tabletop.s.plot_places = [plot], [LOC["osgiliath"]]
    tabletop.hero.favor = 2
    assert ("thwart", plot) not in explore_options(tabletop.s, 0)
    tabletop.hero.favor = 3
    assert tabletop.changes(explore(tabletop.s, 0, ("thwart", plot))) == {"favor": -3, "plots": -1}
    assert tabletop.s.plot_discard == [plot]


def test_heroes_in_one_place_trade() -> None:
    """Beravor, whose turn is over, gives Argalad all her favor (p. 24)."""
    tabletop = Tabletop("argalad", "beravor").at("bree").at("bree", 1)
    other = tabletop.s.heroes[1]
    other.favor = 2
    gain_item(tabletop.s, 1, "boat")
    boat = other.items[0]
    answers = (("done",), ("give-favor",), ("give-favor",), ("give", boat))
    assert tabletop.changes(explore(tabletop.s, 0, ("trade", 0, 1)), *answers) == {"favor": 2, "items": ["boat"]}
    assert ("trade", 0, 1) not in explore_options(tabletop.s, 0)
    gifts = {
        option[1] for one in tabletop.decisions if one.kind == "trade" for option in one.options if option[0] == "give"
    }
    assert not gifts & {*tabletop.hero.quests, *other.quests}, "starting quests are not for trade"


def test_all_heroes_in_a_place_trade_in_any_order() -> None:
    """Two others present may trade as well, and trade comes again after something else is explored (p. 24)."""
    tabletop = Tabletop("argalad", "beravor", "thalin").at("bree").at("bree", 1).at("bree", 2)
    tabletop.s.heroes[1].favor = 1
    trades = [option for option in explore_options(tabletop.s, 0) if option[0] == "trade"]
    assert trades == [("trade", 0, 1), ("trade", 0, 2), ("trade", 1, 2)]
    tabletop.run(explore(tabletop.s, 0, ("trade", 1, 2)), ("give-favor", 2))
    assert [hero.favor for hero in tabletop.s.heroes] == [0, 0, 1]
    assert ("trade", 1, 2) not in explore_options(tabletop.s, 0)
    tabletop.run(explore(tabletop.s, 0, ("dark-path",)))
    assert ("trade", 1, 2) in explore_options(tabletop.s, 0)


def test_a_scout_looks_at_adjacent_tokens() -> None:
    tabletop = Tabletop("argalad", "beravor").at("bree")
    token = tabletop.token("orc", "weathertop")
    assert ("scout", "weathertop") in explore_options(tabletop.s, 0)
    tabletop.run(explore(tabletop.s, 0, ("scout", "weathertop")))
    assert token in known_to(tabletop.s, 1)
    assert token not in known_to(tabletop.s, 2)
    assert not [option for option in explore_options(tabletop.s, 0) if option[0] == "scout"]


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
    tabletop = Tabletop("beravor").at("bree")
    tabletop.hero.favor, tabletop.s.pool = 3, 4
    tabletop.s.shadow_hand = [tabletop.s.shadow_deck.pop() for _ in range(3)]
    tabletop.s.characters[CHARACTER[who]] = LOC["bree"]
    assert ("consult", who, "ability") in explore_options(tabletop.s, 0)
    assert tabletop.changes(consult(tabletop.s, 0, who, "ability")) == changed | {"characters": -1}
    tabletop.s.characters[CHARACTER[who]] = LOC["bree"]
    assert tabletop.changes(consult(tabletop.s, 0, who, "favor")) == {"favor": 2, "characters": -1}


def test_every_character_is_tested() -> None:
    assert {who for who, _ in CONSULTED} == {one.id for one in CHARACTERS} == set(CHARACTER_EFFECTS)


def test_denethor_wants_three_favor() -> None:
    tabletop = Tabletop("beravor").at("bree")
    tabletop.s.characters[CHARACTER["denethor"]] = LOC["bree"]
    assert ("consult", "denethor", "ability") not in explore_options(tabletop.s, 0)


@pytest.mark.parametrize(
    ("plot", "who"),
    [
        ("a-dark-messenger", "dain"),
        ("saruman-falls-to-corruption", "saruman"),
        ("wormtongue-taints-theoden", "theoden"),
        ("denethor-falls-into-madness", "denethor"),
    ],
)
def test_plots_corrupt_counsel(plot: str, who: str) -> None:
    tabletop = Tabletop("beravor").at("bree")
    tabletop.s.plots, tabletop.s.plot_places = [tabletop.take(tabletop.s.plot_deck, plot)], [LOC["edoras"]]
    tabletop.s.characters[CHARACTER[who]] = LOC["bree"]
    tabletop.top(tabletop.s.corruption_deck, "weak")
    assert tabletop.changes(consult(tabletop.s, 0, who, "favor")) == {"favor": 2, "corruption": 1, "characters": -1}


def test_noble_bloodline_gains_favor_once_a_turn() -> None:
    tabletop = Tabletop("eleanor").at("bree")
    for who in ("gandalf", "dain"):
        tabletop.s.characters[CHARACTER[who]] = LOC["bree"]
    tabletop.run(consult(tabletop.s, 0, "gandalf", "favor"))
    assert tabletop.hero.favor == 3
    tabletop.run(consult(tabletop.s, 0, "dain", "favor"))
    assert tabletop.hero.favor == 5


def test_a_trait_rises_twice_at_most() -> None:
    """Eometh's wisdom goes from 2 to 3 (p. 26)."""
    tabletop = Tabletop("eometh")
    level_up(tabletop.s, 0, WISDOM)
    assert trait(tabletop.hero, WISDOM) == 3
    level_up(tabletop.s, 0, WISDOM)
    level_up(tabletop.s, 0, WISDOM)
    assert trait(tabletop.hero, WISDOM) == 4


def test_items_run_out() -> None:
    tabletop = Tabletop("beravor")
    for _ in range(4):
        gain_item(tabletop.s, 0, "boat")
    assert len(tabletop.hero.items) == 3


def test_training_keeps_one_of_two_skills() -> None:
    tabletop = Tabletop("beravor")
    second = tabletop.s.skill_deck[-2]
    tabletop.run(train(tabletop.s, 0), ("keep", second))
    assert tabletop.hero.hand == [second]
    assert len(tabletop.s.skill_deck) == 18
    assert len(tabletop.s.skill_discard) == 1


# -- pools and defeat


def test_open_cards_are_known_when_shuffled_back() -> None:
    tabletop = Tabletop("beravor")
    hero = tabletop.hero
    draw(tabletop.s, 0, 3)
    hero.rest = [hero.life.pop() for _ in range(4)]
    worn = list(hero.rest)
    restore(tabletop.s, 0)
    assert hero.reshuffled == worn
    assert hero.hand_before == 3, "the three cards in hand are none of them"


def test_damage_outside_of_combat_defeats_at_once() -> None:
    tabletop = Tabletop("beravor").at("the-shire")
    tabletop.hero.rest, tabletop.hero.life = tabletop.hero.life[3:], tabletop.hero.life[:3]
    tabletop.hero.favor = 1
    gain_item(tabletop.s, 0, "boat")
    changed = tabletop.changes(
        deal_damage(tabletop.s, 0, 5), ("marker", "conquest"), ("lose-item",), ("carry", 0, "fornost")
    )
    assert changed == {
        "items": [],
        "story": {"conquest": 1},
        "place": "fornost",
        "life": 22,
        "rest": -22,
        "ended": True,
    }


def test_sauron_chooses_between_havens_equally_near() -> None:
    tabletop = Tabletop("beravor").at("anfalas")
    tabletop.run(defeat_hero(tabletop.s, 0), ("marker", "ring"), ("carry", 0, "edoras"))
    tied = next(one for one in tabletop.decisions if one.kind == "haven")
    assert tied.seat == 0
    assert len(tied.options) > 1
    assert tabletop.hero.place == LOC["edoras"]
