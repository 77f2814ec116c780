"""`play`: a match in the terminal, with bots in the seats that nobody takes."""

import secrets
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.core.match import Match
from engine.core.registry import load
from services.cli.hotseat import Hotseat
from services.cli.inputs import (
    BadInput,
    BotNames,
    GameId,
    Language,
    Options,
    ScenarioId,
    Speak,
    bots_for,
    load_record,
    make_bots,
    parse_options,
    with_pack,
)

_BOT = "greedy"
_WAIT = 10.0
_GOES_ON = "cannot be chosen in a match that goes on"
_ON_SERVER = "is for a match on a server; give its address with --server"


def play(
    context: typer.Context,
    game: GameId,
    scenario: ScenarioId = None,
    seats: Annotated[
        int | None,
        typer.Option("--seats", metavar="N", help="How many seats; the most if none, on a server as people come."),
    ] = None,
    seat: Annotated[
        list[int] | None,
        typer.Option("--seat", metavar="N", help="A seat that you take, from 0; may be repeated on this machine."),
    ] = None,
    bot: BotNames = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="K", min=0, help="Play this deal.")] = None,
    option: Options = None,
    lang: Speak = Language.en,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the match here when you leave or it ends.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Go on with a saved match; with --server: in a kept seat."),
    ] = None,
    server: Annotated[
        str | None, typer.Option("--server", metavar="ADDR", help="Play on this server: its matchmaking address.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Who you are on a server.")] = None,
    wait: Annotated[
        float | None,
        typer.Option("--wait", metavar="S", min=0, help="On a server: seconds to wait for people before bots; 10."),
    ] = None,
    table: Annotated[
        bool,
        typer.Option("--table", help="On a server: open a table that friends join by a code; it waits for who leaves."),
    ] = False,
    join: Annotated[
        str | None, typer.Option("--join", metavar="CODE", help="On a server: join a friend's table.")
    ] = None,
    ca: Annotated[
        Path | None, typer.Option("--ca", metavar="FILE", help="On a server with TLS: the authority to trust.")
    ] = None,
    token: Annotated[
        str, typer.Option("--token", envvar="WESTMARCH_TOKEN", help="On a server: your player token, if it wants one.")
    ] = "",
) -> None:
    """Play a match in the terminal against bots, or with others at the same keyboard or on a server."""
    options = parse_options(option, context.args)
    given = {"scenario": scenario, "seats": seats, "option": options}
    if resume is not None:
        _refuse(_GOES_ON, **given, seed=seed)
    if server is None:
        _refuse(_ON_SERVER, name=name, wait=wait, table=table, join=join, ca=ca)
        match = _resumed(game, resume) if resume else _new(game, scenario, seats, options, seed)
        people = seat or [0]
        for one in people:
            match.observation(one)
        luck = secrets.randbits(64) if seed is None else seed
        bots = make_bots(bots_for(match.seats, bot, _BOT), luck)
        Hotseat(match, people, bots, lang.lang, save or resume).run()
        return
    _refuse("is for a match on this machine, not for --server", seed=seed, save=save)
    from services.cli.remote import Host, Search, go_back, play_on_server  # here: other matches start without gRPC

    host = Host(server, token, ca, lang.lang)
    if resume is not None:
        _refuse(_GOES_ON, seat=seat, bot=bot, name=name, wait=wait, table=table, join=join)
        go_back(host, game, resume)
        return
    if join is not None:
        _refuse(
            "cannot be given with --join: who opened the table decides",
            **given,
            seat=seat,
            bot=bot,
            wait=wait,
            table=table,
        )
    role = _role(game, scenario, seats, options, seat)
    waiting = _WAIT if wait is None else wait
    wanted = Search(game, scenario, seats, options, role, name or "guest", waiting, _one(bot), table, join or "")
    play_on_server(host, wanted)


def _refuse(why: str, **given: Any) -> None:
    """What would otherwise be ignored without a word."""
    for name, value in given.items():
        if value is not None and value is not False and value != {}:
            raise BadInput(f"--{name} {why}")


def _resumed(game: str, file: Path) -> Match:
    record = load_record(file)
    if record.game != game:
        raise BadInput(f"{file} is a match of {record.game}, not of {game}")
    return record.replay()


def _new(game: str, scenario: str | None, seats: int | None, options: dict[str, Any], seed: int | None) -> Match:
    rules = load(game)
    return rules.begin(rules.setting(scenario, seats, with_pack(rules, options)), seed)


def _role(game: str, scenario: str | None, seats: int | None, options: dict[str, Any], seat: list[int] | None) -> str:
    """The role of the seat that somebody wants on a server; empty for any."""
    table = load(game).setting(scenario, seats, options)
    if not seat:
        return ""
    if len(seat) > 1:
        raise BadInput("on a server you take one --seat")
    if not 0 <= seat[0] < table.seats:
        raise BadInput(f"there is no seat {seat[0]}; seats are 0 to {table.seats - 1}")
    return table.roles[seat[0]].id


def _one(bots: list[str] | None) -> str:
    """The bot for empty seats on a server, where all are the same."""
    names = set(bots or [_BOT])
    if len(names) > 1:
        raise BadInput("on a server one --bot plays every empty seat")
    return names.pop()
