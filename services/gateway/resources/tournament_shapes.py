"""What is told of tournaments: where they stand, who has entered, tables, standings, and all that happened."""

from typing import Any, Literal, TypeAlias

import msgspec

from services.gateway.resources.tournament_plans import TournamentPlan

TournamentState: TypeAlias = Literal["unspecified", "open", "running", "paused", "finished", "cancelled"]


class Tournament(msgspec.Struct):
    """A tournament, and where it stands."""

    tournament_id: str
    """Its id."""
    plan: TournamentPlan
    """What its host wants; without the password."""
    host: str
    """Who has created it."""
    state: TournamentState
    """`open`: entrants may enter."""
    created_ms: int
    """When it was made."""
    entrants: int
    """How many have entered."""
    events: int
    """How many events there are; the number of the last."""
    has_password: bool
    """Whether entrants need a password."""
    commitment: str
    """SHA-256, hexadecimal, of the secret from which, with what entrants contribute, every deal is drawn."""
    secret: str
    """The secret of the commitment, hexadecimal, once the tournament is over; empty before."""
    stage: int
    """The stage that is being played, or was last, from 1; 0 before the start."""
    round: int
    """The round of it, from 1; 0 before its first."""
    rounds: int
    """How many rounds the stage will have; 0 where that depends on the results."""
    open_tables: int
    """Tables of the round that have no result yet."""


class Tournaments(msgspec.Struct):
    """Tournaments, the newest first."""

    tournaments: list[Tournament]
    """The tournaments of this page, without stage, round and open tables."""
    next_page_token: str
    """Leads to the next page; empty on the last."""


class TournamentEntrant(msgspec.Struct):
    """Who competes."""

    entrant: int
    """From 0, in the order of entering."""
    name: str
    """The name of the player, the bot or the team."""
    kind: Literal["unspecified", "person", "bot", "team"]
    """`bot`: one of this server, or that of a person."""
    bot: str
    """Of a bot of this server: its name and parameters."""
    version: str
    """Of a bot of this server: name and parameters with a hash of the code and data that it chooses by."""
    rating: float | None
    """What it is seeded by; null: nothing is known."""
    members: list[str]
    """Of a team."""
    checked_in: bool
    """Whether it is here."""
    withdrawn: bool
    """Whether it plays no more."""
    banned: bool
    """Whether it may not come back."""
    no_shows: int
    """How often it has not come."""


class TournamentEntrants(msgspec.Struct):
    """The entrants of a tournament."""

    entrants: list[TournamentEntrant]
    """In the order of entering."""
    next_page_token: str
    """Leads to the next page; empty on the last."""


class TableMatch(msgspec.Struct):
    """One match of a table."""

    match_id: str
    """Its id."""
    counts: bool
    """Whether it is over and counts; its record is in the archive."""
    refused: bool
    """Whether it is over and gives no result; the host decides."""
    points: list[float]
    """In the order of the table's places; none while it is being played."""
    scores: list[float]
    """Raw scores, where the format counts them."""


class TablePlace(msgspec.Struct):
    """A place at a table."""

    entrant: str
    """The name of who has it."""
    points: float
    """The points of the table."""
    score: float
    """Its score, where the format counts it."""
    outing: Literal["unspecified", "played", "won-by-forfeit", "lost-by-forfeit"]
    """How the entrant came to the points; `unspecified` while the table has no result."""
    arrived: bool
    """Whether the entrant has made a choice."""
    bot_sits_in: bool
    """Whether a bot sits in."""


class TournamentTable(msgspec.Struct):
    """One pairing of a round."""

    number: int
    """Its number in the round."""
    places: list[TablePlace]
    """In the order of sides or seats."""
    open: bool
    """Whether there is no result yet."""
    matches: list[TableMatch]
    """What is played at it."""
    deals: list[int]
    """The numbers of its deals."""
    adjudicated: bool
    """Whether its result was set, by the host or because its time was over."""


class TournamentDeal(msgspec.Struct):
    """A deal that is played in a round."""

    number: int
    """Its number."""
    commitment: str
    """SHA-256 of its seed, hexadecimal."""
    seed: str
    """Its seed, hexadecimal, once the round is over; empty before."""
    contributions: int
    """How many contributions went into it."""


class Pairings(msgspec.Struct):
    """Who meets whom in a round, and what came of it."""

    stage: int
    """The stage, from 1."""
    round: int
    """The round of it, from 1."""
    paired_ms: int
    """When it was paired."""
    began_ms: int
    """When its tables were opened; 0: not yet."""
    ended_ms: int
    """When it ended; 0: not yet."""
    byes: list[str]
    """Who has no opponent."""
    tables: list[TournamentTable]
    """The tables of this page."""
    deals: list[TournamentDeal]
    """The deals of these tables."""
    next_page_token: str
    """Leads to the next page; empty on the last."""


class TournamentStanding(msgspec.Struct):
    """How an entrant stands."""

    rank: int
    """Who is tied in everything shares it."""
    entrant: str
    """The name of the entrant."""
    points: float
    """All points."""
    tie_breaks: list[float]
    """In the order of the standings' `tie_breaks`."""


class TournamentStandings(msgspec.Struct):
    """Standings as they were computed when a round ended."""

    stage: int
    """The stage, from 1."""
    round: int
    """The round after which they stood so; 0: before the first, by seeds."""
    final: bool
    """Whether these are the final ones."""
    standings: list[TournamentStanding]
    """The best first."""
    tie_breaks: list[str]
    """What the values of each standing are: the tie-breaks of the plan; in an arena `wins`, and in a duplicate and a
    score contest `score`. None in final standings of stages that break ties otherwise: those of each tell them."""
    next_page_token: str
    """Leads to the next page; empty on the last."""
    under_way: bool
    """Whether the round goes on: an arena is one round, and these are its standings at this moment."""


class TableAssignment(msgspec.Struct):
    """A match that waits for the caller."""

    tournament_id: str
    """The tournament."""
    stage: int
    """The stage, from 1."""
    round: int
    """The round of it."""
    table: int
    """The table of that."""
    match_id: str
    """The match."""
    engine_address: str
    """Where it is played over gRPC."""
    seat: int
    """The caller's seat."""
    token: str
    """The seat token."""
    opponents: list[str]
    """The others at the table."""
    first_choice_by_ms: int
    """When who has made no choice is a no-show; 0: never."""
    ends_ms: int
    """When the round is over; 0: when all results are in."""


class TableAssignments(msgspec.Struct):
    """The matches that wait for the caller."""

    tables: list[TableAssignment]
    """Each with the token of its seat."""


class TournamentEvent(msgspec.Struct):
    """Something that happened."""

    number: int
    """From 1."""
    at_ms: int
    """When it happened."""
    actor: str
    """A player, an operator, or `director` where the rules of the tournament say what happens."""
    kind: str
    """What it was."""
    data: dict[str, Any]
    """What belongs to it; without the tables and standings that have answers of their own."""
    why: str
    """The reason that was given."""
    text: str
    """In words, where a language was asked for."""


class TournamentEvents(msgspec.Struct):
    """What happened, the oldest first."""

    events: list[TournamentEvent]
    """The events of this page."""
    more: bool
    """Whether there are more: ask after the number of the last."""
