"""Parts of cards that befall a hero: favor, corruption, training, damage, cards, moves."""

from engine.core.flow import Decision, Flow
from engine.core.words import Words
from engine.games.meq.cards.clauses import Effect
from engine.games.meq.cards.parts.combine import effect, in_any_case, only_if
from engine.games.meq.cards.parts.polish import cards_pl, damage_pl, favor_pl
from engine.games.meq.components.box import ITEMS
from engine.games.meq.components.schema import FORTITUDE, TRAITS, WISDOM
from engine.games.meq.layout import ADJACENT, EVERYWHERE, LOC, PLACE_NAMES
from engine.games.meq.rules import favor as favor_rules
from engine.games.meq.rules.corruption import corrupt, discard_chosen_corruption, discard_corruption
from engine.games.meq.rules.damage import discard_shields
from engine.games.meq.rules.defeat import check_defeat, deal_damage
from engine.games.meq.rules.favor import gain_favor
from engine.games.meq.rules.hand import discard_chosen, discard_random
from engine.games.meq.rules.heroes import MOST_LEVELS, level_up, move_hero, move_to, trait
from engine.games.meq.rules.items import gain_item, lose_item
from engine.games.meq.rules.knowledge import look_at_tokens
from engine.games.meq.rules.pools import move_damage_to_rest, restore, shuffle_damage_into_rest, shuffle_hand_into_life
from engine.games.meq.rules.training import train
from engine.games.meq.state import SAURON, GameState, TurnEnds, seat_of

_TRAITS_PL = ("męstwa", "siły", "zręczności", "wiedzy")


def _corrupted(s: GameState, h: int) -> bool:
    return bool(s.heroes[h].corruption)


def favor(amount: int) -> Effect:
    """Gain favor."""
    return effect(f"gain {amount} favor", f"zyskaj {favor_pl(amount)}", lambda s, h: gain_favor(s, h, amount))


def lose_favor(amount: int) -> Effect:
    """Lose favor, as far as there is any."""
    return effect(
        f"lose {amount} favor", f"strać {favor_pl(amount)}", lambda s, h: favor_rules.lose_favor(s, h, amount)
    )


def give_up_favor(amount: int) -> Effect:
    """Lose favor as a choice: only with enough of it."""
    return only_if(lose_favor(amount), lambda s, h: s.heroes[h].favor >= amount)


CORRUPTION = effect("receive 1 Corruption card", "otrzymaj 1 kartę Korupcji", corrupt)
DISCARD_CORRUPTION = effect(
    "discard 1 of your Corruption cards", "odrzuć 1 swoją kartę Korupcji", discard_chosen_corruption, _corrupted
)
DISCARD_ANY_CORRUPTION = in_any_case(DISCARD_CORRUPTION)


def _discard_all_corruption(s: GameState, h: int) -> None:
    for card in list(s.heroes[h].corruption):
        discard_corruption(s, h, card)


DISCARD_ALL_CORRUPTION = effect(
    "discard all your Corruption cards", "odrzuć wszystkie swoje karty Korupcji", _discard_all_corruption, _corrupted
)


def training(times: int = 1) -> Effect:
    """Receive training."""

    def run(s: GameState, h: int) -> Flow[None]:
        for _ in range(times):
            yield from train(s, h)

    again = ("", "") if times == 1 else (" twice", " dwa razy")
    return Effect(Words("receive training" + again[0], "odbądź trening" + again[1]), run)


def level(which: int) -> Effect:
    """Gain a level in a trait."""
    return effect(
        f"gain 1 level of {TRAITS[which]}",
        f"zyskaj 1 poziom {_TRAITS_PL[which]}",
        lambda s, h: level_up(s, h, which),
        lambda s, h: s.heroes[h].levels[which] < MOST_LEVELS,
    )


def item(key: str) -> Effect:
    """Gain an item card."""
    name = next(one.name for one in ITEMS.values() if one.key == key)
    return effect(
        f"gain the item {name.en}",
        f"otrzymaj przedmiot {name.pl}",
        lambda s, h: gain_item(s, h, key),
        lambda s, _h: any(ITEMS[card].key == key for card in s.items),
    )


def _discard_item(s: GameState, h: int) -> Flow[None]:
    items = s.heroes[h].items
    if items:
        choice = yield Decision(seat_of(h), "forfeit", [("lose-item", card) for card in items])
        lose_item(s, h, choice[1])


DISCARD_ITEM = effect("discard 1 of your items", "odrzuć 1 swój przedmiot", _discard_item)


def damage(amount: int) -> Effect:
    """Be dealt damage."""
    return effect(f"be dealt {amount} damage", f"otrzymaj {damage_pl(amount)}", lambda s, h: deal_damage(s, h, amount))


def damage_per_corruption(amount: int) -> Effect:
    """Be dealt damage for each corruption card."""
    return effect(
        f"be dealt {amount} damage for each of your Corruption cards",
        f"za każdą swoją kartę Korupcji otrzymaj {damage_pl(amount)}",
        lambda s, h: deal_damage(s, h, amount * len(s.heroes[h].corruption)),
    )


def shields(amount: int, reward: Effect) -> Effect:
    """Damage that discarded shields lower, with a reward if nothing is left."""

    def run(s: GameState, h: int) -> Flow[None]:
        left = yield from discard_shields(s, h, amount)
        if left:
            yield from deal_damage(s, h, left)
        else:
            yield from check_defeat(s, h)
            yield from reward.run(s, h)

    en = f"be dealt {amount} damage, less 1 for each shield on cards you discard; if none is left, {reward.words.en}"
    pl = f"otrzymaj {damage_pl(amount)}, o 1 mniej za każdą tarczę na odrzuconych kartach; jeśli nie zostanie żadna, "
    pl += reward.words.pl
    return Effect(Words(en, pl), run)


def discard(amount: int) -> Effect:
    """Discard cards of choice from hand; as a choice only with enough of them."""

    def run(s: GameState, h: int) -> Flow[None]:
        yield from discard_chosen(s, h, amount)
        yield from check_defeat(s, h)

    words = Words(f"discard {amount} cards from hand", f"odrzuć z ręki {cards_pl(amount)}")
    return Effect(words, run, lambda s, h: len(s.heroes[h].hand) >= amount)


def _discard_per_corruption(s: GameState, h: int) -> Flow[None]:
    discard_random(s, h, len(s.heroes[h].corruption))
    yield from check_defeat(s, h)


DISCARD_PER_CORRUPTION = effect(
    "discard a random card for each of your Corruption cards",
    "za każdą swoją kartę Korupcji odrzuć losową kartę z ręki",
    _discard_per_corruption,
)
REST_TO_LIFE = effect(
    "shuffle your rest pool into your life pool",
    "wtasuj pulę Odpoczynku do puli Życia",
    lambda s, h: restore(s, h),
)
REST_AND_DAMAGE_TO_LIFE = effect(
    "shuffle your rest and damage pools into your life pool",
    "wtasuj pule Odpoczynku i Ran do puli Życia",
    lambda s, h: restore(s, h, damage=True),
)
HAND_TO_LIFE = effect("shuffle your hand into your life pool", "wtasuj rękę do puli Życia", shuffle_hand_into_life)
DAMAGE_TO_REST = effect(
    "shuffle your damage pool into your rest pool",
    "wtasuj pulę Ran do puli Odpoczynku",
    shuffle_damage_into_rest,
)


def damage_to_rest(which: int) -> Effect:
    """Damage becomes weariness, a card for each point of a trait."""
    return effect(
        f"move a card from your damage pool to your rest pool for each point of {TRAITS[which]}",
        f"za każdy punkt {_TRAITS_PL[which]} przenieś kartę z puli Ran do puli Odpoczynku",
        lambda s, h: move_damage_to_rest(s, h, trait(s.heroes[h], which)),
    )


DAMAGE_TO_REST_BY_WISDOM = damage_to_rest(WISDOM)
DAMAGE_TO_REST_BY_FORTITUDE = damage_to_rest(FORTITUDE)


def _turn_ends(s: GameState, h: int) -> None:
    if s.turn.hero == h:
        raise TurnEnds


TURN_ENDS = effect("your turn ends", "twoja runda się kończy", _turn_ends)


MOVE_TO_ADJACENT = effect(
    "move to an adjacent location",
    "przejdź na sąsiednią lokację",
    lambda s, h: move_hero(s, h, seat_of(h), ADJACENT[s.heroes[h].place]),
)
SAURON_MOVES_YOU = effect(
    "Sauron moves you to an adjacent location",
    "Sauron przesuwa cię na sąsiednią lokację",
    lambda s, h: move_hero(s, h, SAURON, ADJACENT[s.heroes[h].place]),
)
MOVE_ANYWHERE = effect(
    "move to any location", "przejdź na dowolną lokację", lambda s, h: move_hero(s, h, seat_of(h), EVERYWHERE)
)


def move_to_place(place: str) -> Effect:
    """The hero moves to a location."""
    return effect(
        f"move to {PLACE_NAMES[place].en}",
        f"przejdź do lokacji {PLACE_NAMES[place].pl}",
        lambda s, h: move_to(s, h, LOC[place]),
    )


def _scout(s: GameState, h: int) -> None:
    look_at_tokens(s, h, ADJACENT[s.heroes[h].place])


LOOK_AT_TOKENS = effect(
    "look at the monster tokens in adjacent locations", "obejrzyj żetony potworów na sąsiednich lokacjach", _scout
)
