"""Elimination brackets, single and double: a graph of meetings, each between the winners or losers of others.

A bracket is full: places that no entrant takes are empty, and who meets nobody goes on. So the top seeds have the byes.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple, TypeAlias

Source: TypeAlias = tuple[str, int]
"""Where one of the two of a meeting comes from: `("seed", place)`, `("winner", meeting)` or `("loser", meeting)`."""


class Meeting(NamedTuple):
    """Two sources, and how far the meeting is in the bracket."""

    one: Source
    other: Source
    stage: int
    """How late it is: who loses later is placed higher."""
    reset: bool = False
    """Whether it is played only if the other of the meeting before, who had lost once already, won."""


Bracket: TypeAlias = tuple[Meeting, ...]


def seed_order(size: int) -> list[int]:
    """Places of a bracket of a power of two, by seed: the first and the second can only meet in the final."""
    order = [0]
    while len(order) < size:
        order = [place for seed in order for place in (seed, 2 * len(order) - 1 - seed)]
    return order


def bracket(entrants: int, *, double: bool, third_place: bool) -> Bracket:
    """The meetings of a bracket, each after those it depends on."""
    size = 1
    while size < entrants:
        size *= 2
    if size < 2:
        return ()
    meetings: list[Meeting] = []
    waves = _winners_bracket(meetings, size, 2 if double else 1)
    last = meetings[-1].stage
    if double:
        _losers_bracket(meetings, waves)
    elif third_place and size > 2:
        semifinals = waves[-2]
        meetings.insert(-1, Meeting(("loser", semifinals[0]), ("loser", semifinals[1]), last - 1))
    return tuple(meetings)


def _winners_bracket(meetings: list[Meeting], size: int, pace: int) -> list[list[int]]:
    """Add the meetings of those who have not lost; their numbers, round by round."""
    order = seed_order(size)
    sources: list[Source] = [("seed", place) for place in order]
    waves: list[list[int]] = []
    stage = 0
    while len(sources) > 1:
        wave = []
        for one, other in zip(sources[::2], sources[1::2], strict=True):
            wave.append(len(meetings))
            meetings.append(Meeting(one, other, stage))
        waves.append(wave)
        sources = [("winner", number) for number in wave]
        stage += pace
    return waves


def _losers_bracket(meetings: list[Meeting], waves: list[list[int]]) -> None:
    """Add the meetings of those who have lost once, and the final, which is played again if it is lost the first time.

    Losers come down in reversed order every other round, so that those who have met do not meet at once again."""
    sources: list[Source] = [("loser", number) for number in waves[0]]
    stage = 1
    for depth, wave in enumerate(waves[1:], start=1):
        survivors = _round(meetings, sources, stage) if len(sources) > 1 else sources
        dropped: list[Source] = [("loser", number) for number in (reversed(wave) if depth % 2 else wave)]
        mixed = [source for two in zip(survivors, dropped, strict=True) for source in two]
        sources = _round(meetings, mixed, stage + 1)
        stage += 2
    final = len(meetings)
    meetings.append(Meeting(("winner", waves[-1][0]), sources[0], stage + 1))
    meetings.append(Meeting(("winner", final), ("loser", final), stage + 2, reset=True))


def _round(meetings: list[Meeting], sources: Sequence[Source], stage: int) -> list[Source]:
    """Add one round of meetings; their winners."""
    winners: list[Source] = []
    for one, other in zip(sources[::2], sources[1::2], strict=True):
        winners.append(("winner", len(meetings)))
        meetings.append(Meeting(one, other, stage))
    return winners


class Course(NamedTuple):
    """How far a bracket has come."""

    ready: list[tuple[int, int, int]]
    """Meetings that can be played now: number and the two entrants, the first of them the better seed's place."""
    placing: list[list[int]]
    """Entrants from the best place to the worst, as far as it is known; who shares a place shares a list."""
    is_over: bool


def follow(graph: Bracket, seeds: Sequence[int], winners: Mapping[int, int]) -> Course:
    """How far a bracket has come, from the entrants by seed and the winners of the meetings that were played."""
    through: dict[int, tuple[int | None, int | None]] = {}
    feeds = {source for meeting in graph for source in (meeting.one, meeting.other)}
    ready: list[tuple[int, int, int]] = []
    out: dict[int, list[int]] = {}
    for number, meeting in enumerate(graph):
        known = [_entrant(source, seeds, through) for source in (meeting.one, meeting.other)]
        if any(not is_known for is_known, _ in known):
            continue
        one, other = known[0][1], known[1][1]
        if meeting.reset and not _is_reset_needed(graph, number, through, seeds):
            winner, loser = through[number - 1]
        elif one is None or other is None:
            winner, loser = (other if one is None else one), None
        elif number in winners:
            winner = winners[number]
            loser = other if winner == one else one
        else:
            ready.append((number, one, other))
            continue
        through[number] = (winner, loser)
        for place, entrant in _placed(graph, feeds, number, winner, loser):
            out.setdefault(place, []).append(entrant)
    is_over = len(through) == len(graph)
    if not graph:
        out = {0: list(seeds)}
    return Course(ready, [out[place] for place in sorted(out, reverse=True)], is_over)


def _entrant(
    source: Source, seeds: Sequence[int], through: Mapping[int, tuple[int | None, int | None]]
) -> tuple[bool, int | None]:
    """Whether it is known who comes from a source, and who: None for nobody."""
    kind, number = source
    if kind == "seed":
        return True, seeds[number] if number < len(seeds) else None
    if number not in through:
        return False, None
    return True, through[number][0 if kind == "winner" else 1]


def _is_reset_needed(
    graph: Bracket, number: int, through: Mapping[int, tuple[int | None, int | None]], seeds: Sequence[int]
) -> bool:
    """Whether the final is to be played again: who came to it without a defeat has lost it."""
    unbeaten = _entrant(graph[number - 1].one, seeds, through)[1]
    winner, loser = through[number - 1]
    return loser is not None and winner != unbeaten


def _placed(
    graph: Bracket, feeds: Set[Source], number: int, winner: int | None, loser: int | None
) -> Iterator[tuple[int, int]]:
    """Who has their final place by a meeting, of which none comes after, and how high it is."""
    height = 2 * graph[number].stage
    is_reset_to_come = number + 1 < len(graph) and graph[number + 1].reset
    if is_reset_to_come:
        return
    if loser is not None and ("loser", number) not in feeds:
        yield height, loser
    if winner is not None and ("winner", number) not in feeds:
        yield height + 1, winner
