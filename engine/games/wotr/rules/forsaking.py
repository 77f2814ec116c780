"""Forsake cards: from hand, from reserve or from the top of the draw deck (p. 13)."""

from engine.core.chance import pick
from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import disclose
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_card, cycle_in_play
from engine.games.wotr.rules.drawing import pop_top
from engine.games.wotr.rules.eliminating import (
    FORSAKEN_RESERVE,
    FORSAKEN_TOP,
    eliminate_card,
    eliminate_in_play,
    eliminate_unseen,
)
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def forsake_options(s: GameState, seat: int, but: int = -1) -> list[Option]:
    """What a player may forsake: from hand, from reserve with items apart, or the unseen top of the deck (p. 13)."""
    player = s.players[seat]
    options: list[Option] = [("forsake", card) for card in player.hand]
    for card in player.reserve:
        if card != but:
            options.append(("forsake", card))
        options += [("forsake", item) for item in s.items.get(card, ()) if item != but]
    if player.deck or player.cycle_pile:
        options.append(("forsake-top",))
    return options


def can_forsake(s: GameState, seat: int) -> bool:
    """Whether a player has anything to forsake."""
    player = s.players[seat]
    return bool(player.hand or player.reserve or player.deck or player.cycle_pile)


def forsake(s: GameState, seat: int, n: int = 1, but: int = -1) -> Flow[None]:
    """Forsake cards, the player's choice; who has none pays nothing (p. 13)."""
    if seat in VARIANTS[s.variant].bots:
        for _ in range(n):
            _forsake_as_bot(s, seat)
        return
    for _ in range(n):
        options = forsake_options(s, seat, but)
        if not options:
            return
        choice: Option = yield from ask(s, seat, "forsake", options)
        if choice[0] == "forsake-top":
            _forsake_top(s, seat)
        elif choice[1] in s.players[seat].hand:
            eliminate_card(s, seat, choice[1])
        else:
            eliminate_in_play(s, choice[1], FORSAKEN_RESERVE)


def _forsake_top(s: GameState, seat: int) -> None:
    """Forsake the top card of the draw deck, unseen."""
    card = pop_top(s, seat)
    if card is not None:
        disclose(s)
        tell(s, "forsook-the-top", (seat, card), (seat,), (seat,))
        eliminate_unseen(s, seat, card, FORSAKEN_TOP)


def _forsake_as_bot(s: GameState, bot: int) -> None:
    """Cycle the rightmost card of the reserve, else a random card of the hand, else eliminate the top (AtS p. 5)."""
    player = s.players[bot]
    if player.reserve:
        cycle_in_play(s, player.reserve[-1])
    elif player.hand:
        cycle_card(s, bot, pick(s, player.hand, f"hand:{bot}"))
    else:
        _forsake_top(s, bot)
