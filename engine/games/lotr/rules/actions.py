"""Actions: everything a player could do now, and doing it (p. 23)."""

from collections.abc import Iterator

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.games.lotr.cards.effects import ACTIONS, EVENTS, FOR_ANYONE
from engine.games.lotr.components.box import KIND, OWNER
from engine.games.lotr.rules.hands import take_from_hand
from engine.games.lotr.rules.payment import can_pay, pay, purse
from engine.games.lotr.state import GameState


def actions(s: GameState, seat: int) -> Iterator[Option]:
    """Everything a player could do now: abilities of cards in play and events in hand, one of each kind."""
    player, play = s.players[seat], s.cards
    for card in player.heroes + player.allies:
        state = play[card]
        if not state.facedown:
            for one in (card, *state.attachments):
                if one in ACTIONS and _usable(s, seat, one):
                    yield ("use", one)
    for card in _for_anyone(s, seat):
        if _usable(s, seat, card):
            yield ("use", card)
    if player.hand:
        yield from _events(s, seat)


def possibilities(s: GameState, seat: int) -> set[tuple[str, object]]:
    """Everything a player could do now, with every choice that he would have in it."""
    possible: set[tuple[str, object]] = set()
    for verb, card in actions(s, seat):
        can = (ACTIONS if verb == "use" else EVENTS)[card].can
        choices = can(s, seat, card) if can is not None else True
        possible |= {(KIND[card].id, one) for one in (choices if isinstance(choices, list) else [card])}
    return possible


def _usable(s: GameState, seat: int, card: int) -> bool:
    """Whether a player could take the action of a card in play now."""
    action, state = ACTIONS[card], s.cards[card]
    if action.phase not in ("", s.phase) or (action.exhausts and state.exhausted):
        return False
    if action.limit and state.uses >= action.limit:
        return False
    return action.can is None or bool(action.can(s, seat, card))


def _for_anyone(s: GameState, seat: int) -> Iterator[int]:
    """Cards beyond a player's own whose actions anyone may take: objectives, heroes of other players."""
    for card in s.staging:
        if card in FOR_ANYONE:
            yield card
    player = s.players[seat]
    if player.hand:
        for other in s.players:
            if other is not player:
                for hero in other.heroes:
                    if hero in FOR_ANYONE and hero != s.prisoner:
                        yield hero


def _events(s: GameState, seat: int) -> Iterator[Option]:
    """Events the player can pay for; those of cost X find out themselves."""
    kinds: list[str] = []
    purses: dict[str, int] = {}
    for card in s.players[seat].hand:
        if card not in EVENTS:
            continue
        action, kind = EVENTS[card], KIND[card]
        if kind.id in kinds or action.phase not in ("", s.phase):
            continue
        kinds.append(kind.id)
        if kind.sphere not in purses:
            purses[kind.sphere] = purse(s, seat, kind.sphere)
        if purses[kind.sphere] < kind.cost:
            continue
        if (action.can is None or action.can(s, seat, card)) and can_pay(s, seat, card):
            yield ("play", card)


def take_action(s: GameState, seat: int, choice: Option) -> Flow[None]:
    """Use an ability, or pay for an event, resolve it and discard it (p. 9, 23)."""
    card = int(choice[1])
    if choice[0] == "use":
        yield from _use(s, seat, card)
    else:
        yield from _play(s, seat, card)


def _use(s: GameState, seat: int, card: int) -> Flow[None]:
    """Take the action of a card in play."""
    tell(s, "used", (seat, card))
    action, state = ACTIONS[card], s.cards[card]
    if action.exhausts:
        state.exhausted = True
    if action.limit:
        state.uses += 1
    yield from action.do(s, seat, card)


def _play(s: GameState, seat: int, card: int) -> Flow[None]:
    """Play an event."""
    tell(s, "played", (seat, card))
    take_from_hand(s, seat, card)
    s.resolving.append(card)
    yield from pay(s, seat, card, KIND[card].cost)
    yield from EVENTS[card].do(s, seat, card)
    if card in s.resolving:
        s.resolving.remove(card)
        s.players[OWNER[card]].discard.append(card)
