"""Component packs: folders of data files that hold a board, figures, tokens and cards to play with."""

import re
from pathlib import Path

from engine.games.bofa.pack.check import check, examine
from engine.games.bofa.pack.faults import Fault, PackError, UnknownPack
from engine.games.bofa.pack.table import Pack, content_hash

SHIPPED = Path(__file__).parent.parent / "packs"
DEFAULT = "reconstruction"

_SEALED = re.compile(r"(.+)@([0-9a-f]{16})")

_known: dict[str, Pack] = {}
"""Every pack this process has read, by its seal, and the shipped ones by their name too."""


def shipped_packs() -> list[str]:
    """The names of the packs that come with the engine."""
    return sorted(folder.name for folder in SHIPPED.iterdir() if (folder / "pack.toml").is_file())


def load(name: str) -> Pack:
    """A shipped pack by its name, or any pack this process knows by the `source@hash` of a record.

    Matches are made from what callers ask for, so no other file is read here; a folder becomes known by `load_pack`.
    """
    pack = _known.get(name)
    return _find(name) if pack is None else pack


def load_pack(source: str | Path) -> str:
    """Read the pack in a folder of this machine, given by its path or as a record names it; the name to play it by.

    A shipped pack needs no reading and keeps its name. `PackError` tells every fault of one that cannot be played.
    """
    name, seal = _parts(str(source))
    if name in shipped_packs() or _sealed(seal) is not None:
        return str(source)
    folder = Path(name).expanduser().resolve()
    if not folder.is_dir():
        raise UnknownPack(f"there is no folder {folder}, and packs that are shipped are: {', '.join(shipped_packs())}")
    pack = _read(folder)
    _check_seal(name, pack, seal)
    _known[pack.sealed] = pack
    return f"{folder}@{pack.hash}"


def _find(name: str) -> Pack:
    source, seal = _parts(name)
    shipped = shipped_packs()
    if source in shipped and source not in _known:
        pack = _read(SHIPPED / source)
        _known[source] = _known[pack.sealed] = pack
    found = _known.get(name) or _sealed(seal)
    if found is None:
        if source in shipped:
            _check_seal(source, _known[source], seal)
        names = ", ".join(shipped)
        wanted = f"{source!r} with content hash {seal}" if seal else repr(source)
        raise UnknownPack(f"there is no pack {wanted} here; allowed: {names}")
    return found


def _parts(name: str) -> tuple[str, str]:
    """Where a pack is from and its content hash, if the name has one."""
    found = _SEALED.fullmatch(name)
    return (name, "") if found is None else (found[1], found[2])


def _sealed(seal: str) -> Pack | None:
    """The known pack with that content: the hash decides, wherever the files lie now."""
    return next((pack for pack in _known.values() if pack.hash == seal), None)


def _check_seal(name: str, pack: Pack, seal: str) -> None:
    if seal and pack.hash != seal:
        fault = f"its content hash is {pack.hash}, not {seal}: the files have changed"
        raise PackError(name, [Fault("pack.toml", 1, fault)])


def _read(folder: Path) -> Pack:
    contents, faults = examine(folder)
    if contents is None or faults:
        raise PackError(str(folder), faults)
    return Pack(content_hash(folder), contents)


__all__ = ["DEFAULT", "Fault", "Pack", "PackError", "UnknownPack", "check", "load", "load_pack", "shipped_packs"]
