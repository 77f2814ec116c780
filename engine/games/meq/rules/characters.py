"""Characters on the board (p. 14, p. 24)."""

from collections.abc import Iterable

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.meq.components.box import CHARACTER, CHARACTERS
from engine.games.meq.layout import IDS, LOC
from engine.games.meq.rules.options import DONE
from engine.games.meq.state import AWAY, GameState


def put_character(s: GameState, who: int, place: int) -> None:
    """Put a character on a location, wherever it was."""
    s.characters[who] = place
    tell(s, "character", (CHARACTERS[who].id, IDS[place]))


def remove_character(s: GameState, who: int) -> None:
    """Take a character off the board."""
    s.characters[who] = AWAY
    tell(s, "character-left", (CHARACTERS[who].id,))


def bring_anywhere(
    s: GameState, by: int, character: str, places: Iterable[int], *, may_stay: bool = False
) -> Flow[int]:
    """Let a seat put a character on one of these locations, or leave it where it may; gives its location."""
    options: list[Option] = [("bring", character, IDS[i]) for i in places]
    choice = yield Decision(by, "character-place", [*options, DONE] if may_stay else options)
    if choice != DONE:
        put_character(s, CHARACTER[character], LOC[choice[2]])
    return s.characters[CHARACTER[character]]
