"""Every event card: what it does, and how events are drawn, placed and kept (p. 14)."""

from typing import Any

import pytest

from engine.core.flow import Decision
from engine.games.meq.cards.registry import EVENT_EFFECTS
from engine.games.meq.components.box import CHARACTER, EVENTS, MINION, ids
from engine.games.meq.layout import LOC
from engine.games.meq.steps.explore import explore, explore_options
from engine.games.meq.steps.sauron import event
from tests.engine.games.meq.tabletop import Tabletop

_FIGURES = (("summon",), ("place", "the-trollshaws"), ("summon",), ("place", "weathertop"))


def number(key: str) -> int:
    """The event card of that name."""
    return ids("event", key)[0]


def tabletop_for(key: str) -> Tabletop:
    """Two heroes with some favor, Sauron with some influence; the first hero stands where the event is."""
    tabletop = Tabletop("beravor", "thalin")
    s, hero = tabletop.s, tabletop.hero
    card = EVENTS[number(key)]
    if card.affects >= 0:
        hero.place = card.affects
        s.event = [tabletop.take(s.event_decks[card.stage - 1], key)]
    else:
        s.event_discards[card.stage - 1].append(tabletop.take(s.event_decks[card.stage - 1], key))
    hero.favor, s.heroes[1].favor = 4, 4
    hero.damage, hero.from_hand = [hero.life.pop() for _ in range(3)], [False] * 3
    s.pool = 4
    tabletop.corrupt("reckless")
    tabletop.top(s.corruption_deck, "indifferent")
    s.shadow_hand = [s.shadow_deck.pop() for _ in range(2)]
    return tabletop


def resolve(tabletop: Tabletop, key: str, *answers: Any) -> dict[str, Any]:
    """Use an event as the hero who explores, or at once."""
    card = number(key)
    if EVENTS[card].affects >= 0:
        assert ("event", card) in explore_options(tabletop.s, 0)
        changed = tabletop.changes(explore(tabletop.s, 0, ("event", card)), *answers)
        assert tabletop.s.event == []
        return changed
    return tabletop.changes(EVENT_EFFECTS.by_key[key].effect.run(tabletop.s, 0), *answers)


CASES: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("messengers-of-the-stormcrow", (0, 0), {"favor": -1}),
    ("messengers-of-the-stormcrow", (1, 0), {"corruption": 1}),
    ("tempted-by-power", (("hero", 0), 0), {"corruption": 1, "hand": 1}),
    ("tempted-by-power", (("hero", 0), 1), {"plot_hand": 1}),
    ("trust-in-friendship", (("hero", 0),), {"favor": -1}),
    ("the-thieves-of-tharbad", (("bring", "gandalf"),), {"characters": 1}),
    ("eomer-and-eowyn-are-orphaned", (), {}),
    ("beornings-the-skin-changers", (), {}),
    ("the-dunadan-guards-the-shire", (1,), {"on_board": 1}),
    ("the-courage-of-erkenbrand", (1,), {"on_board": 1}),
    ("from-argonath-to-the-sea", (), {}),
    ("lady-of-the-golden-wood", (0,), {"items": ["boat"]}),
    ("lady-of-the-golden-wood", (1,), {"pool": -1}),
    ("arwens-message-to-her-beloved", (0,), {"favor": 1}),
    ("arwens-message-to-her-beloved", (1,), {"hand": 1}),
    ("imladris", (0,), {"corruption": -1}),
    ("imladris", (1,), {"levels": [1, 0, 0, 0]}),
    ("not-all-those-who-wander-are-lost", (("carry", 0, "the-shire"),), {"place": "the-shire"}),
    ("gandalf-visits-frodo", (), {"favor": -3, "story": {"hero": 1}}),
    ("of-serpents-and-sand", (), {}),
    ("the-glades-of-orthanc-darken", (), {}),
    ("stone-figures-in-the-trollshaws", _FIGURES, {"tokens": 2}),
    ("there-is-strength-yet", (), {}),
    ("cirdan-the-shipwright", (0,), {"items": ["boat"], "place": "belfalas"}),
    ("cirdan-the-shipwright", (1,), {"items": ["boat"]}),
    ("under-the-shadow", (("hero", 0), 0, ("carry", 0, "bree")), {"corruption": 1, "place": "bree"}),
    ("under-the-shadow", (("hero", 0), 1), {"shadow_hand": 1}),
    ("brand-becomes-king-of-dale", (1,), {"on_board": 1}),
    ("commander-of-edoras", (1,), {"on_board": 1}),
    ("iarwain-ben-adar", (0,), {"corruption": -1}),
    ("iarwain-ben-adar", (1,), {"damage": -3, "rest": 3}),
    ("athelas-kingsfoil", (1,), {"damage": -3, "rest": 3}),
    ("aragorn-meets-with-gandalf", (), {"characters": 2}),
    ("aragorn-hunts-gollum", (), {"favor": -3, "story": {"hero": 1}}),
    ("beregond-guard-of-the-citadel", (), {}),
    ("dark-news-from-erebor", (), {}),
    ("the-blood-of-rhun", (), {}),
    ("radagast-the-brown", (), {"favor": -1}),
    ("warrior-of-the-lidless-eye", (), {}),
    ("he-has-at-last-heard", (), {"influence": 4}),
    ("the-trees-of-fangorn", (), {"favor": 1}),
    ("gandalf-stormcrow", (("bring", "gandalf", "the-shire"),), {"characters": 1, "pool": -1}),
    ("arnor-that-was-of-old", (1,), {"on_board": 1}),
    ("boromirs-dream", (), {"story": {"ring": 1}}),
    ("elladan-and-elrohir", (), {"favor": 2}),
    ("eowyn-sister-daughter", (), {"characters": 1}),
    ("the-argonath", (1,), {"levels": [1, 0, 0, 0]}),
    ("theoden-warned-of-saruman", (), {"favor": -2}),
    ("the-account-of-isildur", (), {"favor": -3, "story": {"hero": 1}}),
]


@pytest.mark.parametrize(("key", "answers", "changed"), CASES, ids=[f"{c[0]}-{n}" for n, c in enumerate(CASES)])
def test_event(key: str, answers: tuple[Any, ...], changed: dict[str, Any]) -> None:
    assert resolve(tabletop_for(key), key, *answers) == changed


def test_every_event_is_tested() -> None:
    assert {case[0] for case in CASES} | {"the-foe-hammer"} == {card.key for card in EVENTS.values()}


# -- events that need something on the board


def test_the_foe_hammer_brings_gandalf_against_monsters() -> None:
    tabletop = tabletop_for("the-foe-hammer").influence(moria=1)
    tabletop.token("orc", "moria")
    assert resolve(tabletop, "the-foe-hammer", ("bring",)) == {"characters": 1, "tokens": -1}
    assert tabletop.s.characters[CHARACTER["gandalf"]] == LOC["moria"]


def test_the_foe_hammer_strikes_where_gandalf_stays() -> None:
    tabletop = tabletop_for("the-foe-hammer")
    tabletop.s.characters[CHARACTER["gandalf"]] = LOC["moria"]
    tabletop.token("orc", "moria")
    assert resolve(tabletop, "the-foe-hammer") == {"tokens": -1}


def test_the_stormcrow_may_stay_and_still_drains_the_pool() -> None:
    assert resolve(tabletop_for("gandalf-stormcrow"), "gandalf-stormcrow", ("done",)) == {"pool": -1}


def test_erkenbrand_removes_up_to_three_tokens_from_rohan() -> None:
    tabletop = tabletop_for("the-courage-of-erkenbrand").influence(isengard=1, helms_deep=1, bree=1)
    tabletop.token("orc", "isengard")
    answers = (0, ("clear", "isengard"), ("banish", "isengard"), ("clear", "helms-deep"))
    assert resolve(tabletop, "the-courage-of-erkenbrand", *answers) == {"influence": -2, "tokens": -1}
    assert tabletop.s.influence[LOC["bree"]] == 1


def test_the_commander_removes_one_of_each() -> None:
    tabletop = tabletop_for("commander-of-edoras").influence(helms_deep=1, dunharrow=1)
    tabletop.token("orc", "helms-deep")
    answers = (0, ("clear", "helms-deep"), ("banish", "helms-deep"))
    assert resolve(tabletop, "commander-of-edoras", *answers) == {"influence": -1, "tokens": -1}


def test_rohan_loses_a_friend() -> None:
    tabletop = tabletop_for("eomer-and-eowyn-are-orphaned")
    tabletop.s.characters[CHARACTER["theoden"]] = LOC["edoras"]
    tabletop.s.favor[LOC["helms-deep"]] = 1
    assert resolve(tabletop, "eomer-and-eowyn-are-orphaned", ("dismiss", "theoden")) == {"characters": -1}
    tabletop = tabletop_for("eomer-and-eowyn-are-orphaned")
    tabletop.s.favor[LOC["helms-deep"]] = 1
    assert resolve(tabletop, "eomer-and-eowyn-are-orphaned", ("unfavor", "helms-deep")) == {"on_board": -1}


def test_beornings_hunt_or_maul_in_mirkwood() -> None:
    tabletop = tabletop_for("beornings-the-skin-changers")
    tabletop.token("snaga", "the-bight")
    answers = (("hunt", "the-bight"), ("banish", "the-bight"))
    assert resolve(tabletop, "beornings-the-skin-changers", *answers) == {"tokens": -1}
    tabletop = tabletop_for("beornings-the-skin-changers")
    serpent = MINION["black-serpent"]
    tabletop.s.minions[serpent] = LOC["the-bight"]
    tabletop.s.minion_damage[serpent] = 9
    assert resolve(tabletop, "beornings-the-skin-changers", ("maul", "black-serpent")) == {"minions": -1}


def test_minas_tirith_clears_its_neighbours() -> None:
    tabletop = tabletop_for("from-argonath-to-the-sea").influence(
        osgiliath=1, pelargir=1, dunharrow=1, the_nindalf=1, bree=1
    )
    assert resolve(tabletop, "from-argonath-to-the-sea") == {"influence": -4}


def test_each_location_by_the_argonath_loses_one() -> None:
    """What is cut off by it keeps one: the locations lose theirs at the same time (p. 16)."""
    tabletop = tabletop_for("from-argonath-to-the-sea")
    chain = dict.fromkeys(("minas-morgul", "osgiliath"), 1)
    tabletop.influence(barad_dur=4, pelargir=3, **chain)
    resolve(tabletop, "from-argonath-to-the-sea")
    assert tabletop.s.influence[LOC["pelargir"]] == 1


def test_a_character_clears_a_neighbour() -> None:
    tabletop = tabletop_for("there-is-strength-yet").influence(bree=1)
    tabletop.token("orc", "bree")
    tabletop.s.characters[CHARACTER["gandalf"]] = LOC["fornost"]
    assert resolve(tabletop, "there-is-strength-yet", ("bring", "gandalf", "bree")) == {"tokens": -1, "influence": -1}


def test_beregond_ends_a_plot_in_a_haven() -> None:
    tabletop = tabletop_for("beregond-guard-of-the-citadel")
    plot = tabletop.take(tabletop.s.plot_deck, "loss-of-an-heir")
    tabletop.s.plots, tabletop.s.plot_places = [plot], [LOC["edoras"]]
    assert resolve(tabletop, "beregond-guard-of-the-citadel", ("thwart", plot)) == {"favor": -3, "plots": -1}


def test_radagast_sends_gandalf_to_isengard() -> None:
    tabletop = tabletop_for("radagast-the-brown")
    tabletop.s.characters[CHARACTER["gandalf"]] = LOC["bree"]
    resolve(tabletop, "radagast-the-brown")
    assert tabletop.s.characters[CHARACTER["gandalf"]] == LOC["isengard"]


def test_gothmog_gathers_monsters() -> None:
    tabletop = tabletop_for("warrior-of-the-lidless-eye")
    tabletop.s.minions[MINION["gothmog"]] = LOC["mount-gundabad"]
    influence = ("place", "the-northern-waste"), ("done",)
    tokens = ("summon", "misty-mountains-mirkwood"), ("place", "the-high-pass")
    assert resolve(tabletop, "warrior-of-the-lidless-eye", *influence, *tokens) == {"tokens": 1, "influence": 1}
    assert tabletop.s.token_places == [LOC["the-high-pass"]], "either without the other"


@pytest.mark.parametrize("key", ["stone-figures-in-the-trollshaws", "warrior-of-the-lidless-eye"])
def test_sauron_sees_the_token_before_he_places_it(key: str) -> None:
    """He draws, looks and places (p. 18), and never where a hero is (p. 36)."""
    tabletop = tabletop_for(key).at("weathertop")
    tabletop.s.minions[MINION["gothmog"]] = LOC["the-trollshaws"]
    flow = EVENT_EFFECTS.by_key[key].effect.run(tabletop.s, 0)
    decision = next(flow)
    while isinstance(decision, Decision) and decision.kind != "lair":
        decision = flow.send(next((one for one in decision.options if one[0] == "summon"), ("done",)))
    assert isinstance(decision, Decision)
    assert len(tabletop.s.candidates) == 1
    assert ("place", "weathertop") not in decision.options
    assert ("place", "rivendell") in decision.options or key.startswith("stone")


def test_wounds_are_shuffled_into_the_rest_pool() -> None:
    """Iarwain Ben-adar: not stacked on it in order."""
    tabletop = tabletop_for("iarwain-ben-adar")
    before = list(tabletop.hero.rest)
    wounds = list(tabletop.hero.damage)
    shuffles = tabletop.s.streams.get("rest:0", 0)
    resolve(tabletop, "iarwain-ben-adar", 1)
    assert sorted(tabletop.hero.rest) == sorted(before + wounds)
    assert tabletop.s.streams["rest:0"] > shuffles


def test_a_minion_comes_to_the_shire() -> None:
    tabletop = tabletop_for("he-has-at-last-heard")
    tabletop.s.minions[MINION["ringwraiths"]] = LOC["minas-morgul"]
    resolve(tabletop, "he-has-at-last-heard", ("send", "ringwraiths", "the-shire"))
    assert tabletop.s.minions[MINION["ringwraiths"]] == LOC["the-shire"]


def test_the_trees_march() -> None:
    tabletop = tabletop_for("the-trees-of-fangorn")
    tabletop.token("orc", "isengard")
    tabletop.token("snaga", "bree")
    assert resolve(tabletop, "the-trees-of-fangorn") == {"favor": 1, "tokens": -1}


def test_arnor_is_cleared() -> None:
    tabletop = tabletop_for("arnor-that-was-of-old").influence(bree=1, old_forest=1, moria=1)
    assert resolve(tabletop, "arnor-that-was-of-old", 0) == {"influence": -2}


def test_the_dream_helps_who_has_nothing() -> None:
    tabletop = tabletop_for("boromirs-dream")
    tabletop.hero.favor = 0
    tabletop.s.story[1] = 3
    assert resolve(tabletop, "boromirs-dream") == {"favor": 1}, "the yellow marker is not the last"


def test_the_twins_hunt_anywhere() -> None:
    tabletop = tabletop_for("elladan-and-elrohir")
    tabletop.token("orc", "mount-doom")
    assert resolve(tabletop, "elladan-and-elrohir", ("banish", "mount-doom")) == {"favor": 2, "tokens": -1}


def test_saruman_is_found_out() -> None:
    tabletop = tabletop_for("theoden-warned-of-saruman")
    tabletop.s.story[3] = 5
    assert resolve(tabletop, "theoden-warned-of-saruman") == {"favor": -2, "story": {"corruption": -1}}


def test_trust_in_friendship_is_redeemed_in_company() -> None:
    tabletop = tabletop_for("trust-in-friendship")
    resolve(tabletop, "trust-in-friendship", ("hero", 0))
    assert (tabletop.s.favor_on_event, len(tabletop.hero.kept_events)) == (2, 1)
    tabletop.at("bree")
    assert ("pledge",) not in explore_options(tabletop.s, 0)
    tabletop.at("bree", 1)
    assert ("pledge",) in explore_options(tabletop.s, 0)
    assert tabletop.changes(explore(tabletop.s, 0, ("pledge",))) == {"favor": 2}
    assert tabletop.hero.kept_events == []


# -- the event step


def drawn(tabletop: Tabletop, *keys: str, turn: int = 2) -> None:
    tabletop.top(tabletop.s.event_decks[0], *keys)
    tabletop.s.step, tabletop.s.round = "event", turn
    tabletop.step()


def test_nobody_dominant_draws_one_card() -> None:
    tabletop = Tabletop("beravor")
    drawn(tabletop, "lady-of-the-golden-wood")
    assert [EVENTS[card].key for card in tabletop.s.event] == ["lady-of-the-golden-wood"]
    assert len(tabletop.s.event_decks[0]) == 13
    assert tabletop.s.characters[CHARACTER["boromir"]] == LOC["dunharrow"]
    assert tabletop.s.favor[LOC["the-withered-heath"]] == 1


def test_the_lowest_card_counts_when_heroes_lead_and_the_highest_when_sauron_does() -> None:
    keys = ("lady-of-the-golden-wood", "gandalf-visits-frodo", "from-argonath-to-the-sea")
    tabletop = Tabletop("beravor")
    tabletop.s.story = [6, 1, 1, 1]
    drawn(tabletop, *keys)
    assert [EVENTS[card].key for card in tabletop.s.event] == ["from-argonath-to-the-sea"]
    tabletop = Tabletop("beravor")
    tabletop.s.story = [0, 6, 1, 1]
    drawn(tabletop, *keys)
    assert [EVENTS[card].key for card in tabletop.s.event] == ["gandalf-visits-frodo"]
    assert len(tabletop.s.event_discards[0]) == 2


def test_the_first_turn_always_draws_one_card() -> None:
    tabletop = Tabletop("beravor", **{"advanced-dominance": True})
    drawn(tabletop, "gandalf-visits-frodo", "imladris", "lady-of-the-golden-wood", turn=1)
    assert [EVENTS[card].key for card in tabletop.s.event] == ["gandalf-visits-frodo"]
    assert len(tabletop.s.event_decks[0]) == 13


def test_a_character_on_the_board_stays_where_it_is() -> None:
    tabletop = Tabletop("beravor")
    tabletop.s.characters[CHARACTER["boromir"]] = LOC["bree"]
    drawn(tabletop, "lady-of-the-golden-wood")
    assert tabletop.s.characters[CHARACTER["boromir"]] == LOC["bree"]


def test_a_new_event_replaces_the_old_one() -> None:
    tabletop = Tabletop("beravor")
    drawn(tabletop, "lady-of-the-golden-wood")
    drawn(tabletop, "imladris")
    assert [EVENTS[card].key for card in tabletop.s.event] == ["imladris"]
    assert [EVENTS[card].key for card in tabletop.s.event_discards[0]] == ["lady-of-the-golden-wood"]
    drawn(tabletop, "the-thieves-of-tharbad")
    assert [EVENTS[card].key for card in tabletop.s.event] == ["imladris"], "a card without a flag is discarded"


def test_events_come_from_the_deck_of_the_stage() -> None:
    tabletop = Tabletop("beravor")
    tabletop.s.story = [7, 7, 0, 0]
    tabletop.s.step = "event"
    tabletop.run(event(tabletop.s))
    assert len(tabletop.s.event_decks[1]) < 14


@pytest.mark.parametrize(
    "key",
    [
        "beornings-the-skin-changers",
        "the-dunadan-guards-the-shire",
        "the-courage-of-erkenbrand",
        "there-is-strength-yet",
        "brand-becomes-king-of-dale",
        "commander-of-edoras",
        "arnor-that-was-of-old",
    ],
)
def test_the_first_hero_answers_for_all(key: str) -> None:
    """Common choices are made at seat 1 (p. 13)."""
    tabletop = Tabletop("beravor", "thalin", "eleanor")
    tabletop.token("orc", "the-bight")
    tabletop.s.characters[CHARACTER["gandalf"]] = LOC["bree"]
    tabletop.run(EVENT_EFFECTS.by_key[key].effect.run(tabletop.s, 0))
    assert {decision.seat for decision in tabletop.decisions[-1:]} == {1}


def test_each_hero_answers_what_concerns_him() -> None:
    tabletop = Tabletop("beravor", "thalin", "eleanor")
    for hero in tabletop.s.heroes:
        hero.favor = 1
    tabletop.run(EVENT_EFFECTS.by_key["messengers-of-the-stormcrow"].effect.run(tabletop.s, 0))
    assert [decision.seat for decision in tabletop.decisions[-3:]] == [1, 2, 3]
    tabletop.run(EVENT_EFFECTS.by_key["tempted-by-power"].effect.run(tabletop.s, 0), ("hero", 1))
    assert [decision.seat for decision in tabletop.decisions if decision.kind == "choose"][-1] == 2
