"""A new pack to start from: the shipped files, each under a comment that lists what may stand in it."""

import json
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from engine.core.errors import EngineError
from engine.games.bofa.cards.vocabulary.terms import Word
from engine.games.bofa.components.checks.references import REFERENCES
from engine.games.bofa.components.library import DEFAULT, SHIPPED
from engine.games.bofa.components.schema import FILES, About

_PACK = """id = "{id}"
title = {title}
about = "A pack of my own, begun as a copy of {shipped}."
"""


class FolderInUse(EngineError, ValueError):
    """A new pack cannot be written where other files are."""


def write_pack(folder: Path) -> None:
    """Write a copy of the shipped pack with comments, under an id made of the folder's name, to change at will."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderInUse(f"{folder} is not empty; a new pack needs a folder of its own")
    folder.mkdir(parents=True, exist_ok=True)
    name = folder.resolve().name
    for file, kind in FILES.values():
        text = (SHIPPED / DEFAULT / file).read_text(encoding="utf-8")
        if kind is About:
            text = _PACK.format(id=_as_id(name), title=json.dumps(name, ensure_ascii=False), shipped=DEFAULT)
        (folder / file).write_text(f"{manual(kind)}\n{text}", encoding="utf-8")


def _as_id(name: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", name.lower())) or "my-pack"


def manual(kind: type[Word]) -> str:
    """Everything that may stand in a file of this type, as a comment."""
    lines = ["Written by `westmarch pack new`; `westmarch pack check` tells every fault.", ""]
    for heading, word in _tables(kind, "File", set()):
        meaning = (word.__doc__ or "").splitlines()[0]
        lines += [f"{heading}: {meaning}", *_fields(word), ""]
    return "".join(f"# {line}".rstrip() + "\n" for line in lines[:-1])


def _tables(kind: type[Word], heading: str, listed: set[type]) -> Iterator[tuple[str, type[Word]]]:
    """A table and those that may stand in it, each once, with how it is written."""
    if kind in listed:
        return
    listed.add(kind)
    yield heading, kind
    for field in msgspec.structs.fields(kind):
        for word in _words(field.type):
            tag = word.__struct_config__.tag
            yield from _tables(word, f'{{ op = "{tag}" }}' if tag else field.encode_name, listed)


def _words(kind: Any) -> list[type[Word]]:
    """The tables that a value of a type may hold."""
    if isinstance(kind, type) and issubclass(kind, Word):
        return [kind]
    return [word for one in get_args(kind) for word in _words(one)]


def _fields(word: type[Word]) -> Iterator[str]:
    fields = msgspec.structs.fields(word)
    width = max((len(field.encode_name) for field in fields), default=0)
    for field in fields:
        note = ", needed" if field.required else ""
        if isinstance(field.default, str | int) and field.default not in ("", False):
            note = f", {field.default} if left out"
        values = _values(field.type).replace("text", REFERENCES.get((word, field.name), "text"))
        yield f"  {field.encode_name:<{width}}  {values}{note}"


def _values(kind: Any) -> str:
    """What a value may be, in words."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(value or "(nothing)" for value in args)
    if origin in (Union, types.UnionType):
        inner = [one for one in args if one is not types.NoneType]
        return _values(inner[0]) if len(inner) == 1 else "operation"
    if hasattr(kind, "__metadata__"):
        return _bounded(args[0], kind.__metadata__[0])
    if origin is tuple:
        return f"[{_values(args[0])}, ...]" if args[1] is Ellipsis else f"[{', '.join(map(_values, args))}]"
    if origin is dict:
        return f"{{ name = {_values(args[1])}, ... }}"
    return {str: "text", int: "number", bool: "true | false"}.get(kind, "table")


def _bounded(kind: Any, meta: msgspec.Meta) -> str:
    if meta.ge is not None and meta.le is not None:
        return f"number from {meta.ge} to {meta.le}"
    return "words in kebab-case" if meta.pattern else _values(kind)
