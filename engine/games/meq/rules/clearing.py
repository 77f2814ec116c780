"""Influence and monster tokens removed from the board by cards."""

from collections.abc import Iterable

from engine.core.flow import Decision, Flow, Option
from engine.games.meq.layout import IDS, LOC
from engine.games.meq.rules import influence
from engine.games.meq.rules.options import DONE
from engine.games.meq.rules.tokens import discard_token, tokens_at
from engine.games.meq.state import GameState


def clear_some(s: GameState, by: int, places: Iterable[int], amount: int, tokens: int | None = None) -> Flow[None]:
    """A hero removes up to some influence and monster tokens from locations; `tokens` limits the latter."""
    spots = list(places)
    most_tokens = amount if tokens is None else tokens
    most_influence = amount if tokens is None else amount - tokens
    while amount:
        options: list[Option] = []
        if most_influence:
            options += [("clear", IDS[i]) for i in spots if s.influence[i]]
        if most_tokens:
            options += [("banish", IDS[i], n) for i in spots for n in range(len(tokens_at(s, i)))]
        choice = yield Decision(by, "remove", [*options, DONE])
        match choice:
            case ("clear", where):
                influence.remove(s, LOC[where], 1)
                most_influence -= 1
            case ("banish", where, n):
                discard_token(s, tokens_at(s, LOC[where])[n])
                most_tokens -= 1
            case _:
                return
        amount -= 1


def banish_all(s: GameState, places: Iterable[int]) -> None:
    """Remove all monster tokens from these locations."""
    for i in places:
        for token in tokens_at(s, i):
            discard_token(s, token)


def clear_all(s: GameState, places: Iterable[int]) -> None:
    """Remove all influence and monster tokens from these locations."""
    spots = list(places)
    banish_all(s, spots)
    for i in spots:
        influence.remove(s, i, s.influence[i])
