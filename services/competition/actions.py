"""What a director is to do for a tournament: let an event happen, make and end matches, let bots sit in."""

from typing import NamedTuple, TypeAlias

from services.competition.events import AnyEvent

Place: TypeAlias = tuple[int, int, int]
"""Stage, round and number of a table."""


class Record(NamedTuple):
    """Let an event happen."""

    event: AnyEvent
    why: str = ""


class MakeMatches(NamedTuple):
    """Make matches of a table; when they are made, MatchesMade says so."""

    stage: int
    round: int
    table: int
    legs: tuple[int, ...]


class EndMatches(NamedTuple):
    """End matches of a table that has its result; when they are ended, MatchesEnded says so."""

    stage: int
    round: int
    table: int
    legs: tuple[int, ...]


class HandOver(NamedTuple):
    """Let a bot play matches for somebody who did not come; when it does, BotSatIn says so."""

    stage: int
    round: int
    table: int
    entrant: int
    legs: tuple[int, ...]
    why: str = ""
    no_show: bool = False
    forfeits: bool = False


Action: TypeAlias = Record | MakeMatches | HandOver
