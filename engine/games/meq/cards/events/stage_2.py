"""Event cards of stage II (p. 14)."""

from engine.core.flow import Decision, Flow, Option
from engine.core.words import Words
from engine.games.meq.cards.clauses import NO_EFFECT, EventEffect
from engine.games.meq.cards.parts.board import heroes_clear, place_or_move_character, put_favor
from engine.games.meq.cards.parts.combine import (
    as_effect,
    effect,
    either,
    heroes_either,
    in_any_case,
    may,
    sauron_offers,
    spend,
    then,
)
from engine.games.meq.cards.parts.hero import (
    CORRUPTION,
    DAMAGE_TO_REST,
    DISCARD_CORRUPTION,
    MOVE_ANYWHERE,
    item,
    move_to_place,
)
from engine.games.meq.cards.parts.sauron import ADVANCE_HEROES, SAURON_DRAWS_SHADOW
from engine.games.meq.cards.registry import EVENT_EFFECTS
from engine.games.meq.components.box import CHARACTER, CHARACTERS
from engine.games.meq.layout import ADJACENT, EVERYWHERE, IDS, LOC, LOCATIONS, colour_pair_of, in_region, within_1_of
from engine.games.meq.rules.characters import bring_anywhere, put_character
from engine.games.meq.rules.clearing import clear_all, clear_some, remove_all_tokens
from engine.games.meq.rules.deciding import HEROES, decide
from engine.games.meq.rules.favor import lose_favor
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.plots import discard_plot
from engine.games.meq.rules.tokens import offer_tokens
from engine.games.meq.state import AWAY, GameState, seat_of

event = EVENT_EFFECTS.card


event("of-serpents-and-sand", EventEffect(NO_EFFECT))
event("the-glades-of-orthanc-darken", EventEffect(NO_EFFECT))

RHUDAUR = in_region("rhudaur")


@as_effect(
    "Sauron may place a monster token in each of 2 locations of Rhudaur, with or without influence",
    "Sauron może umieścić po żetonie potwora na 2 lokacjach w Rhudaur, także bez wpływu",
)
def stone_figures(s: GameState, _h: int) -> Flow[None]:
    yield from offer_tokens(s, colour_pair_of(RHUDAUR[0]), 2, RHUDAUR)


event("stone-figures-in-the-trollshaws", EventEffect(stone_figures))


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
    choice = yield from decide(s, HEROES, "character-place", [*options, DONE])
    if choice != DONE:
        put_character(s, CHARACTER[choice[1]], LOC[choice[2]])
        clear_all(s, (LOC[choice[2]],))


event("there-is-strength-yet", EventEffect(strength_yet))

event("cirdan-the-shipwright", EventEffect(then(in_any_case(item("boat")), may(move_to_place("belfalas")))))


@as_effect(
    "you may place Gandalf in any location with influence; remove all monster tokens from his location",
    "możesz umieścić Gandalfa na dowolnej lokacji z wpływem; usuń wszystkie żetony potworów z jego lokacji",
    lambda s, _h: any(s.influence) or s.characters[CHARACTER["gandalf"]] >= 0,
)
def foe_hammer(s: GameState, h: int) -> Flow[None]:
    """Who is on the board already stays where he is (p. 14)."""
    where = s.characters[CHARACTER["gandalf"]]
    if where == AWAY:
        shadowed = [i for i in EVERYWHERE if s.influence[i]]
        where = yield from bring_anywhere(s, seat_of(h), "gandalf", shadowed, may_stay=True)
    remove_all_tokens(s, (where,))


event("the-foe-hammer", EventEffect(foe_hammer))

event("under-the-shadow", EventEffect(sauron_offers(either(then(CORRUPTION, MOVE_ANYWHERE), SAURON_DRAWS_SHADOW))))
event(
    "brand-becomes-king-of-dale",
    EventEffect(
        heroes_either(
            heroes_clear(
                2,
                within_1_of("lake-esgaroth"),
                Words("within 1 space of Lake Esgaroth", "w odległości 1 pola od lokacji Jezioro Esgaroth"),
            ),
            put_favor("lake-esgaroth"),
        )
    ),
)
event(
    "commander-of-edoras",
    EventEffect(
        heroes_either(
            effect(
                "remove 1 monster token and 1 influence within 1 space of Edoras",
                "usuń 1 żeton potwora i 1 wpływ w odległości 1 pola od lokacji Edoras",
                lambda s, _h: clear_some(s, HEROES, within_1_of("edoras"), influence=1, tokens=1),
            ),
            put_favor("edoras"),
        )
    ),
)
event("iarwain-ben-adar", EventEffect(either(DISCARD_CORRUPTION, DAMAGE_TO_REST)))
event("athelas-kingsfoil", EventEffect(either(DISCARD_CORRUPTION, DAMAGE_TO_REST)))
event(
    "aragorn-meets-with-gandalf",
    EventEffect(then(place_or_move_character("aragorn", "bree"), place_or_move_character("gandalf", "bree"))),
)
event("aragorn-hunts-gollum", EventEffect(spend(3, ADVANCE_HEROES)))


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


event("beregond-guard-of-the-citadel", EventEffect(beregond))
