"""The encounters of havens."""

from engine.core.flow import Decision, Flow
from engine.games.meq.cards.parts.combine import as_effect, effect, either, may, reworded, spend, then, when
from engine.games.meq.cards.parts.conditions import (
    CORRUPTION_COUNT,
    PLOT_COUNT,
    POOL,
    REGION_INFLUENCE,
    REGION_MONSTERS,
    UNCORRUPTED,
    above,
    at_least,
    below,
)
from engine.games.meq.cards.parts.hero import (
    CORRUPTION,
    DISCARD_ALL_CORRUPTION,
    DISCARD_ANY_CORRUPTION,
    DISCARD_CORRUPTION,
    REST_AND_DAMAGE_TO_LIFE,
    favor,
    item,
    level,
    lose_favor,
    shields,
    training,
)
from engine.games.meq.cards.parts.sauron import pool_loses
from engine.games.meq.cards.registry import ENCOUNTER_EFFECTS
from engine.games.meq.components.schema import AGILITY, FORTITUDE, STRENGTH, WISDOM
from engine.games.meq.rules.corruption import discard_corruption
from engine.games.meq.rules.favor import lose_favor as spend_favor
from engine.games.meq.rules.knowledge import look_at_plots
from engine.games.meq.rules.options import DONE
from engine.games.meq.state import GameState, seat_of

encounter = ENCOUNTER_EFFECTS.card

FAVOR_OR_PURGE = either(favor(1), DISCARD_CORRUPTION)


encounter("the-court-of-theoden", then(FAVOR_OR_PURGE, when(above(WISDOM, REGION_MONSTERS), item("horse"))))
encounter("intrigue-within-meduseld", when(at_least(WISDOM, REGION_INFLUENCE), favor(2)))
encounter("the-houses-of-healing", either(REST_AND_DAMAGE_TO_LIFE, then(favor(1), DISCARD_ANY_CORRUPTION)))


LOOK_AT_PLOTS = effect("look at Sauron's Plot cards", "obejrzyj karty Intrygi Saurona", look_at_plots)
encounter("the-palantirs", may(then(CORRUPTION, pool_loses(1), LOOK_AT_PLOTS)))

encounter("the-halls-of-an-elven-king", then(FAVOR_OR_PURGE, when(at_least(WISDOM, REGION_INFLUENCE), item("boat"))))
encounter("the-enchanted-stream", when(below(AGILITY, REGION_INFLUENCE), then(lose_favor(1), CORRUPTION)))
encounter("the-lonely-mountain", then(favor(1), when(above(FORTITUDE, POOL), DISCARD_ALL_CORRUPTION)))
encounter("ancient-greed", either(then(CORRUPTION, favor(2), training()), favor(1)))
encounter("the-northern-fortress", then(FAVOR_OR_PURGE, when(at_least(WISDOM, CORRUPTION_COUNT), training())))
encounter("deadmens-dike", shields(4, then(favor(2), training())))
encounter("the-golden-wood", then(FAVOR_OR_PURGE, when(at_least(WISDOM, PLOT_COUNT), item("elven-cloak"))))
encounter("imladris", then(FAVOR_OR_PURGE, when(UNCORRUPTED, REST_AND_DAMAGE_TO_LIFE)))


@as_effect(
    "spend any number of favor to discard as many of your Corruption cards",
    "wydaj dowolną liczbę przysług, by odrzucić tyle samo swoich kart Korupcji",
    lambda s, h: s.heroes[h].favor > 0 and bool(s.heroes[h].corruption),
)
def atone(s: GameState, h: int) -> Flow[None]:
    hero = s.heroes[h]
    while hero.favor and hero.corruption:
        choice = yield Decision(seat_of(h), "purge", [*(("purge", card) for card in hero.corruption), DONE])
        if choice == DONE:
            return
        spend_favor(s, h, 1)
        discard_corruption(s, h, choice[1])


encounter("redeemed-by-grace", either(favor(1), atone))

encounter(
    "the-steadfast-defender",
    reworded(
        either(pool_loses(1), *(spend(2, level(which)) for which in (FORTITUDE, STRENGTH, AGILITY, WISDOM))),
        "remove 1 influence from the Shadow Pool, or spend 2 favor to gain 1 level of a trait of your choice",
        "usuń 1 wpływ z Puli Cienia albo wydaj 2 przysługi, a potem zyskaj 1 poziom wybranego atrybutu",
    ),
)
encounter("i-will-not-say-the-day-is-done", favor(2))
