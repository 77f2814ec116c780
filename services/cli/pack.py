"""`pack new` and `pack check`: a folder of components to start from, and whether one can be played."""

from pathlib import Path
from typing import Annotated

import typer

from engine.core.game import Packs
from engine.core.registry import all_games
from services.cli.arguments import BadInput

app = typer.Typer(help="Component packs: other boards and cards for a game.")

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The pack.")]
GameName = Annotated[str | None, typer.Option("--game", metavar="GAME", help="Whose pack it is.")]


@app.callback(invoke_without_command=True)
def pack(context: typer.Context) -> None:
    """Component packs: other boards and cards for a game."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def new(folder: Folder, game: GameName = None) -> None:
    """Write a copy of the shipped pack with comments, to change at will, into a folder that is new or empty."""
    name, packs = _packs_of(game)
    packs.write(folder)
    print(f"{folder}: a pack of {name}; change it, then `westmarch pack check {folder}`")


@app.command()
def check(folder: Folder, game: GameName = None) -> int:
    """List every fault of a pack with its file and line; exit code 2 if there is any."""
    name, packs = _packs_of(game)
    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder}")
    faults = packs.faults(folder)
    for fault in faults:
        print(fault)
    count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    print(f"{folder}: {count}" if faults else f"{folder}: no faults, {name} can be played with it")
    return 2 if faults else 0


def _packs_of(game: str | None) -> tuple[str, Packs]:
    """The game that was named, or the only one that has packs."""
    known = {one.id: one.packs for one in all_games() if one.packs is not None}
    if game is None and len(known) == 1:
        (game,) = known
    if game not in known:
        raise BadInput(f"{game or 'no game'} given; games with packs: {', '.join(known) or 'none'}")
    return game, known[game]
