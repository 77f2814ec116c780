"""Component packs: folders of data files that hold a board, figures, tokens and cards to play with."""

from pathlib import Path

from engine.games.bofa.pack.check import check, examine
from engine.games.bofa.pack.faults import Fault, PackError
from engine.games.bofa.pack.table import Pack, content_hash

SHIPPED = Path(__file__).parent.parent / "packs"
DEFAULT = "reconstruction"

_loaded: dict[str, Pack] = {}


def shipped_packs() -> list[str]:
    """The names of the packs that come with the engine."""
    return sorted(folder.name for folder in SHIPPED.iterdir() if (folder / "pack.toml").is_file())


def folder_of(source: str) -> Path:
    """The folder of a pack given by name or by path."""
    return SHIPPED / source if source in shipped_packs() else Path(source)


def load(source: str) -> Pack:
    """The pack of that name or in that folder; `PackError` tells every fault of one that cannot be played."""
    if source not in _loaded:
        folder = folder_of(source)
        if not folder.is_dir():
            known = ", ".join(shipped_packs())
            raise PackError(source, [Fault(source, 1, f"no such folder, and no shipped pack; shipped: {known}")])
        contents, faults = examine(folder)
        if contents is None or faults:
            raise PackError(source, faults)
        _loaded[source] = Pack(source, content_hash(folder), contents)
    return _loaded[source]


__all__ = ["DEFAULT", "Fault", "Pack", "PackError", "check", "load", "shipped_packs"]
