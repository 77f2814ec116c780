"""Files of the player's own that commands read and write: saved matches, and component packs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.core.errors import BadRecord
from engine.core.game import Game
from engine.core.record import Record
from engine.core.registry import load


def unused_file(name: str) -> Path:
    """A file of that name in this folder, numbered if there is one: `match.json`, `match-2.json` and so on."""
    file, number = Path(name), 1
    while file.exists():
        number += 1
        file = Path(f"{Path(name).stem}-{number}{Path(name).suffix}")
    return file


def options_with_pack(game: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Game options with the pack that they name read in, if it is a folder.

    Only for matches on this machine, whose folders are the player's own; a server plays what it ships.
    """
    pack = options.get("pack")
    if game.packs is None or not isinstance(pack, str):
        return dict(options)
    return {**options, "pack": game.packs.load(pack)}


def load_record(file: Path, pack: Path | None = None) -> Record:
    """A record from a file, with the folder of its pack read in: where the record says, or where it lies now."""
    return _parse_record(file.read_bytes(), pack)


def load_records(file: Path, pack: Path | None = None) -> list[Record]:
    """Every record of a file that has one in each line, as an archive exports them."""
    records = []
    for number, line in enumerate(file.read_bytes().splitlines(), start=1):
        try:
            records += [_parse_record(line, pack)] if line.strip() else []
        except BadRecord as error:
            raise BadRecord(f"{file}, line {number}: {error}") from None
    return records


def _parse_record(data: bytes, pack: Path | None) -> Record:
    record = Record.load(data)
    options = record.options if pack is None else {"pack": str(pack)}
    options_with_pack(load(record.game), options)  # the game now knows the pack, by its content
    return record
