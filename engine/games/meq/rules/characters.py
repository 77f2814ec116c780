"""Characters on the board (p. 14, p. 24)."""

from collections.abc import Iterable

from engine.core.flow import Decision, Flow, Option
from engine.games.meq.components.box import CHARACTER
from engine.games.meq.layout import IDS, LOC
from engine.games.meq.rules.options import DONE
from engine.games.meq.state import GameState


def bring_anywhere(
    s: GameState, by: int, character: str, places: Iterable[int], *, may_stay: bool = False
) -> Flow[int]:
    """Let a seat put a character on one of these locations, or leave it where it may; gives its location."""
    options: list[Option] = [("bring", character, IDS[i]) for i in places]
    choice = yield Decision(by, "character-place", [*options, DONE] if may_stay else options)
    if choice != DONE:
        s.characters[CHARACTER[character]] = LOC[choice[2]]
    return s.characters[CHARACTER[character]]
