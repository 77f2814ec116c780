"""The entry point of `westmarch`: its commands, and how errors are reported.

Bad input gets one line and exit code 2, a fault of ours one line and exit code 1; a traceback only on request.
"""

import os
import sys
from collections.abc import Sequence

import typer

from engine.core.errors import EngineError, RulesError
from services.cli import admin, ladder, pack, player_account, tournament
from services.cli.arguments import OPEN_TO_GAME_OPTIONS, PLUGINS, BadInput, import_plugins
from services.cli.catalogue import GameCommand, cards, games
from services.cli.demo import demo
from services.cli.encoding import write_nearest_signs
from services.cli.match import match
from services.cli.play import play
from services.cli.replay import replay
from services.cli.server import down, keys, status, token, up
from services.cli.server_records import matches, record, watch
from services.cli.simulate import simulate
from services.cli.starting import back
from services.cli.terms import terms
from services.cli.train import train

app = typer.Typer(
    name="westmarch", help="Tolkien tabletop games with full rules: see, play, simulate, replay.", add_completion=False
)
for command in (games, terms, replay, back, matches, watch, record, demo, up, status, down, token, keys):
    app.command()(command)
app.add_typer(pack.app, name="pack")
app.add_typer(admin.app, name="admin")
app.add_typer(ladder.app, name="ladder")
app.add_typer(tournament.app, name="tournament")
app.add_typer(player_account.app, name="account")
app.command(context_settings=OPEN_TO_GAME_OPTIONS)(cards)
app.command(cls=GameCommand, context_settings=OPEN_TO_GAME_OPTIONS)(simulate)
app.command(cls=GameCommand, context_settings=OPEN_TO_GAME_OPTIONS)(match)
app.command(cls=GameCommand, context_settings=OPEN_TO_GAME_OPTIONS)(train)
app.command(cls=GameCommand, context_settings=OPEN_TO_GAME_OPTIONS)(play)

_TRACEBACK = "WESTMARCH_TRACEBACK"
"""The environment variable that lets an unexpected error show its traceback."""


def main(words: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code."""
    arguments = list(sys.argv[1:] if words is None else words) or ["--help"]
    write_nearest_signs(sys.stdout, sys.stderr)
    try:
        import_plugins(os.environ.get(PLUGINS, ""))
        code = app(arguments, prog_name="westmarch", standalone_mode=False)
        sys.stdout.flush()
    except RulesError as error:
        return _report(str(error), 1)
    except (EngineError, BadInput, OSError, typer.TyperException) as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone; so may we
            return 0
        return _report(_text_of(error), 2)
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except Exception as error:
        if os.environ.get(_TRACEBACK):
            raise
        return _report(f"a fault of ours ({type(error).__name__}: {error}); {_TRACEBACK}=1 shows where", 1)
    return code if isinstance(code, int) else 0


def _text_of(error: Exception) -> str:
    """What was wrong, in words for people."""
    if isinstance(error, typer.TyperException):
        return error.format_message()
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _report(text: str, code: int) -> int:
    """Print an error in one line; the exit code."""
    print(f"westmarch: {' '.join(text.split())}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
