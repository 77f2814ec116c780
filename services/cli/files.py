"""Files of the player's own that commands read and write: saved matches, and component packs."""

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.core.errors import BadRecord
from engine.core.game import Game
from engine.core.record import Record
from engine.core.registry import load
from services.cli.arguments import BadInput


def unused_file(name: str) -> Path:
    """A file of that name, numbered if there is one: `match.json`, `match-2.json` and so on."""
    file, number = Path(name), 1
    while file.exists():
        number += 1
        file = Path(name).with_stem(f"{Path(name).stem}-{number}")
    return file


def check_writable(file: Path, flag: str = "--save") -> None:
    """Refuse a file that cannot be written, before anything depends on it. What is in it stays."""
    is_new = not file.exists()
    try:
        file.open("ab").close()
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}; name another with {flag}") from None
    if is_new:
        file.unlink()


def replace_file(file: Path, data: bytes) -> None:
    """Write a file so that, whatever happens meanwhile, there is the old one or the new one, and never a half."""
    if file.exists() and not file.is_file():  # a device or a pipe, whose name is not ours to give away
        file.write_bytes(data)
        return
    draft = file.with_name(f".{file.name}.draft")
    try:
        draft.write_bytes(data)
        draft.replace(file)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from error


def write_somewhere(file: Path, data: bytes, write: Callable[[Path, bytes], object] = replace_file) -> Path:
    """Write a file; where that fails, one of its name in the folder for temporary files. Which it became; OSError where
    neither can be written."""
    try:
        write(file, data)
    except OSError as error:
        rescue = unused_file(str(Path(tempfile.gettempdir()) / file.name))
        try:
            write(rescue, data)
        except OSError:
            raise error from None
        return rescue
    return file


def check_place(file: Path, wanted: Path) -> None:
    """Refuse, once it is known how to go on, to call it well that a file is not where it was wanted."""
    if file != wanted:
        raise BadInput(f"{wanted} cannot be written; all is in {file}")


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
