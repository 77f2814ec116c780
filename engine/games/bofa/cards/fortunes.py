"""Operations on cards, fate, counters, dice and special figures."""

from engine.core.chance import below
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.conditions import COUNTERS
from engine.games.bofa.cards.registry import operation, plain_operation
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.box import BAT_FIGURES, BODYGUARD_TOKENS, CHARACTERS, FREE, RING_TOKENS, WRATH_TOKENS
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules import fate
from engine.games.bofa.rules.characters import MOST_ACTIVATIONS, generals_in_play
from engine.games.bofa.rules.dice import FACES
from engine.games.bofa.rules.eagles import recruit_eagles
from engine.games.bofa.rules.hand import discard, draw_event, draw_story, keep_hand_limit
from engine.games.bofa.rules.passes import open_pass
from engine.games.bofa.rules.recruitment import muster_goblins
from engine.games.bofa.state import GONE, WAITING, Frame, GameState

MOST = {"ring": RING_TOKENS, "wrath": WRATH_TOKENS, "bodyguard": BODYGUARD_TOKENS, "concentration": 1}


@operation(orders.Draw)
def draw(s: GameState, p: Pack, frame: Frame, op: orders.Draw) -> Flow[None]:
    """Cards are drawn (p. 15)."""
    if op.deck == "event":
        draw_event(s, frame.seat, op.count)
    else:
        draw_story(s, frame.seat, op.count)
    yield from keep_hand_limit(s, frame.seat)


@operation(orders.Discard)
def lose_cards(s: GameState, p: Pack, frame: Frame, op: orders.Discard) -> Flow[None]:
    """Cards leave a hand: an enemy's at random, one's own by choice."""
    seat = frame.seat if op.whose == "friend" else 1 - frame.seat
    for _ in range(op.count):
        hand = s.hands[seat]
        if not hand:
            return
        if op.whose == "enemy":
            discard(s, seat, hand[below(s, len(hand))])
        else:
            options: list[Option] = [("discard", card) for card in hand]
            choice = yield Decision(seat, "discard", options)
            discard(s, seat, choice[1])


@plain_operation(orders.Fate)
def move_fate(s: GameState, p: Pack, frame: Frame, op: orders.Fate) -> None:
    """The fate marker moves (p. 17)."""
    fate.move_marker(s, p, op.by)


@plain_operation(orders.FateToken)
def fate_token(s: GameState, p: Pack, frame: Frame, op: orders.FateToken) -> None:
    """A special token joins the pool (p. 16)."""
    for number in [n for n in s.fate_aside if p.fates[n].colour == op.colour]:
        s.fate_aside.remove(number)
        s.fate_pool.append(number)
        tell(s, "fate_token", (op.colour,))


@plain_operation(orders.FateCard)
def fate_card(s: GameState, p: Pack, frame: Frame, op: orders.FateCard) -> None:
    """A Fate card is drawn and played (p. 17)."""
    fate.draw_card(s, p)


@plain_operation(orders.Counter)
def counters(s: GameState, p: Pack, frame: Frame, op: orders.Counter) -> None:
    """Counters come to a character card or leave it."""
    name = COUNTERS[op.of]
    setattr(s, name, max(0, min(MOST[op.of], getattr(s, name) + op.count)))


@plain_operation(orders.Bats)
def bats(s: GameState, p: Pack, frame: Frame, op: orders.Bats) -> None:
    """Great Bats gather over a territory (p. 34)."""
    if frame.it >= 0 and p.territory[frame.it] >= 0:
        s.bats[p.territory[frame.it]] += min(op.count, BAT_FIGURES - sum(s.bats))


@plain_operation(orders.Eagles)
def eagles(s: GameState, p: Pack, frame: Frame, op: orders.Eagles) -> None:
    """Eagles come to the Eyrie (p. 32)."""
    recruit_eagles(s, op.count)


@plain_operation(orders.Goblins)
def goblins(s: GameState, p: Pack, frame: Frame, op: orders.Goblins) -> None:
    """Goblins gather (p. 24)."""
    muster_goblins(s, p, op.count)


@operation(orders.OpenPass)
def open_one_pass(s: GameState, p: Pack, frame: Frame, op: orders.OpenPass) -> Flow[None]:
    """A closed pass with enough units before it opens."""
    options: list[Option] = [
        ("open", at) for at, point in enumerate(p.muster_points) if s.closed[at] and len(s.armies[point]) >= op.units
    ]
    if options:
        choice = yield Decision(frame.seat, "open_pass", options)
        open_pass(s, choice[1])


@plain_operation(orders.Place)
def place_character(s: GameState, p: Pack, frame: Frame, op: orders.Place) -> None:
    """A character in play is put into the picked region."""
    who = CHARACTERS.index(op.character)
    if frame.it >= 0 and s.people[who] not in (WAITING, GONE):
        s.people[who] = frame.it
        tell(s, "placed", (who, frame.it))


@operation(orders.Activate)
def activate(s: GameState, p: Pack, frame: Frame, op: orders.Activate) -> Flow[None]:
    """A general without a token gets one, if any of the three is left (p. 19)."""
    if len(s.active_generals) >= MOST_ACTIVATIONS:
        return
    options: list[Option] = [("activate", who) for who in generals_in_play(s, p) if who not in s.active_generals]
    if options:
        choice = yield Decision(FREE, "activate", options)
        s.active_generals.append(choice[1])
        tell(s, "activated", (choice[1],))


@operation(orders.TurnDie)
def turn_die(s: GameState, p: Pack, frame: Frame, op: orders.TurnDie) -> Flow[None]:
    """An unused die is turned to another face."""
    dice = s.dice[frame.seat]
    faces = dict.fromkeys(FACES[frame.seat])
    options: list[Option] = [("turn", old, new) for old in dict.fromkeys(dice) for new in faces if new != old]
    if options:
        _, old, new = yield Decision(frame.seat, "turn_die", options)
        dice.remove(old)
        dice.append(new)
        dice.sort()
