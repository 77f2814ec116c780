"""The encounter set Journey Down the Anduin (cards 111-114)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.registry import Cue, flags, forced, revealed, shadow
from engine.games.lotr.rules.attacks import current, deal_shadow, undefended
from engine.games.lotr.rules.in_play import players_left
from engine.games.lotr.rules.progress import remove_progress
from engine.games.lotr.rules.revealing import reveal
from engine.games.lotr.state import GameState


@forced("misty-mountain-goblins", "attacked")
def misty_mountain_goblins(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """Progress is lost."""
    remove_progress(s, 1)
    yield from ()


@shadow("misty-mountain-goblins")
def misty_mountain_goblins_shadow(s: GameState, card: int) -> Flow[None]:
    """Progress is lost."""
    remove_progress(s, 3 if undefended(s) else 1)
    yield from ()


@revealed("massing-at-night")
def massing_at_night(s: GameState, card: int) -> Flow[None]:
    """One more card for each player."""
    for _ in range(players_left(s)):
        yield from reveal(s)


@shadow("massing-at-night")
def massing_at_night_shadow(s: GameState, card: int) -> Flow[None]:
    """One more shadow card for each player."""
    for _ in range(players_left(s)):
        yield from deal_shadow(s, current(s).enemy)


flags("banks-of-the-anduin", "returns to deck", effect="forced")
flags("gladden-fields", "raises threat", effect="forced")
