"""Plans of tournaments: what is played, who may enter, how rounds go on, and the stages, each in one format."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from google.protobuf.json_format import ParseDict

from services.api import tournaments_pb2 as pb
from services.gateway.resources.games import options_of
from services.gateway.shapes import Index, Version

TableKind: TypeAlias = Literal["", "pair", "match"]
Timing: TypeAlias = Literal["", "barometer", "window"]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Text = Annotated[str, msgspec.Meta(max_length=20_000)]
Amount = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]


class Part(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Part of a plan: what it does not know it refuses."""


class TournamentSetting(Part):
    """What is played at every table."""

    game: Name
    """The id of the game."""
    scenario: Name = ""
    """Empty: the first."""
    seats: Index | None = None
    """Null: as many as the scenario allows, or as many as sit in a pod."""
    options: dict[str, Any] = {}
    """The options of the game, by name; those that are left out have their defaults."""


class TournamentClock(Part):
    """Time allowed to each seat of a match; 0 for none."""

    bank_seconds: Amount = 0.0
    """0: no clock."""
    increment_seconds: Amount = 0.0
    """What each choice adds to the bank."""
    absence_seconds: Amount = 0.0
    """A bot takes the seat of a person with a decision who was gone for so long; 0: as the server has it."""


class Registration(Part):
    """Who may enter."""

    invited: Annotated[list[Name], msgspec.Meta(max_length=10_000)] = []
    """Only these, where any are named."""
    password: Name | None = None
    """What entrants must know; never shown. In an update, null leaves it as it is."""
    least_rating: Amount | None = None
    """The lowest rating with which one may enter."""
    most_rating: Amount | None = None
    """The highest rating with which one may enter."""
    most: Index | None = None
    """How many may enter; null: as many as a tournament can have."""
    team_size: Index | None = None
    """How many people an entrant is; null: one."""
    check_in_minutes: Amount = 0.0
    """How long before the start entrants are to check in; with 0 to enter is to check in."""
    people: bool | None = None
    """Whether people may enter; null: yes."""
    bots: Literal["", "none", "ours", "any"] = ""
    """Which bots may enter: none, those of this server, or those of people as well. Empty: none."""


class Pace(Part):
    """How rounds go on, and what happens to those who do not come."""

    advance: Literal["", "results", "timer", "hand"] = ""
    """A round ends when all results are in, when its time is over, or when the host says so. Empty: by results."""
    pause_seconds: Amount = 0.0
    """Time between two rounds."""
    soft_minutes: Amount | None = None
    """After this the players of open tables are reminded."""
    hard_minutes: Amount | None = None
    """After this open tables are ended: who did not come loses, and otherwise it is a draw."""
    first_choice_minutes: Amount | None = None
    """Who has made no choice by then, though it was theirs, is a no-show."""
    no_show: Literal["", "forfeit", "bot"] = ""
    """The table of a no-show is lost, or a bot sits in. Empty: it is lost."""
    no_shows: Index | None = None
    """After so many, an entrant is withdrawn; null: two."""
    legs: Literal["", "in-turn", "together"] = ""
    """Tables with people play the two matches of a pair one after the other, or both at once, when who sits there sees
    both hands of the deal. Empty: one after the other."""
    notice_minutes: Amount = 0.0
    """How long pairings are known before their round begins."""


class SwissStage(Part, tag_field="format", tag="swiss"):
    """Everybody plays every round, against somebody with as many points."""

    rounds: Index | None = None
    """Null: as many as the field needs."""
    table: TableKind = ""
    """`pair`: both sides of a deal, two points; `match`: one point, sides balanced. Empty: `pair`."""
    accelerated: bool = False
    """Whether the first rounds keep the strongest apart from the weakest."""
    take: Index | None = None
    """How many go on to the next stage; null in the last."""


class RoundRobinStage(Part, tag_field="format", tag="round-robin"):
    """Everybody meets everybody, in one group or several."""

    double: bool = False
    """Whether they meet twice."""
    groups: Index | None = None
    """Null: one."""
    table: TableKind = ""
    """`pair` or `match`; empty: `pair`."""
    take: Index | None = None
    """How many of each group go on."""


class EliminationStage(Part, tag_field="format", tag="elimination"):
    """Who loses is out; in a double one, who loses twice."""

    double: bool = False
    """Whether one is out only after two losses."""
    best_of: Index | None = None
    """How many pairs, or matches, decide a table; null: one."""
    third_place: bool = False
    """Whether the third place is played for."""
    table: TableKind = ""
    """`pair` or `match`; empty: `pair`."""
    take: Index | None = None
    """How many go on to the next stage."""


class ArenaStage(Part, tag_field="format", tag="arena"):
    """For a time; who is free is paired at once."""

    minutes: Amount | None = None
    """Null: 60."""
    table: TableKind = ""
    """`pair` or `match`; empty: `match`."""
    take: Index | None = None
    """How many go on to the next stage."""


class PodsStage(Part, tag_field="format", tag="pods"):
    """Tables of three and four."""

    rounds: Index | None = None
    """Null: three."""
    sizes: Annotated[list[Index], msgspec.Meta(max_length=16)] = []
    """How many sit at a table. None: four, and three where that leaves nobody out."""
    points: Annotated[list[Amount], msgspec.Meta(max_length=16)] = []
    """By place; none: 4, 2, 1, 0."""
    by: Literal["", "place", "side"] = ""
    """Points by the place that the score gives, or one for everybody on the side that wins. Empty: by place."""
    take: Index | None = None
    """How many go on to the next stage."""


class DuplicateStage(Part, tag_field="format", tag="duplicate"):
    """Everybody plays the same deals: match points against all who held the same side."""

    deals: Index | None = None
    """Null: eight."""
    against: Literal["", "field", "bot"] = ""
    """Against the field or against a bot. Empty: the field."""
    bot: Name = ""
    """The bot that everybody plays against."""
    timing: Timing = ""
    """`barometer`: everybody at one deal at a time; `window`: all open until the round ends. Empty: `barometer`."""
    take: Index | None = None
    """How many go on to the next stage."""


class ScoreStage(Part, tag_field="format", tag="score"):
    """Everybody plays the same deals with their own team, and is ranked by the score."""

    deals: Index | None = None
    """Null: three."""
    timing: Timing = ""
    """As in a duplicate stage. Empty: `window`."""
    take: Index | None = None
    """How many go on to the next stage."""


Stage: TypeAlias = (
    SwissStage | RoundRobinStage | EliminationStage | ArenaStage | PodsStage | DuplicateStage | ScoreStage
)


class TournamentPlan(Part):
    """A tournament as its host wants it."""

    name: Name
    """Its name."""
    setting: TournamentSetting
    """What is played at every table."""
    stages: Annotated[list[Stage], msgspec.Meta(max_length=16)]
    """Its stages in their order."""
    name_pl: Name = ""
    """Its name in Polish."""
    about: Text = ""
    """What its host says about it."""
    about_pl: Text = ""
    """What its host says about it, in Polish."""
    prizes: Text = ""
    """What is to be won."""
    prizes_pl: Text = ""
    """What is to be won, in Polish."""
    starts_ms: Version | None = None
    """When it starts by itself; null: when its host says so."""
    rated: bool = False
    """Whether its matches change ratings."""
    clock: TournamentClock = msgspec.field(default_factory=TournamentClock)
    """The time that people have."""
    registration: Registration = msgspec.field(default_factory=Registration)
    """Who may enter."""
    pace: Pace = msgspec.field(default_factory=Pace)
    """How rounds go on."""
    tie_breaks: Annotated[list[Name], msgspec.Meta(max_length=16)] = []
    """In their order: direct-encounter, buchholz, buchholz-cut-1, median-buchholz, sonneborn-berger, wins, progressive,
    performance. None: buchholz-cut-1, buchholz, sonneborn-berger."""


def plan_message(plan: TournamentPlan) -> pb.TournamentPlan:
    """A plan as the tournaments service has it."""
    data: dict[str, Any] = msgspec.to_builtins(plan)
    data["setting"]["options"] = options_of(plan.setting.options)
    data["stages"] = [{stage.pop("format").replace("-", "_"): stage} for stage in data["stages"]]
    return ParseDict(data, pb.TournamentPlan())
