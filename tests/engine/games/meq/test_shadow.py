"""Every shadow card at its moment, and the rules for playing them (p. 18)."""

from typing import Any

import pytest

from engine.games.meq.cards.registry import SHADOW_EFFECTS
from engine.games.meq.components.box import MINION, SHADOWS, ids
from engine.games.meq.layout import LOC
from engine.games.meq.rules.fights import engage, hero_strength
from engine.games.meq.rules.hand import draw
from engine.games.meq.rules.knowledge import known_to
from engine.games.meq.rules.locations import is_perilous
from engine.games.meq.rules.shadow import offer_shadow_card, play_shadow, playable_shadow_cards
from engine.games.meq.state import SLAIN, Turn
from engine.games.meq.steps.combat import prepare
from engine.games.meq.steps.travel import most_moves
from tests.engine.games.meq.tabletop import Tabletop


def tabletop_with(key: str, *corruption: str) -> tuple[Tabletop, int]:
    """A hero with cards in hand and favor, Sauron with the card."""
    tabletop = Tabletop("beravor").at("the-high-pass")
    tabletop.draws(0, "evade", "parry", "parry", "charge", "charge", "evade")
    tabletop.hero.favor = 3
    tabletop.s.story, tabletop.s.stage_reached = [13, 0, 0, 0], 3
    tabletop.corrupt(*corruption)
    tabletop.top(tabletop.s.corruption_deck, "mistrusted")
    card = tabletop.shadow(key)[0]
    return tabletop, card


def plays(tabletop: Tabletop, card: int, *answers: Any, hero: int = 0) -> dict[str, Any]:
    """Sauron plays the card; what changed besides his hand."""
    changed = tabletop.changes(play_shadow(tabletop.s, hero, card), *answers)
    assert changed.pop("shadow_hand") == -1
    assert card in tabletop.s.shadow_discard or card in tabletop.s.shadow_hand
    return changed


def sauron_plays(tabletop: Tabletop, card: int, *answers: Any) -> dict[str, Any]:
    """Sauron plays the card in his own turn; what changed besides his hand."""
    tabletop.s.turn = Turn()
    assert card in playable_shadow_cards(tabletop.s, -1, ("action",))
    return plays(tabletop, card, *answers, hero=-1)


# -- at the start of a fight


def test_betrayed_costs_cards_and_strength() -> None:
    tabletop, card = tabletop_with("betrayed", "reckless", "indifferent")
    engage(tabletop.s, 0, "orc", "ambush")
    tabletop.step(("shadow", card))
    assert len(tabletop.hero.rest) == 2
    tabletop.step(("draw", 0))
    assert hero_strength(tabletop.s) == 5 - 2 + 2


def test_dark_promises_tempt_or_hurt() -> None:
    tabletop, card = tabletop_with("dark-promises")
    engage(tabletop.s, 0, "orc", "ambush")
    assert plays(tabletop, card, 0) == {"corruption": 1}
    tabletop, card = tabletop_with("dark-promises")
    engage(tabletop.s, 0, "orc", "ambush")
    assert plays(tabletop, card, 1) == {"life": -5, "damage": 5}


def test_a_morgul_blade_strikes_the_corrupted() -> None:
    tabletop, card = tabletop_with("morgul-blade", "reckless", "indifferent")
    engage(tabletop.s, 0, "ringwraiths", "ambush")
    assert card in playable_shadow_cards(tabletop.s, 0, ("combat", "minion"))
    assert plays(tabletop, card, 0) == {"life": -10, "damage": 10}
    tabletop, card = tabletop_with("morgul-blade")
    engage(tabletop.s, 0, "ringwraiths", "ambush")
    assert plays(tabletop, card, 1) == {"life": -3, "damage": 3, "corruption": 1}


def test_minion_cards_need_a_minion() -> None:
    tabletop, card = tabletop_with("morgul-blade")
    engage(tabletop.s, 0, "orc", "ambush")
    tabletop.decisions.clear()
    tabletop.step()
    assert not [one for one in tabletop.decisions if one.kind == "shadow"]
    assert card in tabletop.s.shadow_hand


def test_the_black_breath_weighs_on_strength_and_agility() -> None:
    tabletop, card = tabletop_with("the-black-breath", "reckless")
    engage(tabletop.s, 0, "ringwraiths", "ambush")
    assert plays(tabletop, card) == {"corruption": 1}
    tabletop.run(prepare(tabletop.s), ("draw", 0))
    assert hero_strength(tabletop.s) == 5 - 2, "two cards: no agility is left to add"


def test_a_card_for_the_start_of_a_fight_comes_before_all_else() -> None:
    """Before anything that belongs to the fight is done (p. 18): Sauron decides before the Mouth corrupts the hero."""
    tabletop, _ = tabletop_with("dark-promises")
    tabletop.s.minions[MINION["mouth-of-sauron"]] = tabletop.hero.place
    engage(tabletop.s, 0, "mouth-of-sauron", "ambush")
    tabletop.offered()
    assert tabletop.hero.corruption == []


def test_whom_a_card_defeats_at_the_start_fights_no_more() -> None:
    """Without cards a hero is defeated at once (p. 32): the Mouth has nobody left to corrupt."""
    tabletop, card = tabletop_with("morgul-blade")
    tabletop.s.minions[MINION["mouth-of-sauron"]] = tabletop.hero.place
    tabletop.hero.damage, tabletop.hero.life = tabletop.hero.life, []
    tabletop.hero.from_hand = [False] * len(tabletop.hero.damage)
    tabletop.corrupt("reckless", "indifferent")
    engage(tabletop.s, 0, "mouth-of-sauron", "ambush")
    tabletop.step(("shadow", card), 0)
    assert (len(tabletop.hero.corruption), tabletop.s.step) == (2, "resolution")


def test_the_black_breath_counts_the_corruption_that_follows() -> None:
    """Each corruption card until the end of the fight, that of the Mouth as well."""
    tabletop, card = tabletop_with("the-black-breath")
    tabletop.top(tabletop.s.corruption_deck, "reckless", "indifferent")
    tabletop.s.minions[MINION["mouth-of-sauron"]] = tabletop.hero.place
    engage(tabletop.s, 0, "mouth-of-sauron", "ambush")
    tabletop.step(("shadow", card))
    tabletop.step()
    assert (len(tabletop.hero.corruption), tabletop.s.combat.strength_bonus) == (2, 0), "no agility is left"


# -- at the start of a hero's turn


@pytest.mark.parametrize(
    ("key", "corruption", "enemy"),
    [
        ("flocks-of-crebain", (), "crebain"),
        ("seem-fairer-feel-fouler", (), "agent"),
        ("creatures-of-the-wild", ("reckless",), "giant-spider"),
        ("creatures-of-the-wild", ("reckless", "indifferent"), "cave-troll"),
    ],
)
def test_attacks_at_the_start_of_a_turn(key: str, corruption: tuple[str, ...], enemy: str) -> None:
    tabletop, card = tabletop_with(key, *corruption)
    tabletop.s.step = "turn"
    tabletop.step(("shadow", card))
    assert tabletop.s.combat.enemy == enemy
    assert tabletop.s.turn.skip_ambush
    assert tabletop.s.step == "combat"


def test_no_attack_in_a_haven() -> None:
    tabletop, _ = tabletop_with("flocks-of-crebain")
    tabletop.at("rivendell")
    tabletop.s.step = "turn"
    tabletop.step()
    assert tabletop.s.step == "rest"


def test_flocks_of_crebain_take_agility_away() -> None:
    tabletop, card = tabletop_with("flocks-of-crebain")
    plays(tabletop, card)
    tabletop.run(prepare(tabletop.s))
    assert hero_strength(tabletop.s) == 5


def test_the_agent_brings_a_plot_to_the_corrupted() -> None:
    tabletop, card = tabletop_with("seem-fairer-feel-fouler", "reckless")
    plays(tabletop, card)
    tabletop.s.step = "resolution"
    tabletop.step()
    assert (len(tabletop.s.plot_hand), tabletop.s.step) == (1, "rest")


def test_winter_storm_allows_one_move() -> None:
    tabletop, card = tabletop_with("winter-storm")
    plays(tabletop, card)
    tabletop.s.step = "travel"
    tabletop.step(("go",))
    tabletop.s.step = "travel"
    assert not [option for option in tabletop.offered() if option[0] in ("go", "pay")]
    tabletop.s.turn = Turn(hero=0)
    assert [option for option in tabletop.offered() if option[0] in ("go", "pay")], "one Travel step only"


def test_winter_storm_waits_for_a_travel_step() -> None:
    """The hero falls in the Ambush step: the storm catches him in his next turn."""
    tabletop, card = tabletop_with("winter-storm")
    plays(tabletop, card)
    engage(tabletop.s, 0, "orc", "ambush")
    hero = tabletop.hero
    hero.rest, hero.life, hero.hand = [*hero.hand, *hero.life], [], []
    tabletop.s.step = "resolution"
    tabletop.steps("turn-end")
    hero.hand, hero.rest = hero.rest, []
    tabletop.s.turn, tabletop.s.step = Turn(hero=0), "travel"
    tabletop.step(("end",))
    assert most_moves(tabletop.s, 0) == 1


def test_his_arm_makes_a_location_perilous() -> None:
    tabletop, card = tabletop_with("his-arm-has-grown-long")
    assert not is_perilous(tabletop.s, 0, tabletop.hero.place)
    tabletop.s.step = "arrive"
    tabletop.step(("shadow", card))
    assert is_perilous(tabletop.s, 0, tabletop.hero.place)
    assert tabletop.s.step == "danger"


# -- in the action step


def test_an_evil_fog() -> None:
    tabletop, card = tabletop_with("an-evil-fog", "reckless", "indifferent")
    answer = ("carry", 0, "mount-gundabad")
    assert sauron_plays(tabletop, card, answer) == {"place": "mount-gundabad", "hand": -2, "rest": 2}


def test_do_not_tempt_me() -> None:
    tabletop, card = tabletop_with("do-not-tempt-me", "reckless", "indifferent")
    assert sauron_plays(tabletop, card, ("place", "the-high-pass")) == {"influence": 1, "favor": -2}


def test_a_new_power_is_rising() -> None:
    tabletop, card = tabletop_with("a-new-power-is-rising")
    tabletop.influence(barad_dur=2)
    assert sauron_plays(tabletop, card, 0)["influence"] == 2 + 2 * 4, "Barad-dûr and four other locations of Mordor"
    tabletop, card = tabletop_with("a-new-power-is-rising")
    tabletop.influence(mount_gundabad=1, moria=1)
    answers = (1, ("summon", "rhudaur-grey-mountains"), ("summon", "eriador-enedwaith"))
    assert sauron_plays(tabletop, card, *answers) == {"tokens": 2}


def test_storms_of_mordor() -> None:
    tabletop, card = tabletop_with("storms-of-mordor", "reckless")
    assert sauron_plays(tabletop, card) == {"hand": -2, "rest": 2}, "one of six down to five, one at random"


def test_sarumans_lies() -> None:
    tabletop, card = tabletop_with("sarumans-lies", "reckless", "indifferent")
    top = tabletop.s.plot_deck[-1]
    assert sauron_plays(tabletop, card, ("bottom",)) == {"story": {"corruption": 1}}
    assert tabletop.s.plot_deck[0] == top
    assert (tabletop.s.known_top, tabletop.s.known_bottom) == (0, 1)
    tabletop, card = tabletop_with("sarumans-lies")
    assert sauron_plays(tabletop, card, ("leave",)) == {}
    assert tabletop.s.known_top == 1


def test_lord_of_the_rings() -> None:
    tabletop, card = tabletop_with("lord-of-the-rings")
    plot = tabletop.take(tabletop.s.plot_deck, "gollum-is-captured")
    tabletop.s.plot_discard.append(plot)
    messenger = tabletop.take(tabletop.s.plot_deck, "a-dark-messenger")
    tabletop.s.plots, tabletop.s.plot_places = [messenger], [LOC["erebor"]]
    assert sauron_plays(tabletop, card, ("take", plot)) == {"plot_hand": 1, "story": {"ring": 1}}
    assert plot in known_to(tabletop.s, 1), "the heroes have seen it"


def test_shire_baggins() -> None:
    tabletop, card = tabletop_with("shire-baggins")
    assert sauron_plays(tabletop, card) == {"pool": 1, "influence": 1}
    tabletop, card = tabletop_with("shire-baggins")
    tabletop.s.minions[MINION["ringwraiths"]] = LOC["the-shire"]
    assert sauron_plays(tabletop, card) == {"pool": 1, "influence": 1, "story": {"ring": 2}}


def test_the_ithil_stone() -> None:
    tabletop, card = tabletop_with("the-ithil-stone")
    fallen = ids("plot", "denethor-falls-into-madness")[0]
    changed = sauron_plays(tabletop, card, ("take", fallen), ("play", fallen))
    assert changed == {"plots": 1}
    assert tabletop.s.plot_places == [LOC["minas-tirith"]]
    tabletop, card = tabletop_with("the-ithil-stone")
    assert sauron_plays(tabletop, card, ("take", fallen), ("done",)) == {"plot_hand": 1}


def test_they_are_terrible() -> None:
    tabletop, card = tabletop_with("they-are-terrible")
    tabletop.influence(moria=1)
    tabletop.s.minions[MINION["black-serpent"]] = SLAIN
    assert sauron_plays(tabletop, card) == {"minions": 1}
    assert tabletop.s.minions[MINION["black-serpent"]] == LOC["moria"]


def test_the_lidless_eye() -> None:
    tabletop = Tabletop("beravor", "thalin")
    tabletop.s.story, tabletop.s.stage_reached = [13, 0, 0, 0], 3
    tabletop.corrupt("reckless", "indifferent")
    tabletop.top(tabletop.s.corruption_deck, "mistrusted")
    card = tabletop.shadow("the-lidless-eye")[0]
    first, second = tabletop.hero.corruption
    answers = (("burden", first, 1), ("burden", second, 0), ("hero", 1))
    assert sauron_plays(tabletop, card, *answers) == {"corruption": -1}
    assert len(tabletop.s.heroes[1].corruption) == 2


# -- after a defeat


def test_evil_wound() -> None:
    tabletop, card = tabletop_with("evil-wound", "reckless")
    assert plays(tabletop, card) == {"life": -6, "damage": 6}


def test_grievous_loss() -> None:
    tabletop, card = tabletop_with("grievous-loss", "reckless", "indifferent")
    tabletop.influence(barad_dur=1)
    tabletop.s.pool = 11
    changed = tabletop.changes(
        SHADOW_EFFECTS.by_key["grievous-loss"].run(tabletop.s, 0), ("pool",), ("place", "barad-dur")
    )
    assert changed == {"pool": 1, "influence": 1}
    assert tabletop.s.hero_delay == 1
    tabletop.s.step = "story"
    tabletop.step()
    assert tabletop.s.story[0] == 14, "one space instead of two"
    assert card in tabletop.s.shadow_hand


# -- the rules


def test_a_card_needs_influence_in_the_pool() -> None:
    tabletop, card = tabletop_with("betrayed")
    tabletop.s.pool = 0
    assert playable_shadow_cards(tabletop.s, 0, ("combat",)) == []
    tabletop.s.pool = 1
    assert playable_shadow_cards(tabletop.s, 0, ("combat",)) == [card]


def test_one_card_each_player_turn() -> None:
    tabletop, card = tabletop_with("betrayed")
    other = tabletop.shadow("dark-promises")[0]
    engage(tabletop.s, 0, "orc", "ambush")
    tabletop.run(offer_shadow_card(tabletop.s, 0, "combat"), ("shadow", card))
    assert playable_shadow_cards(tabletop.s, 0, ("combat",)) == []
    tabletop.s.turn = Turn(hero=0)
    assert playable_shadow_cards(tabletop.s, 0, ("combat",)) == [other]


def test_an_elven_cloak_answers() -> None:
    tabletop, card = tabletop_with("winter-storm")
    tabletop.hero.items.append(tabletop.take(tabletop.s.items, "elven-cloak"))
    assert plays(tabletop, card) == {"pool": -1}


def test_greed_gives_sauron_a_card() -> None:
    tabletop, card = tabletop_with("winter-storm", "greedy")
    changed = tabletop.changes(play_shadow(tabletop.s, 0, card), ("draw-more",))
    assert "shadow_hand" not in changed, "one played, one drawn"
    tabletop, card = tabletop_with("winter-storm", "greedy")
    assert plays(tabletop, card, ("done",)) == {}, "he may"


def test_the_cloak_answers_after_the_card() -> None:
    """Grievous Loss finds the pool full, and only then the Elven Cloak drains it."""
    tabletop, card = tabletop_with("grievous-loss", "weak")
    tabletop.hero.items.append(tabletop.take(tabletop.s.items, "elven-cloak"))
    tabletop.s.pool = 12
    tabletop.run(play_shadow(tabletop.s, 0, card))
    assert ("pool",) not in next(one.options for one in tabletop.decisions if one.kind == "influence")
    assert tabletop.s.pool == 11


def test_cloak_and_greed_answer_a_card_that_ends_the_turn() -> None:
    tabletop, card = tabletop_with("dark-promises", "greedy")
    tabletop.hero.items.append(tabletop.take(tabletop.s.items, "elven-cloak"))
    tabletop.top(tabletop.s.corruption_deck, "wretched")
    held, pool = len(tabletop.s.shadow_hand), tabletop.s.pool
    tabletop.run(play_shadow(tabletop.s, 0, card), 0, ("stay", 0), ("draw-more",))
    assert tabletop.ended
    assert (len(tabletop.s.shadow_hand), tabletop.s.pool) == (held, pool - 1)


def test_lord_of_the_rings_does_not_take_itself() -> None:
    tabletop, card = tabletop_with("lord-of-the-rings")
    other = tabletop.take(tabletop.s.shadow_deck, "winter-storm")
    tabletop.s.shadow_discard.append(other)
    tabletop.run(play_shadow(tabletop.s, 0, card))
    decision = [one.options for one in tabletop.decisions if one.kind == "retrieve"]
    assert decision == [[("take", other)]]


def test_the_lidless_eye_moves_limits() -> None:
    """Distraught and Despairing hold for whoever bears them now."""
    tabletop = Tabletop("beravor", "thalin").corrupt("distraught", "despairing")
    other = tabletop.s.heroes[1]
    draw(tabletop.s, 1, 10)
    other.favor = 6
    given = [("burden", card, 1) for card in tabletop.hero.corruption]
    tabletop.top(tabletop.s.corruption_deck, "weak")
    tabletop.run(SHADOW_EFFECTS.by_key["the-lidless-eye"].run(tabletop.s, 0), *given)
    assert (len(other.hand), other.favor) == (7, 3)


def test_sarumans_lies_make_a_new_deck() -> None:
    """With no card left the discards are shuffled back first (p. 35)."""
    tabletop, card = tabletop_with("sarumans-lies")
    tabletop.s.plot_deck, tabletop.s.plot_discard = [], tabletop.s.plot_deck
    tabletop.run(play_shadow(tabletop.s, 0, card), ("leave",))
    assert not tabletop.s.plot_discard
    assert tabletop.s.known_top == 1


def test_every_shadow_card_is_tested() -> None:
    tested = "betrayed an-evil-fog flocks-of-crebain his-arm-has-grown-long seem-fairer-feel-fouler dark-promises "
    tested += "do-not-tempt-me a-new-power-is-rising storms-of-mordor sarumans-lies morgul-blade lord-of-the-rings "
    tested += "evil-wound shire-baggins creatures-of-the-wild the-ithil-stone they-are-terrible the-lidless-eye "
    tested += "the-black-breath winter-storm grievous-loss"
    assert set(tested.split()) == {card.key for card in SHADOWS.values()}
    assert len(SHADOWS) == 24
