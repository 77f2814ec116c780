"""Chance that repeats: two matches of one deal meet the same events in every stream, and the seed proves them all."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from engine.core.chance import below, commitment, pick, shuffle
from engine.core.flow import Flow, as_flow
from engine.core.game import Game
from engine.core.match import Match
from engine.core.state import Draw, Run, State
from engine.testing.walk import Variant, expect, walk

_PLAYS = 3
"""Matches of one deal that are played with different choices."""

Note: TypeAlias = Callable[[State, Draw], None]
"""Is told of an event of chance while it happens, with the state."""


def check_streams(game: Game[Any], variant: Variant, seed: int = 0) -> None:
    """Matches of one seed whose choices differ meet the same n-th event of every stream, and the seed proves each."""
    first_plays: dict[tuple[str, int], Draw] = {}
    for play in range(_PLAYS):
        for place, draw in _play(game, variant, seed, play).items():
            other = first_plays.setdefault(place, draw)
            if not _agree(draw, other):
                match = variant.new_match(game, seed)
                fault = f"event {draw.number} of stream {draw.stream} was {other.result} of {other.among} in one play"
                expect(False, match, f"{fault}, {draw.result} of {draw.among} in another")


def _play(game: Game[Any], variant: Variant, seed: int, play: int) -> dict[tuple[str, int], Draw]:
    """Play a deal with choices of its own: every event of chance, by stream and number."""
    draws: list[Draw] = []
    astray: list[Draw] = []

    def note(s: State, draw: Draw) -> None:
        draws.append(draw)
        if type(draw.result) is list and not any(set(draw.result) <= {*zone} for zone in game.zones(s)):
            astray.append(draw)

    match = variant.new_match(traced(game, note), seed)
    published = match.commitment
    for _ in walk(match, variant.rng(game, seed + play)):
        expect(match.commitment == published, match, "the seed is another than the one that was committed to")
    revealed = bytes.fromhex(match.record.seed)
    expect(commitment(revealed) == published, match, "the revealed seed is another than the one that was committed to")
    for draw in astray:
        expect(False, match, f"stream {draw.stream} shuffles {draw.among}, which do not lie in one zone: shuffle cards")
    return _by_place(match, draws, revealed)


def _by_place(match: Match, draws: list[Draw], seed: bytes) -> dict[tuple[str, int], Draw]:
    """Events by stream and number: counted without gaps, of one kind in a stream, and each what the seed gives."""
    by_place: dict[tuple[str, int], Draw] = {}
    first: dict[str, Draw] = {}
    next_number: dict[str, int] = {}
    for draw in draws:
        stream = draw.stream
        expected = next_number.get(stream, 0)
        expect(draw.number == expected, match, f"stream {stream} has event {draw.number} where {expected} is next")
        next_number[stream] = expected + 1
        kind = type(first.setdefault(stream, draw).among)
        expect(type(draw.among) is kind, match, f"stream {stream} has events of numbers and of cards")
        proved = result_of(seed, draw) == draw.result
        expect(proved, match, f"event {draw.number} of stream {stream} is {draw.result}, which the seed does not give")
        by_place[stream, draw.number] = draw
    return by_place


def result_of(seed: bytes, draw: Draw) -> int | list[int]:
    """What comes of an event, from the seed, its stream and its number alone."""
    s = State(step="", seed=seed, streams={draw.stream: draw.number})
    s.__dict__["run"] = Run([])
    if type(draw.among) is int:
        return below(s, draw.among, draw.stream)
    assert type(draw.among) is list
    if type(draw.result) is int:
        return pick(s, draw.among, draw.stream)
    cards = sorted(draw.among)
    shuffle(s, cards, draw.stream)
    return cards


def _agree(one: Draw, other: Draw) -> bool:
    """Whether two plays met the same event: the same number of as many, or common cards in the same order."""
    if isinstance(one.among, int) or isinstance(other.among, int):
        return one.among != other.among or one.result == other.result
    common = {*one.among} & {*other.among}
    ranks = [_order(draw, common) for draw in (one, other)]
    shortest = min(map(len, ranks))
    return ranks[0][:shortest] == ranks[1][:shortest]


def _order(draw: Draw, common: set[int]) -> list[int]:
    """The common cards as an event ranks them: all of them in a shuffle, the first alone in a pick, if it is common."""
    ranked = draw.result if type(draw.result) is list else [draw.result]
    return [card for card in ranked if card in common]


def traced(game: Game[Any], note: Note) -> Game[Any]:
    """The game with a listener to every event of chance."""

    def listening(step: Callable[[Any], Flow[None] | None]) -> Callable[[Any], Flow[None]]:
        flow = as_flow(step)

        def run(s: Any) -> Flow[None]:
            s.run.trace = lambda draw: note(s, draw)
            return flow(s)

        return run

    return replace(game, steps={name: listening(step) for name, step in game.steps.items()})
