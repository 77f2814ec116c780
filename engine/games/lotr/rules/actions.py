"""Actions: everything a player could do now, and doing it (p. 23)."""

from collections.abc import Sequence

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.games.lotr.cards.registry import ACTIONS, EVENTS, Action
from engine.games.lotr.components.kinds import KIND, OWNER
from engine.games.lotr.rules.drawing import from_hand
from engine.games.lotr.rules.payment import can_pay, pay, purse
from engine.games.lotr.state import GameState


def actions(s: GameState, seat: int, but: Sequence[int] = ()) -> list[Option]:
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


def _shared(s: GameState, seat: int) -> list[Option]:
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


def _events(s: GameState, seat: int, but: Sequence[int]) -> list[Option]:
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


def take_action(s: GameState, seat: int, choice: Option) -> Flow[None]:
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
        s.players[OWNER[card]].discard.append(card)


def _doing(action: Action | None) -> Action:
    """The action of a card that was offered, so it has one."""
    assert action is not None
    return action
