"""Actions: everything a player could do now, and doing it (p. 23)."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import because
from engine.games.lotr.cards.effects import ACTIONS, EVENTS, FOR_ANYONE, Action
from engine.games.lotr.components.box import ENTRIES, OWNER
from engine.games.lotr.rules.hands import take_from_hand
from engine.games.lotr.rules.payment import can_split, pay, purse
from engine.games.lotr.state import GameState


def actions(s: GameState, seat: int) -> list[Option]:
    """Everything a player could do now: abilities of cards in play and events in hand, one of each kind."""
    player, play, now = s.players[seat], s.cards, _in_phase(s.phase)
    usable, able = now.abilities, list[Option]()
    if not play.keys().isdisjoint(usable.keys()):  # between views, the shorter is looked up in the longer
        for card in player.heroes + player.allies:
            state = play[card]
            if not state.facedown:
                if card in usable and _usable(s, seat, card, usable[card]):
                    able.append(("use", card))
                for one in state.attachments:
                    if one in usable and _usable(s, seat, one, usable[one]):
                        able.append(("use", one))
        if not play.keys().isdisjoint(now.for_anyone):
            anyones = _for_anyone(s, seat, now.for_anyone)
            able += [("use", card) for card in anyones if _usable(s, seat, card, usable[card])]
    if player.hand:
        able += _events(s, seat, now.events)
    return able


class _InPhase(NamedTuple):
    """The actions that may be taken in a phase."""

    abilities: dict[int, Action]
    """By card: those of cards in play."""
    for_anyone: frozenset[int]
    """The cards of them whose action every player may take."""
    events: dict[int, Action]


@cache
def _in_phase(phase: str) -> _InPhase:
    """The actions that may be taken in a phase, by the card."""
    abilities = {card: action for card, action in ACTIONS.items() if action.phase in ("", phase)}
    events = {card: action for card, action in EVENTS.items() if action.phase in ("", phase)}
    return _InPhase(abilities, frozenset(FOR_ANYONE & abilities.keys()), events)


def possibilities(s: GameState, seat: int, able: list[Option] | None = None) -> set[tuple[str, object]]:
    """Everything a player could do now, his actions, with every choice that he would have in it."""
    possible: set[tuple[str, object]] = set()
    for verb, card in actions(s, seat) if able is None else able:
        can = (ACTIONS if verb == "use" else EVENTS)[card].can
        choices = can(s, seat, card) if can is not None else True
        possible |= {(ENTRIES[card].id, one) for one in (choices if isinstance(choices, list) else [card])}
    return possible


def _usable(s: GameState, seat: int, card: int, action: Action) -> bool:
    """Whether a player could take the action of a card in play now, in its phase."""
    state = s.cards[card]
    if action.exhausts and state.exhausted:
        return False
    if action.limit and state.uses >= action.limit:
        return False
    return action.can is None or bool(action.can(s, seat, card))


def _for_anyone(s: GameState, seat: int, cards: frozenset[int]) -> Iterator[int]:
    """Cards beyond a player's own, of those that anyone may use: objectives, heroes of other players."""
    for card in s.staging:
        if card in cards:
            yield card
    player = s.players[seat]
    if player.hand:
        for other in s.players:
            if other is not player:
                for hero in other.heroes:
                    if hero in cards and hero != s.prisoner:
                        yield hero


def _events(s: GameState, seat: int, events: dict[int, Action]) -> Iterator[Option]:
    """Events of the phase that the player can pay for; those of cost X find out themselves."""
    entries: list[str] = []
    purses: dict[str, int] = {}
    for card in s.players[seat].hand:
        if card not in events:
            continue
        action, entry = events[card], ENTRIES[card]
        if entry.id in entries:
            continue
        entries.append(entry.id)
        if entry.sphere not in purses:
            purses[entry.sphere] = purse(s, seat, entry.sphere)
        if purses[entry.sphere] < entry.cost:
            continue
        if (action.can is None or action.can(s, seat, card)) and can_split(s, seat, card):
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
    with because(s, "effect", card):
        yield from action.do(s, seat, card)


def _play(s: GameState, seat: int, card: int) -> Flow[None]:
    """Play an event."""
    tell(s, "played", (seat, card))
    take_from_hand(s, seat, card)
    s.resolving.append(card)
    yield from pay(s, seat, card, ENTRIES[card].cost)
    with because(s, "effect", card):
        yield from EVENTS[card].do(s, seat, card)
    if card in s.resolving:
        s.resolving.remove(card)
        s.players[OWNER[card]].discard.append(card)
