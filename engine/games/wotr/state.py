"""The state of a match: plain data, cards by number."""

import msgspec

from engine.core.state import State


class Player(msgspec.Struct, array_like=True):
    """One player's own area. The top of the deck is the last card of its list."""

    deck: list[int]
    hand: list[int] = []
    cycle_pile: list[int] = []
    eliminated_pile: list[int] = []
    reserve: list[int] = []
    """Characters and armies; items are with their wielders."""
    drawn_apart: list[int] = []
    """Cards drawn by a text that plays some of them and cycles the rest."""
    ring: bool = False
    """Whether the Ring token can still be used."""
    sees_top: bool = False
    """Whether this player knows the top card of the deck."""


class Site(msgspec.Struct, array_like=True):
    """An active location: the cards there and the combat tokens on it."""

    cards: list[int] = []
    attack: int = 0
    defence: int = 0
    own_defence_ignored: bool = False
    """Reactivated from the other side's scoring area: its own defence icons do not count (p. 16)."""
    card_tokens: dict[int, int] = {}
    """Combat tokens on single cards."""


class GameState(State, kw_only=True):
    """A match of War of the Ring: The Card Game."""

    variant: str
    """Which rules of which scenario apply: a key of `scenarios.VARIANTS`."""
    promos: bool = False
    players: list[Player]
    round: int = 0
    first: int = 0
    """Where the first player token stands in the turn order."""
    turn: int = 0
    """Whose turn it is, as a place in the turn order."""
    passes: list[int] = []
    """The seats that have passed in a row."""

    battlegrounds: list[int] = []
    """The active battlegrounds in the order of activation."""
    path: list[int] = []
    """The active path, if any."""
    path_number: int = 0
    """The number of the last path that was activated."""
    sites: dict[int, Site] = {}
    """What stands at each active location."""
    items: dict[int, list[int]] = {}
    """The items of each wielder in play."""

    battleground_decks: dict[str, list[int]]
    path_deck: list[int]
    """The paths that have not been activated; each is drawn at random when it comes."""
    scoring_areas: dict[str, list[int]]
    """The locations that each side has scored."""
    aside: list[int] = []
    """Resolved paths that neither side scores, and cards that the scenario does not use."""
    corruption: int = 0

    new_in_reserve: list[int] = []
    """Cards played to a reserve this round; they do not move."""
    played_this_round: list[int] = []
    """Characters and items played this round; none is played twice."""
    unplayable_this_round: list[int] = []
    """Items that a bot could not play this round and drew cards for."""
    used_this_round: list[int] = []
    """Cards whose once-a-round text has been used."""
    events_this_round: list[str] = []
    """Events whose text lasts until the round ends, by id."""
    known_to_all: list[int] = []
    """Cards lying face down or in a hand that everybody has seen go there."""
