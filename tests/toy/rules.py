"""The rules of Barrow: bid in secret for the first turn, then play, stow, peek, dig or gamble."""

from engine.core.chance import roll, shuffle
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option, Together
from engine.core.state import Outcome, disclose, end_match
from tests.toy.state import HAND, Barrow, value


def deal(s: Barrow) -> Flow[None]:
    """Shuffle and give everybody a hand."""
    shuffle(s, s.deck, "deck")
    for seat in range(s.seats):
        s.hands[seat] = [s.deck.pop() for _ in range(HAND)]
        tell(s, "dealt", (seat, *s.hands[seat]), only=(seat,), others=(seat,))
    s.step = "bid"
    return
    yield


def bid(s: Barrow) -> Flow[None]:
    """Everybody bids coins in secret; the highest bid, or the lowest seat among them, goes first."""
    bids = yield Together(
        tuple(Decision(seat, "bid", [("bid", n) for n in range(min(s.coins[seat], 2) + 1)]) for seat in range(s.seats))
    )
    amounts = [amount for _, amount in bids]
    disclose(s)
    s.turn = amounts.index(max(amounts))
    for seat, amount in enumerate(amounts):
        s.coins[seat] -= amount
    tell(s, "bids", tuple(amounts))
    s.acted = 0
    s.step = "act"


def options(s: Barrow, seat: int) -> list[Option]:
    """What a seat may do in its turn."""
    found: list[Option] = [("play", card) for card in s.hands[seat]]
    found += [("stow", card) for card in s.hands[seat]]
    if s.deck and seat not in s.peeked:
        found.append(("peek",))
    if s.deck:
        found.append(("dig",))
    return [*found, ("gamble",), ("pass",)]


def act(s: Barrow) -> Flow[None]:
    """One turn."""
    seat = s.turn
    choice = yield Decision(seat, "turn", options(s, seat))
    match choice:
        case ("play", card):
            play(s, seat, card)
        case ("stow", card):
            yield from stow(s, seat, card)
        case ("peek",):
            peek(s, seat)
        case ("dig",):
            dig(s, seat)
        case ("gamble",):
            gamble(s, seat)
        case ("pass",):
            tell(s, "passed", (seat,))
    s.turn = (seat + 1) % s.seats
    s.acted += 1
    if s.acted == 2 * s.seats:
        s.rounds -= 1
        s.step = "bid" if s.rounds else "score"


def play(s: Barrow, seat: int, card: int) -> None:
    """A treasure is laid open for all to see."""
    s.hands[seat].remove(card)
    s.table[seat].append(card)
    disclose(s)
    tell(s, "played", (seat, card))


def stow(s: Barrow, seat: int, card: int) -> Flow[None]:
    """A treasure is hidden face down, and may be guarded with a coin."""
    s.hands[seat].remove(card)
    s.stash[seat].append(card)
    tell(s, "stowed", (seat, card), only=(seat,), others=(seat,))
    wishes: list[Option] = [("leave",), ("guard",)] if s.coins[seat] else [("leave",)]
    if (yield Decision(seat, "guard", wishes)) == ("guard",):
        s.coins[seat] -= 1
        s.guards[seat] += 1


def peek(s: Barrow, seat: int) -> None:
    """Look at the top of the deck."""
    s.peeked.append(seat)
    disclose(s)
    tell(s, "peeked", (seat, s.deck[-1]), only=(seat,), others=(seat,))


def dig(s: Barrow, seat: int) -> None:
    """Draw a treasure."""
    card = s.deck.pop()
    s.hands[seat].append(card)
    s.peeked = []
    disclose(s)
    tell(s, "dug", (seat, card), only=(seat,), others=(seat,))


def gamble(s: Barrow, seat: int) -> None:
    """Four or more on a die wins a coin."""
    pips = roll(s, "dice")
    if pips >= 4:
        s.coins[seat] += 1
    tell(s, "rolled", (seat, pips))


def worth(s: Barrow, seat: int) -> int:
    """Open treasures count in full, hidden ones in full if guarded and half otherwise; coins count one."""
    hidden = sum(value(card) for card in s.stash[seat])
    return sum(value(card) for card in s.table[seat]) + (hidden if s.guards[seat] else hidden // 2) + s.coins[seat]


def scores(s: Barrow) -> dict[str, int]:
    """What the treasures and coins of each side are worth now."""
    total: dict[str, int] = dict.fromkeys(s.sides, 0)
    for seat, side in enumerate(s.sides):
        total[side] += worth(s, seat)
    return total


def score(s: Barrow) -> Flow[None]:
    """The side with the most wins; the first of them if several have."""
    total = scores(s)
    best = max(total, key=lambda side: total[side])
    end_match(s, Outcome([seat for seat, side in enumerate(s.sides) if side == best], best, "score", total))
    yield


STEPS = {"deal": deal, "bid": bid, "act": act, "score": score}
