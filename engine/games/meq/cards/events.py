"""Event cards (p. 14): what they do at once, or for the hero who explores the location they mark.

Common choices of the heroes are made by the first hero, number 0.
"""

from engine.core.flow import Decision, Flow, Option
from engine.core.words import Words
from engine.games.meq.cards.clauses import NO_EFFECT, Effect, EventEffect
from engine.games.meq.cards.parts.board import heroes_clear, place_or_move_character, put_favor, remove_one_around
from engine.games.meq.cards.parts.combine import (
    as_effect,
    effect,
    either,
    heroes_either,
    in_any_case,
    may,
    reworded,
    spend,
    then,
    when,
)
from engine.games.meq.cards.parts.conditions import on_board
from engine.games.meq.cards.parts.hero import (
    CORRUPTION,
    DAMAGE_TO_REST,
    DISCARD_CORRUPTION,
    MOVE_ANYWHERE,
    favor,
    give_up_favor,
    item,
    level,
    move_to_place,
    training,
)
from engine.games.meq.cards.parts.sauron import (
    ADVANCE_HEROES,
    SAURON_DRAWS_PLOT,
    SAURON_DRAWS_SHADOW,
    move_marker_back,
    pool_loses,
)
from engine.games.meq.cards.registry import EVENT_EFFECTS
from engine.games.meq.components.cards import EVENTS
from engine.games.meq.components.figures import CHARACTER, CHARACTERS, MINION, MINIONS
from engine.games.meq.components.specs import FORTITUDE
from engine.games.meq.layout import (
    ADJACENT,
    COLOUR_PAIRS,
    DISTANCE,
    EVERYWHERE,
    IDS,
    LOC,
    LOCATIONS,
    colour_pair_of,
    in_region,
    within_1_of,
)
from engine.games.meq.rules.characters import bring_anywhere
from engine.games.meq.rules.clearing import clear_all, clear_some, remove_all_tokens
from engine.games.meq.rules.favor import gain_favor, lose_favor
from engine.games.meq.rules.heroes import choose_hero, heroes_at
from engine.games.meq.rules.influence import place_influence_each, place_one_each
from engine.games.meq.rules.minions import move_minion, slay_minion
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.plots import discard_plot
from engine.games.meq.rules.story import CORRUPTION_MARKER, RING_MARKER, advance, last_markers
from engine.games.meq.rules.tokens import offer_tokens, tokens_at
from engine.games.meq.state import AWAY, FIRST_HERO, SAURON, GameState, seat_of

ROHAN = in_region("rohan")


def event(key: str, happens: Effect, when_kept: Effect | None = None) -> None:
    """Enter an event."""
    EVENT_EFFECTS.card(key, EventEffect(happens, when_kept))


def tempted(offer: Effect) -> Effect:
    """Sauron names a hero, who accepts an offer or refuses it."""

    def run(s: GameState, _h: int) -> Flow[None]:
        h = yield from choose_hero(s)
        yield from offer.run(s, h)

    words = offer.words
    return effect(
        f"Sauron chooses a hero, who chooses: {words.en}", f"Sauron wybiera bohatera, a ten wybiera: {words.pl}", run
    )


# -- stage I


_TOLL = either(give_up_favor(1), CORRUPTION)


@as_effect(
    "each hero with favor spends 1 favor or receives 1 Corruption card",
    "każdy bohater z przysługą wydaje 1 przysługę albo otrzymuje 1 kartę Korupcji",
)
def messengers(s: GameState, _h: int) -> Flow[None]:
    for h, hero in enumerate(s.heroes):
        if hero.favor:
            yield from _TOLL.run(s, h)


event("messengers_of_the_stormcrow", messengers)

event("tempted_by_power", tempted(either(then(CORRUPTION, training()), SAURON_DRAWS_PLOT)))


@as_effect(
    "each hero puts 1 favor on this card and Sauron gives it to a hero, who gains the favor after exploring a location "
    "with a character or another hero",
    "każdy bohater kładzie 1 przysługę na tej karcie, a Sauron daje ją bohaterowi, który zyska te przysługi "
    "po odkryciu lokacji z postacią lub innym bohaterem",
)
def trust(s: GameState, _h: int) -> Flow[None]:
    s.favor_on_event = 0
    for h, hero in enumerate(s.heroes):
        s.favor_on_event += min(1, hero.favor)
        lose_favor(s, h, 1)
    card = next(card for card in s.event_discards[0] if EVENTS[card].key == "trust_in_friendship")
    h = yield from choose_hero(s)
    s.event_discards[0].remove(card)
    s.heroes[h].kept_events.append(card)


def _in_company(s: GameState, h: int) -> bool:
    here = s.heroes[h].place
    return here in s.characters or len(heroes_at(s, here)) > 1


def _trust_rewarded(s: GameState, h: int) -> None:
    gain_favor(s, h, s.favor_on_event)
    s.favor_on_event = 0
    s.event_discards[0] += s.heroes[h].kept_events
    s.heroes[h].kept_events = []


TRUST_REWARDED = effect("gain the favor on it", "zyskaj leżące na niej przysługi", _trust_rewarded, _in_company)
event("trust_in_friendship", trust, when_kept=TRUST_REWARDED)


@as_effect(
    "Sauron places or moves a character of his choice to Mouth of the Greyflood",
    "Sauron umieszcza lub przenosi wybraną postać do Mouth of the Greyflood",
)
def thieves(s: GameState, _h: int) -> Flow[None]:
    where = LOC["mouth_of_the_greyflood"]
    options = [("bring", one.id, IDS[where]) for one in CHARACTERS]
    choice = yield Decision(SAURON, "character", options)
    s.characters[CHARACTER[choice[1]]] = where


event("the_thieves_of_tharbad", thieves)


@as_effect(
    "Sauron may discard 1 character or 1 favor from Rohan", "Sauron może odrzucić 1 postać lub 1 przysługę z Rohanu"
)
def orphans(s: GameState, _h: int) -> Flow[None]:
    options: list[Option] = [("dismiss", CHARACTERS[i].id) for i, at in enumerate(s.characters) if at in ROHAN]
    options += [("unfavor", IDS[i]) for i in ROHAN if s.favor[i]]
    choice = yield Decision(SAURON, "dismiss", [*options, DONE])
    match choice:
        case ("dismiss", who):
            s.characters[CHARACTER[who]] = AWAY
        case ("unfavor", where):
            s.favor[LOC[where]] -= 1


event("eomer_and_eowyn_are_orphaned", orphans)


MIRKWOOD = in_region("mirkwood")


@as_effect(
    "the heroes may remove up to 2 monster tokens from one location of Mirkwood, or deal a minion there 2 damage",
    "bohaterowie mogą usunąć do 2 żetonów potworów z jednej lokacji w Mirkwood albo zadać tam słudze 2 rany",
)
def skin_changers(s: GameState, _h: int) -> Flow[None]:
    options: list[Option] = [("hunt", IDS[i]) for i in MIRKWOOD if tokens_at(s, i)]
    options += [("maul", MINIONS[i].id) for i, at in enumerate(s.minions) if at in MIRKWOOD]
    choice = yield Decision(FIRST_HERO, "remove", [*options, DONE])
    match choice:
        case ("hunt", where):
            yield from clear_some(s, FIRST_HERO, (LOC[where],), tokens=2)
        case ("maul", who):
            minion = MINION[who]
            s.minion_damage[minion] += 2
            if s.minion_damage[minion] >= MINIONS[minion].health:
                slay_minion(s, minion)


event("beornings_the_skin_changers", skin_changers)


event(
    "the_dunadan_guards_the_shire",
    heroes_either(
        heroes_clear(3, in_region("eriador"), Words("from Eriador", "z Eriadoru")),
        put_favor("the_shire"),
    ),
)

event(
    "the_courage_of_erkenbrand",
    heroes_either(
        heroes_clear(3, ROHAN, Words("from Rohan", "z Rohanu")),
        put_favor("helms_deep"),
    ),
)
event("from_argonath_to_the_sea", remove_one_around("minas_tirith"))
event("lady_of_the_golden_wood", either(item("boat"), pool_loses(1)))
event("arwens_message_to_her_beloved", either(favor(1), training()))
event("imladris", either(DISCARD_CORRUPTION, level(FORTITUDE)))
event("not_all_those_who_wander_are_lost", MOVE_ANYWHERE)
event("gandalf_visits_frodo", spend(3, ADVANCE_HEROES))


# -- stage II

event("of_serpents_and_sand", NO_EFFECT)
event("the_glades_of_orthanc_darken", NO_EFFECT)

RHUDAUR = in_region("rhudaur")


@as_effect(
    "Sauron may place a monster token in each of 2 locations of Rhudaur, with or without influence",
    "Sauron może umieścić po żetonie potwora na 2 lokacjach w Rhudaur, także bez wpływu",
)
def stone_figures(s: GameState, _h: int) -> Flow[None]:
    yield from offer_tokens(s, colour_pair_of(RHUDAUR[0]), 2, RHUDAUR)


event("stone_figures_in_the_trollshaws", stone_figures)


@as_effect(
    "the heroes may move a character to an adjacent location that is no Shadow Stronghold and remove all influence and "
    "monster tokens there",
    "bohaterowie mogą przesunąć postać na sąsiednią lokację bez Twierdzy Cienia i usunąć stamtąd cały wpływ "
    "i żetony potworów",
)
def strength_yet(s: GameState, _h: int) -> Flow[None]:
    options: list[Option] = [
        ("bring", CHARACTERS[i].id, IDS[to])
        for i, at in enumerate(s.characters)
        if at >= 0
        for to in ADJACENT[at]
        if not LOCATIONS[to].stronghold
    ]
    choice = yield Decision(FIRST_HERO, "character_place", [*options, DONE])
    if choice != DONE:
        s.characters[CHARACTER[choice[1]]] = LOC[choice[2]]
        clear_all(s, (LOC[choice[2]],))


event("there_is_strength_yet", strength_yet)

event("cirdan_the_shipwright", then(in_any_case(item("boat")), may(move_to_place("belfalas"))))


@as_effect(
    "you may place Gandalf in any location with influence; remove all monster tokens from his location",
    "możesz umieścić Gandalfa na dowolnej lokacji z wpływem; usuń wszystkie żetony potworów z jego lokacji",
    lambda s, _h: any(s.influence) or s.characters[CHARACTER["gandalf"]] >= 0,
)
def foe_hammer(s: GameState, h: int) -> Flow[None]:
    shadowed = [i for i in EVERYWHERE if s.influence[i]]
    where = yield from bring_anywhere(s, seat_of(h), "gandalf", shadowed, may_stay=True)
    remove_all_tokens(s, (where,))


event("the_foe_hammer", foe_hammer)

event("under_the_shadow", tempted(either(then(CORRUPTION, MOVE_ANYWHERE), SAURON_DRAWS_SHADOW)))
event(
    "brand_becomes_king_of_dale",
    heroes_either(
        heroes_clear(
            2,
            within_1_of("lake_esgaroth"),
            Words("within 1 space of Lake Esgaroth", "w odległości 1 pola od Lake Esgaroth"),
        ),
        put_favor("lake_esgaroth"),
    ),
)
event(
    "commander_of_edoras",
    heroes_either(
        effect(
            "remove 1 monster token and 1 influence within 1 space of Edoras",
            "usuń 1 żeton potwora i 1 wpływ w odległości 1 pola od Edoras",
            lambda s, _h: clear_some(s, FIRST_HERO, within_1_of("edoras"), influence=1, tokens=1),
        ),
        put_favor("edoras"),
    ),
)
event("iarwain_ben_adar", either(DISCARD_CORRUPTION, DAMAGE_TO_REST))
event("athelas_kingsfoil", either(DISCARD_CORRUPTION, DAMAGE_TO_REST))
event(
    "aragorn_meets_with_gandalf",
    then(place_or_move_character("aragorn", "bree"), place_or_move_character("gandalf", "bree")),
)
event("aragorn_hunts_gollum", spend(3, ADVANCE_HEROES))


@as_effect(
    "a hero may spend 3 favor to discard an active plot that affects a Haven",
    "bohater może wydać 3 przysługi, by odrzucić aktywną Intrygę dotyczącą Przystani",
)
def beregond(s: GameState, _h: int) -> Flow[None]:
    """The heroes are asked in seat order."""
    for h, hero in enumerate(s.heroes):
        plots = [card for card, at in zip(s.plots, s.plot_places, strict=True) if LOCATIONS[at].haven]
        if hero.favor >= 3 and plots:
            choice = yield Decision(seat_of(h), "thwart", [*(("thwart", card) for card in plots), DONE])
            if choice != DONE:
                lose_favor(s, h, 3)
                discard_plot(s, choice[1])
                return


event("beregond_guard_of_the_citadel", beregond)


# -- stage III

event("dark_news_from_erebor", NO_EFFECT)
event("the_blood_of_rhun", NO_EFFECT)


def _radagast(s: GameState, _h: int) -> None:
    for h, hero in enumerate(s.heroes):
        if hero.favor >= 4:
            lose_favor(s, h, 1)


event(
    "radagast_the_brown",
    then(
        effect(
            "each hero with 4 or more favor loses 1",
            "każdy bohater z co najmniej 4 przysługami traci 1",
            _radagast,
        ),
        when(
            on_board("gandalf"),
            reworded(place_or_move_character("gandalf", "isengard"), "move him to Isengard", "przenieś go do Isengard"),
        ),
    ),
)


@as_effect(
    "Sauron may place 1 influence and 1 monster token in each location adjacent to Gothmog",
    "Sauron może umieścić po 1 wpływie i 1 żetonie potwora na każdej lokacji obok Gothmoga",
)
def lidless_warrior(s: GameState, _h: int) -> Flow[None]:
    gothmog = s.minions[MINION["gothmog"]]
    if gothmog < 0:
        return
    around = ADJACENT[gothmog]
    yield from place_one_each(s, around, len(around))
    for pool in range(len(COLOUR_PAIRS)):
        places = [i for i in around if colour_pair_of(i) == pool]
        yield from offer_tokens(s, pool, len(places), places)


event("warrior_of_the_lidless_eye", lidless_warrior)


@as_effect(
    "place 1 influence in each location within 1 space of The Shire; Sauron may move a minion to The Shire",
    "umieść po 1 wpływie na każdej lokacji w odległości 1 pola od The Shire; Sauron może przenieść tam sługę",
)
def heard(s: GameState, _h: int) -> Flow[None]:
    place_influence_each(s, within_1_of("the_shire"))
    options: list[Option] = [("send", MINIONS[i].id, "the_shire") for i, at in enumerate(s.minions) if at >= 0]
    choice = yield Decision(SAURON, "minion", [*options, DONE])
    if choice != DONE:
        move_minion(s, MINION[choice[1]], LOC["the_shire"])


event("he_has_at_last_heard", heard)

event(
    "the_trees_of_fangorn",
    then(
        favor(1),
        effect(
            "remove all monster tokens within 1 space of Fangorn",
            "usuń wszystkie żetony potworów w odległości 1 pola od Fangorn",
            lambda s, _h: remove_all_tokens(s, within_1_of("fangorn")),
        ),
    ),
)


@as_effect(
    "you may place or move Gandalf to a location at least 4 spaces away; remove 1 influence from the Shadow Pool",
    "możesz umieścić lub przenieść Gandalfa na lokację odległą o co najmniej 4 pola; usuń 1 wpływ z Puli Cienia",
)
def stormcrow(s: GameState, h: int) -> Flow[None]:
    far = DISTANCE[s.heroes[h].place]
    yield from bring_anywhere(s, seat_of(h), "gandalf", [i for i in EVERYWHERE if far[i] >= 4], may_stay=True)
    yield from pool_loses(1).run(s, h)


event("gandalf_stormcrow", stormcrow)

event(
    "arnor_that_was_of_old",
    heroes_either(
        effect(
            "remove all influence and monster tokens within 1 space of Fornost",
            "usuń cały wpływ i żetony potworów w odległości 1 pola od Fornost",
            lambda s, _h: clear_all(s, within_1_of("fornost")),
        ),
        put_favor("fornost"),
    ),
)


@as_effect(
    "each hero without favor gains 1; if the yellow story marker is the last, it advances 1",
    "każdy bohater bez przysług zyskuje 1; jeśli żółty znacznik jest ostatni, przesuwa się o 1",
)
def dream(s: GameState, _h: int) -> Flow[None]:
    for h, hero in enumerate(s.heroes):
        if not hero.favor:
            gain_favor(s, h, 1)
    if RING_MARKER in last_markers(s):
        yield from advance(s, RING_MARKER)


event("boromirs_dream", dream)


@as_effect("you may remove any 1 monster token from the board", "możesz usunąć dowolny żeton potwora z planszy")
def hunt_anywhere(s: GameState, h: int) -> Flow[None]:
    yield from clear_some(s, seat_of(h), EVERYWHERE, tokens=1)


event("elladan_and_elrohir", then(favor(2), hunt_anywhere))


event("eowyn_sister_daughter", then(place_or_move_character("theoden", "edoras"), remove_one_around("edoras")))

event("the_argonath", either(DISCARD_CORRUPTION, level(FORTITUDE)))
event("theoden_warned_of_saruman", spend(2, move_marker_back(CORRUPTION_MARKER)))
event("the_account_of_isildur", spend(3, ADVANCE_HEROES))
