"""`play`: a match in the terminal, with bots in the seats that nobody takes."""

import secrets
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.core.match import Match
from engine.core.registry import load
from services.cli.arguments import (
    BadInput,
    BotNames,
    GameId,
    GameOptions,
    InLanguage,
    Language,
    ScenarioId,
    as_name,
    parse_options,
)
from services.cli.bots import bot_names, make_bots
from services.cli.files import check_writable, load_record, options_with_pack
from services.cli.local_match import LocalMatch

_DEFAULT_BOT = "greedy"
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
OwnName = Annotated[str | None, typer.Option("--name", metavar="NAME", help="Who you are on a server.")]
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
    game: GameId,
    scenario: ScenarioId = None,
    seats: SeatCount = None,
    seat: OwnSeats = None,
    bot: BotNames = None,
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
) -> None:
    """Play a match in the terminal against bots, or with others at the same keyboard or on a server."""
    options = parse_options(option, context.args)
    setting = {"scenario": scenario, "seats": seats, "option": options}
    if resume is not None:
        _refuse(_NOT_IN_RESUMED_MATCH, **setting, seed=seed)
    if server is None:
        _refuse(_ONLY_ON_SERVER, name=name, wait=wait, table=table, join=join, ca=ca)
        match = _saved_match(game, resume) if resume else _new_match(game, scenario, seats, options, seed)
        _play_here(match, seat or [0], bot, seed, lang, save or resume)
        return
    _refuse(_ONLY_LOCAL, seed=seed, save=save)
    from services.cli import server_play  # here: other matches start without gRPC

    where = server_play.Server(server, token, ca, lang.lang)
    if resume is not None:
        _refuse(_NOT_IN_RESUMED_MATCH, seat=seat, bot=bot, name=name, wait=wait, table=table, join=join)
        server_play.resume_on_server(where, game, resume)
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
    server_play.play_on_server(where, search)


def _play_here(
    match: Match, people: list[int], bot: list[str] | None, seed: int | None, lang: Language, file: Path | None
) -> None:
    """Play a match on this machine; where a file is named, it is kept there."""
    for one in people:
        match.observation(one)  # refuses a seat that there is not
    bots = make_bots(bot_names(match.seats, bot, _DEFAULT_BOT), secrets.randbits(64) if seed is None else seed)
    if file is not None:
        check_writable(file)
    LocalMatch(match, people, bots, lang.lang, file).run()


def _refuse(why: str, **arguments: Any) -> None:
    """Refuse arguments that would otherwise be ignored without a word; BadInput for the first that is there."""
    for name, value in arguments.items():
        if value is not None and value is not False and value != {}:
            raise BadInput(f"--{name} {why}")


def _saved_match(game: str, file: Path) -> Match:
    record = load_record(file)
    if record.game != game:
        raise BadInput(f"{file} is a match of {record.game}, not of {game}")
    return record.replay()


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
