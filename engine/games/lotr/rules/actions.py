"""Actions: everything a player could do now, and doing it (p. 23)."""

from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import because
from engine.games.lotr.cards.effects import ACTIONS, EVENTS
from engine.games.lotr.components.box import ENTRIES, OWNER
from engine.games.lotr.components.schema import CardEntry
from engine.games.lotr.rules.hand import take_from_hand
from engine.games.lotr.rules.in_play import guarded_objectives
from engine.games.lotr.rules.payment import can_split, pay, purse
from engine.games.lotr.state import GameState

_resources = attrgetter("resources")


def actions(s: GameState, seat: int) -> list[Option]:
    """Everything a player could do now: abilities of cards in play and events in hand, one of each kind."""
    return list(chances(s, seat, unspent(s)))


def possibilities(s: GameState, seats: list[int]) -> dict[int, set[tuple[str, object]]]:
    """Everything that each of some players could do now, with every choice that he would have in it."""
    if not seats:
        return {}
    cards = unspent(s)
    return {seat: _with_choices(chances(s, seat, cards)) for seat in seats}


def _with_choices(able: dict[Option, object]) -> set[tuple[str, object]]:
    """Actions by the card's kind, each with everything there is to choose from, or else with the card."""
    possible: set[tuple[str, object]] = set()
    for (_, card), choices in able.items():
        id = ENTRIES[card].id
        possible.update([(id, one) for one in (choices if isinstance(choices, list) else [card])])
    return possible


class Unspent(NamedTuple):
    """Cards in play that have an action in this phase which is not used up."""

    own: dict[int, list[int]]
    """By the player who controls them."""
    anyones: list[int]
    """For every player to use: objectives in the staging area that nothing guards, then heroes."""


def unspent(s: GameState) -> Unspent:
    """The cards in play with an action in this phase that is not used up, but for a prisoner's."""
    play = s.cards
    own: dict[int, list[int]] = {}
    staged, heroes = list[int](), list[int]()
    for card, exhausts, limit, anyone in _in_play(tuple(play), s.phase):
        state = play[card]
        if (exhausts and state.exhausted) or (limit and state.uses >= limit) or state.facedown:
            continue
        seat = state.seat
        if seat < 0:
            staged.append(card)
            continue
        if seat in own:
            own[seat].append(card)
        else:
            own[seat] = [card]
        if anyone and state.host < 0:
            heroes.append(card)
    if staged:
        guarded = guarded_objectives(s)
        staged = [card for card in s.staging if card in staged and card not in guarded]
    return Unspent(own, staged + heroes)


@lru_cache(maxsize=1024)
def _in_play(cards: tuple[int, ...], phase: str) -> tuple[tuple[int, bool, int, bool], ...]:
    """Those of the cards in play that have an action in a phase, each with what may use it up and whether it is
    anyone's."""
    able = [(card, ACTIONS[card]) for card in cards if card in ACTIONS and ACTIONS[card].phase in ("", phase)]
    return tuple((card, action.exhausts, action.limit, action.anyone) for card, action in able)


@cache
def _events(phase: str) -> dict[int, tuple[CardEntry, Any]]:
    """The events that can be played as an action in a phase, each with its condition."""
    return {card: (ENTRIES[card], one.can) for card, one in EVENTS.items() if one.phase in ("", phase)}


def chances(s: GameState, seat: int, cards: Unspent) -> dict[Option, object]:
    """Everything a player could do now, with what its condition says: that it holds, or what can be chosen."""
    able: dict[Option, object] = {}
    player, play = s.players[seat], s.cards
    to_use = cards.own.get(seat, [])
    if len(to_use) > 1:
        characters = player.heroes + player.allies
        to_use = [one for card in characters for one in (card, *play[card].attachments) if one in to_use]
    if cards.anyones:
        to_use = to_use + [card for card in cards.anyones if play[card].seat != seat]
    for card in to_use:
        can = ACTIONS[card].can
        if choices := can is None or can(s, seat, card):
            able["use", card] = choices
    if not _events(s.phase).keys().isdisjoint(player.hand):
        _add_events(s, seat, able)
    return able


def _add_events(s: GameState, seat: int, able: dict[Option, object]) -> None:
    """Add the events that a player can pay for, one of each kind; those of cost X find out themselves."""
    player, events, kinds, purses = s.players[seat], _events(s.phase), list[str](), dict[str, int]()
    most = sum(map(_resources, map(s.cards.__getitem__, player.heroes)))
    for card in player.hand:
        if card in events:
            entry, can = events[card]
            if entry.cost > most or entry.id in kinds:
                continue
            kinds.append(entry.id)
            sphere = entry.sphere
            if sphere not in purses:
                purses[sphere] = purse(s, seat, sphere)
            if purses[sphere] < entry.cost:
                continue
            if (choices := can is None or can(s, seat, card)) and can_split(s, seat, card):
                able["play", card] = choices


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
