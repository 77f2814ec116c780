"""Event cards of stage III (p. 14)."""

from engine.core.flow import Decision, Flow, Option
from engine.games.meq.cards.clauses import NO_EFFECT, EventEffect
from engine.games.meq.cards.parts.board import place_or_move_character, put_favor, remove_one_around
from engine.games.meq.cards.parts.combine import as_effect, effect, either, heroes_either, reworded, spend, then, when
from engine.games.meq.cards.parts.conditions import on_board
from engine.games.meq.cards.parts.hero import DISCARD_CORRUPTION, favor, level
from engine.games.meq.cards.parts.sauron import ADVANCE_HEROES, move_marker_back, pool_loses
from engine.games.meq.cards.registry import EVENT_EFFECTS
from engine.games.meq.components.box import MINION, MINIONS
from engine.games.meq.components.schema import FORTITUDE
from engine.games.meq.layout import ADJACENT, COLOUR_PAIRS, DISTANCE, EVERYWHERE, LOC, colour_pair_of, within_1_of
from engine.games.meq.rules.characters import bring_anywhere
from engine.games.meq.rules.clearing import clear_all, clear_some, remove_all_tokens
from engine.games.meq.rules.favor import gain_favor, lose_favor
from engine.games.meq.rules.influence import place_influence_each, place_one_each
from engine.games.meq.rules.minions import move_minion
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.story import CORRUPTION_MARKER, RING_MARKER, advance, last_markers
from engine.games.meq.rules.tokens import offer_tokens
from engine.games.meq.state import SAURON, GameState, seat_of

event = EVENT_EFFECTS.card


event("dark-news-from-erebor", EventEffect(NO_EFFECT))
event("the-blood-of-rhun", EventEffect(NO_EFFECT))


def _radagast(s: GameState, _h: int) -> None:
    for h, hero in enumerate(s.heroes):
        if hero.favor >= 4:
            lose_favor(s, h, 1)


event(
    "radagast-the-brown",
    EventEffect(
        then(
            effect(
                "each hero with 4 or more favor loses 1",
                "każdy bohater z co najmniej 4 przysługami traci 1",
                _radagast,
            ),
            when(
                on_board("gandalf"),
                reworded(
                    place_or_move_character("gandalf", "isengard"),
                    "move him to Isengard",
                    "przenieś go do lokacji Isengard",
                ),
            ),
        )
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
    yield from place_one_each(s, around, len(around), (DONE,))
    for pool in range(len(COLOUR_PAIRS)):
        places = [i for i in around if colour_pair_of(i) == pool]
        yield from offer_tokens(s, pool, len(places), places)


event("warrior-of-the-lidless-eye", EventEffect(lidless_warrior))


@as_effect(
    "place 1 influence in each location within 1 space of The Shire; Sauron may move a minion to The Shire",
    "umieść po 1 wpływie na każdej lokacji w odległości 1 pola od lokacji Shire; Sauron może przenieść tam sługę",
)
def heard(s: GameState, _h: int) -> Flow[None]:
    place_influence_each(s, within_1_of("the-shire"))
    options: list[Option] = [("send", MINIONS[i].id, "the-shire") for i, at in enumerate(s.minions) if at >= 0]
    choice = yield Decision(SAURON, "minion", [*options, DONE])
    if choice != DONE:
        move_minion(s, MINION[choice[1]], LOC["the-shire"])


event("he-has-at-last-heard", EventEffect(heard))

event(
    "the-trees-of-fangorn",
    EventEffect(
        then(
            favor(1),
            effect(
                "remove all monster tokens within 1 space of Fangorn",
                "usuń wszystkie żetony potworów w odległości 1 pola od lokacji Fangorn",
                lambda s, _h: remove_all_tokens(s, within_1_of("fangorn")),
            ),
        )
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


event("gandalf-stormcrow", EventEffect(stormcrow))

event(
    "arnor-that-was-of-old",
    EventEffect(
        heroes_either(
            effect(
                "remove all influence and monster tokens within 1 space of Fornost",
                "usuń cały wpływ i żetony potworów w odległości 1 pola od lokacji Fornost",
                lambda s, _h: clear_all(s, within_1_of("fornost")),
            ),
            put_favor("fornost"),
        )
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


event("boromirs-dream", EventEffect(dream))


@as_effect("you may remove any 1 monster token from the board", "możesz usunąć dowolny żeton potwora z planszy")
def hunt_anywhere(s: GameState, h: int) -> Flow[None]:
    yield from clear_some(s, seat_of(h), EVERYWHERE, tokens=1)


event("elladan-and-elrohir", EventEffect(then(favor(2), hunt_anywhere)))


event(
    "eowyn-sister-daughter",
    EventEffect(then(place_or_move_character("theoden", "edoras"), remove_one_around("edoras"))),
)

event("the-argonath", EventEffect(either(DISCARD_CORRUPTION, level(FORTITUDE))))
event("theoden-warned-of-saruman", EventEffect(spend(2, move_marker_back(CORRUPTION_MARKER))))
event("the-account-of-isildur", EventEffect(spend(3, ADVANCE_HEROES)))
