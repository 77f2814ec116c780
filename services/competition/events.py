"""What happens to a tournament: each event with its number, when, by whom and why. All of them are its audit."""

from typing import Literal, TypeAlias

import msgspec

from services.competition.plan import Plan
from services.competition.standings import Standing

Kind: TypeAlias = Literal["person", "bot", "team"]


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", omit_defaults=True):
    """Something that happened."""


class Created(Event, tag="created", frozen=True, kw_only=True):
    """The tournament was made, and its secret committed to."""

    plan: Plan
    commitment: str
    roles: dict[int, tuple[str, ...]] = {}
    """By number of seats at which the setting can be played: the role of each seat."""
    sides: int = 2


class Updated(Event, tag="updated", frozen=True, kw_only=True):
    """The plan was changed, before the start."""

    plan: Plan
    roles: dict[int, tuple[str, ...]] = {}
    sides: int = 2


class Entered(Event, tag="entered", frozen=True, kw_only=True):
    """Somebody entered."""

    entrant: int
    name: str
    kind: Kind = "person"
    rating: float | None = None
    bot: str = ""
    """The bot of ours that plays, with its parameters."""
    version: str = ""
    """Of a bot of ours: name, parameters and a hash of what it chooses by."""
    members: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    """Members of a team who have not agreed to play in it."""


class Agreed(Event, tag="agreed", frozen=True, kw_only=True):
    """A member of a team agreed to play in it."""

    entrant: int
    member: str


class CheckedIn(Event, tag="checked-in", frozen=True, kw_only=True):
    """An entrant is here, and contributes to the deals."""

    entrant: int
    contribution: bytes


class Withdrew(Event, tag="withdrew", frozen=True, kw_only=True):
    """An entrant plays no further rounds; who is banned does not come back."""

    entrant: int
    banned: bool = False


class Returned(Event, tag="returned", frozen=True, kw_only=True):
    """An entrant who had withdrawn plays on."""

    entrant: int


class Started(Event, tag="started", frozen=True, kw_only=True):
    """Play begins; who has not checked in is out."""


class StageBegan(Event, tag="stage-began", frozen=True, kw_only=True):
    """A stage begins with these, the best seed first."""

    stage: int
    seeds: tuple[int, ...]


class Table(msgspec.Struct, frozen=True, array_like=True):
    """Where entrants meet: who, in the order of sides or seats, and the first of its deals by number."""

    number: int
    entrants: tuple[int, ...]
    deal: int
    place: int = 0
    """The side that the first of the entrants holds."""
    meeting: int = -1
    """Which meeting of the bracket it is."""


class RoundPaired(Event, tag="round-paired", frozen=True, kw_only=True):
    """A round has its pairings, and its deals are committed to."""

    stage: int
    round: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    contributions: int = 0
    """How many contributions went into the deals."""
    commitments: dict[int, str] = {}
    """By deal: the SHA-256 of its seed."""


class RoundUnpaired(Event, tag="round-unpaired", frozen=True, kw_only=True):
    """The pairings of a round that has not begun are void; it is paired again."""

    stage: int
    round: int
    fixed: tuple[tuple[int, int], ...] = ()
    """Who is to meet, by the host's hand."""


class RoundBegan(Event, tag="round-began", frozen=True, kw_only=True):
    """Tables are opened."""

    stage: int
    round: int


class TableAdded(Event, tag="table-added", frozen=True, kw_only=True):
    """Two who were free meet, in an arena."""

    stage: int
    table: Table
    contributions: int = 0
    commitment: str = ""


class MatchesMade(Event, tag="matches-made", frozen=True, kw_only=True):
    """Matches of a table can be played."""

    stage: int
    round: int
    table: int
    legs: tuple[int, ...]


class Asked(Event, tag="asked", frozen=True, kw_only=True):
    """Entrants of a table were seen to have their first choice before them: their time for it runs."""

    stage: int
    round: int
    table: int
    entrants: tuple[int, ...]


class Arrived(Event, tag="arrived", frozen=True, kw_only=True):
    """An entrant made the first choice at a table."""

    stage: int
    round: int
    table: int
    entrant: int


class BotSatIn(Event, tag="bot-sat-in", frozen=True, kw_only=True):
    """A bot plays matches of a table for somebody who did not come, or has left."""

    stage: int
    round: int
    table: int
    entrant: int
    legs: tuple[int, ...] = ()
    no_show: bool = False
    forfeits: bool = False
    """Whether the entrant loses, whatever the bot comes to; it plays on for the sake of the others."""


class LegEnded(Event, tag="leg-ended", frozen=True, kw_only=True):
    """A match of a table is over, and its record is archived and verified."""

    stage: int
    round: int
    table: int
    leg: int
    points: tuple[float, ...]
    """By entrant, in the order of the table."""
    scores: tuple[float, ...] = ()
    """The raw scores, where the format counts them."""
    record: str = ""


class LegForfeited(Event, tag="leg-forfeited", frozen=True, kw_only=True):
    """An entrant lost a match without playing it out: by the clock, by being gone, by a choice that was not offered."""

    stage: int
    round: int
    table: int
    leg: int
    entrant: int
    cause: str


class LegRefused(Event, tag="leg-refused", frozen=True, kw_only=True):
    """A match of a table gives no result: its record does not stand, or it could not be played. The host decides."""

    stage: int
    round: int
    table: int
    leg: int
    record: str = ""


class MatchesEnded(Event, tag="matches-ended", frozen=True, kw_only=True):
    """Matches of a table that has its result were ended; they count for nothing."""

    stage: int
    round: int
    table: int
    legs: tuple[int, ...]


class Forfeited(Event, tag="forfeited", frozen=True, kw_only=True):
    """Entrants lose a table without playing it out."""

    stage: int
    round: int
    table: int
    entrants: tuple[int, ...]
    no_show: bool = False


class Adjudicated(Event, tag="adjudicated", frozen=True, kw_only=True):
    """The result of a table was set, whatever was played."""

    stage: int
    round: int
    table: int
    points: tuple[float, ...]
    scores: tuple[float, ...] = ()
    forfeited: tuple[int, ...] = ()
    """Entrants of a pod whose time is over who lose it, for they did not come or have left."""


class Reminded(Event, tag="reminded", frozen=True, kw_only=True):
    """The soft deadline of a round has passed."""

    stage: int
    round: int


class RoundEnded(Event, tag="round-ended", frozen=True, kw_only=True):
    """All results of a round are in."""

    stage: int
    round: int


class Ranked(Event, tag="ranked", frozen=True, kw_only=True):
    """The standings after a round, computed once."""

    stage: int
    round: int
    standings: tuple[Standing, ...]


class StageEnded(Event, tag="stage-ended", frozen=True, kw_only=True):
    """A stage is over; these are its final standings."""

    stage: int
    standings: tuple[Standing, ...]


class Paused(Event, tag="paused", frozen=True, kw_only=True):
    """Nothing new begins."""


class Resumed(Event, tag="resumed", frozen=True, kw_only=True):
    """The tournament goes on after a pause."""


class Cancelled(Event, tag="cancelled", frozen=True, kw_only=True):
    """There will be no winner."""

    secret: bytes = b""


class Finished(Event, tag="finished", frozen=True, kw_only=True):
    """The tournament is over; the secret is revealed."""

    standings: tuple[Standing, ...]
    secret: bytes = b""


AnyEvent: TypeAlias = (
    Created
    | Updated
    | Entered
    | Agreed
    | CheckedIn
    | Withdrew
    | Returned
    | Started
    | StageBegan
    | RoundPaired
    | RoundUnpaired
    | RoundBegan
    | TableAdded
    | MatchesMade
    | Asked
    | Arrived
    | BotSatIn
    | LegEnded
    | LegForfeited
    | LegRefused
    | MatchesEnded
    | Forfeited
    | Adjudicated
    | Reminded
    | RoundEnded
    | Ranked
    | StageEnded
    | Paused
    | Resumed
    | Cancelled
    | Finished
)


class Logged(msgspec.Struct, frozen=True):
    """An event in the audit: when, by whom and why."""

    number: int
    at: float
    actor: str
    event: AnyEvent
    why: str = ""


DIRECTOR = "director"
"""Who acts where the rules of the tournament say what happens."""
