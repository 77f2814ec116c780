"""How everything is named on the way out: cards and tokens by number, all else by the words that rules use inside."""

from engine.core.game import Setting
from engine.core.vocabulary import SEAT, References, seat_references
from engine.games.meq.components.box import CHARACTERS, ENEMIES, HEROES, REFERENCES
from engine.games.meq.components.schema import COMBAT_DECKS, MARKERS
from engine.games.meq.layout import COLOUR_PAIRS, IDS, TRACKS

STORY_FIELDS = ("heroes", *MARKERS[1:])
"""What the fields of observations are called that tell where the story markers stand, in the order of the markers."""
STORY_TRACKS = {marker: f"story:{field}" for marker, field in zip(MARKERS, STORY_FIELDS, strict=True)}
"""The Story Track of every marker."""
ACTION_TRACKS = {name: f"action:{name}" for name in TRACKS}
MONSTER_POOLS = {pair: f"monster-pool:{pair}" for pair in COLOUR_PAIRS}
"""The pool of monster tokens of every colour pair."""
ENCOUNTER_DECKS = {name: f"encounter-deck:{name}" for name in (*COLOUR_PAIRS, "haven")}
COMBAT_DECK_ZONES = {name: f"combat-deck:{name}" for name in COMBAT_DECKS}
SEATS = tuple(seat_references(("sauron", "hero-1", "hero-2", "hero-3")))
"""The seats by number; hero number h sits at seat h + 1."""


def references(setting: Setting) -> References:
    """By kind of argument: what each number or word inside stands for.

    A hero is named by the seat of the player, for who plays whom is chosen in the match.
    """
    return {
        SEAT: SEATS[: setting.seats],
        "hero": SEATS[1 : setting.seats],
        "figure": {id: id for id in HEROES},
        "place": {id: id for id in IDS},
        "enemy": {id: id for id in ENEMIES},
        "character": {one.id: one.id for one in CHARACTERS},
        "card": REFERENCES,
        "played": {-1: "", **dict(enumerate(REFERENCES))},
        "marker": STORY_TRACKS,
        "action": ACTION_TRACKS,
        "pool": MONSTER_POOLS,
    }
