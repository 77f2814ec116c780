"""Component packs: folders of data files that hold a board, figures, tokens and cards to play with."""

import re
from pathlib import Path

from engine.games.bofa.pack.check import check, examine
from engine.games.bofa.pack.faults import Fault, PackError
from engine.games.bofa.pack.table import Pack, content_hash

SHIPPED = Path(__file__).parent.parent / "packs"
DEFAULT = "reconstruction"

_SEALED = re.compile(r"(.+)@([0-9a-f]{16})")

_loaded: dict[str, Pack] = {}


def shipped_packs() -> list[str]:
    """The names of the packs that come with the engine."""
    return sorted(folder.name for folder in SHIPPED.iterdir() if (folder / "pack.toml").is_file())


def folder_of(source: str) -> Path:
    """The folder of a pack given by name or by path."""
    return SHIPPED / source if source in shipped_packs() else Path(source)


def load(source: str) -> Pack:
    """The pack of that name or in that folder; `PackError` tells every fault of one that cannot be played.

    `name@hash` is the pack as a record names it: refused when its files are no longer the same.
    """
    pack = _loaded.get(source)
    if pack is None:
        found = _SEALED.fullmatch(source)
        pack = _read(source) if found is None else _read_sealed(found[1], found[2])
        _loaded[source] = _loaded[pack.sealed] = pack
    return pack


def _read_sealed(source: str, seal: str) -> Pack:
    pack = _read(source)
    if pack.hash != seal:
        fault = f"its content hash is {pack.hash}, not {seal}: the files have changed"
        raise PackError(source, [Fault("pack.toml", 1, fault)])
    return pack


def _read(source: str) -> Pack:
    folder = folder_of(source)
    if not folder.is_dir():
        known = ", ".join(shipped_packs())
        raise PackError(source, [Fault(source, 1, f"no such folder, and no shipped pack; shipped: {known}")])
    contents, faults = examine(folder)
    if contents is None or faults:
        raise PackError(source, faults)
    return Pack(source, content_hash(folder), contents)


__all__ = ["DEFAULT", "Fault", "Pack", "PackError", "check", "load", "shipped_packs"]
