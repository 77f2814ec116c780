"""`play`: a match in the terminal, with bots in the seats that nobody takes."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from engine.core.match import Match
from engine.core.registry import game_ids, load
from services.cli.arguments import (
    BadInput,
    BotNames,
    GameOptions,
    InLanguage,
    Language,
    ScenarioId,
    as_name,
    parse_options,
)
from services.cli.bots import bot_names, make_bots
from services.cli.files import check_writable, load_record, options_with_pack
from services.cli.interrupts import run_until_interrupt
from services.cli.local_match import LocalMatch
from services.cli.playing.face import Face, show_match
from services.cli.screen import print_command, print_line
from services.cli.starting import LEVELS, ask_for_level, offer_way_back

_DEFAULT_BOT = "adept"
_DEFAULT_WAIT_SECONDS = 10.0
_NOT_IN_RESUMED_MATCH = "cannot be chosen in a match that goes on"
_ONLY_ON_SERVER = "is for a match on a server; give its address with --server"
_ONLY_LOCAL = "is for a match on this machine, not for --server"
_NOT_AT_FRIENDS_TABLE = "cannot be given with --join: who opened the table decides"


SeatCount = Annotated[
    int | None,
    typer.Option("--seats", metavar="N", help="How many seats; the most if none, on a server as people come."),
]
OwnSeats = Annotated[
    list[int] | None,
    typer.Option("--seat", metavar="N", help="A seat that you take, from 0; may be repeated on this machine."),
]
Deal = Annotated[int | None, typer.Option("--seed", metavar="K", min=0, help="Play this deal.")]
SaveFile = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="Keep the match here when you leave or it ends.")
]
ResumeFile = Annotated[
    Path | None,
    typer.Option("--resume", metavar="FILE", help="Go on with a saved match; with --server: in a kept seat."),
]
ServerAddress = Annotated[
    str | None, typer.Option("--server", metavar="ADDR", help="Play on this server: its matchmaking address.")
]
WantedGame = Annotated[
    str | None, typer.Argument(metavar="GAME", help="A game by its id; without one, only a match that was left.")
]
OwnName = Annotated[str | None, typer.Option("--name", metavar="NAME", help="Who you are.")]
Level = Annotated[
    str | None, typer.Option("--level", metavar="L", help=f"How strong the bots are: {', '.join(LEVELS)}.")
]
LineByLine = Annotated[
    bool,
    typer.Option("--lines", envvar="WESTMARCH_LINES", help="Line by line, for screen readers and plain terminals."),
]
Windows = Annotated[
    str, typer.Option("--windows", metavar="W", help="Windows of actions in lotr: ask, or pass them all by.")
]
WaitSeconds = Annotated[
    float | None,
    typer.Option("--wait", metavar="S", min=0, help="On a server: seconds to wait for people before bots; 10."),
]
OpensTable = Annotated[
    bool,
    typer.Option("--table", help="On a server: open a table that friends join by a code; it waits for who leaves."),
]
TableCode = Annotated[str | None, typer.Option("--join", metavar="CODE", help="On a server: join a friend's table.")]
Authority = Annotated[
    Path | None, typer.Option("--ca", metavar="FILE", help="On a server with TLS: the authority to trust.")
]
PlayerToken = Annotated[
    str, typer.Option("--token", envvar="WESTMARCH_TOKEN", help="On a server: your player token, if it wants one.")
]


def play(
    context: typer.Context,
    game: WantedGame = None,
    scenario: ScenarioId = None,
    seats: SeatCount = None,
    seat: OwnSeats = None,
    bot: BotNames = None,
    level: Level = None,
    seed: Deal = None,
    option: GameOptions = None,
    lang: InLanguage = Language.en,
    save: SaveFile = None,
    resume: ResumeFile = None,
    server: ServerAddress = None,
    name: OwnName = None,
    wait: WaitSeconds = None,
    table: OpensTable = False,
    join: TableCode = None,
    ca: Authority = None,
    token: PlayerToken = "",
    lines: LineByLine = False,
    windows: Windows = "ask",
) -> None:
    """Play a match in the terminal against bots, or with others at the same keyboard or on a server."""
    face = face_of(lines, windows)
    if resume is None and offer_way_back(context, game, lang.lang):
        return
    if game is None:
        raise BadInput(f"which game? westmarch play GAME, one of: {', '.join(game_ids())}")
    options = parse_options(option, context.args)
    no_bots = server is None and resume is None and _sits_without_bots(game, scenario, seats, options, seat or [0])
    bot = _bots(bot, level, resume is not None or join is not None or no_bots, lang)
    setting = {"scenario": scenario, "seats": seats, "option": options}
    if resume is not None:
        _refuse(_NOT_IN_RESUMED_MATCH, **setting, seed=seed)
    if server is None:
        _refuse(_ONLY_ON_SERVER, wait=wait, table=table, join=join, ca=ca)
        match, practice = (
            _saved_match(game, resume) if resume else (_new_match(game, scenario, seats, options, seed), False)
        )
        _play_here(match, _People(seat or [0], name), bot, seed, lang, save or resume, face, practice)
        return
    _refuse(_ONLY_LOCAL, seed=seed, save=save)
    from services.cli import server_play  # here: other matches start without gRPC

    where = server_play.Server(server, token, ca, lang.lang)
    if resume is not None:
        _refuse(_NOT_IN_RESUMED_MATCH, seat=seat, bot=bot, name=name, wait=wait, table=table, join=join)
        server_play.resume_on_server(where, game, resume, face)
        return
    if join is not None:
        _refuse(_NOT_AT_FRIENDS_TABLE, **setting, seat=seat, bot=bot, wait=wait, table=table)
    search = server_play.MatchSearch(
        game=game,
        scenario=scenario,
        seats=seats,
        options=options,
        role=_role(game, scenario, seats, options, seat),
        player=as_name(name) if name is not None else "guest",
        wait_seconds=_DEFAULT_WAIT_SECONDS if wait is None else wait,
        bot=_bot_on_server(bot),
        opens_table=table,
        code=join or "",
    )
    server_play.play_on_server(where, search, face)


@dataclass(frozen=True)
class _People:
    """The people at this keyboard: their seats, and what the first of them is called."""

    seats: list[int]
    name: str | None


def _play_here(
    match: Match,
    people: _People,
    bot: list[str] | None,
    seed: int | None,
    lang: Language,
    file: Path | None,
    face: Face,
    practice: bool,
) -> None:
    """Play a match on this machine; where a file is named, it is kept there."""
    for one in people.seats:
        match.observation(one)  # refuses a seat that there is not
    names = bot_names(match.seats, bot, _DEFAULT_BOT)
    bots = make_bots(names, secrets.randbits(64) if seed is None else seed)
    if file is not None:
        check_writable(file)
    name = "" if people.name is None else as_name(people.name)
    flags = [word for one in _named_bots(names) for word in ("--bot", one)] + (["--name", name] if name else [])
    flags += face.flags
    run_until_interrupt(_play(LocalMatch(match, people.seats, bots, lang.lang, file, practice, name, flags), face))


def _named_bots(names: Sequence[str]) -> Sequence[str]:
    """The bots as they are to be named again: none where they are the default, one where all are alike."""
    if set(names) == {_DEFAULT_BOT}:
        return ()
    return names[:1] if len(set(names)) == 1 else names


async def _play(match: LocalMatch, face: Face) -> None:
    """Play until the end or until the people leave, then say where the match is kept: even after an error."""
    console = Console()
    try:
        await show_match(match, face, console)
    finally:
        farewell = await match.leave()
        for line in farewell.lines:
            print_line(console, line)
        if farewell.command:
            print_command(console, farewell.why, farewell.command)
        if farewell.lost:
            raise BadInput(farewell.lost)


def face_of(lines: bool, windows: str) -> Face:
    """How a match is shown, by the flags of a command; BadInput for windows that are neither."""
    if windows not in ("ask", "pass"):
        raise BadInput(f"--windows is ask or pass, not {windows!r}")
    return Face(lines, passes_windows=windows == "pass")


def _bots(bot: list[str] | None, level: str | None, is_settled: bool, lang: Language) -> list[str] | None:
    """The bots as they were named, by level or by name; somebody at a terminal who named none is asked, unless it
    `is_settled` already who plays."""
    if level is not None:
        _refuse("says who plays; it does not go with --level", bot=bot)
        if level not in LEVELS:
            raise BadInput(f"there is no level {level!r}; there are: {', '.join(LEVELS)}")
        return [level]
    return bot if bot is not None or is_settled else ask_for_level(lang.lang, _DEFAULT_BOT)


def _sits_without_bots(
    game: str, scenario: str | None, seats: int | None, options: dict[str, Any], people: Sequence[int]
) -> bool:
    """Whether people take every seat of a new match."""
    rules = load(game)
    return set(range(rules.setting(scenario, seats, options_with_pack(rules, options)).seats)) <= set(people)


def _refuse(why: str, **arguments: Any) -> None:
    """Refuse arguments that would otherwise be ignored without a word; BadInput for the first that is there."""
    for name, value in arguments.items():
        if value is not None and value is not False and value != {}:
            raise BadInput(f"--{name} {why}")


def _saved_match(game: str, file: Path) -> tuple[Match, bool]:
    """A match from its file, and whether it is practice."""
    record = load_record(file)
    if record.game != game:
        raise BadInput(f"{file} is a match of {record.game}, not of {game}")
    return record.replay(), record.practice


def _new_match(game: str, scenario: str | None, seats: int | None, options: dict[str, Any], seed: int | None) -> Match:
    rules = load(game)
    return rules.begin(rules.setting(scenario, seats, options_with_pack(rules, options)), seed)


def _role(game: str, scenario: str | None, seats: int | None, options: dict[str, Any], seat: list[int] | None) -> str:
    """The role of the seat that somebody wants on a server; empty for any."""
    setting = load(game).setting(scenario, seats, options)
    if not seat:
        return ""
    if len(seat) > 1:
        raise BadInput("on a server you take one --seat")
    if not 0 <= seat[0] < setting.seats:
        raise BadInput(f"there is no seat {seat[0]}; seats are 0 to {setting.seats - 1}")
    return setting.roles[seat[0]].id


def _bot_on_server(bots: list[str] | None) -> str:
    """The bot for empty seats on a server, where all are the same."""
    names = set(bots or [_DEFAULT_BOT])
    if len(names) > 1:
        raise BadInput("on a server one --bot plays every empty seat")
    return names.pop()
