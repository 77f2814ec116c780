"""`tournament` on a server: hold an event, enter it, follow it."""

import enum
import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.arguments import (
    AsJson,
    BadInput,
    GameOptions,
    InLanguage,
    Language,
    ScenarioId,
    SeatCount,
    parse_options,
)
from services.cli.play import LineByLine, Windows, face_of
from services.cli.server import DEFAULT_HOME, Home
from services.cli.tournament_plans import BotRule, Format, TableKind, plan_of_flags, read_plan

if TYPE_CHECKING:
    from services.cli.tournament_session import TournamentSession

Server = Annotated[
    str, typer.Option("--server", metavar="ADDR", help="Where the tournaments service answers; else that of --home.")
]
Token = Annotated[
    str, typer.Option("--token", envvar="WESTMARCH_TOKEN", help="A player token; else that of `account login`.")
]
Authority = Annotated[
    Path | None, typer.Option("--ca", metavar="FILE", help="For a server with TLS: the authority to trust.")
]
Player = Annotated[
    str, typer.Option("--as", metavar="NAME", help="On the server of --home: the player who asks; else its operator.")
]
Id = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its id, as `list` shows it.")]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; players read it in the audit.")]
StageNumber = Annotated[int, typer.Option("--stage", metavar="N", min=0, help="The stage; the last if none.")]
RoundNumber = Annotated[int, typer.Option("--round", metavar="N", min=0, help="The round; the last if none.")]
EntrantName = Annotated[str, typer.Argument(metavar="NAME", help="An entrant.")]


class State(enum.StrEnum):
    """How far a tournament has come."""

    open = "open"
    running = "running"
    paused = "paused"
    finished = "finished"
    cancelled = "cancelled"


_COMMON: dict[str, tuple[Any, Any]] = {
    "home": (Home, DEFAULT_HOME),
    "server": (Server, ""),
    "token": (Token, ""),
    "ca": (Authority, None),
    "player": (Player, ""),
    "lang": (InLanguage, Language.en),
    "json_": (AsJson, False),
}
"""Options of every command on a server, with their defaults."""


def add_commands(app: typer.Typer) -> None:
    """Add the commands of this module to an app."""
    for name, function in _COMMANDS.items():
        app.command(name)(_with_session(function))


def _with_session(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """A command that takes the common options, and is called with the session that they make."""

    @functools.wraps(function)
    def command(**given: Any) -> int | None:
        from services.cli.tournament_session import TournamentSession  # here: the other commands start without gRPC

        common = {name: given.pop(name) for name in _COMMON}
        session = TournamentSession(
            common["home"],
            common["server"],
            common["token"],
            common["ca"],
            common["player"],
            common["json_"],
            common["lang"],
        )
        return function(session, **given)

    signature = inspect.signature(function)
    own = [
        one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for one in signature.parameters.values()
        if one.name != "session"
    ]
    shared = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)
        for name, (kind, default) in _COMMON.items()
    ]
    command.__signature__ = signature.replace(parameters=[*own, *shared])  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in (*own, *shared)}
    return command


# -- hosts


def create(
    session: "TournamentSession",
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A plan in TOML, instead of the flags.")] = None,
    name: Annotated[str, typer.Option("--name", help="What it is called.")] = "",
    format_: Annotated[Format, typer.Option("--format", help="Format of its only stage.")] = Format.swiss,
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Which game; `westmarch games` lists them.")] = "",
    scenario: ScenarioId = None,
    seats: SeatCount = None,
    option: GameOptions = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, help="Rounds, or deals; by the field if none.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", min=1, help="How long an arena lasts; an hour if none.")
    ] = None,
    table: Annotated[
        TableKind | None, typer.Option("--table", help="A pair (both sides of a deal), or a match.")
    ] = None,
    bots: Annotated[BotRule, typer.Option("--bots", help="Which bots may enter.")] = BotRule.none,
    rated: Annotated[bool, typer.Option("--rated", help="Matches count for ratings.")] = False,
) -> None:
    """Create a tournament, from a file or of one stage; its entrants may enter at once."""
    if file is not None:
        flags = {"name": name, "game": game, "scenario": scenario, "seats": seats, "option": option, "rounds": rounds}
        _refuse_beside_plan(**flags, minutes=minutes, table=table, rated=rated)
        plan = read_plan(file)
    elif not game:
        raise BadInput("give a plan in a file, or --game and what else matters")
    else:
        setting = {"game": game, "scenario": scenario or "", "seats": seats, "options": parse_options(option)}
        plan = plan_of_flags(name or f"{game} {format_}", setting, format_, rounds, minutes, table, bots, rated)
    session.create(plan)


def _refuse_beside_plan(**flags: Any) -> None:
    """Refuse flags that a plan in a file would pass over without a word."""
    for name, value in flags.items():
        if value:
            raise BadInput(f"--{name} does not go with a plan in a file; write it there")


def update(
    session: "TournamentSession",
    tournament: Id,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new plan in TOML.")],
) -> None:
    """Change the plan of a tournament that has not started."""
    session.update(tournament, read_plan(file))


def start(session: "TournamentSession", tournament: Id) -> None:
    """Start a tournament."""
    session.direct("StartTournament", tournament)


def pause(session: "TournamentSession", tournament: Id, reason: Reason = "") -> None:
    """Let nothing new begin; what is being played goes on, and deadlines are put off."""
    session.direct("PauseTournament", tournament, reason=reason)


def resume(session: "TournamentSession", tournament: Id) -> None:
    """Let a tournament go on."""
    session.direct("ResumeTournament", tournament)


def cancel(session: "TournamentSession", tournament: Id, reason: Reason) -> None:
    """End a tournament without a winner."""
    session.direct("CancelTournament", tournament, reason=reason)


def begin(session: "TournamentSession", tournament: Id) -> None:
    """Begin the round that waits for its host."""
    session.direct("BeginRound", tournament)


def pair_again(
    session: "TournamentSession",
    tournament: Id,
    reason: Reason,
    meet: Annotated[
        tuple[str, str],
        typer.Option("--meet", metavar="NAME NAME", help="In a Swiss: two who meet, the first side first."),
    ] = ("", ""),
) -> None:
    """Take back the pairings of a round that has not begun."""
    one, other = meet
    session.direct("PairAgain", tournament, reason=reason, fixed=[{"one": one, "other": other}] if one else [])


def kick(
    session: "TournamentSession",
    tournament: Id,
    name: EntrantName,
    reason: Reason,
    ban: Annotated[bool, typer.Option("--ban", help="They may not come back.")] = False,
) -> None:
    """Kick an entrant out."""
    session.remove(tournament, name, ban, reason)


def adjudicate(
    session: "TournamentSession",
    tournament: Id,
    table: Annotated[int, typer.Argument(metavar="TABLE", min=1, help="The number of the table.")],
    points: Annotated[list[float], typer.Argument(metavar="POINTS ...", help="In the order of its entrants.")],
    reason: Reason,
    stage: Annotated[int, typer.Option("--stage", metavar="N", min=0, help="The stage; that of now if none.")] = 0,
    round_: Annotated[int, typer.Option("--round", metavar="N", min=0, help="The round; that of now if none.")] = 0,
    score: Annotated[list[float] | None, typer.Option("--score", help="Raw scores, one for each entrant.")] = None,
) -> None:
    """Set the result of a table, whatever was played."""
    session.adjudicate(tournament, (stage, round_, table), points, score or [], reason)


# -- entrants


def register(
    session: "TournamentSession",
    tournament: Id,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="BOT", help="Enter a bot of the server, as its host; repeatable."),
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="So many of each bot.")] = 1,
    rating: Annotated[
        float | None, typer.Option("--rating", metavar="R", help="Of these bots, for seeds and bounds.")
    ] = None,
    team: Annotated[str, typer.Option("--team", metavar="NAME", help="Enter as a team of this name.")] = "",
    member: Annotated[list[str] | None, typer.Option("--member", metavar="NAME", help="Of the team.")] = None,
    password: Annotated[str, typer.Option("--password", help="Where the tournament asks for one.")] = "",
    contribution: Annotated[str, typer.Option("--contribution", help="Text that goes into the deals.")] = "",
    is_bot: Annotated[bool, typer.Option("--program", help="A program of yours will play.")] = False,
) -> None:
    """Enter a tournament, or enter bots of the server as its host."""
    if rating is not None and not bot:
        raise BadInput("--rating is for bots of the server; people have the ratings that the server keeps")
    for bots in _in_thousands([name for name in bot or [] for _ in range(count)]) or [[]]:
        session.register(
            tournament,
            bots=[{"bot": name, "rating": rating} for name in bots],
            team=team,
            members=member or [],
            password=password,
            contribution=contribution.encode(),
            is_bot=is_bot,
        )


def _in_thousands(names: list[str]) -> list[list[str]]:
    return [names[first : first + 1_000] for first in range(0, len(names), 1_000)]


def check_in(
    session: "TournamentSession",
    tournament: Id,
    team: Annotated[
        list[str] | None,
        typer.Option("--team", metavar="NAME", help="As the host, anybody's name; repeatable."),
    ] = None,
    contribution: Annotated[str, typer.Option("--contribution", help="Text that goes into the deals.")] = "",
) -> None:
    """Say that you are here; the host may say it of anybody."""
    for name in team or [""]:
        session.speak("CheckIn", tournament, name=name, contribution=contribution.encode())


def withdraw(
    session: "TournamentSession",
    tournament: Id,
    team: Annotated[str, typer.Option("--team", metavar="NAME", help="As the host, anybody's name.")] = "",
) -> None:
    """Leave a tournament; a table that is being played is lost."""
    session.speak("Withdraw", tournament, name=team)


def come_back(
    session: "TournamentSession",
    tournament: Id,
    team: Annotated[str, typer.Option("--team", metavar="NAME", help="As the host, anybody's name.")] = "",
) -> None:
    """Play on after leaving."""
    session.speak("ComeBack", tournament, name=team)


def tables(
    session: "TournamentSession",
    tournament: Annotated[str, typer.Argument(metavar="[TOURNAMENT]", help="Its id; all if none.")] = "",
) -> None:
    """Show the matches that wait for you; with --json the tokens of your seats, for a program that plays."""
    session.print_tables(tournament)


def play(
    session: "TournamentSession",
    tournament: Annotated[str, typer.Argument(metavar="[TOURNAMENT]", help="Its id; all if none.")] = "",
    match: Annotated[str, typer.Option("--match", metavar="MATCH", help="This one, where several wait.")] = "",
    lines: LineByLine = False,
    windows: Windows = "ask",
) -> int:
    """Play the match that waits for you, in this terminal; when it is over, the next."""
    return session.play(tournament, match, face_of(lines, windows))


# -- everybody


def list_(
    session: "TournamentSession",
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Only of this game.")] = "",
    entrant: Annotated[str, typer.Option("--entrant", metavar="NAME", help="Only those that they entered.")] = "",
    host: Annotated[str, typer.Option("--host", metavar="NAME", help="Only those that they hold.")] = "",
    state: Annotated[list[State] | None, typer.Option("--state", help="Only in this state; repeatable.")] = None,
) -> None:
    """List the newest hundred tournaments of a server."""
    session.print_all(game, entrant, host, [one.value for one in state or []])


def show(session: "TournamentSession", tournament: Id) -> None:
    """Show a tournament."""
    session.print_one(tournament)


def entrants(session: "TournamentSession", tournament: Id) -> None:
    """Show who has entered."""
    session.print_entrants(tournament)


def pairings(
    session: "TournamentSession",
    tournament: Id,
    stage: StageNumber = 0,
    round_: RoundNumber = 0,
    entrant: Annotated[str, typer.Option("--entrant", metavar="NAME", help="Only their tables.")] = "",
) -> None:
    """Show who meets whom in a round, and what came of it."""
    session.print_pairings(tournament, stage, round_, entrant)


def standings(
    session: "TournamentSession",
    tournament: Id,
    stage: StageNumber = 0,
    round_: RoundNumber = 0,
    top: Annotated[int, typer.Option("--top", metavar="N", min=0, help="Only the first so many.")] = 0,
) -> None:
    """Show the standings after a round, or the final ones."""
    session.print_standings(tournament, stage, round_, top)


def audit(
    session: "TournamentSession",
    tournament: Id,
    after: Annotated[int, typer.Option("--after", metavar="N", min=0, help="From after this event on.")] = 0,
) -> None:
    """Show all that happened, with who and why."""
    session.print_audit(tournament, after)


def watch(session: "TournamentSession", tournament: Id) -> None:
    """Show what happens, as it does, until the tournament is over or Ctrl-C."""
    session.watch(tournament)


def export(
    session: "TournamentSession",
    tournament: Id,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="JSON, CSV or TRF by its name; the screen if none.")
    ] = None,
    format_: Annotated[str, typer.Option("--format", help="json, csv or trf, whatever the file is called.")] = "",
    stage: Annotated[
        int, typer.Option("--stage", metavar="N", min=0, help="For TRF: which stage; the first if none.")
    ] = 0,
) -> None:
    """Write a tournament to a file."""
    session.export(tournament, file, format_, stage)


def verify(
    session: "TournamentSession",
    tournament: Id,
    archive: Annotated[str, typer.Option("--archive", metavar="ADDR", help="Where the archive answers.")] = "",
) -> int:
    """Verify a tournament that is over: its deals, its results by their records, its standings.

    Exit code: 0 all is well, 1 something is not.
    """
    return session.verify(tournament, archive)


_COMMANDS: dict[str, Callable[..., int | None]] = {
    "create": create,
    "update": update,
    "register": register,
    "check-in": check_in,
    "withdraw": withdraw,
    "come-back": come_back,
    "start": start,
    "begin": begin,
    "pair-again": pair_again,
    "pause": pause,
    "resume": resume,
    "cancel": cancel,
    "kick": kick,
    "adjudicate": adjudicate,
    "list": list_,
    "show": show,
    "entrants": entrants,
    "pairings": pairings,
    "standings": standings,
    "tables": tables,
    "play": play,
    "audit": audit,
    "watch": watch,
    "export": export,
    "verify": verify,
}
"""By name, in the order in which help lists them."""
