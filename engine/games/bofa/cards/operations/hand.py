"""Operations on the hands of cards."""

from engine.core.chance import pick
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules import hand
from engine.games.bofa.state import Frame, GameState


def draw(s: GameState, p: Pack, frame: Frame, op: orders.Draw) -> Flow[None]:
    """Cards are drawn (p. 15)."""
    if op.deck == "event":
        hand.draw_event(s, frame.seat, op.count)
    else:
        hand.draw_story(s, frame.seat, op.count)
    yield from hand.keep_hand_limit(s, frame.seat)


def discard(s: GameState, p: Pack, frame: Frame, op: orders.Discard) -> Flow[None]:
    """Cards leave a hand: an enemy's at random, one's own by choice."""
    seat = frame.seat if op.whose == "friend" else 1 - frame.seat
    for _ in range(op.count):
        cards = s.hands[seat]
        if not cards:
            return
        if op.whose == "enemy":
            hand.discard(s, seat, pick(s, cards, f"hand:{seat}"))
        else:
            options: list[Option] = [("discard", card) for card in cards]
            choice = yield Decision(seat, "discard", options)
            hand.discard(s, seat, choice[1])
