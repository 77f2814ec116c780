"""What is wrong with the form of a plan, in words for its host: where it is, and what may stand there."""

import difflib
import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect

_PLACE = re.compile(r"(?P<fault>.*?)(?: - at `\$(?P<path>.*)`)?")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_QUOTED = re.compile(r"[`'](.*?)[`']")
_KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of its own",
    "datetime": "a time, such as 2030-05-01T18:00:00Z",
    "date": "a day alone",
    "null": "nothing",
}
"""Kinds of values as the reader of plans names them, in words."""


def in_words(error: msgspec.ValidationError, plan: type[msgspec.Struct], data: Any) -> str:
    """The fault of data that should be a plan, in one sentence without a full stop."""
    match = _PLACE.fullmatch(str(error))
    assert match is not None, "whatever a fault says"
    path = [name or int(number) for name, number in _STEP.findall(match["path"] or "")]
    fault, quoted = match["fault"], _QUOTED.findall(match["fault"])
    if fault.startswith("Object contains unknown field"):
        return _unknown(quoted[0], _fields(_at(plan, path, data)), _where(path, data))
    if fault.startswith("Object missing required field"):
        return _missing(quoted[0], _at(plan, path, data), _where(path, data))
    if fault.startswith("Invalid enum value"):
        return f"{_name(path, data)} is {quoted[0]!r}; it may be {', '.join(_values(_at(plan, path, data)))}"
    if fault.startswith("Invalid value"):
        return f"{_name(path, data)} is {quoted[0]!r}; it may be {', '.join(_tags(_at(plan, path[:-1], data)))}"
    if fault.startswith("Expected"):
        return f"{_name(path, data)} must be {_kind(quoted[0])}, not {_kind(quoted[-1])}"
    if "datetime" in fault:
        return f"{_name(path, data)} must be {_kind('datetime')}"
    return f"{_name(path, data)}: {fault}" if path else fault


def _unknown(name: str, fields: Sequence[str], where: str) -> str:
    near = difflib.get_close_matches(name, fields, 1)
    meant = f"; is {near[0]} meant?" if near else ""
    return f"{where} has no {name}{meant} (it has {', '.join(fields)})"


def _missing(name: str, node: inspect.Type, where: str) -> str:
    tags = _tags(node) if name == "format" else []
    return f"{where} needs {name}{': one of ' if tags else ''}{', '.join(tags)}"


def _kind(text: str) -> str:
    """What is expected, or what there is: the first kind where several would do."""
    first = text.split(" | ")[0]
    return _KINDS.get(first, first)


# -- where it is


def _where(path: Sequence[str | int], data: Any) -> str:
    """The part of a plan that a path leads to, as hosts know it."""
    match path:
        case []:
            return "a plan"
        case ["stages", int(number), *rest]:
            name = "" if rest == ["format"] else _format_at(data, number)
            return f"stage {number + 1}{f' ({name})' if name else ''}"
        case [part, *_]:
            return f"[{part}]"
    raise AssertionError("a path is empty or has a first step")


def _name(path: Sequence[str | int], data: Any) -> str:
    """A value in a plan, as hosts know it."""
    names = [step for step in path if isinstance(step, str)]
    if len(names) < 2:
        return names[-1] if names else "a plan"
    return f"{names[-1]} of {_where(path, data)}"


def _format_at(data: Any, number: int) -> str:
    """The format of a stage, if it names one."""
    try:
        name = data["stages"][number]["format"]
    except (KeyError, IndexError, TypeError):
        return ""
    return name if isinstance(name, str) else ""


# -- what may be there


def _at(plan: type[msgspec.Struct], path: Sequence[str | int], data: Any) -> inspect.Type:
    """What a path in a plan leads to."""
    node: inspect.Type = inspect.type_info(plan)
    for step in path:
        node = _inside(node, step)
        data = data[step]
        node = _chosen(node, data)
    return node


def _inside(node: inspect.Type, step: str | int) -> inspect.Type:
    if isinstance(node, inspect.StructType):
        return next(field.type for field in node.fields if field.encode_name == step)
    assert isinstance(node, inspect.VarTupleType), "a plan is made of parts and lists"
    return node.item_type


def _chosen(node: inspect.Type, data: Any) -> inspect.Type:
    """The kind that data is of, where several may stand: a stage by its format, else the first."""
    if not isinstance(node, inspect.UnionType):
        return node
    structs = [one for one in node.types if isinstance(one, inspect.StructType)]
    if not structs:
        return node.types[0]
    tag = data.get("format") if isinstance(data, dict) else None
    return next((one for one in structs if one.tag == tag), node)


def _fields(node: inspect.Type) -> list[str]:
    assert isinstance(node, inspect.StructType), "fields are those of a part"
    return [*([node.tag_field] if node.tag_field else []), *(field.encode_name for field in node.fields)]


def _values(node: inspect.Type) -> list[str]:
    if isinstance(node, inspect.EnumType):
        return [one.value for one in node.cls]
    assert isinstance(node, inspect.LiteralType), "values are named by an enumeration"
    return [str(one) for one in node.values]


def _tags(node: inspect.Type) -> list[str]:
    """The formats that a stage may have."""
    types = node.types if isinstance(node, inspect.UnionType) else (node,)
    return [str(one.tag) for one in types if isinstance(one, inspect.StructType) and one.tag is not None]
