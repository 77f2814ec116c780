"""What a location means to a hero: enemies there, peril, rest (p. 20, p. 23)."""

from engine.games.meq.components.schema import WISDOM
from engine.games.meq.layout import LOCATIONS
from engine.games.meq.rules.heroes import trait
from engine.games.meq.rules.minions import minions_near
from engine.games.meq.rules.plots import plots_at
from engine.games.meq.state import GameState


def has_enemies(s: GameState, place: int) -> bool:
    """Whether a monster token or minion is on the location."""
    return place in s.token_places or place in s.minions


def is_perilous(s: GameState, h: int, place: int) -> bool:
    """Whether the location is perilous to the hero (p. 23): printed, by influence above wisdom, or by a card."""
    location = LOCATIONS[place]
    if location.perilous or s.turn.perilous == place or s.influence[place] > trait(s.heroes[h], WISDOM):
        return True
    if any(plot.perilous for plot in plots_at(s, place)):
        return True
    return not location.haven and any(minion.perilous for minion in minions_near(s, place))


def is_closed(s: GameState, place: int) -> bool:
    """Whether a plot keeps heroes from rest and encounters here."""
    return any(plot.closed for plot in plots_at(s, place))


def may_rest(s: GameState, h: int) -> bool:
    """No rest beside enemies, in a stronghold, or where a minion or plot forbids it (p. 20)."""
    place = s.heroes[h].place
    location = LOCATIONS[place]
    return not (
        has_enemies(s, place)
        or location.stronghold
        or is_closed(s, place)
        or (not location.haven and any(minion.forbids_rest for minion in minions_near(s, place)))
    )
