"""`ladder`: ladders of bots on a server: create one, enter bots, watch it, test one bot against another, export."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.arguments import (
    OPEN_TO_GAME_OPTIONS,
    AsJson,
    BadInput,
    GameOptions,
    ScenarioId,
    SeatCount,
    apart_from_flags,
    parse_options,
)
from services.cli.catalogue import GameCommand
from services.cli.server import DEFAULT_HOME, Home

if TYPE_CHECKING:
    from services.cli.ladder_session import LadderSession

app = typer.Typer(help="Ladders of bots on a server: ratings from pairs, for as long as there is something to learn.")

Name = Annotated[str, typer.Argument(metavar="LADDER", help="A ladder's name or id.")]
Bots = Annotated[
    list[str], typer.Argument(metavar="BOT ...", help="greedy, greedy:worlds=8 ...; an anchor: greedy@1500.")
]
Server = Annotated[
    str, typer.Option("--server", metavar="ADDR", help="Where the ladders service answers; else that of --home.")
]
Token = Annotated[
    str,
    typer.Option("--token", envvar="WESTMARCH_TOKEN", help="An admin token, for a --server; or that of a bot."),
]
Authority = Annotated[
    Path | None, typer.Option("--ca", metavar="FILE", help="For a server with TLS: the authority to trust.")
]


def _session(home: Path, server: str, token: str, ca: Path | None, as_json: bool = False) -> "LadderSession":
    from services.cli.ladder_session import LadderSession  # here: the other commands start without it

    return LadderSession(home, server, token, ca, as_json)


@app.command(cls=GameCommand, context_settings=OPEN_TO_GAME_OPTIONS)
def create(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called.")],
    bots: Bots,
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Which game; `westmarch games` lists them.")],
    scenario: ScenarioId = None,
    seats: SeatCount = None,
    option: GameOptions = None,
    pairs: Annotated[int, typer.Option("--pairs", metavar="N", min=0, help="End after so many pairs; 0: never.")] = 0,
    gauntlet: Annotated[int, typer.Option("--gauntlet", metavar="N", min=0, help="Pairs of a new entrant; 0: 20.")] = 0,
    error: Annotated[
        float, typer.Option("--error", metavar="ELO", min=0, help="Rest while two standard errors are at most this.")
    ] = 0.0,
    limit: Annotated[
        float, typer.Option("--time", metavar="SECONDS", min=0, max=60, help="Time for a decision; more forfeits.")
    ] = 0.0,
    round_robin: Annotated[
        bool, typer.Option("--round-robin", help="Everybody meets everybody, whatever could be learnt.")
    ] = False,
    no_records: Annotated[bool, typer.Option("--no-records", help="Keep no records in the archive.")] = False,
    paused: Annotated[bool, typer.Option("--paused", help="Let it rest until `resume`.")] = False,
    home: Home = DEFAULT_HOME,
    server: Server = "",
    token: Token = "",
    ca: Authority = None,
    json_: AsJson = False,
) -> int:
    """Create a ladder of bots; it is played at once, behind everything that people wait for."""
    bots, flags = apart_from_flags([*bots, *context.args])
    _session(home, server, token, ca, json_).create(
        name,
        bots,
        paused,
        game=game,
        scenario=scenario or "",
        seats=seats or 0,
        options={key: json.dumps(value) for key, value in parse_options(option, flags).items()},
        limit_ms=round(1000 * limit),
        no_records=no_records,
        scheduler="SCHEDULER_ROUND_ROBIN" if round_robin else "SCHEDULER_ADAPTIVE",
        gauntlet_pairs=gauntlet,
        most_pairs=pairs,
        target_error=error,
    )
    return 0


@app.command("list")
def list_(
    home: Home = DEFAULT_HOME, server: Server = "", token: Token = "", ca: Authority = None, json_: AsJson = False
) -> int:
    """List the ladders of a server."""
    _session(home, server, token, ca, json_).print_all()
    return 0


@app.command()
def enter(
    name: Name,
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="[BOT ...]", help="As for `create`; none with --outside.")
    ] = None,
    outside: Annotated[
        bool, typer.Option("--outside", help="Enter the bot whose player token --token is, and which runs elsewhere.")
    ] = False,
    version: Annotated[str, typer.Option("--version", metavar="TEXT", help="Of the --outside bot.")] = "",
    home: Home = DEFAULT_HOME,
    server: Server = "",
    token: Token = "",
    ca: Authority = None,
    json_: AsJson = False,
) -> int:
    """Enter bots at their present version, or one that runs elsewhere."""
    if outside == bool(bots):
        raise BadInput("name bots of the server, or give --outside for the one of the token")
    if version and not outside:
        raise BadInput("--version is for --outside: the server knows the versions of its own bots")
    if outside and not token:
        raise BadInput("--outside needs --token, the player token of the bot")
    session = _session(home, server, token, ca, json_)
    if bots:
        session.enter(name, bots)
    else:
        session.enter_outside(name, version)
    return 0


@app.command()
def withdraw(
    name: Name,
    entrant: Annotated[int, typer.Argument(metavar="NUMBER", min=0, help="Its number in the standings.")],
    home: Home = DEFAULT_HOME,
    server: Server = "",
    token: Token = "",
    ca: Authority = None,
    json_: AsJson = False,
) -> int:
    """Take an entrant out; it keeps its pairs and its place."""
    _session(home, server, token, ca, json_).withdraw(name, entrant)
    return 0


@app.command()
def pause(name: Name, home: Home = DEFAULT_HOME, server: Server = "", token: Token = "", ca: Authority = None) -> int:
    """Let a ladder rest."""
    _session(home, server, token, ca).pause(name)
    return 0


@app.command()
def resume(name: Name, home: Home = DEFAULT_HOME, server: Server = "", token: Token = "", ca: Authority = None) -> int:
    """Let a ladder go on."""
    _session(home, server, token, ca).resume(name)
    return 0


@app.command()
def standings(
    name: Name,
    home: Home = DEFAULT_HOME,
    server: Server = "",
    token: Token = "",
    ca: Authority = None,
    json_: AsJson = False,
) -> int:
    """Show the ratings of all entrants as of now."""
    _session(home, server, token, ca, json_).print_standings(name)
    return 0


@app.command()
def crosstable(
    name: Name,
    home: Home = DEFAULT_HOME,
    server: Server = "",
    token: Token = "",
    ca: Authority = None,
    json_: AsJson = False,
) -> int:
    """Show what each two entrants did against each other."""
    _session(home, server, token, ca, json_).print_cross_table(name)
    return 0


@app.command()
def history(
    name: Name,
    home: Home = DEFAULT_HOME,
    server: Server = "",
    token: Token = "",
    ca: Authority = None,
    json_: AsJson = False,
) -> int:
    """Show earlier standings, one for each tenth that the ladder grew by."""
    _session(home, server, token, ca, json_).print_history(name)
    return 0


@app.command()
def pairs(
    name: Name,
    entrant: Annotated[
        int | None, typer.Option("--entrant", metavar="NUMBER", min=0, help="Only pairs of this one.")
    ] = None,
    most: Annotated[int, typer.Option("--last", metavar="N", min=1, max=500, help="How many, newest first.")] = 20,
    home: Home = DEFAULT_HOME,
    server: Server = "",
    token: Token = "",
    ca: Authority = None,
    json_: AsJson = False,
) -> int:
    """Show the last pairs, with the ids of their records in the archive."""
    _session(home, server, token, ca, json_).print_pairs(name, entrant, most)
    return 0


@app.command()
def watch(name: Name, home: Home = DEFAULT_HOME, server: Server = "", token: Token = "", ca: Authority = None) -> int:
    """Show the standings as they change, until the ladder is finished or Ctrl-C."""
    _session(home, server, token, ca).watch(name)
    return 0


@app.command("test")
def run_test(
    name: Name,
    first: Annotated[str, typer.Argument(metavar="A", help="The bot that may be stronger.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The bot that it is tested against.")],
    sprt: Annotated[
        str, typer.Option("--sprt", metavar="ELO0,ELO1", help="Stronger by ELO1 rather than by ELO0?")
    ] = "0,50",
    logistic: Annotated[bool, typer.Option("--logistic", help="The test's Elo is logistic, not normalised.")] = False,
    alpha: Annotated[float, typer.Option("--alpha", help="Probability to accept wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="Probability to reject wrongly.")] = 0.05,
    pairs: Annotated[int, typer.Option("--pairs", metavar="N", min=0, help="At most so many pairs; 0: 20,000.")] = 0,
    home: Home = DEFAULT_HOME,
    server: Server = "",
    token: Token = "",
    ca: Authority = None,
    json_: AsJson = False,
) -> int:
    """Test one bot against another in the setting of a ladder; its pairs do not count there.

    Exit code: 0 accepted, 3 rejected, 4 undecided. Ctrl-C cancels the test.
    """
    request = {
        "ladder_id": name,
        "first": first,
        "second": second,
        "alpha": alpha,
        "beta": beta,
        "logistic": logistic,
        "most_pairs": pairs,
    }
    return _session(home, server, token, ca, json_).test(request, sprt)


@app.command()
def export(
    name: Name,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="JSON, or CSV by its name; the screen if none.")
    ] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="CSV, whatever the file is called.")] = False,
    home: Home = DEFAULT_HOME,
    server: Server = "",
    token: Token = "",
    ca: Authority = None,
) -> int:
    """Write every pair that counts, as JSON or CSV."""
    _session(home, server, token, ca).export(name, file, as_csv or (file is not None and file.suffix == ".csv"))
    return 0
