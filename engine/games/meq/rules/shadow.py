"""Shadow cards drawn, discarded and played, one in each player turn at the moment it names (p. 17, p. 18)."""

from collections.abc import Sequence

from engine.core.chance import pick, shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import because, disclose
from engine.games.meq.cards.registry import SHADOW_EFFECTS
from engine.games.meq.components.box import SHADOWS
from engine.games.meq.rules.heroes import corruption_with
from engine.games.meq.rules.items import items_of
from engine.games.meq.rules.knowledge import forget
from engine.games.meq.rules.options import DONE, DRAW_MORE, PASS
from engine.games.meq.rules.shadow_pool import drain_pool
from engine.games.meq.state import SAURON, GameState, TurnEnds


def draw_shadow(s: GameState, amount: int) -> None:
    """Draw shadow cards, mixing the discards back in when the deck is empty (p. 17, p. 35)."""
    for _ in range(amount):
        if not s.shadow_deck:
            s.shadow_deck, s.shadow_discard = s.shadow_discard, []
            shuffle(s, s.shadow_deck, "shadow")
        if s.shadow_deck:
            s.shadow_hand.append(s.shadow_deck.pop())
    disclose(s)
    tell(s, "sauron-drew", ("shadow", amount))


def discard_shadow(s: GameState, card: int) -> None:
    """Discard a shadow card from Sauron's hand."""
    s.shadow_hand.remove(card)
    s.shadow_discard.append(card)
    forget(s, card)


def discard_random_shadow(s: GameState, amount: int) -> None:
    """Discard shadow cards from Sauron's hand at random."""
    for _ in range(min(amount, len(s.shadow_hand))):
        card = pick(s, s.shadow_hand, "shadow-hand")
        discard_shadow(s, card)
        tell(s, "sauron-discarded", (card,))
    disclose(s)


def playable_shadow_cards(s: GameState, h: int, timings: Sequence[str]) -> list[int]:
    """The shadow cards Sauron could play now, concerning hero number h (p. 18)."""
    if s.turn.shadow_played:
        return []
    cards: dict[str, int] = {}
    for card in s.shadow_hand:
        shadow = SHADOWS[card]
        if shadow.timing in timings and s.pool >= shadow.influence and SHADOW_EFFECTS[card].can(s, h):
            cards.setdefault(shadow.key, card)
    return list(cards.values())


def offer_shadow_card(s: GameState, h: int, *timings: str) -> Flow[None]:
    """Let Sauron play a shadow card of one of these timings; that he is not asked tells something, too."""
    disclose(s)
    cards = playable_shadow_cards(s, h, timings)
    if not cards:
        return
    choice = yield Decision(SAURON, "shadow", [PASS, *(("shadow", card) for card in cards)])
    if choice != PASS:
        yield from play_shadow(s, h, choice[1])


def play_shadow(s: GameState, h: int, card: int) -> Flow[None]:
    """Resolve a shadow card; then, on a hero's turn, items and corruption answer it (p. 26)."""
    more = corruption_with(s.heroes[s.turn.hero], lambda effect: effect.shadow_cards) if s.turn.hero >= 0 else {}
    s.turn.shadow_played = True
    discard_shadow(s, card)
    disclose(s)
    tell(s, "shadow", (card,))
    try:
        with because(s, "text", card):
            yield from SHADOW_EFFECTS[card].run(s, h)
    except TurnEnds:
        yield from after_shadow_card(s, more)
        raise
    yield from after_shadow_card(s, more)


def after_shadow_card(s: GameState, more: dict[int, int]) -> Flow[None]:
    """What follows a shadow card on a hero's turn: an item drains the pool, corruption brings cards (p. 26)."""
    if s.turn.hero >= 0:
        for item in items_of(s.heroes[s.turn.hero]):
            if item.drains:
                drain_pool(s, item.drains)
    if more:
        with because(s, "text", next(iter(more))):
            choice = yield Decision(SAURON, "draw-more", [DRAW_MORE, DONE])
        if choice == DRAW_MORE:
            draw_shadow(s, sum(more.values()))
