"""The vocabulary cards are written in: what may befall a hero, Sauron or the board."""

from collections.abc import Iterable

from engine.core.flow import Decision, Flow
from engine.core.words import Words
from engine.games.meq.cards.effect import Effect, act, flow
from engine.games.meq.cards.grammar import cards_pl, damage_pl, favor_pl, influence_pl
from engine.games.meq.components.cards import ITEMS
from engine.games.meq.components.specs import FORTITUDE, WISDOM
from engine.games.meq.layout import ADJACENT, EVERYWHERE, IDS, LOC, NAMES, STRONGHOLDS
from engine.games.meq.rules import favor as favor_rules
from engine.games.meq.rules import pools
from engine.games.meq.rules.corruption import corrupt, purge, purge_chosen
from engine.games.meq.rules.damage import parry_damage
from engine.games.meq.rules.defeat import check_defeat, hurt
from engine.games.meq.rules.favor import gain_favor
from engine.games.meq.rules.hand import discard_chosen, discard_random
from engine.games.meq.rules.heroes import MOST_LEVELS, level_up, move_to, trait
from engine.games.meq.rules.influence import extend
from engine.games.meq.rules.items import gain_item, lose_item
from engine.games.meq.rules.knowledge import learn
from engine.games.meq.rules.plots import discard_plot_from_hand, draw_plot
from engine.games.meq.rules.pools import mix_wounds, restore, shuffle_hand_away
from engine.games.meq.rules.shadow import discard_random_shadow, draw_shadow
from engine.games.meq.rules.shadow_pool import add_to_pool, drain_pool
from engine.games.meq.rules.story import HERO_MARKER, advance, shift
from engine.games.meq.rules.tokens import tokens_at
from engine.games.meq.rules.training import train
from engine.games.meq.state import SAURON, GameState, TurnEnds, seat_of

_TRAITS_EN = ("fortitude", "strength", "agility", "wisdom")
_TRAITS_PL = ("męstwa", "siły", "zręczności", "wiedzy")
_MARKERS_EN = ("the heroes'", "the yellow", "the red", "the black")
_MARKERS_PL = ("znacznik bohaterów", "żółty znacznik", "czerwony znacznik", "czarny znacznik")


def _corrupted(s: GameState, h: int) -> bool:
    return bool(s.heroes[h].corruption)


# -- the hero


def favor(amount: int) -> Effect:
    """Gain favor."""
    return act(f"gain {amount} favor", f"zyskaj {favor_pl(amount)}", lambda s, h: gain_favor(s, h, amount))


def lose_favor(amount: int) -> Effect:
    """Lose favor, as far as there is any."""
    return act(f"lose {amount} favor", f"strać {favor_pl(amount)}", lambda s, h: favor_rules.lose_favor(s, h, amount))


def give_up_favor(amount: int) -> Effect:
    """Lose favor as a choice: only with enough of it."""
    effect = lose_favor(amount)
    return Effect(effect.words, effect.run, lambda s, h: s.heroes[h].favor >= amount)


CORRUPTION = flow("receive 1 Corruption card", "otrzymaj 1 kartę Korupcji")(corrupt)
PURGE = flow("discard 1 of your Corruption cards", "odrzuć 1 swoją kartę Korupcji", _corrupted)(purge_chosen)
PURGE_IF_ANY = Effect(PURGE.words, PURGE.run)


def _purge_all(s: GameState, h: int) -> None:
    for card in list(s.heroes[h].corruption):
        purge(s, h, card)


PURGE_ALL = act("discard all your Corruption cards", "odrzuć wszystkie swoje karty Korupcji", _purge_all, _corrupted)


def training(times: int = 1) -> Effect:
    """Receive training."""

    def run(s: GameState, h: int) -> Flow[None]:
        for _ in range(times):
            yield from train(s, h)

    again = ("", "") if times == 1 else (" twice", " dwa razy")
    return Effect(Words("receive training" + again[0], "odbądź trening" + again[1]), run)


def level(which: int) -> Effect:
    """Gain a level in a trait."""
    return act(
        f"gain 1 level of {_TRAITS_EN[which]}",
        f"zyskaj 1 poziom {_TRAITS_PL[which]}",
        lambda s, h: level_up(s, h, which),
        lambda s, h: s.heroes[h].levels[which] < MOST_LEVELS,
    )


def item(key: str) -> Effect:
    """Gain an item card."""
    name = next(one.name for one in ITEMS.values() if one.key == key)
    return act(
        f"gain the item {name}",
        f"otrzymaj przedmiot {name}",
        lambda s, h: gain_item(s, h, key),
        lambda s, _h: any(ITEMS[card].key == key for card in s.items),
    )


def _discard_item(s: GameState, h: int) -> Flow[None]:
    items = s.heroes[h].items
    if items:
        choice = yield Decision(seat_of(h), "forfeit", [("lose_item", card) for card in items])
        lose_item(s, h, choice[1])


DISCARD_ITEM = flow("discard 1 of your items", "odrzuć 1 swój przedmiot")(_discard_item)


def damage(amount: int) -> Effect:
    """Be dealt damage."""

    def run(s: GameState, h: int) -> Flow[None]:
        yield from hurt(s, h, amount)

    return Effect(Words(f"be dealt {amount} damage", f"otrzymaj {damage_pl(amount)}"), run)


def damage_per_corruption(amount: int) -> Effect:
    """Be dealt damage for each corruption card."""

    def run(s: GameState, h: int) -> Flow[None]:
        yield from hurt(s, h, amount * len(s.heroes[h].corruption))

    return Effect(
        Words(
            f"be dealt {amount} damage for each of your Corruption cards",
            f"za każdą swoją kartę Korupcji otrzymaj {damage_pl(amount)}",
        ),
        run,
    )


def shields(amount: int, reward: Effect) -> Effect:
    """Damage that discarded shields lower, with a reward if nothing is left."""

    def run(s: GameState, h: int) -> Flow[None]:
        left = yield from parry_damage(s, h, amount)
        if left:
            yield from hurt(s, h, left)
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


DISCARD_PER_CORRUPTION = flow(
    "discard a random card for each of your Corruption cards",
    "za każdą swoją kartę Korupcji odrzuć losową kartę z ręki",
)(_discard_per_corruption)
REFRESH = act(
    "shuffle your rest pool into your life pool",
    "wtasuj pulę Odpoczynku do puli Życia",
    lambda s, h: restore(s, h),
)
RECOVER = act(
    "shuffle your rest and damage pools into your life pool",
    "wtasuj pule Odpoczynku i Ran do puli Życia",
    lambda s, h: restore(s, h, damage=True),
)
HAND_TO_LIFE = act("shuffle your hand into your life pool", "wtasuj rękę do puli Życia", shuffle_hand_away)
BANDAGE = act(
    "shuffle your damage pool into your rest pool",
    "wtasuj pulę Ran do puli Odpoczynku",
    mix_wounds,
)


def mend(which: int) -> Effect:
    """Damage becomes weariness, a card for each point of a trait."""
    return act(
        f"move a card from your damage pool to your rest pool for each point of {_TRAITS_EN[which]}",
        f"za każdy punkt {_TRAITS_PL[which]} przenieś kartę z puli Ran do puli Odpoczynku",
        lambda s, h: pools.mend(s, h, trait(s.heroes[h], which)),
    )


MEND_BY_WISDOM = mend(WISDOM)
MEND_BY_FORTITUDE = mend(FORTITUDE)


def _turn_ends(s: GameState, h: int) -> None:
    if s.turn.hero == h:
        raise TurnEnds


TURN_ENDS = act("your turn ends", "twoja runda się kończy", _turn_ends)


def move_hero(s: GameState, h: int, by: int, places: Iterable[int], kind: str = "relocate") -> Flow[None]:
    """A seat moves the hero's figure to one of these locations."""
    choice = yield Decision(by, kind, [("carry", h, IDS[i]) for i in places])
    move_to(s, h, LOC[choice[2]])


@flow("move to an adjacent location", "przejdź na sąsiednią lokację")
def step_aside(s: GameState, h: int) -> Flow[None]:
    """The hero moves to an adjacent location without paying."""
    yield from move_hero(s, h, seat_of(h), ADJACENT[s.heroes[h].place])


@flow("Sauron moves you to an adjacent location", "Sauron przesuwa cię na sąsiednią lokację")
def led_astray(s: GameState, h: int) -> Flow[None]:
    """Sauron moves the hero to an adjacent location."""
    yield from move_hero(s, h, SAURON, ADJACENT[s.heroes[h].place])


@flow("move to any location", "przejdź na dowolną lokację")
def wander(s: GameState, h: int) -> Flow[None]:
    """The hero moves anywhere."""
    yield from move_hero(s, h, seat_of(h), EVERYWHERE)


def go_to(place: str) -> Effect:
    """The hero moves to a location."""
    return act(f"move to {NAMES[place]}", f"przejdź do {NAMES[place]}", lambda s, h: move_to(s, h, LOC[place]))


def _scout(s: GameState, h: int) -> None:
    near = ADJACENT[s.heroes[h].place]
    learn(s, h, [token for i in near for token in tokens_at(s, i)])


SCOUT = act(
    "look at the monster tokens in adjacent locations", "obejrzyj żetony potworów na sąsiednich lokacjach", _scout
)

# -- Sauron


def drain(amount: int) -> Effect:
    """Influence leaves the Shadow Pool."""
    return act(
        f"remove {amount} influence from the Shadow Pool",
        f"usuń {influence_pl(amount)} z Puli Cienia",
        lambda s, _h: drain_pool(s, amount),
    )


def feed_pool(amount: int) -> Effect:
    """Influence enters the Shadow Pool."""
    return act(
        f"place {amount} influence in the Shadow Pool",
        f"umieść {influence_pl(amount)} w Puli Cienia",
        lambda s, _h: add_to_pool(s, amount),
    )


SAURON_PLOT = act("Sauron draws 1 Plot card", "Sauron dobiera 1 kartę Intrygi", lambda s, _h: draw_plot(s))


SAURON_SHADOW = act("Sauron draws 1 Shadow card", "Sauron dobiera 1 kartę Cienia", lambda s, _h: draw_shadow(s, 1))


def sauron_forgets(amount: int) -> Effect:
    """Sauron discards random shadow cards."""
    return act(
        f"Sauron discards {amount} random Shadow card{'s' * (amount > 1)}",
        f"Sauron odrzuca losowo {cards_pl(amount)} Cienia",
        lambda s, _h: discard_random_shadow(s, amount),
    )


@flow("Sauron discards a Plot card of his choice from hand", "Sauron odrzuca wybraną kartę Intrygi z ręki")
def sauron_drops_plot(s: GameState, _h: int) -> Flow[None]:
    """Sauron discards a plot card from hand."""
    yield from discard_plot_from_hand(s)


def story(marker: int, spaces: int = 1) -> Effect:
    """A story marker moves."""

    def run(s: GameState, _h: int) -> Flow[None]:
        yield from advance(s, marker, spaces)

    en = f"advance {_MARKERS_EN[marker]} story marker {spaces}"
    return Effect(Words(en, f"przesuń {_MARKERS_PL[marker]} o {spaces}"), run)


def story_back(marker: int) -> Effect:
    """A story marker moves one space back."""
    return act(
        f"move {_MARKERS_EN[marker]} story marker 1 space back",
        f"cofnij {_MARKERS_PL[marker]} o 1 pole",
        lambda s, _h: shift(s, marker, -1),
    )


HOPE = story(HERO_MARKER)


def extension(amount: int, stronghold: str = "") -> Effect:
    """Sauron places influence in extension of a stronghold."""
    which = (LOC[stronghold],) if stronghold else STRONGHOLDS

    def run(s: GameState, _h: int) -> Flow[None]:
        yield from extend(s, amount, strongholds=which)

    of = NAMES[stronghold] if stronghold else "strongholds"
    of_pl = NAMES[stronghold] if stronghold else "Twierdz Cienia"
    return Effect(
        Words(
            f"Sauron places {amount} influence in extension of {of}",
            f"Sauron umieszcza {influence_pl(amount)} w otoczeniu {of_pl}",
        ),
        run,
    )
