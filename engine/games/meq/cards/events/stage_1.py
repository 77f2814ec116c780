"""Event cards of stage I (p. 14)."""

from engine.core.flow import Decision, Flow, Option
from engine.core.words import Words
from engine.games.meq.cards.clauses import EventEffect
from engine.games.meq.cards.parts.board import heroes_clear, put_favor, remove_one_around
from engine.games.meq.cards.parts.combine import as_effect, effect, either, heroes_either, sauron_offers, spend, then
from engine.games.meq.cards.parts.hero import (
    CORRUPTION,
    DISCARD_CORRUPTION,
    MOVE_ANYWHERE,
    favor,
    give_up_favor,
    item,
    level,
    training,
)
from engine.games.meq.cards.parts.sauron import ADVANCE_HEROES, SAURON_DRAWS_PLOT, pool_loses
from engine.games.meq.cards.registry import EVENT_EFFECTS
from engine.games.meq.components.box import CHARACTER, CHARACTERS, EVENTS, MINION, MINIONS
from engine.games.meq.components.schema import FORTITUDE
from engine.games.meq.layout import IDS, LOC, in_region
from engine.games.meq.rules.characters import put_character, remove_character
from engine.games.meq.rules.clearing import clear_some
from engine.games.meq.rules.deciding import HEROES, decide
from engine.games.meq.rules.favor import gain_favor, lose_favor, remove_favor
from engine.games.meq.rules.heroes import choose_hero, heroes_at
from engine.games.meq.rules.minions import slay_minion, wound_minion
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.tokens import tokens_at
from engine.games.meq.state import SAURON, GameState

event = EVENT_EFFECTS.card

ROHAN = in_region("rohan")

_TOLL = either(give_up_favor(1), CORRUPTION)


@as_effect(
    "each hero with favor spends 1 favor or receives 1 Corruption card",
    "każdy bohater z przysługą wydaje 1 przysługę albo otrzymuje 1 kartę Korupcji",
)
def messengers(s: GameState, _h: int) -> Flow[None]:
    for h, hero in enumerate(s.heroes):
        if hero.favor:
            yield from _TOLL.run(s, h)


event("messengers-of-the-stormcrow", EventEffect(messengers))

event("tempted-by-power", EventEffect(sauron_offers(either(then(CORRUPTION, training()), SAURON_DRAWS_PLOT))))


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
    card = next(card for card in s.event_discards[0] if EVENTS[card].key == "trust-in-friendship")
    h = yield from choose_hero(s)
    s.event_discards[0].remove(card)
    s.heroes[h].kept_events.append(card)


def _in_company(s: GameState, h: int) -> bool:
    here = s.heroes[h].place
    return here in s.characters or len(heroes_at(s, here)) > 1


def _reward_trust(s: GameState, h: int) -> None:
    gain_favor(s, h, s.favor_on_event)
    s.favor_on_event = 0
    s.event_discards[0] += s.heroes[h].kept_events
    s.heroes[h].kept_events = []


REWARD_FOR_TRUST = effect("gain the favor on it", "zyskaj leżące na niej przysługi", _reward_trust, _in_company)
event("trust-in-friendship", EventEffect(trust, when_kept=REWARD_FOR_TRUST))


@as_effect(
    "Sauron places or moves a character of his choice to Mouth of the Greyflood",
    "Sauron umieszcza lub przenosi wybraną postać do lokacji Ujście Szarej Wody",
)
def thieves(s: GameState, _h: int) -> Flow[None]:
    where = LOC["mouth-of-the-greyflood"]
    options = [("bring", one.id, IDS[where]) for one in CHARACTERS]
    choice = yield Decision(SAURON, "character", options)
    put_character(s, CHARACTER[choice[1]], where)


event("the-thieves-of-tharbad", EventEffect(thieves))


@as_effect(
    "Sauron may discard 1 character or 1 favor from Rohan", "Sauron może odrzucić 1 postać lub 1 przysługę z Rohanu"
)
def orphans(s: GameState, _h: int) -> Flow[None]:
    options: list[Option] = [("dismiss", CHARACTERS[i].id) for i, at in enumerate(s.characters) if at in ROHAN]
    options += [("unfavor", IDS[i]) for i in ROHAN if s.favor[i]]
    choice = yield Decision(SAURON, "dismiss", [*options, DONE])
    match choice:
        case ("dismiss", who):
            remove_character(s, CHARACTER[who])
        case ("unfavor", where):
            remove_favor(s, LOC[where])


event("eomer-and-eowyn-are-orphaned", EventEffect(orphans))


MIRKWOOD = in_region("mirkwood")


@as_effect(
    "the heroes may remove up to 2 monster tokens from one location of Mirkwood, or deal a minion there 2 damage",
    "bohaterowie mogą usunąć do 2 żetonów potworów z jednej lokacji w Mrocznej Puszczy albo zadać tam słudze 2 rany",
)
def skin_changers(s: GameState, _h: int) -> Flow[None]:
    options: list[Option] = [("hunt", IDS[i]) for i in MIRKWOOD if tokens_at(s, i)]
    options += [("maul", MINIONS[i].id) for i, at in enumerate(s.minions) if at in MIRKWOOD]
    choice = yield from decide(s, HEROES, "remove", [*options, DONE])
    match choice:
        case ("hunt", where):
            yield from clear_some(s, HEROES, (LOC[where],), tokens=2)
        case ("maul", who):
            minion = MINION[who]
            wound_minion(s, minion, 2)
            if s.minion_damage[minion] >= MINIONS[minion].health:
                slay_minion(s, minion)


event("beornings-the-skin-changers", EventEffect(skin_changers))


event(
    "the-dunadan-guards-the-shire",
    EventEffect(
        heroes_either(
            heroes_clear(3, in_region("eriador"), Words("from Eriador", "z Eriadoru")),
            put_favor("the-shire"),
        )
    ),
)

event(
    "the-courage-of-erkenbrand",
    EventEffect(
        heroes_either(
            heroes_clear(3, ROHAN, Words("from Rohan", "z Rohanu")),
            put_favor("helms-deep"),
        )
    ),
)
event("from-argonath-to-the-sea", EventEffect(remove_one_around("minas-tirith")))
event("lady-of-the-golden-wood", EventEffect(either(item("boat"), pool_loses(1))))
event("arwens-message-to-her-beloved", EventEffect(either(favor(1), training())))
event("imladris", EventEffect(either(DISCARD_CORRUPTION, level(FORTITUDE))))
event("not-all-those-who-wander-are-lost", EventEffect(MOVE_ANYWHERE))
event("gandalf-visits-frodo", EventEffect(spend(3, ADVANCE_HEROES)))
