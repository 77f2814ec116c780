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


class Entered(Event, tag="entered", frozen=True, kw_only=True):
    """Somebody entered."""

    entrant: int
    name: str
    kind: Kind = "person"
    rating: float | None = None
    bot: str = ""
    """The bot of ours that plays, at its version."""
    members: tuple[str, ...] = ()


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
    """It is known who meets whom; deals are committed to."""

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


class Arrived(Event, tag="arrived", frozen=True, kw_only=True):
    """An entrant made the first choice at a table."""

    stage: int
    round: int
    table: int
    entrant: int


class BotSatIn(Event, tag="bot-sat-in", frozen=True, kw_only=True):
    """A bot plays for somebody who did not come."""

    stage: int
    round: int
    table: int
    entrant: int


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
    """It goes on."""


class Cancelled(Event, tag="cancelled", frozen=True, kw_only=True):
    """There will be no winner."""

    secret: bytes = b""


class Finished(Event, tag="finished", frozen=True, kw_only=True):
    """It is over; the secret is revealed."""

    standings: tuple[Standing, ...]
    secret: bytes = b""


AnyEvent: TypeAlias = (
    Created
    | Updated
    | Entered
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
    | Arrived
    | BotSatIn
    | LegEnded
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
