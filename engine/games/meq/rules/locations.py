"""What a location means to a hero: enemies there, peril, rest (p. 20, p. 23)."""

from engine.games.meq.components.cards import PLOTS
from engine.games.meq.components.specs import WISDOM
from engine.games.meq.layout import LOC, LOCATIONS
from engine.games.meq.rules.heroes import trait
from engine.games.meq.rules.minions import GOTHMOG, WITCH_KING, threatened, within_1
from engine.games.meq.rules.plots import plot_active
from engine.games.meq.state import GameState

ISENGARD = LOC["isengard"]


def perilous(s: GameState, h: int, place: int) -> bool:
    """Whether the location is perilous to the hero (p. 23): printed, by influence above wisdom, or by a card."""
    location = LOCATIONS[place]
    return (
        location.perilous
        or s.influence[place] > trait(s.heroes[h], WISDOM)
        or s.turn.perilous == place
        or (place == ISENGARD and plot_active(s, "saruman_falls_to_corruption"))
        or (not location.haven and within_1(s, GOTHMOG, place))
    )


def broken_line(s: GameState, place: int) -> bool:
    """Whether A Broken Line of Kings keeps heroes from rest and encounters here."""
    return any(
        at == place and PLOTS[card].key == "a_broken_line_of_kings"
        for card, at in zip(s.plots, s.plot_places, strict=True)
    )


def may_rest(s: GameState, h: int) -> bool:
    """No rest beside enemies, in a stronghold, near the Witch-king, or where a plot forbids it (p. 20)."""
    place = s.heroes[h].place
    return not (
        threatened(s, place)
        or LOCATIONS[place].stronghold
        or broken_line(s, place)
        or (not LOCATIONS[place].haven and within_1(s, WITCH_KING, place))
    )
