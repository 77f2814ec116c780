"""The plan of a tournament: what is played, who may enter, how rounds go on, and its stages, each in one format."""

import datetime
import itertools
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

import msgspec

from services.competition.bounds import MOST_ENTRANTS, name_fault, number_faults, text_fault
from services.competition.plan_faults import in_words
from services.competition.tiebreaks import TieBreak

DEFAULT_HARD_MINUTES = 24 * 60.0
"""How long a round of people without clocks lasts at most, where its host names no time."""

TableKind: TypeAlias = Literal["pair", "match"]
"""A pair (both sides of one deal, two points) or one match (one point, sides balanced over the rounds)."""
Timing: TypeAlias = Literal["barometer", "window"]
"""Everybody at one deal at a time, or all deals open until the round ends."""


class BadPlan(ValueError):
    """A plan that cannot be carried out; says why."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Part of a plan: what it does not know it refuses."""


class Setting(Part, frozen=True, kw_only=True):
    """What is played at every table."""

    game: str
    scenario: str = ""
    seats: int | None = None
    options: dict[str, Any] = {}


class Clock(Part, frozen=True, kw_only=True):
    """Time allowed to each seat of a match, as the engine takes it; 0 for none."""

    bank_seconds: float = 0.0
    increment_seconds: float = 0.0
    absence_seconds: float = 0.0


class Registration(Part, frozen=True, kw_only=True):
    """Who may enter."""

    invited: tuple[str, ...] = ()
    """Only these, where any are named."""
    password: str = ""
    """What entrants must know; kept as a digest only."""
    least_rating: float | None = None
    most_rating: float | None = None
    most: int = MOST_ENTRANTS
    team_size: int = 1
    """How many people an entrant is."""
    check_in_minutes: float = 0.0
    """How long before the start entrants are to check in; with 0 to enter is to check in."""
    people: bool = True
    bots: Literal["none", "ours", "any"] = "none"
    """Which bots may enter: none, those of this server at a version, or those of people as well."""


class Pace(Part, frozen=True, kw_only=True):
    """How rounds go on, and what happens to those who do not come."""

    advance: Literal["results", "timer", "hand"] = "results"
    """A round ends when all results are in, when its time is over, or when the host says so."""
    pause_seconds: float = 0.0
    """Time between two rounds."""
    soft_minutes: float | None = None
    """After this the players of open tables are reminded."""
    hard_minutes: float | None = None
    """After this open tables are ended: who made no choice although it was theirs loses, and otherwise what was not
    played is shared. Where people play without clocks and none is named, a day."""
    first_choice_minutes: float | None = None
    """Who has made no choice by then is a no-show."""
    no_show: Literal["forfeit", "bot"] = "forfeit"
    """The table is lost, or a bot sits in."""
    no_shows: int = 2
    """After so many, an entrant is withdrawn."""
    legs: Literal["in-turn", "together"] = "in-turn"
    """Tables with people play the matches of a deal one after the other, or both at once: then who sits there sees both
    hands of it."""
    notice_minutes: float = 0.0
    """How long pairings are known before their round begins."""


class Swiss(Part, tag="swiss", tag_field="format", frozen=True, kw_only=True):
    """Everybody plays every round, against somebody with as many points."""

    rounds: int | None = None
    """As many as the field needs, where none is given."""
    table: TableKind = "pair"
    accelerated: bool = False
    take: int | None = None
    """How many go on to the next stage."""


class RoundRobin(Part, tag="round-robin", tag_field="format", frozen=True, kw_only=True):
    """Everybody meets everybody, in one group or several."""

    double: bool = False
    groups: int = 1
    table: TableKind = "pair"
    take: int | None = None
    """How many of each group go on to the next stage."""


class Elimination(Part, tag="elimination", tag_field="format", frozen=True, kw_only=True):
    """Who loses is out; in a double one, who loses twice."""

    double: bool = False
    best_of: int = 1
    """How many pairs, or matches, decide a table."""
    third_place: bool = False
    table: TableKind = "pair"
    take: int | None = None


class Arena(Part, tag="arena", tag_field="format", frozen=True, kw_only=True):
    """For a time; who is free is paired at once."""

    minutes: float = 60.0
    table: TableKind = "match"
    take: int | None = None


class Pods(Part, tag="pods", tag_field="format", frozen=True, kw_only=True):
    """Tables of three and four."""

    rounds: int = 3
    sizes: tuple[int, ...] = (4, 3)
    points: tuple[float, ...] = (4.0, 2.0, 1.0, 0.0)
    """By place, where `by` says so."""
    by: Literal["place", "side"] = "place"
    """Points by the place that the score gives, or one for everybody on the side that wins."""
    take: int | None = None


class Duplicate(Part, tag="duplicate", tag_field="format", frozen=True, kw_only=True):
    """Everybody plays the same deals: match points against all who held the same side."""

    deals: int = 8
    against: Literal["field", "bot"] = "field"
    bot: str = ""
    """Who everybody plays against, where it is not the field."""
    timing: Timing = "barometer"
    take: int | None = None


class ScoreContest(Part, tag="score", tag_field="format", frozen=True, kw_only=True):
    """Everybody plays the same deals with their own team, and is ranked by the score."""

    deals: int = 3
    timing: Timing = "window"
    take: int | None = None


Stage: TypeAlias = Swiss | RoundRobin | Elimination | Arena | Pods | Duplicate | ScoreContest


class Plan(Part, frozen=True, kw_only=True):
    """A tournament as its host wants it."""

    name: str
    setting: Setting
    stages: tuple[Stage, ...]
    name_pl: str = ""
    about: str = ""
    about_pl: str = ""
    prizes: str = ""
    prizes_pl: str = ""
    starts: datetime.datetime | None = None
    """When it starts by itself; without, its host starts it."""
    rated: bool = False
    clock: Clock = Clock()
    registration: Registration = Registration()
    pace: Pace = Pace()
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.buchholz_cut_1, TieBreak.buchholz, TieBreak.sonneborn_berger)

    @property
    def hard_minutes(self) -> float | None:
        """After how long open tables of a round are ended; without clocks people have a day, where the host names no
        other time, so that one who has left holds up nobody for longer."""
        if self.pace.hard_minutes is not None or self.clock.bank_seconds or not self.registration.people:
            return self.pace.hard_minutes
        return DEFAULT_HARD_MINUTES

    @property
    def starts_at(self) -> float | None:
        """When it starts, in seconds since 1970."""
        return None if self.starts is None else self.starts.timestamp()


def parse_toml(text: str) -> Plan:
    """A plan from TOML; BadPlan says what is wrong with it."""
    try:
        return parse(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadPlan(f"this is not TOML: {error}") from None


def parse(data: dict[str, Any]) -> Plan:
    """A plan from plain data, checked; BadPlan says what is wrong with it."""
    try:
        plan = msgspec.convert(data, Plan)
    except msgspec.ValidationError as error:
        raise BadPlan(in_words(error, Plan, data)) from None
    check(plan)
    return plan


def check(plan: Plan) -> None:
    """Raise BadPlan unless the parts of a plan go together."""
    _require(bool(plan.name.strip()), "a tournament needs a name")
    _require(bool(plan.stages), "a tournament needs a stage: [[stages]] with a format")
    _require(plan.starts is None or plan.starts.tzinfo is not None, "starts needs a time zone, such as 18:00:00Z")
    rules, pace = plan.registration, plan.pace
    for part in (plan.setting, plan.clock, rules, pace):
        _refuse(number_faults(part))
    _refuse(_text_faults(plan))
    _require(rules.people or rules.bots != "none", "either people or bots must be allowed to enter")
    _require(
        rules.least_rating is None or rules.most_rating is None or rules.least_rating <= rules.most_rating,
        "least_rating must not be above most_rating",
    )
    _require(
        pace.soft_minutes is None or pace.hard_minutes is None or pace.soft_minutes < pace.hard_minutes,
        "soft_minutes must be below hard_minutes: players are reminded before their tables are ended",
    )
    _require(pace.advance != "timer" or pace.hard_minutes is not None, "advance by timer needs hard_minutes")
    _require(len(set(plan.tie_breaks)) == len(plan.tie_breaks), "a tie-break is named twice")
    for number, stage in enumerate(plan.stages, start=1):
        _refuse(number_faults(stage, f" of stage {number}"))
        _check_stage(stage, f"stage {number}")
        is_last = number == len(plan.stages)
        _require(is_last or stage.take is not None, f"stage {number} must say with take how many go on to the next")
        _require(not is_last or stage.take is None, f"stage {number} is the last: nobody goes on, so it has no take")
    for number, (stage, following) in enumerate(itertools.pairwise(plan.stages), start=1):
        least = least_entrants(following)
        _require(_going_on(stage) >= least, f"take of stage {number} must let {least} go on: the next stage needs them")


def least_entrants(stage: Stage, seats: Iterable[int] = ()) -> int:
    """How many a stage needs so that somebody plays: two, or a whole pod; `seats` are the numbers of seats at which the
    setting can be played, where they are known."""
    if not isinstance(stage, Pods):
        return 2
    return min(set(stage.sizes).intersection(seats) or stage.sizes)


def _going_on(stage: Stage) -> int:
    """How many go on from a stage at most."""
    assert stage.take is not None, "it is not the last"
    return stage.take * (stage.groups if isinstance(stage, RoundRobin) else 1)


def _check_stage(stage: Stage, name: str) -> None:
    match stage:
        case Elimination():
            _require(stage.best_of % 2 == 1, f"best_of of {name} must be odd")
            _require(not (stage.double and stage.third_place), f"{name}: a double elimination has no third_place match")
        case Arena(minutes=minutes):
            _require(minutes > 0, f"minutes of {name} must be above 0")
        case Pods():
            _require(set(stage.sizes) in ({3}, {4}, {3, 4}), f"sizes of {name} must be of 3 and 4")
            _require(len(stage.points) >= max(stage.sizes), f"points of {name} must name every place")
            _require(list(stage.points) == sorted(stage.points, reverse=True), f"points of {name} must not rise")
        case Duplicate(against="bot", bot=bot):
            _require(bool(bot), f"{name} needs a bot to play against")


def _text_faults(plan: Plan) -> Iterator[str]:
    names = {"name": plan.name, "name_pl": plan.name_pl}
    texts = {field: getattr(plan, field) for field in ("about", "about_pl", "prizes", "prizes_pl")}
    yield from filter(None, (name_fault(field, text) for field, text in names.items()))
    yield from filter(None, (name_fault("a name that is invited", one) for one in plan.registration.invited))
    yield from filter(None, (text_fault(field, text) for field, text in texts.items()))


def _refuse(faults: Iterator[str]) -> None:
    for fault in faults:
        raise BadPlan(fault)


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise BadPlan(message)
