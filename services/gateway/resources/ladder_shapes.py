"""What is told of ladders of bots: settings, entrants, standings, meetings, pairs and tests."""

from typing import Any, Literal, TypeAlias

import msgspec

EntrantState: TypeAlias = Literal["unspecified", "playing", "withdrawn", "outdated", "away"]
LadderState: TypeAlias = Literal["unspecified", "running", "paused", "finished"]


class LadderSetting(msgspec.Struct):
    """What all matches of a ladder have in common, and how they are chosen."""

    game: str
    """The id of the game."""
    scenario: str
    """The id of the scenario."""
    seats: int
    """The number of seats."""
    options: dict[str, Any]
    """The options of the game, by name."""
    limit_ms: int
    """The time for each decision; who takes longer forfeits the match. 0: a minute."""
    no_records: bool
    """Whether records are not kept in the archive."""
    gauntlet_pairs: int
    """Pairs that a new entrant plays against opponents spread over the scale."""
    most_pairs: int
    """The ladder ends after so many pairs; 0: never."""
    target_error: float
    """No pairs are played while two standard errors of every rating are at most so many Elo; 0: always."""


class LadderEntrant(msgspec.Struct):
    """A bot at a version."""

    entrant: int
    """Its number in the ladder, from 0."""
    bot: str
    """Name and parameters; of an outside bot, the name of its account."""
    fingerprint: str
    """Name, parameters and a hash of the code and data that it chooses by; of an outside bot, name and version."""
    anchor_elo: float | None
    """Of an anchor: its rating, which the fit leaves as it is."""
    state: EntrantState
    """`outdated`: the server has another version; `away`: an outside bot that was not there."""
    entered_ms: int
    """When it entered."""
    outside: bool
    """Whether it runs elsewhere."""


class Ladder(msgspec.Struct):
    """A ladder of bots."""

    ladder_id: str
    """Its id."""
    name: str
    """Its name, which is as good as the id."""
    setting: LadderSetting
    """What its matches have in common."""
    rules_version: int
    """The version of the rules."""
    state: LadderState
    """`finished`: all pairs that were wanted are played."""
    pairs: int
    """Pairs that count."""
    void_pairs: int
    """Pairs that could not be played, and no bot was to blame."""
    created_ms: int
    """When it was made."""
    sides: list[str]
    """The two sides in seat order; one where everybody plays together."""
    entrants: list[LadderEntrant]
    """Its entrants; in a list of ladders, none."""


class LadderList(msgspec.Struct):
    """Ladders, the newest first."""

    ladders: list[Ladder]
    """Without their entrants."""


class SideStanding(msgspec.Struct):
    """How an entrant did on one side."""

    side: str
    """The side."""
    elo: float
    """The rating that its results on this side speak for, the side's own advantage set aside."""
    elo_error: float
    """Two standard errors."""
    matches: int
    """How many matches."""
    score: float
    """The share of the points."""


class LadderStanding(msgspec.Struct):
    """How an entrant stands."""

    place: int
    """From 1."""
    entrant: int
    """Its number."""
    bot: str
    """Its name and parameters."""
    fingerprint: str
    """Its version."""
    state: EntrantState
    """Whether it plays."""
    anchor: bool
    """Whether its rating is fixed."""
    elo: float
    """Its rating."""
    elo_error: float
    """Two standard errors."""
    los: float
    """The likelihood that it is stronger than the next; of the last, a half."""
    pairs: int
    """How many it has played."""
    score: float
    """The share of the points."""
    sides: list[SideStanding]
    """None where everybody plays together."""
    crashes: int
    """Matches forfeited because it failed."""
    overruns: int
    """Because it took too long."""
    illegals: int
    """Because it chose what it may not."""
    division: int
    """From 1, the best: whom it meets after its gauntlet."""
    p50_ms: float
    """Milliseconds within which half of its decisions were made."""
    p99_ms: float
    """Milliseconds within which 99 of a hundred decisions were made."""


class LadderStandings(msgspec.Struct):
    """The ratings of all entrants."""

    ladder_id: str
    """The ladder."""
    pairs: int
    """Pairs that they are computed from."""
    taken_ms: int
    """When they were computed."""
    first_side_elo: float
    """What the first side is worth against an equal entrant."""
    first_side_error: float
    """Two standard errors of that."""
    standings: list[LadderStanding]
    """The best first."""


class StandingsHistory(msgspec.Struct):
    """Earlier standings."""

    standings: list[LadderStandings]
    """The oldest first: one for each tenth that the ladder grew by."""


class LadderUpdate(msgspec.Struct):
    """A ladder as it goes on."""

    ladder: Ladder
    """The ladder."""
    standings: LadderStandings
    """The ratings as of now."""


class Meeting(msgspec.Struct):
    """The pairs of two entrants, as the first of them sees them."""

    first: int
    """The number of one."""
    second: int
    """The number of the other."""
    pairs: int
    """How many they have played."""
    pentanomial: list[int]
    """How many pairs gave 0, ½, 1, 1½ and 2 points."""
    score: float
    """The share of the points."""
    los: float
    """The likelihood that the first is the stronger one."""


class CrossTable(msgspec.Struct):
    """What each two entrants did against each other."""

    entrants: list[LadderEntrant]
    """By number."""
    meetings: list[Meeting]
    """All that there were."""


class LadderMatch(msgspec.Struct):
    """One match of a pair."""

    points: float
    """Of the entrant who stands first in the pair."""
    reason: str
    """How it ended."""
    forfeited_by: int | None
    """The entrant who forfeited it; null: nobody."""
    fault: str
    """By what: crash, overrun or illegal."""
    message: str
    """What the fault was."""
    decisions: int
    """How many choices were made."""
    seconds: float
    """How long it took."""
    match_id: str
    """Its record in the archive; empty where none is kept."""


class LadderPair(msgspec.Struct):
    """Two matches of one deal with sides exchanged."""

    number: int
    """Its number in the ladder."""
    first: int
    """The entrant who holds the first side in the first match."""
    second: int
    """The other."""
    counts: bool
    """Whether it is played and counts."""
    matches: list[LadderMatch]
    """None while it is being played."""
    finished_ms: int
    """When it was over."""
    error: str
    """Why it could not be played."""


class LadderPairs(msgspec.Struct):
    """Pairs, the newest first."""

    pairs: list[LadderPair]
    """The pairs of this page."""
    next_page_token: str
    """Leads to the next page; empty on the last."""


class LadderTest(msgspec.Struct):
    """A sequential test of one bot against another."""

    test_id: str
    """Its id."""
    ladder_id: str
    """The ladder whose setting is used."""
    first: str
    """A bot."""
    second: str
    """The one that it is tested against."""
    elo0: float
    """The difference that speaks against the first."""
    elo1: float
    """The difference that speaks for it."""
    alpha: float
    """How often it may be accepted wrongly."""
    beta: float
    """How often it may be rejected wrongly."""
    logistic: bool
    """Whether Elo is logistic, not normalised."""
    most_pairs: int
    """The test ends undecided after so many pairs."""
    state: LadderState
    """Whether it goes on."""
    verdict: Literal["unspecified", "undecided", "accepted", "rejected"]
    """`accepted`: the first is stronger by elo1 rather than by elo0."""
    llr: float
    """The logarithm of the likelihood ratio."""
    lower: float
    """The bound at which it rejects."""
    upper: float
    """The bound at which it accepts."""
    pairs: int
    """Pairs that the test has counted."""
    pentanomial: list[int]
    """How many gave 0, ½, 1, 1½ and 2 points."""
    void_pairs: int
    """Pairs that could not be played."""
