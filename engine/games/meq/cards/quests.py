"""What quests bring when they come into play, and their rewards (p. 25)."""

from engine.games.meq.cards.clauses import Effect
from engine.games.meq.cards.parts.board import place
from engine.games.meq.cards.parts.combine import NOTHING, effect, either, sauron_either, then
from engine.games.meq.cards.parts.hero import PURGE_ALL, PURGE_IF_ANY, REFRESH, favor, item, level, training
from engine.games.meq.cards.parts.sauron import SAURON_DROPS_PLOT, drain, sauron_forgets
from engine.games.meq.cards.registry import QUEST_FOUND, QUEST_REWARD
from engine.games.meq.components.cards import QUESTS
from engine.games.meq.components.specs import AGILITY, FORTITUDE, STRENGTH, WISDOM
from engine.games.meq.state import GameState


def _reveal(s: GameState, h: int) -> None:
    hero = s.heroes[h]
    hero.quests += hero.sealed
    hero.sealed = []


REVEAL = effect("reveal your advanced quest", "odkryj swoją Zaawansowaną Wyprawę", _reveal)
NO_SETUP = effect("", "", lambda _s, _h: None)


def first(*rewards: Effect) -> Effect:
    """The reward of a starting quest, which opens the advanced one."""
    return then(*rewards, REVEAL)


QUEST_FOUND |= {quest.key: NO_SETUP for quest in QUESTS.values()} | {
    "the_forest_must_provide_no_refuge": place("aragorn", "south_eaves"),
    "spies_in_mithlond": place("gandalf", "the_grey_havens"),
    "where_the_stars_are_strange": place("boromir", "near_harad"),
    "a_message_to_the_white_wizard": place("saruman", "isengard"),
    "a_new_threat": place("dain", "the_northern_waste"),
}

QUEST_REWARD |= {
    "they_have_become_queer_and_wild": first(favor(2), training(), place("thranduil", "woodland_realm")),
    "the_forest_must_provide_no_refuge": first(training()),
    "echoes_of_bolgs_army": then(either(favor(2), level(FORTITUDE)), sauron_forgets(1)),
    "guarding_the_dimrill_stair": first(favor(2), training(), place("gandalf", "bree")),
    "spies_in_mithlond": first(item("boat"), training()),
    "bones_of_a_darkness_past": then(favor(2), level(AGILITY)),
    "where_the_stars_are_strange": first(level(STRENGTH), training(), place("denethor", "minas_tirith")),
    "an_appeal_to_golasgil": first(favor(1), training(), place("boromir", "osgiliath"), REFRESH),
    "hidden_in_the_ash_mountains": then(either(favor(2), level(AGILITY)), drain(1)),
    "drive_back_the_evil_men": first(favor(2), place("saruman", "isengard")),
    "a_message_to_the_white_wizard": first(favor(1), training()),
    "hill_of_sorcery": then(
        either(favor(2), level(AGILITY)),
        sauron_either(
            Effect(SAURON_DROPS_PLOT.words, SAURON_DROPS_PLOT.run, lambda s, _h: bool(s.plot_hand)),
            Effect(drain(2).words, drain(2).run, lambda s, _h: s.pool > 0),
        ),
    ),
    "the_ered_luin": first(favor(3), place("dain", "erebor"), REFRESH),
    "a_new_threat": first(training()),
    "to_look_into_the_mirrormere": either(favor(2), level(WISDOM)),
}

QUEST_REWARD |= {  # found as encounters
    "isildurs_heir": then(favor(1), training()),
    "smoke_on_the_horizon": then(favor(2), drain(1)),
    "the_seat_of_saurons_power": then(favor(2), either(PURGE_ALL, drain(1), NOTHING)),
    "the_mounts_of_the_haradrim": then(favor(2), training()),
    "the_palantir_of_orthanc": then(favor(1), PURGE_IF_ANY),
    "captain_of_the_white_tower": then(favor(1), training()),
    "a_shadow_connection": then(favor(2), REFRESH),
    "the_evenstar_is_called_home": item("elven_cloak"),
    "greenleaf": either(favor(2), level(AGILITY)),
    "beyond_the_dark_lords_reach": then(favor(2), training()),
    "the_haunted_ruins": then(favor(2), PURGE_IF_ANY),
    "the_son_of_gloin": then(favor(1), level(FORTITUDE)),
    "find_the_grey_pilgrim": then(favor(1), drain(1)),
    "the_squint_eyed_southerner": drain(2),
    "the_black_pit": then(favor(2), training()),
}
