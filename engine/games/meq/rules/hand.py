"""A hero's hand: cards drawn, played and discarded (p. 19, p. 21)."""

from engine.core.chance import pick
from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import because, disclose
from engine.games.meq.cards.registry import CORRUPTION_EFFECTS
from engine.games.meq.components.box import FIRST_COPY
from engine.games.meq.rules.knowledge import count_types, forget, forget_types, note_known, note_skill
from engine.games.meq.rules.pools import lay_open
from engine.games.meq.state import NO_LIMIT, GameState, Hero, seat_of


def one_of_each(cards: list[int]) -> list[int]:
    """One copy of each card: copies are the same choice."""
    if len(set(map(FIRST_COPY.__getitem__, cards))) == len(cards):
        return cards[:]
    first: dict[int, int] = {}
    for card in cards:
        kind = FIRST_COPY[card]
        if kind not in first:
            first[kind] = card
    return list(first.values())


def take_openly(s: GameState, h: int, card: int) -> None:
    """Put a card into the hero's hand so that everybody sees it."""
    s.heroes[h].hand.append(card)
    note_skill(s.heroes[h], card)
    note_known(s, card)
    count_types(s)


def leave_hand(s: GameState, hero: Hero, card: int) -> None:
    """Take a card out of a hero's hand before all eyes; how long it was held nobody else can tell."""
    hero.hand.remove(card)
    if hero.hand_before and card not in hero.reshuffled:
        hero.hand_before -= 1
    forget(s, card)
    count_types(s)


def discard(s: GameState, h: int, card: int) -> None:
    """Discard a card from hand face up onto the rest pool (p. 21)."""
    hero = s.heroes[h]
    leave_hand(s, hero, card)
    lay_open(hero, card)
    disclose(s)
    tell(s, "discard", (h, card))


def discard_chosen(s: GameState, h: int, amount: int) -> Flow[None]:
    """Let the hero choose cards from hand to discard; being asked or not tells something of the hand."""
    hero = s.heroes[h]
    disclose(s)
    for _ in range(min(amount, len(hero.hand))):
        choice = yield Decision(seat_of(h), "discard", [("discard", card) for card in one_of_each(hero.hand)])
        discard(s, h, choice[1])


def discard_random(s: GameState, h: int, amount: int) -> None:
    """Discard cards from hand at random."""
    hero = s.heroes[h]
    for _ in range(min(amount, len(hero.hand))):
        discard(s, h, pick(s, hero.hand, f"hand:{h}"))


def draw(s: GameState, h: int, amount: int) -> None:
    """Draw cards from the top of the life pool, as far as the hand has room (p. 19)."""
    hero = s.heroes[h]
    amount = min(amount, len(hero.life), hand_room(hero))
    for _ in range(amount):
        hero.hand.append(hero.life.pop())
    forget_types(s, h)
    disclose(s)
    tell(s, "drew", (h, amount))


def hand_limit(hero: Hero) -> int:
    """The largest hand of a hero: no limit but for corruption (p. 19)."""
    return min([NO_LIMIT, *[CORRUPTION_EFFECTS[card].most_cards for card in hero.corruption]])


def hand_room(hero: Hero) -> int:
    """How many more cards the hand may hold."""
    return max(0, hand_limit(hero) - len(hero.hand))


def trim_hand(s: GameState, h: int) -> Flow[None]:
    """Let a hero discard the cards above the limit that a corruption card sets."""
    hero = s.heroes[h]
    limit = hand_limit(hero)
    if limit < NO_LIMIT:
        card = next(card for card in hero.corruption if CORRUPTION_EFFECTS[card].most_cards == limit)
        with because(s, "text", card):
            yield from discard_chosen(s, h, max(0, len(hero.hand) - limit))
