"""Responses and forced effects: what cards do when something has just happened (p. 23)."""

from collections.abc import Collection
from functools import cache

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because, disclose
from engine.games.lotr.cards.effects import FORCED, HAND_RESPONSES, RESPONSES, Cue, ForcedBy, Response, Trigger
from engine.games.lotr.components.box import ENTRIES, OWNER
from engine.games.lotr.rules.hand import take_from_hand
from engine.games.lotr.rules.in_play import each_player
from engine.games.lotr.rules.payment import can_pay, pay
from engine.games.lotr.state import GameState, InPlay

AFTER = "after"
"""The cause of decisions on responses: what has just happened, and to which cards."""


_Answer = tuple[int, InPlay | None, Cue]
"""A card that has responded, its state in play if it was there, and what it responded to."""


def force(s: GameState, by: ForcedBy, card: int, cue: Cue) -> Flow[None]:
    """Carry out the forced effect of a card on what happened, if it has one (p. 23)."""
    forced = FORCED[by]
    if card in forced:
        tell(s, "forced", (card,))
        with because(s, "effect", card):
            yield from forced[card](s, card, cue)


def respond(s: GameState, to: Trigger, *cues: Cue) -> Flow[None]:
    """Offer every player, from the first, the responses he has to what happened, in the order he likes (p. 23)."""
    in_play, in_hand = RESPONSES[to], HAND_RESPONSES[to]
    if not _is_answered(s, to, cues):
        if not in_hand:
            return
        in_play = {}
    for seat in each_player(s):
        used: list[_Answer] = []
        while not s.players[seat].eliminated:
            usable: dict[int, Cue] = {}
            for cue in cues:
                for card in _in_play(s, seat, in_play, cue) + _in_hand(s, seat, in_hand, cue):
                    if not _has_answered(s, used, card, cue):
                        usable.setdefault(card, cue)
            if not usable:
                break
            _show_to_hold(s, seat, usable)
            options: list[Option] = [("respond", card) for card in usable]
            with because(s, AFTER, to, *dict.fromkeys(cue.card for cue in usable.values())):
                choice = yield Decision(seat, "response", [*options, ("pass",)])
            if choice[0] == "pass":
                break
            card = int(choice[1])
            used.append((card, s.cards.get(card), usable[card]))
            yield from _use(s, seat, card, in_play.get(card) or in_hand[card], usable[card])


def _is_answered(s: GameState, to: Trigger, cues: tuple[Cue, ...]) -> bool:
    """Whether a card that is not in a hand responds to what happened, if only its condition holds."""
    in_play, others = RESPONSES[to], _to_others(to)
    if others and not (s.cards.keys().isdisjoint(others) and others.isdisjoint(s.quest)):
        return True
    return not in_play.keys().isdisjoint([cue.card for cue in cues])


@cache
def _to_others(to: Trigger) -> frozenset[int]:
    """The cards that respond to what happened to others as well."""
    return frozenset(card for card, response in RESPONSES[to].items() if not response.itself)


def _has_answered(s: GameState, used: list[_Answer], card: int, cue: Cue) -> bool:
    """Whether a card has answered what happened; one that left play since and came back is another card (p. 25)."""
    return bool(used) and any(card == one and cue == to and s.cards.get(one) is entry for one, entry, to in used)


def _show_to_hold(s: GameState, seat: int, cards: Collection[int]) -> None:
    """Note that a player holds these responses: that he is asked tells of them, if there is no other reason for it."""
    player = s.players[seat]
    kinds = [ENTRIES[card].id for card in cards if card in player.hand]
    if len(kinds) == len(cards):
        player.shown_to_hold += [id for id in kinds if id not in player.shown_to_hold]


def _in_play(s: GameState, seat: int, responses: dict[int, Response], cue: Cue) -> list[int]:
    """The cards in play whose response the player can use; those of stages and locations are the first player's."""
    if not responses:
        return []
    player, play = s.players[seat], s.cards
    cards: list[int] = []
    if seat in [play[card].seat for card in play.keys() & responses.keys()]:
        cards += [card for card in player.heroes + player.allies if not play[card].facedown]
        cards += [one for card in cards for one in play[card].attachments]
    elif seat != s.first_player:
        return []
    if seat == s.first_player:
        cards += [card for card in (*s.quest, cue.card) if card >= 0 and OWNER[card] < 0]
    usable = []
    for card in cards:
        response = responses.get(card)
        if response is None or (response.itself and cue.card != card):
            continue
        if response.exhausts and play[card].exhausted:
            continue
        if response.can is None or response.can(s, seat, card, cue):
            usable.append(card)
    return usable


def _in_hand(s: GameState, seat: int, responses: dict[int, Response], cue: Cue) -> list[int]:
    """Response events the player can pay for, and allies that answer from the hand; one of each kind."""
    hand = s.players[seat].hand
    if not responses or not hand:
        return []
    disclose(s)  # being asked, or not, tells of the hand
    if responses.keys().isdisjoint(hand):
        return []
    usable: dict[str, int] = {}
    for card in hand:
        response = responses.get(card)
        if response is None or ENTRIES[card].id in usable:
            continue
        if ENTRIES[card].type == "event" and not can_pay(s, seat, card):
            continue
        if response.can is None or response.can(s, seat, card, cue):
            usable[ENTRIES[card].id] = card
    return list(usable.values())


def _use(s: GameState, seat: int, card: int, response: Response, cue: Cue) -> Flow[None]:
    """Use a response; an event is paid for, resolved and discarded (p. 9)."""
    tell(s, "responded", (seat, card))
    if response.exhausts:
        s.cards[card].exhausted = True
    if ENTRIES[card].type != "event":
        with because(s, "effect", card):
            yield from response.do(s, seat, card, cue)
        return
    take_from_hand(s, seat, card)
    s.resolving.append(card)
    yield from pay(s, seat, card, ENTRIES[card].cost)
    with because(s, "effect", card):
        yield from response.do(s, seat, card, cue)
    s.resolving.remove(card)
    s.players[OWNER[card]].discard.append(card)
