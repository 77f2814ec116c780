"""Pairs everybody at the least total cost: a matching over the whole field, or, in large fields, over windows of it.

The field stands in a line in which good partners are near each other. Costs are a band: `costs[d - 1, i]` is what it
costs to pair place `i` with place `i + d`.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import rustworkx

Costs: TypeAlias = npt.NDArray[np.int64]
Couple: TypeAlias = tuple[int, int]
"""Two places of the line, the lower first."""

WHOLE_FIELD = 200
"""Fields up to this size are matched at once, with everybody a partner for everybody."""
BLOCK = 192
"""How many places a window settles."""
LOOKAHEAD = 64
"""How many places beyond them a window sees, so that what it settles is what the whole field would."""
REACH = 24
"""How far apart two partners may stand in a large field."""


def band(size: int) -> int:
    """How wide the band of costs of a field is to be."""
    return max(1, size - 1 if size <= WHOLE_FIELD else REACH)


def match_field(costs: Costs) -> list[Couple]:
    """Pairs of places that cost least in total; the number of places is even."""
    size = costs.shape[1]
    if size <= WHOLE_FIELD:
        return match_window(costs, np.arange(size))
    return match_in_blocks(costs, BLOCK, LOOKAHEAD)


def match_in_blocks(costs: Costs, block: int, lookahead: int) -> list[Couple]:
    """Pairs of places, window by window: each settles its first places and leaves the others to the next one."""
    size = costs.shape[1]
    is_free = np.ones(size, dtype=bool)
    couples: list[Couple] = []
    while True:
        free = np.flatnonzero(is_free)
        if len(free) <= block + lookahead:
            return sorted(couples + match_window(costs, free))
        window = free[: block + lookahead]
        settled = [couple for couple in match_window(costs, window) if couple[1] < window[block]]
        is_free[np.array(settled, dtype=np.int64)] = False
        couples += settled


def match_window(costs: Costs, places: npt.NDArray[np.int64]) -> list[Couple]:
    """Pairs of an even number of places, given in ascending order, that cost least in total."""
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(places))
    graph.add_edges_from(_edges(costs, places))
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    line = places.tolist()
    return sorted((line[min(couple)], line[max(couple)]) for couple in pairs)


def _edges(costs: Costs, places: npt.NDArray[np.int64]) -> list[tuple[int, int, int]]:
    """Every two places that the band reaches, by their index, with the negative cost."""
    edges: list[tuple[int, int, int]] = []
    indices = np.arange(len(places))
    for step in range(1, len(places)):
        distance = places[step:] - places[:-step]
        near = distance <= costs.shape[0]
        if not near.any():
            break
        ones = indices[:-step][near]
        weights = -costs[distance[near] - 1, places[:-step][near]]
        edges.extend(zip(ones.tolist(), (ones + step).tolist(), weights.tolist(), strict=True))
    return edges


def total(costs: Costs, couples: list[Couple]) -> int:
    """What pairs of places cost together."""
    return sum(int(costs[other - one - 1, one]) for one, other in couples)
