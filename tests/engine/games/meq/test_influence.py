"""Where influence may lie and be placed, on any board: the rules of page 16, written out once more."""

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import settings as example_settings
from hypothesis import strategies as st

from engine.games.meq.layout import ADJACENT, LOCATIONS, SIZE, STRONGHOLDS
from engine.games.meq.rules.influence import enforce_limits, extension_places
from tests.engine.games.meq.tabletop import Tabletop

MOST = 4
"""More influence than a location may hold by itself."""


@st.composite
def boards(draw: st.DrawFn) -> list[int]:
    """Influence everywhere but in havens, strongholds within their limits."""
    most = [0 if place.haven else place.stronghold or MOST for place in LOCATIONS]
    holds = draw(st.lists(st.integers(0, MOST), min_size=SIZE, max_size=SIZE))
    return [min(pair) for pair in zip(holds, most, strict=True)]


def extension(influence: Sequence[int], stronghold: int) -> set[int]:
    """The locations with influence that a path of such locations joins to the stronghold."""
    joined: set[int] = set()
    edge = [stronghold] if influence[stronghold] else []
    while edge:
        joined.update(edge)
        edge = [place for one in edge for place in ADJACENT[one] if influence[place] and place not in joined]
    return joined


def lawful(influence: Sequence[int]) -> list[int]:
    """No location has more than the strongest stronghold that it hangs together with, or 1 if there is none."""
    extensions = {one: extension(influence, one) for one in STRONGHOLDS}
    most = [
        max([influence[one] for one in STRONGHOLDS if place in extensions[one]], default=1) for place in range(SIZE)
    ]
    return [n if LOCATIONS[i].stronghold else min(n, most[i]) for i, n in enumerate(influence)]


def open_places(influence: Sequence[int]) -> Iterator[int]:
    """Strongholds, and what is in or next to an extension, while they hold less than they may."""
    extensions = {one: extension(influence, one) for one in STRONGHOLDS}
    for place, location in enumerate(LOCATIONS):
        near = {place, *ADJACENT[place]}
        strengths = [influence[one] for one in STRONGHOLDS if near & extensions[one]]
        if not location.haven and influence[place] < (location.stronghold or max(strengths, default=0)):
            yield place


@example_settings(max_examples=200, deadline=None)
@given(boards())
def test_influence_lies_where_the_book_lets_it(board: list[int]) -> None:
    """Page 16: an extension, its limit, one left where it is cut off, none in havens."""
    s = Tabletop("beravor").s
    s.influence = list(board)
    enforce_limits(s)
    assert s.influence == lawful(board)
    assert list(extension_places(s)) == list(open_places(s.influence))
