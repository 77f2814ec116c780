"""Quests: what they bring when they come into play, and their rewards (p. 25)."""

from engine.core.words import Words
from engine.games.meq.cards.clauses import Effect, OtherGoal, QuestEffect
from engine.games.meq.cards.parts.board import place_character
from engine.games.meq.cards.parts.combine import NOTHING, effect, either, only_if, sauron_either, then
from engine.games.meq.cards.parts.hero import (
    DISCARD_ALL_CORRUPTION,
    DISCARD_ANY_CORRUPTION,
    REST_TO_LIFE,
    favor,
    item,
    level,
    training,
)
from engine.games.meq.cards.parts.sauron import SAURON_DISCARDS_PLOT, pool_gains, pool_loses, sauron_discards_shadow
from engine.games.meq.cards.registry import QUEST_EFFECTS
from engine.games.meq.components.schema import AGILITY, FORTITUDE, STRENGTH, WISDOM
from engine.games.meq.layout import in_region
from engine.games.meq.rules.influence import place_one_each
from engine.games.meq.state import GameState

quest = QUEST_EFFECTS.card


def _reveal(s: GameState, h: int) -> None:
    hero = s.heroes[h]
    hero.quests += hero.advanced_quest
    hero.advanced_quest = []


REVEAL = effect("reveal your advanced quest", "odkryj swoją Zaawansowaną Wyprawę", _reveal)


def starting_reward(*rewards: Effect) -> Effect:
    """The reward of a starting quest, which opens the advanced one."""
    return then(*rewards, REVEAL)


# -- starting and advanced quests of the heroes

quest(
    "they_have_become_queer_and_wild",
    QuestEffect(starting_reward(favor(2), training(), place_character("thranduil", "woodland_realm"))),
)
quest(
    "the_forest_must_provide_no_refuge",
    QuestEffect(starting_reward(training()), setup=place_character("aragorn", "south_eaves")),
)
quest("echoes_of_bolgs_army", QuestEffect(then(either(favor(2), level(FORTITUDE)), sauron_discards_shadow(1))))
quest(
    "guarding_the_dimrill_stair", QuestEffect(starting_reward(favor(2), training(), place_character("gandalf", "bree")))
)
quest(
    "spies_in_mithlond",
    QuestEffect(starting_reward(item("boat"), training()), setup=place_character("gandalf", "the_grey_havens")),
)
quest("bones_of_a_darkness_past", QuestEffect(then(favor(2), level(AGILITY))))
quest(
    "where_the_stars_are_strange",
    QuestEffect(
        starting_reward(level(STRENGTH), training(), place_character("denethor", "minas_tirith")),
        setup=place_character("boromir", "near_harad"),
        other_goal=OtherGoal(Words("fight the Black Serpent", "walcz z Czarnym Wężem"), "black_serpent"),
    ),
)
quest(
    "an_appeal_to_golasgil",
    QuestEffect(starting_reward(favor(1), training(), place_character("boromir", "osgiliath"), REST_TO_LIFE)),
)
quest("hidden_in_the_ash_mountains", QuestEffect(then(either(favor(2), level(AGILITY)), pool_loses(1))))
quest("drive_back_the_evil_men", QuestEffect(starting_reward(favor(2), place_character("saruman", "isengard"))))
quest(
    "a_message_to_the_white_wizard",
    QuestEffect(starting_reward(favor(1), training()), setup=place_character("saruman", "isengard")),
)
quest(
    "hill_of_sorcery",
    QuestEffect(
        then(
            either(favor(2), level(AGILITY)),
            sauron_either(
                only_if(SAURON_DISCARDS_PLOT, lambda s, _h: bool(s.plot_hand)),
                only_if(pool_loses(2), lambda s, _h: s.pool > 0),
            ),
        )
    ),
)
quest("the_ered_luin", QuestEffect(starting_reward(favor(3), place_character("dain", "erebor"), REST_TO_LIFE)))
quest("a_new_threat", QuestEffect(starting_reward(training()), setup=place_character("dain", "the_northern_waste")))
quest("to_look_into_the_mirrormere", QuestEffect(either(favor(2), level(WISDOM))))

# -- quests found as encounters

quest("isildurs_heir", QuestEffect(then(favor(1), training()), setup=place_character("aragorn", "rhun")))
quest("smoke_on_the_horizon", QuestEffect(then(favor(2), pool_loses(1))))
quest("the_seat_of_saurons_power", QuestEffect(then(favor(2), either(DISCARD_ALL_CORRUPTION, pool_loses(1), NOTHING))))
quest("the_mounts_of_the_haradrim", QuestEffect(then(favor(2), training())))
quest("the_palantir_of_orthanc", QuestEffect(then(favor(1), DISCARD_ANY_CORRUPTION)))
quest(
    "captain_of_the_white_tower",
    QuestEffect(then(favor(1), training()), setup=place_character("boromir", "minas_tirith")),
)
quest("a_shadow_connection", QuestEffect(then(favor(2), REST_TO_LIFE)))
quest("the_evenstar_is_called_home", QuestEffect(item("elven_cloak"), setup=place_character("aragorn", "rivendell")))
quest("greenleaf", QuestEffect(either(favor(2), level(AGILITY))))
quest("beyond_the_dark_lords_reach", QuestEffect(then(favor(2), training())))
quest("the_haunted_ruins", QuestEffect(then(favor(2), DISCARD_ANY_CORRUPTION)))
quest("the_son_of_gloin", QuestEffect(then(favor(1), level(FORTITUDE))))
quest("find_the_grey_pilgrim", QuestEffect(then(favor(1), pool_loses(1)), setup=place_character("gandalf", "bree")))

ONE_IN_ENEDWAITH = effect(
    "Sauron places 1 influence in Enedwaith",
    "Sauron umieszcza 1 wpływ w Enedwaith",
    lambda s, _h: place_one_each(s, in_region("enedwaith"), 1),
)
quest("the_squint_eyed_southerner", QuestEffect(pool_loses(2), setup=ONE_IN_ENEDWAITH))

quest("the_black_pit", QuestEffect(then(favor(2), training()), setup=pool_gains(1)))
