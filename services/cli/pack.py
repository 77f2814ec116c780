"""`pack check`: whether a folder of components can be played."""

from pathlib import Path
from typing import Annotated

import typer

from engine.core.registry import all_games
from services.cli.arguments import BadInput

app = typer.Typer(help="Component packs: other boards and cards for a game.")


@app.callback(invoke_without_command=True)
def pack(context: typer.Context) -> None:
    """Component packs: other boards and cards for a game."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The pack.")],
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Whose pack it is.")] = None,
) -> int:
    """List every fault of a pack with its file and line; exit code 2 if there is any."""
    checks = {one.id: one.packs.faults for one in all_games() if one.packs is not None}
    if game is None and len(checks) == 1:
        (game,) = checks
    if game not in checks:
        raise BadInput(f"{game or 'no game'} given; games with packs: {', '.join(checks) or 'none'}")
    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder}")
    faults = checks[game](folder)
    for fault in faults:
        print(fault)
    count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    print(f"{folder}: {count}" if faults else f"{folder}: no faults, {game} can be played with it")
    return 2 if faults else 0
