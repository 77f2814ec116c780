"""Action windows: who could do something is asked, from the first player on; everybody else is not (p. 23, 30-31)."""

from collections.abc import Sequence

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import checkpoint, disclose
from engine.games.lotr.abilities import ACTIONS, EVENTS, Action
from engine.games.lotr.components import KIND
from engine.games.lotr.drawing import from_hand
from engine.games.lotr.payment import can_pay, pay, purse
from engine.games.lotr.state import Play
from engine.games.lotr.table import order, owner


def open_window(s: Play, after: str) -> None:
    """Let the players take actions, then go on with the step `after`."""
    s.step = "window"
    s.after = after


def window(s: Play) -> Flow[None]:
    """Find who acts next. Who passed is asked again only when something new has become possible for him."""
    s.offered = []
    seat = _next_to_act(s)
    if seat >= 0:
        s.asked = seat
        s.step = "act"
    else:
        s.passed = {}
        s.step = s.after
    yield from ()


def _next_to_act(s: Play) -> int:
    """The first player with something new to do, or -1."""
    for seat in order(s):
        player = s.players[seat]
        if player.resting:
            continue
        if player.hand:  # being asked, or not, tells of the hand
            disclose(s)
            checkpoint(s)
        if actions(s, seat, s.passed.get(seat, ())):
            return seat
    return -1


def act(s: Play) -> Flow[None]:
    """One action of one player, or none in this window, or none for the rest of the phase."""
    seat = s.asked
    s.step = "window"
    options = actions(s, seat)
    choice = yield Decision(seat, "action", [*options, ("pass",), ("pass phase",)])
    if choice[0] == "pass":
        s.passed[seat] = [option[1] for option in options]
    elif choice[0] == "pass phase":
        s.players[seat].resting = True
    else:
        yield from take_action(s, seat, choice)


def actions(s: Play, seat: int, but: Sequence[int] = ()) -> list[Option]:
    """Everything a player could do now: abilities of cards in play and events in hand, one of each kind.

    Cards in `but` are passed over, and of a hand also their copies.
    """
    player, play, phase = s.players[seat], s.cards, s.phase
    found: list[Option] = []
    for cards in (player.heroes, player.allies):
        for card in cards:
            state = play[card]
            if state.facedown:
                continue
            for one in (card, *state.attachments):
                action = ACTIONS[one]
                if action is None or one in but or action.phase not in ("", phase):
                    continue
                if action.can(s, seat, one):
                    found.append(("use", one))
    found += [option for option in _shared(s, seat) if option[1] not in but]
    return found + _events(s, seat, but) if player.hand else found


def _shared(s: Play, seat: int) -> list[Option]:
    """Actions anyone may take: claiming objectives and helping another player's hero."""
    cards = [card for card in s.staging if KIND[card].type == "objective"]
    if s.players[seat].hand:
        cards += [card for other, player in enumerate(s.players) if other != seat for card in player.heroes]
    found: list[Option] = []
    for card in cards:
        action = ACTIONS[card]
        if action is not None and action.anyone and card != s.prisoner and action.can(s, seat, card):
            found.append(("use", card))
    return found


def _events(s: Play, seat: int, but: Sequence[int]) -> list[Option]:
    """Events the player can pay for; those of cost X find out themselves."""
    found: list[Option] = []
    seen: list[str] = []
    purses: dict[str, int] = {}
    for card in s.players[seat].hand:
        action, kind = EVENTS[card], KIND[card]
        if action is None or kind.id in seen or action.phase not in ("", s.phase):
            continue
        seen.append(kind.id)
        if card in but:
            continue
        if kind.sphere not in purses:
            purses[kind.sphere] = purse(s, seat, kind.sphere)
        if purses[kind.sphere] < kind.cost:
            continue
        if action.can(s, seat, card) and can_pay(s, seat, kind, kind.cost):
            found.append(("play", card))
    return found


def take_action(s: Play, seat: int, choice: Option) -> Flow[None]:
    """Use an ability, or pay for an event, resolve it and discard it (p. 9, 23)."""
    card = int(choice[1])
    if choice[0] == "use":
        tell(s, "used", (seat, card))
        yield from _doing(ACTIONS[card]).do(s, seat, card)
        return
    kind = KIND[card]
    tell(s, "played", (seat, card))
    from_hand(s, seat, card)
    s.resolving.append(card)
    yield from pay(s, seat, kind, kind.cost)
    yield from _doing(EVENTS[card]).do(s, seat, card)
    if card in s.resolving:
        s.resolving.remove(card)
        s.players[owner(card)].discard.append(card)


def _doing(action: Action | None) -> Action:
    """The action of a card that was offered, so it has one."""
    assert action is not None
    return action
