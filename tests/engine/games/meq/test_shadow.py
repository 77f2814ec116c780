"""Every shadow card at its moment, and the rules for playing them (p. 18)."""

from typing import Any

import pytest

from engine.games.meq.cards.effect import SHADOW
from engine.games.meq.components import MINION, SHADOWS, ids
from engine.games.meq.enemies import perilous
from engine.games.meq.fights import engage, hero_strength
from engine.games.meq.heroes import draw
from engine.games.meq.map import LOC
from engine.games.meq.state import SLAIN, Turn
from engine.games.meq.steps.combat import prepare
from engine.games.meq.steps.shadow import play_shadow, playable, window
from engine.games.meq.steps.travel import most_moves
from tests.engine.games.meq.desk import Desk


def desk_with(key: str, *corruption: str) -> tuple[Desk, int]:
    """A hero with cards in hand and favor, Sauron with the card."""
    desk = Desk("beravor").at("the_high_pass")
    desk.draws(0, "evade", "parry", "parry", "charge", "charge", "evade")
    desk.hero.favor = 3
    desk.s.story, desk.s.stage_reached = [13, 0, 0, 0], 3
    desk.corrupt(*corruption)
    desk.top(desk.s.corruption_deck, "mistrusted")
    card = desk.shadow(key)[0]
    return desk, card


def plays(desk: Desk, card: int, *answers: Any, hero: int = 0) -> dict[str, Any]:
    """Sauron plays the card; what changed besides his hand."""
    changed = desk.changes(play_shadow(desk.s, hero, card), *answers)
    assert changed.pop("shadow_hand") == -1
    assert card in desk.s.shadow_discard or card in desk.s.shadow_hand
    return changed


def sauron_plays(desk: Desk, card: int, *answers: Any) -> dict[str, Any]:
    """The same in Sauron's own turn."""
    desk.s.turn = Turn()
    assert card in playable(desk.s, -1, ("action",))
    return plays(desk, card, *answers, hero=-1)


# -- at the start of a fight


def test_betrayed_costs_cards_and_strength() -> None:
    desk, card = desk_with("betrayed", "reckless", "indifferent")
    engage(desk.s, 0, "orc", "ambush")
    desk.step(("shadow", card))
    assert len(desk.hero.rest) == 2
    desk.step(("draw", 0))
    assert hero_strength(desk.s) == 5 - 2 + 2


def test_dark_promises_tempt_or_hurt() -> None:
    desk, card = desk_with("dark_promises")
    engage(desk.s, 0, "orc", "ambush")
    assert plays(desk, card, 0) == {"corruption": 1}
    desk, card = desk_with("dark_promises")
    engage(desk.s, 0, "orc", "ambush")
    assert plays(desk, card, 1) == {"life": -5, "damage": 5}


def test_a_morgul_blade_strikes_the_corrupted() -> None:
    desk, card = desk_with("morgul_blade", "reckless", "indifferent")
    engage(desk.s, 0, "ringwraiths", "ambush")
    assert card in playable(desk.s, 0, ("combat", "minion"))
    assert plays(desk, card, 0) == {"life": -10, "damage": 10}
    desk, card = desk_with("morgul_blade")
    engage(desk.s, 0, "ringwraiths", "ambush")
    assert plays(desk, card, 1) == {"life": -3, "damage": 3, "corruption": 1}


def test_minion_cards_need_a_minion() -> None:
    desk, card = desk_with("morgul_blade")
    engage(desk.s, 0, "orc", "ambush")
    desk.asked.clear()
    desk.step()
    assert not [one for one in desk.asked if one.kind == "shadow"]
    assert card in desk.s.shadow_hand


def test_the_black_breath_weighs_on_strength_and_agility() -> None:
    desk, card = desk_with("the_black_breath", "reckless")
    engage(desk.s, 0, "ringwraiths", "ambush")
    assert plays(desk, card) == {"corruption": 1}
    desk.run(prepare(desk.s), ("draw", 0))
    assert hero_strength(desk.s) == 5 - 2, "two cards: no agility is left to add"


# -- at the start of a hero's turn


@pytest.mark.parametrize(
    ("key", "corruption", "enemy"),
    [
        ("flocks_of_crebain", (), "crebain"),
        ("seem_fairer_feel_fouler", (), "agent"),
        ("creatures_of_the_wild", ("reckless",), "giant_spider"),
        ("creatures_of_the_wild", ("reckless", "indifferent"), "cave_troll"),
    ],
)
def test_attacks_at_the_start_of_a_turn(key: str, corruption: tuple[str, ...], enemy: str) -> None:
    desk, card = desk_with(key, *corruption)
    desk.s.step = "turn"
    desk.step(("shadow", card))
    assert desk.s.combat.enemy == enemy
    assert desk.s.turn.skip_ambush
    assert desk.s.step == "combat"


def test_no_attack_in_a_haven() -> None:
    desk, _ = desk_with("flocks_of_crebain")
    desk.at("rivendell")
    desk.s.step = "turn"
    desk.step()
    assert desk.s.step == "rest"


def test_flocks_of_crebain_take_agility_away() -> None:
    desk, card = desk_with("flocks_of_crebain")
    plays(desk, card)
    desk.run(prepare(desk.s))
    assert hero_strength(desk.s) == 5


def test_the_agent_brings_a_plot_to_the_corrupted() -> None:
    desk, card = desk_with("seem_fairer_feel_fouler", "reckless")
    plays(desk, card)
    desk.s.step = "resolution"
    desk.step()
    assert (len(desk.s.plot_hand), desk.s.step) == (1, "rest")


def test_winter_storm_allows_one_move() -> None:
    desk, card = desk_with("winter_storm")
    plays(desk, card)
    desk.s.step = "travel"
    desk.step(("go",))
    desk.s.step = "travel"
    assert not [option for option in desk.offered() if option[0] in ("go", "pay")]
    desk.s.turn = Turn(hero=0)
    assert [option for option in desk.offered() if option[0] in ("go", "pay")], "one Travel step only"


def test_winter_storm_waits_for_a_travel_step() -> None:
    """The hero falls in the Ambush step: the storm catches him in his next turn."""
    desk, card = desk_with("winter_storm")
    plays(desk, card)
    engage(desk.s, 0, "orc", "ambush")
    hero = desk.hero
    hero.rest, hero.life, hero.hand = [*hero.hand, *hero.life], [], []
    desk.s.step = "resolution"
    desk.steps("turn_end")
    hero.hand, hero.rest = hero.rest, []
    desk.s.turn, desk.s.step = Turn(hero=0), "travel"
    desk.step(("end",))
    assert most_moves(desk.s, 0) == 1


def test_his_arm_makes_a_location_perilous() -> None:
    desk, card = desk_with("his_arm_has_grown_long")
    assert not perilous(desk.s, 0, desk.hero.place)
    desk.s.step = "arrive"
    desk.step(("shadow", card))
    assert perilous(desk.s, 0, desk.hero.place)
    assert desk.s.step == "danger"


# -- in the action step


def test_an_evil_fog() -> None:
    desk, card = desk_with("an_evil_fog", "reckless", "indifferent")
    answer = ("carry", 0, "mount_gundabad")
    assert sauron_plays(desk, card, answer) == {"place": "mount_gundabad", "hand": -2, "rest": 2}


def test_do_not_tempt_me() -> None:
    desk, card = desk_with("do_not_tempt_me", "reckless", "indifferent")
    assert sauron_plays(desk, card, ("place", "the_high_pass")) == {"influence": 1, "favor": -2}


def test_a_new_power_is_rising() -> None:
    desk, card = desk_with("a_new_power_is_rising")
    desk.influence(barad_dur=2)
    assert sauron_plays(desk, card, 0)["influence"] == 2 + 2 * 4, "Barad-dûr and four other locations of Mordor"
    desk, card = desk_with("a_new_power_is_rising")
    desk.influence(mount_gundabad=1, moria=1)
    answers = (1, ("summon", "rhudaur_grey_mountains"), ("summon", "eriador_enedwaith"))
    assert sauron_plays(desk, card, *answers) == {"tokens": 2}


def test_storms_of_mordor() -> None:
    desk, card = desk_with("storms_of_mordor", "reckless")
    assert sauron_plays(desk, card) == {"hand": -2, "rest": 2}, "one of six down to five, one at random"


def test_sarumans_lies() -> None:
    desk, card = desk_with("sarumans_lies", "reckless", "indifferent")
    top = desk.s.plot_deck[-1]
    assert sauron_plays(desk, card, ("bottom",)) == {"story": {"corruption": 1}}
    assert desk.s.plot_deck[0] == top
    assert (desk.s.known_top, desk.s.known_bottom) == (0, 1)
    desk, card = desk_with("sarumans_lies")
    assert sauron_plays(desk, card, ("leave",)) == {}
    assert desk.s.known_top == 1


def test_lord_of_the_rings() -> None:
    desk, card = desk_with("lord_of_the_rings")
    plot = desk.take(desk.s.plot_deck, "gollum_is_captured")
    desk.s.plot_discard.append(plot)
    messenger = desk.take(desk.s.plot_deck, "a_dark_messenger")
    desk.s.plots, desk.s.plot_places = [messenger], [LOC["erebor"]]
    assert sauron_plays(desk, card, ("take", plot)) == {"plot_hand": 1, "story": {"ring": 1}}
    assert plot in desk.s.known[1], "the heroes have seen it"


def test_shire_baggins() -> None:
    desk, card = desk_with("shire_baggins")
    assert sauron_plays(desk, card) == {"pool": 1, "influence": 1}
    desk, card = desk_with("shire_baggins")
    desk.s.minions[MINION["ringwraiths"]] = LOC["the_shire"]
    assert sauron_plays(desk, card) == {"pool": 1, "influence": 1, "story": {"ring": 2}}


def test_the_ithil_stone() -> None:
    desk, card = desk_with("the_ithil_stone")
    fallen = ids("plot", "denethor_falls_into_madness")[0]
    changed = sauron_plays(desk, card, ("take", fallen), ("play", fallen))
    assert changed == {"plots": 1}
    assert desk.s.plot_places == [LOC["minas_tirith"]]
    desk, card = desk_with("the_ithil_stone")
    assert sauron_plays(desk, card, ("take", fallen), ("done",)) == {"plot_hand": 1}


def test_they_are_terrible() -> None:
    desk, card = desk_with("they_are_terrible")
    desk.influence(moria=1)
    desk.s.minions[MINION["black_serpent"]] = SLAIN
    assert sauron_plays(desk, card) == {"minions": 1}
    assert desk.s.minions[MINION["black_serpent"]] == LOC["moria"]


def test_the_lidless_eye() -> None:
    desk = Desk("beravor", "thalin")
    desk.s.story, desk.s.stage_reached = [13, 0, 0, 0], 3
    desk.corrupt("reckless", "indifferent")
    desk.top(desk.s.corruption_deck, "mistrusted")
    card = desk.shadow("the_lidless_eye")[0]
    first, second = desk.hero.corruption
    answers = (("burden", first, 1), ("burden", second, 0), ("hero", 1))
    assert sauron_plays(desk, card, *answers) == {"corruption": -1}
    assert len(desk.s.heroes[1].corruption) == 2


# -- after a defeat


def test_evil_wound() -> None:
    desk, card = desk_with("evil_wound", "reckless")
    assert plays(desk, card) == {"life": -6, "damage": 6}


def test_grievous_loss() -> None:
    desk, card = desk_with("grievous_loss", "reckless", "indifferent")
    desk.influence(barad_dur=1)
    desk.s.pool = 11
    changed = desk.changes(SHADOW["grievous_loss"].run(desk.s, 0), ("pool",), ("place", "barad_dur"))
    assert changed == {"pool": 1, "influence": 1}
    assert desk.s.grief == 1
    desk.s.step = "story"
    desk.step()
    assert desk.s.story[0] == 14, "one space instead of two"
    assert card in desk.s.shadow_hand


# -- the rules


def test_a_card_needs_influence_in_the_pool() -> None:
    desk, card = desk_with("betrayed")
    desk.s.pool = 0
    assert playable(desk.s, 0, ("combat",)) == []
    desk.s.pool = 1
    assert playable(desk.s, 0, ("combat",)) == [card]


def test_one_card_each_player_turn() -> None:
    desk, card = desk_with("betrayed")
    other = desk.shadow("dark_promises")[0]
    engage(desk.s, 0, "orc", "ambush")
    desk.run(window(desk.s, 0, "combat"), ("shadow", card))
    assert playable(desk.s, 0, ("combat",)) == []
    desk.s.turn = Turn(hero=0)
    assert playable(desk.s, 0, ("combat",)) == [other]


def test_an_elven_cloak_answers() -> None:
    desk, card = desk_with("winter_storm")
    desk.hero.items.append(desk.take(desk.s.items, "elven_cloak"))
    assert plays(desk, card) == {"pool": -1}


def test_greed_gives_sauron_a_card() -> None:
    desk, card = desk_with("winter_storm", "greedy")
    changed = desk.changes(play_shadow(desk.s, 0, card), ("draw_more",))
    assert "shadow_hand" not in changed, "one played, one drawn"
    desk, card = desk_with("winter_storm", "greedy")
    assert plays(desk, card, ("done",)) == {}, "he may"


def test_the_cloak_answers_after_the_card() -> None:
    """Grievous Loss finds the pool full, and only then the Elven Cloak drains it."""
    desk, card = desk_with("grievous_loss", "weak")
    desk.hero.items.append(desk.take(desk.s.items, "elven_cloak"))
    desk.s.pool = 12
    desk.run(play_shadow(desk.s, 0, card))
    assert ("pool",) not in next(one.options for one in desk.asked if one.kind == "influence")
    assert desk.s.pool == 11


def test_cloak_and_greed_answer_a_card_that_ends_the_turn() -> None:
    desk, card = desk_with("dark_promises", "greedy")
    desk.hero.items.append(desk.take(desk.s.items, "elven_cloak"))
    desk.top(desk.s.corruption_deck, "wretched")
    held, pool = len(desk.s.shadow_hand), desk.s.pool
    desk.run(play_shadow(desk.s, 0, card), 0, ("stay", 0), ("draw_more",))
    assert desk.ended
    assert (len(desk.s.shadow_hand), desk.s.pool) == (held, pool - 1)


def test_lord_of_the_rings_does_not_take_itself() -> None:
    desk, card = desk_with("lord_of_the_rings")
    other = desk.take(desk.s.shadow_deck, "winter_storm")
    desk.s.shadow_discard.append(other)
    desk.run(play_shadow(desk.s, 0, card))
    asked = [one.options for one in desk.asked if one.kind == "retrieve"]
    assert asked == [[("take", other)]]


def test_the_lidless_eye_moves_limits() -> None:
    """Distraught and Despairing hold for whoever bears them now."""
    desk = Desk("beravor", "thalin").corrupt("distraught", "despairing")
    other = desk.s.heroes[1]
    draw(desk.s, 1, 10)
    other.favor = 6
    given = [("burden", card, 1) for card in desk.hero.corruption]
    desk.top(desk.s.corruption_deck, "weak")
    desk.run(SHADOW["the_lidless_eye"].run(desk.s, 0), *given)
    assert (len(other.hand), other.favor) == (7, 3)


def test_sarumans_lies_make_a_new_deck() -> None:
    """With no card left the discards are shuffled back first (p. 35)."""
    desk, card = desk_with("sarumans_lies")
    desk.s.plot_deck, desk.s.plot_discard = [], desk.s.plot_deck
    desk.run(play_shadow(desk.s, 0, card), ("leave",))
    assert not desk.s.plot_discard
    assert desk.s.known_top == 1


def test_every_shadow_card_is_tested() -> None:
    tested = "betrayed an_evil_fog flocks_of_crebain his_arm_has_grown_long seem_fairer_feel_fouler dark_promises "
    tested += "do_not_tempt_me a_new_power_is_rising storms_of_mordor sarumans_lies morgul_blade lord_of_the_rings "
    tested += "evil_wound shire_baggins creatures_of_the_wild the_ithil_stone they_are_terrible the_lidless_eye "
    tested += "the_black_breath winter_storm grievous_loss"
    assert set(tested.split()) == {card.key for card in SHADOWS.values()}
    assert len(SHADOWS) == 24
