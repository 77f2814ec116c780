"""The encounters of the five colour pairs; the quests among them are in `quests.py` (p. 25)."""

from engine.core.flow import Decision, Flow
from engine.core.state import disclose
from engine.games.meq.cards.clauses import Effect
from engine.games.meq.cards.parts.combine import as_effect, effect, either, may, sauron_either, spend, then, when
from engine.games.meq.cards.parts.conditions import (
    CORRUPTION_COUNT,
    REGION_INFLUENCE,
    REGION_MONSTERS,
    UNCORRUPTED,
    at_least,
    below,
    influence_in,
    own_region,
)
from engine.games.meq.cards.parts.hero import (
    CORRUPTION,
    DAMAGE_TO_REST_BY_FORTITUDE,
    DAMAGE_TO_REST_BY_WISDOM,
    DISCARD_ALL_CORRUPTION,
    DISCARD_ANY_CORRUPTION,
    DISCARD_CORRUPTION,
    DISCARD_ITEM,
    HAND_TO_LIFE,
    LOOK_AT_TOKENS,
    MOVE_TO_ADJACENT,
    REST_TO_LIFE,
    SAURON_MOVES_YOU,
    TURN_ENDS,
    damage,
    damage_per_corruption,
    discard,
    favor,
    give_up_favor,
    item,
    shields,
    training,
)
from engine.games.meq.cards.parts.sauron import (
    SAURON_DISCARDS_PLOT,
    SAURON_DRAWS_PLOT,
    advance_marker,
    extension,
    pool_gains,
    pool_loses,
    sauron_discards_shadow,
)
from engine.games.meq.cards.registry import ENCOUNTER_EFFECTS
from engine.games.meq.components.box import CHARACTER
from engine.games.meq.components.schema import AGILITY, FORTITUDE, STRENGTH, WISDOM
from engine.games.meq.layout import HAVENS, IDS, LOC, PLACE_NAMES, WITHIN_1
from engine.games.meq.rules.characters import bring_anywhere
from engine.games.meq.rules.clearing import clear_all, clear_some
from engine.games.meq.rules.defeat import check_defeat
from engine.games.meq.rules.hand import draw
from engine.games.meq.rules.heroes import move_to, trait
from engine.games.meq.rules.influence import place_one_each
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.pools import lay_open
from engine.games.meq.rules.story import RING_MARKER
from engine.games.meq.rules.tokens import discard_token, tokens_at
from engine.games.meq.state import AWAY, GameState, seat_of

encounter = ENCOUNTER_EFFECTS.card

FAVOR_AND_TRAINING = then(favor(1), training())
REST_UP = then(DAMAGE_TO_REST_BY_WISDOM, REST_TO_LIFE)


def escort(haven: str) -> Effect:
    """Rest, or pay to be brought to a haven and encounter it."""

    def move_there(s: GameState, h: int) -> None:
        move_to(s, h, LOC[haven])
        s.step = "encounter"

    name = PLACE_NAMES[haven]
    move = effect(
        f"move to {name.en} and encounter it", f"przejdź do lokacji {name.pl} i rozpatrz tam spotkanie", move_there
    )
    return either(REST_TO_LIFE, spend(1, move))


# -- Brown Lands and Mordor

encounter("the-faces-in-the-water", then(DISCARD_ITEM, damage_per_corruption(1)))
encounter("shapes-in-the-mist", shields(6, either(favor(1), item("horse"))))
encounter("saurons-road", when(at_least(AGILITY, REGION_MONSTERS), may(MOVE_TO_ADJACENT)))
encounter("thirst-and-despair", shields(6, either(favor(1), training())))
encounter("heavy-rains", either(discard(3), SAURON_MOVES_YOU))


INFLUENCE_IN_TWO_PLACES = effect(
    "Sauron may place 1 influence in each of 2 locations of your region",
    "Sauron może umieścić po 1 wpływie na 2 lokacjach twojego regionu",
    lambda s, h: place_one_each(s, own_region(s, h), 2, (DONE,)),
)
encounter("the-nest-is-stirred", sauron_either(INFLUENCE_IN_TWO_PLACES, pool_gains(1)))

encounter("the-olog-hai", shields(8, then(favor(1), training(2))))
encounter("a-hidden-path", when(at_least(WISDOM, REGION_MONSTERS), pool_loses(1)))
encounter(
    "sting-of-the-west",
    when(
        at_least(AGILITY, REGION_MONSTERS),
        effect(
            "discard up to 3 influence from your region",
            "odrzuć do 3 wpływów ze swojego regionu",
            lambda s, h: clear_some(s, seat_of(h), own_region(s, h), influence=3),
        ),
    ),
)
encounter("a-shadow-under-the-shadow", when(at_least(STRENGTH, REGION_INFLUENCE), either(favor(1), pool_loses(2))))


@as_effect(
    "place the top 5 cards of your life pool on your rest pool",
    "przełóż 5 kart z wierzchu puli Życia na pulę Odpoczynku",
)
def drained_of_life(s: GameState, h: int) -> Flow[None]:
    hero = s.heroes[h]
    for _ in range(min(5, len(hero.life))):
        lay_open(hero, hero.life.pop())
    disclose(s)
    yield from check_defeat(s, h)


encounter("the-land-of-the-great-eye", when(below(FORTITUDE, REGION_INFLUENCE), drained_of_life))

encounter("where-the-shadows-lie", pool_loses(1))


# -- Rohan and Gondor

encounter("the-key-to-the-anduin", either(damage(5), CORRUPTION))
encounter("prince-imrahil", when(at_least(WISDOM, CORRUPTION_COUNT), either(favor(2), item("boat"))))
encounter("the-seat-of-seeing", then(LOOK_AT_TOKENS, may(spend(1, pool_loses(2)))))
encounter("sweet-words-bitter-dreams", then(HAND_TO_LIFE, damage_per_corruption(2)))
encounter("they-come-from-umbar", shields(6, FAVOR_AND_TRAINING))
encounter("the-eored", escort("edoras"))
encounter("lies-and-deceit", when(at_least(WISDOM, REGION_INFLUENCE), either(favor(1), sauron_discards_shadow(1))))
encounter("smugglers", may(then(CORRUPTION, pool_loses(1), training())))
encounter("allies-of-the-dark-lord", either(damage(4), SAURON_DRAWS_PLOT))
encounter("dangers-both-real-and-imagined", when(below(WISDOM, REGION_MONSTERS), CORRUPTION))
encounter("words-spoken-from-the-heart", when(UNCORRUPTED, favor(1), may(spend(1, DISCARD_CORRUPTION))))
encounter("the-days-have-gone-down-in-the-west", may(then(discard(2), favor(2))))


# -- Misty Mountains and Mirkwood


@as_effect("place Gandalf in any Haven", "umieść Gandalfa w dowolnej Przystani")
def gandalf_to_haven(s: GameState, h: int) -> Flow[None]:
    """Unless he is on the board already (p. 14)."""
    if s.characters[CHARACTER["gandalf"]] == AWAY:
        yield from bring_anywhere(s, seat_of(h), "gandalf", HAVENS)


encounter("radagast-the-brown", when(at_least(WISDOM, REGION_INFLUENCE), then(favor(1), gandalf_to_haven)))


SWEEP = effect(
    "remove all influence and monster tokens within 1 space",
    "usuń cały wpływ i żetony potworów w odległości 1 pola",
    lambda s, h: clear_all(s, WITHIN_1[s.heroes[h].place]),
)
encounter("the-beornings-ask-for-help", may(spend(1, then(pool_loses(2), SWEEP))))

encounter("the-town-of-dale", REST_UP)
encounter("agents-of-saruman", either(damage(5), advance_marker(RING_MARKER)))
encounter("do-not-stray-from-the-path", shields(7, then(favor(2), training())))

SPARED = effect("nothing happens", "nic się nie dzieje", lambda _s, _h: None)
encounter("sarumans-fires", when(below(AGILITY, REGION_MONSTERS), sauron_either(damage(2), pool_gains(1), SPARED)))

encounter("lost-in-the-shadows", either(discard(2), SAURON_MOVES_YOU))
encounter("trapped-by-a-terrible-storm", then(HAND_TO_LIFE, TURN_ENDS))
encounter("escorted-by-the-wood-elves", escort("woodland-realm"))
encounter("conquered-by-fear", when(below(WISDOM, REGION_INFLUENCE), either(give_up_favor(1), CORRUPTION)))
encounter("a-desperate-bargain", may(then(CORRUPTION, pool_loses(2), sauron_discards_shadow(1))))
encounter("i-sang-of-leaves-of-leaves-of-gold", either(pool_loses(1), training()))


# -- Rhudaur and the Grey Mountains

encounter("hill-of-the-wind", then(may(LOOK_AT_TOKENS), pool_loses(1)))
encounter("the-ruins-of-amon-sul", REST_UP)
encounter("tom-bert-and-william-huggins", when(at_least(WISDOM, CORRUPTION_COUNT), pool_loses(1)))
encounter("emyn-engrin", either(pool_loses(2), training()))

MAY_DISCARD_TOKEN = effect(
    "you may discard 1 monster token from your region",
    "możesz odrzucić 1 żeton potwora ze swojego regionu",
    lambda s, h: clear_some(s, seat_of(h), own_region(s, h), tokens=1),
)
encounter("above-the-withered-heath", then(sauron_discards_shadow(1), MAY_DISCARD_TOKEN))

encounter("forodwaith", when(below(FORTITUDE, influence_in("grey-mountains", "rhudaur")), damage(3)))
encounter("carn-dum-reborn", either(damage(5), then(pool_gains(1), extension(3, "mount-gundabad"))))
encounter("a-path-through-the-mountains", then(favor(1), may(MOVE_TO_ADJACENT)))
encounter("lost-in-the-wild", either(discard(2), SAURON_MOVES_YOU))
encounter("the-iron-will-of-the-dwarves", either(favor(1), spend(1, then(training(), DISCARD_ANY_CORRUPTION))))
encounter("a-common-purpose", when(at_least(WISDOM, REGION_INFLUENCE), favor(2)))
encounter("the-world-is-grey-the-mountains-old", either(favor(1), pool_loses(1)))


# -- Eriador and Enedwaith

encounter("pipeweed-seven-meals-a-day", REST_UP)
encounter(
    "cirdan-the-shipwright", when(at_least(WISDOM, REGION_INFLUENCE), either(DISCARD_ALL_CORRUPTION, item("boat")))
)
encounter("the-grey-company", may(then(discard(2), favor(1), training())))
encounter("cold-be-hand-and-heart-and-bone", shields(4, FAVOR_AND_TRAINING))


@as_effect("discard 1 monster token from your region", "odrzuć 1 żeton potwora ze swojego regionu")
def must_banish(s: GameState, h: int) -> Flow[None]:
    options = [("banish", IDS[i], n) for i in own_region(s, h) for n in range(len(tokens_at(s, i)))]
    if options:
        choice = yield Decision(seat_of(h), "remove", options)
        discard_token(s, tokens_at(s, LOC[choice[1]])[choice[2]])


encounter("a-merry-fellow", then(DISCARD_ANY_CORRUPTION, must_banish, favor(1)))

encounter("remnants-of-the-north-south-road", DAMAGE_TO_REST_BY_FORTITUDE)
encounter(
    "the-city-by-the-greyflood",
    when(below(FORTITUDE, influence_in("eriador", "enedwaith")), then(DISCARD_ITEM, TURN_ENDS)),
)
encounter("the-raiders-in-the-hills", shields(5, pool_loses(2)))

SECOND_WIND = effect(
    "draw cards equal to your fortitude",
    "dobierz karty w liczbie równej męstwu",
    lambda s, h: draw(s, h, trait(s.heroes[h], FORTITUDE)),
)
encounter("the-mad-baggins", either(then(CORRUPTION, SECOND_WIND), favor(1)))


encounter("sarumans-agents", may(then(CORRUPTION, SAURON_DISCARDS_PLOT)))
encounter("the-ranger", escort("fornost"))
encounter("the-road-goes-ever-on-and-on", favor(2))
