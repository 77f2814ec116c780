"""A pair: two matches of one deal between the same two entrants, with sides exchanged.

Where everybody plays together there is no side to exchange: each entrant plays the deal alone with all seats, and their
results are compared.
"""

import hashlib
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from engine.core.chance import SEED_BYTES
from engine.core.game import Setting
from engine.core.match import Match
from engine.core.state import Outcome

Fault: TypeAlias = Literal["crash", "overrun", "illegal"]
"""How a bot can forfeit a match: it failed, took longer than allowed, or chose what was not offered."""
FAULTS: tuple[Fault, ...] = ("crash", "overrun", "illegal")


class Leg(msgspec.Struct, frozen=True):
    """How one match of a pair ended. Forfeited: whoever did it lost, whatever the match looked like."""

    winner: int | None = None
    """The entrant who won: 0 or 1; None where nobody or everybody did."""
    won: bool = False
    """Whether somebody won at all: what counts where everybody plays together."""
    score: int = 0
    """What was scored where everybody plays together."""
    forfeited_by: int | None = None


class PlayedLeg(msgspec.Struct, frozen=True):
    """One match of a pair as it was played."""

    leg: Leg
    reason: str
    """Why it ended, as its outcome says; the fault where it was forfeited."""
    decisions: int = 0
    seconds: float = 0.0
    times: tuple[dict[int, int], dict[int, int]] = ({}, {})
    """By entrant: how many decisions took how long (engine.bots.timing)."""
    outcome: Outcome | None = None
    """How the match itself ended; None where it was forfeited."""
    fault: Fault | None = None
    message: str = ""
    """What the bot did wrong, where it did."""
    record: str = ""
    """The record of the match as JSON; empty where it is not kept."""


def deal(seed: int, number: int) -> bytes:
    """The deal of a pair, from the seed of the whole comparison and the pair's number."""
    return hashlib.blake2b(f"{seed}:{number}".encode(), digest_size=SEED_BYTES).digest()


def bot_seed(deal: bytes, leg: int, seat: int) -> int:
    """The seed of a bot's own randomness, so that a pair can be played again."""
    return int.from_bytes(hashlib.sha256(deal + bytes([leg, seat])).digest()[:8], "big")


def is_cooperative(setting: Setting) -> bool:
    """Whether everybody plays together."""
    return len({role.side for role in setting.roles}) == 1


def holders(setting: Setting) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which entrant, 0 or 1, holds each seat in the two matches: whole sides, exchanged in the second."""
    sides = list(dict.fromkeys(role.side for role in setting.roles))
    if len(sides) > 2:
        raise ValueError(f"pairs are played between two sides, or together; here are {', '.join(sides)}")
    if len(sides) == 1:
        return (0,) * setting.seats, (1,) * setting.seats
    first = tuple(sides.index(role.side) for role in setting.roles)
    return first, tuple(1 - holder for holder in first)


def leg_of(match: Match, holders: Sequence[int]) -> Leg:
    """The result of a match that was played to its end."""
    outcome = match.outcome
    assert outcome is not None, "the match is over"
    winners = {holders[seat] for seat in outcome.winners}
    score = max(outcome.scores.values(), default=0) if is_cooperative(match.setting) else 0
    return Leg(winners.pop() if len(winners) == 1 else None, bool(outcome.winners), score)


def forfeit(entrant: int) -> Leg:
    """The result of a match that an entrant lost by a crash, an overrun of time or an illegal choice."""
    return Leg(winner=1 - entrant, forfeited_by=entrant)


def half_points(leg: Leg) -> int:
    """The first entrant's half points in one match against the second: 0, 1 or 2."""
    return {0: 2, 1: 0, None: 1}[leg.winner]


def pair_points(legs: Sequence[Leg], cooperative: bool) -> int:
    """The first entrant's half points in a pair: 0 to 4.

    Where everybody plays together: 4 if only the first entrant won, 3 if both did as well but the first scored more, 2
    if they are equal, and so on.
    """
    if not cooperative:
        return half_points(legs[0]) + half_points(legs[1])
    first, second = ((leg.forfeited_by is None, leg.won, leg.score) for leg in legs)
    if first[:2] != second[:2]:
        return 4 if first > second else 0
    return 2 + (first > second) - (first < second)
