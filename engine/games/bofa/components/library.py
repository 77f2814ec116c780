"""The packs this process knows: the shipped ones by name, and folders that were read by their content hash."""

import re
from pathlib import Path

from engine.games.bofa.components.checks import examine
from engine.games.bofa.components.faults import Fault, PackError, UnknownPack
from engine.games.bofa.components.pack import Pack, content_hash
from engine.games.bofa.state import GameState

SHIPPED = Path(__file__).parent.parent / "data"
DEFAULT = "reconstruction"

_WITH_HASH = re.compile(r"(.+)@([0-9a-f]{16})")

_known: dict[str, Pack] = {}
"""Every pack this process has read, by `id@hash`, and the shipped ones by their name too."""


def shipped_packs() -> list[str]:
    """The names of the packs that come with the engine."""
    return sorted(folder.name for folder in SHIPPED.iterdir() if (folder / "pack.toml").is_file())


def load(name: str) -> Pack:
    """A shipped pack by its name, or any pack this process knows by the `source@hash` of a record.

    Matches are made from what callers ask for, so no other file is read here; a folder becomes known by `load_pack`.
    """
    pack = _known.get(name)
    return _look_up(name) if pack is None else pack


def pack_of(s: GameState) -> Pack:
    """The pack a match is played with."""
    return load(s.pack)


def load_pack(source: str | Path) -> str:
    """Read the pack in a folder of this machine, named by its path or as a record names it; the name to play it by.

    A shipped pack needs no reading and keeps its name. `PackError` tells every fault of one that cannot be played.
    """
    name, hash = _split(str(source))
    if name in shipped_packs() or _with_hash(hash) is not None:
        return str(source)
    folder = Path(name).expanduser().resolve()
    if not folder.is_dir():
        raise UnknownPack(f"there is no folder {folder}, and packs that are shipped are: {', '.join(shipped_packs())}")
    pack = _read(folder)
    _check_hash(name, pack, hash)
    _known[pack.key] = pack
    return f"{folder}@{pack.hash}"


def _look_up(name: str) -> Pack:
    source, hash = _split(name)
    shipped = shipped_packs()
    if source in shipped and source not in _known:
        pack = _read(SHIPPED / source)
        _known[source] = _known[pack.key] = pack
    known = _known.get(name) or _with_hash(hash)
    if known is None:
        if source in shipped:
            _check_hash(source, _known[source], hash)
        unknown = f"{source!r} with content hash {hash}" if hash else repr(source)
        raise UnknownPack(f"there is no pack {unknown} here; allowed: {', '.join(shipped)}")
    return known


def _split(name: str) -> tuple[str, str]:
    """The source and the content hash in the name of a pack; the hash is empty where it has none."""
    parts = _WITH_HASH.fullmatch(name)
    return (name, "") if parts is None else (parts[1], parts[2])


def _with_hash(hash: str) -> Pack | None:
    """The known pack with that content: the hash decides, wherever the files lie now."""
    return next((pack for pack in _known.values() if pack.hash == hash), None)


def _check_hash(name: str, pack: Pack, hash: str) -> None:
    if hash and pack.hash != hash:
        fault = f"its content hash is {pack.hash}, not {hash}: the files have changed"
        raise PackError(name, [Fault("pack.toml", 1, fault)])


def _read(folder: Path) -> Pack:
    contents, faults = examine(folder)
    if contents is None or faults:
        raise PackError(str(folder), faults)
    return Pack(content_hash(folder), contents)
