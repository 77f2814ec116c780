"""`account`: make an account at a server, log in and out, and manage API tokens."""

import asyncio
import datetime
import getpass
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.console import Console
from rich.table import Column, Table

from services.cli.arguments import BadInput, as_name
from services.cli.sessions import SavedSession, forget_session, load_session, save_session
from services.process.private_files import create_private

if TYPE_CHECKING:
    from services.api.players_pb2 import NewSession
    from services.client import Players

app = typer.Typer(help="Your account at a server: make one, log in, manage API tokens.", no_args_is_help=True)
T = TypeVar("T")
Server = Annotated[str, typer.Option("--server", metavar="ADDR", help="The address of its players service.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the account.")]
Authority = Annotated[
    Path | None, typer.Option("--ca", metavar="FILE", help="On a server with TLS: the authority to trust.")
]
CLIENT = "westmarch command"


@app.command()
def create(name: Name, server: Server = "127.0.0.1:7706", ca: Authority = None) -> None:
    """Make an account, and log in; asks for a password, or reads a line."""
    _begin(server, ca, lambda players, password: players.sign_up(as_name(name), password, CLIENT), repeat=True)


@app.command()
def login(name: Name, server: Server = "127.0.0.1:7706", ca: Authority = None) -> None:
    """Log in; asks for the password, or reads a line."""
    _begin(server, ca, lambda players, password: players.sign_in(as_name(name), password, CLIENT), repeat=False)


@app.command()
def logout() -> None:
    """End the session, here and at the server."""
    from services.client import Refusal  # here: the other commands start without gRPC

    saved = load_session()
    try:
        _run(saved, lambda players: players.sign_out(saved.session))
    except Refusal as refusal:
        if refusal.reason == "UNAVAILABLE":
            raise BadInput(f"{saved.server}: {refusal}") from None
    forget_session()
    print(f"logged out of {saved.server}")


@app.command()
def tokens() -> None:
    """List the API tokens of your account and of its bots."""
    from services.api.players_pb2 import Scope

    saved = load_session()
    table = Table(Column("id", no_wrap=True), "name", "for", "scopes", "created", "last used")
    for token in _run_signed_in(saved, lambda players: players.tokens(saved.session)):
        scopes = " ".join(Scope.Name(scope).removeprefix("SCOPE_").lower() for scope in token.scopes)
        used = _day(token.last_used_ms) if token.HasField("last_used_ms") else "never"
        table.add_row(token.token_id, token.name, token.account, scopes, _day(token.created_ms), used)
    Console().print(table)


@app.command()
def add_token(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the token is for, in your own words.")],
    scope: Annotated[list[str], typer.Option("--scope", metavar="S", help="play, bot or host; may be repeated.")],
    bot: Annotated[str, typer.Option("--bot", metavar="BOT", help="A bot account of yours that it acts as.")] = "",
) -> None:
    """Make an API token and print it. It is not shown again."""
    from services.api.players_pb2 import Scope

    numbers = {word.removeprefix("SCOPE_").lower(): number for word, number in Scope.items() if number}
    for one in scope:
        if one not in numbers:
            raise BadInput(f"there is no scope {one!r}; there are: {', '.join(numbers)}")
    saved, scopes = load_session(), [numbers[one] for one in scope]
    made = _run_signed_in(saved, lambda players: players.create_token(saved.session, name, scopes, bot))
    print(made.secret)


@app.command()
def add_bot(name: Name) -> None:
    """Make a bot account, which belongs to yours; `add-token --scope bot --bot NAME` makes a token for it."""
    saved = load_session()
    bot = _run_signed_in(saved, lambda players: players.create_bot(saved.session, as_name(name)))
    print(f"made {bot.name}, a bot of {bot.owner}")


@app.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it, as JSON.")],
) -> None:
    """Write all that is kept about you and your bots to a file."""
    saved = load_session()
    document = _run_signed_in(saved, lambda players: players.export(saved.session))
    create_private(file, document)
    print(f"wrote {file}")


@app.command()
def delete() -> None:
    """Delete your account and its bots; asks for the password, or reads a line. Records keep a pseudonym."""
    saved, password = load_session(), _read_password(repeat=False)
    pseudonym = _run_signed_in(saved, lambda players: players.delete_account(saved.session, password))
    forget_session()
    print(f"deleted {saved.player}; records of matches say {pseudonym}")


@app.command()
def revoke_token(
    token: Annotated[str, typer.Argument(metavar="ID", help="Its id, as `westmarch account tokens` lists it.")],
) -> None:
    """Revoke an API token."""
    saved = load_session()
    _run_signed_in(saved, lambda players: players.revoke_token(saved.session, token))
    print(f"revoked {token}")


@app.command()
def player_token(
    api_token: Annotated[
        str, typer.Option("--api-token", metavar="TOKEN", help="Of whom this API token is, such as a bot.")
    ] = "",
    server: Server = "127.0.0.1:7706",
    ca: Authority = None,
) -> None:
    """Print a player token, good for some minutes: for `play --token`, `ladder enter --outside`, WESTMARCH_TOKEN.

    It is of who is logged in; --server and --ca are for an --api-token."""
    saved = SavedSession(server, "", api_token, str(ca.resolve()) if ca else "") if api_token else load_session()
    print(_run_signed_in(saved, lambda players: players.player_token(saved.session)).player_token)


def _begin(
    server: str, ca: Path | None, sign: "Callable[[Players, str], Awaitable[NewSession]]", *, repeat: bool
) -> None:
    """Sign up or in with a password, and save the session."""
    password = _read_password(repeat)
    saved = SavedSession(server, "", "", str(ca.resolve()) if ca else "")
    session = _run_signed_in(saved, lambda players: sign(players, password))
    file = save_session(SavedSession(server, session.account.name, session.session, saved.authority))
    print(f"logged in to {server} as {session.account.name}; the session is in {file}")


def _read_password(repeat: bool) -> str:
    """A password from the terminal, unseen, and twice where it is new; or a line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass.getpass("Password: ")
    if repeat and getpass.getpass("Once more: ") != password:
        raise BadInput("these were two different passwords")
    return password


def _run_signed_in(saved: SavedSession, work: "Callable[[Players], Awaitable[T]]") -> T:
    """Do something at the players service; BadInput where it is refused."""
    from services.client import Refusal

    try:
        return _run(saved, work)
    except Refusal as refusal:
        raise BadInput(f"{saved.server}: {refusal}") from None


def _run(saved: SavedSession, work: "Callable[[Players], Awaitable[T]]") -> T:
    from services.client import Players, tls_credentials

    async def run() -> T:
        credentials = tls_credentials(Path(saved.authority)) if saved.authority else None
        async with Players(saved.server, credentials=credentials) as players:
            return await work(players)

    return asyncio.run(run())


def _day(milliseconds: int) -> str:
    return datetime.datetime.fromtimestamp(milliseconds / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
