"""Quests: what they bring when they come into play, and their rewards (p. 25)."""

from engine.core.words import Words
from engine.games.meq.cards.clauses import Effect, OtherGoal, QuestEffect
from engine.games.meq.cards.parts.board import place
from engine.games.meq.cards.parts.combine import NOTHING, effect, either, only_if, sauron_either, then
from engine.games.meq.cards.parts.hero import PURGE_ALL, PURGE_IF_ANY, REFRESH, favor, item, level, training
from engine.games.meq.cards.parts.sauron import SAURON_DROPS_PLOT, drain, feed_pool, sauron_forgets
from engine.games.meq.cards.registry import QUEST_EFFECTS
from engine.games.meq.components.specs import AGILITY, FORTITUDE, STRENGTH, WISDOM
from engine.games.meq.layout import IN_REGION, REGION
from engine.games.meq.rules.influence import place_one_each
from engine.games.meq.state import GameState

quest = QUEST_EFFECTS.card


def _reveal(s: GameState, h: int) -> None:
    hero = s.heroes[h]
    hero.quests += hero.advanced_quest
    hero.advanced_quest = []


REVEAL = effect("reveal your advanced quest", "odkryj swoją Zaawansowaną Wyprawę", _reveal)


def first(*rewards: Effect) -> Effect:
    """The reward of a starting quest, which opens the advanced one."""
    return then(*rewards, REVEAL)


# -- starting and advanced quests of the heroes

quest(
    "they_have_become_queer_and_wild",
    QuestEffect(first(favor(2), training(), place("thranduil", "woodland_realm"))),
)
quest("the_forest_must_provide_no_refuge", QuestEffect(first(training()), found=place("aragorn", "south_eaves")))
quest("echoes_of_bolgs_army", QuestEffect(then(either(favor(2), level(FORTITUDE)), sauron_forgets(1))))
quest("guarding_the_dimrill_stair", QuestEffect(first(favor(2), training(), place("gandalf", "bree"))))
quest("spies_in_mithlond", QuestEffect(first(item("boat"), training()), found=place("gandalf", "the_grey_havens")))
quest("bones_of_a_darkness_past", QuestEffect(then(favor(2), level(AGILITY))))
quest(
    "where_the_stars_are_strange",
    QuestEffect(
        first(level(STRENGTH), training(), place("denethor", "minas_tirith")),
        found=place("boromir", "near_harad"),
        other_goal=OtherGoal(Words("fight the Black Serpent", "walcz z Czarnym Wężem"), "black_serpent"),
    ),
)
quest("an_appeal_to_golasgil", QuestEffect(first(favor(1), training(), place("boromir", "osgiliath"), REFRESH)))
quest("hidden_in_the_ash_mountains", QuestEffect(then(either(favor(2), level(AGILITY)), drain(1))))
quest("drive_back_the_evil_men", QuestEffect(first(favor(2), place("saruman", "isengard"))))
quest("a_message_to_the_white_wizard", QuestEffect(first(favor(1), training()), found=place("saruman", "isengard")))
quest(
    "hill_of_sorcery",
    QuestEffect(
        then(
            either(favor(2), level(AGILITY)),
            sauron_either(
                only_if(SAURON_DROPS_PLOT, lambda s, _h: bool(s.plot_hand)),
                only_if(drain(2), lambda s, _h: s.pool > 0),
            ),
        )
    ),
)
quest("the_ered_luin", QuestEffect(first(favor(3), place("dain", "erebor"), REFRESH)))
quest("a_new_threat", QuestEffect(first(training()), found=place("dain", "the_northern_waste")))
quest("to_look_into_the_mirrormere", QuestEffect(either(favor(2), level(WISDOM))))

# -- quests found as encounters

quest("isildurs_heir", QuestEffect(then(favor(1), training()), found=place("aragorn", "rhun")))
quest("smoke_on_the_horizon", QuestEffect(then(favor(2), drain(1))))
quest("the_seat_of_saurons_power", QuestEffect(then(favor(2), either(PURGE_ALL, drain(1), NOTHING))))
quest("the_mounts_of_the_haradrim", QuestEffect(then(favor(2), training())))
quest("the_palantir_of_orthanc", QuestEffect(then(favor(1), PURGE_IF_ANY)))
quest("captain_of_the_white_tower", QuestEffect(then(favor(1), training()), found=place("boromir", "minas_tirith")))
quest("a_shadow_connection", QuestEffect(then(favor(2), REFRESH)))
quest("the_evenstar_is_called_home", QuestEffect(item("elven_cloak"), found=place("aragorn", "rivendell")))
quest("greenleaf", QuestEffect(either(favor(2), level(AGILITY))))
quest("beyond_the_dark_lords_reach", QuestEffect(then(favor(2), training())))
quest("the_haunted_ruins", QuestEffect(then(favor(2), PURGE_IF_ANY)))
quest("the_son_of_gloin", QuestEffect(then(favor(1), level(FORTITUDE))))
quest("find_the_grey_pilgrim", QuestEffect(then(favor(1), drain(1)), found=place("gandalf", "bree")))

ONE_IN_ENEDWAITH = effect(
    "Sauron places 1 influence in Enedwaith",
    "Sauron umieszcza 1 wpływ w Enedwaith",
    lambda s, _h: place_one_each(s, IN_REGION[REGION["enedwaith"]], 1),
)
quest("the_squint_eyed_southerner", QuestEffect(drain(2), found=ONE_IN_ENEDWAITH))

quest("the_black_pit", QuestEffect(then(favor(2), training()), found=feed_pool(1)))
