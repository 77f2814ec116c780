"""Influence and monster tokens removed from the board by cards."""

from collections.abc import Iterable

from engine.core.flow import Flow, Option
from engine.games.meq.layout import IDS, LOC
from engine.games.meq.rules.deciding import decide
from engine.games.meq.rules.influence import remove_influence
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.tokens import discard_token, tokens_at
from engine.games.meq.state import NO_LIMIT, GameState


def clear_some(
    s: GameState, by: int, places: Iterable[int], *, influence: int = 0, tokens: int = 0, total: int = NO_LIMIT
) -> Flow[None]:
    """Let a seat, or the heroes, remove up to so much influence and so many monster tokens, `total` of both."""
    spots = list(places)
    total = min(total, influence + tokens)
    while total:
        options: list[Option] = []
        if influence:
            options += [("clear", IDS[i]) for i in spots if s.influence[i]]
        if tokens:
            options += [("banish", IDS[i], n) for i in spots for n in range(len(tokens_at(s, i)))]
        choice = yield from decide(s, by, "remove", [*options, DONE])
        match choice:
            case ("clear", where):
                remove_influence(s, LOC[where], 1)
                influence -= 1
            case ("banish", where, n):
                discard_token(s, tokens_at(s, LOC[where])[n])
                tokens -= 1
            case _:
                return
        total -= 1


def remove_all_tokens(s: GameState, places: Iterable[int]) -> None:
    """Remove all monster tokens from these locations."""
    for i in places:
        for token in tokens_at(s, i):
            discard_token(s, token)


def clear_all(s: GameState, places: Iterable[int]) -> None:
    """Remove all influence and monster tokens from these locations."""
    spots = list(places)
    remove_all_tokens(s, spots)
    for i in spots:
        remove_influence(s, i, s.influence[i])
