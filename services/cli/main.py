"""The entry point of `westmarch`: its commands, and how bad input is answered.

Bad input gets one line and exit code 2, a fault of ours one line and exit code 1; never a traceback unasked.
"""

import os
import sys
from collections.abc import Sequence

import typer

from engine.core.errors import EngineError, RulesError
from services.cli import packs
from services.cli.catalogue import CommandOfAGame, cards, games
from services.cli.demo import demo
from services.cli.inputs import PLUGINS, BadInput, import_plugins
from services.cli.play import play
from services.cli.replay import replay
from services.cli.server import down, status, token, up
from services.cli.simulate import simulate

app = typer.Typer(
    name="westmarch", help="Tolkien tabletop games with full rules: see, play, simulate, replay.", add_completion=False
)
for command in (games, cards, replay, demo, up, status, down, token):
    app.command()(command)
app.add_typer(packs.app, name="pack")
_GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Further flags of a command are options of the game, such as --mode."""
app.command(cls=CommandOfAGame, context_settings=_GAME_OPTIONS)(simulate)
app.command(cls=CommandOfAGame, context_settings=_GAME_OPTIONS)(play)

_TRACEBACK = "WESTMARCH_TRACEBACK"
"""Set in the environment, it shows where an unexpected fault came from."""


def main(given: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code."""
    arguments = list(sys.argv[1:] if given is None else given) or ["--help"]
    try:
        import_plugins(os.environ.get(PLUGINS, ""))
        code = app(arguments, prog_name="westmarch", standalone_mode=False)
        sys.stdout.flush()
    except RulesError as fault:
        return _complain(str(fault), 1)
    except (EngineError, BadInput, OSError, typer.TyperException) as fault:
        if isinstance(fault, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone; so may we
            return 0
        return _complain(_words(fault), 2)
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except Exception as fault:
        if os.environ.get(_TRACEBACK):
            raise
        return _complain(f"a fault of ours ({type(fault).__name__}: {fault}); {_TRACEBACK}=1 shows where", 1)
    return code if isinstance(code, int) else 0


def _words(fault: Exception) -> str:
    """What was wrong, as people are told."""
    if isinstance(fault, typer.TyperException):
        return fault.format_message()
    if isinstance(fault, OSError) and fault.filename is not None:
        return f"{fault.filename}: {fault.strerror}"
    return str(fault)


def _complain(words: str, code: int) -> int:
    """Say what was wrong in one line."""
    print(f"westmarch: {' '.join(words.split())}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
