"""Reads the files of a pack and fits them to the schema, finding every fault instead of the first."""

import tomllib
import types
from pathlib import Path
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin

import msgspec

from engine.games.bofa.cards.vocabulary.terms import Word
from engine.games.bofa.components.faults import Fault, did_you_mean
from engine.games.bofa.components.lines import KeyPath, find_lines, line_of_syntax_fault, nearest, path_of
from engine.games.bofa.components.schema import FILES, Contents


class Source:
    """One file of a pack: its raw values and the lines they stand in."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self.faults: list[Fault] = []
        self.raw: dict[str, Any] = {}
        self.lines: dict[KeyPath, int] = {}
        try:
            text = (folder / name).read_text(encoding="utf-8")
            self.raw = tomllib.loads(text)
            self.lines = find_lines(text)
        except FileNotFoundError:
            self.faults.append(Fault(name, 1, "the file is missing"))
        except UnicodeDecodeError:
            self.faults.append(Fault(name, 1, "the file is not UTF-8 text"))
        except tomllib.TOMLDecodeError as fault:
            self.faults.append(
                Fault(name, line_of_syntax_fault(str(fault)), f"not valid TOML: {str(fault).split(' (at')[0]}")
            )

    def blame(self, path: KeyPath, message: str) -> None:
        """Note a fault at the line of that value."""
        self.faults.append(Fault(self.name, nearest(self.lines, path), message))

    def fit(self, kind: type[Word]) -> Any:
        """The file as the schema has it, or None when it does not fit."""
        if not self.faults:
            _fit(self, self.raw, kind, ())
        return None if self.faults else msgspec.convert(self.raw, kind)


Sources: TypeAlias = dict[str, Source]
"""The files of a pack by the part of its contents they become."""


def read(folder: Path) -> tuple[Contents | None, Sources]:
    """All files of a pack: its contents unless something does not fit, and the sources with their faults."""
    sources = {part: Source(folder, name) for part, (name, _) in FILES.items()}
    parts = {part: sources[part].fit(kind) for part, (_, kind) in FILES.items()}
    if any(value is None for value in parts.values()):
        return None, sources
    return Contents(**parts), sources


def _fit(source: Source, value: Any, kind: Any, path: KeyPath) -> None:
    """Compare a raw value with its type, part by part."""
    if isinstance(kind, type) and issubclass(kind, Word):
        if isinstance(value, dict):
            _fit_row(source, value, kind, path)
        else:
            source.blame(path, f"{_say(path)} must be a table")
        return
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis and isinstance(value, list):
        for index, item in enumerate(value):
            _fit(source, item, args[0], (*path, index))
        return
    if origin in (Union, types.UnionType) and isinstance(value, dict):
        rows = [one for one in args if isinstance(one, type) and issubclass(one, Word)]
        if len(rows) == 1:
            _fit(source, value, rows[0], path)
            return
        if rows:
            _fit_tagged(source, value, rows, path)
            return
    _fit_plain(source, value, kind, path)


def _fit_row(source: Source, value: dict[str, Any], kind: type[Word], path: KeyPath) -> None:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    tag = kind.__struct_config__.tag_field
    for key, item in value.items():
        if key in fields:
            _fit_field(source, item, fields[key].type, (*path, key))
        elif key != tag:
            known = ", ".join(fields)
            hint = did_you_mean(key, fields)
            source.blame((*path, key), f"{_say(path)} has no field {key!r}; it has: {known}{hint}")
    for name, field in fields.items():
        if field.required and name not in value:
            source.blame(path, f"{_say(path)} lacks {name!r}")


def _fit_field(source: Source, value: Any, kind: Any, path: KeyPath) -> None:
    """A field; limits that stand on the list as a whole are checked beside its items."""
    inner = getattr(kind, "__origin__", kind) if hasattr(kind, "__metadata__") else kind
    if inner is not kind and get_origin(inner) is tuple and isinstance(value, list):
        meta = kind.__metadata__[0]
        if meta.min_length is not None and len(value) < meta.min_length:
            source.blame(path, f"{_say(path)} needs at least {meta.min_length} items")
        if meta.max_length is not None and len(value) > meta.max_length:
            source.blame(path, f"{_say(path)} may have at most {meta.max_length} items")
        _fit(source, value, inner, path)
        return
    _fit(source, value, kind, path)


def _fit_tagged(source: Source, value: dict[str, Any], rows: list[type[Word]], path: KeyPath) -> None:
    """An operation: its `op` says which."""
    field = rows[0].__struct_config__.tag_field or "op"
    known = {str(row.__struct_config__.tag): row for row in rows}
    tag = value.get(field)
    if tag is None:
        source.blame(path, f"{_say(path)} lacks {field!r}")
    elif tag not in known:
        there_are = f"there are: {', '.join(sorted(known))}{did_you_mean(str(tag), known)}"
        source.blame((*path, field), f"there is no operation {tag!r}; {there_are}")
    else:
        _fit_row(source, value, known[tag], path)


def _fit_plain(source: Source, value: Any, kind: Any, path: KeyPath) -> None:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as fault:
        reason, _, where = str(fault).partition(" - at ")
        deeper = path_of(where.strip("`"))
        values = allowed_values(kind)
        choices = f"; allowed: {', '.join(one or '(nothing)' for one in values)}" if values else ""
        if isinstance(value, str):
            choices += did_you_mean(value, values)
        source.blame((*path, *deeper), f"{_say(path)}: {reason[:1].lower()}{reason[1:]}{choices}")


def allowed_values(kind: Any) -> tuple[str, ...]:
    """The words that a field may hold, if its type names them."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(value for one in get_args(kind) for value in allowed_values(one))
    return ()


def _say(path: KeyPath) -> str:
    """A place in a file, in words: `card 4 order 2 unit`, counted from one."""
    return " ".join(str(part + 1) if isinstance(part, int) else part for part in path) or "the file"
