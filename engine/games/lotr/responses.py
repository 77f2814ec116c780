"""Responses and forced effects: what cards do when something has just happened (p. 23)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.lotr.cards.registry import FORCED, RESPONSES, Cue, Response
from engine.games.lotr.components import KIND
from engine.games.lotr.payment import can_pay, pay
from engine.games.lotr.state import Play
from engine.games.lotr.table import each_player, owner


def force(s: Play, what: str, card: int, cue: Cue) -> Flow[None]:
    """A card's forced effect on what happened, if it has one."""
    do = FORCED[what].get(KIND[card].id)
    if do is not None:
        tell(s, "forced", (card,))
        yield from do(s, card, cue)


def respond(s: Play, to: str, cue: Cue) -> Flow[None]:
    """Offer every player, from the first, the responses he has to what happened."""
    table = RESPONSES[to]
    for seat in each_player(s):
        used: list[int] = []
        while True:
            usable = [card for card in _responding(s, seat, table, cue) if card not in used]
            if not usable or s.players[seat].out:
                break
            options: list[Option] = [("respond", card) for card in usable]
            choice = yield Decision(seat, "response", [*options, ("pass",)])
            if choice[0] == "pass":
                break
            card = int(choice[1])
            used.append(card)
            yield from _use(s, seat, card, table[KIND[card].id], cue)


def _responding(s: Play, seat: int, table: dict[str, Response], cue: Cue) -> list[int]:
    """The player's cards, in play and in hand, with a usable response."""
    player, play, found = s.players[seat], s.cards, []
    for card in player.heroes + player.allies:
        state = play[card]
        if state.facedown:
            continue
        answer = table.get(KIND[card].id)
        if answer is not None and answer.can(s, seat, card, cue):
            found.append(card)
        for one in state.attachments:
            answer = table.get(KIND[one].id)
            if answer is not None and answer.can(s, seat, one, cue):
                found.append(one)
    return found + _in_hand(s, seat, table, cue) + _of_table(s, seat, table, cue)


def _in_hand(s: Play, seat: int, table: dict[str, Response], cue: Cue) -> list[int]:
    """Response events the player can pay for, and allies that answer from the hand; one of each kind."""
    found: dict[str, int] = {}
    for card in s.players[seat].hand:
        kind = KIND[card]
        answer = table.get(kind.id)
        if answer is None or kind.id in found:
            continue
        usable = can_pay(s, seat, kind, kind.cost) if kind.type == "event" else answer.from_hand
        if usable and answer.can(s, seat, card, cue):
            found[kind.id] = card
    return list(found.values())


def _of_table(s: Play, seat: int, table: dict[str, Response], cue: Cue) -> list[int]:
    """Responses of locations and stages, which the first player decides."""
    if seat != s.first:
        return []
    shared = [card for card in (*s.quest, cue.card) if card >= 0 and owner(card) < 0]
    found = []
    for card in shared:
        answer = table.get(KIND[card].id)
        if answer is not None and answer.can(s, seat, card, cue):
            found.append(card)
    return found


def _use(s: Play, seat: int, card: int, answer: Response, cue: Cue) -> Flow[None]:
    """Use a response; an event is paid for, resolved and discarded (p. 9)."""
    tell(s, "responded", (seat, card))
    if KIND[card].type != "event":
        yield from answer.do(s, seat, card, cue)
        return
    s.players[seat].hand.remove(card)
    s.resolving.append(card)
    yield from pay(s, seat, KIND[card], KIND[card].cost)
    yield from answer.do(s, seat, card, cue)
    s.resolving.remove(card)
    s.players[owner(card)].discard.append(card)
