"""When Sauron may play a shadow card: one in each player turn, at the moment it names (p. 18)."""

from collections.abc import Sequence

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import disclose
from engine.games.meq.cards.effect import SHADOW
from engine.games.meq.components.cards import SHADOWS
from engine.games.meq.heroes import has_item, suffers
from engine.games.meq.influence import DONE, DRAW_MORE, drain_pool
from engine.games.meq.sauron import discard_shadow, draw_shadow
from engine.games.meq.state import SAURON, GameState, TurnEnds

PASS = ("pass",)


def playable(s: GameState, h: int, timings: Sequence[str]) -> list[int]:
    """The shadow cards Sauron could play now, concerning hero number h (p. 18)."""
    if s.turn.shadow_played:
        return []
    found: dict[str, int] = {}
    for card in s.shadow_hand:
        shadow = SHADOWS[card]
        if shadow.timing in timings and s.pool >= shadow.influence and SHADOW[shadow.key].can(s, h):
            found.setdefault(shadow.key, card)
    return list(found.values())


def window(s: GameState, h: int, *timings: str) -> Flow[None]:
    """Sauron may play a shadow card of one of these timings; that he is not asked tells something, too."""
    disclose(s)
    cards = playable(s, h, timings)
    if not cards:
        return
    choice = yield Decision(SAURON, "shadow", [PASS, *(("shadow", card) for card in cards)])
    if choice != PASS:
        yield from play_shadow(s, h, choice[1])


def play_shadow(s: GameState, h: int, card: int) -> Flow[None]:
    """Resolve a shadow card; then, on a hero's turn, an Elven Cloak and Greed answer it (p. 26)."""
    greedy = s.turn.hero >= 0 and suffers(s.heroes[s.turn.hero], "greedy")
    s.turn.shadow_played = True
    discard_shadow(s, card)
    disclose(s)
    tell(s, "shadow", (card,))
    try:
        yield from SHADOW[SHADOWS[card].key].run(s, h)
    except TurnEnds:
        yield from answer(s, greedy)
        raise
    yield from answer(s, greedy)


def answer(s: GameState, greedy: bool) -> Flow[None]:
    """What follows a shadow card on a hero's turn: the Elven Cloak drains the pool, Greed brings a new card (p. 26)."""
    if s.turn.hero >= 0 and has_item(s.heroes[s.turn.hero], "elven_cloak"):
        drain_pool(s, 1)
    if greedy:
        choice = yield Decision(SAURON, "draw_more", [DRAW_MORE, DONE])
        if choice == DRAW_MORE:
            draw_shadow(s, 1)
