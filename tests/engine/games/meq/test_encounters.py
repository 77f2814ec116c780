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
    tabletop.draws(0, "evade", "parry", "parry", "ranged-strike")
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
    return tabletop.changes(resolve_encounter(tabletop.s, 0, card, deck, []), *answers)


def number(key: str) -> int:
    """The encounter card of that name."""
    return ids("encounter", key)[0]


TRAINED = {"hand": 1}
REFRESHED = {"life": 5, "rest": -5}

CASES: list[tuple[str, str, tuple[int, ...], dict[str, Any]]] = [
    # havens
    ("the-court-of-theoden", "edoras", (0,), {"favor": 1, "items": ["horse"]}),
    ("the-court-of-theoden", "edoras", (1,), {"corruption": -1, "items": ["horse"]}),
    ("intrigue-within-meduseld", "edoras", (), {"favor": 2}),
    ("the-houses-of-healing", "minas-tirith", (0,), {"life": 9, "rest": -5, "damage": -4}),
    ("the-houses-of-healing", "minas-tirith", (1,), {"favor": 1, "corruption": -1}),
    ("the-palantirs", "minas-tirith", (0,), {"corruption": 1, "pool": -1}),
    ("the-palantirs", "minas-tirith", (1,), {}),
    ("the-halls-of-an-elven-king", "woodland-realm", (0,), {"favor": 1, "items": ["boat"]}),
    ("the-enchanted-stream", "woodland-realm", (), {}),
    ("the-lonely-mountain", "erebor", (), {"favor": 1, "corruption": -1}),
    ("ancient-greed", "erebor", (0,), {"corruption": 1, "favor": 2, "hand": 1}),
    ("ancient-greed", "erebor", (1,), {"favor": 1}),
    ("the-northern-fortress", "fornost", (0,), {"favor": 1, "hand": 1}),
    ("deadmens-dike", "fornost", (), {"life": -4, "damage": 4}),
    ("the-golden-wood", "lothlorien", (1,), {"corruption": -1, "items": ["elven-cloak"]}),
    ("imladris", "rivendell", (0,), {"favor": 1}),
    ("imladris", "rivendell", (1,), {"corruption": -1, "life": 9, "rest": -5, "damage": -4}),
    ("redeemed-by-grace", "rivendell", (0,), {"favor": 1}),
    ("the-steadfast-defender", "rivendell", (0,), {"pool": -1}),
    ("the-steadfast-defender", "rivendell", (4,), {"favor": -2, "levels": [0, 0, 0, 1]}),
    ("i-will-not-say-the-day-is-done", "rivendell", (), {"favor": 2}),
    # Brown Lands and Mordor
    ("the-faces-in-the-water", "dead-marshes", (), {"life": -1, "damage": 1}),
    ("shapes-in-the-mist", "emyn-muil", (), {"life": -6, "damage": 6}),
    ("saurons-road", "mount-doom", (0,), {"place": "barad-dur"}),
    ("saurons-road", "mount-doom", (1,), {}),
    ("thirst-and-despair", "mount-doom", (), {"life": -6, "damage": 6}),
    ("isildurs-heir", "mount-doom", (), {"quests": 1, "characters": 1}),
    ("heavy-rains", "dagorlad", (0,), {"hand": -3, "rest": 3}),
    ("heavy-rains", "dagorlad", (1,), {"place": "rhun"}),
    ("smoke-on-the-horizon", "dagorlad", (), {"quests": 1}),
    ("the-nest-is-stirred", "dagorlad", (1,), {}),
    ("the-olog-hai", "dagorlad", (), {"life": -8, "damage": 8}),
    ("a-hidden-path", "dagorlad", (), {"pool": -1}),
    ("sting-of-the-west", "dagorlad", (), {}),
    ("a-shadow-under-the-shadow", "dagorlad", (0,), {"favor": 1}),
    ("a-shadow-under-the-shadow", "dagorlad", (1,), {"pool": -2}),
    ("the-land-of-the-great-eye", "dagorlad", (), {}),
    ("the-seat-of-saurons-power", "dagorlad", (), {"quests": 1}),
    ("where-the-shadows-lie", "dagorlad", (), {"pool": -1}),
    # Rohan and Gondor
    ("the-key-to-the-anduin", "osgiliath", (0,), {"life": -5, "damage": 5}),
    ("the-key-to-the-anduin", "osgiliath", (1,), {"corruption": 1}),
    ("prince-imrahil", "belfalas", (0,), {"favor": 2}),
    ("prince-imrahil", "belfalas", (1,), {"items": ["boat"]}),
    ("the-seat-of-seeing", "amon-hen", (0,), {"favor": -1, "pool": -2}),
    ("sweet-words-bitter-dreams", "isengard", (), {"hand": -4, "life": 2, "damage": 2}),
    ("they-come-from-umbar", "anfalas", (), {"life": -6, "damage": 6}),
    ("the-eored", "helms-deep", (0,), REFRESHED),
    ("the-eored", "helms-deep", (1,), {"favor": -1, "place": "edoras"}),
    ("the-mounts-of-the-haradrim", "helms-deep", (), {"quests": 1}),
    ("the-palantir-of-orthanc", "anfalas", (), {"quests": 1}),
    ("lies-and-deceit", "anfalas", (0,), {"favor": 1}),
    ("lies-and-deceit", "anfalas", (1,), {"shadow_hand": -1}),
    ("smugglers", "anfalas", (0,), {"corruption": 1, "pool": -1, "hand": 1}),
    ("allies-of-the-dark-lord", "anfalas", (0,), {"life": -4, "damage": 4}),
    ("allies-of-the-dark-lord", "anfalas", (1,), {"plot_hand": 1}),
    ("dangers-both-real-and-imagined", "anfalas", (), {}),
    ("words-spoken-from-the-heart", "anfalas", (0,), {"favor": -1, "corruption": -1}),
    ("captain-of-the-white-tower", "anfalas", (), {"quests": 1, "characters": 1}),
    ("the-days-have-gone-down-in-the-west", "anfalas", (0,), {"hand": -2, "rest": 2, "favor": 2}),
    # Misty Mountains and Mirkwood
    ("radagast-the-brown", "rhosgobel", (), {"favor": 1, "characters": 1}),
    ("the-beornings-ask-for-help", "the-high-pass", (0,), {"favor": -1, "pool": -2}),
    ("the-town-of-dale", "lake-esgaroth", (), {"damage": -2, "rest": -5, "life": 7}),
    ("agents-of-saruman", "gladden-fields", (0,), {"life": -5, "damage": 5}),
    ("agents-of-saruman", "gladden-fields", (1,), {"story": {"ring": 1}}),
    ("do-not-stray-from-the-path", "the-forest-trail", (), {"life": -7, "damage": 7}),
    ("sarumans-fires", "fangorn", (), {}),
    ("a-shadow-connection", "fangorn", (), {"quests": 1}),
    ("lost-in-the-shadows", "south-eaves", (0,), {"hand": -2, "rest": 2}),
    ("trapped-by-a-terrible-storm", "fangorn", (), {"hand": -4, "life": 4, "ended": True}),
    ("the-evenstar-is-called-home", "south-eaves", (), {"quests": 1, "characters": 1}),
    ("escorted-by-the-wood-elves", "south-eaves", (1,), {"favor": -1, "place": "woodland-realm"}),
    ("conquered-by-fear", "south-eaves", (), {}),
    ("a-desperate-bargain", "south-eaves", (0,), {"corruption": 1, "pool": -2, "shadow_hand": -1}),
    ("greenleaf", "south-eaves", (), {"quests": 1}),
    ("i-sang-of-leaves-of-leaves-of-gold", "south-eaves", (0,), {"pool": -1}),
    ("i-sang-of-leaves-of-leaves-of-gold", "south-eaves", (1,), TRAINED),
    # Rhudaur and the Grey Mountains
    ("hill-of-the-wind", "weathertop", (0,), {"pool": -1}),
    ("the-ruins-of-amon-sul", "weathertop", (), {"damage": -2, "rest": -5, "life": 7}),
    ("tom-bert-and-william-huggins", "the-trollshaws", (), {"pool": -1}),
    ("emyn-engrin", "the-iron-hills", (0,), {"pool": -2}),
    ("emyn-engrin", "the-iron-hills", (1,), TRAINED),
    ("above-the-withered-heath", "ered-mithrin", (), {"shadow_hand": -1}),
    ("forodwaith", "the-northern-waste", (), {}),
    ("beyond-the-dark-lords-reach", "weathertop", (), {"quests": 1}),
    ("carn-dum-reborn", "weathertop", (0,), {"life": -5, "damage": 5}),
    ("a-path-through-the-mountains", "ered-mithrin", (0,), {"favor": 1, "place": "the-northern-waste"}),
    ("the-haunted-ruins", "ered-mithrin", (), {"quests": 1}),
    ("lost-in-the-wild", "weathertop", (0,), {"hand": -2, "rest": 2}),
    ("the-iron-will-of-the-dwarves", "weathertop", (1,), {"favor": -1, "hand": 1, "corruption": -1}),
    ("a-common-purpose", "weathertop", (), {"favor": 2}),
    ("the-son-of-gloin", "weathertop", (), {"quests": 1}),
    ("the-world-is-grey-the-mountains-old", "weathertop", (1,), {"pool": -1}),
    # Eriador and Enedwaith
    ("pipeweed-seven-meals-a-day", "the-shire", (), {"damage": -2, "rest": -5, "life": 7}),
    ("cirdan-the-shipwright", "the-grey-havens", (0,), {"corruption": -1}),
    ("cirdan-the-shipwright", "the-grey-havens", (1,), {"items": ["boat"]}),
    ("the-grey-company", "bree", (0,), {"hand": -1, "rest": 2, "favor": 1}),
    ("cold-be-hand-and-heart-and-bone", "old-forest", (), {"life": -4, "damage": 4}),
    ("a-merry-fellow", "old-forest", (), {"corruption": -1, "favor": 1}),
    ("remnants-of-the-north-south-road", "enedwaith-plains", (), {"damage": -4, "rest": 4}),
    ("the-city-by-the-greyflood", "tharbad", (), {}),
    ("the-raiders-in-the-hills", "dunland", (), {"life": -5, "damage": 5}),
    ("find-the-grey-pilgrim", "dunland", (), {"quests": 1, "characters": 1}),
    ("the-mad-baggins", "bree", (0,), {"corruption": 1, "hand": 6, "life": -6}),
    ("the-mad-baggins", "bree", (1,), {"favor": 1}),
    ("the-squint-eyed-southerner", "bree", (), {"quests": 1, "influence": 1}),
    ("the-black-pit", "bree", (), {"quests": 1}),
    ("sarumans-agents", "bree", (0,), {"corruption": 1, "plot_hand": -1}),
    ("the-ranger", "bree", (0,), REFRESHED),
    ("the-road-goes-ever-on-and-on", "bree", (), {"favor": 2}),
]


DARK_CASES: list[tuple[str, str, tuple[int, ...], dict[str, Any]]] = [
    ("the-court-of-theoden", "edoras", (0,), {"favor": 1}),
    ("intrigue-within-meduseld", "edoras", (), {}),
    ("the-halls-of-an-elven-king", "woodland-realm", (0,), {"favor": 1}),
    ("the-enchanted-stream", "woodland-realm", (), {"favor": -1, "corruption": 1}),
    ("saurons-road", "mount-doom", (), {}),
    ("a-hidden-path", "dagorlad", (), {}),
    ("a-shadow-under-the-shadow", "dagorlad", (), {}),
    ("the-land-of-the-great-eye", "dagorlad", (), {"life": -5, "rest": 5}),
    ("lies-and-deceit", "anfalas", (), {}),
    ("dangers-both-real-and-imagined", "anfalas", (), {"corruption": 1}),
    ("radagast-the-brown", "rhosgobel", (), {}),
    ("sarumans-fires", "fangorn", (0,), {"life": -2, "damage": 2}),
    ("sarumans-fires", "fangorn", (1,), {}),
    ("sarumans-fires", "fangorn", (2,), {}),
    ("a-merry-fellow", "old-forest", (), {"corruption": -1, "favor": 1, "tokens": -1}),
    ("conquered-by-fear", "south-eaves", (0,), {"favor": -1}),
    ("conquered-by-fear", "south-eaves", (1,), {"corruption": 1}),
    ("forodwaith", "the-northern-waste", (), {"life": -3, "damage": 3}),
    ("a-common-purpose", "weathertop", (), {}),
    ("cirdan-the-shipwright", "the-grey-havens", (), {}),
    ("the-city-by-the-greyflood", "tharbad", (), {"ended": True}),
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
    ("isildurs-heir", "rhun", (), {"favor": 1, "hand": 1}),
    ("smoke-on-the-horizon", "plains-of-gorgoroth", (), {"favor": 2, "pool": -1}),
    ("the-seat-of-saurons-power", "barad-dur", (0,), {"favor": 2, "corruption": -1}),
    ("the-mounts-of-the-haradrim", "near-harad", (), {"favor": 2, "hand": 1}),
    ("the-palantir-of-orthanc", "isengard", (), {"favor": 1, "corruption": -1}),
    ("captain-of-the-white-tower", "minas-tirith", (), {"favor": 1, "hand": 1}),
    ("a-shadow-connection", "south-eaves", (), {"favor": 2, "life": 5, "rest": -5}),
    ("the-evenstar-is-called-home", "rivendell", (), {"items": ["elven-cloak"]}),
    ("greenleaf", "woodland-realm", (1,), {"levels": [0, 0, 1, 0]}),
    ("beyond-the-dark-lords-reach", "the-northern-waste", (), {"favor": 2, "hand": 1}),
    ("the-haunted-ruins", "ruins-of-angmar", (), {"favor": 2, "corruption": -1}),
    ("the-son-of-gloin", "erebor", (), {"favor": 1, "levels": [1, 0, 0, 0]}),
    ("find-the-grey-pilgrim", "bree", (), {"favor": 1, "pool": -1}),
    ("the-squint-eyed-southerner", "dunland", (), {"pool": -2}),
    ("the-black-pit", "moria", (), {"favor": 2, "hand": 1}),
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
    changed = meets(tabletop, "deadmens-dike", *answers)
    assert changed == {"favor": 2, "hand": -2, "rest": 3}, "evade 2 + parry 1 + parry 1 stop all 4 damage"


def test_lowest_priority_that_fits_is_resolved() -> None:
    """The worked example of p. 25: the lowest card does not fit Gladden Fields, the next one does."""
    tabletop = tabletop_at("gladden-fields")
    deck = tabletop.s.encounter_decks[2]
    tabletop.top(deck, "i-sang-of-leaves-of-leaves-of-gold", "a-shadow-connection", "the-town-of-dale")
    tabletop.s.step = "encounter"
    assert tabletop.changes(encounter(tabletop.s)) == {"quests": 1}
    assert tabletop.s.step == "turn-end"
    assert {ENCOUNTERS[c].key for c in tabletop.s.encounter_discards[2]} == {
        "i-sang-of-leaves-of-leaves-of-gold",
        "the-town-of-dale",
    }


def test_nothing_happens_when_no_encounter_fits() -> None:
    """All three cards are discarded and the turn is over (p. 24)."""
    tabletop = tabletop_at("gladden-fields")
    keys = ("the-town-of-dale", "lost-in-the-shadows", "do-not-stray-from-the-path")
    tabletop.top(tabletop.s.encounter_decks[2], *keys)
    tabletop.s.step = "encounter"
    assert tabletop.changes(encounter(tabletop.s)) == {}
    assert {ENCOUNTERS[c].key for c in tabletop.s.encounter_discards[2]} == set(keys)
    assert tabletop.s.step == "turn-end"


def test_a_haven_has_a_deck_of_its_own() -> None:
    tabletop = tabletop_at("rivendell")
    tabletop.top(tabletop.s.encounter_decks[HAVEN_DECK], "the-houses-of-healing", "imladris", "redeemed-by-grace")
    assert tabletop.changes(encounter(tabletop.s), 0) == {"favor": 1}
    assert len(tabletop.s.encounter_discards[HAVEN_DECK]) == 3


def test_no_encounter_in_a_perilous_location() -> None:
    tabletop = tabletop_at("gladden-fields").influence(gladden_fields=3)
    assert tabletop.changes(encounter(tabletop.s)) == {}


def test_the_indifferent_draw_two() -> None:
    tabletop = Tabletop("beravor").at("gladden-fields").corrupt("indifferent")
    tabletop.top(tabletop.s.encounter_decks[2], "greenleaf", "the-town-of-dale", "agents-of-saruman")
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
    card = number("the-road-goes-ever-on-and-on")
    for pile in (s.encounter_decks[0], s.encounter_discards[0]):
        if card in pile:
            pile.remove(card)
    tabletop.run(resolve_encounter(s, 0, card, 0, []))
    assert len(s.encounter_decks[0]) == 15
    assert s.encounter_discards[0] == []


def test_what_was_drawn_with_a_reshuffle_card_is_discarded_after_it() -> None:
    """The card is resolved first, then the others are discarded (p. 24)."""
    tabletop = tabletop_at("bree")
    s = tabletop.s
    first, second = "the-raiders-in-the-hills", "the-city-by-the-greyflood"
    others = tabletop.top(s.encounter_decks[0], "the-road-goes-ever-on-and-on", first, second)[1:]
    assert tabletop.changes(encounter(s)) == {"favor": 2}
    assert s.encounter_discards[0] == others


def test_gandalf_is_not_placed_twice() -> None:
    tabletop = tabletop_at("rhosgobel")
    tabletop.s.characters[CHARACTER["gandalf"]] = LOC["bree"]
    assert meets(tabletop, "radagast-the-brown") == {"favor": 1}
    assert tabletop.s.characters[CHARACTER["gandalf"]] == LOC["bree"]
