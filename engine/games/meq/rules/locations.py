"""What a location means to a hero: enemies there, peril, rest (p. 20, p. 23)."""

from engine.games.meq.cards.registry import MINION_ABILITIES, PLOT_EFFECTS
from engine.games.meq.components.schema import WISDOM
from engine.games.meq.layout import LOCATIONS, WITHIN_1
from engine.games.meq.rules.heroes import trait
from engine.games.meq.rules.minions import minions_near
from engine.games.meq.rules.plots import plots_at
from engine.games.meq.state import AWAY, GameState

PERILOUS = frozenset(i for i, place in enumerate(LOCATIONS) if place.perilous)
"""The locations that are printed as perilous."""
OPEN_WITHIN_1 = tuple(tuple(i for i in near if not LOCATIONS[i].haven) for near in WITHIN_1)
"""Each location with its neighbours, without havens."""


def has_enemies(s: GameState, place: int) -> bool:
    """Whether a monster token or minion is on the location."""
    return place in s.token_places or place in s.minions


def is_perilous(s: GameState, h: int, place: int) -> bool:
    """Whether the location is perilous to the hero (p. 23): printed, by influence above wisdom, or by a card."""
    return place in PERILOUS or s.influence[place] > trait(s.heroes[h], WISDOM) or place in imperilled(s)


def perilous_places(s: GameState, h: int) -> list[int]:
    """Every location that is perilous to the hero."""
    wisdom = trait(s.heroes[h], WISDOM)
    dark = [i for i, amount in enumerate(s.influence) if amount > wisdom]
    return sorted({*PERILOUS, *dark, *imperilled(s)})


def imperilled(s: GameState) -> set[int]:
    """The locations that a plot, a minion or a card of this turn makes perilous to everybody (p. 23)."""
    places = {at for card, at in zip(s.plots, s.plot_places, strict=True) if PLOT_EFFECTS[card].perilous}
    for minion, at in enumerate(s.minions):
        if at >= 0 and MINION_ABILITIES[minion].perilous:
            places.update(OPEN_WITHIN_1[at])
    if s.turn.perilous != AWAY:
        places.add(s.turn.perilous)
    return places


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
