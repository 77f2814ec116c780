"""Where cards are: every list that holds them, and what a seat cannot tell apart."""

from collections.abc import Iterator

from engine.games.lotr.components import OWNER
from engine.games.lotr.state import Play


def zones(s: Play) -> Iterator[list[int]]:
    """Every list that holds cards; each card of the match stands in exactly one of them."""
    yield from (s.quest, s.quest_deck, s.staging, s.active, s.encounter_deck, s.encounter_discard)
    yield from (s.victory, s.aside, s.resolving, s.riders, s.removed, s.guards)
    for player in s.players:
        yield from (player.hand, player.deck, player.discard, player.heroes, player.allies)
        yield from (player.engaged, player.shackles)
    for state in s.cards.values():
        yield from (state.attachments, state.shadows, state.turned, state.under)


def unseen(s: Play, seat: int | None) -> list[list[int]]:
    """What a seat cannot place: the encounter deck with face-down shadow cards; each deck with its Orc Guards,
    and with the hands of others. Cards it was shown and could follow are not among them,
    nor responses that were offered to others."""
    known = frozenset(s.offered) if seat is None else frozenset(s.players[seat].known + s.offered)
    hidden = [list(s.encounter_deck)]
    for at, player in enumerate(s.players):
        hidden.append(player.deck + player.hand if at != seat else list(player.deck))
    for state in s.cards.values():
        hidden[0] += state.shadows
        for card in state.under:
            hidden[OWNER[card] + 1].append(card)
    return [[card for card in pool if card not in known] for pool in hidden]
