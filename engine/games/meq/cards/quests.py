"""Quests: what they bring when they come into play, and their rewards (p. 25)."""

from engine.core.events import tell
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
    for card in hero.advanced_quest:
        tell(s, "quest", (h, card))
    hero.quests += hero.advanced_quest
    hero.advanced_quest = []


REVEAL = effect("reveal your advanced quest", "odkryj swoją Zaawansowaną Wyprawę", _reveal)


def starting_reward(*rewards: Effect) -> Effect:
    """The reward of a starting quest, which opens the advanced one."""
    return then(*rewards, REVEAL)


# -- starting and advanced quests of the heroes

quest(
    "they-have-become-queer-and-wild",
    QuestEffect(starting_reward(favor(2), training(), place_character("thranduil", "woodland-realm"))),
)
quest(
    "the-forest-must-provide-no-refuge",
    QuestEffect(starting_reward(training()), setup=place_character("aragorn", "south-eaves")),
)
quest("echoes-of-bolgs-army", QuestEffect(then(either(favor(2), level(FORTITUDE)), sauron_discards_shadow(1))))
quest(
    "guarding-the-dimrill-stair", QuestEffect(starting_reward(favor(2), training(), place_character("gandalf", "bree")))
)
quest(
    "spies-in-mithlond",
    QuestEffect(starting_reward(item("boat"), training()), setup=place_character("gandalf", "the-grey-havens")),
)
quest("bones-of-a-darkness-past", QuestEffect(then(favor(2), level(AGILITY))))
quest(
    "where-the-stars-are-strange",
    QuestEffect(
        starting_reward(level(STRENGTH), training(), place_character("denethor", "minas-tirith")),
        setup=place_character("boromir", "near-harad"),
        other_goal=OtherGoal(Words("fight the Black Serpent", "walcz z Czarnym Wężem"), "black-serpent"),
    ),
)
quest(
    "an-appeal-to-golasgil",
    QuestEffect(starting_reward(favor(1), training(), place_character("boromir", "osgiliath"), REST_TO_LIFE)),
)
quest("hidden-in-the-ash-mountains", QuestEffect(then(either(favor(2), level(AGILITY)), pool_loses(1))))
quest("drive-back-the-evil-men", QuestEffect(starting_reward(favor(2), place_character("saruman", "isengard"))))
quest(
    "a-message-to-the-white-wizard",
    QuestEffect(starting_reward(favor(1), training()), setup=place_character("saruman", "isengard")),
)
quest(
    "hill-of-sorcery",
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
quest("the-ered-luin", QuestEffect(starting_reward(favor(3), place_character("dain", "erebor"), REST_TO_LIFE)))
quest("a-new-threat", QuestEffect(starting_reward(training()), setup=place_character("dain", "the-northern-waste")))
quest("to-look-into-the-mirrormere", QuestEffect(either(favor(2), level(WISDOM))))

# -- quests found as encounters

quest("isildurs-heir", QuestEffect(then(favor(1), training()), setup=place_character("aragorn", "rhun")))
quest("smoke-on-the-horizon", QuestEffect(then(favor(2), pool_loses(1))))
quest("the-seat-of-saurons-power", QuestEffect(then(favor(2), either(DISCARD_ALL_CORRUPTION, pool_loses(1), NOTHING))))
quest("the-mounts-of-the-haradrim", QuestEffect(then(favor(2), training())))
quest("the-palantir-of-orthanc", QuestEffect(then(favor(1), DISCARD_ANY_CORRUPTION)))
quest(
    "captain-of-the-white-tower",
    QuestEffect(then(favor(1), training()), setup=place_character("boromir", "minas-tirith")),
)
quest("a-shadow-connection", QuestEffect(then(favor(2), REST_TO_LIFE)))
quest("the-evenstar-is-called-home", QuestEffect(item("elven-cloak"), setup=place_character("aragorn", "rivendell")))
quest("greenleaf", QuestEffect(either(favor(2), level(AGILITY))))
quest("beyond-the-dark-lords-reach", QuestEffect(then(favor(2), training())))
quest("the-haunted-ruins", QuestEffect(then(favor(2), DISCARD_ANY_CORRUPTION)))
quest("the-son-of-gloin", QuestEffect(then(favor(1), level(FORTITUDE))))
quest("find-the-grey-pilgrim", QuestEffect(then(favor(1), pool_loses(1)), setup=place_character("gandalf", "bree")))

ONE_IN_ENEDWAITH = effect(
    "Sauron places 1 influence in Enedwaith",
    "Sauron umieszcza 1 wpływ w Enedwaith",
    lambda s, _h: place_one_each(s, in_region("enedwaith"), 1),
)
quest("the-squint-eyed-southerner", QuestEffect(pool_loses(2), setup=ONE_IN_ENEDWAITH))

quest("the-black-pit", QuestEffect(then(favor(2), training()), setup=pool_gains(1)))
