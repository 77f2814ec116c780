"""The toy game with cards whose numbers appear nowhere else, so that all that is sent can be searched for them."""

import dataclasses
import re

from engine import load, register
from services.match.log import decode_entry
from tests.toy.game import GAME

FIRST = 7_310_000
CARD = re.compile(rb"(?<![\d.])73100\d\d(?!\d)")


def new_state(setting):
    """The toy's state with cards that cannot be taken for anything else."""
    state = GAME.new_state(setting)
    state.deck = [FIRST + card for card in state.deck]
    return state


MARKED = "marked-barrow"
register(dataclasses.replace(GAME, id=MARKED, new_state=new_state))


def may_see(state, seat: int | None) -> set[int]:
    """The cards a seat may see, by the rules of the toy and not by its view."""
    cards = {card for row in state.table for card in row}
    if seat is not None:
        cards |= {*state.hands[seat], *state.stash[seat]}
        if seat in state.peeked and state.deck:
            cards.add(state.deck[-1])
    return cards


async def known_by_version(store, match, seed: bytes) -> dict[int | None, dict[int, set[int]]]:
    """By seat and version: every card the seat has had before its eyes so far."""
    replay = load(MARKED).new_match("company", 3, seed, rounds=3)
    known: dict[int | None, dict[int, set[int]]] = {seat: {0: may_see(replay.state, seat)} for seat in (None, 0, 1, 2)}
    for version, raw in enumerate(await store.lrange(f"{{m:{match.id}}}:log", 0, -1), 1):
        entry = decode_entry(raw)
        replay.choose(entry.seat, entry.index)
        for seat, by_version in known.items():
            by_version[version] = by_version[version - 1] | may_see(replay.state, seat)
    return known
